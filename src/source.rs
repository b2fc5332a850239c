//! Windowed, read-only access to a text owned by the host.
//!
//! A text of 50 MB need not be copied to be trimmed: the planner asks for positions, sizes and the few windows that
//! it has to see. Positions are offsets in the owner's own unit: bytes for [`StrSource`], UTF-16 units for a
//! JavaScript string. All positions that are handed in stand between two chars.

use alloc::string::String;
use alloc::vec::Vec;

use crate::facts::Facts;
use crate::quick::is_ascii;

/// Units that are read at a time where a text has to be walked.
pub(crate) const WINDOW: usize = 4096;

/// Text, read by position.
///
/// A position outside the text or inside a char gives an unspecified result but never a panic.
pub trait Source {
    /// The length of the text in the owner's units.
    fn len(&self) -> usize;

    /// True for the empty text.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The text between two positions; `buffer` is there for owners that have to copy.
    fn read<'a>(&'a self, from: usize, to: usize, buffer: &'a mut Vec<u8>) -> &'a str;

    /// Number of the owner's units that a char takes.
    fn units(&self, c: char) -> usize;

    /// Returns the last char boundary at or before `at`.
    fn align(&self, at: usize) -> usize;

    /// The position right after the first LF between two positions.
    fn newline_after(&self, from: usize, to: usize) -> Option<usize>;

    /// The position right after the last LF between two positions.
    fn newline_before(&self, from: usize, to: usize) -> Option<usize>;

    /// Returns `true` if an LF directly precedes a position.
    fn follows_newline(&self, at: usize) -> bool {
        at > 0 && self.newline_before(self.align(at - 1), at).is_some()
    }

    /// Chars between two positions.
    fn chars(&self, from: usize, to: usize) -> usize;

    /// UTF-16 units between two positions.
    fn utf16(&self, from: usize, to: usize) -> usize;

    /// UTF-8 bytes between two positions.
    fn bytes(&self, from: usize, to: usize) -> usize;

    /// LFs between two positions.
    fn newlines(&self, from: usize, to: usize) -> usize;

    /// The fewest and the most chars and bytes that a text of this length can have.
    fn bounds(&self) -> Bounds;

    /// The furthest position at most `count` chars after `from`.
    fn skip_chars(&self, from: usize, to: usize, count: usize) -> usize {
        walk(self, from, to, count, |window| window.chars().count(), |_| 1)
    }

    /// The furthest position at most `count` chars before `to`.
    fn skip_chars_back(&self, from: usize, to: usize, count: usize) -> usize {
        walk_back(self, from, to, count, |_| 1)
    }

    /// The furthest position at most `count` UTF-16 units after `from`.
    fn skip_utf16(&self, from: usize, to: usize, count: usize) -> usize;

    /// The furthest position at most `count` UTF-16 units before `to`.
    fn skip_utf16_back(&self, from: usize, to: usize, count: usize) -> usize;

    /// The furthest position at most `count` bytes after `from`.
    fn skip_bytes(&self, from: usize, to: usize, count: usize) -> usize {
        walk(self, from, to, count, str::len, char::len_utf8)
    }

    /// The furthest position at most `count` bytes before `to`.
    fn skip_bytes_back(&self, from: usize, to: usize, count: usize) -> usize {
        walk_back(self, from, to, count, char::len_utf8)
    }

    /// The tokens of `text[..head] + marker + text[tail..]` by the owner's own counter.
    fn count_tokens(&self, _head: usize, _marker: &str, _tail: usize) -> usize {
        usize::MAX
    }

    /// Facts of a stream about the text beyond the part in memory.
    #[doc(hidden)]
    fn facts(&self) -> Option<&Facts> {
        None
    }
}

/// Bounds on sizes that follow from the length of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The fewest and the most chars.
    pub chars: (usize, usize),
    /// The fewest and the most UTF-16 units.
    pub utf16: (usize, usize),
    /// The fewest and the most bytes.
    pub bytes: (usize, usize),
}

