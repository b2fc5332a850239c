//! Which terms a value has in it and around it, and how much it is wanted for them.

use alloc::vec;
use alloc::vec::Vec;

use super::{NONE, Node, Outline};
use crate::text::about::{Bound, Hit, log2};

/// Shares of the terms of a member for those beside it, of a name for what is below, and of what is above.
const BESIDE: f64 = 0.6;
const NAMED: f64 = 0.95;
const ABOVE: f64 = 0.8;
const UP: f64 = 0.75;
/// Shares of the terms of an inner object, a list of plain values, and a few records.
const INNER: f64 = 0.8;
const FEW: f64 = 0.5;
/// Items of lists of the same length.
const PARALLEL: f64 = 0.7;
/// The least length of lists that are columns.
const COLUMN: u32 = 4;
/// Lists that are looked at beside one.
const LISTS: usize = 32;
/// Share of its score that a value passes on to those beside it, and to those around its record.
const ALONG: f64 = 0.78;
const AROUND: f64 = 0.6;
const NAMES: f64 = 0.9;
/// Least idf, and what an answer of the wanted sort adds.
const FLOOR: f64 = 0.2;
const ANSWERS: f64 = 0.45;
/// Share of the question's terms that the best value must have around it.
const COVER: f64 = 0.36;
/// Members above which an object of records is a map, whose members say nothing of each other.
const MAP: u32 = 8;
/// Factor on the score of a null or an empty text.
const EMPTY: f64 = 0.3;
/// Bytes above which a value is a sentence, in which a term says less.
const PROSE: usize = 32;
const IN_PROSE: f64 = 0.8;
/// Bytes above which a value is no part of what identifies a record.
const LONG: usize = 200;

/// Terms with a share from 1 to 255 each.
#[derive(Clone, Debug, Default)]
pub(super) struct Evidence(Vec<(u8, u8)>);

