//! The token estimator: imitates how the `o200k` pattern splits a text and prices each piece from small tables.
//!
//! It reads a text once, in pieces of any size. Its state is a few numbers: the sum of the finished pieces and the run
//! that is still open. The result is an **estimate**: averaged over 18 kinds of text, 95 of 100 chunks of 2,000 chars
//! lie within 9 %; emoji, German and deep indentation within 22 %. Multiplied by 1.1 it is rarely below the true count.

use super::ascii;
use super::classes::{Kind, ascii_kind, kind};
use super::runs::{Prefix, Punctuation, Space, TOKEN, Undone, Word, digits_price};
use crate::quick::char_at;

/// Most tokens that one char costs: a text of `n` UTF-16 units is never estimated above `4 * n`.
pub(crate) const MOST_PER_UNIT: usize = 4;

/// An incremental token estimate: push a text in pieces and read the estimate for the text so far at any time.
///
/// ```
/// use tooltrim::measuring::TokenEstimator;
///
/// let mut estimator = TokenEstimator::new();
/// estimator.push("error: cannot ");
/// estimator.push("find value `x`");
/// assert_eq!(estimator.tokens(), tooltrim::estimate_tokens("error: cannot find value `x`"));
/// ```
///
/// The pieces may be split anywhere between chars; the sum is the same. Linear in the input, a few dozen bytes of
/// state.
#[derive(Clone, Debug, Default)]
pub struct TokenEstimator {
    settled: i64,
    run: Run,
}

/// The run that is still open.
#[derive(Clone, Debug, Default)]
enum Run {
    #[default]
    None,
    Digits(i64),
    Space(Space),
    Word(Word),
    Punctuation(Punctuation),
    /// An apostrophe after a word, and the first letter of a possible `'re`, `'ve`, `'ll`.
    Contraction(Option<u8>),
}

impl TokenEstimator {
    /// Creates an estimator with no input.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a piece of the text.
    pub fn push(&mut self, piece: &str) {
        let bytes = piece.as_bytes();
        let mut at = 0;
        while let Some(rest @ &[byte, ..]) = bytes.get(at..) {
            // Most text is whole ASCII pieces, and most other bytes continue the open run.
            let taken = match &mut self.run {
                Run::None => {
                    let (taken, price) = ascii::pieces(rest);
                    self.settled += price;
                    taken
                }
                Run::Word(word) => word.take_ascii(rest),
                Run::Space(space) => space.take_ascii(rest),
                _ => 0,
            };
            if taken > 0 {
                at += taken;
                continue;
            }
            let Some(c) = char_at(piece, at) else { return };
            let (kind, class) = if byte.is_ascii() { (ascii_kind(byte), 1) } else { kind(c) };
            let starts_piece = matches!(self.run, Run::None);
            if starts_piece {
                self.open(c, kind, class, Prefix::None);
            }
            if starts_piece || self.step(c, kind, class) {
                at += c.len_utf8();
            }
        }
    }

    /// Returns the estimate, as if the text ended here.
    #[must_use]
    pub fn tokens(&self) -> usize {
        let open = match &self.run {
            Run::None => 0,
            Run::Digits(length) => digits_price(*length),
            Run::Space(space) => space.at_end(),
            Run::Word(word) => word.price(),
            Run::Punctuation(run) => run.price(),
            Run::Contraction(first) => Undone::contraction(*first).price(),
        };
        whole(self.settled + open)
    }

    /// Returns the tokens of all finished pieces, which further text cannot change.
    pub(crate) fn settled(&self) -> usize {
        whole(self.settled)
    }

    /// Continues the open run; returns `false` if `c` ends it and begins a piece of its own.
    fn step(&mut self, c: char, kind: Kind, class: usize) -> bool {
        match &mut self.run {
            Run::Word(word) => match kind {
                Kind::Lower | Kind::Upper | Kind::Letter if !word.breaks_before(c, kind) => {
                    word.take(c, class);
                    return true;
                }
                Kind::Punctuation if c == '\'' => {
                    self.settled += word.price();
                    self.run = Run::Contraction(None);
                    return true;
                }
                _ => self.settled += word.price(),
            },
            Run::Digits(length) => {
                if kind == Kind::Digit {
                    *length += 1;
                    return true;
                }
                self.settled += digits_price(*length);
            }
            Run::Space(space) => {
                if matches!(kind, Kind::Newline | Kind::Blank) {
                    space.take(c, kind);
                    return true;
                }
                let (price, prefix) = space.before(kind);
                self.settled += price;
                self.open(c, kind, class, prefix);
                return true;
            }
            Run::Punctuation(run) => {
                if run.takes(c, kind) {
                    run.take(c, kind, class);
                    return true;
                }
                if let (Kind::Lower | Kind::Upper | Kind::Letter, Some(prefix)) = (kind, run.as_prefix()) {
                    self.open(c, kind, class, prefix);
                    return true;
                }
                self.settled += run.price();
            }
            Run::Contraction(first) => {
                let lower = c.to_ascii_lowercase();
                match (first.map(|letter| letter.to_ascii_lowercase()), lower) {
                    (None, 's' | 't' | 'm' | 'd') | (Some(b'r' | b'v'), 'e') | (Some(b'l'), 'l') => {
                        self.run = Run::None;
                        return true;
                    }
                    (None, 'r' | 'v' | 'l') => {
                        *first = Some(c as u8);
                        return true;
                    }
                    _ => {
                        // Not a contraction: read the held-back chars again as an ordinary apostrophe.
                        self.run = match Undone::contraction(*first) {
                            Undone::Apostrophe(run) => Run::Punctuation(run),
                            Undone::Word(word) => Run::Word(word),
                        };
                        return self.step(c, kind, class);
                    }
                }
            }
            Run::None => {}
        }
        self.run = Run::None;
        false
    }

    /// Opens a run at `c`.
    fn open(&mut self, c: char, kind: Kind, class: usize, prefix: Prefix) {
        self.run = match kind {
            Kind::Digit => Run::Digits(1),
            Kind::Newline | Kind::Blank => {
                let mut space = Space::default();
                space.take(c, kind);
                Run::Space(space)
            }
            Kind::Lower | Kind::Upper | Kind::Letter => {
                let mut word = Word::after(prefix);
                word.take(c, class);
                Run::Word(word)
            }
            Kind::Punctuation | Kind::Symbol => {
                let mut run = Punctuation::after(prefix);
                run.take(c, kind, class);
                Run::Punctuation(run)
            }
        };
    }
}

fn whole(price: i64) -> usize {
    usize::try_from((price + TOKEN - 1) / TOKEN).unwrap_or(0)
}
