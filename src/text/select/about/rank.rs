//! Scores of units, and the order in which they are kept.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::answer::{Bound, Ranks, Wants};
use super::around::{ALONG, BACK, NEXT, PREVIOUS, beside};
use super::collect::Match;
use super::lines::{defined, held, mask_of, shape_of};
use super::question::{Hit, ID, Question, TERMS};
use super::units::{Role, Unit};
use crate::failure::LineClass;
use crate::order::ordered;
use crate::text::select::entry::{Entry, Part};
use crate::text::select::tier::{Candidate, Tier};

/// Weight of a term in the heading, and in a parent.
const HEADINGS: [f64; 2] = [0.8, 0.6];
const PARENT: f64 = 0.7;
/// Factor on a place with a word that the question rules out.
pub(crate) const UNWANTED: f64 = 0.5;
/// Least idf.
const FLOOR: f64 = 0.2;
/// A type of answer that is rare in the text makes a unit with it worth up to so much more.
pub(crate) const ANSWERS: f64 = 0.45;
/// From the third unit with the same terms on, each is worth less.
const SAME: f64 = 0.85;
/// Rows with all that is asked for: of more, the question says little.
const ROWS: usize = 24;
/// A line that no other is like, digits apart, is worth so much more.
const RARE: f64 = 0.15;
/// Share of the question's terms that the best unit must have around it.
pub(crate) const COVER: f64 = 0.3;
/// Weight of a question from which more words, of a second question, make none of it worse.
const ASKED: f64 = 5.0;
/// Share of the best score from which a unit is as good.
const NEAR: f64 = 0.8;
/// Units that are all searched for an answer of the wanted sort; of later ones, one in [`SAMPLE`] is.
const SAMPLED: f64 = 512.0;
const SAMPLE: u32 = 16;
/// Forms of a term that are counted apart.
const FORMS: usize = 48;
/// Share of the best score below which failures come first.
const WEAK: f64 = 0.25;
/// Stands for the score of a unit that is not kept.
const DROPPED: f64 = -1.0;
/// The most units that are proposed.
const PROPOSED: usize = 400;

/// How often terms and their forms were seen.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    units: f64,
    terms: Vec<f64>,
    forms: Vec<Vec<(u32, f64)>>,
    /// Units that hold a term that says something, and an answer of the wanted sort.
    matching: f64,
    answers: f64,
    extremes: Ranks,
}

impl Counts {
    pub(super) fn new(question: &Question) -> Self {
        let terms = question.terms.len();
        Self {
            units: 0.0,
            terms: vec![0.0; terms],
            forms: vec![Vec::new(); terms],
            matching: 0.0,
            answers: 0.0,
            extremes: Ranks::new(question.bound),
        }
    }

    /// Counts a unit, and says of one that may be kept whether it holds such an answer as is wanted.
    pub(super) fn count(&mut self, unit: &mut Unit, is_held: bool, wants: Wants) {
        if unit.role == Role::Blank {
            return;
        }
        self.units += 1.0;
        // Of a long text a sample shows how rare such answers are.
        let is_counted = is_held || self.units < SAMPLED;
        if wants != Wants::Anything && (is_counted || (self.units as u32).is_multiple_of(SAMPLE)) {
            unit.answers = wants.is_in(&unit.text);
            self.answers += f64::from(if unit.answers { if is_counted { 1 } else { SAMPLE } } else { 0 });
        }
        self.matching += f64::from(u8::from(!unit.hits.is_empty()));
        for hit in &unit.hits {
            let at = usize::from(hit.term);
            if let Some(count) = self.terms.get_mut(at) {
                *count += 1.0;
            }
            if let Some(forms) = self.forms.get_mut(at) {
                if let Some((_, count)) = forms.iter_mut().find(|(form, _)| *form == hit.form) {
                    *count += 1.0;
                } else if forms.len() < FORMS {
                    forms.push((hit.form, 1.0));
                }
            }
        }
    }

    /// Returns `true` if the number of a unit is among the three most extreme so far, or within the bound.
    pub(super) fn is_extreme(&mut self, unit: &Unit) -> bool {
        unit.number.is_some_and(|number| self.extremes.add(mask_of(unit), number))
    }

    /// Bonus for a unit whose number is the wanted one, or near it.
    fn worth(&self, unit: &Unit) -> f64 {
        unit.number.map_or(0.0, |number| self.extremes.worth(mask_of(unit), number))
    }

    /// How rare a term is, by the word of the question and by the form found.
    fn rarity(&self, hit: &Hit) -> f64 {
        let at = usize::from(hit.term);
        let count = self.terms.get(at).copied().unwrap_or_default();
        let form = self
            .forms
            .get(at)
            .and_then(|forms| forms.iter().find(|(form, _)| *form == hit.form))
            .map_or(1.0, |(_, count)| *count);
        f64::midpoint(rarity(self.units, count), rarity(self.units, form))
    }
}

