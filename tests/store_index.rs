//! The index of a store against a model of it: what is held, what is due, and what leaves first, after any use.

use crate::support::cases;
use proptest::prelude::*;
use tooltrim::Ref;
use tooltrim::host::{Fingerprint, StoreIndex};

const MAX: u64 = 1000;
/// Bytes of the texts: one fills the store, two are larger than it.
const BYTES: [u64; 8] = [100, 250, 300, 400, 550, 1000, 1001, 1300];

fn print(text: usize) -> Fingerprint {
    Fingerprint::of(&"x".repeat(BYTES[text] as usize))
}

fn reference(text: usize) -> Ref {
    print(text).print().reference().unwrap()
}

#[derive(Clone, Debug)]
enum Use {
    Put(usize),
    PutBack(usize),
    Touch(usize),
    Written(usize),
}

fn uses() -> impl Strategy<Value = Vec<Use>> {
    let text = 0..BYTES.len();
    let one = prop_oneof![
        8 => text.clone().prop_map(Use::Put),
        2 => text.clone().prop_map(Use::PutBack),
        4 => text.clone().prop_map(Use::Touch),
        3 => text.prop_map(Use::Written),
    ];
    proptest::collection::vec(one, 0..60)
}

/// Slow and plain: held texts in order of their last use, and whether they are written elsewhere.
#[derive(Debug, Default)]
struct Model {
    held: Vec<(usize, bool)>,
    known: Vec<usize>,
    lost: u64,
}

impl Model {
    fn used(&self) -> u64 {
        self.held.iter().map(|(text, _)| BYTES[*text].min(MAX)).sum()
    }

    fn place(&self, text: usize) -> Option<usize> {
        self.held.iter().position(|(held, _)| *held == text)
    }

    fn touch(&mut self, text: usize) {
        if let Some(at) = self.place(text) {
            let held = self.held.remove(at);
            self.held.push(held);
        }
    }

    /// Takes a text in, and returns those that leave.
    fn put(&mut self, text: usize, written: bool) -> Vec<usize> {
        self.known.push(text);
        if self.place(text).is_none() {
            self.held.push((text, written));
        }
        self.touch(text);
        let mut left = Vec::new();
        while self.used() > MAX {
            let all_but_last = &self.held[..self.held.len() - 1];
            let at = all_but_last.iter().position(|(_, written)| *written).unwrap_or(0);
            let (text, written) = self.held.remove(at);
            self.lost += u64::from(!written);
            left.push(text);
        }
        left
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(150), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_index_behaves_as_a_model_of_it(uses in uses()) {
        let (mut index, mut model) = (StoreIndex::new(MAX), Model::default());
        for one in &uses {
            match *one {
                Use::Put(text) | Use::PutBack(text) => {
                    let back = matches!(one, Use::PutBack(_));
                    let placed = if back {
                        index.put_back(reference(text), &print(text), false).unwrap()
                    } else {
                        index.put(&print(text), BYTES[text].min(MAX))
                    };
                    prop_assert_eq!(placed.reference, Some(reference(text)));
                    prop_assert_eq!(placed.new, model.place(text).is_none());
                    let left: Vec<Ref> = model.put(text, back).into_iter().map(reference).collect();
                    prop_assert_eq!(placed.evicted, left);
                }
                Use::Touch(text) => {
                    index.touch(reference(text));
                    model.touch(text);
                }
                Use::Written(text) => {
                    index.written(reference(text));
                    if let Some(at) = model.place(text) {
                        model.held[at].1 = true;
                    }
                }
            }
            prop_assert_eq!((index.used(), index.lost()), (model.used(), model.lost));
            let due = model.held.iter().filter(|(_, written)| !written).map(|(text, _)| reference(*text));
            prop_assert_eq!(index.unwritten(), due.collect::<Vec<_>>());
            for text in 0..BYTES.len() {
                prop_assert_eq!(index.holds(reference(text)), model.place(text).is_some());
                prop_assert_eq!(index.knows(reference(text)), model.known.contains(&text));
            }
        }
    }
}

#[test]
fn a_store_holds_16_mib_unless_told_otherwise_and_never_less_than_1000_bytes() {
    assert_eq!(StoreIndex::default().max_bytes(), 16_777_216);
    assert_eq!(StoreIndex::new(1001).max_bytes(), 1001);
    assert_eq!(StoreIndex::new(0).max_bytes(), 1000);
}
