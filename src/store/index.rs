//! Numbers of kept texts, and the order of eviction. The texts stay with their owner.

use alloc::vec::Vec;

use super::print::Print;
use crate::hash::Table;

/// The largest sum of texts unless another is given: 16 MiB.
pub(super) const DEFAULT_MAX_BYTES: u64 = 16 * 1024 * 1024;

/// A store for less could not even say what it does not hold.
const LEAST_MAX_BYTES: u64 = 1000;

/// A number beyond this is none of ours.
const MOST_SKIPPED: u64 = 1_000_000;

/// Index of a store: equal texts have equal numbers, permanently. Held texts are bounded by bytes; the least recently
/// used is evicted first.
#[derive(Clone, Debug)]
pub struct StoreIndex {
    max_bytes: u64,
    used: u64,
    /// Numbers up to this one left before the store was restored: nothing is known of their texts.
    gone: u64,
    /// All later texts in order of their numbers; a number less `gone` less 1 is a place here.
    entries: Vec<Entry>,
    known: Table,
    /// Least and most recently used texts: of those only in memory, and of those that are also stored elsewhere.
    lists: [List; 2],
    /// Most recently used text.
    last: Option<u32>,
    /// Number of texts evicted before they were written elsewhere.
    lost: u64,
}

/// The ends of a list, as places.
#[derive(Clone, Copy, Debug, Default)]
struct List {
    oldest: Option<u32>,
    newest: Option<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    print: Print,
    /// Bytes that are held; none once it has left.
    held: Option<u64>,
    /// It is safe elsewhere, or was and `left`: either way it is not due.
    written: bool,
    /// It left the backend too.
    left: bool,
    older: Option<u32>,
    newer: Option<u32>,
}

