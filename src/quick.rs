//! Tests of short texts with a fast path for ASCII.
//!
//! The standard library's general ones decode chars and take any pattern. They are fast where the compiler inlines
//! them, which it does not in a build for size. Here the tests are loops over bytes.

#![allow(clippy::inline_always, reason = "calls in these loops take longer than what they call")]

use alloc::string::String;
use alloc::vec::Vec;

/// As `str::trim`.
pub(crate) fn trim(text: &str) -> &str {
    trim_end(trim_start(text))
}

/// As `str::trim_start`.
pub(crate) fn trim_start(text: &str) -> &str {
    let mut at = 0;
    for byte in text.as_bytes() {
        match byte {
            b' ' | b'\t'..=b'\r' => at += 1,
            0x80.. => return text.get(at..).unwrap_or_default().trim_start(),
            _ => break,
        }
    }
    text.get(at..).unwrap_or_default()
}

/// As `str::trim_end`.
pub(crate) fn trim_end(text: &str) -> &str {
    let mut end = text.len();
    while let Some(byte) = end.checked_sub(1).and_then(|last| text.as_bytes().get(last)) {
        match byte {
            b' ' | b'\t'..=b'\r' => end -= 1,
            0x80.. => return text.get(..end).unwrap_or_default().trim_end(),
            _ => break,
        }
    }
    text.get(..end).unwrap_or_default()
}

/// As `str::is_ascii`, eight bytes at a time.
pub(crate) fn is_ascii(text: &str) -> bool {
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    for word in words {
        if u64::from_le_bytes(*word) & 0x8080_8080_8080_8080 != 0 {
            return false;
        }
    }
    let mut all = 0;
    for byte in rest {
        all |= byte;
    }
    all < 0x80
}

/// Returns `true` if a text begins with one of these, none of which is empty. Most differ in the first byte.
pub(crate) fn starts_with_any(text: &str, starts: &[&str]) -> bool {
    let text = text.as_bytes();
    let first = text.first();
    starts.iter().any(|start| start.as_bytes().first() == first && text.starts_with(start.as_bytes()))
}

/// Returns `true` if a text ends with one of these, none of which is empty. Most differ in the last byte.
pub(crate) fn ends_with_any(text: &str, ends: &[&str]) -> bool {
    let text = text.as_bytes();
    let last = text.last();
    ends.iter().any(|end| end.as_bytes().last() == last && text.ends_with(end.as_bytes()))
}

/// Returns `true` if a text begins with one of these chars.
pub(crate) fn starts_with_char(text: &str, chars: &[char]) -> bool {
    text.chars().next().is_some_and(|first| has(chars, first))
}

/// Returns `true` if a text ends with one of these chars.
pub(crate) fn ends_with_char(text: &str, chars: &[char]) -> bool {
    match text.as_bytes().last() {
        Some(&byte) if byte.is_ascii() => has(chars, char::from(byte)),
        _ => text.chars().next_back().is_some_and(|last| has(chars, last)),
    }
}

fn has(chars: &[char], wanted: char) -> bool {
    for c in chars {
        if *c == wanted {
            return true;
        }
    }
    false
}

/// As `str::find` of a part, which is short and not empty: the general search costs more to set up than a line takes.
pub(crate) fn find(text: &str, part: &str) -> Option<usize> {
    let (text, part) = (text.as_bytes(), part.as_bytes());
    let first = *part.first()?;
    let mut at = 0;
    loop {
        at += position(text.get(at..)?, first, first)?;
        if text.get(at..)?.starts_with(part) {
            return Some(at);
        }
        at += 1;
    }
}

/// As `str::contains`, for a part as for [`find`].
pub(crate) fn contains(text: &str, part: &str) -> bool {
    find(text, part).is_some()
}

/// As `str::split_once` at a part as for [`find`].
pub(crate) fn split_at_part<'a>(text: &'a str, part: &str) -> Option<(&'a str, &'a str)> {
    let at = find(text, part)?;
    Some((text.get(..at)?, text.get(at + part.len()..)?))
}

/// As `str::split_once` at an ASCII char.
pub(crate) fn split_once(text: &str, byte: u8) -> Option<(&str, &str)> {
    let at = position(text.as_bytes(), byte, byte)?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}

/// Returns the char that begins at a position.
#[inline(always)]
pub(crate) fn char_at(text: &str, at: usize) -> Option<char> {
    let rest = text.as_bytes().get(at..)?;
    let low = |byte: u8| u32::from(byte & 0x3f);
    let code = match *rest {
        [first @ ..0x80, ..] => u32::from(first),
        [first @ 0xc0..0xe0, second, ..] => u32::from(first & 0x1f) << 6 | low(second),
        [first @ 0xe0..0xf0, second, third, ..] => u32::from(first & 0xf) << 12 | low(second) << 6 | low(third),
        [first @ 0xf0..=0xff, second, third, fourth, ..] => {
            u32::from(first & 7) << 18 | low(second) << 12 | low(third) << 6 | low(fourth)
        }
        _ => return None,
    };
    char::from_u32(code)
}

