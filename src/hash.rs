//! Hashes of texts: equal for equal texts, and practically never equal for others.

use alloc::vec;
use alloc::vec::Vec;

pub(crate) const SEED: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// FNV-1a, with the bits mixed in the end.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    mix(add(SEED, bytes))
}

/// Reads on.
pub(crate) fn add(sum: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(sum, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(PRIME))
}

pub(crate) fn mix(sum: u64) -> u64 {
    let sum = (sum ^ (sum >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    sum ^ (sum >> 29)
}

/// Numbers by hash, in a table of its own: those of the standard library are generic, and each kind of them costs
/// kilobytes.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// A hash (0: free) and its number.
    slots: Vec<(u64, u32)>,
    used: usize,
}

impl Default for Table {
    fn default() -> Self {
        Self::new()
    }
}

impl Table {
    pub(crate) fn new() -> Self {
        Self { slots: vec![(0, 0); 64], used: 0 }
    }

    /// The number of hashes in it.
    pub(crate) fn len(&self) -> usize {
        self.used
    }

    fn place(&self, hash: u64) -> usize {
        let most = self.slots.len() - 1;
        let mut at = hash as usize & most;
        while self.slots[at].0 != 0 && self.slots[at].0 != hash {
            at = (at + 1) & most;
        }
        at
    }

    pub(crate) fn get(&self, hash: u64) -> Option<u32> {
        let (found, number) = self.slots[self.place(hash.max(1))];
        (found != 0).then_some(number)
    }

    /// The number of a hash; it is `new` when there was none.
    pub(crate) fn entry(&mut self, hash: u64, new: u32) -> &mut u32 {
        if (self.used + 1) * 2 > self.slots.len() {
            let old = core::mem::take(&mut self.slots);
            self.slots = vec![(0, 0); old.len() * 2];
            for (hash, number) in old.into_iter().filter(|(hash, _)| *hash != 0) {
                let place = self.place(hash);
                self.slots[place] = (hash, number);
            }
        }
        let hash = hash.max(1);
        let place = self.place(hash);
        if self.slots[place].0 == 0 {
            self.slots[place] = (hash, new);
            self.used += 1;
        }
        &mut self.slots[place].1
    }

    /// True when the hash was not there.
    pub(crate) fn insert(&mut self, hash: u64) -> bool {
        let before = self.used;
        self.entry(hash, 0);
        self.used > before
    }
}

#[cfg(test)]
mod tests {
    use super::{Table, hash};

    #[test]
    fn a_table_finds_what_was_put_into_it() {
        let mut table = Table::new();
        for number in 0..5000_u32 {
            *table.entry(hash(&number.to_le_bytes()), 0) = number;
        }
        assert!((0..5000_u32).all(|number| table.get(hash(&number.to_le_bytes())) == Some(number)));
        assert_eq!(table.get(hash(b"something else")), None);
        assert!(table.insert(hash(b"new")));
        assert!(!table.insert(hash(b"new")));
    }
}
