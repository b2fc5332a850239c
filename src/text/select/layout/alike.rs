//! Lines that differ in digits alone: where many do, only some of them are read cell by cell.
//!
//! Such lines have the same length and digits at the same positions. So a mask of bytes, made once, finds the digits that
//! could make one of them odd: those of columns with few values, such as the status of a request.

use alloc::vec::Vec;

use super::forms::{but_digits, of_words};
use crate::hash::{Table, mix};

/// Bytes of a line that is looked up: longer ones are rare.
const LONGEST: usize = 256;
/// Lines that must be alike before a mask is made, and lines with the same digits under it before one is skipped.
const MANY: u32 = 64;
const SAME: u32 = 16;
/// Of the lines that are skipped, the cells of every sixteenth are read, and count for all of them.
pub(super) const OF_SAME: u32 = 16;
/// Texts without digits, masks and digits under masks that are remembered.
const TEXTS: usize = 1024;
const MASKS: usize = 64;
const CODES: usize = 4096;

/// Texts without digits, with what is known of their lines.
#[derive(Clone, Debug)]
pub(super) struct Alike {
    /// The count of a text, and from [`MANY`] on the place of its mask.
    texts: Table,
    known: Vec<Known>,
    codes: Table,
}

#[derive(Clone, Debug)]
struct Known {
    level: u16,
    heads: bool,
    mask: [u64; LONGEST / 8],
}

/// What is known of a line before it is read.
pub(super) enum Seen {
    /// Read it.
    New,
    /// Read it, and call [`Alike::learn`].
    Often(u64),
    /// It says nothing new; `counts`: its cells count for [`OF_SAME`] lines.
    Again { level: u16, heads: bool, counts: bool },
}

impl Alike {
    pub(super) fn new() -> Self {
        Self { texts: Table::new(), known: Vec::new(), codes: Table::new() }
    }

    pub(super) fn see(&mut self, text: &str) -> Seen {
        let key = but_digits(text);
        let is_new = || self.texts.get(key).is_none();
        if text.len() > LONGEST || self.texts.len() >= TEXTS && is_new() {
            return Seen::New;
        }
        let held = self.texts.entry(key, 0);
        if *held < MANY {
            let is_last = *held + 1 == MANY;
            *held += u32::from(!is_last);
            return if is_last && self.known.len() < MASKS { Seen::Often(key) } else { Seen::New };
        }
        let Some(known) = self.known.get((*held - MANY) as usize) else { return Seen::New };
        let code = mix(key ^ of_words(text, |at, word| word & known.mask.get(at).copied().unwrap_or_default()));
        if self.codes.len() >= CODES && self.codes.get(code).is_none() {
            return Seen::New;
        }
        let count = self.codes.entry(code, 0);
        *count = if *count == u32::MAX { SAME } else { *count + 1 };
        if *count <= SAME {
            return Seen::New;
        }
        Seen::Again { level: known.level, heads: known.heads, counts: count.is_multiple_of(OF_SAME) }
    }

    /// Remembers the lines of a text without digits; `cells` are those of their bytes that may make one odd.
    pub(super) fn learn(&mut self, key: u64, (level, heads): (u16, bool), cells: impl Iterator<Item = (usize, usize)>) {
        let mut mask = [0; LONGEST / 8];
        for at in cells.flat_map(|(from, to)| from..to) {
            if let Some(word) = mask.get_mut(at / 8) {
                *word |= 0xff << (at % 8 * 8);
            }
        }
        *self.texts.entry(key, 0) = MANY + self.known.len() as u32;
        self.known.push(Known { level, heads, mask });
    }
}
