//! The index of a store against a model of it: numbers, what is held, and what leaves first, after any use.

use crate::support::cases;
use proptest::prelude::*;
use tooltrim::host::{Fingerprint, StoreIndex};

const MAX: u64 = 1000;
/// Bytes of the texts: one fills the store, two are larger than it.
const BYTES: [u64; 8] = [100, 250, 300, 400, 550, 1000, 1001, 1300];

fn print(text: usize) -> Fingerprint {
    Fingerprint::of(&"x".repeat(BYTES[text] as usize))
}

#[derive(Clone, Debug)]
enum Use {
    Put(usize),
    PutBack(u64),
    Reserve(usize),
    Touch(u64),
    Written(u64),
    Left(u64),
    ForgetWritten,
    SkipTo(u64),
}

fn uses() -> impl Strategy<Value = Vec<Use>> {
    let (text, number) = (0..BYTES.len(), 0..14_u64);
    let one = prop_oneof![
        8 => text.clone().prop_map(Use::Put),
        2 => number.clone().prop_map(Use::PutBack),
        1 => text.prop_map(Use::Reserve),
        4 => number.clone().prop_map(Use::Touch),
        3 => number.clone().prop_map(Use::Written),
        2 => number.clone().prop_map(Use::Left),
        1 => Just(Use::ForgetWritten),
        1 => number.prop_map(Use::SkipTo),
    ];
    proptest::collection::vec(one, 0..60)
}

#[derive(Clone, Debug, Default)]
struct Known {
    /// None of a number that was skipped.
    text: Option<usize>,
    held: Option<u64>,
    written: bool,
    left: bool,
}

/// Slow and plain. Numbers are places in `known` and one more; lists hold numbers, the least recently used first.
#[derive(Debug, Default)]
struct Model {
    known: Vec<Known>,
    unwritten: Vec<u64>,
    written: Vec<u64>,
    last: u64,
    lost: u64,
}

impl Model {
    fn get(&mut self, number: u64) -> Option<&mut Known> {
        self.known.get_mut(usize::try_from(number.checked_sub(1)?).ok()?)
    }

    fn held(&mut self, number: u64) -> Option<u64> {
        self.get(number)?.held
    }

    fn used(&self) -> u64 {
        self.known.iter().filter_map(|known| known.held).sum()
    }

    fn reserve(&mut self, text: usize) -> u64 {
        let at = self.known.iter().position(|known| known.text == Some(text)).unwrap_or_else(|| {
            self.known.push(Known { text: Some(text), ..Known::default() });
            self.known.len() - 1
        });
        at as u64 + 1
    }

    /// Moves a text that is held to the end of its list.
    fn move_last(&mut self, number: u64) {
        self.unwritten.retain(|other| *other != number);
        self.written.retain(|other| *other != number);
        let Some(known) = self.get(number).cloned().filter(|known| known.held.is_some()) else { return };
        if known.written { &mut self.written } else { &mut self.unwritten }.push(number);
    }

    fn touch(&mut self, number: u64) {
        if self.held(number).is_some() && self.last != number {
            self.move_last(number);
            self.last = number;
        }
    }

    fn set_written(&mut self, number: u64, written: bool, left: bool) {
        if let Some(known) = self.get(number) {
            (known.written, known.left) = (written, left);
            self.move_last(number);
        }
    }

    fn hold(&mut self, number: u64, bytes: u64) {
        if let Some(known) = self.get(number) {
            known.held = Some(bytes);
            self.move_last(number);
            self.last = number;
        }
    }

    /// The least recently used of those that are safe elsewhere, else of all; what was used last only if it is alone.
    fn evict(&mut self) -> Vec<u64> {
        let mut evicted = Vec::new();
        while self.used() > MAX {
            let all = [self.written.first().copied(), self.unwritten.first().copied()];
            let mut others = all.into_iter().flatten().filter(|number| *number != self.last);
            let number = others.next().or(all.into_iter().flatten().next()).unwrap();
            let known = self.get(number).unwrap();
            let lost = u64::from(!known.written);
            known.held = None;
            self.lost += lost;
            self.move_last(number);
            evicted.push(number);
        }
        evicted
    }

