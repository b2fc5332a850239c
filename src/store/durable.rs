//! An output store whose texts are also kept elsewhere, such as in files or a database.
//!
//! The owner of the storage writes and reads; the store says what is due, and checks what comes back.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::print::{Fingerprint, Print};
use super::retrieve::invalid;
use super::{OutputStore, Ref, TOO_LARGE_MARKER};
use crate::error::Error;

impl OutputStore {
    /// Returns `true` if a text is in memory.
    #[must_use]
    pub fn holds(&self, reference: Ref) -> bool {
        self.index.holds(reference.number())
    }

    /// Returns `true` for a ref that was given.
    #[must_use]
    pub fn knows(&self, reference: Ref) -> bool {
        self.index.knows(reference.number())
    }

    /// Returns the bytes in memory.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.index.used()
    }

    /// Returns the number of texts evicted before they were written elsewhere.
    #[must_use]
    pub fn lost(&self) -> u64 {
        self.index.lost()
    }

    /// Returns the texts in memory, in order of their refs.
    #[must_use]
    pub fn texts(&self) -> impl ExactSizeIterator<Item = (Ref, &str)> {
        self.texts.iter().map(|(number, text)| (Ref::new(*number), text.as_str()))
    }

    /// Returns the refs of texts in memory that are not written elsewhere, in order.
    ///
    /// ```
    /// use tooltrim::OutputStore;
    ///
    /// let mut files = std::collections::BTreeMap::new();
    /// let mut store = OutputStore::new();
    /// let reference = store.put("a long log");
    /// for due in store.unwritten() {
    ///     files.insert(due.to_string(), store.get(due)?.to_owned());
    ///     store.written(due);
    /// }
    /// let mut later = OutputStore::from_state(&store.state(), 1_000_000)?;
    /// assert!(later.knows(reference) && !later.holds(reference));
    /// later.restore(reference, &files["#R1"])?;
    /// assert_eq!(later.get(reference)?, "a long log");
    /// # Ok::<(), tooltrim::Error>(())
    /// ```
    #[must_use]
    pub fn unwritten(&self) -> Vec<Ref> {
        self.index.unwritten().into_iter().map(Ref::new).collect()
    }

    /// Notes that a text is written elsewhere: it is evicted before those that are not.
    pub fn written(&mut self, reference: Ref) {
        self.index.written(reference.number());
    }

    /// Takes back a text that was written elsewhere. A no-op if it is in memory.
    ///
    /// # Errors
    /// [`crate::ErrorKind::UnknownRef`] for a ref that was never given, [`crate::ErrorKind::InvalidOption`] for another
    /// text than the one with this ref.
    pub fn restore(&mut self, reference: Ref, text: &str) -> Result<(), Error> {
        let number = reference.number();
        let Some(print) = self.index.print(number).filter(|_| !self.index.has_left(number)) else {
            return Err(self.index.missing(number));
        };
        let is_this = Print::from(&Fingerprint::of(text)) == print;
        let is_its_ends = self.index.is_larger(number) && has_ends(text);
        if !is_this && !is_its_ends {
            return Err(invalid(format!("text: is not the text of {reference}")));
        }
        if self.index.holds(number) {
            return Ok(());
        }
        for evicted in self.index.put_back(number, text.len() as u64) {
            self.texts.remove(&evicted);
        }
        if self.index.holds(number) {
            self.texts.insert(number, text.to_string());
        }
        Ok(())
    }

    /// Reserves the refs up to this one, which an earlier store has given: none of them is given again.
    pub fn skip_to(&mut self, reference: Ref) {
        self.index.skip_to(reference.number());
    }

    /// Removes the oldest written texts beyond `bytes` from the record, and returns their refs: the owner deletes them.
    /// Those in memory can still be read until they are evicted.
    pub fn retain(&mut self, bytes: u64) -> Vec<Ref> {
        let mut sum = 0;
        let mut over: Vec<u64> = Vec::new();
        for number in (1..=self.index.given()).rev() {
            let Some((print, true)) = self.index.known(number) else { continue };
            sum += print.bytes().min(self.index.max_bytes());
            if sum > bytes {
                over.push(number);
            }
        }
        for number in &over {
            self.index.left(*number);
        }
        over.into_iter().rev().map(Ref::new).collect()
    }
}

/// Returns `true` if a text has the marker of one that is larger than its store.
fn has_ends(text: &str) -> bool {
    text.contains(TOO_LARGE_MARKER.rsplit('}').next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    #[test]
    fn only_the_text_of_a_ref_is_taken_back() {
        let mut store = OutputStore::new();
        let reference = store.put("one");
        let mut later = OutputStore::from_state(&store.state(), 1000).unwrap();
        assert_eq!(later.restore(reference, "two").unwrap_err().kind(), ErrorKind::InvalidOption);
        assert_eq!(later.restore(Ref::new(2), "one").unwrap_err().kind(), ErrorKind::UnknownRef);
        later.restore(reference, "one").unwrap();
        later.restore(reference, "one").unwrap();
        assert_eq!(later.get(reference).unwrap(), "one");
        assert_eq!((later.bytes(), later.texts().len()), (3, 1));
    }

    #[test]
    fn a_text_larger_than_the_store_is_known_by_its_marker() {
        let mut store = OutputStore::with_max_bytes(1000);
        let reference = store.put(&"a line\n".repeat(1000));
        let held = store.get(reference).unwrap().to_string();
        let mut later = OutputStore::from_state(&store.state(), 1000).unwrap();
        assert_eq!(later.restore(reference, "a line\n").unwrap_err().kind(), ErrorKind::InvalidOption);
        later.restore(reference, &held).unwrap();
        assert_eq!(later.get(reference).unwrap(), held);
    }

    #[test]
    fn taking_back_evicts_others() {
        let mut store = OutputStore::with_max_bytes(1000);
        let texts = ["a", "b", "c"].map(|text| text.repeat(400));
        let refs = [0, 1, 2].map(|at| store.put(&texts[at]));
        for reference in refs {
            store.written(reference);
        }
        assert!(!store.holds(refs[0]));
        store.restore(refs[0], &texts[0]).unwrap();
        assert_eq!(store.texts().count(), 2);
        assert!(store.holds(refs[0]) && !store.holds(refs[1]));
        assert_eq!(store.lost(), 1);
    }

    #[test]
    fn the_oldest_written_texts_beyond_a_size_leave() {
        let mut store = OutputStore::new();
        let refs = ["aaaa", "bbbb", "cccc"].map(|text| store.put(text));
        store.written(refs[0]);
        store.written(refs[2]);
        assert_eq!(store.retain(4), [refs[0]]);
        assert!(store.retain(4).is_empty());
        assert_eq!(store.unwritten(), [refs[1]]);
        assert_eq!(store.restore(refs[0], "aaaa").unwrap_err().kind(), ErrorKind::UnknownRef);
    }
}
