//! Line numbers that tools put in front of what they read or found.

use super::line::{number, starts_in, trim_start};
use super::sets::{DIGIT, begins, split};

/// A number in front of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number<'a> {
    pub(super) value: u32,
    /// What stands between it and the line: `:`, `|`, a tab, `-` for context around a hit, `>` for an arrow.
    pub(super) mark: u8,
    pub(super) text: &'a str,
}

/// Digits that a line number may have.
const DIGITS: usize = 7;
/// Blanks before it.
const BLANKS: usize = 10;

impl<'a> Number<'a> {
    /// `12:text`, `   12→text`, `12 | text`, `L12: text`, `Line 12: text`, `12-text`.
    pub(super) fn of(line: &'a str) -> Option<Self> {
        let rest = line.trim_start_matches(' ');
        let blanks = line.len() - rest.len();
        let rest = rest.strip_prefix("Line ").or_else(|| rest.strip_prefix('L')).unwrap_or(rest);
        let (digits, rest) = split(rest, DIGIT);
        if digits.len() > DIGITS || blanks > BLANKS {
            return None;
        }
        let value = number(digits)?;
        let (mark, text) = match *rest.as_bytes().first()? {
            mark @ (b':' | b'-' | b'|') => (mark, rest.get(1..)?),
            b'\t' => return Some(Self { value, mark: b'\t', text: rest.get(1..)? }),
            _ if rest.starts_with('\u{2192}') => (b'>', rest.strip_prefix('\u{2192}')?),
            _ => (b'|', trim_start(rest).strip_prefix(['|', '\u{2502}'])?),
        };
        // A time, a date, a range.
        if matches!(mark, b':' | b'-') && begins(text, DIGIT) {
            return None;
        }
        // One blank belongs to the mark: one too few in front of code that is indented changes nothing.
        let text = if mark == b'>' { text } else { text.strip_prefix(' ').unwrap_or(text) };
        Some(Self { value, mark, text })
    }
}

/// Where the text of the line begins when the tool has put a line number in front.
pub(crate) fn unnumbered(line: &str) -> &str {
    if !(starts_in(line, b" L") || begins(line, DIGIT)) {
        return line;
    }
    Number::of(line).filter(|number| number.mark != b'-').map_or(line, |number| number.text)
}
