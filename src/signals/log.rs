//! Log lines of cuts.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use core::fmt::Write;

use super::{CutSizes, UNLABELLED};

/// Returns the log line of a cut: `Truncation: dataset={label} original_bytes={n} truncated_bytes={m}`, or `_chars`,
/// `_lines` and so on.
///
/// ```
/// use tooltrim::{TrimOptions, trim};
/// use tooltrim::signals::format_truncation_log;
///
/// let options = TrimOptions::new().max_bytes(500).label("fetch_page").on_truncate(|event| {
///     let line = format_truncation_log(event);
///     assert_eq!(line, "Truncation: dataset=fetch_page original_bytes=9000 truncated_bytes=500");
/// });
/// trim(&"x".repeat(9000), options)?;
/// # Ok::<(), tooltrim::Error>(())
/// ```
///
/// It is always one line: a label with white space, control characters, a quote, a backtick, `=` or a backslash is
/// written as a JSON string, so it cannot forge a second line or field. A cut without a label has `dataset=unlabelled`.
#[must_use]
pub fn format_truncation_log<'a>(cut: impl Into<CutSizes<'a>>) -> String {
    let CutSizes { label, unit, before, after } = cut.into();
    let (label, unit) = (word(label), unit.name());
    format!("Truncation: dataset={label} original_{unit}={before} truncated_{unit}={after}")
}

/// Returns a label as one word.
fn word(label: &str) -> Cow<'_, str> {
    if label.is_empty() {
        Cow::Borrowed(UNLABELLED)
    } else if label.chars().any(|c| matches!(c, '"' | '\\' | '=' | '\'' | '`') || c.is_whitespace() || is_unseen(c)) {
        Cow::Owned(quoted(label))
    } else {
        Cow::Borrowed(label)
    }
}

/// Returns `true` for chars that break a line, are invisible or change the order in which letters are shown.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

fn quoted(label: &str) -> String {
    let mut text = String::with_capacity(label.len() + 2);
    text.push('"');
    for c in label.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            // All of these are in the first plane. Writing to a string cannot fail.
            c if is_unseen(c) => _ = write!(text, "\\u{:04x}", u32::from(c)),
            c => text.push(c),
        }
    }
    text.push('"');
    text
}