/// Returns the position of the first byte that equals one of two.
pub(crate) fn position(bytes: &[u8], one: u8, other: u8) -> Option<usize> {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut at = 0;
    for word in words {
        let word = u64::from_le_bytes(*word);
        if zeros(word ^ every(one)) | zeros(word ^ every(other)) != 0 {
            break;
        }
        at += 8;
    }
    for &byte in bytes.get(at..).unwrap_or(rest) {
        if byte == one || byte == other {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// Returns the position of the last byte that equals one of two.
pub(crate) fn last_position(bytes: &[u8], one: u8, other: u8) -> Option<usize> {
    let (_, words) = bytes.as_rchunks::<8>();
    let mut end = bytes.len();
    for word in words.iter().rev() {
        let word = u64::from_le_bytes(*word);
        if zeros(word ^ every(one)) | zeros(word ^ every(other)) != 0 {
            break;
        }
        end -= 8;
    }
    while let Some(last) = end.checked_sub(1) {
        if bytes.get(last).is_some_and(|&byte| byte == one || byte == other) {
            return Some(last);
        }
        end = last;
    }
    None
}

/// Returns `true` if a text contains an ASCII digit.
pub(crate) fn has_digit(text: &str) -> bool {
    for byte in text.as_bytes() {
        if byte.is_ascii_digit() {
            return true;
        }
    }
    false
}

/// A byte eight times.
#[inline(always)]
pub(crate) fn every(byte: u8) -> u64 {
    u64::from(byte) * 0x0101_0101_0101_0101
}

/// Not 0 if one of the bytes is 0.
#[inline(always)]
pub(crate) fn zeros(word: u64) -> u64 {
    word.wrapping_sub(every(1)) & !word & every(0x80)
}

/// Returns the value of a digit of base64 (RFC 4648, section 4).
pub(crate) fn base64_digit(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

/// Decodes the percent signs of a URI (RFC 3986); empty if they encode no text.
pub(crate) fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let hex =
            after.get(..2).and_then(|hex| str::from_utf8(hex).ok()).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        if let (b'%', Some(value)) = (byte, hex) {
            bytes.push(value);
            rest = after.get(2..).unwrap_or_default();
        } else {
            bytes.push(*byte);
            rest = after;
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    const TEXTS: [&str; 14] = [
        "",
        " ",
        "\t\r\n\u{b}\u{c} ",
        "a",
        " a b ",
        "\u{1c}a\u{1f}",
        "\u{a0}a\u{a0}",
        " \u{2003} a \u{2003} ",
        "\u{85}x\u{3000}",
        "\u{200b} y \u{feff}",
        "é \t",
        "\u{0}",
        "FAIL é",
        "x\u{1b}[0m \u{1b}[0m",
    ];

    #[test]
    fn decodes_as_the_standard_library() {
        let text: String =
            ('\u{0}'..=char::MAX).step_by(61).chain(['\u{7f}', '\u{80}', '\u{7ff}', '\u{800}']).collect();
        for (at, c) in text.char_indices() {
            assert_eq!(char_at(&text, at), Some(c));
        }
        assert_eq!(char_at(&text, text.len()), None);
    }

    #[test]
    fn trims_as_the_standard_library() {
        for text in TEXTS {
            assert_eq!(
                (trim(text), trim_start(text), trim_end(text)),
                (text.trim(), text.trim_start(), text.trim_end()),
                "{text:?}"
            );
        }
    }

    #[test]
    fn finds_one_of_two_bytes_wherever_it_stands() {
        for length in 0..40 {
            let mut text = String::from("abcdefgh").repeat(5);
            text.truncate(length);
            assert!(is_ascii(&text));
            assert_eq!(position(text.as_bytes(), b'x', b'Y'), None, "{length}");
            assert_eq!(last_position(text.as_bytes(), b'x', b'Y'), None, "{length}");
            for at in 0..length {
                let mut bytes = text.clone().into_bytes();
                bytes[at] = if at % 2 == 0 { b'x' } else { b'Y' };
                assert_eq!(position(&bytes, b'x', b'Y'), Some(at), "{length}");
                assert_eq!(last_position(&bytes, b'x', b'Y'), Some(at), "{length}");
                bytes[at / 2] = b'x';
                assert_eq!(position(&bytes, b'x', b'Y'), Some(at / 2), "{length}");
                assert_eq!(last_position(&bytes, b'x', b'Y'), Some(at), "{length}");
            }
            assert!(!is_ascii(&(text.clone() + "é")), "{length}");
            assert!(!is_ascii(&(String::from("é") + &text)), "{length}");
        }
    }

    #[test]
    fn compares_ends_as_the_standard_library() {
        for text in TEXTS {
            for part in ["FAIL ", "a", " ", "é", "x\u{1b}", "\u{3000}"] {
                assert_eq!(starts_with_any(text, &["zz", part]), text.starts_with(part), "{text:?} {part:?}");
                assert_eq!(ends_with_any(text, &["zz", part]), text.ends_with(part), "{text:?} {part:?}");
            }
            for part in ["a", "[0m", "\u{1b}[0m ", "é", "IL", " \t"] {
                assert_eq!(find(text, part), text.find(part), "{text:?} {part:?}");
            }
            assert_eq!(split_once(text, b'a'), text.split_once('a'), "{text:?}");
            let chars = ['a', ' ', 'é', '\u{3000}', 'm'];
            assert_eq!(starts_with_char(text, &chars), text.starts_with(chars), "{text:?}");
            assert_eq!(ends_with_char(text, &chars), text.ends_with(chars), "{text:?}");
        }
    }
}
