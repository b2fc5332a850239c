//! Each target goes over its seeds once, so that neither rots.
#![allow(missing_docs, reason = "tests")]

use tooltrim_fuzz::mutation::{Dice, mutated};
use tooltrim_fuzz::{TARGETS, corpus};

/// Seeds that are tried as they are, and as many that were changed.
const TRIED: usize = 150;

fn try_seeds(name: &str) {
    let target = TARGETS.into_iter().find(|target| target.name == name).expect("a target");
    let (seeds, words) = (corpus::seeds(&target), corpus::dictionary(name));
    assert!(seeds.len() > TRIED && !words.is_empty(), "{} seeds", seeds.len());
    for seed in seeds.iter().step_by(seeds.len() / TRIED) {
        (target.check)(seed);
    }
    let mut dice = Dice::new(20);
    for _ in 0..TRIED {
        (target.check)(&mutated(&seeds, &words, target.longest, &mut dice));
    }
}

#[test]
fn texts_obey_the_laws() {
    try_seeds("text");
}

#[test]
fn values_obey_the_laws() {
    try_seeds("values");
}

#[test]
fn json_texts_obey_the_laws() {
    try_seeds("json");
}

#[test]
fn conversations_obey_the_laws() {
    try_seeds("messages");
}

#[test]
fn streams_obey_the_laws() {
    try_seeds("streams");
}

#[test]
fn stores_obey_the_laws() {
    try_seeds("store");
}

#[test]
fn short_inputs_are_inputs() {
    for target in TARGETS {
        for length in 0..40 {
            for byte in [0, 1, 2, 3, b'[', 255] {
                (target.check)(&vec![byte; length]);
            }
        }
    }
}
