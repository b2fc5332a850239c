//! A plan that keeps lines out of the middle: the ends get their least share, then lines are chosen in the order in
//! which they are needed, then the ends grow into what room is left.

mod choose;
mod lines;
mod middle;
mod shorten;

use alloc::string::String;
use alloc::vec::Vec;

use super::budget::Budget;
use super::cut::Cut;
use super::earlier::Earlier;
use super::options::{Keep, Snap};
use super::plan::Plan;
use super::rules::Rules;
use super::select::{Candidate, Entry, Kind, Overview, RescueOptions, Selected, Selector, Tier, has_failed};
use super::tally::Total;
use crate::forms;
use crate::marker::Size;
use crate::number::grouped;
use crate::order::ordered;
use crate::sorted::Sorted;
use crate::source::Source;
use choose::{Choices, Chosen, choose};
use middle::Around;
use shorten::{Ready, ready, ready_entry};

/// Units that are read at a time.
const PIECE: usize = 32 * 1024;
/// Chars of a limit below which only failures take room from the ends.
const SMALL: usize = 400;
/// Tokens that a marker within a line takes at most.
const WIDER: usize = 24;
/// Chars of a limit below which markers between lines that answer name no chars.
const BRIEF: usize = 600;
/// Rounds in which lines are given up until the rest fits, and the ends then grow into the room that is left.
const ROUNDS: usize = 64;

/// Creates the selector for a text that arrives in pieces; `None` without rescue.
pub(crate) fn selector(rules: &Rules) -> Option<Selector> {
    rules.rescue.get().map(|options| Selector::new(options, rules.about.get(), candidate_bytes(rules)))
}

/// The lines of a whole text that matter, the most needed first.
pub(crate) fn select<S: Source + ?Sized>(source: &S, options: &RescueOptions, rules: &Rules) -> Selected {
    let mut selector = Selector::new(options, rules.about.get(), candidate_bytes(rules));
    let len = source.len();
    let mut buffer = Vec::new();
    let mut at = 0;
    while at < len {
        let end = source.align(at.saturating_add(PIECE).min(len)).max(crate::source::next(source, at));
        selector.push(source.read(at, end, &mut buffer));
        at = end;
    }
    selector.finish()
}

/// Bytes that candidates may take: several times what can be kept of them.
pub(crate) fn candidate_bytes(rules: &Rules) -> usize {
    const LEAST: usize = 64 * 1024;
    most_bytes(rules).unwrap_or(LEAST).saturating_mul(4).saturating_add(LEAST)
}

/// Bytes that a result may take, about.
pub(crate) fn most_bytes(rules: &Rules) -> Option<usize> {
    let limits = [
        rules.limits.chars.map(|limit| limit.saturating_mul(3)),
        rules.limits.utf16.map(|limit| limit.saturating_mul(3)),
        rules.limits.bytes,
        rules.limits.newlines.map(|limit| limit.saturating_mul(100)),
        rules.limits.tokens.map(|limit| limit.saturating_mul(4)),
    ];
    limits.into_iter().flatten().min()
}

