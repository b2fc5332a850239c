//! Which texts a store knows and holds, and the order of eviction. The texts stay with their owner.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::print::Print;
use crate::refs::Ref;

/// The largest sum of texts unless another is given: 16 MiB.
pub(super) const DEFAULT_MAX_BYTES: u64 = 16 * 1024 * 1024;

/// A store for less could not even say what it does not hold.
const LEAST_MAX_BYTES: u64 = 1000;

/// Index of a store. Held texts are bounded by bytes; the least recently used is evicted first, and those that are also
/// stored elsewhere before all others.
#[derive(Clone, Debug)]
pub struct StoreIndex {
    max_bytes: u64,
    used: u64,
    /// By their refs, also texts that were evicted: another text must not pass for one of them.
    known: BTreeMap<Ref, Known>,
    /// Refs of held texts by their last use.
    order: BTreeMap<u64, Ref>,
    uses: u64,
    /// Number of texts evicted before they were written elsewhere.
    lost: u64,
}

#[derive(Clone, Copy, Debug)]
struct Known {
    /// None of a text that came back as its ends only.
    print: Option<Print>,
    held: Option<Held>,
}

#[derive(Clone, Copy, Debug)]
struct Held {
    bytes: u64,
    /// Place in the order of eviction.
    used_at: u64,
}

/// Added to the last use of a text that is not written elsewhere: it leaves after all that are.
const UNWRITTEN: u64 = 1 << 63;

/// Result of adding a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placed {
    /// Its ref; none if another text has it.
    pub reference: Option<Ref>,
    /// True when it was not held before: the owner has to hold it now.
    pub new: bool,
    /// Refs of texts that the owner lets go.
    pub evicted: Vec<Ref>,
}

impl Default for StoreIndex {
    fn default() -> Self {
        Self::new(DEFAULT_MAX_BYTES)
    }
}

impl StoreIndex {
    /// Creates an empty index for `max_bytes` bytes, at least 1,000.
    #[must_use]
    pub fn new(max_bytes: u64) -> Self {
        let max_bytes = max_bytes.max(LEAST_MAX_BYTES);
        Self { max_bytes, used: 0, known: BTreeMap::new(), order: BTreeMap::new(), uses: 0, lost: 0 }
    }

    /// The most bytes that are held.
    #[must_use]
    pub fn max_bytes(&self) -> u64 {
        self.max_bytes
    }

