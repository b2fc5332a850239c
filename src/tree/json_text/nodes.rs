//! Positions of the values of a text, compactly: a list of a million numbers is a million of these.

use alloc::vec::Vec;

/// Set in the start of a value with more data. No text has this many bytes.
const HAS_MORE: u32 = 1 << 31;

/// A value as it is kept: eight bytes are all that most values need.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    start: u32,
    /// The place after the last byte, or with [`HAS_MORE`] where that and more is kept.
    end: u32,
}

/// More data of a non-empty container, or of a text with escapes.
#[derive(Clone, Copy, Debug)]
struct More {
    end: u32,
    first: u32,
    count: u32,
}

/// Position of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Node {
    /// Position of its first byte, which determines the kind.
    pub(super) start: u32,
    /// The place after its last byte.
    pub(super) end: u32,
    /// Index of the first of its members, which are consecutive; meaningless without members.
    pub(super) first: u32,
    /// Number of members of a container. For a text with escapes: the bytes of the decoded text. Else 0.
    pub(super) count: u32,
}

/// All values: the root, then the members of each container in one piece, so that any of them is found at once.
#[derive(Clone, Debug)]
pub(super) struct Nodes {
    places: Vec<Place>,
    more: Vec<More>,
    /// The most containers around a value.
    pub(super) depth: usize,
}

impl Nodes {
    /// Room for the root, and no values yet.
    pub(super) fn new() -> Self {
        Self { places: Vec::from([Place::default()]), more: Vec::new(), depth: 0 }
    }

    /// The place for a value that is or will be kept here.
    #[inline]
    pub(super) fn place(&mut self, node: Node) -> Place {
        if node.count == 0 {
            return Place { start: node.start, end: node.end };
        }
        self.more.push(More { end: node.end, first: node.first, count: node.count });
        Place { start: node.start | HAS_MORE, end: self.more.len() as u32 - 1 }
    }

    /// Stores the members of a container, and returns the index of the first and their number.
    pub(super) fn keep(&mut self, members: impl Iterator<Item = Place>) -> (u32, u32) {
        let first = self.places.len();
        self.places.extend(members);
        (first as u32, (self.places.len() - first) as u32)
    }

    /// Stores the root, which comes last but has index 0.
    pub(super) fn keep_root(&mut self, root: Place) {
        if let Some(first) = self.places.first_mut() {
            *first = root;
        }
    }

    /// A value.
    #[inline]
    pub(super) fn get(&self, node: u32) -> Option<Node> {
        self.places.get(node as usize).and_then(|place| self.node(*place))
    }

    /// Returns `count` values from `from` on.
    pub(super) fn some(&self, from: u32, count: usize) -> impl Iterator<Item = Node> {
        let from = from as usize;
        let places = self.places.get(from..from.saturating_add(count)).unwrap_or_default();
        places.iter().filter_map(|place| self.node(*place))
    }

    fn node(&self, place: Place) -> Option<Node> {
        if place.start < HAS_MORE {
            return Some(Node { start: place.start, end: place.end, first: 0, count: 0 });
        }
        let More { end, first, count } = *self.more.get(place.end as usize)?;
        Some(Node { start: place.start - HAS_MORE, end, first, count })
    }
}
