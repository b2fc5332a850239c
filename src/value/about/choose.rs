//! Chooses the records of a long list that are read: those with the question's words, as many as could be kept.
//!
//! Each record is searched as the text that it is written as, which takes a fraction of the time of reading its members.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::evidence::columns;
use super::names::{LABELS, Name};
use super::{NONE, Outline};
use crate::failure::{Known, Severity, trigger};
use crate::order::ascending;
use crate::quick::{last_position, position, trim, trim_end, trim_start};
use crate::source::floor;
use crate::text::about::{Bound, Ranks, rarity};
use crate::tree::{Form, Member, ValueSource};

/// Records up to which all are read.
const FEW: usize = 64;
/// Room for chosen records, in totals: what is chosen here is ranked more finely later. And for those with an error and the
/// first ones, which fill what is left.
const CHOSEN: usize = 4;
const FAILED: usize = 1;
const FIRST: usize = 1;
/// Bytes of a text that are read for an error.
const SEEN: usize = 400;
/// Number of score levels: sorting all records takes longer.
const SCORES: usize = 256;
/// Lists in lists that are searched: each time all that is in them.
const LEVELS: usize = 2;

/// Positions of the records to read; `None` for all of them.
pub(super) fn records(
    outline: &mut Outline,
    source: &dyn ValueSource,
    container: &Member,
    count: usize,
) -> Option<Vec<usize>> {
    let inside = outline.open.iter().filter(|at| outline.partial.binary_search(at).is_ok()).count();
    if count <= FEW || inside >= LEVELS {
        return None;
    }
    let mut members = Vec::new();
    source.members(container.node, 0, count, &mut members);
    if members.iter().any(|member| member.form.members().is_none()) {
        return None;
    }
    // Terms of each record, with how well they fit.
    let mut found: Vec<(usize, usize, f64)> = Vec::new();
    // Numbers that the question compares, and the best of all.
    let mut numbers: Vec<(usize, u32, f64)> = Vec::new();
    let mut extremes = Ranks::new(outline.question.bound);
    let columns = match (outline.question.bound, members.first().map(|row| row.form)) {
        (Some(_), Some(Form::List(count))) => {
            columns(outline, source, outline.open.last().copied().unwrap_or(NONE), count)
        }
        _ => Vec::new(),
    };
    let bound = outline.question.bound.filter(|bound| compares(outline, source, (&members, &columns), *bound));
    let quoted = outline.quoted();
    let mut room = core::mem::take(&mut outline.room);
    for (at, member) in members.iter().enumerate() {
        room.clear();
        let words = source.words(member.node)?;
        outline.question.find(&words, &mut room);
        let mask = room.iter().fold(0, |mask, hit| mask | 1 << hit.term);
        if let Some(bound) = bound {
            let mut each = |_, value: &str| {
                if let Some(number) = bound.number_of(value) {
                    numbers.push((at, mask, number));
                    extremes.add(mask, number);
                }
            };
            match &quoted {
                Some(quoted) if columns.is_empty() => each_below(&words, quoted, &mut each),
                _ => each_value(&words, (outline, &columns), &|name| name.is_compared, &mut each),
            }
        }
        if member.name > 0 {
            outline.question.find(&source.name(container.node, at), &mut room);
        }
        found.extend(room.iter().map(|hit| (at, usize::from(hit.term), hit.factor)));
    }
    outline.room = room;
    let mut counts = vec![0.0; outline.counts.len()];
    for (_, term, _) in &found {
        if let Some(count) = counts.get_mut(*term) {
            *count += 1.0;
        }
    }
    let rarities: Vec<f64> = counts.into_iter().map(|some| rarity(count as f64, some)).collect();
    let mut scores = vec![0.0; count];
    for (at, term, factor) in &found {
        if let (Some(score), Some(weight)) = (scores.get_mut(*at), outline.question.terms.get(*term)) {
            *score += weight.weight * factor * rarities.get(*term).copied().unwrap_or_default();
        }
    }
    for (at, mask, number) in numbers {
        if let Some(score) = scores.get_mut(at) {
            *score += extremes.worth(mask, number);
        }
    }
    let levels = by_score(&scores);
    let (mut chosen, mut known) = (Vec::new(), Known::default());
    // Takes records up to some totals; `true` if there are more.
    let mut take = |places: &mut dyn Iterator<Item = usize>, totals: usize, are_failed: bool| {
        let mut left = outline.total.saturating_mul(totals);
        for at in places {
            let words = source.words(members.get(at)?.node)?;
            if are_failed && !holds_failure(&words, &mut known) {
                continue;
            }
            chosen.push(at);
            // Less than it takes as compact JSON: so what is chosen is more than can be kept.
            let Some(rest) = left.checked_sub(words.bytes().filter(|byte| *byte > b' ').count()) else {
                return Some(true);
            };
            left = rest;
        }
        Some(false)
    };
    // Errors come beside an answer, and where more records answer than can be kept, they have no room.
    let has_answers = !found.is_empty() || outline.counts.iter().any(|count| *count > 0.0);
    if !take(&mut levels.into_iter().rev().flatten(), CHOSEN, false)? && has_answers {
        take(&mut (0..count), FAILED, true)?;
    }
    take(&mut (0..count), FIRST, false)?;
    let mut chosen = ascending(chosen);
    chosen.dedup();
    if chosen.len() == count {
        return None;
    }
    let is_passed_over = |at: &usize| chosen.binary_search(at).is_err();
    for (_, term, _) in found.iter().filter(|(at, ..)| is_passed_over(at)) {
        if let Some(count) = outline.counts.get_mut(*term) {
            *count += 1.0;
        }
    }
    for (_, member) in members.iter().enumerate().filter(|(at, _)| is_passed_over(at)) {
        outline.leaves += member.form.members().unwrap_or_default().max(1) as f64;
    }
    Some(chosen)
}

