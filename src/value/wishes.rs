//! Places of a value that answer a question, as a tree of positions. They are kept as far as the schema allows.

use alloc::vec::Vec;

/// How much of a place is kept. Ordered: the greater of two wishes for one place wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Extent {
    /// As much as of any other place.
    #[default]
    Usual,
    /// Of a text, the lines that answer.
    Part,
    /// All of it.
    Whole,
}

/// A wished place, or a container of one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wish {
    node: Option<usize>,
    pub(super) extent: Extent,
}

#[derive(Clone, Debug, Default)]
struct Node {
    at: usize,
    extent: Extent,
    /// Wished members, by position.
    below: Vec<usize>,
}

/// The wished places of a value; the first node is the value itself.
#[derive(Clone, Debug)]
pub(super) struct Wishes(Vec<Node>);

impl Wishes {
    pub(super) fn new() -> Self {
        Self(Vec::from([Node::default()]))
    }

    /// Adds a place by the positions that lead to it.
    pub(super) fn add(&mut self, path: &[usize], extent: Extent) {
        let mut here = 0;
        for at in path {
            let next = self.0.len();
            let place = self.search(here, *at);
            let Some(node) = self.0.get_mut(here) else { return };
            here = match place {
                Ok(found) => node.below.get(found).copied().unwrap_or_default(),
                Err(place) => {
                    node.below.insert(place, next);
                    self.0.push(Node { at: *at, ..Node::default() });
                    next
                }
            };
        }
        if let Some(node) = self.0.get_mut(here) {
            node.extent = node.extent.max(extent);
        }
    }

    fn search(&self, node: usize, at: usize) -> Result<usize, usize> {
        let below = self.0.get(node).map_or(&[][..], |node| &node.below);
        below.binary_search_by_key(&at, |below| self.0.get(*below).map_or(0, |node| node.at))
    }

    pub(super) fn root(&self) -> Wish {
        self.wish(0)
    }

    fn wish(&self, node: usize) -> Wish {
        Wish { node: Some(node), extent: self.0.get(node).map_or(Extent::Usual, |node| node.extent) }
    }

    /// Returns the wish for a member of a container.
    pub(super) fn member(&self, container: Wish, at: usize) -> Wish {
        if container.extent == Extent::Whole {
            return container;
        }
        let Some(node) = container.node else { return Wish::default() };
        let found = self.search(node, at).ok();
        let below = found.and_then(|found| self.0.get(node)?.below.get(found).copied());
        below.map_or_else(Wish::default, |below| self.wish(below))
    }

    /// Returns the positions of the wished members of a container, in order.
    pub(super) fn members(&self, container: Wish) -> Vec<usize> {
        let node = container.node.and_then(|node| self.0.get(node));
        let below = node.map_or(&[][..], |node| &node.below);
        below.iter().filter_map(|below| self.0.get(*below)).map(|node| node.at).collect()
    }
}
