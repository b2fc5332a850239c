//! Quotes of a failed output: its error, where it is, and how many there are.

use alloc::string::String;
use alloc::vec::Vec;

use super::classify::classify;
use super::finding::{beside, continues};
use super::harness::is_header;
use super::headline::{Headline, headline};
use super::output::Output;
use super::role::Role;
use super::within::without_bars;
use crate::forms::begins_like_ours;
use crate::measure::grapheme;
use crate::order::ascending;
use crate::quick::trim_end;
use crate::source::{Source, StrSource, utf16_len};

/// Maximum UTF-16 units of the most specific line.
const LINE: usize = 164;
/// Lines below the error line that may be quoted with it.
const BELOW: usize = 40;

/// What can be quoted of a failed result, each part by itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Quotes {
    /// The first line that reports an error, the name of the test, the line that describes the error best, the one that
    /// says where, the one that counts failures and the first with a word for failure, each once and without rules; at most [`LINE`] units of each.
    pub(crate) line: String,
    /// The error line, the first line that names the failure, what stands below, and a line for each further failure
    /// before any further frame, within a limit.
    pub(crate) block: String,
    /// The line that describes the error best, or the message below it if it only announces one.
    pub(crate) best: String,
}

/// Returns the quotes of a failed result, the block in at most `most` units.
pub(crate) fn quotes(text: &str, most: usize) -> Quotes {
    let output = Output::of(text);
    let Some(found) = headline(&output) else { return Quotes::default() };
    Quotes { line: line(&output, found), block: block(&output, found, most), best: best(&output, found) }
}

fn line(output: &Output<'_>, found: Headline) -> String {
    let Headline { first, named, best, beside, count, said } = found;
    let further = [named, beside, count, said].into_iter().flatten();
    let mut shown = ascending([first, best].into_iter().chain(further).collect());
    shown.dedup();
    let line_at = |at: usize| units(bare(output.line(at), is_searched(at, found)), LINE);
    shown.into_iter().map(line_at).collect::<Vec<_>>().join("\n")
}

fn best(output: &Output<'_>, Headline { best, beside, .. }: Headline) -> String {
    let at = beside.filter(|_| continues(output.line(best))).unwrap_or(best);
    String::from(units(without_bars(output.line(at)).trim(), LINE))
}

/// Returns `true` for a line that a search for the error finds first.
fn is_searched(at: usize, Headline { first, said, count, .. }: Headline) -> bool {
    at == first || Some(at) == said && said != count
}

/// Returns a line without rules. One that is searched for stays `verbatim` if its rules are ASCII: `==== FAILURES ====`
/// (pytest).
fn bare(line: &str, verbatim: bool) -> &str {
    if verbatim && line.is_ascii() { trim_end(line) } else { without_bars(line) }
}

fn block(output: &Output<'_>, found: Headline, most: usize) -> String {
    let first = found.first;
    let bare = |at: usize| bare(output.line(at), is_searched(at, found));
    if most <= LINE {
        return String::from(units(bare(found.best), most));
    }
    let Headline { named, best, beside: near, count, said, .. } = found;
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
    for at in [best, first].into_iter().chain([count, named, near, said].into_iter().flatten()) {
        take(at);
    }
    let below = || found.best + 1..output.lines.len().min(found.best + BELOW);
    let is_frame = |at: &usize| classify(line_at(*at), &mut String::new()).role == Role::Frame;
    let below = || below().filter(|at| !is_header(line_at(*at)) && !begins_like_ours(line_at(*at)));
    let _ = below().take_while(|at| !is_frame(at)).take(NEAR).all(&mut take)
        && further(output, found.best).all(&mut take)
        && below().all(&mut take);
    ascending(shown).into_iter().map(line_at).collect::<Vec<_>>().join("\n")
}

/// Lines directly below the error line that come before further failures, and further failures to name.
const NEAR: usize = 6;
const FURTHER: usize = 20;

/// Returns the lines below the best one that name another failure or its place, in order.
fn further(output: &Output<'_>, best: usize) -> impl Iterator<Item = usize> {
    let names = output.told(false).filter(move |&at| at > best && matches!(output.weight(at), 2 | 4)).take(FURTHER);
    names.flat_map(move |at| beside(&output.lines, at).into_iter().chain([at]))
}

/// Returns the first `most` UTF-16 units, as whole graphemes.
pub(crate) fn units(text: &str, most: usize) -> &str {
    let source = StrSource(text);
    let end = source.skip_utf16(0, text.len(), most);
    let end = if end < text.len() { grapheme::floor(&source, 0, end) } else { end };
    text.get(..end).unwrap_or_default()
}