impl Evidence {
    pub(super) fn of(hits: &[Hit]) -> Self {
        Self(hits.iter().map(|hit| (hit.term, (hit.factor * 255.0) as u8)).collect())
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes each term of another with a share of its own.
    fn add(&mut self, other: &Self, share: f64) {
        for (term, has) in &other.0 {
            let has = (f64::from(*has) * share) as u8;
            match self.0.iter_mut().find(|(known, _)| known == term) {
                Some((_, known)) => *known = (*known).max(has),
                None if has > 0 => self.0.push((*term, has)),
                None => {}
            }
        }
    }
}

/// Rarity of a term that occurs in `some` of `all` texts.
pub(super) fn rarity(all: f64, count: f64) -> f64 {
    (log2((all + 1.0) / (count + 0.5)) / log2(all + 1.0).max(1.0)).clamp(FLOOR, 1.0)
}

/// Scores all values; `false` where the question finds nothing.
pub(super) fn score(outline: &mut Outline) -> bool {
    let maps: Vec<bool> = outline.nodes.iter().enumerate().map(|(at, node)| is_map(outline, node, at)).collect();
    let near = inside(outline);
    let around = around(outline, &near, &maps);
    let extremes = Extremes::of(outline);
    let idf: Vec<f64> = outline.counts.iter().map(|count| rarity(outline.leaves, *count)).collect();
    let rare = 1.0 - outline.answers / outline.leaves.max(1.0);
    let mut scores = vec![0.0_f64; outline.nodes.len()];
    let mut best_cover = 0.0_f64;
    for at in 0..outline.nodes.len() {
        let Some(node) = outline.nodes.get(at).filter(|node| !node.is_container()) else { continue };
        let mut has = Evidence::default();
        has.add(&node.hits, if node.size > PROSE { IN_PROSE } else { 1.0 });
        has.add(&node.named, NAMED);
        if let Some(around) = around.get(node.parent as usize) {
            has.add(around, 1.0);
        }
        beside(outline, node, &mut has);
        let (mut score, mut cover, mut most) = (0.0, 0.0, 0.0);
        for (at, term) in outline.question.terms.iter().enumerate() {
            let share = has
                .0
                .iter()
                .find(|(known, _)| usize::from(*known) == at)
                .map_or(0.0, |(_, has)| f64::from(*has) / 255.0);
            score += term.weight * share * idf.get(at).copied().unwrap_or(FLOOR);
            let covers = if term.is_whole { 0.0 } else { term.weight };
            cover += covers * (share * 1.5).min(1.0);
            most += covers;
        }
        let bound = extremes.worth(node);
        (score, cover) = (score + bound, cover + bound.min(1.0));
        if node.is_empty {
            score *= EMPTY;
        }
        if node.answers && score > 0.0 {
            score *= 1.0 + ANSWERS * rare;
        }
        best_cover = best_cover.max(if most > 0.0 { cover / most } else { cover });
        if let Some(place) = scores.get_mut(at) {
            *place = score;
        }
    }
    if best_cover < COVER {
        return false;
    }
    spread(outline, &maps, &mut scores);
    for (node, score) in outline.nodes.iter_mut().zip(scores) {
        node.score = score;
    }
    true
}

/// An object whose members say nothing of each other: from names that are data to records.
fn is_map(outline: &Outline, node: &Node, at: usize) -> bool {
    node.count > MAP
        && !node.is_list()
        && outline.children(at as u32).all(|child| outline.node(child).is_some_and(Node::is_container))
}

fn is_at(all: &[bool], at: usize) -> bool {
    all.get(at).copied().unwrap_or_default()
}

/// The terms in each container, as they count for what is beside them.
fn inside(outline: &Outline) -> Vec<Evidence> {
    let mut near = vec![Evidence::default(); outline.nodes.len()];
    for at in (1..outline.nodes.len()).rev() {
        let Some(node) = outline.nodes.get(at) else { continue };
        let Some(parent) = outline.node(node.parent) else { continue };
        let in_list = parent.is_list();
        let mut own = core::mem::take(near.get_mut(at).unwrap_or(&mut Evidence::default()));
        let holds = own.clone();
        own.add(&node.hits, 1.0);
        let share = match () {
            () if !node.is_container() => 1.0,
            () if in_list && parent.count > 3 => 0.0,
            () if node.is_list()
                && node.count > 3
                && outline.children(at as u32).any(|child| outline.node(child).is_some_and(Node::is_container)) =>
            {
                0.0
            }
            () if in_list || node.is_list() => FEW,
            () => INNER,
        };
        // Thousands of plain items: those that match would make all of the record match.
        let share = if in_list && !node.is_container() && parent.count > 64 { 0.0 } else { share };
        if let Some(place) = near.get_mut(node.parent as usize) {
            place.add(&own, share);
            place.add(&node.named, NAMED);
        }
        if let Some(place) = near.get_mut(at) {
            *place = holds;
        }
    }
    near
}

/// The terms that count for the members of each container.
fn around(outline: &Outline, near: &[Evidence], maps: &[bool]) -> Vec<Evidence> {
    let mut around: Vec<Evidence> = vec![Evidence::default(); outline.nodes.len()];
    for (at, node) in outline.nodes.iter().enumerate().filter(|(_, node)| node.is_container()) {
        let mut has = around.get(node.parent as usize).cloned().unwrap_or_default();
        has.0.iter_mut().for_each(|(_, share)| *share = (f64::from(*share) * UP) as u8);
        has.add(&node.named, ABOVE);
        let is_row = node.is_list() && outline.node(node.parent).is_some_and(Node::is_list);
        if (!node.is_list() && !is_at(maps, at) || is_row)
            && let Some(near) = near.get(at)
        {
            has.add(near, BESIDE);
        }
        if let Some(place) = around.get_mut(at) {
            *place = has;
        }
    }
    around
}

/// Adds the terms of the items at the same place of parallel lists, and of the names of columns.
fn beside(outline: &Outline, node: &Node, has: &mut Evidence) {
    for (item, share) in parallel(outline, node) {
        if let Some(item) = outline.nodes.get(item) {
            has.add(&item.hits, share);
        }
    }
}

/// Items at the same place of lists of the same length beside the list of a value, or beside the rows that it is in.
fn parallel(outline: &Outline, node: &Node) -> impl Iterator<Item = (usize, f64)> {
    let list = outline.node(node.parent).filter(|list| list.is_list() && list.count >= 2);
    let beside = list.and_then(|list| {
        let above = outline.node(list.parent)?;
        let (same, share) = if above.is_list() { (above.parent, ABOVE) } else { (list.parent, PARALLEL) };
        (same != NONE && (above.is_list() || list.count >= COLUMN)).then_some((list.count, same, share))
    });
    beside.into_iter().flat_map(move |(count, same, share)| {
        outline.children(same).take(LISTS).filter_map(move |other| {
            let column = outline
                .node(other)
                .filter(|column| column.is_list() && column.count == count && other != node.parent)?;
            // Plain items, one node each.
            let item = other + 1 + node.at;
            let is_there = column.end == other + 1 + count && outline.node(item)?.at == node.at;
            is_there.then_some((item as usize, share))
        })
    })
}

/// Numbers that the question compares.
pub(super) struct Extremes {
    bound: Option<Bound>,
    best: Vec<f64>,
}

impl Extremes {
    pub(super) fn new(bound: Option<Bound>) -> Self {
        Self { bound, best: Vec::new() }
    }

