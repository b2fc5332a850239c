//! A command as it is written.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::tokens::{Redirect, Stream};
use super::word::Word;
use super::wrapper;

/// A command of a pipeline.
#[derive(Default)]
pub(super) struct Stage<'a> {
    pub(super) words: Vec<Word<'a>>,
    pub(super) redirects: Vec<Redirect<'a>>,
    /// Its heredocs.
    pub(super) bodies: Vec<&'a str>,
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

    pub(super) fn is_nothing(&self) -> bool {
        self.words.is_empty() && self.redirects.is_empty()
    }

    /// The file that it gets.
    pub(super) fn input(&self) -> Option<&Word<'a>> {
        let input = self.redirects.iter().find(|redirect| redirect.stream == Stream::Input);
        input.map(|redirect| &redirect.target)
    }

    /// Adds it as it is compared: words, files that it is redirected to, heredocs by their checksums.
    pub(super) fn write(&self, text: &mut String) {
        let words = if self.inside { &self.words } else { self.command() };
        let skipped = if self.inside { 0 } else { wrapper::start(words).word() };
        let redirects = self.redirects.iter().filter(|redirect| redirect.target.is_file() || redirect.target.dynamic);
        let words = words.iter().skip(skipped).map(|word| word.raw);
        let mut separator = "";
        for piece in words.chain(redirects.map(|redirect| redirect.raw)) {
            text.push_str(separator);
            text.push_str(piece);
            separator = " ";
        }
        for body in &self.bodies {
            // Nothing fails that writes to a string.
            _ = write!(text, "{separator}<<{:08x}", checksum(body));
            separator = " ";
        }
    }
}

/// FNV-1a.
fn checksum(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