/// The end of the char that begins at `at`.
pub(crate) fn next<S: Source + ?Sized>(source: &S, at: usize) -> usize {
    let len = source.len();
    (at + 1..=at + 4).map(|end| source.align(end.min(len))).find(|&end| end > at).unwrap_or(len)
}

/// Calls `each` with the text between two positions, a window at a time, until it answers false. The windows are the
/// same for all owners of a text: what is estimated piece by piece must not depend on who holds it.
pub(crate) fn windows<S: Source + ?Sized>(source: &S, from: usize, to: usize, mut each: impl FnMut(&str) -> bool) {
    let mut buffer = Vec::new();
    let mut at = from;
    while at < to {
        let end = source.skip_utf16(at, to, WINDOW);
        if end <= at || !each(source.read(at, end, &mut buffer)) {
            return;
        }
        at = end;
    }
}

/// Whole windows while they fit, then char by char. `size` is 1 for each char of ASCII.
fn walk<S: Source + ?Sized>(
    source: &S,
    from: usize,
    to: usize,
    count: usize,
    whole: impl Fn(&str) -> usize,
    size: impl Fn(char) -> usize,
) -> usize {
    let (mut at, mut left) = (from, count);
    windows(source, from, to, |window| {
        if let Some(rest) = left.checked_sub(whole(window)) {
            left = rest;
            at += units_of(source, window);
            return true;
        }
        if is_ascii(window) {
            at += left;
            return false;
        }
        for c in window.chars() {
            match left.checked_sub(size(c)) {
                Some(rest) => left = rest,
                None => return false,
            }
            at += source.units(c);
        }
        true
    });
    at
}

/// The length of a piece in the owner's units.
pub(crate) fn units_of<S: Source + ?Sized>(source: &S, piece: &str) -> usize {
    if is_ascii(piece) { piece.len() } else { piece.chars().map(|c| source.units(c)).sum() }
}

pub(crate) fn utf16_len(text: &str) -> usize {
    if is_ascii(text) { text.len() } else { text.chars().count() + pairs(text) }
}

/// Chars that are two UTF-16 units: the only ones of four bytes.
pub(crate) fn pairs(text: &str) -> usize {
    // Their first byte begins with four ones.
    count_bytes(text, |word| word & word << 1 & word << 2 & word << 3)
}

pub(crate) fn newlines(text: &str) -> usize {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    // 0 in the bytes that are an LF, and only there no bit reaches the highest.
    count_bytes(text, |word| {
        let other = word ^ 0x0a0a_0a0a_0a0a_0a0a;
        !(((other & LOW) + LOW) | other)
    })
}

/// Counts bytes, eight at a time: `marks` sets the highest bit of those that count, among which are no zeros.
fn count_bytes(text: &str, marks: impl Fn(u64) -> u64) -> usize {
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let mut last = 0;
    for &byte in rest {
        last = last << 8 | u64::from(byte);
    }
    let count = |word| (marks(word) & 0x8080_8080_8080_8080).count_ones() as usize;
    let mut sum = count(last);
    for word in words {
        sum += count(u64::from_le_bytes(*word));
    }
    sum
}

/// As [`walk`], backwards.
fn walk_back<S: Source + ?Sized>(
    source: &S,
    from: usize,
    to: usize,
    count: usize,
    size: impl Fn(char) -> usize,
) -> usize {
    let mut buffer = Vec::new();
    let (mut at, mut left) = (to, count);
    while at > from {
        let start = if at - from > WINDOW { source.align(at - WINDOW) } else { from };
        let window = source.read(start, at, &mut buffer);
        if is_ascii(window) {
            let taken = window.len().min(left);
            (at, left) = (at - taken.min(at), left - taken);
        } else {
            for c in window.chars().rev() {
                match left.checked_sub(size(c)) {
                    Some(rest) => left = rest,
                    None => return at,
                }
                at -= source.units(c).min(at);
            }
        }
        if left == 0 || at > start {
            return at;
        }
    }
    at
}

/// A `&str`, read by byte offset.
#[derive(Clone, Copy, Debug)]
pub struct StrSource<'a>(pub &'a str);

