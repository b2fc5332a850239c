//! Byte searches that test eight bytes at a time.

/// Returns the position of the first marked byte; `mark` sets the high bit of each matching byte in a word of eight.
#[inline]
pub(super) fn position(bytes: &[u8], mark: impl Fn(u64) -> u64) -> Option<usize> {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut words = words.iter();
    let mut at = 0;
    // One loop for the rest, too: what is called in one place is inlined, even if the build is optimized for size.
    loop {
        let (word, missing) = match words.next() {
            Some(word) => (u64::from_le_bytes(*word), 0),
            None if at < bytes.len() => (last_word(bytes, rest), 8 * (8 - rest.len())),
            None => return None,
        };
        let marked = mark(word) << missing >> missing;
        if marked != 0 {
            return Some(at + first(marked));
        }
        at += 8;
    }
}

/// Reads the bytes after the last word of eight as the end of the last eight bytes, or alone if there are fewer.
fn last_word(bytes: &[u8], rest: &[u8]) -> u64 {
    match bytes.last_chunk::<8>() {
        Some(word) => u64::from_le_bytes(*word) >> (8 * (8 - rest.len())),
        None => rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    }
}

fn first(marked: u64) -> usize {
    marked.trailing_zeros() as usize / 8
}

pub(super) const HIGH: u64 = every(0x80);

/// Marks the bytes below an ASCII char.
pub(super) const fn below(word: u64, limit: u8) -> u64 {
    // No sum carries into the next byte, because the high bits are masked out.
    !(((word & !HIGH) + every(0x80 - limit)) | word) & HIGH
}

/// Marks the bytes equal to `byte`.
pub(super) const fn equals(word: u64, byte: u8) -> u64 {
    let differing = word ^ every(byte);
    !(((differing & !HIGH) + every(0x7f)) | differing) & HIGH
}

pub(super) const fn every(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

/// Returns how many bytes from the start match.
pub(super) fn count(bytes: &[u8], belongs: impl Fn(&u8) -> bool) -> usize {
    bytes.iter().position(|byte| !belongs(byte)).unwrap_or(bytes.len())
}
