//! Fingerprints of texts.

use alloc::format;
use alloc::string::String;

use super::sip::Sip;

/// Fingerprint of a text: 128 bits that two different texts as good as never share, and its bytes of UTF-8. It takes a
/// text in pieces, cut anywhere between two chars.
#[derive(Clone, Debug, Default)]
pub struct Fingerprint {
    hasher: Sip,
    bytes: u64,
}

impl Fingerprint {
    /// Fingerprint of the empty text.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Fingerprint of a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut print = Self::new();
        print.push(text);
        print
    }

    /// Reads on.
    pub fn push(&mut self, piece: &str) {
        self.hasher.push(piece.as_bytes());
        self.bytes += piece.len() as u64;
    }

    /// Bytes read so far.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The 128 bits as 32 hex digits.
    #[must_use]
    pub fn hex(&self) -> String {
        let Print { hash: [first, last], .. } = self.print();
        format!("{first:016x}{last:016x}")
    }

    pub(super) fn print(&self) -> Print {
        Print { hash: self.hasher.finish(), bytes: self.bytes }
    }
}

/// A fingerprint that is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Print {
    pub(super) hash: [u64; 2],
    pub(super) bytes: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_in_pieces_is_known_as_the_whole() {
        let text = "line of output\n".repeat(100);
        for cut in [0, 1, 7, 8, 9, 15, 16, 17, 500, text.len()] {
            let (first, last) = text.split_at(cut);
            let mut print = Fingerprint::of(first);
            print.push(last);
            assert_eq!(print.print(), Fingerprint::of(&text).print(), "{cut}");
        }
    }

    #[test]
    fn texts_that_differ_in_one_char_are_two() {
        assert_ne!(Fingerprint::of("a").print(), Fingerprint::of("b").print());
        assert_ne!(Fingerprint::of("").print(), Fingerprint::of("\0").print());
    }
}
