//! What of a line may differ between lines that say the same: times, durations, sizes, rates, shares, progress.
//!
//! Plain numbers and words are not masked: `case 7`, `mod12` and `x v1.2` are different things. Masked are clock times
//! and dates, `12%`, `3/120`, `3 of 120`, numbers with a unit of time or size, addresses (`0x7ffe12`), bars and
//! spinners, with the spaces around them.

use alloc::string::String;

const MASK: char = '\u{1}';
/// Units of time, size and rate, after a number.
fn is_unit(word: &str) -> bool {
    matches!(
        word,
        "%" | "ns"
            | "us"
            | "\u{b5}s"
            | "ms"
            | "s"
            | "sec"
            | "secs"
            | "second"
            | "seconds"
            | "m"
            | "min"
            | "mins"
            | "minutes"
            | "h"
            | "d"
            | "B"
            | "b"
            | "bytes"
            | "k"
            | "K"
            | "kB"
            | "KB"
            | "MB"
            | "GB"
            | "TB"
            | "KiB"
            | "MiB"
            | "GiB"
            | "TiB"
            | "M"
            | "G"
            | "kb"
            | "mb"
            | "gb"
            | "it"
            | "B/s"
            | "kB/s"
            | "KB/s"
            | "MB/s"
            | "GB/s"
            | "KiB/s"
            | "MiB/s"
            | "GiB/s"
            | "it/s"
            | "s/it"
            | "k/s"
    )
}

/// The line with all that masked.
pub(super) fn masked(line: &str) -> String {
    let mut key = String::with_capacity(line.len());
    pieces(line, |piece| match piece {
        Some(text) => key.push_str(text),
        None => key.push(MASK),
    });
    key
}

/// A number that is equal for lines whose masked text is, and seldom for others.
pub(super) fn hash(line: &str) -> u64 {
    let mut hash = 0_u64;
    let mut mix = |word: u64| hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    pieces(line, |piece| {
        let (words, rest) = piece.unwrap_or("\u{1}").as_bytes().as_chunks::<8>();
        for word in words {
            mix(u64::from_le_bytes(*word));
        }
        mix(rest.iter().fold(rest.len() as u64, |word, &byte| word << 8 | u64::from(byte)));
    });
    hash
}

/// The text between measures, and none for measures: one for several in a row, without the spaces that align them.
fn pieces<'a>(line: &'a str, mut each: impl FnMut(Option<&'a str>)) {
    let bytes = line.as_bytes();
    let (mut from, mut at, mut masked) = (0, 0, false);
    let may_begin = |&byte: &u8| CLASSES[usize::from(byte)] == MAY_BEGIN;
    while let Some(next) = bytes.get(at..).and_then(|rest| rest.iter().position(may_begin)) {
        at += next;
        let before = at.checked_sub(1).filter(|_| at > from).and_then(|at| bytes.get(at)).copied().unwrap_or(b' ');
        let in_word = CLASSES[usize::from(before)] == WORD || before.is_ascii_digit();
        let length = if in_word { 0 } else { measure_len(line.get(at..).unwrap_or_default(), before) };
        if length == 0 {
            at += count(bytes.get(at..).unwrap_or_default(), u8::is_ascii_digit).max(1);
            continue;
        }
        let plain = line.get(from..at).unwrap_or_default();
        // What begins the line is kept: indentation matters.
        let trimmed =
            if from == 0 && plain.bytes().all(|byte| byte == b' ') { plain } else { plain.trim_end_matches(' ') };
        if !trimmed.is_empty() || !masked {
            each(Some(trimmed));
            each(None);
        }
        masked = true;
        at += length;
        at += bytes.iter().skip(at).take_while(|&&byte| byte == b' ').count();
        from = at;
    }
    each(line.get(from..));
}

const WORD: u8 = 1;
const MAY_BEGIN: u8 = 2;
/// By byte: part of a word, so that a number right after it is none of its own; or what a measure can begin with.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut at = 0;
    while at < 256 {
        let byte = at as u8;
        classes[at] = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.' | b'/' | b'#' | b':' | 0x80..=0xe1 | 0xe3..=0xff => WORD,
            b'0'..=b'9' | b'[' | b'|' | b'-' | 0xe2 => MAY_BEGIN,
            _ => 0,
        };
        at += 1;
    }
    classes
};

/// Bytes of the measure that a text begins with, or 0.
fn measure_len(text: &str, before: u8) -> usize {
    match text.as_bytes() {
        [b'0'..=b'9', ..] if before != b'-' => number_len(text, before),
        [b'-', b':', ..] => span(text, |c| matches!(c, '-' | ':')),
        [open @ (b'[' | b'|'), ..] => ascii_bar_len(text, *open),
        [0xe2, ..] => span(text, is_bar),
        _ => 0,
    }
}