    fn put(&mut self, text: usize) -> (u64, bool, Vec<u64>) {
        let number = self.reserve(text);
        if self.get(number).unwrap().left {
            self.set_written(number, false, false);
        }
        let new = self.held(number).is_none();
        if new {
            self.hold(number, BYTES[text].min(MAX));
        } else {
            self.touch(number);
        }
        (number, new, self.evict())
    }
}

/// Uses both, and compares what they answer.
fn used(index: &mut StoreIndex, model: &mut Model, one: &Use) -> Result<(), TestCaseError> {
    match *one {
        // Nobody has the text of a number that was skipped.
        Use::PutBack(number) | Use::Written(number) | Use::Left(number)
            if model.get(number).is_some_and(|known| known.text.is_none()) => {}
        Use::Put(text) => {
            let placed = index.put(&print(text), BYTES[text].min(MAX));
            prop_assert_eq!((placed.number, placed.new, placed.evicted), model.put(text));
        }
        Use::PutBack(number) => {
            if model.get(number).is_some() && model.held(number).is_none() {
                model.hold(number, 200);
            }
            prop_assert_eq!(index.put_back(number, 200), model.evict());
        }
        Use::Reserve(text) => prop_assert_eq!(index.reserve(&print(text)), model.reserve(text)),
        Use::Touch(number) => {
            index.touch(number);
            model.touch(number);
        }
        Use::Written(number) => {
            index.written(number);
            model.set_written(number, true, false);
        }
        Use::Left(number) => {
            index.left(number);
            model.set_written(number, true, true);
        }
        Use::ForgetWritten => {
            index.forget_written();
            for number in 1..=model.known.len() as u64 {
                if !model.get(number).unwrap().left {
                    model.set_written(number, false, false);
                }
            }
        }
        Use::SkipTo(number) => {
            index.skip_to(number);
            while (model.known.len() as u64) < number {
                model.known.push(Known { written: true, left: true, ..Known::default() });
            }
        }
    }
    Ok(())
}

fn agree(index: &StoreIndex, model: &mut Model) -> Result<(), TestCaseError> {
    let given = model.known.len() as u64;
    prop_assert_eq!((index.given(), index.used(), index.lost()), (given, model.used(), model.lost));
    for number in 0..=given + 1 {
        let known = model.get(number).cloned();
        let flags = known.as_ref().map_or((false, false, false, false), |known| {
            let larger = known.text.is_some_and(|text| BYTES[text] > MAX);
            (true, known.held.is_some(), known.left, larger)
        });
        let found = (index.knows(number), index.holds(number), index.has_left(number), index.is_larger(number));
        prop_assert_eq!(found, flags, "number {}", number);
    }
    let due = |known: &Known| known.held.is_some() && !known.written;
    let due: Vec<u64> = (1..).zip(&model.known).filter(|(_, known)| due(known)).map(|(number, _)| number).collect();
    prop_assert_eq!(index.unwritten(), due);
    for text in 0..BYTES.len() {
        let at = model.known.iter().position(|known| known.text == Some(text));
        prop_assert_eq!(index.number_of(&print(text)), at.map_or(given, |at| at as u64) + 1);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(150), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_index_behaves_as_a_model_of_it(uses in uses()) {
        let (mut index, mut model) = (StoreIndex::new(MAX), Model::default());
        for one in &uses {
            used(&mut index, &mut model, one)?;
            agree(&index, &mut model)?;
        }
        // Whoever opens it again knows the same numbers, and holds no text.
        let again = StoreIndex::from_state(MAX, &index.state()).unwrap();
        prop_assert_eq!((again.given(), again.used(), again.unwritten()), (index.given(), 0, vec![]));
        for number in 0..=index.given() + 1 {
            prop_assert_eq!(again.has_left(number), index.has_left(number), "number {}", number);
        }
    }
}

#[test]
fn a_store_holds_16_mib_unless_told_otherwise_and_never_less_than_1000_bytes() {
    assert_eq!(StoreIndex::default().max_bytes(), 16_777_216);
    assert_eq!(StoreIndex::new(1001).max_bytes(), 1001);
    assert_eq!(StoreIndex::new(0).max_bytes(), 1000);
}

#[test]
fn a_number_far_ahead_is_none_of_ours() {
    let mut index = StoreIndex::new(MAX);
    index.put(&print(0), 100);
    index.skip_to(u64::MAX);
    assert_eq!((index.given(), index.holds(1), index.has_left(2)), (1_000_000, true, true));
}