    /// The bytes that are held.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.used
    }

    /// Number of texts evicted before they were written elsewhere.
    #[must_use]
    pub fn lost(&self) -> u64 {
        self.lost
    }

    /// The ref that a text has here, or would get; `None` if another text has it.
    #[must_use]
    pub fn reference(&self, text: impl Into<Print>) -> Option<Ref> {
        let print = text.into();
        print.reference().filter(|reference| {
            let known = self.known.get(reference).and_then(|known| known.print);
            known.is_none_or(|known| known == print)
        })
    }

    /// True for a text that is held.
    #[must_use]
    pub fn holds(&self, reference: Ref) -> bool {
        self.known.get(&reference).is_some_and(|known| known.held.is_some())
    }

    /// True for a text that is or was held.
    #[must_use]
    pub fn knows(&self, reference: Ref) -> bool {
        self.known.contains_key(&reference)
    }

    /// Takes a text in, of which `bytes` are held: all, or fewer where it is larger than the whole store.
    pub fn put(&mut self, text: impl Into<Print>, bytes: u64) -> Placed {
        let print = text.into();
        let Some(reference) = self.reference(print) else { return Placed::default() };
        self.hold(reference, Some(print), bytes, UNWRITTEN)
    }

    /// Takes back a text that is stored elsewhere under a ref. `print` is that of what was read, `has_ends` is true if it
    /// says itself that it is no more than the ends of a text that was larger than its store. `None` if it is not the
    /// text with this ref.
    pub fn put_back(&mut self, reference: Ref, text: impl Into<Print>, has_ends: bool) -> Option<Placed> {
        let print = text.into();
        let is_this = self.reference(print) == Some(reference);
        let known = self.known.get(&reference).and_then(|known| known.print);
        let is_its_ends = has_ends && known.is_none_or(|known| known.bytes() > self.max_bytes);
        if !is_this && !is_its_ends {
            return None;
        }
        Some(self.hold(reference, if is_this { Some(print) } else { known }, print.bytes().min(self.max_bytes), 0))
    }

    fn hold(&mut self, reference: Ref, print: Option<Print>, bytes: u64, unwritten: u64) -> Placed {
        let before = self.known.get(&reference).and_then(|known| known.held);
        // Ends are replaced by the whole.
        let new = before.is_none_or(|held| held.bytes < bytes);
        if new {
            if let Some(held) = before {
                self.order.remove(&held.used_at);
                self.used -= held.bytes;
            }
            self.known.insert(reference, Known { print, held: Some(Held { bytes, used_at: unwritten }) });
            self.used += bytes;
        }
        self.touch(reference);
        Placed { reference: Some(reference), new, evicted: self.evict(reference) }
    }

    /// A text was used: it leaves last.
    pub fn touch(&mut self, reference: Ref) {
        self.uses += 1;
        let now = self.uses;
        self.place(reference, |used_at| used_at & UNWRITTEN | now);
    }

    /// A text is safe elsewhere: it leaves before those that are not.
    pub fn written(&mut self, reference: Ref) {
        self.place(reference, |used_at| used_at & !UNWRITTEN);
    }

    /// No text is safe elsewhere any more.
    pub fn forget_written(&mut self) {
        for reference in self.order.values().copied().collect::<Vec<_>>() {
            self.place(reference, |used_at| used_at | UNWRITTEN);
        }
    }

    fn place(&mut self, reference: Ref, to: impl FnOnce(u64) -> u64) {
        if let Some(held) = self.known.get_mut(&reference).and_then(|known| known.held.as_mut()) {
            self.order.remove(&held.used_at);
            held.used_at = to(held.used_at);
            self.order.insert(held.used_at, reference);
        }
    }

    /// Refs of the texts that are held and not safe elsewhere, the least recently used first.
    #[must_use]
    pub fn unwritten(&self) -> Vec<Ref> {
        self.order.range(UNWRITTEN..).map(|(_, reference)| *reference).collect()
    }

    /// Lets go until the rest is within the limit; `last` is only let go when it is alone.
    fn evict(&mut self, last: Ref) -> Vec<Ref> {
        let mut evicted = Vec::new();
        while self.used > self.max_bytes {
            let oldest = self.order.iter().find(|(_, reference)| **reference != last || self.order.len() == 1);
            let Some((&used_at, &reference)) = oldest else { break };
            self.order.remove(&used_at);
            let held = self.known.get_mut(&reference).and_then(|known| known.held.take());
            self.used = self.used.saturating_sub(held.map_or(0, |held| held.bytes));
            self.lost += used_at >> 63;
            evicted.push(reference);
        }
        evicted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::print::Fingerprint;

    fn put(index: &mut StoreIndex, text: &str) -> Placed {
        index.put(&Fingerprint::of(text), 400)
    }

    fn of(text: &str) -> Ref {
        Ref::of(text).unwrap()
    }

    #[test]
    fn what_was_not_used_for_the_longest_time_leaves_first() {
        let mut index = StoreIndex::new(1000);
        for text in ["a", "b"] {
            assert!(put(&mut index, text).evicted.is_empty());
        }
        index.touch(of("a"));
        assert_eq!(put(&mut index, "c").evicted, [of("b")]);
        assert_eq!((index.used(), index.lost()), (800, 1));
    }

    #[test]
    fn what_is_safe_elsewhere_leaves_before_what_is_not() {
        let mut index = StoreIndex::new(1000);
        for text in ["a", "b"] {
            put(&mut index, text);
        }
        index.written(of("a"));
        index.forget_written();
        index.written(of("b"));
        assert_eq!(put(&mut index, "c").evicted, [of("b")]);
        assert_eq!(index.lost(), 0);
        assert_eq!(index.unwritten(), [of("a"), of("c")]);
    }

    #[test]
    fn what_came_last_stays() {
        let mut index = StoreIndex::new(1000);
        put(&mut index, "a");
        index.put(&Fingerprint::of("large"), 1000);
        assert!(index.holds(of("large")) && !index.holds(of("a")));
        index.written(of("large"));
        assert_eq!(index.put_back(of("a"), &Fingerprint::of("a"), false).unwrap().evicted, [of("large")]);
    }

    /// A print that begins as that of another text: finding such a text takes an attacker 2⁴⁰ hashes.
    fn crafted(text: &str) -> Print {
        let mut words = Fingerprint::of(text).print().words();
        words[7] ^= 1;
        Print::from_words(words)
    }

    #[test]
    fn another_text_under_a_known_ref_is_refused_also_after_eviction() {
        let mut index = StoreIndex::new(1000);
        put(&mut index, "a");
        assert_eq!(index.reference(crafted("a")), None);
        assert_eq!(index.put(crafted("a"), 1), Placed::default());
        for text in ["b", "c"] {
            put(&mut index, text);
        }
        assert!(index.knows(of("a")) && !index.holds(of("a")));
        assert_eq!(index.put(crafted("a"), 1), Placed::default());
        assert_eq!(index.put_back(of("a"), crafted("a"), false), None);
        assert_eq!(index.put_back(of("a"), crafted("a"), true), None, "it is no larger than the store");
        assert_eq!(index.reference(&Fingerprint::of("a")), Some(of("a")));
    }

    #[test]
    fn ends_stand_for_a_text_that_is_unknown_or_was_too_large() {
        let ends = Fingerprint::of("ends");
        let mut index = StoreIndex::new(1000);
        assert_eq!(index.put_back(of("a"), &ends, false), None);
        assert!(index.put_back(of("a"), &ends, true).unwrap().new);
        assert_eq!(index.put(&Fingerprint::of("a"), 1).reference, Some(of("a")));
        let large = "x".repeat(1001);
        index.put(&Fingerprint::of(&large), 1000);
        assert!(index.put_back(of(&large), &ends, true).is_some());
    }
}
