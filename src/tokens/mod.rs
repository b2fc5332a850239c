//! Exact token counts in the encodings of OpenAI's models.
//!
//! [`Tokenizer`] counts what `tiktoken` counts, with special tokens taken for plain text (`encode_ordinary`). The
//! tokens are given by you: as a file of `tiktoken`, or as a [packed](Tokenizer::from_packed) form of it.
//!
//! ```
//! use tooltrim::tokens::{Split, Tokenizer};
//!
//! // Usually Tokenizer::from_tiktoken(&std::fs::read("o200k_base.tiktoken")?, Split::O200kBase).
//! let bytes = (0..=255).map(|byte| vec![byte]);
//! let merged = ["lo", "og", " lo", " log"].map(|token| token.as_bytes().to_vec());
//! let tokenizer = Tokenizer::from_tokens(bytes.chain(merged), Split::O200kBase)?;
//!
//! assert_eq!(tokenizer.encode("a log"), [b'a'.into(), 259]);
//! assert_eq!(tokenizer.count("a log"), 2);
//! assert_eq!(tokenizer.count_up_to("a log", 1), None);
//! # Ok::<(), tooltrim::Error>(())
//! ```
//!
//! Time is linear in the length of the text, whatever is in it.

#![allow(clippy::inline_always, reason = "a text is read piece by piece: calls would take half of the time")]

mod chars;
mod class;
mod merge;
mod packed;
mod split;
mod table;
#[cfg(test)]
mod tests;
mod tiktoken;
mod vocabulary;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::error::{Error, ErrorKind};
use chars::Chars;
use class::Classes;
use split::Splitter;
use vocabulary::{MOST_TOKENS, Vocabulary};

/// The pattern by which an encoding splits a text before it merges bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Split {
    /// Of `cl100k_base`: GPT-4 and GPT-3.5 turbo.
    Cl100kBase = 0,
    /// Of `o200k_base`: GPT-4o, the o series, GPT-5.
    O200kBase = 1,
}

impl Split {
    /// Returns the pattern of an encoding by the encoding's name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "cl100k_base" => Some(Self::Cl100kBase),
            "o200k_base" => Some(Self::O200kBase),
            _ => None,
        }
    }
}

/// Counts tokens exactly.
pub struct Tokenizer {
    split: Split,
    words: Vocabulary,
    classes: Classes,
}

impl fmt::Debug for Tokenizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tokenizer")
            .field("split", &self.split)
            .field("tokens", &self.words.len())
            .finish_non_exhaustive()
    }
}

fn invalid(field: &str, what: &str) -> Error {
    Error::new(ErrorKind::InvalidOption, [field, ": ", what].concat())
}

impl Tokenizer {
    /// Returns the encoding of a `.tiktoken` file, such as `o200k_base.tiktoken`.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOption`] names the first line that is not a token and its rank; else as [`Self::from_tokens`].
    pub fn from_tiktoken(tiktoken: &[u8], split: Split) -> Result<Self, Error> {
        let tokens = tiktoken::parse(tiktoken).map_err(|what| invalid("tiktoken", &what))?;
        Self::joined("tiktoken", &tokens, split)
    }

    /// Returns the encoding of tokens in the order of their ranks: first each single byte, then tokens that are two
    /// earlier ones joined.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOption`] names the first token that is not, or that comes twice.
    pub fn from_tokens<T: AsRef<[u8]>>(tokens: impl IntoIterator<Item = T>, split: Split) -> Result<Self, Error> {
        Self::joined("tokens", &tokens.into_iter().take(MOST_TOKENS + 1).collect::<Vec<T>>(), split)
    }