/// Result of adding a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placed {
    /// Its number, from 1 on.
    pub number: u64,
    /// True when it was not held before: the owner has to hold it now.
    pub new: bool,
    /// Numbers of texts that the owner lets go.
    pub evicted: Vec<u64>,
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
        Self {
            max_bytes,
            used: 0,
            gone: 0,
            entries: Vec::new(),
            known: Table::new(),
            lists: Default::default(),
            last: None,
            lost: 0,
        }
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

    /// Number of refs given.
    #[must_use]
    pub fn given(&self) -> u64 {
        self.gone + self.entries.len() as u64
    }

    /// Number of texts evicted before they were written elsewhere.
    #[must_use]
    pub fn lost(&self) -> u64 {
        self.lost
    }

    /// The number that a text has, or would get.
    #[must_use]
    pub fn number_of(&self, text: impl Into<Print>) -> u64 {
        self.place_of(text.into()).map_or(self.given() + 1, |place| self.number(place))
    }

    /// True for the number of a text that is held.
    #[must_use]
    pub fn holds(&self, number: u64) -> bool {
        self.entry(number).is_some_and(|entry| entry.held.is_some())
    }

    /// True for a number that was given.
    #[must_use]
    pub fn knows(&self, number: u64) -> bool {
        (1..=self.given()).contains(&number)
    }

    /// True for the number of a text that left the backend as well.
    #[must_use]
    pub fn has_left(&self, number: u64) -> bool {
        self.knows(number) && self.entry(number).is_none_or(|entry| entry.left)
    }

    /// Takes a text in, of which `bytes` are held: all, or fewer where it is larger than the whole store.
    pub fn put(&mut self, text: impl Into<Print>, bytes: u64) -> Placed {
        let place = self.place_or_add(text.into());
        let number = self.number(place);
        if self.has_left(number) {
            self.set_written(number, false);
        }
        let new = !self.holds(number);
        if new {
            self.hold(place, bytes);
        } else {
            self.touch(number);
        }
        Placed { number, new, evicted: self.evict() }
    }

    /// Takes a text back in that left, and is known by its number.
    pub fn put_back(&mut self, number: u64, bytes: u64) -> Vec<u64> {
        if let Some(place) = self.place(number).filter(|_| !self.holds(number)) {
            self.hold(place, bytes);
        }
        self.evict()
    }

    /// Gives a text its number before it is kept.
    pub fn reserve(&mut self, text: impl Into<Print>) -> u64 {
        let place = self.place_or_add(text.into());
        self.number(place)
    }

    /// Numbers up to this one were given elsewhere: none of them is given again.
    pub fn skip_to(&mut self, number: u64) {
        self.skip(number.min(MOST_SKIPPED).saturating_sub(self.given()));
    }

    /// The next `count` numbers belong to texts that left.
    pub(super) fn skip(&mut self, count: u64) {
        if self.entries.is_empty() || count > MOST_SKIPPED {
            // A run as long as this comes after texts that were put again; they are forgotten rather than filled up to.
            *self = Self { gone: self.given() + count, ..Self::new(self.max_bytes) };
            return;
        }
        self.entries.extend((0..count).map(|_| Entry { written: true, left: true, ..Entry::default() }));
    }

    /// True for the number of a text that is larger than the whole store.
    #[must_use]
    pub fn is_larger(&self, number: u64) -> bool {
        self.entry(number).is_some_and(|entry| entry.print.bytes > self.max_bytes)
    }

    /// A text was used: it leaves last.
    pub fn touch(&mut self, number: u64) {
        if let Some(place) = self.place(number).filter(|place| self.last != Some(*place) && self.holds(number)) {
            self.unlink(place);
            self.link(place);
        }
    }

    /// A text is safe elsewhere: it leaves before those that are not.
    pub fn written(&mut self, number: u64) {
        self.set_written(number, true);
    }

    /// A text left the backend. It is not written again unless it is put again.
    pub fn left(&mut self, number: u64) {
        self.set_written(number, true);
        let place = self.place(number);
        self.change(place, |entry| entry.left = true);
    }

    fn set_written(&mut self, number: u64, written: bool) {
        let Some(place) = self.place(number) else { return };
        let (held, last) = (self.holds(number), self.last);
        if held {
            self.unlink(place);
        }
        self.change(Some(place), |entry| (entry.written, entry.left) = (written, false));
        if held {
            self.link(place);
        }
        self.last = last;
    }

    /// No text is safe elsewhere any more.
    pub fn forget_written(&mut self) {
        for number in self.gone + 1..=self.given() {
            if !self.has_left(number) {
                self.set_written(number, false);
            }
        }
    }

    /// Numbers of the texts that are held and not safe elsewhere, in order.
    #[must_use]
    pub fn unwritten(&self) -> Vec<u64> {
        let is_due = |entry: &Entry| entry.held.is_some() && !entry.written;
        (self.gone + 1..).zip(&self.entries).filter(|(_, entry)| is_due(entry)).map(|(number, _)| number).collect()
    }

    fn add(&mut self, print: Print) -> u32 {
        let place = self.entries.len() as u32;
        self.entries.push(Entry { print, ..Entry::default() });
        *self.known.entry(print.hash[0], place) = place;
        place
    }

    fn place_or_add(&mut self, print: Print) -> u32 {
        self.place_of(print).unwrap_or_else(|| self.add(print))
    }

    fn place_of(&self, print: Print) -> Option<u32> {
        self.known.get(print.hash[0]).filter(|place| self.at(*place).is_some_and(|entry| entry.print == print))
    }

    fn hold(&mut self, place: u32, bytes: u64) {
        self.change(Some(place), |entry| entry.held = Some(bytes));
        self.used += bytes;
        self.link(place);
    }

    /// Lets go until the rest is within the limit.
    fn evict(&mut self) -> Vec<u64> {
        let mut evicted = Vec::new();
        while self.used > self.max_bytes
            && let Some(place) = self.first_to_leave()
        {
            let entry = self.at(place).copied().unwrap_or_default();
            self.lost += u64::from(!entry.written);
            self.used = self.used.saturating_sub(entry.held.unwrap_or_default());
            self.unlink(place);
            self.change(Some(place), |entry| entry.held = None);
            evicted.push(self.number(place));
        }
        evicted
    }

    /// The least recently used of those that are safe elsewhere, else of all; what was used last only when it is alone.
    fn first_to_leave(&self) -> Option<u32> {
        let [unwritten, written] = self.lists.map(|list| list.oldest);
        let not_last = |place: &u32| self.last != Some(*place);
        written.filter(not_last).or(unwritten.filter(not_last)).or(written).or(unwritten)
    }

    /// The list of an entry.
    fn list(&mut self, place: u32) -> &mut List {
        let written = self.at(place).is_some_and(|entry| entry.written);
        let [unwritten, safe] = &mut self.lists;
        if written { safe } else { unwritten }
    }

    fn link(&mut self, place: u32) {
        let list = self.list(place);
        let before = list.newest.replace(place);
        list.oldest = list.oldest.or(Some(place));
        self.change(Some(place), |entry| (entry.older, entry.newer) = (before, None));
        self.change(before, |entry| entry.newer = Some(place));
        self.last = Some(place);
    }

    fn unlink(&mut self, place: u32) {
        let Entry { older, newer, .. } = self.at(place).copied().unwrap_or_default();
        self.change(older, |entry| entry.newer = newer);
        self.change(newer, |entry| entry.older = older);
        let list = self.list(place);
        if list.oldest == Some(place) {
            list.oldest = newer;
        }
        if list.newest == Some(place) {
            list.newest = older;
        }
    }

    fn change(&mut self, place: Option<u32>, change: impl FnOnce(&mut Entry)) {
        if let Some(entry) = place.and_then(|place| self.entries.get_mut(place as usize)) {
            change(entry);
        }
    }

    fn at(&self, place: u32) -> Option<&Entry> {
        self.entries.get(place as usize)
    }

    fn place(&self, number: u64) -> Option<u32> {
        let place = u32::try_from(number.checked_sub(self.gone + 1)?).ok()?;
        self.at(place).map(|_| place)
    }

    fn entry(&self, number: u64) -> Option<&Entry> {
        self.at(self.place(number)?)
    }

    fn number(&self, place: u32) -> u64 {
        self.gone + u64::from(place) + 1
    }

    /// Numbers up to this one left before the store was restored.
    pub(super) fn gone(&self) -> u64 {
        self.gone
    }

    /// Fingerprint of the text with a number.
    pub(super) fn print(&self, number: u64) -> Option<Print> {
        self.entry(number).map(|entry| entry.print)
    }

    /// Returns the fingerprint of a text and whether it is stored elsewhere; `None` if it was evicted.
    pub(super) fn known(&self, number: u64) -> Option<(Print, bool)> {
        self.entry(number).filter(|entry| !entry.left).map(|entry| (entry.print, entry.written))
    }

    /// The next number belongs to this text, which is not held.
    pub(super) fn restore(&mut self, print: Print, written: bool) {
        let place = self.add(print);
        self.change(Some(place), |entry| entry.written = written);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::print::Fingerprint;

    fn put(index: &mut StoreIndex, text: &str) -> Placed {
        index.put(&Fingerprint::of(text), 400)
    }

    #[test]
    fn what_was_not_used_for_the_longest_time_leaves_first() {
        let mut index = StoreIndex::new(1000);
        for text in ["a", "b"] {
            assert!(put(&mut index, text).evicted.is_empty());
        }
        index.touch(1);
        assert_eq!(put(&mut index, "c").evicted, [2]);
        assert_eq!((index.used(), index.lost()), (800, 1));
    }

    #[test]
    fn an_equal_text_has_an_equal_number_after_it_has_left() {
        let mut index = StoreIndex::new(1000);
        for text in ["a", "b", "c"] {
            put(&mut index, text);
        }
        assert!(!index.holds(1));
        let placed = put(&mut index, "a");
        assert_eq!((placed.number, placed.new, &*placed.evicted), (1, true, &[2][..]));
    }

    #[test]
    fn what_is_safe_elsewhere_leaves_before_what_is_not() {
        let mut index = StoreIndex::new(1000);
        for text in ["a", "b"] {
            put(&mut index, text);
        }
        index.written(2);
        assert_eq!(put(&mut index, "c").evicted, [2]);
        assert_eq!(index.lost(), 0);
        assert_eq!(index.unwritten(), [1, 3]);
    }

    #[test]
    fn what_left_the_backend_is_due_only_once_it_is_put_again() {
        let mut index = StoreIndex::new(1000);
        for text in ["a", "b"] {
            put(&mut index, text);
        }
        index.written(1);
        index.left(1);
        index.forget_written();
        assert!(index.has_left(1) && index.holds(1) && !index.has_left(2) && !index.has_left(3));
        assert_eq!(index.unwritten(), [2]);
        assert_eq!(put(&mut index, "c").evicted, [1]);
        assert_eq!(index.lost(), 0);
        assert_eq!(put(&mut index, "a").number, 1);
        assert_eq!((index.has_left(1), index.unwritten()), (false, [1, 3].to_vec()));
    }

    #[test]
    fn what_came_last_stays() {
        let mut index = StoreIndex::new(1000);
        put(&mut index, "a");
        index.put(&Fingerprint::of("large"), 1000);
        assert!(index.holds(2) && !index.holds(1));
    }
}