/// The plan, or none when nothing of the middle is worth it.
pub(crate) fn plan<S: Source + ?Sized>(
    source: &S,
    rules: &Rules,
    share: f64,
    selected: &Selected,
    earlier: &Earlier,
) -> Option<Plan> {
    let Selected { candidates, overview, answers, asks_why } = selected;
    let reads_on = rules.rescue.get().is_some_and(RescueOptions::reads_on);
    if !answers && reads_on && overview.kind.is_read_on() && !has_failed(candidates) {
        return None;
    }
    let total = Total::with_lines(source, rules);
    let all = rules.limits;
    let whole = |cut: Cut| whole_lines(source, rules, all, cut);
    let mut cut = whole(least_ends(source, rules, share));
    if cut.head >= cut.tail {
        return None;
    }
    let headers = headers_of(candidates, rules);
    let sized = rules.has_sized_ends();
    let small = most_bytes(rules).is_some_and(|bytes| bytes < 3 * SMALL);
    let wanted = candidates.iter().filter(|candidate| match candidate.tier {
        tier if sized => tier.is_of_failure(),
        // Of what is not known the ends are as good as an overview.
        Tier::Overview | Tier::Forms if reads_on && overview.kind == Kind::Plain => false,
        tier => !(small && tier.is_of_all()),
    });
    let mut ready: Vec<Ready> = wanted.filter_map(|candidate| ready(candidate, rules)).collect();
    let heads = rules.snap == Snap::Line && !matches!(rules.keep, Keep::Head | Keep::None);
    if !heads {
        for line in &mut ready {
            line.headers.clear();
        }
    }
    if !sized {
        let around = Around::of(source, rules, &total, cut);
        cut = beside(source, &around, cut, &ready);
    }
    let around = Around::of(source, rules, &total, cut);
    let len = source.len();
    // A head that ends within a line is ended by a break.
    let room = all
        .less(source, 0, cut.head)
        .less(source, cut.tail, len)
        .reserve(Size::of(rules.line_end(middle::marks(rules))))?;
    let of_tail = |cut: Cut, around: &Around| -> Vec<Ready> {
        if !heads || cut.tail >= len {
            return Vec::new();
        }
        let mut buffer = Vec::new();
        let end = source.newline_after(cut.tail, len).unwrap_or(len);
        let text = source.read(cut.tail, end, &mut buffer);
        let headers = overview.above(around.end as u64, text.trim_end_matches(['\r', '\n']));
        let headers = headers.iter().filter_map(|header| ready_entry(header, Tier::Rest, None, rules));
        headers.filter(|header| header.line >= around.first && around.holds(header)).collect()
    };
    let choices = Choices {
        lines: &ready,
        headers: &headers,
        of_tail: &of_tail(cut, &around),
        note: note(overview, rules),
        content: overview.kind.is_content() && !has_failed(candidates),
        asks_why: *asks_why,
    };
    let mut chosen = choose(rules, &around, room, &choices);
    chosen.brief = *answers && most_bytes(rules).is_some_and(|bytes| bytes < 3 * BRIEF);
    let mut best: Option<(Plan, Cut)> = None;
    let mut is_tight = false;
    for _ in 0..ROUNDS {
        if chosen.is_empty() {
            break;
        }
        let around = Around::of(source, rules, &total, cut);
        chosen.add(of_tail(cut, &around));
        let plan = middle::plan(source, rules, total, cut, &chosen, earlier);
        let fits = plan.is_within(source, rules);
        if fits || best.is_some() && !is_tight {
            best = if fits { Some((plan, cut)) } else { best };
            is_tight |= !fits;
            let Some((plan, old)) = best.as_ref().map(|(plan, old)| (plan, *old)) else { break };
            let Some(grown) = room_beside(source, rules, plan, is_tight) else { break };
            let grown = whole(Cut::within(source, rules, grown));
            let (head, tail) = (grown.head.max(old.head), grown.tail.min(old.tail));
            let leaves = |cut: &Cut| {
                let around = Around::of(source, rules, &total, *cut);
                *cut != old
                    && cut.head < cut.tail
                    && !chosen.iter().any(|line| around.head_splits(line) || around.tail_splits(line))
            };
            let ends = [Cut { head, tail }, Cut { head: old.head, tail }, Cut { head, tail: old.tail }];
            match ends.into_iter().find(leaves) {
                Some(grown) => cut = grown,
                None => break,
            }
        } else if best.is_some() {
            break;
        } else {
            chosen.drop_last();
        }
    }
    let (mut best, _) = best?;
    if !answers && loses(source, rules, &total, candidates, (&best, &chosen)) {
        return None;
    }
    if rules.count.tokens {
        best.count_tokens(source);
    }
    Some(best)
}

/// The limits without what a plan adds; if `is_tight`, also without markers within lines, which ends that stop there need.
fn room_beside<S: Source + ?Sized>(source: &S, rules: &Rules, plan: &Plan, is_tight: bool) -> Option<Budget> {
    let room = rules.limits.reserve(plan.reserve(source, rules))?;
    let marker = rules.marker.size(|_| 999_999).plus_ascii(4, 2).and_tokens(WIDER);
    if is_tight { room.pay(marker)?.pay(marker) } else { Some(room) }
}