impl<'a> StrSource<'a> {
    fn slice(&self, from: usize, to: usize) -> &'a str {
        self.0.get(from..to).unwrap_or_default()
    }
}

impl Source for StrSource<'_> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn read<'a>(&'a self, from: usize, to: usize, _buffer: &'a mut Vec<u8>) -> &'a str {
        self.slice(from, to)
    }

    fn units(&self, c: char) -> usize {
        c.len_utf8()
    }

    fn align(&self, at: usize) -> usize {
        floor(self.0, at)
    }

    fn newline_after(&self, from: usize, to: usize) -> Option<usize> {
        self.slice(from, to).find('\n').map(|at| from + at + 1)
    }

    fn newline_before(&self, from: usize, to: usize) -> Option<usize> {
        self.slice(from, to).rfind('\n').map(|at| from + at + 1)
    }

    fn follows_newline(&self, at: usize) -> bool {
        at > 0 && self.0.as_bytes().get(at - 1) == Some(&b'\n')
    }

    fn chars(&self, from: usize, to: usize) -> usize {
        self.slice(from, to).chars().count()
    }

    fn utf16(&self, from: usize, to: usize) -> usize {
        utf16_len(self.slice(from, to))
    }

    fn bytes(&self, from: usize, to: usize) -> usize {
        to.saturating_sub(from)
    }

    fn newlines(&self, from: usize, to: usize) -> usize {
        newlines(self.slice(from, to))
    }

    fn bounds(&self) -> Bounds {
        let len = self.0.len();
        Bounds { chars: (len.div_ceil(4), len), utf16: (len.div_ceil(3), len), bytes: (len, len) }
    }

    fn skip_chars(&self, from: usize, to: usize, count: usize) -> usize {
        let slice = self.slice(from, to);
        let mut chars = slice.chars();
        if let Some(last) = count.checked_sub(1) {
            let _ = chars.nth(last);
            return from + slice.len() - chars.as_str().len();
        }
        from
    }

    fn skip_utf16(&self, from: usize, to: usize, count: usize) -> usize {
        let (mut at, mut left) = (from, count);
        // As many bytes as remaining units are never too many; in ASCII they are all.
        while at < to && left > 0 {
            let end = self.align(at.saturating_add(left).min(to));
            let end = if end > at { end } else { next(self, at) };
            let Some(rest) = left.checked_sub(utf16_len(self.slice(at, end))) else { break };
            (at, left) = (end, rest);
        }
        at
    }

    fn skip_utf16_back(&self, from: usize, to: usize, count: usize) -> usize {
        let (mut at, mut left) = (to, count);
        while at > from && left > 0 {
            let start = self.align(at.saturating_sub(left).max(from));
            let Some(rest) = left.checked_sub(utf16_len(self.slice(start, at))) else {
                // The char that `left` bytes end in takes more than is left.
                let inner = next(self, start);
                if inner >= at {
                    break;
                }
                left = left.saturating_sub(utf16_len(self.slice(inner, at)));
                at = inner;
                continue;
            };
            (at, left) = (start, rest);
        }
        at
    }

    fn skip_bytes(&self, from: usize, to: usize, count: usize) -> usize {
        self.align(from.saturating_add(count).min(to)).max(from)
    }

    fn skip_bytes_back(&self, from: usize, to: usize, count: usize) -> usize {
        let at = to.saturating_sub(count).max(from);
        let aligned = self.align(at);
        if aligned < at { next(self, aligned) } else { at }
    }
}

/// The text between two positions.
pub(crate) fn piece<S: Source + ?Sized>(source: &S, from: usize, to: usize) -> String {
    let mut buffer = Vec::new();
    String::from(source.read(from, to, &mut buffer))
}

/// Returns both ends of a text, up to `most` UTF-16 units each; the second is empty if the first is everything.
pub(crate) fn ends_of<S: Source + ?Sized>(source: &S, most: usize) -> (String, String) {
    let len = source.len();
    let head = source.skip_utf16(0, len, most);
    let tail = source.skip_utf16_back(head, len, most);
    (piece(source, 0, head), piece(source, tail, len))
}

/// The char boundary at or before a place.
pub(crate) fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