fn span(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

/// Block elements, heavy lines and what ends them, braille spinners, squares.
fn is_bar(c: char) -> bool {
    matches!(c, '\u{2580}'..='\u{2593}' | '\u{2501}' | '\u{2578}'..='\u{257b}' | '\u{257e}' | '\u{2800}'..='\u{28ff}'
        | '\u{25a0}' | '\u{25a1}' | '\u{25b0}' | '\u{25b1}')
}

/// `[####>   ]`: nothing but the parts of a bar between two brackets, at least five and not all spaces.
fn ascii_bar_len(text: &str, open: u8) -> usize {
    let close = if open == b'[' { b']' } else { b'|' };
    let inner = text.bytes().skip(1).take_while(|byte| b"#=>-.* ".contains(byte)).count();
    let solid = text.bytes().skip(1).take(inner).any(|byte| byte != b' ');
    if inner >= 5 && solid && text.as_bytes().get(inner + 1) == Some(&close) { inner + 2 } else { 0 }
}

/// A number that is a measure: `12:03:04.5`, `2026-01-31T12:00:00Z`, `3/120`, `3 of 120`, `12.5 MB/s`, `99%`, `0x7ffe12`.
fn number_len(text: &str, before: u8) -> usize {
    let bytes = text.as_bytes();
    let digits = count(bytes, |byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','));
    let number = digits - usize::from(matches!(bytes.get(digits - 1), Some(b'.' | b',')));
    let rest = text.get(number..).unwrap_or_default();
    match rest.as_bytes() {
        [b'x', hex @ ..] if bytes.starts_with(b"0x") => match count(hex, u8::is_ascii_hexdigit) {
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
        [b' ' | b'%' | b'A'..=b'Z' | b'a'..=b'z' | 0xc2, ..] => match unit_len(rest) {
            0 => 0,
            unit => number + unit,
        },
        _ => 0,
    }
}

fn count(bytes: &[u8], belongs: impl Fn(&u8) -> bool) -> usize {
    bytes.iter().position(|byte| !belongs(byte)).unwrap_or(bytes.len())
}

/// `1:02:03.456`; `02:03` only in a bracket, as progress bars have it: elsewhere it may be a line and a column.
fn clock_len(text: &str, before: u8) -> Option<usize> {
    let length = span(text, |c| c.is_ascii_digit() || matches!(c, ':' | '.' | ','));
    let clock = text.get(..length)?.trim_end_matches([':', '.', ',']);
    let mut parts = clock.split([':', '.', ',']);
    let whole = parts.next().is_some_and(|part| part.len() <= 3);
    let colons = clock.bytes().filter(|&byte| byte == b':').count();
    let twos = parts.take(colons).all(|part| part.len() == 2);
    let shape = whole && twos && (colons == 2 || colons == 1 && matches!(before, b'[' | b'<'));
    let zone = text.get(clock.len()..).is_some_and(|rest| rest.starts_with('Z'));
    shape.then_some(clock.len() + usize::from(zone))
}

/// `2026-01-31` with an optional time.
fn date_len(text: &str) -> Option<usize> {
    let shape = text.as_bytes().get(..10)?;
    let date = shape.iter().enumerate().all(|(at, byte)| match at {
        4 | 7 => matches!(byte, b'-' | b'/'),
        _ => byte.is_ascii_digit(),
    });
    let time = text.get(10..)?.strip_prefix(['T', ' ']);
    let clock = time.map_or(0, |time| span(time, |c| c.is_ascii_digit() || matches!(c, ':' | '.' | ',' | 'Z' | '+')));
    date.then_some(if clock >= 5 { 11 + clock } else { 10 })
}

/// Bytes of the unit that a text begins with, a space before it included.
fn unit_len(text: &str) -> usize {
    let (space, text) = text.strip_prefix(' ').map_or((0, text), |text| (1, text));
    // No unit has more than 8 bytes.
    let first = text.as_bytes().get(..9).unwrap_or(text.as_bytes());
    let length = count(first, |byte| byte.is_ascii_alphabetic() || matches!(byte, b'/' | b'%' | 0xc2 | 0xb5));
    let unit = text.get(..length).unwrap_or_default();
    let ends = !matches!(text.as_bytes().get(length), Some(b'0'..=b'9' | b'_' | 0x80..));
    // `12 s` may be anything, `12s` is a time.
    let known = is_unit(unit) && (space == 0 || unit.len() > 1 || unit == "%");
    if ends && known { space + length } else { 0 }
}
