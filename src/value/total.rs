//! Turns a shared-out total into edits.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::bounded::ValuePlan;
use super::cut::{CutKind, Path, Reduction};
use super::edits::ValueEdit;
use super::options::STRING_BYTES;
use super::room::to_room;
use super::rules::Rules;
use super::share::{Allotment, Saying, Shares, Stay};
use super::sketch::{Node, Sketch};
use super::texts::Change;
use super::walk::{Values, Walk};
use super::words;
use crate::error::Error;
use crate::plain::ONLY_JSON_TEXTS;
use crate::tree::ValueSource;

/// Most rounds of sharing out: each later one also shares out the room left over.
const ROUNDS: usize = 4;

/// Plans edits within `total` bytes of compact JSON.
pub(super) fn plan(source: &Values<'_>, rules: &Rules, total: usize) -> Result<ValuePlan, Error> {
    let mut sketch = Sketch::new(total);
    Walk::run(source, rules, rules.names, &mut sketch)?;
    let names = names_within(total);
    if sketch.size() > total && sketch.longest_name() > names {
        // One long name must not take all of the room.
        sketch = Sketch::new(total);
        Walk::run(source, rules, names.min(rules.names), &mut sketch)?;
    }
    let flag = flag_len(rules, &sketch);
    let limit = match flag {
        Some(flag) if sketch.size() > total || sketch.is_cut() => total.saturating_sub(flag),
        _ => total,
    };
    let mut best = Shared::new(source.0, rules, &sketch, limit);
    let mut room = limit;
    // Each share holds, so the sum should; if it does not, halve the room: without room, two brackets are left.
    while !best.fits(limit) && room > 0 {
        room /= 2;
        best = Shared::new(source.0, rules, &sketch, room);
    }
    for _ in 1..ROUNDS {
        let unused = limit.saturating_sub(best.size);
        if unused <= limit / 50 || sketch.size() <= limit {
            break;
        }
        room += unused;
        let next = Shared::new(source.0, rules, &sketch, room);
        if next.fits(limit) && next.size >= best.size {
            best = next;
        } else {
            // Not better: add only half of it.
            room -= unused - unused / 2;
        }
    }
    let mut plan = best.into_plan(source.0, rules, &sketch);
    if flag.is_some() {
        plan.set_flag(rules, true);
    }
    Ok(plan)
}

/// Returns the most bytes of a name if something must be cut.
fn names_within(total: usize) -> usize {
    (total / 4).clamp(16, STRING_BYTES)
}

/// Returns the bytes of the flag with its comma; `None` if there is no flag, or no room or no object for it.
fn flag_len(rules: &Rules, sketch: &Sketch) -> Option<usize> {
    sketch.nodes.first().filter(|root| root.is_container() && !root.is_list())?;
    let flag = rules.flag()?;
    let size = words::json_len(flag) + 6;
    (size + 2 <= sketch.room).then_some(size)
}

impl Sketch {
    pub(super) fn size(&self) -> usize {
        self.nodes.first().map_or(0, |root| root.size)
    }

    fn longest_name(&self) -> usize {
        self.nodes.iter().map(|node| node.name).max().unwrap_or_default()
    }

    /// Returns `true` if the limit of a single place cut something.
    fn is_cut(&self) -> bool {
        let is_cut = |node: &Node| {
            node.new_name.is_some()
                || node.kept < node.count
                || node.change.as_ref().is_some_and(|change| change.cut.is_some())
        };
        self.nodes.iter().any(is_cut)
    }
}

/// A shared-out total.
struct Shared<'a> {
    shares: Shares<'a>,
    /// Changes of leaves that got less than they take.
    changes: Vec<Option<Change>>,
    /// New size of each node.
    sizes: Vec<usize>,
    size: usize,
}

impl<'a> Shared<'a> {
    fn new(source: &dyn ValueSource, rules: &Rules, sketch: &'a Sketch, room: usize) -> Self {
        let flag_is_more = rules.flag().is_some_and(|flag| flag == words::MORE);
        let shares = Shares::new(sketch, room, rules.keep, flag_is_more);
        let count = sketch.nodes.len();
        let mut changes = vec![None; count];
        let mut sizes = vec![0_usize; count];
        for (at, node) in sketch.nodes.iter().enumerate().rev() {
            let size = match shares.allotments.get(at) {
                Some(Allotment::Whole) => node.size,
                Some(Allotment::Within(_)) if node.is_container() => {
                    let kept: Vec<usize> = shares.kept(at).collect();
                    let inner = |child: &usize| {
                        sketch.nodes.get(*child).map_or(0, |node| node.name)
                            + sizes.get(*child).copied().unwrap_or(0)
                            + 1
                    };
                    let members: usize = kept.iter().map(inner).sum();
                    let marker = shares.marker(source, at).map_or(0, |(name, text)| {
                        let name = if node.is_list() { 0 } else { words::json_len(&name) + 1 };
                        name + words::json_len(&text) + 1
                    });
                    // One comma fewer than members.
                    (2 + members + marker).saturating_sub(usize::from(members + marker > 0))
                }
                Some(Allotment::Within(room)) => {
                    let change = to_room(source, node, rules, *room);
                    let size = change.json_bytes(source, &node.member);
                    if let Some(place) = changes.get_mut(at) {
                        *place = Some(change);
                    }
                    size
                }
                _ => 0,
            };
            if let Some(place) = sizes.get_mut(at) {
                *place = size;
            }
        }
        let size = sizes.first().copied().unwrap_or_default();
        Self { shares, changes, sizes, size }
    }

