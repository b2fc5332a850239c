//! Runs of chars that the estimator prices, in 1/64 token.

use super::classes::{Kind, ascii_kind, has_cases};
use super::tables::{
    LETTER_BASE, LETTER_CLASS, LETTER_PAIR, PUNCTUATION_LENGTH, PUNCTUATION_PAIR, SYMBOL_BASE, SYMBOL_CLASS, WORD,
    WORD_PUNCTUATION,
};

/// One token, in the unit of the tables.
pub(super) const TOKEN: i64 = 64;
/// Marks that no ASCII char precedes a punctuation char; 0 would be the char NUL.
pub(super) const NOTHING: u8 = 0xff;
/// Least price of a word or punctuation piece.
const LEAST: i64 = 51;

/// White space: its newlines, and the blanks since the last newline.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Blanks {
    newlines: i64,
    blanks: i64,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Space {
    blanks: Blanks,
    /// The last blank.
    last: char,
}

/// The char before a word that belongs to its piece.
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

impl Blanks {
    #[inline(always)]
    pub(super) fn newline(&mut self) {
        self.newlines += 1;
        self.blanks = 0;
    }

    #[inline(always)]
    pub(super) fn blank(&mut self) {
        self.blanks += 1;
    }

    /// Returns `true` if no blank is left to join the next piece.
    #[inline(always)]
    pub(super) fn is_at_line_start(self) -> bool {
        self.blanks == 0
    }

    #[inline(always)]
    fn lines(self) -> i64 {
        if self.newlines > 0 { TOKEN * (1 + self.newlines / 16) } else { 0 }
    }

    /// Returns the price of all but the last blank.
    #[inline(always)]
    pub(super) fn price(self) -> i64 {
        self.lines() + if self.blanks >= 2 { TOKEN * (1 + (self.blanks - 1) / 128) } else { 0 }
    }

    #[inline(always)]
    fn price_at_end(self) -> i64 {
        self.lines() + if self.blanks > 0 { TOKEN * (1 + self.blanks / 128) } else { 0 }
    }
}

impl Space {
    #[inline(always)]
    pub(super) fn take(&mut self, c: char, kind: Kind) {
        if kind == Kind::Newline {
            self.blanks.newline();
        } else {
            self.blanks.blank();
            self.last = c;
        }
    }

    /// Takes ASCII white space up to another char or the end of `bytes`; returns the number of bytes taken.
    #[inline(always)]
    pub(super) fn take_ascii(&mut self, bytes: &[u8]) -> usize {
        let mut count = 0;
        for &byte in bytes {
            match ascii_kind(byte) {
                kind @ (Kind::Newline | Kind::Blank) => self.take(byte.into(), kind),
                _ => break,
            }
            count += 1;
        }
        count
    }

    #[inline(always)]
    pub(super) fn at_end(&self) -> i64 {
        self.blanks.price_at_end()
    }

    /// Returns the price of the white space before a char of `kind`, and the part of it that joins that char's piece.
    #[inline(always)]
    pub(super) fn before(&self, kind: Kind) -> (i64, Prefix) {
        let price = self.blanks.price();
        let is_letter = matches!(kind, Kind::Lower | Kind::Upper | Kind::Letter);
        if self.blanks.is_at_line_start() {
            (price, Prefix::None)
        } else if self.last == ' ' && kind != Kind::Digit {
            (price, Prefix::Space)
        } else if is_letter {
            (price, Prefix::Punctuation(self.last))
        } else {
            (price + TOKEN, Prefix::None)
        }
    }
}

impl Word {
    #[inline(always)]
    pub(super) fn after(prefix: Prefix) -> Self {
        Self { prefix, ..Self::default() }
    }

    /// Takes ASCII letters up to the end of the word or of `bytes`; returns the number of bytes taken.
    #[inline(always)]
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

    #[inline(always)]
    pub(super) fn breaks_before(&self, c: char, kind: Kind) -> bool {
        self.last_is_lower && (kind == Kind::Upper || (kind == Kind::Letter && c.is_uppercase()))
    }

    #[inline(always)]
    pub(super) fn take(&mut self, c: char, class: usize) {
        if c.is_ascii() {
            return self.take_letter(c as u8, c.is_ascii_uppercase());
        }
        self.length += 1;
        self.others += 1;
        self.classes += i64::from(LETTER_CLASS.get(class).copied().unwrap_or_default());
        self.last = 0;
        self.last_is_lower = has_cases(class) && c.is_lowercase();
    }

    #[inline(always)]
    fn take_letter(&mut self, letter: u8, upper: bool) {
        if self.last != 0 {
            self.pairs += pair_price(self.last, letter);
        }
        self.first_is_upper |= upper && self.length == 0;
        self.uppers += i64::from(upper);
        self.length += 1;
        self.last = letter;
        self.last_is_lower = !upper;
    }