    /// Returns the encoding of tokens that the caller gave as `field`.
    fn joined<T: AsRef<[u8]>>(field: &str, tokens: &[T], split: Split) -> Result<Self, Error> {
        let wrong = |what: String| Err(invalid(field, &what));
        if tokens.len() > MOST_TOKENS {
            return wrong(format!("there are more than {MOST_TOKENS} tokens"));
        }
        let mut single = [0; 256];
        let mut given = tokens.iter().map(AsRef::as_ref);
        for (rank, byte) in single.iter_mut().enumerate() {
            match given.next() {
                Some(&[token]) => *byte = token,
                Some(_) => return wrong(format!("rank {rank} is not a single byte, as the first 256 are")),
                None => return wrong(format!("{rank} tokens are not the 256 single bytes and what they make")),
            }
        }
        let Some(mut words) = Vocabulary::new(&single, tokens.len()) else {
            return wrong("the first 256 are not each byte once".into());
        };
        for (rank, token) in given.enumerate() {
            let mut parts = Vec::new();
            words.encode_piece(token, |part| parts.push(part));
            let made = matches!(parts[..], [left, right] if words.push(left, right));
            if !made {
                let (rank, shown) = (rank + 256, String::from_utf8_lossy(token));
                return wrong(format!("rank {rank}, {shown:?}, is not two tokens of lower rank joined"));
            }
        }
        Ok(Self::new(split, words))
    }

    fn new(split: Split, mut words: Vocabulary) -> Self {
        words.chars = Chars::new(&words);
        Self { split, words, classes: Classes::new() }
    }

    /// Returns the encoding of its packed form.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOption`] for anything that [`Self::pack`] of this version did not return.
    pub fn from_packed(packed: &[u8]) -> Result<Self, Error> {
        let (split, words) = packed::unpack(packed).map_err(|what| invalid("packed", &what))?;
        Ok(Self::new(split, words))
    }

    /// Returns a packed form: less than half of a `.tiktoken` file that is compressed by `gzip`, and loaded without a search for what each token is made of.
    #[must_use]
    pub fn pack(&self) -> Vec<u8> {
        packed::pack(self.split, &self.words)
    }

    /// Returns the number of tokens of a text.
    #[must_use]
    pub fn count(&self, text: &str) -> usize {
        self.count_part(text, true, usize::MAX).0
    }

    /// Returns the number of tokens of a text, or `None` if it is above `most`; stops reading as soon as it is.
    #[must_use]
    pub fn count_up_to(&self, text: &str, most: usize) -> Option<usize> {
        let (count, _) = self.count_part(text, true, most);
        (count <= most).then_some(count)
    }

    /// Counts what is certain about the beginning of a text: the number of tokens, and the bytes that they are, which
    /// are all of them if it is the whole text that `is_last` ends. Pass the rest again, with more. Ends early when
    /// there are more than `most`.
    #[must_use]
    pub fn count_part(&self, text: &str, is_last: bool, most: usize) -> (usize, usize) {
        let mut count = 0;
        let read = self.pieces(text, is_last, |piece| {
            self.words.encode_piece(piece, |_| count += 1);
            count <= most
        });
        (count, read)
    }

    /// Returns the tokens of a text.
    #[must_use]
    pub fn encode(&self, text: &str) -> Vec<u32> {
        let mut tokens = Vec::new();
        self.encode_part(text, true, &mut tokens);
        tokens
    }

    /// As [`Self::count_part`], and appends the tokens to a list; the answer is the bytes that they are.
    pub fn encode_part(&self, text: &str, is_last: bool, tokens: &mut Vec<u32>) -> usize {
        self.pieces(text, is_last, |piece| {
            self.words.encode_piece(piece, |token| tokens.push(token));
            true
        })
    }

    /// Returns the bytes of a token; `None` for a number that none has, such as that of a special token.
    #[must_use]
    pub fn token(&self, token: u32) -> Option<&[u8]> {
        self.words.token(token)
    }

    /// Calls `each` with the pieces that are certain, as long as it says so; the answer is where they end.
    #[inline(always)]
    fn pieces(&self, text: &str, is_last: bool, mut each: impl FnMut(&[u8]) -> bool) -> usize {
        let text = text.as_bytes();
        let mut splitter = Splitter { text, classes: &self.classes, split: self.split, touched_end: false };
        let mut at = 0;
        while at < text.len() {
            let end = splitter.next(at);
            if splitter.touched_end && !is_last {
                break;
            }
            if !each(text.get(at..end).unwrap_or_default()) {
                return end;
            }
            at = end;
        }
        at
    }
}
