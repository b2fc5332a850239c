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

    /// The fingerprint of what was read so far.
    #[must_use]
    pub fn print(&self) -> Print {
        Print { hash: self.hasher.finish(), bytes: self.bytes }
    }
}

impl From<&Fingerprint> for Print {
    fn from(text: &Fingerprint) -> Self {
        text.print()
    }
}

/// A fingerprint that is taken: a value, which can go where the text does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Print {
    pub(super) hash: [u64; 2],
    pub(super) bytes: u64,
}

impl Print {
    /// Bytes of the text.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The value as 64-bit words, and back.
    #[must_use]
    pub fn words(&self) -> [u64; 3] {
        [self.hash[0], self.hash[1], self.bytes]
    }

    /// The value of [`Print::words`].
    #[must_use]
    pub fn from_words([first, last, bytes]: [u64; 3]) -> Self {
        Self { hash: [first, last], bytes }
    }
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