    #[inline(always)]
    pub(super) fn price(&self) -> i64 {
        let length = self.length;
        if self.others > 0 {
            let prefix = if matches!(self.prefix, Prefix::Punctuation(_)) { 32 } else { 0 };
            return TOKEN.max(LETTER_BASE + 12 * (length - self.others) + self.classes + prefix);
        }
        let (prefix, prefix_price) = match self.prefix {
            Prefix::None => (0, 0),
            Prefix::Space => (1, 0),
            Prefix::Punctuation(c) => (2, WORD_PUNCTUATION[c as usize % 96]),
        };
        let shape = WordShape { length, uppers: self.uppers, first_is_upper: self.first_is_upper };
        word_price(prefix, prefix_price, shape, self.pairs)
    }
}

impl Punctuation {
    #[inline(always)]
    pub(super) fn after(prefix: Prefix) -> Self {
        let after_space = prefix == Prefix::Space;
        Self { after_space, last: if after_space { b' ' } else { NOTHING }, ..Self::default() }
    }

    #[inline(always)]
    pub(super) fn takes(&self, c: char, kind: Kind) -> bool {
        match kind {
            Kind::Newline => true,
            Kind::Punctuation | Kind::Symbol => !self.swallowing || c == '/',
            _ => false,
        }
    }

    #[inline(always)]
    pub(super) fn take(&mut self, c: char, kind: Kind, class: usize) {
        self.swallowing |= kind == Kind::Newline;
        self.length += 1;
        if kind == Kind::Symbol {
            self.symbols += 1;
            self.last = NOTHING;
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
        if self.last != NOTHING {
            self.pairs += punctuation_pair(self.last, byte);
        }
        self.last = byte;
    }

    /// Returns the run as a word's prefix: a single ASCII char right before a word belongs to the word.
    #[inline(always)]
    pub(super) fn as_prefix(&self) -> Option<Prefix> {
        let single = self.length == 1 && self.symbols == 0 && !self.after_space && !self.swallowing;
        single.then_some(Prefix::Punctuation(self.last.into()))
    }

    #[inline(always)]
    pub(super) fn price(&self) -> i64 {
        if self.symbols > 0 {
            return TOKEN.max(SYMBOL_BASE + self.classes);
        }
        punctuation_price(self.length, self.pairs)
    }
}

/// An apostrophe that turned out not to begin a contraction.
pub(super) enum Undone {
    Apostrophe(Punctuation),
    Word(Word),
}

impl Undone {
    /// Returns the held-back chars as a run: the apostrophe, and a letter if one followed.
    #[inline(always)]
    pub(super) fn contraction(first: Option<u8>) -> Self {
        match first {
            None => {
                let mut run = Punctuation::after(Prefix::None);
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

    #[inline(always)]
    pub(super) fn price(&self) -> i64 {
        match self {
            Self::Apostrophe(run) => run.price(),
            Self::Word(word) => word.price(),
        }
    }
}

#[inline(always)]
pub(super) fn digits_price(length: i64) -> i64 {
    TOKEN * ((length + 2) / 3)
}

/// Properties of an ASCII word that select its table.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordShape {
    pub(super) length: i64,
    pub(super) uppers: i64,
    pub(super) first_is_upper: bool,
}

/// Returns the price of an ASCII word; `prefix` is 0 for no prefix, 1 for a space, 2 for a punctuation char, whose
/// price is `prefix_price`.
#[inline(always)]
pub(super) fn word_price(prefix: usize, prefix_price: i8, word: WordShape, pairs: i64) -> i64 {
    let WordShape { length, uppers, first_is_upper } = word;
    let shape = match uppers {
        0 => 0,
        1 if first_is_upper => 1,
        uppers if uppers == length => 2,
        _ => 3,
    };
    let table = WORD[(prefix * 4 + shape) * 20 + length.clamp(1, 20) as usize - 1];
    LEAST.max(TOKEN + i64::from(table) + pairs + 8 * (length - 20).max(0) + i64::from(prefix_price))
}

#[inline(always)]
pub(super) fn pair_price(a: u8, b: u8) -> i64 {
    i64::from(LETTER_PAIR[usize::from(a & 31) * 32 + usize::from(b & 31)])
}

#[inline(always)]
pub(super) fn punctuation_pair(a: u8, b: u8) -> i64 {
    // Control chars join nothing, except two NULs; the table was fitted without them.
    if is_control(a) || is_control(b) {
        return if a | b == 0 { TOKEN / 2 } else { TOKEN };
    }
    // The upper ten bits of a multiplicative hash, as in the fit of the table.
    let hash = (u32::from(a) * 128 + u32::from(b)).wrapping_mul(2_654_435_761) >> 22;
    i64::from(PUNCTUATION_PAIR[hash as usize & 1023])
}

#[inline(always)]
fn is_control(byte: u8) -> bool {
    byte != b'\n' && byte.is_ascii_control()
}

#[inline(always)]
pub(super) fn punctuation_price(length: i64, pairs: i64) -> i64 {
    let long = if length > 64 { TOKEN * (length / 64) } else { 0 };
    LEAST.max(TOKEN + pairs + i64::from(PUNCTUATION_LENGTH[length.clamp(0, 20) as usize])) + long
}
