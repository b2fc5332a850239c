//! Fingerprints of texts.

use alloc::format;
use alloc::string::String;

use super::sha::Sha;
use crate::refs::Ref;

/// Fingerprint of a text: the SHA-256 of its UTF-8. It takes a text in pieces, cut anywhere between two chars.
#[derive(Clone, Debug, Default)]
pub struct Fingerprint {
    hasher: Sha,
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
    }

    /// Reads on in UTF-16, cut anywhere but inside a pair. A lone surrogate is three bytes, as in WTF-8.
    pub fn push_utf16(&mut self, units: impl IntoIterator<Item = u16>) {
        for char in char::decode_utf16(units) {
            match char {
                Ok(char) => self.hasher.push(char.encode_utf8(&mut [0; 4]).as_bytes()),
                Err(lone) => {
                    let [high, low] = lone.unpaired_surrogate().to_be_bytes();
                    self.hasher.push(&[0xe0 | high >> 4, 0x80 | (high & 15) << 2 | low >> 6, 0x80 | low & 63]);
                }
            }
        }
    }

    /// The hash as 64 hex digits.
    #[must_use]
    pub fn hex(&self) -> String {
        self.hasher.finish().map(|word| format!("{word:08x}")).concat()
    }

    /// The fingerprint of what was read so far.
    #[must_use]
    pub fn print(&self) -> Print {
        Print { hash: self.hasher.finish(), bytes: self.hasher.length() }
    }
}

impl From<&Fingerprint> for Print {
    fn from(text: &Fingerprint) -> Self {
        text.print()
    }
}

impl Ref {
    /// The ref of a text; `None` for the one text in 2⁴⁰ whose hash begins with 40 zeros.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        Fingerprint::of(text).print().reference()
    }
}

/// A fingerprint that is taken: a value, which can go where the text does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Print {
    hash: [u32; 8],
    bytes: u64,
}

impl Print {
    /// Bytes of the text.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The ref of the text, as [`Ref::of`].
    #[must_use]
    pub fn reference(&self) -> Option<Ref> {
        Ref::new(u64::from(self.hash[0]) << 8 | u64::from(self.hash[1] >> 24))
    }

    /// The value as words, and back.
    #[must_use]
    pub fn words(&self) -> [u64; 9] {
        let mut words = [self.bytes; 9];
        for (word, hash) in words.iter_mut().zip(self.hash) {
            *word = hash.into();
        }
        words
    }

    /// The value of [`Print::words`].
    #[must_use]
    pub fn from_words(words: [u64; 9]) -> Self {
        Self { hash: core::array::from_fn(|at| words[at] as u32), bytes: words[8] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ref_is_the_first_40_bits() {
        let print = Fingerprint::of("abc");
        assert!(print.hex().starts_with("ba7816bf8f"));
        assert_eq!(print.print().reference().map(Ref::number), Some(0xba_7816_bf8f));
        assert_eq!(Print::from_words(print.print().words()), print.print());
    }

    #[test]
    fn lone_surrogates_are_three_bytes_of_their_own() {
        let of = |units: &[u16]| {
            let mut print = Fingerprint::new();
            print.push_utf16(units.iter().copied());
            print.print()
        };
        let text = "a\u{e9}\u{2028}\u{1f680}";
        assert_eq!(of(&text.encode_utf16().collect::<alloc::vec::Vec<_>>()), Fingerprint::of(text).print());
        let lone = of(&[0x61, 0xd83d, 0x62]);
        assert_eq!(lone.bytes(), 5);
        assert_ne!(lone.hash, Fingerprint::of("a\u{fffd}b").print().hash);
        assert_ne!(lone.hash, of(&[0x61, 0xd83e, 0x62]).hash);
        let mut bytes = Sha::default();
        bytes.push(&[0x61, 0xed, 0xa0, 0xbd, 0x62]);
        assert_eq!(lone.hash, bytes.finish());
    }
}
