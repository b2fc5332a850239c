//! Sizes of a value's parts, by which a total is shared.
//!
//! Only as many members of a container are read as could be kept at their least sizes. So the cost depends on the
//! limit: a list of a million items costs no more than its two ends.

use alloc::vec::Vec;

use super::rules::Texts;
use super::share::Saying;
use super::texts::Change;
use super::walk::{Go, Leaf, NewName, Opened, Stays, Visit, Walk};
use super::words;
use crate::tree::{Form, Member};

/// Larger than any size that can be kept.
pub(super) const HUGE: usize = usize::MAX / 8;
/// Bytes of JSON up to which a text is not cut while there is room: 100, the quotes and a margin.
const SMALL: usize = 104;
/// Bytes of JSON up to which cutting a text saves less than its marker takes.
const WHOLE: usize = 140;
/// Least bytes of JSON that a long string keeps, if there is any room for it.
const WORD: usize = 24;
/// Bytes up to which a list of plain values is treated as one value, like a row of a table.
const ROW: usize = 512;
/// Members above which an object of only containers is a map.
const MAP: usize = 8;
/// Index that means no node.
pub(super) const NONE: usize = usize::MAX;

/// A value and its sizes as compact JSON.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) member: Member,
    pub(super) parent: usize,
    /// Position in its container.
    pub(super) at: usize,
    pub(super) first: usize,
    pub(super) next: usize,
    /// Bytes of its name and the colon; 0 in lists.
    pub(super) name: usize,
    pub(super) new_name: Option<NewName>,
    pub(super) change: Option<Change>,
    /// Limit of a string there.
    pub(super) texts: Texts,
    /// Numbers of its members, and of those that its limit keeps; `complete` if the sketch holds all of the latter.
    pub(super) count: usize,
    pub(super) kept: usize,
    /// Positions of the kept ones that are not among the first ones.
    pub(super) late: Vec<usize>,
    pub(super) complete: bool,
    /// Most detailed marker for missing members that may be used.
    pub(super) says: Saying,
    /// Number of members that may stay, not counting the flag, and the flag's position.
    pub(super) most: usize,
    pub(super) flag: Option<usize>,
    /// Only a beginning of it may stay.
    pub(super) by_place: bool,
    /// For a list, the number of items read from the front.
    pub(super) front: usize,
    /// Full size.
    pub(super) size: usize,
    /// Size with long strings cut to 100 bytes: small parts are whole.
    pub(super) calm: usize,
    /// Size with lists cut to their first item as well.
    pub(super) least: usize,
    /// Size with long strings cut to a word and lists to nothing.
    pub(super) bare: usize,
    /// A long list of plain values such as numbers, which matters less than other small parts.
    pub(super) is_bulk: bool,
}

impl Node {
    /// Returns the number of kept members before a position.
    pub(super) fn rank_of(&self, at: usize) -> usize {
        let first = self.kept - self.late.len();
        if at < first { at } else { first + self.late.iter().filter(|late| **late < at).count() }
    }

    /// Creates a node of unknown size.
    pub(super) fn new(member: Member, at: usize, new_name: Option<NewName>) -> Self {
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

    /// Returns the size of its small parts; of a long list of numbers only its beginning counts.
    pub(super) fn small(&self) -> usize {
        if self.is_bulk { self.least } else { self.calm }
    }

    /// Returns the least room that is of use if it does not fit.
    pub(super) fn crumb(&self) -> usize {
        match self.member.form {
            Form::List(_) | Form::Object(_) => self.bare.min(40),
            // The beginning of a text is still useful; half a number is a wrong number.
            Form::Text(_) => self.bare.min(16),
            _ => self.bare,
        }
    }

    pub(super) fn is_container(&self) -> bool {
        // A container that is nested too deep has become a text.
        self.change.is_none() && self.member.form.members().is_some()
    }
}

/// A container that is being read: members from its end are chained separately, last first.
#[derive(Debug)]
struct Open {
    node: usize,
    last: usize,
    tail: usize,
    /// Least sizes of the members from the front, and from the end.
    front: usize,
    back: usize,
    /// Only the first member is read, because enough nodes were seen before.
    shallow: bool,
}

/// Nodes of a value, each after its container.
#[derive(Debug, Default)]
pub(super) struct Sketch {
    pub(super) nodes: Vec<Node>,
    open: Vec<Open>,
    /// Limit in bytes.
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
            // Members from the end arrive last first.
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

    /// Adds the least size of a member to the innermost container.
    fn count(&mut self, node: usize) {
        let Some(node) = self.nodes.get(node) else { return };
        let taken = node.name + node.least + 1;
        if let Some(open) = self.open.last_mut() {
            if open.front > self.room { open.back += taken } else { open.front += taken }
        }
    }

    /// Computes the sizes of a container once its members are known.
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
        // A short list is treated as one value: half a row is useless.
        let is_value = size <= SMALL || plain && size <= ROW;
        let is_bulk = node.is_list() && plain && !is_value;
        if node.is_list() && size > SMALL {
            let marker = words::items_omitted(node.count).len() + 2;
            bare = 2 + marker;
            if !is_value {
                least = (3 + marker + first.unwrap_or_default()).max(if plain { SMALL } else { 0 });
            }
        }
        // A map, from names that are data to records, is treated like a list; any other object is one value with all
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

/// Indices of a container's members in the sketch.
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
            // JSON writers omit it.
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
        // Nested lists have tiny least sizes, so very many of them could be kept: past several times what fills the
        // room, the beginning of each is enough.
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
