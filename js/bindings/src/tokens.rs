//! Exact token counts: text in, numbers out.

use alloc::vec;
use alloc::vec::Vec;
use core::cell::RefCell;

use tooltrim::tokens::{Split, Tokenizer};
use wasm_bindgen::prelude::*;

use crate::host::{self, Failed};

/// UTF-16 units that cross at a time.
const STEP: usize = 64 * 1024;

/// An encoding, and room for a part of a text in UTF-8.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Tokens {
    tokenizer: Tokenizer,
    buffer: RefCell<Vec<u8>>,
}

#[wasm_bindgen]
impl Tokens {
    /// Loads the packed form of an encoding.
    ///
    /// # Errors
    /// An `Error` with the `code` of [`tooltrim::ErrorKind`].
    #[wasm_bindgen(constructor)]
    pub fn new(packed: &[u8]) -> Result<Self, Failed> {
        Ok(Self::of(Tokenizer::from_packed(packed)?))
    }

    /// Loads a file of `tiktoken`; the pattern is that of the encoding of a name.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn from_tiktoken(file: &[u8], is_cl100k: bool) -> Result<Self, Failed> {
        let split = if is_cl100k { Split::Cl100kBase } else { Split::O200kBase };
        Ok(Self::of(Tokenizer::from_tiktoken(file, split)?))
    }

    fn of(tokenizer: Tokenizer) -> Self {
        Self { tokenizer, buffer: RefCell::default() }
    }

    /// Counts the tokens of a string of `len` UTF-16 units; ends early when there are more than `most`.
    #[must_use]
    pub fn count(&self, text: &JsValue, len: u32, most: f64) -> f64 {
        let most = if most < 4e9 { most as usize } else { usize::MAX };
        let mut count = 0;
        self.parts(text, len as usize, |part, is_last| {
            let (more, read) = self.tokenizer.count_part(part, is_last, most - count);
            count += more;
            (count <= most).then_some(read)
        });
        count as f64
    }

    /// Returns the tokens of a string of `len` UTF-16 units.
    #[must_use]
    pub fn encode(&self, text: &JsValue, len: u32) -> Vec<u32> {
        let mut tokens = Vec::new();
        self.parts(text, len as usize, |part, is_last| Some(self.tokenizer.encode_part(part, is_last, &mut tokens)));
        tokens
    }

    /// Returns the bytes of tokens one after the other; a number that no token has ends them.
    #[must_use]
    pub fn decode(&self, tokens: &[u32]) -> Vec<u8> {
        let known = tokens.iter().map_while(|&token| self.tokenizer.token(token));
        known.flatten().copied().collect()
    }

    /// Returns the position of the first number that no token has, or the length.
    #[must_use]
    pub fn known(&self, tokens: &[u32]) -> u32 {
        tokens.iter().take_while(|&&token| self.tokenizer.token(token).is_some()).count() as u32
    }

    /// Calls `each` with the text in parts, and with what it did not read of one before the next, until it is `None`.
    fn parts(&self, text: &JsValue, len: usize, mut each: impl FnMut(&str, bool) -> Option<usize>) {
        let mut buffer = self.buffer.take();
        let (mut at, mut kept) = (0, 0);
        while at < len {
            // A piece without an end is read again with each part: parts that double keep that linear.
            let end = host::align(text, (at + STEP.max(kept)).min(len) as u32) as usize;
            let end = if end > at { end } else { len.min(at + 2) };
            // A UTF-16 unit is at most three bytes.
            let room = kept + 3 * (end - at);
            if buffer.len() < room {
                let mut larger = vec![0; room];
                larger[..kept].copy_from_slice(&buffer[..kept]);
                buffer = larger;
            }
            let written = host::read(text, at as u32, end as u32, &mut buffer[kept..room]) as usize;
            let filled = (kept + written).min(room);
            let part = core::str::from_utf8(&buffer[..filled]).unwrap_or_default();
            let Some(read) = each(part, end == len) else { break };
            kept = filled - read.min(filled);
            buffer.copy_within(filled - kept..filled, 0);
            at = end;
        }
        // A buffer grown by one long piece is freed.
        if buffer.len() <= 8 * STEP {
            self.buffer.replace(buffer);
        }
    }
}
