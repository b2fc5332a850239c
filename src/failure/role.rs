//! The role of a line in the output of a failure, by its form.

use super::finding::is_biome_header;
use super::place::{is_code, is_frame, is_pointer, says_more};
use super::within::holds;
use crate::quick::{ends_with_any, has_digit, starts_with_any, starts_with_char, trim};

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

/// Returns the role that the form of a line implies.
pub(super) fn role_of(line: &str, text: &str) -> Option<Role> {
    let starts = |starts: &[&str]| starts_with_any(text, starts);
    if text.starts_with("Traceback (most recent call last)") || text.starts_with("Stack trace:") {
        return Some(Role::Trace);
    }
    #[rustfmt::skip]
    let causes = [
        "Caused by", "Suppressed:", "[cause]:", "cause:", "Cause:", "Reason:", "The above exception was",
        "During handling of",
    ];
    if starts(&causes) {
        return Some(Role::Cause);
    }
    if is_frame(line) {
        return Some(Role::Frame);
    }
    if starts(&["note:", "help:", "hint:", "= note", "= help", "Hint:", "Help:"]) || holds(text, ": note: ") {
        return Some(Role::Note);
    }
    if is_pointer(line) {
        return Some(if says_more(text) { Role::Pointed } else { Role::Pointer });
    }
    if text.starts_with("E  ") || starts(&["--> ", "::: "]) {
        return Some(Role::Expected);
    }
    if is_code(line) {
        return Some(if starts_with_char(text, &['>', '\u{2192}']) { Role::Pointed } else { Role::Code });
    }
    if is_comparison(text) {
        return Some(Role::Expected);
    }
    let ruled = text.starts_with("===") && text.ends_with("===") && !has_digit(text);
    if ruled && says_more(text) {
        return Some(Role::Heading);
    }
    is_name(line, text).then_some(Role::Name)
}

/// `Expected: 25`, `left: 1`, `got 3`, `- Expected`.
fn is_comparison(text: &str) -> bool {
    let text = text.trim_start_matches(['+', '-', ' ']);
    let word = text.split([':', ' ']).next().unwrap_or_default();
    let names = ["expected", "received", "actual", "left", "right", "got", "want", "wanted", "but", "found"];
    names.iter().any(|name| name.len() == word.len() && word.eq_ignore_ascii_case(name))
        && text
            .get(word.len()..)
            .is_some_and(|rest| rest.starts_with(": ") || rest.starts_with(" = ") || trim(rest).is_empty())
}

/// Marks of test runners before the name of a test that failed.
fn is_name(line: &str, text: &str) -> bool {
    const MARKS: [&str; 7] = ["FAIL ", "FAIL:", "FAILED ", "FAILED:", "--- FAIL", "not ok ", "ERROR: test"];
    const ENDS: [&str; 5] = [" FAILED", " stdout ----", " stderr ----", "<<< FAILURE!", "<<< ERROR!"];
    const SIGNS: [char; 8] =
        ['\u{2717}', '\u{2718}', '\u{2715}', '\u{2716}', '\u{d7}', '\u{274c}', '\u{25cf}', '\u{2a2f}'];
    let signed = text.strip_prefix(SIGNS).is_some_and(|rest| rest.starts_with(' ') || text.starts_with('\u{274c}'));
    if signed || starts_with_any(text, &MARKS) {
        return true;
    }
    if ends_with_any(text, &ENDS) || is_biome_header(line) {
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
