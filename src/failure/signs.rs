//! The signs that a line contains: by them most questions about it are answered before anything is searched for.

use crate::quick::starts_with_any;

/// A set: a bit for each letter, whatever its case, and each other sign of ASCII; one for digits, for blanks and
/// controls, for escapes, and for all beyond ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Signs(u64);

/// Letters, digits and the underscore have the first bits.
const LETTERS: u8 = 28;

static BITS: [u8; 256] = {
    let mut bits = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        bits[byte] = bit(byte as u8);
        byte += 1;
    }
    bits
};

const fn bit(byte: u8) -> u8 {
    match byte {
        b'a'..=b'z' => byte - b'a',
        b'A'..=b'Z' => byte - b'A',
        b'_' => 26,
        b'0'..=b'9' => 27,
        b'!'..=b'/' => byte - b'!' + LETTERS,
        b':'..=b'@' => byte - b':' + 43,
        b'['..=b'^' => byte - b'[' + 50,
        b'`' => 54,
        b'{'..=b'~' => byte - b'{' + 55,
        0x1b => 59,
        ..=b' ' | 0x7f => 60,
        0x80.. => 61,
    }
}

impl Signs {
    pub(super) const ESCAPES: Self = Self::of("\u{1b}");
    pub(super) const DIGITS: Self = Self::of("0");
    pub(super) const BEYOND_ASCII: Self = Self::of("\u{80}");
    /// Whatever is asked, it may be there.
    #[cfg(test)]
    pub(super) const ALL: Self = Self(!0);

    pub(super) const fn of(text: &str) -> Self {
        let (mut set, mut rest) = (0, text.as_bytes());
        while let [byte, after @ ..] = rest {
            set |= 1_u64.wrapping_shl(BITS[*byte as usize] as u32);
            rest = after;
        }
        Self(set)
    }

    /// Returns `true` if all of these signs are there.
    pub(super) const fn have(self, signs: Self) -> bool {
        self.0 & signs.0 == signs.0
    }

    /// Returns `true` if any of these signs is there.
    pub(super) const fn have_any(self, signs: Self) -> bool {
        self.0 & signs.0 != 0
    }
}

/// Returns `true` for an ASCII letter, a digit or an underscore.
pub(super) fn is_ascii_letter(byte: u8) -> bool {
    BITS[usize::from(byte)] < LETTERS
}

/// `holds!(text, signs, "part")`: searches for a part only in a text that has all of its signs.
macro_rules! holds {
    ($text:expr, $signs:expr, $part:literal) => {
        $signs.have(const { $crate::failure::signs::Signs::of($part) }) && $crate::failure::within::holds($text, $part)
    };
}
pub(super) use holds;

/// Texts that a line may begin with, and their first signs: most lines begin otherwise.
pub(super) struct Starts {
    pub(super) texts: &'static [&'static str],
    first: Signs,
}

impl Starts {
    pub(super) const fn new(texts: &'static [&'static str]) -> Self {
        let (mut first, mut rest) = (Signs(0), texts);
        while let [text, after @ ..] = rest {
            first.0 |= 1 << bit(text.as_bytes()[0]);
            rest = after;
        }
        Self { texts, first }
    }

    pub(super) fn begin(&self, text: &str) -> bool {
        self.may_begin(text) && starts_with_any(text, self.texts)
    }

    /// Returns `false` if a text begins with none of them, whatever the case.
    pub(super) fn may_begin(&self, text: &str) -> bool {
        text.as_bytes().first().is_some_and(|&byte| self.first.have_any(Signs(1 << BITS[usize::from(byte)])))
    }

    /// Returns the text behind the first of them that a text begins with.
    pub(super) fn behind<'a>(&self, text: &'a str) -> Option<&'a str> {
        if self.begin(text) { self.texts.iter().find_map(|start| text.strip_prefix(start)) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn each_sign_but_case_has_its_own_bit() {
        let all: Vec<char> = ('!'..='~').filter(|c| !c.is_ascii_uppercase() && !c.is_ascii_digit()).collect();
        for (one, other) in all.iter().flat_map(|one| all.iter().map(move |other| (one, other))) {
            let [one_sign, other_sign] = [one, other].map(|c| Signs::of(&c.to_string()));
            assert_eq!(one_sign.have_any(other_sign), one == other, "{one} {other}");
        }
        assert!(Signs::of("aé").have(Signs::BEYOND_ASCII) && !Signs::of("a \u{1b}~").have(Signs::BEYOND_ASCII));
        assert!(Signs::of("A7\u{1b}").have(Signs::of("a0\u{1b}")) && !Signs::of("A7").have(Signs::ESCAPES));
    }

    #[test]
    fn letters_are_those_of_words() {
        for byte in 0..=255_u8 {
            assert_eq!(is_ascii_letter(byte), byte.is_ascii_alphanumeric() || byte == b'_', "{byte}");
        }
    }
}
