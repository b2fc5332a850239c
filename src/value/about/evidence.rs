//! Which terms a value has in it and around it, and how much it is wanted for them.

use alloc::vec::Vec;

use super::{Holds, LABELS, NONE, Node, Outline};
use crate::text::about::{ANSWERS, COVER, Extremes, Hit, TERMS, UNWANTED, judge, rarity};

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
/// Members above which an object of records is a map, whose members say nothing of each other.
const MAP: u32 = 8;
/// Factor on the score of a null or an empty text.
const EMPTY: f64 = 0.3;
/// Bytes above which a value is a sentence, in which a term says less.
const PROSE: usize = 32;
const IN_PROSE: f64 = 0.8;
/// Bytes above which a value is no part of what identifies a record.
const LONG: usize = 200;

/// The share of each term, from 0 to 255.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Evidence([u8; TERMS]);

impl Evidence {
    pub(super) fn of(hits: &[Hit]) -> Self {
        let mut shares = Self::default();
        for hit in hits {
            if let Some(share) = shares.0.get_mut(usize::from(hit.term)) {
                *share = (hit.factor * 255.0) as u8;
            }
        }
        shares
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; TERMS]
    }

    fn share(&self, term: usize) -> f64 {
        f64::from(self.0.get(term).copied().unwrap_or_default()) / 255.0
    }

    /// Takes each term of another with a share of its own.
    fn add(&mut self, other: &Self, share: f64) {
        for (known, has) in self.0.iter_mut().zip(other.0) {
            if has > 0 {
                *known = (*known).max((f64::from(has) * share) as u8);
            }
        }
    }
}

/// Scores all values; `false` where the question finds nothing.
pub(super) fn score(outline: &mut Outline) -> bool {
    inside(outline);
    around(outline);
    let mut extremes = Extremes::new(outline.question.bound);
    if outline.question.bound.is_some() {
        label_rows(outline);
        let (mut numbers, mut all) = ([0; LABELS + 1], [0; LABELS + 1]);
        for node in outline.nodes.iter().filter(|node| !node.is_container()) {
            all[usize::from(node.label)] += 1;
            numbers[usize::from(node.label)] += u32::from(node.number.is_some());
        }
        outline.compare(&numbers, &all);
        for number in outline.nodes.iter().filter_map(|node| outline.compared(node)) {
            extremes.add(number);
        }
    }
    let idf: Vec<f64> = outline.counts.iter().map(|count| rarity(outline.leaves, *count)).collect();
    let rare = 1.0 - outline.answers / outline.leaves.max(1.0);
    let mut best_cover = 0.0_f64;
    for at in 0..outline.nodes.len() {
        let Some(node) = outline.nodes.get(at).filter(|node| !node.is_container()) else { continue };
        let mut has = outline.node(node.parent).map(|parent| parent.around).unwrap_or_default();
        has.add(&node.hits, if node.size > PROSE { IN_PROSE } else { 1.0 });
        has.add(&node.named, NAMED);
        // The terms of the items at the same place of parallel lists, and of the names of columns.
        parallel(outline, node, &mut |item, share| has.add(&item.hits, share));
        // Where nothing says that it is spoken of, a number answers nothing.
        let bonus = outline.compared(node).filter(|_| !has.is_empty()).map_or(0.0, |number| extremes.worth(number));
        let share = |term: usize| (has.share(term), idf.get(term).copied().unwrap_or_default());
        let (mut score, cover) = judge(&outline.question, bonus, &share);
        match node.holds {
            Holds::Nothing => score *= EMPTY,
            Holds::Unwanted => score *= UNWANTED,
            Holds::Something | Holds::Error => {}
        }
        if node.answers && score > 0.0 {
            score *= 1.0 + ANSWERS * rare;
        }
        best_cover = best_cover.max(cover);
        if let Some(node) = outline.nodes.get_mut(at) {
            node.score = score;
        }
    }
    if best_cover < COVER {
        return false;
    }
    spread(outline);
    true
}

/// Gives the values of rows the labels of their columns: `{"columns": ["id", "rate"], "rows": [[1, 482]]}`.
fn label_rows(outline: &mut Outline) {
    for at in 1..outline.nodes.len() {
        let Some(node) = outline.nodes.get(at).filter(|node| node.number.is_some() && node.label == 0) else {
            continue;
        };
        let mut label = 0;
        parallel(outline, node, &mut |item, _| label = if label == 0 { item.label } else { label });
        if let Some(node) = outline.nodes.get_mut(at) {
            node.label = label;
        }
    }
}

/// Returns `true` for an object whose members say nothing of each other: from names that are data to records.
fn is_map(node: &Node) -> bool {
    node.count > MAP && !node.is_list() && node.containers == node.visited
}

