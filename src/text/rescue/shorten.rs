//! Lines as they will stand in the result: whole, or what matters of one that is too long.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::facts::Sizes;
use crate::forms::begins_like_ours;
use crate::marker::Size;
use crate::measure::{estimate_tokens, grapheme};
use crate::source::StrSource;
use crate::text::budget::Budget;
use crate::text::rules::Rules;
use crate::text::select::{Candidate, Entry, Part, Tier};

/// Text at the cut ends of a line.
const CUT: &str = "\u{2026}";
/// Bytes of a line that is shown whole where it is needed most, if it takes no more than half of the room.
const SHORT: usize = 120;
/// Fewer chars of a line say nothing.
const LEAST: usize = 16;

/// A line that may be kept, as it would be.
#[derive(Clone, Debug)]
pub(super) struct Ready {
    pub(super) tier: Tier,
    /// Byte offset of the line, or of the part: in the order of the text.
    pub(super) number: usize,
    /// The line that it is, or a part of.
    pub(super) line: usize,
    pub(super) text: String,
    /// Bytes of the text before the part of the input.
    pub(super) lead: usize,
    /// Its size, the LF included, and its tokens where they are limited.
    pub(super) size: Size,
    /// Part of the input that it shows.
    pub(super) from: Sizes,
    pub(super) to: Sizes,
    pub(super) blank: bool,
    /// Only a part of it is shown.
    pub(super) partial: bool,
    /// Equal for lines that say the same.
    pub(super) content: Option<u64>,
    /// Offsets of the lines that it stands under.
    pub(super) headers: Vec<usize>,
}

/// Returns the line, no longer than a quarter of any limit, or half of it for what is needed most; `None` if too little
/// would be left.
pub(super) fn ready(candidate: &Candidate, rules: &Rules) -> Option<Ready> {
    let Candidate { tier, entry, .. } = candidate;
    ready_entry(entry, *tier, candidate.content(), rules)
}

/// The same for an entry alone.
pub(super) fn ready_entry(entry: &Entry, tier: Tier, content: Option<u64>, rules: &Rules) -> Option<Ready> {
    // Of a long line the start may be missing, or the end.
    let is_whole = entry.text.len() as u64 + u64::from(entry.ends) == entry.size.bytes;
    let required = tier == Tier::Required;
    // An answer may take most of a small limit.
    let short = || is_short(&entry.text, rules, if tier == Tier::Answer { 0.6 } else { 0.25 });
    // Part of a short line says nothing.
    let needed = || tier <= Tier::Outcome && entry.text.len() <= SHORT && is_short(&entry.text, rules, 0.5);
    let (mut text, from, to) = if is_whole && (required || short() || needed()) {
        let [before, after] = entry.within.map(|within| if within { CUT } else { "" });
        ([before, &entry.text, after].concat(), entry.at, entry.at.plus(entry.size))
    } else if entry.part <= Part::Key {
        let part = part(entry, rules)?;
        if rules.guards && begins_like_ours(&part.0) {
            return None;
        }
        part
    } else {
        // Half a line of context is useless.
        return None;
    };
    let [within_before, within_after] = entry.within;
    if entry.ends || within_after {
        text.push('\n');
    }
    let tokens = if rules.limits.tokens.is_some() { estimate_tokens(&text) + 1 } else { 0 };
    Some(Ready {
        tier,
        number: entry.at.bytes as usize,
        line: entry.at.newlines as usize,
        lead: if from == entry.at && !within_before { 0 } else { CUT.len() },
        size: Size::of(&text).and_tokens(tokens),
        from,
        to,
        partial: from != entry.at || to != entry.at.plus(entry.size) || within_before || within_after,
        content,
        headers: entry.headers.iter().map(|header| header.at.bytes as usize).collect(),
        blank: entry.class.blank,
        text,
    })
}

fn is_short(text: &str, rules: &Rules, share: f64) -> bool {
    let limits = Budget { newlines: None, span: None, ..rules.limits.share(share) };
    // Every unit is at most this many bytes.
    let least = [limits.chars, limits.utf16, limits.bytes].into_iter().flatten().min();
    if limits.tokens.is_none() && least.is_none_or(|least| text.len() <= least) {
        return true;
    }
    limits.pay(Size::of(text)).is_some() && limits.tokens.is_none_or(|room| estimate_tokens(text) <= room)
}

/// The part around what was found in it, cut between graphemes.
fn part(entry: &Entry, rules: &Rules) -> Option<(String, Sizes, Sizes)> {
    // Within a line it is no part of a line break.
    let text = if entry.within[1] { &*entry.text } else { entry.text.trim_end_matches('\r') };
    let source = StrSource(text);
    let found = grapheme::floor(&source, 0, entry.class.found);
    let limits = [
        rules.limits.chars,
        rules.limits.utf16,
        rules.limits.bytes,
        rules.limits.tokens.map(|limit| limit.saturating_mul(6)),
    ];
    let mut room = limits.into_iter().flatten().min().map_or(text.len(), |limit| limit / 4).min(2 * text.len().max(1));
    while room >= LEAST {
        // A quarter before the found position, and the end of the line is used up.
        let before =
            text.get(..found).unwrap_or_default().chars().rev().take(room / 4).map(char::len_utf8).sum::<usize>();
        let start = grapheme::floor(&source, 0, found - before);
        let after = text.get(start..).unwrap_or_default().chars().take(room).map(char::len_utf8).sum::<usize>();
        let end = grapheme::floor(&source, start, start + after);
        let [within_before, within_after] = entry.within;
        let is_cut = start > 0 || entry.text_at != entry.at;
        let cut_before = if is_cut || within_before { CUT } else { "" };
        let shown = text.get(start..end).unwrap_or_default();
        let from = entry.text_at.plus(Sizes::of(text.get(..start).unwrap_or_default()));
        let to = from.plus(Sizes::of(shown));
        let line_end = entry.at.plus(entry.size);
        let ends = to.bytes + u64::from(entry.ends) + u64::from(entry.text.len() > text.len()) >= line_end.bytes;
        let cut_after = if ends && !within_after { "" } else { CUT };
        let returns = if ends && text.len() < entry.text.len() { "\r" } else { "" };
        let line = format!("{cut_before}{shown}{cut_after}{returns}");
        if is_short(&line, rules, 0.25) {
            let from = if is_cut { from } else { entry.at };
            let to = if ends { line_end } else { to };
            return Some((line, from, to));
        }
        room = room * 3 / 4;
    }
    None
}
