//! The words of a line, and their context.

use super::signs::is_ascii_letter;
use super::terms::{Kind, meaning};
use crate::quick::trim_start;

/// A word: letters, digits and underscores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'a> {
    line: &'a str,
    start: usize,
    end: usize,
}

/// The words of a line, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Tokens<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let start = skip(self.line, self.at, false);
        self.at = skip(self.line, start, true);
        (start < self.at).then_some(Token { line: self.line, start, end: self.at })
    }
}

impl<'a> Token<'a> {
    /// The words of a line, one after the other.
    pub(crate) fn all(line: &'a str) -> Tokens<'a> {
        Tokens { line, at: 0 }
    }

    pub(crate) fn text(&self) -> &'a str {
        self.line.get(self.start..self.end).unwrap_or_default()
    }

    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.line.as_bytes().get(self.start..self.end).unwrap_or_default()
    }

    /// Returns the text of the line before the word.
    pub(crate) fn before(&self) -> &'a str {
        self.line.get(..self.start).unwrap_or_default()
    }

    /// Returns the text of the line after the word.
    pub(crate) fn after(&self) -> &'a str {
        self.line.get(self.end..).unwrap_or_default()
    }

    /// Returns the byte right before the word.
    pub(crate) fn byte_before(&self) -> Option<u8> {
        self.line.as_bytes().get(self.start.checked_sub(1)?).copied()
    }

    /// Returns the byte right after the word.
    pub(crate) fn byte_after(&self) -> Option<u8> {
        self.line.as_bytes().get(self.end).copied()
    }

    /// Returns the meaning of the word alone.
    pub(super) fn meaning(&self) -> Option<Kind> {
        meaning(self.bytes())
    }

    /// Returns its start.
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    pub(crate) fn end(&self) -> usize {
        self.end
    }

    pub(crate) fn is_upper(&self) -> bool {
        let mut upper = false;
        for byte in self.bytes() {
            match byte {
                b'a'..=b'z' => return false,
                b'A'..=b'Z' => upper = true,
                _ => {}
            }
        }
        upper
    }

    /// Its value where it is a number.
    pub(crate) fn number(&self) -> Option<u64> {
        let digits = self.bytes();
        if digits.len() > 9 {
            return None;
        }
        let mut number = 0;
        for byte in digits {
            let digit = byte.checked_sub(b'0').filter(|&digit| digit < 10)?;
            number = number * 10 + u64::from(digit);
        }
        Some(number)
    }

    /// Returns `true` if exactly one blank separates it from the next word.
    pub(crate) fn touches(&self, next: &Self) -> bool {
        next.start == self.end + 1 && self.byte_after() == Some(b' ')
    }

    /// True when it is a part of a path, an identifier, an option or a call: `error.rs`, `no-error`, `error(`.
    pub(crate) fn is_joined(&self) -> bool {
        let bytes = self.line.as_bytes();
        let before = |back: usize| self.start.checked_sub(back).and_then(|at| bytes.get(at)).copied();
        let after = |on: usize| bytes.get(self.end + on).copied();
        let joined_before = match before(1) {
            Some(b'/' | b'\\' | b'-' | b'@' | b'$' | b'#' | b'&') => true,
            Some(b'.') => before(2).is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b')'),
            Some(b':') => before(2) == Some(b':'),
            _ => false,
        };
        joined_before
            || match after(0) {
                Some(b'/' | b'\\' | b'@') => true,
                Some(b'-' | b'.') => after(1).is_some_and(|byte| byte.is_ascii_alphanumeric()),
                Some(b':') => after(1) == Some(b':'),
                Some(b'(') => !self.after().starts_with("(s)") && !self.is_upper(),
                Some(b'<' | b'>') => !matches!(before(1), Some(b'[')),
                _ => false,
            }
    }

    /// Returns the value assigned to it, if that is one word: `error=none`, `"errors": 0`.
    pub(crate) fn value(&self) -> Option<&'a str> {
        // Nearly every word is followed by something else.
        if !matches!(self.byte_after(), Some(b'"' | b'\'' | b':' | b'=' | b' ' | b'\t'..=b'\r' | 0x80..)) {
            return None;
        }
        let after = self.after();
        let rest = trim_start(without_quotes(after));
        if !matches!(rest.as_bytes().first(), Some(b':' | b'=')) {
            return None;
        }
        let rest = without_quotes(trim_start(rest.get(1..)?));
        let (value, rest) = rest.split_at_checked(skip(rest, 0, true))?;
        let number = value.bytes().all(|byte| byte.is_ascii_digit());
        if number && rest.starts_with('.') && !value.is_empty() {
            // A time: `hash errors: 0.0028 ms`.
            return Some("0");
        }
        let ends = rest.is_empty() || rest.starts_with([',', ';', ')', '}', ']', '"', '\'', '\r']);
        (ends || rest.starts_with(' ') && (number || after.starts_with('='))).then_some(value)
    }
}

fn without_quotes(text: &str) -> &str {
    let mut at = 0;
    while matches!(text.as_bytes().get(at), Some(b'"' | b'\'')) {
        at += 1;
    }
    text.get(at..).unwrap_or_default()
}

/// Returns the first position from `at` on where letters end, or where they begin. ASCII needs no decoding.
fn skip(line: &str, at: usize, letters: bool) -> usize {
    let bytes = line.as_bytes();
    let mut at = at;
    while let Some(&byte) = bytes.get(at) {
        if byte.is_ascii() {
            if is_ascii_letter(byte) != letters {
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