/// The headers of all candidates, by their numbers.
fn headers_of(candidates: &[Candidate], rules: &Rules) -> Sorted<usize, Ready> {
    let mut headers = Sorted::default();
    let all = candidates.iter().flat_map(|candidate| &candidate.entry.headers).collect();
    // In order each is added at the end: nothing has to move.
    for header in ordered(all, |header| header.at.bytes) {
        let number = header.at.bytes as usize;
        if !headers.contains(&number)
            && let Some(ready) = ready_entry(header, Tier::Rest, None, rules)
        {
            headers.get_or_insert_with(number, || ready);
        }
    }
    headers
}

/// Returns `true` for a plan without the first failure or the outcome that the ends alone would show.
fn loses<S: Source + ?Sized>(
    source: &S,
    rules: &Rules,
    total: &Total,
    candidates: &[Candidate],
    (plan, chosen): (&Plan, &Chosen),
) -> bool {
    let Some(room) = rules.limits.pay(choose::marker_cost(rules)) else { return false };
    let ends = Around::of(source, rules, total, Cut::within(source, rules, room));
    let around = Around::of(source, rules, total, Cut { head: plan.head, tail: plan.tail });
    let is_lost = |entry: &Entry| ends.shows(entry) && !around.shows(entry) && !chosen.holds(entry.at.bytes as usize);
    candidates.iter().any(|candidate| candidate.tier <= Tier::Outcome && is_lost(&candidate.entry))
}

/// The ends as short as they may get: those of a given size keep it, as far as there is room for a marker.
fn least_ends<S: Source + ?Sized>(source: &S, rules: &Rules, share: f64) -> Cut {
    let least = if rules.keep == Keep::None { 0.0 } else { 1.0 - share };
    let mut cut = Cut::within(source, rules, rules.limits.share(least));
    if rules.has_sized_ends() {
        let room = rules.limits.pay(choose::marker_cost(rules)).unwrap_or(rules.limits.share(least));
        let Cut { head, tail } = Cut::within(source, rules, room);
        cut.head = if rules.head_chars.is_some() { head } else { cut.head };
        cut.tail = if rules.tail_chars.is_some() { tail } else { cut.tail };
    }
    cut
}

/// A line that names all files or folders, in an eighth of the room; only beside markers of ours.
fn note(overview: &Overview, rules: &Rules) -> Option<String> {
    let room = most_bytes(rules)? / 3 / 8;
    let (count, text) = overview.said(room).filter(|_| rules.gaps.is_some() && !rules.has_sized_ends())?;
    Some([&*forms::OVERVIEW.with(&[&grouped(count), &text]), "\n"].concat())
}

/// Ends without the lines in which they would stop within what matters most.
fn beside<S: Source + ?Sized>(source: &S, around: &Around, cut: Cut, ready: &[Ready]) -> Cut {
    let Cut { mut head, mut tail } = cut;
    let mut needed = ready.iter().filter(|line| line.tier <= Tier::Reasons);
    if needed.clone().any(|line| around.head_splits(line)) {
        head = source.newline_before(0, head).unwrap_or(0);
    }
    if needed.any(|line| around.tail_splits(line)) {
        tail = source.newline_after(tail, source.len()).unwrap_or(source.len());
    }
    Cut { head, tail }
}

/// Drops partial lines at the ends beside whole rescued lines, where they are of little use: those of at most a quarter
/// of the limits.
fn whole_lines<S: Source + ?Sized>(source: &S, rules: &Rules, all: Budget, cut: Cut) -> Cut {
    if rules.snap != Snap::Line {
        return cut;
    }
    let Cut { mut head, mut tail } = cut;
    let len = source.len();
    let is_short = |from: usize, to: usize| all.share(0.25).reach(source, from, to) >= to;
    if head > 0 && !source.follows_newline(head) {
        let start = source.newline_before(0, head).unwrap_or(0);
        let end = source.newline_after(head, len).unwrap_or(len);
        head = if is_short(start, end) { start } else { head };
    }
    if tail > 0 && tail < len && !source.follows_newline(tail) {
        let start = source.newline_before(0, tail).unwrap_or(0);
        let end = source.newline_after(tail, len).unwrap_or(len);
        tail = if is_short(start, end) { end } else { tail };
    }
    Cut { head, tail }
}
