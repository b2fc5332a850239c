//! Lines that give an overview: a few of each file, folder or form, the first of each before the second of any.

use alloc::vec::Vec;

use super::super::entry::Entry;
use crate::order::ordered;

/// Lines of a bounded number of bytes, those of the lowest rank.
#[derive(Clone, Debug, Default)]
pub(super) struct Items {
    lines: Vec<(u32, Entry)>,
    bytes: usize,
    most: usize,
    /// Lines of this rank or a higher one are not taken any more.
    limit: u32,
}

impl Items {
    pub(super) fn new(most: usize) -> Self {
        Self { lines: Vec::new(), bytes: 0, most, limit: u32::MAX }
    }

    pub(super) fn takes(&self, rank: u32) -> bool {
        rank < self.limit
    }

    pub(super) fn push(&mut self, rank: u32, entry: Entry) {
        if !self.takes(rank) {
            return;
        }
        self.bytes += size(&entry);
        self.lines.push((rank, entry));
        while self.bytes > self.most && self.limit > 0 {
            let highest = self.lines.iter().map(|(rank, _)| *rank).max().unwrap_or_default();
            self.limit = highest;
            if highest == 0 {
                // All are of the first rank: the first ones stay.
                break;
            }
            self.lines.retain(|(rank, _)| *rank < highest);
            self.bytes = self.lines.iter().map(|(_, entry)| size(entry)).sum();
        }
    }

    /// The lowest ranks first, in the order of the text.
    pub(super) fn finish(self) -> Vec<(u32, Entry)> {
        let lines = ordered(self.lines, |(_, entry)| entry.number as u64);
        ordered(lines, |(rank, _)| u64::from(*rank))
    }
}

fn size(entry: &Entry) -> usize {
    entry.text.len() + size_of::<Entry>()
}
