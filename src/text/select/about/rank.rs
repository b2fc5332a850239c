//! Scores of units, and the order in which they are kept.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::answer::{Bound, Wants};
use super::collect::Match;
use super::question::{Hit, Question};
use super::units::{Role, Unit};
use crate::failure::LineClass;
use crate::order::ordered;
use crate::quick::trim;
use crate::text::select::entry::{Entry, Part};
use crate::text::select::tier::{Candidate, Tier};

/// Weight of a term in a neighbour: in the next units, in those before, in the heading, in a parent.
const NEXT: [f64; 4] = [0.6, 0.5, 0.3, 0.25];
const PREVIOUS: [f64; 3] = [0.5, 0.3, 0.2];
const HEADINGS: [f64; 2] = [0.8, 0.6];
const PARENT: f64 = 0.7;
/// Share of its score that a unit passes on to those after and before it.
const ALONG: [f64; 10] = [0.8, 0.68, 0.56, 0.45, 0.4, 0.36, 0.33, 0.3, 0.28, 0.26];
const BACK: [f64; 3] = [0.62, 0.4, 0.3];
/// Factors behind a blank line, and between entries.
const APART: f64 = 0.7;
const ENTRIES: f64 = 0.4;
/// Least idf.
const FLOOR: f64 = 0.2;
/// A type of answer that is rare in the text makes a unit with it worth up to so much more.
const ANSWERS: f64 = 0.45;
/// From the third unit with the same terms on, each is worth less.
const SAME: f64 = 0.85;
/// Rows with all that is asked for: of more, the question says little.
const ROWS: usize = 24;
/// Share of the question's terms that the best unit must have around it.
const COVER: f64 = 0.36;
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
/// The most units that are proposed.
const PROPOSED: usize = 400;

/// Sets of terms whose extremes are held.
const MASKS: usize = 32;

/// A line that no other is like, digits apart, is worth so much more.
const RARE: f64 = 0.15;

/// The text of a unit without its digits, and its terms.
fn shape_of(unit: &Unit) -> u64 {
    let letters: String = unit.text.chars().filter(|c| !c.is_ascii_digit()).collect();
    crate::hash::mix(crate::hash::hash(letters.as_bytes()) ^ u64::from(mask_of(unit)))
}

/// The terms of a unit as bits.
fn mask_of(unit: &Unit) -> u32 {
    unit.hits.iter().fold(0, |mask, hit| mask | 1 << hit.term)
}

/// How often terms and their forms were seen.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    units: f64,
    terms: Vec<f64>,
    forms: Vec<Vec<(u32, f64)>>,
    /// Units that hold a term that says something, and an answer of the wanted sort.
    matching: f64,
    answers: f64,
    bound: Option<Bound>,
    /// The most extreme numbers so far, the best first: of all rows, and of those with the same terms.
    extremes: Vec<(u32, Vec<f64>)>,
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
            bound: question.bound,
            extremes: Vec::new(),
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

    /// Returns `true` if the number of a row is among the three most extreme so far, or within the bound.
    pub(super) fn is_extreme(&mut self, unit: &Unit) -> bool {
        let (Some(number), Some(bound)) = (unit.number, self.bound) else { return false };
        match bound {
            Bound::Than { above, number: limit, .. } => {
                if above {
                    number > limit
                } else {
                    number < limit
                }
            }
            Bound::Most { highest, .. } => {
                let value = if highest { number } else { -number };
                let own = mask_of(unit);
                let mut is_extreme = false;
                for mask in [0, own].iter().skip(usize::from(own == 0)) {
                    let at = self.extremes.iter().position(|(known, _)| known == mask);
                    let at = at.or_else(|| {
                        (self.extremes.len() < MASKS).then(|| self.extremes.push((*mask, Vec::new())))?;
                        Some(self.extremes.len() - 1)
                    });
                    let Some((_, values)) = at.and_then(|at| self.extremes.get_mut(at)) else { continue };
                    let place = values.iter().position(|other| value > *other).unwrap_or(values.len());
                    values.insert(place, value);
                    values.truncate(3);
                    is_extreme |= place < 3;
                }
                is_extreme
            }
        }
    }

    /// Bonus for a row whose number is the wanted one, or near it.
    fn bound(&self, unit: &Unit) -> f64 {
        let (Some(number), Some(bound)) = (unit.number, self.bound) else { return 0.0 };
        match bound {
            Bound::Than { above, number: limit, .. } => {
                f64::from(u8::from(if above { number > limit } else { number < limit })) * 1.6
            }
            Bound::Most { highest, .. } => {
                let value = if highest { number } else { -number };
                let own = mask_of(unit);
                let place = self.extremes.iter().filter(|(mask, _)| *mask == 0 || *mask == own);
                match place.filter_map(|(_, values)| values.iter().position(|other| value >= *other)).min() {
                    Some(0) => 2.5,
                    Some(1) => 1.2,
                    Some(_) => 0.8,
                    None => 0.0,
                }
            }
        }
    }

    /// How rare a term is, by the word of the question and by the form found.
    fn rarity(&self, hit: &Hit) -> f64 {
        let at = usize::from(hit.term);
        let all = log2(self.units + 1.0).max(1.0);
        let idf = |count: f64| (log2((self.units + 1.0) / (count + 0.5)) / all).clamp(FLOOR, 1.0);
        let count = self.terms.get(at).copied().unwrap_or_default();
        let form = self
            .forms
            .get(at)
            .and_then(|forms| forms.iter().find(|(form, _)| *form == hit.form))
            .map_or(1.0, |(_, count)| *count);
        f64::midpoint(idf(count), idf(form))
    }
}

