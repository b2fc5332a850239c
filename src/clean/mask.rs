//! Masks the variable parts of a line: times, durations, sizes, rates, shares, progress.
//!
//! Plain numbers and words are not masked: `case 7`, `mod12` and `x v1.2` are different things. Masked are clock times
//! and dates, `12%`, `3/120`, `3 of 120`, numbers with a unit of time or size, addresses (`0x7ffe12`), bars and
//! spinners, with the spaces around them.

use alloc::vec::Vec;

use super::bytes::{below, count, equals, every, position};
use super::time::{clock_len, date_len};
use super::unit::unit_len;

const MASK: u8 = 1;

/// Returns the line with its measures masked.
pub(super) fn masked(line: &str) -> Vec<u8> {
    let mut key = Vec::with_capacity(line.len());
    pieces(line.as_bytes(), |piece| match piece {
        Some(text) => key.extend_from_slice(text),
        None => key.push(MASK),
    });
    key
}

/// Returns a hash that is equal for lines with equal masked text, and rarely for others.
pub(super) fn hash(line: &str) -> u64 {
    let mut hash = 0_u64;
    let mut mix = |word: u64| hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    pieces(line.as_bytes(), |piece| {
        let Some(text) = piece else { return mix(u64::MAX) };
        let (words, rest) = text.as_chunks::<8>();
        for word in words {
            mix(u64::from_le_bytes(*word));
        }
        // The last eight bytes, which overlap the last word, or the rest alone if the text is shorter.
        let short = || rest.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
        let last = text.last_chunk::<8>().map_or_else(short, |word| u64::from_le_bytes(*word));
        mix(last ^ (text.len() as u64) << 56);
    });
    hash
}

/// Calls `each` with the text between measures, and with `None` for measures: once for several in a row, without the
/// spaces that align them.
fn pieces<'a>(line: &'a [u8], mut each: impl FnMut(Option<&'a [u8]>)) {
    let (mut from, mut at, mut masked) = (0, 0, false);
    // End of the last run of digits, points and commas.
    let mut digits = 0;
    while let Some(next) = line.get(at..).and_then(|rest| position(rest, may_begin)) {
        at += next;
        let before = if at > from { line.get(at - 1).copied().unwrap_or(b' ') } else { b' ' };
        let rest = line.get(at..).unwrap_or_default();
        let length = match rest.first() {
            Some(b'0'..=b'9') => {
                if in_word(before) || before == b'-' {
                    0
                } else {
                    // Counted once, not again for each number of a list.
                    if at >= digits {
                        digits = at + count(rest, |&byte| byte.is_ascii_digit() || byte == b'.' || byte == b',');
                    }
                    number_len(rest, digits - at, before)
                }
            }
            _ if in_word(before) => 0,
            Some(b'-') if rest.get(1) == Some(&b':') => count(rest, |&byte| byte == b'-' || byte == b':'),
            Some(open @ (b'[' | b'|')) => ascii_bar_len(rest, *open),
            Some(0xe2) => rest.as_chunks::<3>().0.iter().take_while(|char| is_bar(**char)).count() * 3,
            _ => 0,
        };
        if length == 0 {
            at += count(rest, u8::is_ascii_digit).max(1);
            continue;
        }
        let plain = line.get(from..at).unwrap_or_default();
        // Leading spaces are kept: indentation matters.
        let end = plain.iter().rposition(|&byte| byte != b' ').map_or(0, |last| last + 1);
        let trimmed = if from == 0 && end == 0 { plain } else { plain.get(..end).unwrap_or_default() };
        if !trimmed.is_empty() || !masked {
            each(Some(trimmed));
            each(None);
        }
        masked = true;
        at += length;
        at += count(line.get(at..).unwrap_or_default(), |&byte| byte == b' ');
        from = at;
    }
    each(line.get(from..));
}

/// Marks the bytes that a measure can begin with.
fn may_begin(word: u64) -> u64 {
    let digits = below(word ^ every(b'0'), 10);
    let dashes = equals(word, b'-');
    let brackets = equals(word, b'[') | equals(word, b'|');
    let bars = equals(word, 0xe2);
    if digits | dashes | brackets | bars == 0 {
        return 0;
    }
    // Most of these bytes are parts of words, or brackets around something else: the neighbouring bytes in the word
    // decide.
    let letter = (word | every(0x20)) ^ every(0x60);
    let letters = below(letter, 27) & !below(letter, 1);
    let colons = equals(word, b':');
    let in_bars = below(word, b'@') & !digits;
    let last = 0x80 << 56;
    digits & !((digits | letters | dashes) << 8)
        | dashes & (colons >> 8 | last)
        | brackets & (in_bars >> 8 | last)
        | bars
}

/// Returns `true` if a number right after this byte is part of a word.
fn in_word(before: u8) -> bool {
    matches!(before, b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.' | b'/' | b'#' | b':' | 0x80..=0xe1 | 0xe3..)
}

/// Returns `true` for block elements, heavy lines and their ends, braille spinners and squares.
fn is_bar(char: [u8; 3]) -> bool {
    let [first, second, third] = char.map(u32::from);
    let code = (first & 0xf) << 12 | (second & 0x3f) << 6 | third & 0x3f;
    first == 0xe2
        && matches!(code, 0x2580..=0x2593 | 0x2501 | 0x2578..=0x257b | 0x257e | 0x2800..=0x28ff
            | 0x25a0 | 0x25a1 | 0x25b0 | 0x25b1)
}

/// Returns the length of a bar such as `[####>   ]`, or 0: only bar chars between two brackets, at least five and not
/// all spaces.
fn ascii_bar_len(text: &[u8], open: u8) -> usize {
    let close = if open == b'[' { b']' } else { b'|' };
    let inside = text.get(1..).unwrap_or_default();
    let inner = count(inside, |byte| matches!(byte, b'#' | b'=' | b'>' | b'-' | b'.' | b'*' | b' '));
    let solid = || inside.iter().take(inner).any(|&byte| byte != b' ');
    if inner >= 5 && inside.get(inner) == Some(&close) && solid() { inner + 2 } else { 0 }
}

/// Returns the length of a number that is a measure, or 0: `12:03:04.5`, `2026-01-31T12:00:00Z`, `3/120`, `3 of 120`,
/// `12.5 MB/s`, `99%`, `0x7ffe12`. `digits` counts its leading digits, points and commas.
fn number_len(text: &[u8], digits: usize, before: u8) -> usize {
    let number = digits - usize::from(matches!(text.get(digits - 1), Some(b'.' | b',')));
    let rest = text.get(number..).unwrap_or_default();
    match rest {
        [b'x', hex @ ..] if text.starts_with(b"0x") => match count(hex, u8::is_ascii_hexdigit) {
            digits @ 6.. => digits + 2,
            _ => 0,
        },
        [b':', ..] => clock_len(text, before).unwrap_or(0),
        [b'-', ..] => date_len(text).unwrap_or(0),
        [b'/', total @ ..] | [b' ', b'o', b'f', b' ', total @ ..] => {
            let digits = count(total, |byte| byte.is_ascii_digit() || *byte == b'.');
            let end = text.len() - total.len() + digits;
            match digits {
                0 => 0,
                _ => date_len(text).unwrap_or_else(|| end + unit_len(text.get(end..).unwrap_or_default())),
            }
        }
        _ => match unit_len(rest) {
            0 => 0,
            unit => number + unit,
        },
    }
}
