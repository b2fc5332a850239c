//! Sizes of a value, by which a total is shared.
//!
//! Of a container only as many members are read as could stay if each took its least size. So the cost follows the
//! limit: a list of a million items costs no more than its two ends.

use alloc::vec::Vec;

use super::rules::Texts;
use super::share::Saying;
use super::texts::Change;
use super::walk::{Go, Leaf, NewName, Opened, Stays, Visit, Walk};
use super::words;
use crate::tree::{Form, Member};

/// Larger than all that can be kept.
pub(super) const HUGE: usize = usize::MAX / 8;
/// Bytes of JSON up to which a text is not cut while there is room: 100 and its quotes, and a little.
const SMALL: usize = 104;
/// Bytes of JSON of a text up to which a cut would gain less than its marker takes.
const WHOLE: usize = 140;
/// Bytes of JSON that a long string keeps at least, where there is any room for it.
const WORD: usize = 24;
/// A list of plain values up to this size is as one value, like a row of a table.
const ROW: usize = 512;
/// An object of more members than these, all of them containers, is a map.
const MAP: usize = 8;
/// No node.
pub(super) const NONE: usize = usize::MAX;

/// A value and what it takes as compact JSON.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) member: Member,
    pub(super) parent: usize,
    /// Index in its container.
    pub(super) at: usize,
    pub(super) first: usize,
    pub(super) next: usize,
    /// Bytes of its name and the colon; 0 in lists.
    pub(super) name: usize,
    pub(super) new_name: Option<NewName>,
    pub(super) change: Option<Change>,
    /// The limit of a string there.
    pub(super) texts: Texts,
    /// Members that it has, that its limit keeps, and whether all of those are in the sketch.
    pub(super) count: usize,
    pub(super) kept: usize,
    /// Those of the kept ones that do not stand among the first ones.
    pub(super) late: Vec<usize>,
    pub(super) complete: bool,
    /// Longest marker for missing members.
    pub(super) says: Saying,
    /// Number of members that may stay, not counting the flag, and the index of the flag.
    pub(super) most: usize,
    pub(super) flag: Option<usize>,
    /// The kept part is the beginning.
    pub(super) by_place: bool,
    /// For a list, the number of items read from the front.
    pub(super) front: usize,
    /// All of it.
    pub(super) size: usize,
    /// With long strings cut to 100 bytes: all that is small is there.
    pub(super) calm: usize,
    /// With lists cut to their first item as well.
    pub(super) least: usize,
    /// With long strings cut to a word and lists to nothing.
    pub(super) bare: usize,
    /// A long list of numbers and the like: in bulk they matter less than what else is small.
    pub(super) is_bulk: bool,
}

impl Node {
    /// Returns the number of kept members before an index.
    pub(super) fn rank_of(&self, at: usize) -> usize {
        let first = self.kept - self.late.len();
        if at < first { at } else { first + self.late.iter().filter(|late| **late < at).count() }
    }

    /// A value of which nothing is known yet.
    fn new(member: Member, at: usize, new_name: Option<NewName>) -> Self {
        Self {
            member,
            parent: NONE,
            at,
            first: NONE,
            next: NONE,
            name: name_of(&member, new_name.as_ref()),
            new_name,
            change: None,
            texts: Texts::Free,
            count: 0,
            kept: 0,
            late: Vec::new(),
            complete: true,
            says: Saying::Nothing,
            most: usize::MAX,
            flag: None,
            by_place: false,
            front: 0,
            size: 0,
            calm: 0,
            least: 0,
            bare: 0,
            is_bulk: false,
        }
    }

    pub(super) fn is_list(&self) -> bool {
        self.change.is_none() && matches!(self.member.form, Form::List(_))
    }

    /// Returns the size of everything small in it; of a long list of numbers only its beginning counts.
    pub(super) fn small(&self) -> usize {
        if self.is_bulk { self.least } else { self.calm }
    }

    /// Less room is of no use to it when it does not fit.
    pub(super) fn crumb(&self) -> usize {
        match self.member.form {
            Form::List(_) | Form::Object(_) => self.bare.min(40),
            // The beginning of a text is still meaningful; half a number is a different one.
            Form::Text(_) => self.bare.min(16),
            _ => self.bare,
        }
    }

    pub(super) fn is_container(&self) -> bool {
        // A container that is too deep has become a text.
        self.change.is_none() && self.member.form.members().is_some()
    }
}

/// A container that is being read: the members at its end are chained apart, last first.
#[derive(Debug)]
struct Open {
    node: usize,
    last: usize,
    tail: usize,
    /// Least sizes of the members from the front, and from the end.
    front: usize,
    back: usize,
    /// So much was read before that only its first member is read.
    shallow: bool,
}

/// The nodes, each after its container.
#[derive(Debug, Default)]
pub(super) struct Sketch {
    pub(super) nodes: Vec<Node>,
    open: Vec<Open>,
    /// The limit.
    pub(super) room: usize,
}

impl Sketch {
    pub(super) fn new(room: usize) -> Self {
        Self { nodes: Vec::new(), open: Vec::new(), room }
    }

