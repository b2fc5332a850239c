//! A memory of classified lines: those of the same form are classified once.

use alloc::string::String;
use alloc::vec::Vec;

use super::classify::{LineClass, classify};
use crate::hash::{SEED, add, mix};

/// Forms that are remembered, each at the place that its hash names.
const FORMS: usize = 128;
/// Bytes of a line that is remembered: longer ones are seldom alike.
const LONGEST: usize = 240;
/// Lines after which a memory that knows too few of them is given up.
const TRIED: u32 = 256;

/// Classifies lines, and remembers them by their form: the text with a 1 in place of each digit of a number, but for the zeros
/// that it begins with. No rule tells numbers of one form apart.
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
        if line.len() > LONGEST || self.asked >= TRIED && self.found < self.asked / 4 {
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

/// Writes the form of a line. Numbers that a rule reads stay: the level of a record (pino) and the status of a request.
pub(super) fn form(line: &str, form: &mut Vec<u8>) {
    form.clear();
    form.extend_from_slice(line.as_bytes());
    let (mut in_number, mut read) = (false, false);
    for (at, byte) in form.iter_mut().enumerate() {
        let is_in = byte.is_ascii_digit() && (in_number || *byte != b'0');
        if is_in {
            if !in_number {
                read = is_read(line.as_bytes().get(..at).unwrap_or_default());
            }
            if !read {
                *byte = b'1';
            }
        }
        in_number = is_in;
    }
}

/// Returns `true` if a rule reads a number behind this text.
fn is_read(before: &[u8]) -> bool {
    matches!(before, [.., b'"', b' '])
        || reads_status(before)
        || matches!(before, [.., b'l', b'"', b':']) && before.ends_with(b"\"level\":")
}

/// Returns `true` before the status of `HTTP/1.1 404` or `HTTP 404`, maybe in colours.
fn reads_status(before: &[u8]) -> bool {
    if !matches!(before, [.., b' ' | b'm']) {
        return false;
    }
    let version = before.iter().rev().take_while(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'/' | b' ')).count();
    let name = before.get(..before.len() - version).unwrap_or_default();
    let coloured = || name.ends_with(b"m") && name.contains(&0x1b) && name.windows(4).any(|part| part == b"HTTP");
    name.ends_with(b"HTTP") || coloured()
}

/// As [`crate::hash::hash`], eight bytes at a time.
fn hash(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(SEED, |sum, word| mix(sum ^ u64::from_le_bytes(*word)));
    mix(add(sum, rest))
}