/// Rarity of what occurs in `count` of `all` texts.
pub(crate) fn rarity(all: f64, count: f64) -> f64 {
    (log2((all + 1.0) / (count + 0.5)) / log2(all + 1.0).max(1.0)).clamp(FLOOR, 1.0)
}

/// The logarithm to base 2, about: linear between powers, so the same everywhere.
fn log2(number: f64) -> f64 {
    let (mut value, mut power) = (number.max(1e-9), 0.0);
    while value >= 2.0 {
        (value, power) = (value / 2.0, power + 1.0);
    }
    while value < 1.0 {
        (value, power) = (value * 2.0, power - 1.0);
    }
    power + value - 1.0
}

/// The score of a unit, and the share of the question that it covers with what is around it.
fn score(question: &Question, counts: &Counts, found: &Match) -> (f64, f64) {
    let mut best = [(0.0, 0.0); TERMS];
    let mut add = |hits: &[Hit], share: f64| {
        for hit in hits {
            if let Some((factor, rarity)) = best.get_mut(usize::from(hit.term))
                && *factor < hit.factor * share
            {
                (*factor, *rarity) = (hit.factor * share, counts.rarity(hit));
            }
        }
    };
    add(&found.unit.hits, 1.0);
    if found.unit.row == 0 {
        for (unit, share) in beside(&found.unit, &found.after, &NEXT) {
            add(&unit.hits, share);
        }
        for (unit, share) in beside(&found.unit, &found.before, &PREVIOUS) {
            add(&unit.hits, share);
        }
        for parent in &found.parents {
            add(&parent.hits, PARENT);
        }
    }
    for (heading, share) in found.headings.iter().zip(HEADINGS) {
        add(&heading.hits, share);
    }
    let bonus = counts.worth(&found.unit);
    let (mut score, cover) = judge(question, bonus, &|term| best.get(term).copied().unwrap_or_default());
    let unit = &found.unit;
    if unit.answers && question.wants != Wants::Anything {
        score *= 1.0 + ANSWERS * (1.0 - counts.answers / counts.units.max(1.0));
    }
    if question.defines {
        score *= 1.0 + defined(unit);
    }
    if core::iter::once(unit).chain(&found.headings).any(|unit| question.rules_out(&unit.text)) {
        score *= UNWANTED;
    }
    (score, cover)
}

/// The score of a place that has shares of the question's terms, each with its rarity, and the share of the question that it
/// covers.
pub(crate) fn judge(question: &Question, bonus: f64, share: &dyn Fn(usize) -> (f64, f64)) -> (f64, f64) {
    let (mut score, mut cover, mut all) = (0.0, 0.0, 0.0);
    for (at, term) in question.terms.iter().enumerate() {
        let (share, rarity) = share(at);
        score += term.weight * share * rarity;
        // An id that is there in full is worth a word: its own parts say little.
        let shown = if term.is_whole && term.weight >= ID { 1.0 } else { term.covers };
        cover += shown * (share * 1.5).min(1.0);
        all += term.covers;
    }
    cover += bonus.min(question.bound.map_or(0.0, Bound::covers));
    (score + bonus, (cover / if all > 0.0 { all.min(ASKED) } else { 1.0 }).min(1.0))
}

/// Keeps the best of the complete matches by what is known so far, in order.
pub(super) fn drop_all_but(most: usize, question: &Question, counts: &Counts, all: &mut Vec<Match>) {
    let mut scores: Vec<f64> = all.iter().map(|found| score(question, counts, found).0).collect();
    let is_open = |at: &usize| all.get(*at).is_some_and(|found| found.left > 0);
    let complete = (0..all.len()).filter(|at| !is_open(at));
    let order = best_first(complete, &|at| scores.get(at).copied().unwrap_or_default());
    for at in order.get(most..).unwrap_or_default() {
        scores[*at] = DROPPED;
    }
    let mut scores = scores.into_iter();
    all.retain(|_| scores.next() != Some(DROPPED));
}

/// Positions by their scores, the highest first.
pub(crate) fn best_first(positions: impl Iterator<Item = usize>, score: &dyn Fn(usize) -> f64) -> Vec<usize> {
    ordered(positions.collect(), |at| u64::MAX - (score(*at) * 1e6) as u64)
}

/// The answers of a text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// The best first.
    pub(crate) candidates: Vec<Candidate>,
    /// The question's words are nearly everywhere: what rescue finds is needed first.
    pub(crate) is_broad: bool,
}

/// A unit that may be kept.
struct Kept<'a> {
    unit: &'a Arc<Unit>,
    score: f64,
    headings: &'a [Arc<Unit>],
    parents: &'a [Arc<Unit>],
}

