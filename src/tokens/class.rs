//! Classes of chars in the patterns that split a text, from a packed table.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::table::RUNS;

/// A set of classes; each char is in exactly one.
pub(super) type Set = u8;

/// `\p{Lu}` and `\p{Lt}`.
pub(super) const UPPER: Set = 1;
/// `\p{Ll}`.
pub(super) const LOWER: Set = 2;
/// `\p{Lm}` and `\p{Lo}`.
pub(super) const UNCASED: Set = 4;
/// `\p{M}`.
pub(super) const MARK: Set = 8;
/// `\p{N}`.
pub(super) const NUMBER: Set = 16;
/// `\s` but for the two of [`BREAK`].
pub(super) const SPACE: Set = 32;
/// CR and LF.
pub(super) const BREAK: Set = 64;
/// Everything else.
pub(super) const OTHER: Set = 128;

/// `\p{L}`.
pub(super) const LETTER: Set = UPPER | LOWER | UNCASED;

/// The classes of the table by their numbers there.
pub(super) const CLASSES: [Set; 8] = [OTHER, UPPER, LOWER, UNCASED, MARK, NUMBER, SPACE, BREAK];

/// Code points that the expanded table holds: beyond there are only variation selectors, and what is in no class.
const EXPANDED: usize = 0x3_4000;
const SELECTORS: core::ops::RangeInclusive<u32> = 0xe0100..=0xe01ef;

/// A run's length if one more byte holds it, and if two do: less than that takes no more bytes.
pub(super) const ONE_BYTE: usize = 31;
pub(super) const TWO_BYTES: usize = ONE_BYTE + 256;

/// The class of each code point.
pub(super) struct Classes {
    ascii: [Set; 128],
    /// One byte for each code point: words are looked up char by char, and a search in runs takes ten times as long.
    all: Box<[Set]>,
}

impl Classes {
    pub(super) fn new() -> Self {
        let mut all: Vec<Set> = Vec::with_capacity(EXPANDED);
        let mut bytes = RUNS.iter().copied();
        while let Some(head) = bytes.next() {
            let mut more = || usize::from(bytes.next().unwrap_or_default());
            let length = match usize::from(head & 31) {
                30 => ONE_BYTE + more(),
                31 => TWO_BYTES + (more() << 8) + more(),
                short => short + 1,
            };
            let class = CLASSES.get(usize::from(head >> 5)).copied().unwrap_or(OTHER);
            all.resize((all.len() + length).min(EXPANDED), class);
        }
        all.resize(EXPANDED, OTHER);
        let mut ascii = [OTHER; 128];
        for (class, &known) in ascii.iter_mut().zip(&all) {
            *class = known;
        }
        Self { ascii, all: all.into_boxed_slice() }
    }

    /// The class of an ASCII char; of other bytes nothing.
    #[inline(always)]
    pub(super) fn ascii(&self, byte: u8) -> Option<Set> {
        self.ascii.get(usize::from(byte)).copied()
    }

    #[inline(always)]
    pub(super) fn of(&self, code: u32) -> Set {
        match self.all.get(code as usize) {
            Some(&class) => class,
            None if SELECTORS.contains(&code) => MARK,
            None => OTHER,
        }
    }
}

/// Packs the classes of all code points from 0 on, for the table.
#[cfg(test)]
pub(super) fn pack(class_of: impl Fn(u32) -> Option<Set>) -> Vec<u8> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for code in 0..EXPANDED as u32 {
        // Surrogates are no chars: they lengthen the run before them.
        let number = class_of(code).map(|class| CLASSES.iter().position(|each| *each == class).unwrap_or_default());
        match runs.last_mut() {
            Some((last, length)) if number.is_none_or(|number| number == *last) => *length += 1,
            _ => runs.push((number.unwrap_or_default(), 1)),
        }
    }
    // Code points after the last run have no class.
    runs.pop_if(|(number, _)| *number == 0);
    let mut bytes = Vec::new();
    for (number, mut length) in runs {
        while length > 0 {
            let head = (number << 5) as u8;
            let part = length.min(TWO_BYTES + usize::from(u16::MAX));
            match part {
                ..ONE_BYTE => bytes.push(head | (part - 1) as u8),
                ONE_BYTE..TWO_BYTES => bytes.extend([head | 0x1e, (part - ONE_BYTE) as u8]),
                _ => bytes.extend([head | 0x1f, ((part - TWO_BYTES) >> 8) as u8, (part - TWO_BYTES) as u8]),
            }
            length -= part;
        }
    }
    bytes
}
