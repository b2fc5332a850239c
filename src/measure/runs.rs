//! The runs that the estimator sees, and what each costs in 1/64 token.

use super::classes::{Kind, ascii_kind};
use super::tables::{
    LETTER_BASE, LETTER_CLASS, LETTER_PAIR, PUNCTUATION_LENGTH, PUNCTUATION_PAIR, SYMBOL_BASE, SYMBOL_CLASS, WORD,
    WORD_PUNCTUATION,
};

/// One token, in the unit of the tables.
pub(super) const TOKEN: i64 = 64;
/// No piece costs less.
const LEAST: i64 = 51;

#[derive(Clone, Debug, Default)]
pub(super) struct Space {
    newlines: i64,
    /// Blanks since the last newline.
    blanks: i64,
    /// The last blank.
    last: char,
}

/// What stands before a word and belongs to its piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Prefix {
    #[default]
    None,
    Space,
    Punctuation(char),
}

#[derive(Clone, Debug, Default)]
pub(super) struct Word {
    prefix: Prefix,
    length: i64,
    first_is_upper: bool,
    uppers: i64,
    /// The last letter when it is ASCII, else 0.
    last: u8,
    last_is_lower: bool,
    pairs: i64,
    /// Non-ASCII letters, and the sum of their class prices.
    others: i64,
    classes: i64,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Punctuation {
    after_space: bool,
    length: i64,
    last: u8,
    pairs: i64,
    symbols: i64,
    classes: i64,
    boxes: i64,
    /// A newline has been swallowed: only newlines and slashes may follow.
    swallowing: bool,
}

impl Space {
    pub(super) fn take(&mut self, c: char, kind: Kind) {
        if kind == Kind::Newline {
            self.newlines += 1;
            self.blanks = 0;
        } else {
            self.blanks += 1;
            self.last = c;
        }
    }

    /// Takes ASCII white space up to something else or the end of `bytes`; answers how many.
    pub(super) fn take_ascii(&mut self, bytes: &[u8]) -> usize {
        let mut count = 0;
        for &byte in bytes {
            match ascii_kind(byte) {
                Kind::Newline => {
                    self.newlines += 1;
                    self.blanks = 0;
                }
                Kind::Blank => {
                    self.blanks += 1;
                    self.last = byte.into();
                }
                _ => break,
            }
            count += 1;
        }
        count
    }

    fn lines(&self) -> i64 {
        if self.newlines > 0 { TOKEN * (1 + self.newlines / 16) } else { 0 }
    }

    pub(super) fn at_end(&self) -> i64 {
        self.lines() + if self.blanks > 0 { TOKEN * (1 + self.blanks / 128) } else { 0 }
    }

    /// The price before something of `kind`, and what of it joins that.
    pub(super) fn before(&self, kind: Kind) -> (i64, Prefix) {
        let indentation = if self.blanks >= 2 { TOKEN * (1 + (self.blanks - 1) / 128) } else { 0 };
        let price = self.lines() + indentation;
        let is_space = self.last == ' ';
        match kind {
            _ if self.blanks == 0 => (price, Prefix::None),
            Kind::Lower | Kind::Upper | Kind::Letter if is_space => (price, Prefix::Space),
            Kind::Lower | Kind::Upper | Kind::Letter => (price, Prefix::Punctuation(self.last)),
            Kind::Punctuation | Kind::Symbol if is_space => (price, Prefix::Space),
            _ => (price + TOKEN, Prefix::None),
        }
    }
}

impl Word {
    pub(super) fn after(prefix: Prefix) -> Self {
        Self { prefix, ..Self::default() }
    }

    /// Takes ASCII letters up to the end of the word or of `bytes`; answers how many.
    pub(super) fn take_ascii(&mut self, bytes: &[u8]) -> usize {
        let mut count = 0;
        for &byte in bytes {
            let upper = match ascii_kind(byte) {
                Kind::Lower => false,
                Kind::Upper if !self.last_is_lower => true,
                _ => break,
            };
            self.take_letter(byte, upper);
            count += 1;
        }
        count
    }

    pub(super) fn breaks_before(&self, c: char, kind: Kind) -> bool {
        self.last_is_lower && (kind == Kind::Upper || (kind == Kind::Letter && c.is_uppercase()))
    }

    pub(super) fn take(&mut self, c: char, class: usize) {
        if c.is_ascii() {
            return self.take_letter(c as u8, c.is_ascii_uppercase());
        }
        self.length += 1;
        self.others += 1;
        self.classes += i64::from(LETTER_CLASS.get(class).copied().unwrap_or_default());
        self.last = 0;
        self.last_is_lower = c.is_lowercase();
    }

