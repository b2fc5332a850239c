//! What commands print: steps, results, sums.

use super::hits::Hit;
use super::line::{cut, holds, is_any, number, starts, starts_in, token, trim, trim_start};
use super::path::last_part;
use super::sets::{DIGIT, LETTER, TIME, all, any, bare, begins, word};

pub(super) fn weight(line: &str) -> u8 {
    let text = message(trim_start(line));
    if !any(text, LETTER) {
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
    let begins = if after.is_empty() || starts_in(after, b"/.=(") { 0 } else { begun(first) };
    words.max(begins)
}

/// Words in front of a message: times, levels, the parts of a system.
const BEFORE: usize = 4;

/// What is said, after the time and a level that says nothing.
fn message(text: &str) -> &str {
    let mut rest = text;
    for _ in 0..BEFORE {
        let (begin, after) = token(rest);
        let begin = bare(begin);
        let quiet = is_time(begin) || is_any(begin, &["info", "debug", "trace", "notice"]);
        if !quiet || after.is_empty() {
            break;
        }
        rest = after;
    }
    rest
}

/// `2026-03-15`, `07:26:34.000`, `2026-03-15T07:26:34Z`.
fn is_time(text: &str) -> bool {
    text.len() > 4 && begins(text, DIGIT) && (holds(text, ":") || holds(text, "-")) && all(text, TIME)
}

/// True for a line as only logs have them, whatever it weighs: one that says when, or how a test went.
pub(super) fn is_logged(line: &str) -> bool {
    let text = trim_start(line);
    is_timed(text) || marked(message(text)).is_some()
}

fn is_timed(text: &str) -> bool {
    cut(text, " ").is_some_and(|(begin, _)| is_time(bare(begin)))
}

/// What marks at its start say of a line: `=== tests ===`, `> build`, `$ make`, `[2/4] linking`, `#7 [3/5] RUN`.
fn marked(text: &str) -> Option<u8> {
    if starts(text, &["===", "==>", "-->", ":::", "> ", "$ ", "##[", "::group", ">>> ", "*** ", "PLAY ", "TASK ["]) {
        return Some(2);
    }
    let frame = text.starts_with("at ") && (holds(text, ":") || holds(text, "(")) || text.starts_with("File \"");
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
    let text = if text.starts_with('#') { cut(text, " ")?.1 } else { text };
    // `[main 030d80d] message`, `[2/4]`.
    let (inside, _) = cut(text.strip_prefix('[')?, "]")?;
    let of = cut(inside, "/").is_some_and(|(at, of)| number(trim(at)).is_some() && number(trim(of)).is_some());
    (of || is_commit(last_part(inside, b" "))).then_some(2)
}

fn is_commit(text: &str) -> bool {
    (7..=40).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit()) && any(text, DIGIT)
}

/// Words of a line that are read.
const WORDS: usize = 24;

/// What is counted at the end: `12 passed`, `0 vulnerabilities`.
#[rustfmt::skip]
const RESULTS: &[&str] = &[
    "passed", "failed", "passing", "failing", "error", "errors", "tests", "suites", "failures", "problems",
    "vulnerabilities", "skipped", "ignored", "pending",
];

/// What is counted on the way: `added 3 packages`, `5 files changed`.
#[rustfmt::skip]
const COUNTED: &[&str] = &[
    "test", "warning", "warnings", "examples", "package", "packages", "file", "files", "modules", "matches",
    "insertions", "deletions", "changed", "total", "rows", "results", "replacements", "commits", "todo",
    "assertions", "crates", "actionable", "tasks",
];

/// How things went wrong.
const WRONG: &[&str] =
    &["error", "fatal", "failed", "failure", "panicked", "exception", "traceback", "fail", "failures", "critical"];

/// What the words of a line say, wherever they stand: a count, or that something went wrong.
fn spoken(text: &str) -> u8 {
    let (mut rest, mut counts, mut found) = (text, false, 0);
    for _ in 0..WORDS {
        let (begin, after) = token(rest);
        // `error[E0382]:`
        let said = bare(begin);
        let said = said.split('[').next().unwrap_or_default();
        if counts && is_any(said, RESULTS) {
            return 3;
        }
        // How these words begin: most others need not be looked up.
        let may_tell = said.len() > 3 && starts_in(said, b"efptcwEFPTCW") && !starts_in(begin, b"/.-");
        if (may_tell && is_any(said, WRONG)) || (counts && is_any(said, COUNTED)) {
            found = 2;
        } else if may_tell && is_any(said, &["warning", "warn"]) {
            found = found.max(1);
        }
        counts = number(said).is_some();
        rest = after;
        if rest.is_empty() {
            break;
        }
    }
    found
}

/// What the first word says: a step, a result; or one of many.
fn begun(first: &str) -> u8 {
    #[rustfmt::skip]
    const MAIN: &[&str] = &[
        "step", "stage", "running", "ran", "finished", "done", "built", "build", "success", "successfully",
        "created", "started", "starting", "listening", "exit", "exited", "process", "summary", "results", "result",
        "total", "tests", "collected", "deployed", "published", "installed", "uploaded", "commit", "merge", "task",
        "duration", "completed", "removed", "updated", "test", "suite",
    ];
    #[rustfmt::skip]
    const MANY: &[&str] = &[
        "compiling", "building", "installing", "downloading", "downloaded", "checking", "resolving", "fetching",
        "generating", "linking", "copying", "pass", "note", "create", "delete", "author", "date", "to", "packages",
    ];
    if is_any(first, MAIN) { 2 } else { u8::from(is_any(first, MANY) || is_commit(first)) }
}