/// The logarithm to base 2, about: linear between powers, so the same everywhere.
pub(crate) fn log2(number: f64) -> f64 {
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
    let mut best: Vec<(f64, f64)> = vec![(0.0, 0.0); question.terms.len()];
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
    let (mut score, mut cover, mut all) = (0.0, 0.0, 0.0);
    for (term, (factor, rarity)) in question.terms.iter().zip(best) {
        score += term.weight * factor * rarity;
        // What is there in full covers its word, whatever it is called.
        let covers = if term.is_whole { 0.0 } else { term.weight };
        cover += covers * if factor > 0.0 { (factor * 1.5).min(1.0) } else { 0.0 };
        all += covers;
    }
    let bound = counts.bound(&found.unit);
    score += bound;
    cover += bound.min(1.0);
    let unit = &found.unit;
    if unit.answers && question.wants != Wants::Anything {
        score *= 1.0 + ANSWERS * (1.0 - counts.answers / counts.units.max(1.0));
    }
    if question.defines && unit.hits.iter().any(|hit| defines(&unit.text, hit.at as usize)) {
        score *= 2.0;
    }
    (score, if all > 0.0 { (cover / all.min(ASKED)).min(1.0) } else { cover.min(1.0) })
}

/// Returns `true` for two lines of a list: they begin with the same word, digits apart, which is none of a sentence.
fn is_alike(one: &Unit, other: &Unit) -> bool {
    let first = |unit: &Unit| {
        let text = crate::quick::trim_start(&unit.text);
        let end = text.find(' ').unwrap_or(text.len());
        String::from(text.get(..end).unwrap_or_default())
    };
    if one.indent != other.indent || one.within[0] || other.within[0] {
        return false;
    }
    let (one, other) = (first(one), first(other));
    let class = |byte: u8| if byte.is_ascii_digit() { b'0' } else { byte };
    let same = one.bytes().map(class).eq(other.bytes().map(class));
    same && !super::question::is_stop(&super::words::fold(&one))
}

/// The weight of the terms that a unit holds itself.
fn held(question: &Question, unit: &Unit) -> f64 {
    let terms = unit.hits.iter().filter_map(|hit| question.terms.get(usize::from(hit.term)));
    terms.map(|term| term.weight).sum()
}

/// The units beside one, each with its share: less behind a blank line, and between entries of a log.
fn beside<'a>(
    unit: &'a Unit,
    others: &'a [Arc<Unit>],
    shares: &'a [f64],
) -> impl Iterator<Item = (&'a Arc<Unit>, f64)> {
    let mut apart = 1.0;
    let is_heading = matches!(unit.role, Role::Heading(_));
    let others = others.iter().filter_map(move |other| {
        if other.role == Role::Blank {
            apart *= if is_heading { 1.0 } else { APART };
            return None;
        }
        let is_other = unit.is_entry && other.indent <= unit.indent || is_alike(unit, other);
        Some((other, if is_other { apart * ENTRIES } else { apart }))
    });
    others.zip(shares).map(|((other, apart), share)| (other, apart * share))
}

