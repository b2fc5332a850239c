//! Cleaning on the way: what went in, what came out, and whether the two differ.

use alloc::borrow::Cow;
use alloc::string::String;

use super::ends::Ends;
use crate::clean::{Cleaned, Cleaner, clean};
use crate::event::{Noise, Unit};
use crate::facts::{Facts, Input, Sizes};
use crate::measure::TokenEstimator;
use crate::source::Source;
use crate::text::Trimmer;
use crate::text::rules::Rules;

/// A cleaner, and what passes through it.
#[derive(Clone, Debug)]
pub(super) struct Cleaning {
    cleaner: Cleaner,
    input: Sizes,
    ends_open: bool,
    /// Present if a listener receives tokens.
    tokens: Option<TokenEstimator>,
    before: Print,
    after: Print,
}

impl Cleaning {
    /// None when there is nothing to clean.
    pub(super) fn of(rules: &Rules) -> Option<Self> {
        rules.clean().map(|clean| Self {
            cleaner: Cleaner::new(clean),
            input: Sizes::default(),
            ends_open: false,
            tokens: (rules.unit == Unit::Tokens).then(TokenEstimator::new),
            before: Print::default(),
            after: Print::default(),
        })
    }

    /// Reads on, and writes what is certain by now.
    pub(super) fn push(&mut self, text: &str, out: &mut String) {
        self.input = self.input.plus(Sizes::of(text));
        self.ends_open = !text.ends_with('\n');
        if let Some(tokens) = &mut self.tokens {
            tokens.push(text);
        }
        self.before.push(text);
        self.cleaner.push(text, out);
        self.after.push(out);
    }

    pub(super) fn finish(&mut self, out: &mut String) {
        self.cleaner.finish(out);
        self.after.push(out);
    }

    pub(super) fn input(&self) -> Input {
        let tokens = self.tokens.as_ref().map_or(0, |tokens| tokens.tokens() as u64);
        Input { sizes: self.input, ends_open: self.ends_open, tokens }
    }

    /// Returns the noise removed so far, given the sizes that are left; `None` if nothing changed.
    pub(super) fn noise(&self, left: Sizes, ends_open: bool) -> Option<Noise> {
        let lines = |sizes: Sizes, open: bool| sizes.newlines + u64::from(open);
        (self.before != self.after).then(|| Noise {
            chars: self.input.chars.saturating_sub(left.chars),
            lines: lines(self.input, self.ends_open).saturating_sub(lines(left, ends_open)),
        })
    }
}

/// Distinguishes two texts without holding either. Only a crafted text could be mistaken, and then only the note of the
/// cleaning would be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Print {
    hash: u64,
    lane: u64,
    bytes: u64,
}

impl Print {
    fn push(&mut self, text: &str) {
        let mut bytes = text.as_bytes();
        // Lanes lie at the same places however the text is cut.
        while !self.bytes.is_multiple_of(8)
            && let Some((&byte, rest)) = bytes.split_first()
        {
            self.byte(byte);
            bytes = rest;
        }
        let (lanes, rest) = bytes.as_chunks::<8>();
        for lane in lanes {
            self.mix(u64::from_le_bytes(*lane));
        }
        self.bytes += 8 * lanes.len() as u64;
        for &byte in rest {
            self.byte(byte);
        }
    }

    fn byte(&mut self, byte: u8) {
        self.lane = self.lane << 8 | u64::from(byte);
        self.bytes += 1;
        if self.bytes.is_multiple_of(8) {
            let lane = core::mem::take(&mut self.lane).swap_bytes();
            self.mix(lane);
        }
    }

    fn mix(&mut self, lane: u64) {
        self.hash = (self.hash.rotate_left(23) ^ lane).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// Rounds after which nothing is left: cleaning makes shorter, so there are seldom two.
const ROUNDS: usize = 8;

/// Cleans a result again: where the ends and the marker meet, lines may repeat, and a cut may expose text that
/// resembles noise. Returns what was removed; trimming the result again then changes nothing.
pub(in crate::text) fn settle(
    trimmer: &Trimmer,
    text: String,
    count: &dyn Fn(&str) -> usize,
) -> (String, Option<Noise>) {
    let Some(options) = trimmer.rules.clean() else { return (text, None) };
    let mut settled = text;
    let mut noise = None;
    for _ in 0..ROUNDS {
        let Cleaned { text: Cow::Owned(next), chars, lines, .. } = clean(&settled, options) else {
            return (settled, noise);
        };
        noise = Some(Noise { chars: chars as u64, lines: lines as u64 }.plus(noise));
        // Fewer chars and lines are not always fewer tokens.
        let facts = Facts::default();
        let source: &dyn Source = &Ends::new(&next, "", &facts, count);
        settled = trimmer.plan(source).map_or_else(|| next.clone(), |plan| trimmer.render(source, &plan));
    }
    (String::new(), noise)
}
