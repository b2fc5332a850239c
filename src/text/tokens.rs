//! Finds the offset that a number of estimated tokens reaches.

use alloc::string::String;
use alloc::vec::Vec;

use crate::measure::{TokenEstimator, estimate_tokens};
use crate::source::{Source, StrSource, WINDOW, units_of, windows};

/// Maximum distance of two estimates.
const STEP: usize = 64;

/// The furthest position at most `count` tokens, and `span` bytes, after `from`.
pub(crate) fn skip<S: Source + ?Sized>(source: &S, from: usize, to: usize, count: usize, span: Option<usize>) -> usize {
    let mut estimator = TokenEstimator::new();
    let mut at = from;
    let mut left = span.unwrap_or(usize::MAX);
    windows(source, from, to, |window| {
        let last = window.len() > left;
        let window = if last { window.get(..StrSource(window).align(left)).unwrap_or_default() } else { window };
        left -= window.len();
        let before = estimator.clone();
        estimator.push(window);
        if estimator.tokens() <= count {
            at += units_of(source, window);
            return !last;
        }
        estimator = before;
        for piece in pieces(window, STEP) {
            let before = estimator.clone();
            estimator.push(piece);
            if estimator.tokens() <= count {
                at += units_of(source, piece);
                continue;
            }
            estimator = before;
            let mut utf8 = [0; 4];
            for c in piece.chars() {
                estimator.push(c.encode_utf8(&mut utf8));
                if estimator.tokens() > count {
                    return false;
                }
                at += source.units(c);
            }
        }
        !last
    });
    at
}

/// Returns a position before `to` such that the rest is at most `count` tokens and `span` bytes, and little more would
/// exceed them.
///
/// The estimator reads forward only: it subtracts the cost of windows from the whole, step by step, and then estimates
/// the rest alone.
pub(crate) fn skip_back<S: Source + ?Sized>(
    source: &S,
    from: usize,
    to: usize,
    count: usize,
    span: Option<usize>,
) -> usize {
    let span = span.unwrap_or(usize::MAX);
    // Small budgets are spent in small steps, so that a step is never much of one.
    let step = (count / 4).clamp(1, STEP);
    let mut wide = count.saturating_mul(6).clamp(64, 16 * WINDOW);
    loop {
        // N units are at least N bytes.
        let start = source.skip_utf16_back(from, to, wide.min(span));
        let mut text = String::new();
        windows(source, start, to, |window| {
            text.push_str(window);
            true
        });
        let whole = text.len() < span;
        text.drain(..StrSource(&text).skip_bytes_back(0, text.len(), span));
        let mut estimator = TokenEstimator::new();
        let mut steps = Vec::new();
        let mut at = 0;
        for piece in pieces(&text, step) {
            steps.push((at, estimator.tokens()));
            estimator.push(piece);
            at += piece.len();
        }
        let total = estimator.tokens();
        if total <= count {
            if start == from && whole {
                return from;
            }
            if !whole {
                return to - units_of(source, &text).min(to);
            }
            wide = wide.saturating_mul(4);
            continue;
        }
        let first = steps.partition_point(|&(_, before)| total - before.min(total) > count);
        // A run that is cut open may cost a little more than the part of it that was taken off.
        for &(offset, _) in steps.get(first..).unwrap_or_default() {
            let rest = text.get(offset..).unwrap_or_default();
            if estimate_tokens(rest) <= count {
                return to - units_of(source, rest).min(to);
            }
        }
        return to;
    }
}

/// The text in pieces of about `step` bytes.
fn pieces(text: &str, step: usize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut at = step.min(rest.len());
        while !rest.is_char_boundary(at) {
            at += 1;
        }
        let (piece, after) = rest.split_at_checked(at)?;
        rest = after;
        Some(piece)
    })
}
