//! Which terms a value has in it and around it, and how much it is wanted for them.

use alloc::string::String;
use alloc::vec::Vec;

use super::names::LABELS;
use super::{Holds, NONE, Node, Outline};
use crate::text::about::{ANSWERS, COVER, Hit, Ranks, TERMS, UNWANTED, judge, rarity};
use crate::tree::{Form, ValueSource};

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

    /// The terms that are there for the greater part.
    fn mask(&self) -> u32 {
        self.0.iter().enumerate().fold(0, |mask, (term, share)| mask | u32::from(*share > 127) << term)
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
pub(super) fn score(outline: &mut Outline, source: &dyn ValueSource) -> bool {
    inside(outline);
    around(outline);
    let mut extremes = Ranks::new(outline.question.bound);
    if outline.question.bound.is_some() {
        label_items(outline, source);
        let (mut numbers, mut all) = ([0; LABELS + 1], [0; LABELS + 1]);
        for node in outline.nodes.iter().filter(|node| !node.is_container()) {
            all[usize::from(node.label)] += 1;
            numbers[usize::from(node.label)] += u32::from(node.number.is_some());
        }
        outline.compare(&numbers, &all);
        for node in &outline.nodes {
            if let Some(number) = outline.compared(node) {
                extremes.add(beside(outline, node), number);
            }
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
        // A number alone answers nothing: a word of the question has to stand near it.
        let bonus = outline
            .compared(node)
            .filter(|_| !has.is_empty())
            .map_or(0.0, |number| extremes.worth(beside(outline, node), number));
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

/// The terms of the record of a value, as bits.
fn beside(outline: &Outline, node: &Node) -> u32 {
    outline.node(node.parent).map_or(0, |record| record.near.mask())
}

/// Gives the values of rows the labels of their columns, `{"columns": ["id", "rate"], "rows": [[1, 482]]}`, and those of
/// other lists the label of the list.
fn label_items(outline: &mut Outline, source: &dyn ValueSource) {
    // The rows that were looked at last, and their columns.
    let mut known = (NONE, Vec::new());
    for list in 0..outline.nodes.len() as u32 {
        let Some(node) = outline.node(list).filter(|node| node.is_list() && node.is_container()) else { continue };
        let (above, count, own) = (node.parent, node.count as usize, node.label);
        let is_row = outline.node(above).is_some_and(Node::is_list);
        if is_row && known.0 != above {
            known = (above, columns(outline, source, outline.parent(above).unwrap_or(NONE), count));
        }
        let items: Vec<u32> = outline.children(list).collect();
        for item in items {
            let Some(node) = outline.nodes.get_mut(item as usize).filter(|node| node.number.is_some()) else {
                continue;
            };
            let column = || known.1.get(node.at as usize).copied().filter(|_| known.1.len() == count);
            node.label = if is_row { column().unwrap_or_default() } else { own };
        }
    }
}

/// The labels of the columns of rows with `count` items: texts in a list as long, beside the rows.
pub(super) fn columns(outline: &mut Outline, source: &dyn ValueSource, parent: u32, count: usize) -> Vec<u8> {
    if count > LABELS || parent == NONE {
        return Vec::new();
    }
    let is_header = |at: &u32| {
        let list = outline.node(*at).filter(|list| list.is_list() && list.count as usize == count);
        let is_text = |item: u32| outline.node(item).is_some_and(|item| matches!(item.member.form, Form::Text(_)));
        list.is_some() && outline.children(*at).all(is_text)
    };
    let Some(header) = outline.children(parent).take(LISTS).find(is_header) else { return Vec::new() };
    let items: Vec<u32> = outline.children(header).collect();
    let mut names = Vec::new();
    for item in items.iter().filter_map(|item| outline.node(*item)) {
        source.text(item.member.node, &mut |text| {
            names.push(String::from(text.read(0, text.align(text.len().min(LONG)), &mut Vec::new())));
        });
    }
    names.iter().map(|name| outline.named(name).1).collect()
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
