//! Classes of chars in the rules for grapheme clusters, from a packed table.

use super::table::{INDEX, RUNS};

/// `Grapheme_Cluster_Break`, `Extended_Pictographic` and `Indic_Conjunct_Break` in one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Class {
    #[default]
    Other,
    Control,
    /// Extends both emoji and conjuncts.
    Extend,
    /// Extends, and links the consonants of a conjunct.
    Linker,
    /// Extends, but ends a conjunct.
    NonJoiner,
    Joiner,
    SpacingMark,
    Prepend,
    L,
    V,
    T,
    Regional,
    Pictographic,
    Consonant,
    // Not in the table.
    Cr,
    Lf,
    Lv,
    Lvt,
}

/// The classes of the table by their numbers there.
pub(super) const CLASSES: [Class; 14] = [
    Class::Other,
    Class::Control,
    Class::Extend,
    Class::Linker,
    Class::NonJoiner,
    Class::Joiner,
    Class::SpacingMark,
    Class::Prepend,
    Class::L,
    Class::V,
    Class::T,
    Class::Regional,
    Class::Pictographic,
    Class::Consonant,
];

/// The first code point of the table.
pub(super) const FIRST: u32 = 0x80;
/// Bits of an index entry that are an offset into the runs; those above are a code point.
pub(super) const OFFSET_BITS: u32 = 11;
/// A run's length if one more byte holds it, and if two do: less than that takes no more bytes.
pub(super) const ONE_BYTE: u32 = 15;
pub(super) const TWO_BYTES: u32 = ONE_BYTE + 256;

/// Looks up classes. Remembers the last run, since a text stays in one script for a while.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Classes {
    from: u32,
    to: u32,
    class: Class,
}

impl Classes {
    #[inline(always)]
    pub(super) fn of(&mut self, c: char) -> Class {
        match c as u32 {
            0x20..=0x7e => Class::Other,
            0x0a => Class::Lf,
            0x0d => Class::Cr,
            ..FIRST => Class::Control,
            // Syllables with no final consonant come every 28.
            code @ 0xac00..=0xd7a3 if (code - 0xac00).is_multiple_of(28) => Class::Lv,
            0xac00..=0xd7a3 => Class::Lvt,
            code => {
                if !(self.from..self.to).contains(&code) {
                    *self = run(code);
                }
                self.class
            }
        }
    }
}

/// Finds the run that holds a code point: the index narrows it down to a few.
#[inline(never)]
fn run(code: u32) -> Classes {
    let block = INDEX.partition_point(|entry| entry >> OFFSET_BITS <= code).saturating_sub(1);
    let entry = INDEX.get(block).copied().unwrap_or_default();
    let mut from = entry >> OFFSET_BITS;
    let mut bytes = RUNS.get((entry & ((1 << OFFSET_BITS) - 1)) as usize..).unwrap_or_default().iter();
    while let Some(&head) = bytes.next() {
        let mut more = || bytes.next().map_or(0, |&byte| u32::from(byte));
        let length = match head & 15 {
            14 => ONE_BYTE + more(),
            15 => TWO_BYTES + (more() << 8) + more(),
            short => u32::from(short) + 1,
        };
        if code < from + length {
            let class = CLASSES.get(usize::from(head >> 4)).copied().unwrap_or_default();
            return Classes { from, to: from + length, class };
        }
        from += length;
    }
    Classes { from, to: u32::MAX, class: Class::Other }
}
