//! Meaning of a word in its context: a message, a value, a part of a name.

use super::classify::Severity;
use super::terms::Kind;
use super::token::Token;
use super::within::holds;
use crate::quick::{ends_with_any, ends_with_char, starts_with_char, trim_end, trim_start};

/// Returns `true` for values of a field that mean "no error".
pub(super) fn is_nothing(value: &str) -> bool {
    matches!(value, "0" | "null" | "none" | "None" | "nil" | "false" | "undefined" | "no")
}

/// Returns `true` for a word for failure on its own.
pub(super) fn stands_alone(token: &Token<'_>, next: Option<&Token<'_>>) -> bool {
    if token.is_joined() {
        return false;
    }
    let (before, after) = (token.byte_before(), token.byte_after());
    let variable = matches!(token.text(), "err" | "alert" | "Alert" | "crit" | "abort" | "warn")
        && !matches!(after, Some(b'!' | b':' | b']'));
    if variable {
        return false;
    }
    if token.is_upper() {
        return true;
    }
    // `(error)`, `{old => failed}`: a value, not a message; but `(error) WRONGTYPE` (Redis), `SC1073 (error): ` (ShellCheck).
    let value = before == Some(b'(') && after == Some(b')') && token.start() > 1 && !token.after().starts_with("): ")
        || matches!(before, Some(b'"' | b'\'' | b'`' | 0x80..))
            && ends_with_char(token.before(), &['"', '\'', '`', '\u{2018}', '\u{201c}'])
            && starts_with_char(token.after(), &['"', '\'', '`', '\u{2019}', '\u{201d}'])
        || before == Some(b' ') && token.before().ends_with("=> ")
        || after == Some(b' ') && token.after().starts_with(" =>");
    let topic = || next.is_some_and(|next| token.touches(next) && next.meaning() == Some(Kind::Topic));
    !value && !topic()
}

/// A level in short, `12:00:01 err sshd` (syslog) or `level=err` (logfmt), and neither code nor prose: `if err != nil`,
/// `to err is human`.
pub(super) fn is_short(token: &Token<'_>) -> bool {
    const OTHERWISE: [&str; 10] = ["if", "when", "return", "catch", "the", "an", "to", "may", "not", "const"];
    if !matches!(token.text(), "err" | "crit") {
        return false;
    }
    let before = trim_end(token.before());
    let follows = token.after().strip_prefix(' ').is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
    let apart = before.ends_with("level=") || !OTHERWISE.contains(&before.rsplit(' ').next().unwrap_or_default());
    follows && apart && !before.is_empty()
}

/// A key of JSON whose value says more than that nothing failed: `"error":{"code":7}`, `"error": "disk full"`.
pub(super) fn is_filled(token: &Token<'_>) -> bool {
    let value = token.after().strip_prefix("\":").map(trim_start);
    value.is_some_and(|value| match value.as_bytes() {
        [b'{', next, ..] => *next != b'}',
        [b'"', next, ..] => {
            *next != b'"' && !is_nothing(value.get(1..).unwrap_or_default().split('"').next().unwrap_or_default())
        }
        _ => false,
    })
}

/// Returns `true` at the start of a message, where some words count: at the start of the line, after a colon, beside a
/// place, or after exclamation marks (TeX: `! Undefined control sequence.`).
pub(super) fn begins_message(token: &Token<'_>, place: bool) -> bool {
    place || token.before().bytes().all(|byte| matches!(byte, b'!' | b' ')) || holds(token.before(), ": ")
}

/// The name of a class of errors where one is thrown: `TypeError: `, `java.io.IOException`.
pub(super) fn thrown(token: &Token<'_>) -> Severity {
    const ENDS: [&str; 8] = ["Error", "Exception", "Failure", "Violation", "Interrupt", "Fault", "SystemExit", "Exit"];
    // Code that speaks of it.
    const CODE: [&str; 7] = ["except ", "catch ", "catch (", "throw ", "throws ", "raise ", "new "];
    let name = token.bytes();
    if !name.first().is_some_and(u8::is_ascii_uppercase) {
        return Severity::None;
    }
    let ends = |ends: &[&str]| ends.iter().any(|end| name.len() > end.len() && name.ends_with(end.as_bytes()));
    let severity = match name.last() {
        Some(b'r' | b'n' | b'e' | b't') if ends(&ENDS) => Severity::Error,
        Some(b'g') if ends(&["Warning"]) => Severity::Warning,
        _ => return Severity::None,
    };
    let path = matches!(token.byte_before(), Some(b'/' | b'\\' | b'-' | b'@' | b'`' | b'\'' | b'"' | b'<' | b'('));
    let after = token.after();
    let ends_there = after.is_empty()
        || after.starts_with(':') && !after.starts_with("::")
        || after.starts_with(" [")
        || after.starts_with(" (")
        || after.starts_with(" - ");
    if ends_there && !path && !ends_with_any(token.before(), &CODE) { severity } else { Severity::None }
}
