//! Spends a total on the values that are wanted most, and plans the edits.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::{Node, Outline};
use crate::failure::{Severity, classify};
use crate::plain::ONLY_JSON_TEXTS;
use crate::tree::{Form, ValueSource};
use crate::value::bounded::ValuePlan;
use crate::value::cut::{CutKind, Path, Reduction};
use crate::value::edits::ValueEdit;
use crate::value::room::text_to_room;
use crate::value::rules::{Rules, Texts};
use crate::value::share::Saying;
use crate::value::texts::Change;
use crate::value::words;

/// Values that are tried for the room that is left.
const TRIED: usize = 4000;
/// Bytes up to which a record comes whole, and its share of the total.
const RECORD: usize = 700;
const SHARE: usize = 4;
/// Units of a text that are read for an error.
const SEEN: usize = 400;
/// Least bytes of a text that is shortened.
const LEAST: usize = 48;

/// Kept part of a value.
struct Filling<'a> {
    outline: &'a Outline,
    rules: &'a Rules,
    /// Kept whole, or as a container with some of its members.
    whole: Vec<bool>,
    part: Vec<bool>,
    changes: Vec<(u32, Change)>,
    /// Bytes of what is kept in each container, its own brackets, name and marker among them.
    spent: Vec<usize>,
    kept: Vec<u32>,
    left: usize,
}

/// Returns the bytes up to which a record comes whole.
pub(super) fn small(total: usize) -> usize {
    (total / SHARE).min(RECORD)
}

/// Returns `true` for a text that begins with an error.
fn has_failed(source: &dyn ValueSource, node: &Node, room: &mut String) -> bool {
    let mut failed = false;
    if matches!(node.member.form, Form::Text(_)) {
        source.text(node.member.node, &mut |text| {
            let end = text.align(text.skip_utf16(0, text.len(), SEEN));
            failed = classify(text.read(0, end, &mut Vec::new()), room).severity >= Severity::Error;
        });
    }
    failed
}

pub(super) fn fill(
    outline: &Outline,
    root: &Node,
    source: &dyn ValueSource,
    rules: &Rules,
    total: usize,
) -> Option<ValuePlan> {
    let flag = rules.flag().filter(|_| !root.is_list()).map_or(0, |flag| words::json_len(flag) + 6);
    let count = outline.nodes.len();
    let mut filling = Filling {
        outline,
        rules,
        whole: vec![false; count],
        part: vec![false; count],
        changes: Vec::new(),
        spent: vec![0; count],
        kept: vec![0; count],
        left: total.checked_sub(flag)?,
    };
    let leaves = outline.nodes.iter().enumerate().filter(|(_, node)| !node.is_container());
    let (wanted, best) = outline.wanted();
    let small = small(total);
    let mut failed = 0;
    for at in wanted {
        let score = outline.node(at).map_or(0.0, |node| node.score);
        failed += usize::from(!filling.take(at, small, score * 2.0 >= best, source));
        if failed > TRIED {
            break;
        }
    }
    if !filling.part.first().copied().unwrap_or_default() {
        return None;
    }
    let rest: Vec<(usize, &Node)> = leaves.filter(|(_, node)| node.score <= 0.0).take(TRIED).collect();
    let mut scratch = String::new();
    for (at, _) in rest.iter().filter(|(_, node)| has_failed(source, node, &mut scratch)) {
        filling.take(*at as u32, small, false, source);
    }
    for (at, _) in rest {
        filling.take(at as u32, 0, false, source);
    }
    let mut plan = ValuePlan::default();
    filling.write(0, source, Path::of(rules.tool_name()), &mut plan);
    if rules.flag().is_some() {
        plan.set_flag(rules, !root.is_list());
    }
    Some(plan)
}

