//! A memory of classified lines: those of the same form are classified once.

use alloc::string::String;
use alloc::vec::Vec;

use super::classify::{LineClass, classify};
use crate::hash::{SEED, add, mix};
use crate::quick::contains;

/// Forms that are remembered, each at the place that its hash names.
const FORMS: usize = 128;
/// Bytes of a line that is remembered: longer ones are seldom alike.
const LONGEST: usize = 240;
/// Lines after which a memory that knows too few of them is given up.
const TRIED: u32 = 256;

/// Classifies lines, and remembers them by their form: the text with a 1 in place of each digit of a number, but for the zeros
/// that it begins with. No rule tells numbers of one form apart, but for those of [`by_number`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    forms: Vec<(Vec<u8>, LineClass)>,
    form: Vec<u8>,
    room: String,
    asked: u32,
    found: u32,
}

impl Known {
    pub(crate) fn class(&mut self, line: &str) -> LineClass {
        if line.len() > LONGEST || by_number(line) || self.asked >= TRIED && self.found < self.asked / 4 {
            return classify(line, &mut self.room);
        }
        self.asked = self.asked.saturating_add(1);
        form(line, &mut self.form);
        if self.forms.is_empty() {
            self.forms.resize_with(FORMS, <(Vec<u8>, LineClass)>::default);
        }
        let place = hash(&self.form) as usize % FORMS;
        let Some((known, class)) = self.forms.get_mut(place) else { return classify(line, &mut self.room) };
        if *known == self.form && !line.is_empty() {
            self.found = self.found.saturating_add(1);
        } else {
            *class = classify(line, &mut self.room);
            known.clone_from(&self.form);
        }
        *class
    }

    /// Scratch for lines that are classified without the memory.
    pub(crate) fn room(&mut self) -> &mut String {
        &mut self.room
    }
}

/// Returns `true` if a number in a line may be its level or the status of a request.
pub(super) fn by_number(line: &str) -> bool {
    contains(line, "level\":") || contains(line, "HTTP/")
}

fn form(line: &str, form: &mut Vec<u8>) {
    form.clear();
    form.extend_from_slice(line.as_bytes());
    let mut in_number = false;
    for byte in form {
        in_number = byte.is_ascii_digit() && (in_number || *byte != b'0');
        if in_number {
            *byte = b'1';
        }
    }
}

/// As [`crate::hash::hash`], eight bytes at a time.
fn hash(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(SEED, |sum, word| mix(sum ^ u64::from_le_bytes(*word)));
    mix(add(sum, rest))
}
