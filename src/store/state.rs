//! What a store remembers beside its texts, as one line.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::print::Print;
use super::retrieve::invalid;
use super::shelf::Shelf;
use crate::error::Error;

/// Hex digits of an entry: two halves of a hash, the bytes; and a sign.
const ENTRY: usize = 16 + 16 + 9 + 1;
const WRITTEN: u8 = b'+';
const UNWRITTEN: u8 = b'-';

impl Shelf {
    /// All that has to be remembered beside the texts, in order of the numbers.
    #[must_use]
    pub fn state(&self) -> String {
        let mut state = String::with_capacity(ENTRY * self.given() as usize);
        for (Print { hash: [first, last], bytes }, written) in self.prints() {
            // A string takes every write. Nine digits: 64 GiB.
            let bytes = bytes.min(0xf_ffff_ffff);
            let _ = write!(state, "{first:016x}{last:016x}{bytes:09x}");
            state.push(char::from(if written { WRITTEN } else { UNWRITTEN }));
        }
        state
    }

    /// Goes on from a state: all numbers are known, no text is held.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for what is no state.
    pub fn from_state(max_bytes: u64, state: &str) -> Result<Self, Error> {
        let (entries, rest) = state.as_bytes().as_chunks::<ENTRY>();
        let prints: Option<Vec<_>> = entries.iter().map(read).collect();
        match prints.filter(|_| rest.is_empty()) {
            Some(prints) => Ok(Self::with_prints(max_bytes, prints)),
            None => Err(invalid(String::from("state: it is not what a store's state() answers"))),
        }
    }
}

fn read(entry: &[u8; ENTRY]) -> Option<(Print, bool)> {
    let hex = |from: usize, to: usize| u64::from_str_radix(str::from_utf8(entry.get(from..to)?).ok()?, 16).ok();
    let written = match *entry.last()? {
        WRITTEN => true,
        UNWRITTEN => false,
        _ => return None,
    };
    Some((Print { hash: [hex(0, 16)?, hex(16, 32)?], bytes: hex(32, 41)? }, written))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Fingerprint;

    #[test]
    fn a_shelf_goes_on_from_its_state() {
        let mut shelf = Shelf::new(100);
        for text in ["a", "b", "c"] {
            shelf.put(&Fingerprint::of(text), 1);
        }
        shelf.written(2);
        let mut restored = Shelf::from_state(100, &shelf.state()).unwrap();
        assert_eq!(restored.state(), shelf.state());
        assert_eq!(restored.number_of(&Fingerprint::of("b")), 2);
        assert!(restored.knows(3) && !restored.holds(3));
        let placed = restored.put(&Fingerprint::of("c"), 1);
        assert_eq!((placed.number, placed.new), (3, true));
        assert_eq!(restored.put(&Fingerprint::of("d"), 1).number, 4);
    }

    #[test]
    fn what_is_no_state_is_refused() {
        for state in ["x", "00", &"g".repeat(ENTRY), &"0".repeat(ENTRY)] {
            assert!(Shelf::from_state(100, state).is_err(), "{state}");
        }
    }
}
