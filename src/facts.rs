//! Facts about a text beyond the windows that can be read.

use alloc::vec::Vec;

use crate::quick::is_ascii;
use crate::source::{self, pairs};

/// The size of a text in the units that add up. A stream may be longer than an address is wide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    pub(crate) chars: u64,
    pub(crate) utf16: u64,
    pub(crate) bytes: u64,
    pub(crate) newlines: u64,
}

impl Sizes {
    pub(crate) fn of(text: &str) -> Self {
        Self { newlines: newlines(text), ..Self::but_lines(text) }
    }

    /// With no newlines, which cost as much as all the rest.
    pub(crate) fn but_lines(text: &str) -> Self {
        let (bytes, newlines) = (text.len() as u64, 0);
        if is_ascii(text) {
            return Self { newlines, ..Self::ascii(bytes) };
        }
        let chars = text.chars().count();
        Self { chars: chars as u64, utf16: (chars + pairs(text)) as u64, bytes, newlines }
    }

    /// Sizes of a number of ASCII chars, none of them an LF.
    pub(crate) fn ascii(bytes: u64) -> Self {
        Self { chars: bytes, utf16: bytes, bytes, newlines: 0 }
    }

    pub(crate) fn less(self, other: Self) -> Self {
        Self {
            chars: self.chars.saturating_sub(other.chars),
            utf16: self.utf16.saturating_sub(other.utf16),
            bytes: self.bytes.saturating_sub(other.bytes),
            newlines: self.newlines.saturating_sub(other.newlines),
        }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            chars: self.chars + other.chars,
            utf16: self.utf16 + other.utf16,
            bytes: self.bytes + other.bytes,
            newlines: self.newlines + other.newlines,
        }
    }
}

pub(crate) fn newlines(text: &str) -> u64 {
    source::newlines(text) as u64
}

/// Facts that a [`crate::host::Source`] cannot measure: of released parts, and of the input before cleaning.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Sizes of the released part, which no position reaches.
    pub(crate) hole: Sizes,
    /// Taken while the text went by; none when all of it can be read.
    pub(crate) samples: Option<Samples>,
    /// The input, where that is another text.
    pub(crate) input: Option<Input>,
}

/// Token count of a text at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sample {
    /// The multiple of the stride. A surrogate pair that the place would split belongs to the sample.
    pub(crate) due: u64,
    pub(crate) from: u64,
    pub(crate) to: u64,
    pub(crate) tokens: u64,
}

/// Samples of a text, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Samples {
    pub(crate) samples: Vec<Sample>,
    /// Tokens of the whole text, if it arrived in pieces.
    pub(crate) whole: u64,
}

/// The input of a text that was cleaned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Input {
    pub(crate) sizes: Sizes,
    /// Its last line has no LF.
    pub(crate) ends_open: bool,
    /// By the estimate, if requested.
    pub(crate) tokens: u64,
}