    pub(super) fn children(&self, node: usize) -> Children<'_> {
        Children { nodes: &self.nodes, next: self.nodes.get(node).map_or(NONE, |node| node.first) }
    }

    fn add(&mut self, mut node: Node) {
        let index = self.nodes.len();
        if let Some(open) = self.open.last_mut() {
            node.parent = open.node;
            // From the end they come last first.
            if open.front > self.room {
                node.next = core::mem::replace(&mut open.tail, index);
            } else if open.last == NONE {
                if let Some(parent) = self.nodes.get_mut(open.node) {
                    parent.first = index;
                }
                open.last = index;
            } else {
                if let Some(before) = self.nodes.get_mut(open.last) {
                    before.next = index;
                }
                open.last = index;
            }
        }
        self.nodes.push(node);
    }

    /// Counts what a member of the innermost container takes at least.
    fn count(&mut self, node: usize) {
        let Some(node) = self.nodes.get(node) else { return };
        let taken = node.name + node.least + 1;
        if let Some(open) = self.open.last_mut() {
            if open.front > self.room { open.back += taken } else { open.front += taken }
        }
    }

    /// Computes the size of a container, once its members are known.
    fn measure(&mut self, at: usize) {
        let Some(node) = self.nodes.get(at) else { return };
        let mut sizes = [2_usize; 4];
        let (mut first, mut plain, mut nested) = (None, true, true);
        for (n, child) in self.children(at).filter_map(|child| self.nodes.get(child)).enumerate() {
            let comma = child.name + usize::from(n > 0);
            first.get_or_insert(child.name + child.least);
            nested &= child.is_container();
            plain &= !child.is_container() && child.size <= SMALL;
            for (sum, size) in sizes.iter_mut().zip([child.size, child.small(), child.least, child.bare]) {
                *sum = sum.saturating_add(comma + size).min(HUGE);
            }
        }
        let [mut size, mut calm, mut least, mut bare] = sizes;
        if !node.complete {
            (size, calm) = (HUGE, HUGE);
        }
        // A short list counts as one value: half a row is meaningless.
        let is_value = size <= SMALL || plain && size <= ROW;
        let is_bulk = node.is_list() && plain && !is_value;
        if node.is_list() && size > SMALL {
            let marker = words::items_omitted(node.count).len() + 2;
            bare = 2 + marker;
            if !is_value {
                least = (3 + marker + first.unwrap_or_default()).max(if plain { SMALL } else { 0 });
            }
        }
        // A map, of names that are data to records, is like a list; what else is an object is as one value, with all
        // its members.
        let is_map = !node.is_list() && (nested && node.count > MAP || node.count > 8 * MAP || !node.complete);
        if is_map && size > ROW {
            let marker = words::json_len(words::MORE) + words::keys_omitted(node.count).len() + 5;
            bare = 2 + marker;
            least = 2 + marker + first.unwrap_or_default();
        }
        if let Some(node) = self.nodes.get_mut(at) {
            (node.size, node.calm, node.least, node.bare) = (size, calm, least.min(calm), bare.min(least).min(calm));
            node.is_bulk = is_bulk;
        }
    }
}

/// Indexes of the members that were read.
#[derive(Debug)]
pub(super) struct Children<'a> {
    nodes: &'a [Node],
    next: usize,
}

impl Iterator for Children<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let here = self.next;
        self.next = self.nodes.get(here)?.next;
        Some(here)
    }
}

fn name_of(member: &Member, new_name: Option<&NewName>) -> usize {
    match new_name {
        Some(name) => words::json_len(&name.name) + 1,
        None if member.name > 0 => member.name + 1,
        None => 0,
    }
}

impl Visit for Sketch {
    fn leaf(&mut self, walk: &Walk<'_>, leaf: Leaf) {
        let Leaf { at, member, change, name, texts, .. } = leaf;
        let in_list = walk.frames.last().is_some_and(|frame| frame.is_list);
        let size = match (&change, member.form) {
            (Some(change), _) => change.json_bytes(walk.source.0, &member),
            (None, Form::Plain(size)) => size,
            (None, Form::Text(_) | Form::Bytes(_)) => {
                walk.source.0.json_bytes(member.node, self.room.saturating_mul(8).min(HUGE))
            }
            // Left out by who writes JSON.
            (None, _) if !in_list => return,
            (None, _) => 4,
        };
        let is_text = matches!(member.form, Form::Text(_)) || change.is_some();
        let least = if is_text && size > WHOLE { SMALL } else { size };
        let bare = if is_text && size > WHOLE { WORD } else { least };
        let node = Node { change, texts, size, calm: least, least, bare, ..Node::new(member, at, name) };
        self.add(node);
        self.count(self.nodes.len() - 1);
    }

    fn open(&mut self, _: &Walk<'_>, opened: Opened) {
        let Opened { at, member, name, count, kept: Stays { kept, late, flag }, says, most, by_place, .. } = opened;
        let node = self.nodes.len();
        self.add(Node {
            count,
            kept,
            late,
            says,
            most,
            flag,
            by_place,
            complete: false,
            ..Node::new(member, at, name)
        });
        // Deeply nested lists have small least sizes, so very many of them could stay: once they fill the room several
        // times over, the beginning of each is enough.
        let shallow = node > 2 * self.room.min(HUGE / 4) + 2000;
        self.open.push(Open { node, last: NONE, tail: NONE, front: 0, back: 0, shallow });
    }

    fn close(&mut self, walk: &Walk<'_>) {
        let Some(open) = self.open.pop() else { return };
        let Some(frame) = walk.frames.last() else { return };
        if let Some(last) = self.nodes.get_mut(open.last) {
            last.next = open.tail;
        }
        if let Some(node) = self.nodes.get_mut(open.node) {
            node.complete = frame.front + frame.back >= frame.kept;
            node.front = frame.front;
        }
        self.measure(open.node);
        self.count(open.node);
    }

    fn go(&self) -> Go {
        let Some(open) = self.open.last() else { return Go::On };
        let has_end = self.nodes.get(open.node).is_some_and(|node| node.is_list() && !node.by_place);
        if open.shallow && open.front > 0 {
            Go::Out
        } else if open.front <= self.room {
            Go::On
        } else if has_end && open.back <= self.room {
            Go::FromEnd
        } else {
            Go::Out
        }
    }

    fn forgets(&self) -> bool {
        false
    }
}
