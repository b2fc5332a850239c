//! Token estimate of a long text by density: samples at places that depend only on its length.
//!
//! A text may arrive once, in pieces, with its length unknown. So the places are multiples of a stride that doubles as
//! the text grows: earlier samples stay valid or are dropped, never moved.

use super::saturate;
use alloc::vec::Vec;

use super::estimate::TokenEstimator;
use super::tokens_between;
use crate::facts::{Sample, Samples};
use crate::source::{Source, StrSource, utf16_len};

/// UTF-16 units up to which a text is read whole.
pub(super) const WHOLE: u64 = 64 * 1024;
/// UTF-16 units of one sample.
const WINDOW: usize = 512;
/// Least distance between two places, in UTF-16 units.
const STRIDE: u64 = 4096;
/// Most places.
const MOST: u64 = 24;

impl Samples {
    /// Samples a text of `utf16` UTF-16 units.
    pub(super) fn of<S: Source + ?Sized>(source: &S, utf16: u64) -> Self {
        let (len, stride) = (source.len(), stride(utf16));
        let mut samples = Vec::new();
        let (mut at, mut from, mut due) = (0, 0, 0);
        while due + WINDOW as u64 <= utf16 {
            let start = source.skip_utf16(at, len, (due - from) as usize);
            from += source.utf16(at, start) as u64;
            let end = source.skip_utf16(start, len, WINDOW);
            let (to, tokens) = (from + source.utf16(start, end) as u64, tokens_between(source, start, end) as u64);
            samples.push(Sample { due, from, to, tokens });
            (at, due) = (start, due + stride);
        }
        Self { samples, whole: 0 }
    }

    /// Tokens of the whole text, as it went by.
    pub(super) fn whole(&self) -> u64 {
        self.whole
    }

    /// Estimates `utf16` units starting at `from`: by the samples inside that span, or by all samples if it holds none.
    pub(super) fn tokens(&self, from: u64, utf16: u64) -> u64 {
        let sum = |all: bool| {
            let within = |sample: &&Sample| all || sample.from >= from && sample.to <= from + utf16;
            let add = |(tokens, units), sample: &Sample| (tokens + sample.tokens, units + sample.to - sample.from);
            self.samples.iter().filter(within).fold((0, 0), add)
        };
        let (tokens, units) = match sum(false) {
            (_, 0) => sum(true),
            some => some,
        };
        // 128 bits, as the text may be very long.
        (u128::from(tokens) * u128::from(utf16) / u128::from(units.max(1))) as u64
    }
}

/// Returns the distance between two places in a text of `utf16` UTF-16 units.
fn stride(utf16: u64) -> u64 {
    let mut stride = STRIDE;
    while utf16.saturating_sub(WINDOW as u64) / stride >= MOST {
        stride *= 2;
    }
    stride
}

/// Samples a text that arrives in pieces.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sampler {
    samples: Vec<Sample>,
    open: Option<Open>,
    /// UTF-16 units seen so far.
    seen: u64,
    /// Start of the next sample.
    due: u64,
    stride: u64,
    whole: TokenEstimator,
}

/// A sample in progress.
#[derive(Clone, Debug)]
struct Open {
    due: u64,
    from: u64,
    left: usize,
    estimator: TokenEstimator,
}

impl Sampler {
    pub(crate) fn push(&mut self, text: &str) {
        self.whole.push(text);
        let mut rest = text;
        while !rest.is_empty() {
            let taken = match &mut self.open {
                Some(open) => {
                    let end = StrSource(rest).skip_utf16(0, rest.len(), open.left);
                    let (piece, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
                    open.estimator.push(piece);
                    let units = utf16_len(piece);
                    open.left -= units.min(open.left);
                    self.seen += units as u64;
                    if open.left == 0 || !after.is_empty() {
                        self.close();
                    }
                    end
                }
                None => self.skip(rest),
            };
            rest = rest.get(taken..).unwrap_or_default();
        }
    }

    /// Skips to the next place; opens a sample if it is in the text. Returns the bytes skipped.
    fn skip(&mut self, text: &str) -> usize {
        let far = saturate(self.due.saturating_sub(self.seen));
        // No char has more UTF-16 units than bytes.
        let end = if far > text.len() { text.len() } else { StrSource(text).skip_utf16(0, text.len(), far) };
        self.seen += text.get(..end).map_or(0, utf16_len) as u64;
        if end < text.len() {
            self.open = Some(Open { due: self.due, from: self.seen, left: WINDOW, estimator: TokenEstimator::new() });
        }
        end
    }

    fn close(&mut self) {
        if let Some(Open { due, from, estimator, .. }) = self.open.take() {
            self.samples.push(Sample { due, from, to: self.seen, tokens: estimator.tokens() as u64 });
        }
        self.thin();
        self.due = self.samples.last().map_or(0, |sample| sample.due + self.stride);
    }

    /// Drops the samples that a text of this length would not have.
    fn thin(&mut self) {
        self.stride = stride(self.seen);
        self.samples.retain(|sample| sample.due.is_multiple_of(self.stride));
    }

    /// Returns the samples of the text so far.
    pub(crate) fn finish(mut self) -> Samples {
        self.close();
        self.samples.retain(|sample| sample.due + WINDOW as u64 <= self.seen);
        Samples { samples: self.samples, whole: self.whole.tokens() as u64 }
    }

    /// Returns the bytes held in memory.
    pub(crate) fn held(&self) -> usize {
        self.samples.capacity() * size_of::<Sample>()
    }
}
