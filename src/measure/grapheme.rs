//! Grapheme boundaries: positions where a cut does not split a user-perceived character.
//!
//! The rules are those of Unicode Standard Annex #29 (extended grapheme clusters). Beyond a known boundary, the next
//! ones do not depend on the text before it, so a search finds a boundary a little before the cut and walks forward
//! from there. It never goes back further than [`LOOK`]: a longer cluster is cut between chars, so a text of which only
//! the ends are held is cut as the whole would be.

mod class;
mod rules;
mod table;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use crate::source::{Source, next};
use rules::Clusters;

/// Units to read around a cut at first; enough for nearly all clusters.
const NEAR: usize = 16;
/// Most UTF-16 units that a search goes back.
const LOOK: usize = 4096;
/// Units to read at a time in a longer search.
const CHUNK: usize = 8 * 1024;

/// Returns the grapheme boundary at or before `at`; `from` must be a boundary.
pub(crate) fn floor<S: Source + ?Sized>(source: &S, from: usize, at: usize) -> usize {
    if at <= from || is_boundary(source, at) {
        return at.max(from);
    }
    let known = known_before(source, from, at);
    let mut last = known;
    // Text after the cut cannot move a boundary before it.
    boundaries(source, known, at, &mut |boundary| {
        if boundary < at {
            last = boundary;
        }
        true
    });
    last
}

/// Returns the grapheme boundary at or after `at`, at most `to`.
pub(crate) fn ceil<S: Source + ?Sized>(source: &S, at: usize, to: usize) -> usize {
    if at >= to || is_boundary(source, at) {
        return at.min(to);
    }
    let mut found = to;
    boundaries(source, known_before(source, 0, at), source.len(), &mut |boundary| {
        if boundary >= at {
            found = boundary.min(to);
        }
        boundary < at
    });
    found
}

/// Counts the graphemes of the whole text.
pub(crate) fn count<S: Source + ?Sized>(source: &S) -> usize {
    let len = source.len();
    let mut buffer = Vec::new();
    let mut clusters = Clusters::new();
    let (mut at, mut graphemes) = (0, 0);
    while at < len {
        let end = source.align((at + CHUNK).min(len)).max(next(source, at));
        graphemes += clusters.count(source.read(at, end, &mut buffer));
        at = end;
    }
    graphemes
}

/// Finds a boundary before `at`, further and further back. Treats `from`, or the position [`LOOK`] units back, as a
/// boundary.
fn known_before<S: Source + ?Sized>(source: &S, from: usize, at: usize) -> usize {
    let furthest = source.skip_utf16_back(from, at, LOOK);
    let mut far = NEAR;
    while at - furthest > far {
        let guess = source.align(at - far).max(furthest);
        if is_boundary(source, guess) {
            return guess;
        }
        // In the middle of a flag, the char before starts the flag.
        let before = source.align(guess.saturating_sub(1)).max(furthest);
        if is_boundary(source, before) {
            return before;
        }
        far *= 4;
    }
    furthest
}

fn is_boundary<S: Source + ?Sized>(source: &S, at: usize) -> bool {
    let len = source.len();
    if at == 0 || at >= len {
        return true;
    }
    let mut buffer = Vec::new();
    let from = source.align(at.saturating_sub(NEAR));
    let text = source.read(from, source.align((at + NEAR).min(len)).max(next(source, at)), &mut buffer);
    let mut units = 0;
    let found = text.char_indices().find(|&(_, c)| {
        let found = units >= at - from;
        units += source.units(c);
        found
    });
    let Some((offset, after)) = found else { return true };
    let before = text.get(..offset).unwrap_or_default();
    if let Some(last) = before.bytes().next_back()
        && last.is_ascii()
        && after.is_ascii()
    {
        return (last, after) != (b'\r', '\n');
    }
    if let Some(answer) = rules::is_boundary(before, after, from == 0) {
        return answer;
    }
    let furthest = source.skip_utf16_back(0, at, LOOK).min(from);
    rules::is_boundary(source.read(furthest, at, &mut buffer), after, true).unwrap_or(true)
}

/// Calls `each` with the boundaries after `from`, itself one, up to the end, treated as the text's, until it answers
/// false.
fn boundaries<S: Source + ?Sized>(source: &S, from: usize, to: usize, each: &mut dyn FnMut(usize) -> bool) {
    // An end inside a char would never be reached.
    let to = source.align(to);
    let mut buffer = Vec::new();
    let mut clusters = Clusters::new();
    let (mut at, mut size) = (from, NEAR * 4);
    while at < to {
        let end = match source.align(at.saturating_add(size).min(to)) {
            end if end > at => end,
            _ => next(source, at),
        };
        let mut position = at;
        for c in source.read(at, end, &mut buffer).chars() {
            if clusters.begins_with(c) && position > from && !each(position) {
                return;
            }
            position += source.units(c);
        }
        (at, size) = (end, CHUNK);
    }
    if from < to {
        each(to);
    }
}
