//! Sizes of a text in each unit, and the token estimate.
//!
//! Everything that runs for each char is always inlined: the WebAssembly module is built for size.
#![allow(clippy::inline_always, reason = "without it the estimate takes 2.6 times as long where the build is for size")]

mod ascii;
mod classes;
mod estimate;
pub(crate) mod grapheme;
mod runs;
mod samples;
mod shorten;
mod tables;

pub(crate) use estimate::MOST_PER_UNIT;
pub use estimate::TokenEstimator;
pub(crate) use samples::Sampler;
pub(crate) use shorten::{quote, shorten, shorten_middle, shorten_path, sides};

use crate::event::Unit;
pub(crate) use crate::number::saturate;
use crate::source::{Source, StrSource, utf16_len, windows};

/// The size of a text in each unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct Measures {
    /// Unicode code points.
    pub chars: usize,
    /// UTF-16 units, as JavaScript's `length` counts them.
    pub utf16: usize,
    /// UTF-8 bytes.
    pub bytes: usize,
    /// Lines: each LF ends a line; text after the last LF is one more line.
    pub lines: usize,
    /// Extended grapheme clusters: user-perceived characters.
    pub graphemes: usize,
    /// Token estimate of [`estimate_tokens`].
    pub tokens: usize,
}

/// Measures a text in each unit.
///
/// ```
/// let sizes = tooltrim::measure("na\u{ef}ve \u{1f469}\u{200d}\u{1f680}\r\n");
/// assert_eq!((sizes.chars, sizes.utf16, sizes.bytes), (11, 13, 20));
/// assert_eq!((sizes.graphemes, sizes.lines), (8, 1));
/// ```
///
/// Linear: reads the text a few times, in windows.
#[must_use]
pub fn measure(text: &str) -> Measures {
    measure_source(&StrSource(text))
}

/// Measures a text owned by the host, as [`measure`] does.
#[must_use]
pub fn measure_source(source: &dyn Source) -> Measures {
    let len = source.len();
    let newlines = source.newlines(0, len);
    Measures {
        chars: source.chars(0, len),
        utf16: source.utf16(0, len),
        bytes: source.bytes(0, len),
        lines: newlines + usize::from(ends_open(source, 0, len)),
        graphemes: grapheme::count(source),
        tokens: tokens_between(source, 0, len),
    }
}

/// Estimates the tokens of a text.
///
/// ```
/// assert_eq!(tooltrim::estimate_tokens(""), 0);
/// assert_eq!(tooltrim::estimate_tokens("The quick brown fox."), 6); // o200k_base: 5
/// ```
///
/// Approximates `o200k_base` counts; meant for budgets, not for billing. [`TokenEstimator`] documents the error.
#[must_use]
pub fn estimate_tokens(text: &str) -> usize {
    let mut estimator = TokenEstimator::new();
    estimator.push(text);
    estimator.tokens()
}

/// Estimates the tokens of the text between two positions.
pub(crate) fn tokens_between<S: Source + ?Sized>(source: &S, from: usize, to: usize) -> usize {
    let mut estimator = TokenEstimator::new();
    windows(source, from, to, |window| {
        estimator.push(window);
        true
    });
    estimator.tokens()
}

/// Returns `true` if the estimate between two positions is at most `limit`. Stops reading once it cannot be.
pub(crate) fn tokens_within<S: Source + ?Sized>(source: &S, from: usize, to: usize, limit: usize) -> bool {
    // An open run may still become cheaper, but not by half of the total.
    let far_over = limit.saturating_mul(2).saturating_add(256);
    let mut estimator = TokenEstimator::new();
    windows(source, from, to, |window| {
        estimator.push(window);
        estimator.settled() <= limit && estimator.tokens() <= far_over
    });
    estimator.settled() <= limit && estimator.tokens() <= limit
}

/// Estimates the tokens of the `utf16` UTF-16 units between two positions of a text of `total` units. Long spans use
/// the density of samples, so the cost does not grow with the input. Samples lie at the same chars whatever the owner's
/// unit.
pub(crate) fn tokens_sampled<S: Source + ?Sized>(source: &S, from: usize, to: usize, utf16: u64, total: u64) -> u64 {
    if utf16 <= samples::WHOLE {
        return tokens_between(source, from, to) as u64;
    }
    let start = source.utf16(0, from) as u64;
    match source.facts().and_then(|facts| facts.samples.as_ref()) {
        Some(samples) => samples.tokens(start, utf16),
        None => crate::facts::Samples::of(source, total).tokens(start, utf16),
    }
}

/// Estimates the tokens of a whole text, as [`estimate_tokens`] does. Reads all of it.
pub(crate) fn tokens_of<S: Source + ?Sized>(source: &S) -> u64 {
    match source.facts().and_then(|facts| facts.samples.as_ref()) {
        Some(samples) => samples.whole(),
        None => tokens_between(source, 0, source.len()) as u64,
    }
}

/// Returns the size of a text in a unit.
pub(crate) fn size_in(text: &str, unit: Unit) -> u64 {
    let size = match unit {
        Unit::Chars => text.chars().count(),
        Unit::Utf16 => utf16_len(text),
        Unit::Bytes => text.len(),
        Unit::Lines => lines_of(text),
        Unit::Tokens => estimate_tokens(text),
    };
    size as u64
}

/// Counts lines: each LF ends a line; text after the last LF is one more line.
pub(crate) fn lines_of(text: &str) -> usize {
    text.split_terminator('\n').count()
}

/// Returns `true` if the text between two positions ends with a line that has no LF.
pub(crate) fn ends_open<S: Source + ?Sized>(source: &S, from: usize, to: usize) -> bool {
    to > from && !source.follows_newline(to)
}
