//! Quotes of a failed output: its error, where it is, and how many there are.

use alloc::string::String;
use alloc::vec::Vec;

use super::classify::classify;
use super::finding::beside;
use super::harness::{is_header, own_lines};
use super::headline::{Headline, headline, lines_of, weight_at};
use super::logs::logged_by_tests;
use super::role::Role;
use super::within::without_bars;
use crate::forms::begins_like_ours;
use crate::measure::grapheme;
use crate::source::{Source, StrSource, utf16_len};

/// Maximum UTF-16 units of the most specific line.
const LINE: usize = 164;
/// Lines below the error line that may be quoted with it.
const BELOW: usize = 40;

/// Returns the first line that reports an error, the name of the test, the line that describes the error best, the one
/// that says where and the one that counts failures, each once and without rules; at most [`LINE`] units of each.
pub(crate) fn line(text: &str) -> String {
    let Some(Headline { first, named, best, beside, count }) = headline(text) else { return String::new() };
    let mut shown: Vec<usize> = [first, best].into_iter().chain(named).chain(beside).chain(count).collect();
    shown.sort_unstable();
    shown.dedup();
    let line_at = |at: usize| units(bare(lines_of(text).nth(at).unwrap_or_default(), at == first), LINE);
    shown.into_iter().map(line_at).collect::<Vec<_>>().join("\n")
}

/// Returns a line without rules. The first line that reports an error stays verbatim if its rules are ASCII:
/// `==== FAILURES ====` (pytest).
fn bare(line: &str, first: bool) -> &str {
    if first && line.is_ascii() { line.trim_end() } else { without_bars(line) }
}

/// Quotes a failed result in at most `most` units: the error line, the first line that names the failure, what stands
/// below, and a line for each further failure before any further frame.
pub(crate) fn block(text: &str, most: usize) -> String {
    let Some(found) = headline(text) else { return String::new() };
    let lines: Vec<&str> = lines_of(text).collect();
    let first = found.first;
    let bare = |at: usize| bare(lines.get(at).copied().unwrap_or_default(), at == first);
    if most <= LINE {
        return String::from(units(bare(found.best), most));
    }
    let Headline { named, best, beside: near, count, .. } = found;
    // Of a long line only the start is needed, so that the others have room.
    let is_required = |at: usize| at != best && (at == first || Some(at) == count);
    let required: usize = [first]
        .into_iter()
        .chain(count)
        .filter(|&at| is_required(at))
        .map(|at| utf16_len(units(bare(at), LINE)) + 1)
        .sum();
    let room = most.saturating_sub(required + 1).clamp(LINE, 2 * LINE).min(most);
    let line_at = |at: usize| {
        units(
            bare(at),
            if at == best {
                room
            } else if is_required(at) {
                LINE
            } else {
                2 * LINE
            },
        )
    };
    let (mut left, mut shown) = (most, Vec::new());
    let mut take = |at: usize| {
        if shown.contains(&at) || line_at(at).is_empty() {
            return true;
        }
        let rest = left.checked_sub(utf16_len(line_at(at)) + 1);
        rest.inspect(|&rest| {
            left = rest;
            shown.push(at);
        })
        .is_some()
    };
    for at in [best, first].into_iter().chain(count).chain(named).chain(near) {
        take(at);
    }
    let below = || found.best + 1..lines.len().min(found.best + BELOW);
    let is_frame = |at: &usize| classify(line_at(*at), &mut String::new()).role == Role::Frame;
    let below = || below().filter(|at| !is_header(line_at(*at)) && !begins_like_ours(line_at(*at)));
    let _ = below().take_while(|at| !is_frame(at)).take(NEAR).all(&mut take)
        && further(text, &lines, found.best).into_iter().all(&mut take)
        && below().all(&mut take);
    shown.sort_unstable();
    shown.into_iter().map(line_at).collect::<Vec<_>>().join("\n")
}

/// Lines directly below the error line that come before further failures, and further failures to name.
const NEAR: usize = 6;
const FURTHER: usize = 20;

/// Returns the lines below the best one that name another failure or its place, in order.
fn further(text: &str, lines: &[&str], best: usize) -> Vec<usize> {
    let logged = logged_by_tests(lines);
    let own = own_lines(text).map(|(at, _)| at).filter(|at| *at > best && !logged.contains(at));
    let names = own.filter(|&at| matches!(weight_at(lines, at), 2 | 4)).take(FURTHER);
    names.flat_map(|at| beside(lines, at).into_iter().chain([at])).collect()
}

/// Returns the first `most` UTF-16 units, as whole graphemes.
pub(crate) fn units(text: &str, most: usize) -> &str {
    let source = StrSource(text);
    let end = source.skip_utf16(0, text.len(), most);
    let end = if end < text.len() { grapheme::floor(&source, 0, end) } else { end };
    text.get(..end).unwrap_or_default()
}