    fn of(outline: &Outline) -> Self {
        let mut extremes = Self::new(outline.question.bound);
        for number in outline.nodes.iter().filter(|node| is_meant(node)).filter_map(|node| node.number) {
            extremes.add(number);
        }
        extremes
    }

    pub(super) fn add(&mut self, number: f64) {
        let Some(Bound::Most { highest, .. }) = self.bound else { return };
        let value = if highest { number } else { -number };
        let place = self.best.iter().position(|other| value > *other).unwrap_or(self.best.len());
        self.best.insert(place, value);
        self.best.truncate(3);
    }

    fn worth(&self, node: &Node) -> f64 {
        node.number.filter(|_| is_meant(node)).map_or(0.0, |number| self.worth_of(number))
    }

    pub(super) fn worth_of(&self, number: f64) -> f64 {
        let Some(bound) = self.bound else { return 0.0 };
        match bound {
            Bound::Than { above, number: limit, .. } => {
                f64::from(u8::from(if above { number > limit } else { number < limit })) * 1.6
            }
            Bound::Most { highest, .. } => {
                let value = if highest { number } else { -number };
                [2.5, 1.2, 0.8]
                    .into_iter()
                    .zip(&self.best)
                    .find(|(_, other)| value >= **other)
                    .map_or(0.0, |(worth, _)| worth)
            }
        }
    }
}

/// A number whose name is in the question.
fn is_meant(node: &Node) -> bool {
    !node.named.is_empty()
}

/// Passes scores on to what is beside a value and around its record.
fn spread(outline: &Outline, maps: &[bool], scores: &mut [f64]) {
    let mut best = vec![0.0_f64; outline.nodes.len()];
    for at in (1..outline.nodes.len()).rev() {
        let Some(node) = outline.nodes.get(at) else { continue };
        let own = if node.is_container() {
            best.get(at).copied().unwrap_or_default() * AROUND
        } else {
            scores.get(at).copied().unwrap_or_default()
        };
        if let Some(place) = best.get_mut(node.parent as usize) {
            *place = place.max(own);
        }
    }
    // An item names the one at its place in a list of the same length.
    for at in 1..outline.nodes.len() {
        let Some(node) = outline.nodes.get(at).filter(|node| !node.is_container() && !node.hits.is_empty()) else {
            continue;
        };
        let score = parallel(outline, node)
            .filter_map(|(item, _)| scores.get(item))
            .fold(0.0, |most: f64, score| most.max(*score));
        if let Some(place) = scores.get_mut(at) {
            *place = place.max(score * NAMES);
        }
    }
    // From above: what a container's own members have of its best.
    let mut given = vec![0.0_f64; outline.nodes.len()];
    for at in 0..outline.nodes.len() {
        let Some(node) = outline.nodes.get(at) else { continue };
        let parent = node.parent as usize;
        let beside =
            outline.node(node.parent).is_some_and(|parent_node| !parent_node.is_list() && !is_at(maps, parent));
        let from = |all: &[f64]| all.get(parent).copied().unwrap_or_default();
        if node.is_container() {
            let own = best.get(at).copied().unwrap_or_default();
            let above = if beside { from(&given) * AROUND } else { 0.0 };
            if let Some(place) = given.get_mut(at) {
                *place = own.max(above);
            }
        } else if let Some(place) = scores.get_mut(at) {
            let is_row = outline.node(node.parent).and_then(|row| outline.node(row.parent)).is_some_and(Node::is_list);
            let share = if node.size > LONG { ALONG / 2.0 } else { ALONG };
            if beside || is_row && outline.node(node.parent).is_some_and(Node::is_list) {
                *place = place.max(from(&given) * share);
            }
        }
    }
}
