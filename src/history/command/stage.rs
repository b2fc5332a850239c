//! A command as it is written.

use alloc::vec::Vec;

use super::arguments::among;
use super::tokens::{Redirect, Stream};
use super::word::Word;
use super::wrapper::{Start, start};

/// A command of a pipeline.
#[derive(Default)]
pub(super) struct Stage<'a> {
    pub(super) words: Vec<Word<'a>>,
    pub(super) redirects: Vec<Redirect<'a>>,
    /// Its heredocs.
    pub(super) bodies: Vec<&'a [u8]>,
    /// Where it starts after words such as `then` and `{`.
    pub(super) start: usize,
    /// Whether it stands right after a group or a block, and what it says is about that.
    pub(super) closes: bool,
    /// Whether it belongs to a block: nobody knows whether it runs.
    pub(super) inside: bool,
}

impl<'a> Stage<'a> {
    /// The words of the command.
    pub(super) fn command(&self) -> &[Word<'a>] {
        self.words.get(self.start..).unwrap_or_default()
    }

    /// Whether its first words are no command: `x = a > b`, `SELECT a`; nor are lines what an editor's `edit 1:2` goes on with.
    pub(super) fn is_foreign(&self) -> bool {
        let [first, second] = &*self.words else { return false };
        let lines = second.raw.iter().all(|byte| matches!(byte, b'0'..=b':'));
        let query = first.raw.len() > 2 && first.raw.iter().all(u8::is_ascii_uppercase);
        query || second.raw == b"=" || first.raw == b"function" || (first.raw == b"edit" && lines)
    }

    pub(super) fn is_nothing(&self) -> bool {
        self.words.is_empty() && self.redirects.is_empty()
    }

    /// The file that it gets.
    pub(super) fn input(&self) -> Option<&Word<'a>> {
        let input = self.redirects.iter().find(|redirect| redirect.stream == Stream::Input);
        input.map(|redirect| &redirect.target)
    }

    /// Adds it as it is compared: words, files that it is redirected to, heredocs by their checksums.
    pub(super) fn write(&self, text: &mut Vec<u8>) {
        let from = match start(self.command()) {
            _ if self.inside => 0,
            Start::Program(at) => self.start + at,
            Start::Script(_) | Start::Body => self.start,
        };
        let length = text.len();
        for word in self.words.iter().skip(from) {
            append(text, length, word.raw);
        }
        for redirect in &self.redirects {
            if redirect.target.is_file() || redirect.target.dynamic {
                append(text, length, redirect.raw);
            }
        }
        for body in &self.bodies {
            append(text, length, b"<<");
            let sum = checksum(body);
            text.extend((0..8).rev().map(|digit| b"0123456789abcdef"[(sum >> (4 * digit) & 15) as usize]));
        }
    }
}

/// Adds a piece, with a blank unless it is the first after a position.
#[inline(never)]
fn append(text: &mut Vec<u8>, start: usize, piece: &[u8]) {
    if text.len() > start {
        text.push(b' ');
    }
    text.extend_from_slice(piece);
}

/// FNV-1a.
fn checksum(text: &[u8]) -> u32 {
    text.iter().fold(0x811c_9dc5, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Words that stand before a command.
pub(super) fn is_reserved(word: &[u8]) -> bool {
    among(word, "if then else elif while until do ! { }")
}
