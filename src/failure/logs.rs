//! Finds the lines that tests print while they run: an error in them may be the one that a test expects.

use alloc::collections::BTreeSet;

/// Returns the indexes of lines that tests printed and runners quoted: below `stdout | a.test.ts > name` (Vitest) and
/// `console.error` (Jest), and of a test of Go that passed.
pub(super) fn logged_by_tests(lines: &[&str]) -> BTreeSet<usize> {
    let mut logged = BTreeSet::new();
    let mut began = None;
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let text = line.trim_start();
        let next = at + 1;
        if text.starts_with("=== RUN") {
            began = Some(at);
        } else if text.starts_with("--- FAIL") {
            began = None;
        } else if ["--- PASS", "--- SKIP"].iter().any(|start| text.starts_with(start)) {
            logged.extend(began.take().unwrap_or(at)..next);
            // Before Go 1.14, the log stands below.
            let below =
                count_while(lines, next, |line| indent(line) > indent(lines.get(at).copied().unwrap_or_default()));
            logged.extend(next..next + below);
        } else if is_vitest(text) {
            let below = count_while(lines, next, |line| !line.trim().is_empty());
            logged.extend(at..next + below);
            at = next + below;
            continue;
        } else if is_jest(text) && indent(line) > 0 {
            let below = count_while(lines, next, |line| {
                line.trim().is_empty() || indent(line) > indent(lines.get(at).copied().unwrap_or_default())
            });
            logged.extend(at..next + below);
            at = next + below;
            continue;
        }
        at = next;
    }
    logged
}

fn count_while(lines: &[&str], from: usize, is: impl Fn(&str) -> bool) -> usize {
    lines.get(from..).unwrap_or_default().iter().take_while(|line| is(line)).count()
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// `stdout | src/a.test.ts > logs an error`.
fn is_vitest(text: &str) -> bool {
    ["stdout | ", "stderr | "].iter().any(|start| text.starts_with(start))
}

fn is_jest(text: &str) -> bool {
    ["console.log", "console.info", "console.warn", "console.error", "console.debug"].contains(&text.trim_end())
}
