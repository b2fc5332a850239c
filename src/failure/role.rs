//! The role of a line in the output of a failure, by its form.

use super::finding::is_biome_header;
use super::place::{is_code, is_frame, is_pointer, says_more};
use super::signs::{Signs, Starts, holds};
use super::within::{begins, holds};
use crate::quick::{ends_with_any, has_digit, starts_with_char, trim, trim_start};

/// Role of a line in a failure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Role {
    #[default]
    Plain,
    /// Names a test that failed, or the like.
    Name,
    /// Heading of several failures.
    Heading,
    /// Cause of the failure.
    Cause,
    /// Exit status of a process.
    Exit,
    /// Number of failures.
    Summary,
    /// A comparison.
    Expected,
    /// A frame of a stack trace.
    Frame,
    /// Quoted code, and the line of it that is meant.
    Code,
    Pointed,
    /// Points at the code above.
    Pointer,
    /// A remark of a compiler.
    Note,
    /// Begins a stack trace.
    Trace,
}

const TRACES: Starts = Starts::new(&["Traceback (most recent call last)", "Stack trace:"]);
#[rustfmt::skip]
const CAUSES: Starts = Starts::new(&[
    "Caused by", "Suppressed:", "[cause]:", "cause:", "Cause:", "Reason:", "The above exception was",
    "During handling of", "Description:",
]);
const NOTES: Starts = Starts::new(&["note:", "help:", "hint:", "= note", "= help", "Hint:", "Help:"]);
const PLACES: Starts = Starts::new(&["E  ", "--> ", "::: "]);
/// Marks of test runners before the name of a test that failed.
const MARKS: Starts =
    Starts::new(&["FAIL ", "FAIL:", "FAILED ", "FAILED:", "--- FAIL", "(fail) ", "not ok ", "ERROR: test"]);

/// Returns the role that the form of a line with some signs implies.
pub(super) fn role_of(line: &str, text: &str, signs: Signs) -> Option<Role> {
    if TRACES.begin(text) {
        return Some(Role::Trace);
    }
    if CAUSES.begin(text) || text.ends_with(" caused by:") {
        return Some(Role::Cause);
    }
    if is_frame(line) {
        return Some(Role::Frame);
    }
    if NOTES.begin(text) || holds!(text, signs, ": note: ") {
        return Some(Role::Note);
    }
    // ShellCheck says its level below the code: `^-- SC1073 (error): `.
    if signs.have_any(POINTERS) && is_pointer(line) && !holds(text, " (error): ") {
        return Some(if says_more(text) { Role::Pointed } else { Role::Pointer });
    }
    if PLACES.begin(text) {
        return Some(Role::Expected);
    }
    if is_place_of_terraform(text, signs) {
        return Some(Role::Cause);
    }
    if signs.have_any(QUOTES) && is_code(line) {
        return Some(if starts_with_char(text, &['>', '\u{2192}']) { Role::Pointed } else { Role::Code });
    }
    if is_comparison(text) {
        return Some(Role::Expected);
    }
    let ruled = text.starts_with("===") && text.ends_with("===") && !has_digit(text);
    if ruled && says_more(text) {
        return Some(Role::Heading);
    }
    is_name(line, text, signs).then_some(Role::Name)
}

/// Signs without which a line neither points nor quotes code; those of boxes are beyond ASCII.
const POINTERS: Signs = Signs::of("^~\u{2500}");
const QUOTES: Signs = Signs::of(">|\u{2502}");

/// `│   on modules/logs/main.tf line 12, in resource "aws_s3_bucket" "this":`
fn is_place_of_terraform(text: &str, signs: Signs) -> bool {
    holds!(text, signs, " line ")
        && holds(text, ", in ")
        && trim_start(text.trim_start_matches('\u{2502}')).starts_with("on ")
}

/// `Expected: 25`, `left: 1`, `got 3`, `- Expected`, `Received string: "a"`, `with expansion:`.
fn is_comparison(text: &str) -> bool {
    #[rustfmt::skip]
    const NAMES: Starts = Starts::new(&[
        "expected", "received", "actual", "left", "right", "got", "want", "wanted", "but", "found", "which",
        "passed in", "with expansion",
    ]);
    let mut text = text;
    while matches!(text.as_bytes().first(), Some(b'+' | b'-' | b' ')) {
        text = text.get(1..).unwrap_or_default();
    }
    if !NAMES.may_begin(text) {
        return false;
    }
    let mut lengths = NAMES.texts.iter().filter(|name| begins(text, name)).map(|name| name.len());
    lengths.any(|length| {
        let rest = text.get(length..).unwrap_or_default();
        // `Expected string: "a"`.
        let kind = rest.strip_prefix(' ').map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_lowercase()));
        rest.starts_with(": ")
            || rest.starts_with(" = ")
            || matches!(trim(rest), "" | ":")
            || kind.is_some_and(|rest| rest.starts_with(": "))
    })
}

/// Returns `true` for the name of a test that failed.
fn is_name(line: &str, text: &str, signs: Signs) -> bool {
    const ENDS: [&str; 5] = [" FAILED", " stdout ----", " stderr ----", "<<< FAILURE!", "<<< ERROR!"];
    const SIGNS: [char; 8] =
        ['\u{2717}', '\u{2718}', '\u{2715}', '\u{2716}', '\u{d7}', '\u{274c}', '\u{25cf}', '\u{2a2f}'];
    // systemd marks what runs by a dot, Jest by an indented one what failed.
    let lists = text.starts_with('\u{25cf}') && text.len() == line.len();
    let signed = || {
        let mark = text.strip_prefix('[').unwrap_or(text);
        let rest = mark.strip_prefix(SIGNS).filter(|_| !lists);
        rest.is_some_and(|rest| {
            rest.starts_with(if mark.len() < text.len() { ']' } else { ' ' }) || text.starts_with('\u{274c}')
        })
    };
    if MARKS.begin(text) || ends_with_any(text, &ENDS) {
        return true;
    }
    if signs.have(Signs::BEYOND_ASCII) && (signed() || is_biome_header(line)) {
        return true;
    }
    if text.starts_with("____") && text.ends_with("____") && text.contains(' ') {
        return says_more(text);
    }
    // Mocha: `  1) Widget resolves`.
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let numbered = (1..=3).contains(&digits) && text.get(digits..).is_some_and(|rest| rest.starts_with(") "));
    numbered && line.len() > text.len() && line.starts_with(' ')
}
