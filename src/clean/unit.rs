//! Units of measured values.

use super::bytes::count;

/// Returns the length in bytes of the unit at the start of a text, including a space before it.
pub(super) fn unit_len(text: &[u8]) -> usize {
    let (space, text) = match text {
        [b' ', text @ ..] => (1, text),
        _ => (0, text),
    };
    // Fast path: most words after a number begin with another byte.
    if !matches!(text.first(), Some(b'%' | b'B'..=b'T' | b'b'..=b'u' | 0xc2)) {
        return 0;
    }
    // No unit is longer than 8 bytes.
    let first = text.get(..9).unwrap_or(text);
    let length = count(first, |byte| byte.is_ascii_alphabetic() || matches!(byte, b'/' | b'%' | 0xc2 | 0xb5));
    let unit = text.get(..length).unwrap_or_default();
    let ends = !matches!(text.get(length), Some(b'0'..=b'9' | b'_' | 0x80..));
    // `12 s` may be anything, `12s` is a time.
    let known = is_unit(unit) && (space == 0 || unit.len() > 1 || unit == b"%");
    if ends && known { space + length } else { 0 }
}

/// Returns `true` for units of time, size and rate, as they follow a number.
fn is_unit(word: &[u8]) -> bool {
    matches!(
        word,
        b"%" | b"ns"
            | b"us"
            | b"\xc2\xb5s"
            | b"ms"
            | b"s"
            | b"sec"
            | b"secs"
            | b"second"
            | b"seconds"
            | b"m"
            | b"min"
            | b"mins"
            | b"minutes"
            | b"h"
            | b"d"
            | b"B"
            | b"b"
            | b"bytes"
            | b"k"
            | b"K"
            | b"kB"
            | b"KB"
            | b"MB"
            | b"GB"
            | b"TB"
            | b"KiB"
            | b"MiB"
            | b"GiB"
            | b"TiB"
            | b"M"
            | b"G"
            | b"kb"
            | b"mb"
            | b"gb"
            | b"it"
            | b"B/s"
            | b"kB/s"
            | b"KB/s"
            | b"MB/s"
            | b"GB/s"
            | b"KiB/s"
            | b"MiB/s"
            | b"GiB/s"
            | b"it/s"
            | b"s/it"
            | b"k/s"
    )
}