/// Finds the terms in each container, as they count for what is beside them.
fn inside(outline: &mut Outline) {
    for at in (1..outline.nodes.len()).rev() {
        let Some(node) = outline.nodes.get(at) else { continue };
        let Some(parent) = outline.node(node.parent) else { continue };
        let (in_list, named, mut own) = (parent.is_list(), node.named, node.near);
        own.add(&node.hits, 1.0);
        let share = match () {
            // Thousands of plain items: those that match would make all of the record match.
            () if !node.is_container() => {
                if in_list && parent.count > 64 {
                    0.0
                } else {
                    1.0
                }
            }
            () if in_list && parent.count > 3 || node.is_list() && node.count > 3 && node.containers > 0 => 0.0,
            () if in_list || node.is_list() => FEW,
            () => INNER,
        };
        let parent = node.parent as usize;
        if let Some(parent) = outline.nodes.get_mut(parent) {
            parent.near.add(&own, share);
            parent.near.add(&named, NAMED);
        }
    }
}

/// Finds the terms that count for the members of each container.
fn around(outline: &mut Outline) {
    for at in 0..outline.nodes.len() {
        let Some(node) = outline.nodes.get(at).filter(|node| node.is_container()) else { continue };
        let parent = outline.node(node.parent);
        let mut has = Evidence::default();
        has.add(&parent.map(|parent| parent.around).unwrap_or_default(), UP);
        has.add(&node.named, ABOVE);
        let is_row = node.is_list() && parent.is_some_and(Node::is_list);
        if is_row || !node.is_list() && !is_map(node) {
            has.add(&node.near, BESIDE);
        }
        if let Some(node) = outline.nodes.get_mut(at) {
            node.around = has;
        }
    }
}

/// Calls `each` with the items at the same place of lists of the same length beside the list of a value, or beside the rows
/// that it is in.
fn parallel(outline: &Outline, node: &Node, each: &mut dyn FnMut(&Node, f64)) {
    let Some(list) = outline.node(node.parent).filter(|list| list.is_list() && list.count >= 2) else { return };
    let Some(above) = outline.node(list.parent) else { return };
    let (same, share) = if above.is_list() { (above.parent, ABOVE) } else { (list.parent, PARALLEL) };
    if same == NONE || !above.is_list() && list.count < COLUMN {
        return;
    }
    for other in outline.children(same).take(LISTS) {
        // Plain items, one node each.
        let is_column = |column: &&Node| {
            column.is_list()
                && column.count == list.count
                && other != node.parent
                && column.end == other + 1 + list.count
        };
        let column = outline.node(other).filter(is_column);
        let item = column.and_then(|_| outline.node(other + 1 + node.at)).filter(|item| item.at == node.at);
        if let Some(item) = item {
            each(item, share);
        }
    }
}

/// Passes scores on to what is beside a value and around its record.
fn spread(outline: &mut Outline) {
    for at in (1..outline.nodes.len()).rev() {
        let Some(node) = outline.nodes.get(at) else { continue };
        let own = if node.is_container() { node.best * AROUND } else { node.score };
        let parent = node.parent as usize;
        if let Some(parent) = outline.nodes.get_mut(parent) {
            parent.best = parent.best.max(own);
        }
    }
    // An item names the one at its place in a list of the same length.
    for at in 1..outline.nodes.len() {
        let is_value = |node: &&Node| !node.is_container() && !node.hits.is_empty();
        let Some(node) = outline.nodes.get(at).filter(is_value) else { continue };
        let mut score = node.score;
        parallel(outline, node, &mut |item, _| score = score.max(item.score * NAMES));
        if let Some(node) = outline.nodes.get_mut(at) {
            node.score = score;
        }
    }
    // From above: what a container's own members have of its best.
    for at in 0..outline.nodes.len() {
        let Some(node) = outline.nodes.get(at) else { continue };
        let parent = outline.node(node.parent);
        let is_beside = parent.is_some_and(|parent| !parent.is_list() && !is_map(parent));
        let above = parent.map_or(0.0, |parent| parent.best);
        let (mut score, mut best) = (node.score, node.best);
        if node.is_container() {
            best = best.max(if is_beside { above * AROUND } else { 0.0 });
        } else {
            let row = parent.filter(|parent| parent.is_list());
            let is_row = row.and_then(|row| outline.node(row.parent)).is_some_and(Node::is_list);
            if is_beside || is_row {
                score = score.max(above * if node.size > LONG { ALONG / 2.0 } else { ALONG });
            }
        }
        outline.best = outline.best.max(score);
        if let Some(node) = outline.nodes.get_mut(at) {
            (node.score, node.best) = (score, best);
        }
    }
}
