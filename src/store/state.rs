//! The state of a store beside its texts, as one line.

use alloc::string::String;
use core::fmt::Write as _;

use super::index::StoreIndex;
use super::print::{Fingerprint, Print};
use super::retrieve::invalid;
use crate::error::Error;

/// Hex digits of an entry: two halves of a hash, the bytes; and a sign. After `LEFT` the digits count the numbers in
/// the run.
const ENTRY: usize = 16 + 16 + 9 + 1;
const WRITTEN: u8 = b'+';
const UNWRITTEN: u8 = b'-';
const LEFT: u8 = b'x';

/// JavaScript counts no further without gaps.
const MOST_GIVEN: u64 = (1 << 53) - 1;
/// Comes before the checksum.
const SEAL: char = '=';

impl StoreIndex {
    /// All that has to be remembered beside the texts, in order of the numbers.
    #[must_use]
    pub fn state(&self) -> String {
        self.state_after(0)
    }

    /// The part of [`StoreIndex::state`] that is about the numbers above `number`. Parts in order, one after another,
    /// are a state.
    #[must_use]
    pub fn state_after(&self, number: u64) -> String {
        let first = number.max(self.gone());
        let mut state = String::with_capacity(ENTRY * (self.given().saturating_sub(first) as usize + 1));
        let mut left = first - number;
        for number in first + 1..=self.given() {
            let Some((Print { hash: [first, last], bytes }, written)) = self.known(number) else {
                left += 1;
                continue;
            };
            write_left(&mut state, &mut left);
            // A string takes every write. Nine digits: 64 GiB.
            let bytes = bytes.min(0xf_ffff_ffff);
            let _ = write!(state, "{first:016x}{last:016x}{bytes:09x}");
            state.push(char::from(if written { WRITTEN } else { UNWRITTEN }));
        }
        write_left(&mut state, &mut left);
        state
    }

    /// [`StoreIndex::state`] closed by a checksum.
    pub(super) fn sealed_state(&self) -> String {
        let mut state = self.state();
        let sum = Fingerprint::of(&state).hex();
        state.push(SEAL);
        state.push_str(&sum);
        state
    }

    /// The state in what [`StoreIndex::sealed_state`] wrote.
    ///
    /// The checksum guards against damage, not against an attacker: whoever can write a state can compute it.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for anything else, and for a state that was changed since.
    pub(super) fn unsealed(sealed: &str) -> Result<&str, Error> {
        let (state, sum) = sealed
            .split_once(SEAL)
            .ok_or_else(|| invalid(String::from("state: is not the result of a store's state()")))?;
        if Fingerprint::of(state).hex() == sum {
            Ok(state)
        } else {
            let rule = "state: was changed since the store wrote it; open a new store, or the namespace of its backend";
            Err(invalid(String::from(rule)))
        }
    }

    /// Creates an index from a state: all numbers are known, no text is held.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for an invalid state.
    pub fn from_state(max_bytes: u64, state: &str) -> Result<Self, Error> {
        let mut index = Self::new(max_bytes);
        let (entries, rest) = state.as_bytes().as_chunks::<ENTRY>();
        let read = entries.iter().try_for_each(|entry| {
            match read(entry)? {
                Read::Known(print, written) => index.restore(print, written),
                Read::Left(count) => index.skip(count),
            }
            (index.given() <= MOST_GIVEN).then_some(())
        });
        match read.filter(|()| rest.is_empty()) {
            Some(()) => Ok(index),
            None => Err(invalid(String::from("state: is not the result of a store's state()"))),
        }
    }

    /// True when every text of a state has the same number here, so that a store with that state can go on as this one.
    #[must_use]
    pub fn agrees_with(&self, state: &str) -> bool {
        Self::from_state(self.max_bytes(), state).is_ok_and(|other| {
            let is_same = |number| other.known(number).is_none_or(|(print, _)| self.print(number) == Some(print));
            other.given() <= self.given() && (other.gone() + 1..=other.given()).all(is_same)
        })
    }
}

fn write_left(state: &mut String, count: &mut u64) {
    if *count > 0 {
        let _ = write!(state, "{count:041x}");
        state.push(char::from(LEFT));
        *count = 0;
    }
}

enum Read {
    Known(Print, bool),
    Left(u64),
}