impl Filling<'_> {
    fn is_there(&self, at: u32) -> bool {
        let here = |all: &[bool]| all.get(at as usize).copied().unwrap_or_default();
        here(&self.whole) || here(&self.part)
    }

    /// Returns `true` if a value is kept with what is around it.
    fn is_in(&self, mut at: u32) -> bool {
        loop {
            if self.whole.get(at as usize).copied().unwrap_or_default() {
                return true;
            }
            match self.outline.node(at) {
                Some(node) if node.parent != super::NONE => at = node.parent,
                _ => return false,
            }
        }
    }

    /// Takes a value, with its record if that is small; of a long text a part, if it is `needed`.
    fn take(&mut self, at: u32, small: usize, needed: bool, source: &dyn ValueSource) -> bool {
        if self.is_in(at) || self.is_there(at) {
            return true;
        }
        if self.outline.with_record(at, small).iter().rev().any(|node| self.add(*node, None)) {
            return true;
        }
        let Some(node) = self.outline.node(at).filter(|node| needed && matches!(node.member.form, Form::Text(_)))
        else {
            return false;
        };
        let Some(room) = self.left.checked_sub(self.around(at) + node.name + 1).filter(|room| *room >= LEAST) else {
            return false;
        };
        let room = room.min((self.left * 3 / 5).max(LEAST));
        let texts = self.outline.extra(node).map_or(Texts::Free, |extra| extra.texts.clone());
        let change =
            text_to_room(source, &node.member, (self.outline.change(node), texts), self.rules, room.min(node.size));
        let size = change.json_bytes(source, &node.member);
        self.add(at, Some((size, change)))
    }

    /// Bytes of the containers around a value that are not kept yet.
    fn around(&self, at: u32) -> usize {
        let mut sum = 0;
        let mut parent = self.outline.node(at).map_or(super::NONE, |node| node.parent);
        while let Some(node) = self.outline.node(parent).filter(|_| !self.is_there(parent)) {
            sum += node.name + 1 + 2 + self.marker(node) + self.gap(parent);
            parent = node.parent;
        }
        sum
    }

    /// The most bytes that the marker of a container takes.
    fn marker(&self, node: &Node) -> usize {
        let says = self.outline.extra(node).map_or(Saying::HowMany, |extra| extra.says);
        let text = match says {
            Saying::Nothing => return 0,
            Saying::ThatSome => words::MORE.len(),
            Saying::HowMany if node.is_list() => words::items_omitted(node.count as usize).len(),
            Saying::HowMany => words::keys_omitted(node.count as usize).len(),
        };
        // Quotes, comma, and in objects a name that is free.
        text + 3 + if node.is_list() { 0 } else { words::MORE.len() + 4 }
    }

    /// Bytes of one more marker, where a value comes between missing items of a list.
    fn gap(&self, at: u32) -> usize {
        let Some(node) = self.outline.node(at).filter(|_| !self.is_there(at)) else { return 0 };
        let Some(list) = self.outline.node(node.parent).filter(|list| self.marks_gaps(list)) else { return 0 };
        let (before, after) = self.outline.neighbors(at, node);
        let is_missing = |beside: Option<u32>| beside.is_none_or(|beside| !self.is_there(beside));
        let between = node.at > 0 && node.at + 1 < list.count && is_missing(before) && is_missing(after);
        if between { self.marker(list) } else { 0 }
    }

    /// Returns `true` for a list in which each gap has a marker: not where markers count against a limit of items.
    fn marks_gaps(&self, node: &Node) -> bool {
        node.is_list() && self.outline.extra(node).is_none_or(|extra| extra.most >= node.count as usize)
    }

    fn add(&mut self, at: u32, change: Option<(usize, Change)>) -> bool {
        let Some(node) = self.outline.node(at) else { return false };
        let size = change.as_ref().map_or(node.size, |(size, _)| *size);
        let spent = self.spent.get(at as usize).copied().unwrap_or_default();
        // The visible part is already paid for.
        let cost = (node.name + size + 1 + self.around(at) + self.gap(at)).saturating_sub(spent);
        if cost > self.left || !self.has_place(at) {
            return false;
        }
        let mut inner = at;
        let mut was_there = self.is_there(at);
        let mut added = (node.name + size + 1).saturating_sub(spent) + self.gap(at);
        let missed = spent.saturating_sub(node.name + size + 1);
        self.set(at, true);
        if let Some(place) = self.spent.get_mut(at as usize) {
            *place = node.name + size + 1;
        }
        while let Some(parent) =
            self.outline.node(inner).map(|node| node.parent).filter(|parent| *parent != super::NONE)
        {
            let parent_there = self.is_there(parent);
            // It lies in the list around this one.
            let gap = self.gap(parent);
            if let Some(node) = self.outline.node(parent).filter(|_| !parent_there) {
                added += node.name + 3 + self.marker(node);
            }
            if let Some(kept) = self.kept.get_mut(parent as usize).filter(|_| !was_there) {
                *kept += 1;
            }
            if let Some(place) = self.spent.get_mut(parent as usize) {
                *place = (*place + added).saturating_sub(missed);
            }
            self.set(parent, false);
            added += gap;
            (inner, was_there) = (parent, parent_there);
        }
        self.left = (self.left + missed).saturating_sub(added);
        if let Some((_, change)) = change {
            self.changes.push((at, change));
        }
        true
    }

    /// Returns `true` if the limits of the containers around a value allow one member more, and a marker.
    fn has_place(&self, at: u32) -> bool {
        let Some(parent) = self.outline.node(at).map(|node| node.parent).filter(|parent| *parent != super::NONE) else {
            return true;
        };
        if self.is_there(at) {
            return true;
        }
        let most =
            self.outline.node(parent).and_then(|node| self.outline.extra(node)).map_or(usize::MAX, |extra| extra.most);
        let kept = self.kept.get(parent as usize).copied().unwrap_or_default() as usize;
        kept + 2 <= most && self.has_place(parent)
    }

    fn set(&mut self, at: u32, whole: bool) {
        let all = if whole { &mut self.whole } else { &mut self.part };
        if let Some(place) = all.get_mut(at as usize) {
            *place = true;
        }
    }

    /// Writes the edits of a value that is kept.
    fn write(&self, root: u32, source: &dyn ValueSource, path: Path, plan: &mut ValuePlan) {
        // Containers that are entered, with the members that are still to come, last first.
        let mut open: Vec<(u32, Path, Vec<u32>)> = Vec::new();
        let mut next = Some((root, path));
        loop {
            if let Some((at, path)) = next.take()
                && let Some(node) = self.outline.node(at)
            {
                if let Some(name) = self.outline.extra(node).and_then(|extra| extra.new_name.as_ref()) {
                    plan.cut(&path, Reduction::string(name.was, name.name.len(), name.limit));
                    plan.edits.push(ValueEdit::Rename { at: node.at as usize, name: name.name.clone() });
                }
                let change = self.changes.iter().find(|(changed, _)| *changed == at).map(|(_, change)| change);
                if let Some(change) = change.or_else(|| self.outline.change(node)) {
                    if let Some(cut) = change.cut {
                        plan.cut(&path, cut);
                    }
                    plan.edits.push(ValueEdit::Text { at: node.at as usize, text: change.text.clone() });
                } else if node.is_container() {
                    let whole = self.whole.get(at as usize).copied().unwrap_or_default();
                    let mut members: Vec<u32> =
                        self.outline.children(at).filter(|child| whole || self.is_there(*child)).collect();
                    plan.edits.push(ValueEdit::Enter { at: node.at as usize });
                    self.shorten(source, (at, node), &members, &path, plan);
                    if whole {
                        // All below is whole; only changes of single places are left.
                        members.retain(|child| self.is_changed(*child));
                    }
                    members.reverse();
                    open.push((at, path, members));
                }
            }
            let Some((at, path, members)) = open.last_mut() else { break };
            if let Some(member) = members.pop() {
                let node = self.outline.node(member);
                next = node.map(|node| (member, self.path(source, *at, node, path)));
            } else {
                plan.edits.push(ValueEdit::Leave);
                open.pop();
            }
        }
    }

    /// Returns `true` if a limit of a single place changed something in a value that is kept whole.
    fn is_changed(&self, at: u32) -> bool {
        let end = self.outline.node(at).map_or(at, |node| node.end);
        (at..end).any(|at| {
            self.outline.node(at).is_some_and(|node| {
                node.visited < node.count && node.is_container()
                    || self.outline.extra(node).is_some_and(|extra| extra.change.is_some() || extra.new_name.is_some())
            })
        })
    }

    fn path(&self, source: &dyn ValueSource, parent: u32, node: &Node, path: &Path) -> Path {
        let mut path = path.clone();
        if ONLY_JSON_TEXTS {
            return path;
        }
        match (self.outline.extra(node).and_then(|extra| extra.new_name.as_ref()), self.outline.node(parent)) {
            (Some(name), _) => path.name(&name.name),
            (None, Some(parent)) if parent.is_list() => path.item(node.at as usize),
            (None, Some(parent)) => path.name(&source.name(parent.member.node, node.at as usize)),
            (None, None) => {}
        }
        path
    }

    fn shorten(
        &self,
        source: &dyn ValueSource,
        (_, node): (u32, &Node),
        members: &[u32],
        path: &Path,
        plan: &mut ValuePlan,
    ) {
        let count = node.count as usize;
        let missing = count.saturating_sub(members.len());
        if missing == 0 {
            return;
        }
        let places: Vec<usize> =
            members.iter().filter_map(|member| self.outline.node(*member)).map(|node| node.at as usize).collect();
        let head = places.iter().enumerate().take_while(|(index, at)| index == *at).count();
        let kind = if node.is_list() { CutKind::Items } else { CutKind::Keys };
        plan.cut(path, Reduction { kind, before: count, after: places.len(), limit: places.len() });
        let says = self.outline.extra(node).map_or(Saying::HowMany, |extra| extra.says);
        let mut name = String::from(words::MORE);
        if !node.is_list() && (self.rules.flag() == Some(&name) || source.position(node.member.node, &name).is_some()) {
            name.push('.');
        }
        let text = |missing: usize| match says {
            Saying::Nothing => None,
            Saying::ThatSome => Some(String::from(words::MORE)),
            Saying::HowMany if node.is_list() => Some(words::items_omitted(missing)),
            Saying::HowMany => Some(words::keys_omitted(missing)),
        };
        let late = places.get(head..).unwrap_or_default().to_vec();
        let (mut next, mut left, mut gaps) = (head, missing, Vec::new());
        if self.marks_gaps(node) {
            for before in late.iter().copied() {
                if before > next
                    && let Some(text) = text(before - next)
                {
                    gaps.push(ValueEdit::Gap { before, text });
                    left -= before - next;
                }
                next = before + 1;
            }
        }
        let marker = text(left).filter(|_| left > 0).map(|text| (name, text));
        plan.edits.push(ValueEdit::Keep { head, from: count, to: count, late, marker });
        plan.edits.append(&mut gaps);
    }
}