    fn take_letter(&mut self, letter: u8, upper: bool) {
        if self.last != 0 {
            let pair = usize::from(self.last & 31) * 32 + usize::from(letter & 31);
            self.pairs += i64::from(LETTER_PAIR.get(pair).copied().unwrap_or_default());
        }
        self.first_is_upper |= upper && self.length == 0;
        self.uppers += i64::from(upper);
        self.length += 1;
        self.last = letter;
        self.last_is_lower = !upper;
    }

    pub(super) fn price(&self) -> i64 {
        let length = self.length;
        if self.others > 0 {
            let prefix = if matches!(self.prefix, Prefix::Punctuation(_)) { 32 } else { 0 };
            return TOKEN.max(LETTER_BASE + 12 * (length - self.others) + self.classes + prefix);
        }
        let shape = match self.uppers {
            0 => 0,
            1 if self.first_is_upper => 1,
            uppers if uppers == length => 2,
            _ => 3,
        };
        let (prefix, char_price) = match self.prefix {
            Prefix::None => (0, 0),
            Prefix::Space => (1, 0),
            Prefix::Punctuation(c) => (2, WORD_PUNCTUATION[c as usize % 96]),
        };
        let table = WORD[(prefix * 4 + shape) * 20 + length.clamp(1, 20) as usize - 1];
        LEAST.max(TOKEN + i64::from(table) + self.pairs + 8 * (length - 20).max(0) + i64::from(char_price))
    }
}

impl Punctuation {
    pub(super) fn after(prefix: Prefix) -> Self {
        let after_space = prefix == Prefix::Space;
        Self { after_space, last: if after_space { b' ' } else { 0 }, ..Self::default() }
    }

    pub(super) fn takes(&self, c: char, kind: Kind) -> bool {
        match kind {
            Kind::Newline => true,
            Kind::Punctuation | Kind::Symbol => !self.swallowing || c == '/',
            _ => false,
        }
    }

    pub(super) fn take(&mut self, c: char, kind: Kind, class: usize) {
        self.swallowing |= kind == Kind::Newline;
        self.length += 1;
        if kind == Kind::Symbol {
            self.symbols += 1;
            self.last = 0;
            self.boxes += i64::from(class == 12);
            self.classes += if class == 12 && self.boxes == 1 {
                TOKEN
            } else {
                i64::from(SYMBOL_CLASS.get(class).copied().unwrap_or_default())
            };
            return;
        }
        let byte = if kind == Kind::Newline { b'\n' } else { c as u8 };
        self.classes += i64::from(SYMBOL_CLASS[1]);
        if self.last != 0 {
            let pair = (u32::from(self.last) * 128 + u32::from(byte)).wrapping_mul(2_654_435_761) >> 22;
            self.pairs += i64::from(PUNCTUATION_PAIR.get(pair as usize).copied().unwrap_or_default());
        }
        self.last = byte;
    }

    /// A single ASCII char that stands right before a word belongs to the word.
    pub(super) fn as_prefix(&self) -> Option<Prefix> {
        let single = self.length == 1 && self.symbols == 0 && !self.after_space && !self.swallowing;
        single.then_some(Prefix::Punctuation(self.last.into()))
    }

    pub(super) fn price(&self) -> i64 {
        if self.symbols > 0 {
            return TOKEN.max(SYMBOL_BASE + self.classes);
        }
        let long = if self.length > 64 { TOKEN * (self.length / 64) } else { 0 };
        let table = PUNCTUATION_LENGTH[self.length.clamp(0, 20) as usize];
        LEAST.max(TOKEN + self.pairs + i64::from(table)) + long
    }
}

/// An apostrophe that turned out to begin no contraction.
pub(super) enum Undone {
    Apostrophe(Punctuation),
    Word(Word),
}

impl Undone {
    /// What was held back: the apostrophe, and a letter if one followed.
    pub(super) fn contraction(first: Option<u8>) -> Self {
        match first {
            None => {
                let mut run = Punctuation::default();
                run.take('\'', Kind::Punctuation, 1);
                Self::Apostrophe(run)
            }
            Some(letter) => {
                let mut word = Word::after(Prefix::Punctuation('\''));
                word.take(letter.into(), 1);
                Self::Word(word)
            }
        }
    }

    pub(super) fn price(&self) -> i64 {
        match self {
            Self::Apostrophe(run) => run.price(),
            Self::Word(word) => word.price(),
        }
    }
}

pub(super) fn digits(length: i64) -> i64 {
    TOKEN * ((length + 2) / 3)
}
