//! Spends a total on the values that are wanted most, and plans the edits.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::{Holds, Node, Outline};
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
/// Least bytes of a text that is shortened.
const LEAST: usize = 48;

/// Kept part of a value.
struct Filling<'a> {
    outline: &'a Outline,
    rules: &'a Rules,
    held: Vec<Held>,
    changes: Vec<(u32, Change)>,
    left: usize,
}

/// What is kept of a node.
#[derive(Clone, Copy, Debug, Default)]
struct Held {
    /// All of it, or some of its members.
    whole: bool,
    part: bool,
    /// Members that are kept.
    members: u32,
    /// Bytes of what is kept, with its own brackets, name and marker.
    spent: usize,
}

impl Held {
    fn is_there(self) -> bool {
        self.whole || self.part
    }
}

/// Returns the bytes up to which a record comes whole.
pub(super) fn small(total: usize) -> usize {
    (total / SHARE).min(RECORD)
}

pub(super) fn fill(
    outline: &Outline,
    wanted: &[usize],
    root: &Node,
    source: &dyn ValueSource,
    (rules, total): (&Rules, usize),
) -> Option<ValuePlan> {
    let flag = rules.flag().filter(|_| !root.is_list()).map_or(0, |flag| words::json_len(flag) + 6);
    let held = vec![Held::default(); outline.nodes.len()];
    let mut filling = Filling { outline, rules, held, changes: Vec::new(), left: total.checked_sub(flag)? };
    let small = small(total);
    let mut failed = 0;
    for at in wanted {
        let needed = outline.nodes.get(*at).is_some_and(|node| node.score * 2.0 >= outline.best);
        failed += usize::from(!filling.take(*at as u32, small, needed, source));
        if failed > TRIED {
            break;
        }
    }
    if !filling.held(0).part {
        return None;
    }
    let is_left = |node: &Node| !node.is_container() && node.score <= 0.0;
    let rest = || (0..).zip(&outline.nodes).filter(|(_, node)| is_left(node));
    for (at, _) in rest().filter(|(_, node)| node.holds == Holds::Error).take(TRIED) {
        filling.take(at, small, false, source);
    }
    for (at, _) in rest().take(TRIED) {
        filling.take(at, 0, false, source);
    }
    let mut plan = ValuePlan::default();
    filling.write(0, source, Path::of(rules.tool_name()), &mut plan);
    if rules.flag().is_some() {
        plan.set_flag(rules, !root.is_list());
    }
    Some(plan)
}

impl Filling<'_> {
    fn held(&self, at: u32) -> Held {
        self.held.get(at as usize).copied().unwrap_or_default()
    }

    fn is_there(&self, at: u32) -> bool {
        self.held(at).is_there()
    }

    /// Returns `true` if a value is kept, by itself or within what is around it.
    fn is_in(&self, at: u32) -> bool {
        let mut here = Some(at);
        while let Some(at) = here {
            if self.held(at).whole {
                return true;
            }
            here = self.outline.parent(at);
        }
        self.is_there(at)
    }

    /// Takes a value, with its record if that is small; of a long text a part, if it is `needed`.
    fn take(&mut self, at: u32, small: usize, needed: bool, source: &dyn ValueSource) -> bool {
        if self.is_in(at) {
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
            sum += node.name + 1 + 2 + node.marker + self.gap(parent);
            parent = node.parent;
        }
        sum
    }

    /// Bytes of one more marker, where a value comes between missing items of a list.
    fn gap(&self, at: u32) -> usize {
        let Some(node) = self.outline.node(at).filter(|_| !self.is_there(at)) else { return 0 };
        let Some(list) = self.outline.node(node.parent).filter(|list| self.marks_gaps(list)) else { return 0 };
        let (before, after) = self.outline.neighbors(at, node);
        let is_missing = |beside: Option<u32>| beside.is_none_or(|beside| !self.is_there(beside));
        let between = node.at > 0 && node.at + 1 < list.count && is_missing(before) && is_missing(after);
        if between { list.marker } else { 0 }
    }

    /// Returns `true` for a list in which each gap has a marker: not where markers count against a limit of items.
    fn marks_gaps(&self, node: &Node) -> bool {
        node.is_list() && self.outline.extra(node).is_none_or(|extra| extra.most >= node.count as usize)
    }

    fn add(&mut self, at: u32, change: Option<(usize, Change)>) -> bool {
        let Some(node) = self.outline.node(at) else { return false };
        let (size, gap) = (change.as_ref().map_or(node.size, |(size, _)| *size), self.gap(at));
        let (all, held) = (node.name + size + 1, self.held(at));
        // The visible part is already paid for.
        let cost = (all + self.around(at) + gap).saturating_sub(held.spent);
        if cost > self.left || !self.has_place(at) {
            return false;
        }
        let missed = held.spent.saturating_sub(all);
        let mut added = all.saturating_sub(held.spent) + gap;
        let (mut was_there, mut next) = (held.is_there(), self.outline.parent(at));
        if let Some(held) = self.held.get_mut(at as usize) {
            (held.whole, held.spent) = (true, all);
        }
        while let Some(at) = next {
            // It lies in the list around this one.
            let gap = self.gap(at);
            let (Some(held), Some(node)) = (self.held.get_mut(at as usize), self.outline.node(at)) else { break };
            let is_there = held.is_there();
            added += if is_there { 0 } else { node.name + 3 + node.marker };
            held.members += u32::from(!was_there);
            held.spent = (held.spent + added).saturating_sub(missed);
            held.part = true;
            added += gap;
            (was_there, next) = (is_there, self.outline.parent(at));
        }
        self.left = (self.left + missed).saturating_sub(added);
        if let Some((_, change)) = change {
            self.changes.push((at, change));
        }
        true
    }

    /// Returns `true` if the limits of the containers around a value allow one member more, and a marker.
    fn has_place(&self, at: u32) -> bool {
        let mut here = at;
        while let Some(parent) = self.outline.parent(here).filter(|_| !self.is_there(here)) {
            let limits = self.outline.node(parent).and_then(|node| self.outline.extra(node));
            if limits.is_some_and(|extra| self.held(parent).members as usize + 2 > extra.most) {
                return false;
            }
            here = parent;
        }
        true
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
                    let whole = self.held(at).whole;
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
