//! Counts lines of the same shape, and compares lines by content.

use crate::hash::{SEED, add};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;

use crate::failure::{Token, plain};
use crate::quick::trim_end;

/// Bytes of a line that make its form, from its first letter on: times and indentation say nothing.
const SEEN: usize = 24;
/// Bytes in which the first letter is looked for.
const BEFORE: usize = 32;
/// Forms that are distinguished. A collision makes a rare form look frequent, never the reverse.
const FORMS: usize = 4096;

/// Counts lines by form: where digits, letters, blanks and signs stand at their start.
#[derive(Clone, Debug)]
pub(super) struct Forms {
    counts: Box<[u32]>,
    /// Lines that were of a known form when they came.
    pub(super) usual: usize,
    pub(super) lines: usize,
}

/// Number of lines from which a form is usual.
pub(super) const USUAL: u32 = 8;

impl Forms {
    pub(super) fn new() -> Self {
        Self { counts: vec![0; FORMS].into(), usual: 0, lines: 0 }
    }

    /// Counts a line; returns how many lines had its form, itself included, and the form.
    pub(super) fn count(&mut self, line: &[u8]) -> (u32, u16) {
        let form = form(line);
        let Some(count) = self.counts.get_mut(usize::from(form)) else { return (1, form) };
        *count = count.saturating_add(1);
        self.lines += 1;
        self.usual += usize::from(*count >= USUAL);
        (*count, form)
    }

    pub(super) fn of(&self, form: u16) -> u32 {
        self.counts.get(usize::from(form)).copied().unwrap_or_default()
    }
}

/// Classes of bytes: letters, digits, blanks; every other sign is its own class.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80..=0xff => LETTER,
            b'0'..=b'9' => DIGIT,
            b' ' | b'\t' => 3,
            other => other,
        };
        byte += 1;
    }
    classes
};
const LETTER: u8 = 1;
const DIGIT: u8 = 2;

/// A word is one sign, and a different one if it contains a digit: so all hashes are alike.
fn form(line: &[u8]) -> u16 {
    let mut hash: u32 = 0x811c_9dc5;
    let mut add = |sign: u8| hash = (hash ^ u32::from(sign)).wrapping_mul(0x0100_0193);
    let mut last = 0;
    let mut word = 0;
    let mut first = 0;
    for &byte in first_of(line, BEFORE) {
        if CLASSES[usize::from(byte)] == LETTER {
            break;
        }
        first += 1;
    }
    if first == line.len().min(BEFORE) {
        first = 0;
    }
    add(u8::from(first > 0));
    for &byte in first_of(line.get(first..).unwrap_or_default(), SEEN) {
        let class = CLASSES[usize::from(byte)];
        if class <= DIGIT && class > 0 {
            word |= class;
            last = LETTER;
        } else if class != last {
            if last == LETTER {
                add(word & DIGIT | LETTER);
                word = 0;
            }
            add(class);
            last = class;
        }
    }
    add(word);
    (((hash >> 16) ^ hash) as usize % FORMS) as u16
}

/// Returns at most the first `most` bytes.
fn first_of(bytes: &[u8], most: usize) -> &[u8] {
    bytes.get(..most).unwrap_or(bytes)
}

/// Equal for lines that say the very same at another time or in other colours.
pub(super) fn exact(line: &str, seed: u64) -> u64 {
    let mut room = String::new();
    let line = plain(line, &mut room);
    let (mut bytes, mut time) = (line.as_bytes(), 0);
    while let [
        b'0'..=b'9'
        | b' '
        | b'\t'
        | b'\n'
        | 0xc
        | b'\r'
        | b':'
        | b'-'
        | b'.'
        | b','
        | b'/'
        | b'+'
        | b'['
        | b']'
        | b'T'
        | b'Z',
        rest @ ..,
    ] = bytes
    {
        (bytes, time) = (rest, time + 1);
    }
    let text = if bytes.is_empty() { line } else { line.get(time..).unwrap_or_default() };
    add(seed, trim_end(text).as_bytes())
}

/// Equal for lines that say the same of other things: names, paths and numbers are left out.
pub(super) fn kind(line: &str) -> u64 {
    let mut room = String::new();
    let line = plain(line, &mut room);
    let mut hash = SEED;
    let mut words = 0;
    let mut quote: Option<u8> = None;
    let mut seen = 0;
    for token in Token::all(line) {
        let between = line.get(seen..token.start()).unwrap_or_default();
        seen = token.end();
        for byte in between.bytes() {
            if matches!(byte, b'\'' | b'"' | b'`') {
                quote = if quote.is_some() { None } else { Some(byte) };
            }
        }
        let text = token.bytes();
        let named = text.iter().any(u8::is_ascii_digit) && !token.is_upper();
        let number = token.number().is_some() || text.iter().all(|&byte| byte == b'_');
        // A part of a path, too.
        if quote.is_some() || named || number || token.is_joined() {
            continue;
        }
        hash = add(add(hash, text), b" ");
        words += 1;
        if words == 10 {
            break;
        }
    }
    hash
}