/// Positions by their scores, those above 0, the lowest first.
fn by_score(scores: &[f64]) -> Vec<Vec<usize>> {
    let most = scores.iter().copied().fold(0.0, f64::max);
    let mut levels = vec![Vec::new(); SCORES + 1];
    for (at, score) in scores.iter().enumerate().filter(|(_, score)| **score > 0.0) {
        if let Some(level) = levels.get_mut((score / most * SCORES as f64) as usize) {
            level.push(at);
        }
    }
    levels
}

/// Notes which names the question compares, by the first records; `true` if there is one.
fn compares(
    outline: &mut Outline,
    source: &dyn ValueSource,
    (members, columns): (&[Member], &[u8]),
    bound: Bound,
) -> bool {
    let (mut fit, mut all) = ([0; LABELS + 1], [0; LABELS + 1]);
    for words in members.iter().take(FEW).filter_map(|member| source.words(member.node)) {
        each_value(&words, (outline, columns), &|_| true, &mut |label, value| {
            all[usize::from(label)] += 1;
            fit[usize::from(label)] += u32::from(bound.number_of(value).is_some());
        });
    }
    outline.compare(&fit, &all);
    outline.names.len() == LABELS || outline.names.iter().any(|name| name.is_compared)
}

/// Returns `true` for a text that begins with an error.
pub(super) fn has_failed(text: &str, known: &mut Known) -> bool {
    let text = text.get(..floor(text, SEEN)).unwrap_or_default();
    trigger::find(text.as_bytes()).is_some() && known.class(text).severity >= Severity::Error
}

/// Returns `true` if a text of a record begins with an error. Words that could be one lead to it: most records have none.
fn holds_failure(record: &str, known: &mut Known) -> bool {
    trigger::all(record.as_bytes()).any(|at| {
        let (before, after) = record.as_bytes().split_at(at);
        let start = last_position(before, b'"', b'"').map_or(0, |quote| quote + 1);
        let end = position(after, b'"', b'"').map_or(record.len(), |quote| at + quote);
        let is_name = record.as_bytes().get(end + 1) == Some(&b':');
        !is_name && record.get(start..end).is_some_and(|text| has_failed(text, known))
    })
}

/// Bytes of a text that are read for a number.
const DIGITS: usize = 64;

/// Calls `each` with the items of a list, also one without its brackets, and their positions. Texts have no escapes here.
fn each_item(text: &str, each: &mut dyn FnMut(usize, &str)) {
    let text = trim(text);
    let text = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let (mut from, mut at, mut depth, mut quoted) = (0, 0, 0_usize, false);
    for (place, byte) in text.bytes().chain([b',']).enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'[' | b'{' if !quoted => depth += 1,
            b']' | b'}' if !quoted => depth = depth.saturating_sub(1),
            b',' if !quoted && depth == 0 => {
                each(at, text.get(from..place).unwrap_or_default().trim_matches([' ', '\n', '\r', '\t', '"']));
                (from, at) = (place + 1, at + 1);
            }
            _ => {}
        }
    }
}

/// Calls `each` with the values under names that are remembered and `asked` for, and the position of the name, from 1.
fn each_value(
    text: &str,
    (outline, columns): (&mut Outline, &[u8]),
    asked: &dyn Fn(&Name) -> bool,
    each: &mut dyn FnMut(u8, &str),
) {
    if !columns.is_empty() {
        return each_item(text, &mut |at, value| {
            let label = columns.get(at).copied().unwrap_or_default();
            if outline.label(label).is_some_and(asked) {
                each(label, value);
            }
        });
    }
    each_colon(text, &mut |before, behind| {
        let Some(before) = before.strip_suffix('"') else { return };
        // Names are short.
        let start = before.bytes().rposition(|byte| byte == b'"').map_or(0, |quote| quote + 1);
        let (found, label) = outline.named(before.get(start..).unwrap_or_default());
        if outline.label(label).map_or(!found.is_empty(), asked)
            && let Some(value) = plain_value(behind)
        {
            each(label, value);
        }
    });
}

/// Calls `each` with the values under names, which are written in quotes.
fn each_below(text: &str, quoted: &[(u8, String)], each: &mut dyn FnMut(u8, &str)) {
    each_colon(text, &mut |before, behind| {
        if let Some((label, _)) = quoted.iter().find(|(_, name)| before.ends_with(&**name))
            && let Some(value) = plain_value(behind)
        {
            each(*label, value);
        }
    });
}

/// Calls `each` with what stands before a colon and behind it.
fn each_colon(text: &str, each: &mut dyn FnMut(&str, &str)) {
    for colon in memchr::memchr_iter(b':', text.as_bytes()) {
        each(trim_end(text.get(..colon).unwrap_or_default()), text.get(colon + 1..).unwrap_or_default());
    }
}

/// The number or text that a text begins with, without its quotes.
fn plain_value(text: &str) -> Option<&str> {
    let value = trim_start(text);
    if value.starts_with(['{', '[']) {
        return None;
    }
    let (quoted, value) = value.strip_prefix('"').map_or((false, value), |value| (true, value));
    let ends = |byte: u8| if quoted { byte == b'"' } else { matches!(byte, b',' | b'}' | b']') };
    let end = value.bytes().take(DIGITS).position(ends).unwrap_or(value.len().min(DIGITS));
    Some(value.get(..end).unwrap_or_default())
}
