//! Chooses the records of a long list that are read: those with the question's words, as many as could be kept.
//!
//! Each record is searched as the text that it is written as, which takes a fraction of the time of reading its members.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::Outline;
use super::evidence::{Extremes, rarity};
use crate::order::ascending;
use crate::quick::{find, trim_start};
use crate::text::about::{Question, number};
use crate::tree::{Member, ValueSource};

/// Records up to which all are read.
const FEW: usize = 64;
/// Room for chosen records, in totals: what is chosen here is ranked more finely later. And for the first ones, which fill
/// what is left.
const CHOSEN: usize = 4;
const FIRST: usize = 1;
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
    let mut numbers: Vec<(usize, f64)> = Vec::new();
    let (mut names, mut extremes) = (Vec::new(), Extremes::new(outline.question.bound));
    let mut room = core::mem::take(&mut outline.room);
    for (at, member) in members.iter().enumerate() {
        room.clear();
        let words = source.words(member.node)?;
        outline.question.find(&words, &mut room);
        if outline.question.bound.is_some() {
            each_number(&words, &outline.question, &mut names, &mut |number| {
                numbers.push((at, number));
                extremes.add(number);
            });
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
    let mut scores = vec![0.0; count];
    for (at, term, factor) in &found {
        if let (Some(score), Some(weight)) = (scores.get_mut(*at), outline.question.terms.get(*term)) {
            *score += weight.weight * factor * rarity(count as f64, counts.get(*term).copied().unwrap_or_default());
        }
    }
    for (at, number) in numbers {
        if let Some(score) = scores.get_mut(at) {
            *score += extremes.worth_of(number);
        }
    }
    let most = scores.iter().copied().fold(0.0, f64::max);
    let mut levels = vec![Vec::new(); SCORES + 1];
    for (at, score) in scores.iter().enumerate().filter(|(_, score)| **score > 0.0) {
        if let Some(level) = levels.get_mut((score / most * SCORES as f64) as usize) {
            level.push(at);
        }
    }
    let best: Vec<usize> = levels.into_iter().rev().flatten().collect();
    let mut chosen = Vec::new();
    for (places, totals) in [(best, CHOSEN), ((0..count).collect(), FIRST)] {
        let mut left = outline.total.saturating_mul(totals);
        for at in places {
            chosen.push(at);
            // Less than it takes as compact JSON: so what is chosen is more than can be kept.
            let text = members.get(at).and_then(|member| source.words(member.node))?;
            let Some(rest) = left.checked_sub(text.bytes().filter(|byte| *byte > b' ').count()) else { break };
            left = rest;
        }
    }
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

/// Bytes of a text that are read for a number.
const DIGITS: usize = 64;

/// Calls `each` with the numbers under names that the question has. `names` holds those that were met.
fn each_number(text: &str, question: &Question, names: &mut Vec<(String, bool)>, each: &mut dyn FnMut(f64)) {
    let mut from = 0;
    while let Some(rest) = text.get(from..)
        && let Some(at) = find(rest, "\":")
    {
        from += at + 2;
        let before = rest.get(..at).unwrap_or_default();
        let start = before.bytes().rposition(|byte| byte == b'"').map_or(0, |quote| quote + 1);
        let name = before.get(start..).unwrap_or_default();
        let known = names.iter().find(|(known, _)| known == name).map(|(_, is_meant)| *is_meant);
        let is_meant = known.unwrap_or_else(|| {
            let mut hits = Vec::new();
            question.find(name, &mut hits);
            if names.len() < DIGITS {
                names.push((name.into(), !hits.is_empty()));
            }
            !hits.is_empty()
        });
        let value = trim_start(text.get(from..).unwrap_or_default());
        if is_meant && !value.starts_with(['{', '[']) {
            let (quoted, value) = value.strip_prefix('"').map_or((false, value), |value| (true, value));
            let ends = |byte: u8| if quoted { byte == b'"' } else { matches!(byte, b',' | b'}' | b']') };
            let end = value.bytes().take(DIGITS).position(ends).unwrap_or(value.len().min(DIGITS));
            if let Some(number) = number(value.get(..end).unwrap_or_default()) {
                each(number);
            }
        }
    }
}
