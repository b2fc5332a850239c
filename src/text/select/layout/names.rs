//! The names of files and folders with their counts: one line that says what there is.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::hash::{Table, hash};
use crate::number::grouped;

/// Bytes of names that are held.
const MOST: usize = 16 * 1024;

/// Names in the order in which they came, and how often.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    counts: Vec<(String, u32)>,
    places: Table,
    bytes: usize,
    /// Names that are not held, and all that was counted.
    others: u32,
    total: u32,
    /// The place of the last one.
    last: usize,
}

impl Names {
    pub(super) fn new() -> Self {
        Self { counts: Vec::new(), places: Table::new(), bytes: 0, others: 0, total: 0, last: 0 }
    }

    /// Counts a name; returns how often it was there before.
    pub(super) fn count(&mut self, name: &str) -> u32 {
        self.total = self.total.saturating_add(1);
        if let Some((last, count)) = self.counts.get_mut(self.last)
            && last == name
        {
            *count += 1;
            return *count - 1;
        }
        let free = self.bytes < MOST;
        let hash = hash(name.as_bytes());
        if self.places.get(hash).is_none() && !free {
            self.others = self.others.saturating_add(1);
            return 1;
        }
        let next = self.counts.len() as u32;
        let place = *self.places.entry(hash, next);
        if place == next {
            self.bytes += name.len() + 32;
            self.counts.push((name.to_string(), 0));
        }
        self.last = place as usize;
        let Some((_, count)) = self.counts.get_mut(place as usize) else { return 1 };
        *count += 1;
        *count - 1
    }

    /// `214 hits in 31 files: src/a.rs 40, src/b.rs 12, 29 more`, in about so many bytes; none for fewer than three names.
    pub(crate) fn said(&self, what: &str, of: &str, room: usize) -> Option<(u64, String)> {
        if self.counts.len() < 3 {
            return None;
        }
        let files = self.counts.len() as u64 + u64::from(self.others);
        let (first, rest) = match what {
            "" => (files, [of, ": "].concat()),
            _ => (u64::from(self.total), [what, " in ", &grouped(files), " ", of, ": "].concat()),
        };
        let mut text = rest;
        let mut named = 0;
        for (name, count) in &self.counts {
            let with = if what.is_empty() { name.clone() } else { [name, " ", &grouped(u64::from(*count))].concat() };
            if text.len() + with.len() + 24 > room {
                break;
            }
            if named > 0 {
                text.push_str(", ");
            }
            text.push_str(&with);
            named += 1;
        }
        let left = files.saturating_sub(named);
        if named == 0 {
            return None;
        }
        if left > 0 {
            text.push_str(", ");
            text.push_str(&grouped(left));
            text.push_str(" more");
        }
        Some((first, text))
    }
}