pub(super) fn rank(question: &Question, counts: &Counts, all: &[Match]) -> Found {
    let scores: Vec<(f64, f64)> = all.iter().map(|found| score(question, counts, found)).collect();
    let cover = scores.iter().map(|(_, cover)| *cover).fold(0.0, f64::max);
    if cover < COVER {
        return Found::default();
    }
    // Of lines with the same terms those that no other is like say more than those that only differ in numbers.
    let shapes: Vec<u64> = all.iter().map(|found| shape_of(&found.unit)).collect();
    let mut times = crate::hash::Table::new();
    for shape in &shapes {
        *times.entry(*shape, 0) += 1;
    }
    let alike = |shape: &u64| f64::from(times.get(*shape).unwrap_or(1));
    let scores: Vec<f64> =
        scores.iter().zip(&shapes).map(|((score, _), shape)| score * (1.0 + RARE / alike(shape))).collect();
    let order = best_first(0..all.len(), &|at| scores.get(at).copied().unwrap_or_default());
    let held: Vec<f64> = all.iter().map(|found| held(question, &found.unit) + counts.worth(&found.unit)).collect();
    let mut masks = crate::hash::Table::new();
    for found in all {
        *masks.entry(mask_of(&found.unit).into(), 0) += 1;
    }
    let is_row =
        |found: &Match| found.unit.row > 1 && masks.get(mask_of(&found.unit).into()).is_some_and(|times| times > 1);
    let most_of = |of_rows: bool| {
        let held = all.iter().zip(&held).filter(|(found, _)| !of_rows || is_row(found)).map(|(_, held)| *held);
        held.fold(0.0, f64::max)
    };
    // A note in a table may hold more words than any of the rows that are asked for.
    let (most, most_of_rows) = (most_of(false), most_of(true));
    let is_full = |found: &Match, held: f64| held >= if is_row(found) { most_of_rows } else { most };
    let full = all.iter().zip(&held).filter(|(found, held)| is_full(found, **held)).count();
    // Terms of a unit, and how often units with just these came.
    let mut same: Vec<(u32, u32)> = Vec::new();
    let mut kept: Vec<Kept<'_>> = Vec::new();
    for at in order {
        let (Some(found), Some(&score)) = (all.get(at), scores.get(at)) else { continue };
        let mut score = score;
        let mask = mask_of(&found.unit);
        let times = if let Some((_, times)) = same.iter_mut().find(|(known, _)| *known == mask) {
            *times += 1;
            *times
        } else {
            same.push((mask, 1));
            1
        };
        // All that the question asks for in one line: each of these may be one of the rows that are asked for.
        if held.get(at).is_none_or(|held| !is_full(found, *held)) || full > ROWS {
            for _ in 3..=times.min(40) {
                score *= SAME;
            }
        }
        let (headings, parents) = (&*found.headings, &*found.parents);
        let mut add = |unit, score| kept.push(Kept { unit, score, headings, parents });
        add(&found.unit, score);
        for (unit, share) in beside(&found.unit, &found.after, &ALONG) {
            add(unit, score * share);
        }
        for (unit, share) in beside(&found.unit, &found.before, &BACK) {
            add(unit, score * share);
        }
    }
    // Each once, with its highest score.
    let order = best_first(0..kept.len(), &|at| kept.get(at).map_or(0.0, |kept| kept.score));
    let mut kept = order.into_iter().filter_map(|at| kept.get(at)).peekable();
    let top = kept.peek().map_or(0.0, |kept| kept.score);
    let mut seen = crate::hash::Table::new();
    let mut candidates = Vec::new();
    for one in kept {
        if one.unit.role == Role::Blank || !seen.insert(crate::hash::mix(one.unit.at.bytes)) {
            continue;
        }
        let mut entry = entry(one.unit);
        let above = one
            .headings
            .iter()
            .take(2)
            .rev()
            .chain(one.parents.iter().rev())
            .filter(|above| above.at.bytes < one.unit.at.bytes);
        entry.headers = above.map(|above| Arc::new(self::entry(above))).collect();
        let tier = if one.score >= top * WEAK { Tier::Answer } else { Tier::Related };
        candidates.push(Candidate { tier, rank: 0, entry });
        if candidates.len() >= PROPOSED {
            break;
        }
    }
    // As good as the best are very many: the question says nothing of this text.
    let best = scores.iter().copied().fold(0.0, f64::max);
    let near = scores.iter().filter(|score| **score >= best * NEAR).count() as f64;
    Found {
        candidates,
        is_broad: counts.matching > counts.units * 0.6 && near >= (counts.units * 0.2).clamp(4.0, 100.0),
    }
}

fn entry(unit: &Unit) -> Entry {
    let found = unit.hits.iter().map(|hit| hit.at as usize).min().unwrap_or_default();
    Entry {
        text: unit.text.clone(),
        number: unit.at.bytes as usize,
        at: unit.at,
        text_at: unit.at,
        size: unit.size,
        ends: unit.ends,
        within: unit.within,
        class: LineClass { found, ..LineClass::default() },
        part: Part::Key,
        headers: Vec::new(),
    }
}