    fn fits(&self, limit: usize) -> bool {
        self.size <= limit
    }

    /// Returns the plan, in the order of the value.
    fn into_plan(mut self, source: &dyn ValueSource, rules: &Rules, sketch: &Sketch) -> ValuePlan {
        let touched = self.touched(sketch);
        let mut plan = ValuePlan::default();
        // Entered containers: node, path, and members to come, last first.
        let mut open: Vec<(usize, Path, Vec<usize>)> = Vec::new();
        let mut next = (!sketch.nodes.is_empty()).then_some(0);
        loop {
            if let Some(at) = next.filter(|at| touched.get(*at) == Some(&true))
                && let Some(node) = sketch.nodes.get(at)
            {
                let path = self.path(source, rules, node, open.last());
                if let Some(name) = &node.new_name {
                    plan.cut(&path, Reduction::string(name.was, name.name.len(), name.limit));
                    plan.edits.push(ValueEdit::Rename { at: node.at, name: name.name.clone() });
                }
                let change = self.changes.get_mut(at).and_then(Option::take).or_else(|| node.change.clone());
                if let Some(change) = change {
                    if let Some(cut) = change.cut {
                        plan.cut(&path, cut);
                    }
                    plan.edits.push(ValueEdit::Text { at: node.at, text: change.text });
                } else if node.is_container() {
                    plan.edits.push(ValueEdit::Enter { at: node.at });
                    self.shorten(source, &mut plan, at, node, &path);
                    let mut members: Vec<usize> = self.shares.kept(at).collect();
                    members.reverse();
                    open.push((at, path, members));
                }
            }
            let Some((_, _, members)) = open.last_mut() else { break };
            next = members.pop();
            if next.is_none() {
                plan.edits.push(ValueEdit::Leave);
                open.pop();
                if open.is_empty() {
                    break;
                }
            }
        }
        plan
    }

    fn path(
        &self,
        source: &dyn ValueSource,
        rules: &Rules,
        node: &Node,
        parent: Option<&(usize, Path, Vec<usize>)>,
    ) -> Path {
        let Some((at, path, _)) = parent.filter(|_| !ONLY_JSON_TEXTS) else { return Path::of(rules.tool_name()) };
        let mut path = path.clone();
        match (&node.new_name, self.shares.node(*at)) {
            (Some(name), _) => path.name(&name.name),
            (None, Some(parent)) if parent.is_list() => path.item(node.at),
            (None, Some(parent)) => path.name(&source.name(parent.member.node, node.at)),
            (None, None) => {}
        }
        path
    }

    fn shorten(&self, source: &dyn ValueSource, plan: &mut ValuePlan, at: usize, node: &Node, path: &Path) {
        let kind = if node.is_list() { CutKind::Items } else { CutKind::Keys };
        let stay = self.shares.stays.get(at).copied().flatten();
        let (head, tail, marker) = match stay {
            Some(Stay { head, tail, .. }) => (head, tail, self.shares.marker(source, at)),
            None => (node.kept, 0, None),
        };
        if head + tail < node.count {
            plan.cut(path, Reduction { kind, before: node.count, after: head + tail, limit: head + tail });
            let first = node.kept - node.late.len();
            let late: Vec<usize> = node.late.iter().take(head.saturating_sub(first)).copied().collect();
            let (from, to) = (node.kept - tail, node.kept);
            plan.edits.push(ValueEdit::Keep { head: head - late.len(), from, to, late, marker });
        }
    }

    /// Marks the nodes to enter or change.
    fn touched(&self, sketch: &Sketch) -> Vec<bool> {
        let mut touched = vec![false; sketch.nodes.len()];
        for (at, node) in sketch.nodes.iter().enumerate().rev() {
            let allotment = self.shares.allotments.get(at);
            let own = node.change.is_some()
                || node.new_name.is_some()
                || node.kept < node.count
                || matches!(allotment, Some(Allotment::Within(_))) && self.sizes.get(at) != Some(&node.size);
            let is_there = allotment.is_some_and(|allotment| *allotment != Allotment::Gone);
            let here = is_there && (own || touched.get(at) == Some(&true));
            if let Some(place) = touched.get_mut(at) {
                *place = here;
            }
            if here && let Some(place) = touched.get_mut(node.parent) {
                *place = true;
            }
        }
        touched
    }
}

impl Shares<'_> {
    /// Returns the members of a container that stay, in order.
    fn kept(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let stays = |child: &usize| self.allotments.get(*child).is_some_and(|allotment| *allotment != Allotment::Gone);
        self.children(at).filter(stays)
    }

    /// Returns the marker for missing members of a container: a name for objects, and the text.
    fn marker(&self, source: &dyn ValueSource, at: usize) -> Option<(String, String)> {
        let node = self.node(at)?;
        let stay = self.stays.get(at).copied().flatten()?;
        let missing = node.count.checked_sub(stay.head + stay.tail).filter(|missing| *missing > 0)?;
        let mut name = String::from(words::MORE);
        let mut says = stay.says;
        // If a member has that name, the marker's name gets another dot, and its text is shorter to make room.
        if !node.is_list() && (self.flag_is_more || source.position(node.member.node, &name).is_some()) {
            name.push('.');
            says = if says == Saying::HowMany { Saying::ThatSome } else { Saying::Nothing };
        }
        let text = match says {
            Saying::Nothing => return None,
            Saying::ThatSome => String::from(words::MORE),
            Saying::HowMany if node.is_list() => words::items_omitted(missing),
            Saying::HowMany => words::keys_omitted(missing),
        };
        Some((name, text))
    }
}
