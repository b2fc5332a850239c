//! What commands print: steps, results, sums.

use super::hits::Hit;
use super::line::{holds, starts, word};

pub(super) fn weight(line: &str) -> u8 {
    let text = message(line.trim_ascii_start());
    if !text.bytes().any(|byte| byte.is_ascii_alphabetic()) {
        return 0;
    }
    if let Some(found) = marked(text) {
        return if found == 2 && spoken(text) == 3 { 3 } else { found };
    }
    let words = spoken(text);
    if words > 1 || (words < 2 && Hit::of(text).is_some_and(|hit| hit.numbered)) {
        return words.max(2);
    }
    let (first, after) = word(text);
    let begins = if after.is_empty() || after.starts_with(['/', '.', '=', '(']) { 0 } else { begun(first) };
    words.max(begins)
}

/// Words in front of a message: times, levels, the parts of a system.
const BEFORE: usize = 4;

/// What is said, after the time and a level that says nothing.
fn message(text: &str) -> &str {
    let mut rest = text;
    for _ in 0..BEFORE {
        let (begin, after) = rest.split_at_checked(rest.find(' ').unwrap_or(rest.len())).unwrap_or_default();
        let bare = begin.trim_matches(['[', ']', '(', ')', ':', '|']);
        let time = is_time(bare);
        let quiet = ["info", "debug", "trace", "notice"].iter().any(|level| bare.eq_ignore_ascii_case(level));
        if !(time || quiet) || after.is_empty() {
            break;
        }
        rest = after.trim_ascii_start();
    }
    rest
}

/// `2026-03-15`, `07:26:34.000`, `2026-03-15T07:26:34Z`.
fn is_time(text: &str) -> bool {
    text.len() > 4
        && text.bytes().next().is_some_and(|byte| byte.is_ascii_digit())
        && text.bytes().any(|byte| matches!(byte, b':' | b'-'))
        && text.bytes().all(|byte| byte.is_ascii_digit() || b":-.,/TZ+".contains(&byte))
}

/// True for a line as only logs have them, whatever it weighs: one that says when, or how a test went.
pub(super) fn is_logged(line: &str) -> bool {
    let text = line.trim_ascii_start();
    is_timed(text) || marked(message(text)).is_some()
}

fn is_timed(text: &str) -> bool {
    let begin = text.split(' ').next().unwrap_or_default();
    begin.len() < text.len() && is_time(begin.trim_matches(['[', ']', '(', ')']))
}

/// What marks at its start say of a line: `=== tests ===`, `> build`, `$ make`, `[2/4] linking`, `#7 [3/5] RUN`.
fn marked(text: &str) -> Option<u8> {
    if starts(text, &["===", "==>", "-->", ":::", "> ", "$ ", "##[", "::group", ">>> ", "*** ", "PLAY ", "TASK ["]) {
        return Some(2);
    }
    let frame = text.starts_with("at ") && text.contains([':', '(']) || text.starts_with("File \"");
    if frame
        || starts(text, &["+ ", "-- ", "\u{2192} ", "\u{25b8} ", "modified: ", "new file: ", "deleted: ", "renamed: "])
    {
        return Some(1);
    }
    // What went well need not be said again.
    if starts(text, &["\u{2713} ", "\u{2714} ", "\u{221a} ", "ok "])
        || text.ends_with(" ... ok")
        || holds(text, " PASSED")
    {
        return Some(0);
    }
    if starts(text, &["\u{2717} ", "\u{2718} ", "\u{2715} ", "\u{2716} ", "\u{d7} ", "\u{274c}", "not ok "]) {
        return Some(2);
    }
    let text = text.strip_prefix('#').map_or(text, |rest| rest.split_once(' ').map_or("", |(_, rest)| rest));
    // `[main 030d80d] message`, `[2/4]`.
    let (inside, _) = text.strip_prefix('[')?.split_once(']')?;
    let of = inside.split_once('/').is_some_and(|(at, of)| is_number(at.trim_ascii()) && is_number(of.trim_ascii()));
    let commit = inside.rsplit_once(' ').is_some_and(|(_, id)| is_commit(id));
    (of || commit).then_some(2)
}

fn is_number(text: &str) -> bool {
    (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_commit(text: &str) -> bool {
    (7..=40).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_hexdigit())
        && text.bytes().any(|byte| byte.is_ascii_digit())
}

/// Words of a line that are read.
const WORDS: usize = 24;

/// What is counted at the end: `12 passed`, `0 vulnerabilities`.
const RESULTS: &[&str] = &[
    "passed",
    "failed",
    "passing",
    "failing",
    "error",
    "errors",
    "tests",
    "suites",
    "failures",
    "problems",
    "vulnerabilities",
    "skipped",
    "ignored",
    "pending",
];

/// What is counted on the way: `added 3 packages`, `5 files changed`.
const COUNTED: &[&str] = &[
    "test",
    "warning",
    "warnings",
    "examples",
    "package",
    "packages",
    "file",
    "files",
    "modules",
    "matches",
    "insertions",
    "deletions",
    "changed",
    "total",
    "rows",
    "results",
    "replacements",
    "commits",
    "todo",
    "assertions",
    "crates",
    "actionable",
    "tasks",
];

/// How things went wrong.
const WRONG: &[&str] =
    &["error", "fatal", "failed", "failure", "panicked", "exception", "traceback", "fail", "failures", "critical"];

/// What the words of a line say, wherever they stand: a count, or that something went wrong.
fn spoken(text: &str) -> u8 {
    let mut number = false;
    let mut found = 0;
    for word in text.split_ascii_whitespace().take(WORDS) {
        let bare = word.trim_matches(|c: char| c.is_ascii_punctuation());
        // `error[E0382]`
        let bare = bare.split('[').next().unwrap_or_default();
        let is = |among: &[&str]| among.iter().any(|known| known.eq_ignore_ascii_case(bare));
        if number && is(RESULTS) {
            return 3;
        }
        let wrong = bare.len() > 3 && !word.starts_with(['/', '.', '-']) && is(WRONG);
        if wrong || (number && is(COUNTED)) {
            found = 2;
        }
        if found == 0 && (bare.eq_ignore_ascii_case("warning") || bare.eq_ignore_ascii_case("warn")) {
            found = 1;
        }
        number = is_number(bare);
    }
    found
}

/// What the first word says: a step, a result; or one of many.
fn begun(first: &str) -> u8 {
    const MAIN: &[&str] = &[
        "step",
        "stage",
        "running",
        "ran",
        "finished",
        "done",
        "built",
        "build",
        "success",
        "successfully",
        "created",
        "started",
        "starting",
        "listening",
        "exit",
        "exited",
        "process",
        "summary",
        "results",
        "result",
        "total",
        "tests",
        "collected",
        "deployed",
        "published",
        "installed",
        "uploaded",
        "commit",
        "merge",
        "task",
        "duration",
        "completed",
        "removed",
        "updated",
        "test",
        "suite",
    ];
    const MANY: &[&str] = &[
        "compiling",
        "building",
        "installing",
        "downloading",
        "downloaded",
        "checking",
        "resolving",
        "fetching",
        "generating",
        "linking",
        "copying",
        "pass",
        "note",
        "create",
        "delete",
        "author",
        "date",
        "to",
        "packages",
    ];
    let is = |among: &[&str]| among.iter().any(|known| known.eq_ignore_ascii_case(first));
    if is(MAIN) { 2 } else { u8::from(is(MANY) || is_commit(first)) }
}