fn read(entry: &[u8; ENTRY]) -> Option<Read> {
    let hex = |from: usize, to: usize| {
        let digits = str::from_utf8(entry.get(from..to)?).ok()?;
        // `from_str_radix` admits a sign.
        digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| u64::from_str_radix(digits, 16).ok())?
    };
    let written = match *entry.last()? {
        WRITTEN => true,
        UNWRITTEN => false,
        LEFT => return hex(0, 41).filter(|count| (1..=MOST_GIVEN).contains(count)).map(Read::Left),
        _ => return None,
    };
    Some(Read::Known(Print { hash: [hex(0, 16)?, hex(16, 32)?], bytes: hex(32, 41)? }, written))
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn a_shelf_goes_on_from_its_state() {
        let mut index = StoreIndex::new(100);
        for text in ["a", "b", "c"] {
            index.put(&Fingerprint::of(text), 1);
        }
        index.written(2);
        let mut restored = StoreIndex::from_state(100, &index.state()).unwrap();
        assert_eq!(restored.state(), index.state());
        assert_eq!(restored.number_of(&Fingerprint::of("b")), 2);
        assert!(restored.knows(3) && !restored.holds(3));
        let placed = restored.put(&Fingerprint::of("c"), 1);
        assert_eq!((placed.number, placed.new), (3, true));
        assert_eq!(restored.put(&Fingerprint::of("d"), 1).number, 4);
    }

    #[test]
    fn runs_of_texts_that_left_take_one_entry_and_their_numbers_are_not_given_again() {
        let mut index = StoreIndex::new(100);
        for text in ["a", "b", "c", "d", "e"] {
            index.put(&Fingerprint::of(text), 1);
        }
        for number in [1, 2, 4] {
            index.left(number);
        }
        let state = index.state();
        assert_eq!(state.len(), 4 * ENTRY);
        let mut restored = StoreIndex::from_state(100, &state).unwrap();
        assert_eq!(restored.state(), state);
        assert_eq!([1, 3].map(|number| index.state_after(number)).concat().len(), (4 + 2) * ENTRY);
        let left: Vec<bool> = (0..=6).map(|number| restored.has_left(number)).collect();
        assert_eq!(left, [false, true, true, false, true, false, false]);
        for (text, number) in [("c", 3), ("e", 5), ("a", 6)] {
            assert_eq!(restored.put(&Fingerprint::of(text), 1).number, number);
        }
        assert!(restored.holds(3) && !restored.holds(2) && !restored.holds(4));
    }

    #[test]
    fn parts_of_a_state_in_order_are_the_state() {
        let mut index = StoreIndex::new(100);
        let (mut parts, mut number) = (String::new(), 0);
        for text in ["a", "b", "a", "c"] {
            index.put(&Fingerprint::of(text), 1);
            parts.push_str(&index.state_after(number));
            number = index.given();
        }
        assert_eq!(parts, index.state());
        assert_eq!(index.state_after(number), "");
    }

    #[test]
    fn a_run_of_any_length_takes_no_memory() {
        for before in ["", &entry("a")] {
            let state = format!("{before}{:041x}x{}", MOST_GIVEN - 9, entry("b"));
            let index = StoreIndex::from_state(100, &state).unwrap();
            assert_eq!(index.number_of(&Fingerprint::of("b")), index.given());
            assert!(index.has_left(1) && index.given() > MOST_GIVEN - 9);
        }
    }

    #[test]
    fn a_state_agrees_with_one_that_knows_all_of_its_texts() {
        let parts = ["a", "b", "c"].map(entry);
        let index = StoreIndex::from_state(100, &parts.concat()).unwrap();
        let agrees = |state: &str| index.agrees_with(state);
        assert!(agrees("") && agrees(&parts[0]) && agrees(&parts.concat()));
        assert!(agrees(&format!("{:041x}x{}", 2, parts[2])));
        assert!(!agrees(&parts[1]) && !agrees(&format!("{}{}", parts.concat(), entry("d"))) && !agrees("no state"));
    }

    fn entry(text: &str) -> String {
        let mut index = StoreIndex::new(100);
        index.put(&Fingerprint::of(text), 1);
        index.state()
    }

    #[test]
    fn a_state_that_was_changed_is_refused() {
        let mut index = StoreIndex::new(100);
        for text in ["a", "b", "c"] {
            index.put(&Fingerprint::of(text), 1);
        }
        let sealed = index.sealed_state();
        assert_eq!(StoreIndex::unsealed(&sealed).unwrap(), index.state());
        let (state, sum) = sealed.split_once(SEAL).unwrap();
        let swapped = [&state[ENTRY..2 * ENTRY], &state[..ENTRY], &state[2 * ENTRY..]].concat();
        for changed in [&swapped, &state[ENTRY..], &state[..ENTRY], "", &state.replacen(char::from(UNWRITTEN), "+", 1)]
        {
            assert!(StoreIndex::from_state(100, changed).is_ok(), "only the checksum tells: {changed}");
            assert!(StoreIndex::unsealed(&format!("{changed}{SEAL}{sum}")).is_err(), "{changed}");
        }
        assert!(StoreIndex::unsealed(state).is_err());
    }

    #[test]
    fn what_is_no_state_is_refused() {
        let run = |count: u64| format!("{count:041x}x");
        let many = [run(MOST_GIVEN), run(1)].concat();
        let signed = format!("+{:040x}-", 0);
        for state in ["x", "00", &"g".repeat(ENTRY), &"0".repeat(ENTRY), &run(0), &run(MOST_GIVEN + 1), &many, &signed]
        {
            assert!(StoreIndex::from_state(100, state).is_err(), "{state}");
        }
    }
}
