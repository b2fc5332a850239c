//! Finds the end of a token of JSON.

use super::escape;

/// One in each of eight bytes.
const ONES: u64 = u64::from_le_bytes([1; 8]);
/// The high bit of each of eight bytes.
const HIGH: u64 = ONES << 7;

/// The place after white space.
#[inline]
pub(crate) fn after_space(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(at) {
        at += 1;
    }
    at
}

/// The place before white space that ends here.
pub(super) fn before_space(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = at.checked_sub(1).and_then(|before| bytes.get(before)) {
        at -= 1;
    }
    at
}

/// Returns the end of a text that begins at this quote, and the bytes of the decoded text.
#[inline]
pub(super) fn text_end(bytes: &[u8], start: usize) -> Option<(usize, usize)> {
    let mut at = start + 1;
    // Bytes that escapes are longer than their chars.
    let mut escaped = 0;
    loop {
        at = after_plain(bytes, at);
        match bytes.get(at)? {
            b'"' => return Some((at + 1, at - start - 1 - escaped)),
            b'\\' => {
                let (c, end) = escape::read(bytes, at)?;
                escaped += end - at - c.len_utf8();
                at = end;
            }
            _ => return None,
        }
    }
}

/// The place of the next quote, backslash or control character, or at most 7 bytes before the end.
#[inline]
fn after_plain(bytes: &[u8], mut at: usize) -> usize {
    while let Some(eight) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let eight = u64::from_le_bytes(*eight);
        let found = (zeros(eight ^ (ONES * 0x22)) | zeros(eight ^ (ONES * 0x5c)) | below_space(eight)) & HIGH;
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    while bytes.get(at).is_some_and(|byte| !matches!(byte, b'"' | b'\\' | 0..=0x1f)) {
        at += 1;
    }
    at
}

/// The high bit where a byte is zero. A borrow may set it in bytes after the first one found, never before.
#[inline]
fn zeros(eight: u64) -> u64 {
    eight.wrapping_sub(ONES) & !eight
}

/// The high bit where a byte is below 0x20, as in [`zeros`].
#[inline]
fn below_space(eight: u64) -> u64 {
    eight.wrapping_sub(ONES * 0x20) & !eight
}

/// The end of a number that begins here.
#[inline]
pub(super) fn number_end(bytes: &[u8], start: usize) -> Option<usize> {
    let whole = start + usize::from(bytes.get(start) == Some(&b'-'));
    let mut at = match bytes.get(whole)? {
        b'0' => whole + 1,
        _ => some_digits(bytes, whole)?,
    };
    if bytes.get(at) == Some(&b'.') {
        at = some_digits(bytes, at + 1)?;
    }
    if let Some(b'e' | b'E') = bytes.get(at) {
        let signed = matches!(bytes.get(at + 1), Some(b'+' | b'-'));
        at = some_digits(bytes, at + 1 + usize::from(signed))?;
    }
    Some(at)
}

/// The end of digits that begin here.
#[inline]
fn some_digits(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    (at > start).then_some(at)
}

/// The end of a word that must stand here.
pub(super) fn word_end(bytes: &[u8], start: usize, word: &[u8]) -> Option<usize> {
    bytes.get(start..)?.starts_with(word).then_some(start + word.len())
}