/// Returns `true` if the name that stands here is defined: behind a word that does so, or before its value where a line begins.
fn defines(text: &str, at: usize) -> bool {
    const WORDS: [&str; 13] = [
        "function ",
        "fn ",
        "def ",
        "class ",
        "const ",
        "let ",
        "struct ",
        "interface ",
        "type ",
        "enum ",
        "func ",
        "trait ",
        "#define ",
    ];
    let (before, rest) = text.split_at_checked(at).unwrap_or((text, ""));
    if crate::quick::ends_with_any(before, &WORDS) {
        return true;
    }
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'$' | b'@');
    let behind = rest.as_bytes().iter().skip_while(|byte| is_name(byte)).find(|byte| !matches!(byte, b' ' | b'"' | b'\''));
    let start = before.trim_end_matches(|c: char| c.is_ascii() && is_name(&(c as u8)));
    // Where a search shows a line, its place stands before.
    let begins = trim(start).is_empty() || start.trim_end_matches([' ', '\t', '"', '\'', '-']).ends_with(':');
    begins && matches!(behind, Some(b':' | b'='))
}

/// The best matches by what is known so far.
pub(super) fn best(question: &Question, counts: &Counts, all: Vec<Match>, most: usize) -> Vec<Match> {
    let mut ranked = ordered(all, |found| u64::MAX - (score(question, counts, found).0 * 1e6) as u64);
    ranked.truncate(most);
    ordered(ranked, |found| found.unit.at.bytes)
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

pub(super) fn rank(question: &Question, counts: &Counts, all: Vec<Match>) -> Found {
    let all = ordered(all, |found| found.unit.at.bytes);
    let scores: Vec<(f64, f64)> = all.iter().map(|found| score(question, counts, found)).collect();
    let cover = scores.iter().map(|(_, cover)| *cover).fold(0.0, f64::max);
    if cover < COVER {
        return Found::default();
    }
    // Of lines with the same terms those that no other is like say more than those that only differ in numbers.
    let shapes: Vec<u64> = all.iter().map(|found| shape_of(&found.unit)).collect();
    let mut times = crate::hash::Table::new();
    shapes.iter().for_each(|shape| *times.entry(*shape, 0) += 1);
    let alike = |at: usize| shapes.get(at).and_then(|shape| times.get(*shape)).unwrap_or(1);
    let scores: Vec<(f64, f64)> = (0..all.len())
        .zip(&scores)
        .map(|(at, (score, cover))| (score * (1.0 + RARE / f64::from(alike(at))), *cover))
        .collect();
    let order = ordered((0..all.len()).collect(), |at| {
        u64::MAX - (scores.get(*at).map_or(0.0, |(score, _)| *score) * 1e6) as u64
    });
    let held: Vec<f64> = all.iter().map(|found| held(question, &found.unit) + counts.bound(&found.unit)).collect();
    let most = held.iter().copied().fold(0.0, f64::max);
    let full = held.iter().filter(|held| **held >= most).count();
    // Terms of a unit, and how often units with just these came.
    let mut same: Vec<(u32, u32)> = Vec::new();
    let mut kept: Vec<Kept<'_>> = Vec::new();
    for at in order {
        let (Some(found), Some(&(mut score, _))) = (all.get(at), scores.get(at)) else { continue };
        let mask = mask_of(&found.unit);
        let times = if let Some((_, times)) = same.iter_mut().find(|(known, _)| *known == mask) {
            *times += 1;
            *times
        } else {
            same.push((mask, 1));
            1
        };
        // All that the question asks for in one line: each of these may be one of the rows that are asked for.
        if held.get(at).is_none_or(|held| *held < most) || full > ROWS {
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
    let kept = ordered(kept, |kept| u64::MAX - (kept.score * 1e6) as u64);
    let top = kept.first().map_or(0.0, |kept| kept.score);
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
    let best = scores.iter().map(|(score, _)| *score).fold(0.0, f64::max);
    let near = scores.iter().filter(|(score, _)| *score >= best * NEAR).count() as f64;
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
