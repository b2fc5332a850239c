//! Where in a text a word of a question may begin: asked of every byte, answered no for nearly all of them.

use alloc::boxed::Box;

use super::words;
use crate::quick::{every, zeros};

/// Bits of a place in the set.
const BITS: u32 = 12;
/// Bytes that are read at once, and those of them at which a word may begin: three have to follow.
const WINDOW: usize = 8;
const STEP: usize = 6;
/// A bit that ignores case: other bytes may collide, which is harmless.
const FOLDED: u64 = 0x2020_2020_2020_2020;
/// A byte that no text has.
const NONE: u8 = 0xff;
const NOT_ASCII: u64 = 0x8080_8080_8080_8080;

/// Triples of bytes with which forms begin. Collisions only cost a comparison.
#[derive(Clone, Debug)]
pub(super) struct Starts {
    known: Box<[bool; 1 << BITS]>,
    /// The form of one byte, a digit; [`NONE`] without one.
    single: u8,
}

/// The place of the three lowest bytes.
fn place(bytes: u64) -> usize {
    (((bytes << 8) as u32).wrapping_mul(0x9e37_79b1) >> (32 - BITS)) as usize
}

impl Starts {
    /// The starts of some folded texts; `None` if several of them are too short to be found by their start.
    pub(super) fn of<'a>(forms: impl Iterator<Item = &'a str>) -> Option<Self> {
        let mut starts = Self { known: Box::new([false; 1 << BITS]), single: NONE };
        for form in forms {
            if let ([single], NONE) = (form.as_bytes(), starts.single) {
                starts.single = *single;
                continue;
            }
            let triple = |third: u8| match form.as_bytes() {
                // Others are found by not being ASCII.
                [first, second, _, ..] if !first.is_ascii() || !second.is_ascii() => Some(0),
                [first, second, ..] => Some(u64::from_le_bytes([*first, *second, third, 0, 0, 0, 0, 0]) | FOLDED),
                _ => None,
            };
            if let Some(third) = form.as_bytes().get(2) {
                starts.add(triple(*third)?);
            } else {
                for third in 0..128 {
                    starts.add(triple(third)?);
                }
            }
        }
        Some(starts)
    }

    fn add(&mut self, triple: u64) {
        self.known[place(triple)] = true;
    }

    /// Returns the first place from `from` on at which a form may begin.
    pub(super) fn next(&self, text: &[u8], from: usize) -> Option<usize> {
        let known = &self.known;
        let mut at = from;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let window = rest.first_chunk::<WINDOW>().map_or_else(
                || {
                    let mut window = [0; WINDOW];
                    window.iter_mut().zip(rest).for_each(|(place, byte)| *place = *byte);
                    u64::from_le_bytes(window)
                },
                |window| u64::from_le_bytes(*window),
            );
            let bytes = window | FOLDED;
            let may = known[place(bytes)]
                | known[place(bytes >> 8)]
                | known[place(bytes >> 16)]
                | known[place(bytes >> 24)]
                | known[place(bytes >> 32)]
                | known[place(bytes >> 40)]
                || self.single != NONE && zeros(window ^ every(self.single)) != 0;
            if may || window & NOT_ASCII != 0 {
                for (step, byte) in rest.iter().take(STEP).enumerate() {
                    let may = known[place(bytes >> (8 * step))] || *byte == self.single;
                    if !byte.is_ascii() || may && words::may_begin(text, at + step) {
                        return Some(at + step);
                    }
                }
            }
            at += STEP;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use proptest::prelude::*;

    use crate::text::about::Question;

    const PIECES: &[&str] = &[
        "pump",
        "Pump",
        "PUMP",
        "pumpStopped",
        "HTTPPump",
        "stop",
        "stopped",
        "id",
        "ID7",
        "idle",
        "x-ray",
        "x",
        "88-1402-B",
        "v2",
        "\u{e9}t\u{e9}",
        "ete",
        "\u{c9}TAT",
        "etat",
        "\u{6c34}\u{6cf5}",
        "\u{43f}\u{443}\u{43c}",
        "12",
        "7",
        "2026-05-03",
        "05",
        "2026/7/12",
        "3 May",
        "12 march",
        "5",
        " ",
        "-",
        "_",
        "/",
        ".",
        "\u{2014}",
        "\0",
        "@`",
    ];

    proptest! {
        /// Skipped words contain no term.
        #[test]
        fn each_word_is_found_as_if_all_were_looked_at(
            question in proptest::collection::vec(proptest::sample::select(PIECES), 1..5),
            text in proptest::collection::vec(proptest::sample::select(PIECES), 0..40),
        ) {
            let (question, text): (String, String) = (question.join(" "), text.concat());
            if let Some(question) = Question::new(&question, true) {
                let (mut found, mut all) = (Vec::new(), Vec::new());
                question.find(&text, &mut found);
                question.find_within(&text, 0, text.len(), (&mut all, &mut String::new()));
                prop_assert_eq!(found, all);
            }
        }
    }
}
