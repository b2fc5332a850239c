//! Finds the lines that tests print while they run: an error in them may be the one that a test expects.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::classify::plain;
use super::place::is_path;
use crate::quick::{starts_with_any, trim, trim_end, trim_start};

/// Returns, for each line, `true` if a test printed it or a runner quoted it: below `stdout | a.test.ts > name` (Vitest) and
/// `console.error` (Jest), and of a test of Go that passed.
pub(super) fn logged_by_tests(lines: &[&str]) -> Vec<bool> {
    let mut logged = vec![false; lines.len()];
    let mut mark = |lines: Range<usize>| logged.get_mut(lines).unwrap_or_default().fill(true);
    let mut began = None;
    let mut at = 0;
    let mut quoted = Quoted::default();
    while let Some(line) = lines.get(at) {
        let text = trim_start(line);
        let next = at + 1;
        if quoted.holds(line) {
            mark(at..next);
        } else if text.starts_with("=== RUN") {
            began = Some(at);
        } else if text.starts_with("--- FAIL") {
            began = None;
        } else if starts_with_any(text, &["--- PASS", "--- SKIP"]) {
            mark(began.take().unwrap_or(at)..next);
            // Before Go 1.14, the log stands below.
            let below =
                count_while(lines, next, |line| indent(line) > indent(lines.get(at).copied().unwrap_or_default()));
            mark(next..next + below);
        }
        at = next;
    }
    logged
}

fn count_while(lines: &[&str], from: usize, is: impl Fn(&str) -> bool) -> usize {
    lines.get(from..).unwrap_or_default().iter().take_while(|line| is(line)).count()
}

fn indent(line: &str) -> usize {
    line.len() - trim_start(line).len()
}

/// Follows the lines of a text through the blocks in which runners quote what tests print.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Quoted {
    #[default]
    Outside,
    /// A block of Vitest ends with a blank line.
    Vitest,
    /// One of Jest is indented more than this.
    Jest(usize),
}

impl Quoted {
    /// Returns `true` if the next line belongs to such a block.
    pub(crate) fn holds(&mut self, line: &str) -> bool {
        let goes_on = match *self {
            Self::Outside => false,
            Self::Vitest => !trim(line).is_empty(),
            Self::Jest(least) => trim(line).is_empty() || indent(line) > least,
        };
        if !goes_on {
            *self = Self::begun(line);
        }
        !matches!(self, Self::Outside)
    }

    fn begun(line: &str) -> Self {
        let text = trim_start(line);
        match text.as_bytes().first() {
            Some(b's' | 0x1b) if is_vitest(plain(text, &mut String::new())) => Self::Vitest,
            Some(b'c' | 0x1b) if indent(line) > 0 && is_jest(plain(text, &mut String::new())) => {
                Self::Jest(indent(line))
            }
            _ => Self::Outside,
        }
    }
}

/// `stdout | src/a.test.ts > logs an error`, `stderr | unknown test`.
fn is_vitest(text: &str) -> bool {
    let from = ["stdout | ", "stderr | "].iter().find_map(|start| text.strip_prefix(start));
    from.is_some_and(|from| from.starts_with("unknown test") || is_path(from.split(' ').next().unwrap_or_default()))
}

fn is_jest(text: &str) -> bool {
    ["console.log", "console.info", "console.warn", "console.error", "console.debug"].contains(&trim_end(text))
}
