//! The words of a line, and their context.

use super::terms::{Kind, LONGEST, meaning};
use crate::quick::ends_with_char;

/// A word: letters, digits and underscores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'a> {
    pub(crate) text: &'a str,
    /// Text of the line before and after the word.
    pub(crate) before: &'a str,
    pub(crate) after: &'a str,
}

impl<'a> Token<'a> {
    /// The words of a line, one after the other.
    pub(crate) fn all(line: &'a str) -> impl Iterator<Item = Self> {
        let mut at = 0;
        core::iter::from_fn(move || {
            let start = skip(line, at, false);
            at = skip(line, start, true);
            let text = line.get(start..at).filter(|text| !text.is_empty())?;
            Some(Self { text, before: line.get(..start)?, after: line.get(at..)? })
        })
    }

    /// Returns the meaning of the word alone.
    pub(super) fn meaning(&self) -> Option<Kind> {
        let mut lower = [0; LONGEST];
        for (at, byte) in self.text.as_bytes().iter().enumerate() {
            *lower.get_mut(at)? = byte.to_ascii_lowercase();
        }
        meaning(lower.get(..self.text.len())?)
    }

    /// Returns its start.
    pub(crate) fn start(&self) -> usize {
        self.before.len()
    }

    pub(crate) fn end(&self) -> usize {
        self.before.len() + self.text.len()
    }

    pub(crate) fn is_upper(&self) -> bool {
        self.text.bytes().any(|byte| byte.is_ascii_uppercase())
            && !self.text.bytes().any(|byte| byte.is_ascii_lowercase())
    }

    /// Its value where it is a number.
    pub(crate) fn number(&self) -> Option<u64> {
        if self.text.len() > 9 { None } else { self.text.parse().ok() }
    }

    /// Returns `true` if exactly one blank separates it from the next word.
    pub(crate) fn touches(&self, next: &Self) -> bool {
        next.start() == self.end() + 1 && self.after.starts_with(' ')
    }

    /// True when it is a part of a path, an identifier, an option or a call: `error.rs`, `no-error`, `error(`.
    pub(crate) fn is_joined(&self) -> bool {
        let mut before = self.before.bytes().rev();
        let mut after = self.after.bytes();
        let joined_before = match before.next() {
            Some(b'/' | b'\\' | b'-' | b'@' | b'$' | b'#' | b'&') => true,
            Some(b'.') => before.next().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b')'),
            Some(b':') => before.next() == Some(b':'),
            _ => false,
        };
        joined_before
            || match after.next() {
                Some(b'/' | b'\\' | b'@') => true,
                Some(b'-') => after.next().is_some_and(|byte| byte.is_ascii_alphanumeric()),
                Some(b'.') => after.next().is_some_and(|byte| byte.is_ascii_alphanumeric()),
                Some(b':') => after.next() == Some(b':'),
                Some(b'(') => !self.after.starts_with("(s)") && !self.is_upper(),
                Some(b'<' | b'>') => !ends_with_char(self.before, &['<', '[']) || self.before.ends_with('<'),
                _ => false,
            }
    }

    /// Returns the value assigned to it, if that is one word: `error=none`, `"errors": 0`.
    pub(crate) fn value(&self) -> Option<&'a str> {
        let rest = self.after.trim_start_matches(['"', '\'']).trim_start();
        let rest = rest.strip_prefix([':', '='])?.trim_start().trim_start_matches(['"', '\'']);
        let end = rest.find(|c: char| !is_letter(c)).unwrap_or(rest.len());
        let (value, after) = rest.split_at_checked(end)?;
        let number = value.bytes().all(|byte| byte.is_ascii_digit());
        if number && after.starts_with('.') && !value.is_empty() {
            // A time: `hash errors: 0.0028 ms`.
            return Some("0");
        }
        let ends = after.is_empty() || after.starts_with([',', ';', ')', '}', ']', '"', '\'', '\r']);
        (ends || after.starts_with(' ') && (number || self.after.starts_with('='))).then_some(value)
    }
}

/// The ASCII letters, digits and the underscore.
static ASCII_LETTERS: [bool; 128] = {
    let mut letters = [false; 128];
    let mut byte = 0;
    while byte < 128 {
        letters[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_';
        byte += 1;
    }
    letters
};

/// Returns the first position from `at` on where letters end, or where they begin. ASCII needs no decoding.
fn skip(line: &str, at: usize, letters: bool) -> usize {
    let bytes = line.as_bytes();
    let mut at = at;
    while let Some(&byte) = bytes.get(at) {
        if let Some(&letter) = ASCII_LETTERS.get(usize::from(byte)) {
            if letter != letters {
                return at;
            }
            at += 1;
        } else {
            let c = line.get(at..).and_then(|rest| rest.chars().next());
            let Some(c) = c.filter(|&c| is_letter(c) == letters) else { return at };
            at += c.len_utf8();
        }
    }
    at
}

/// Letters and digits of any script, and the underscore. Beyond ASCII a rough rule does: punctuation, arrows and
/// symbols are none, all else is.
pub(crate) fn is_letter(c: char) -> bool {
    match c {
        '\0'..='\x7f' => c.is_ascii_alphanumeric() || c == '_',
        '\u{80}'..='\u{bf}'
        | '\u{d7}'
        | '\u{f7}'
        | '\u{2000}'..='\u{2bff}'
        | '\u{3000}'..='\u{303f}'
        | '\u{ff00}'..='\u{ff0f}'
        | '\u{ff1a}'..='\u{ff20}'
        | '\u{fff0}'.. => false,
        _ => true,
    }
}
