//! A container that a walk is in: which of its members comes next.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::rules::Spot;
use super::words;
use crate::source::{Source, StrSource};
use crate::tree::{Form, Member, ValueSource};

/// Members that are read at a time.
const BATCH: usize = 64;

/// Next member of a container to visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Go {
    /// The next one from the front.
    On,
    /// The next one from the end.
    FromEnd,
    /// None: what is left will not be kept.
    Out,
}

/// A shorter name.
#[derive(Clone, Debug)]
pub(super) struct NewName {
    pub(super) name: String,
    /// Bytes of the text that it replaces.
    pub(super) was: usize,
    /// The most bytes of a name.
    pub(super) limit: usize,
}

/// The members of a container that its limit keeps.
#[derive(Clone, Debug, Default)]
pub(super) struct Stays {
    pub(super) kept: usize,
    /// Indexes of kept members that are not among the first: an object is not valid without them.
    pub(super) late: Vec<usize>,
    /// Index of the flag.
    pub(super) flag: Option<usize>,
}

/// Returns the index of a kept member: `late` are the last ones.
pub(super) fn place_of(index: usize, kept: usize, late: &[usize]) -> usize {
    let first = kept.saturating_sub(late.len());
    index.checked_sub(first).and_then(|at| late.get(at).copied()).unwrap_or(index)
}

/// A container that the walk is in.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) node: u32,
    pub(super) is_list: bool,
    /// Index in its own container.
    pub(super) at: usize,
    /// Number of members, and number of those within the limit.
    pub(super) count: usize,
    pub(super) kept: usize,
    /// Those of them that do not stand among the first ones.
    late: Vec<usize>,
    /// Its name, where that is a new one.
    pub(super) name: Option<NewName>,
    pub(super) spot: Spot,
    /// Members that were read from the front, and from the end.
    pub(super) front: usize,
    pub(super) back: usize,
    batch: Vec<Member>,
    batch_from: usize,
    /// The first place that was read in it.
    pub(super) first_node: Option<u32>,
    /// Names that were made for its members, and the next number for those that begin alike.
    made: BTreeMap<String, usize>,
}

impl Frame {
    /// A container, how many members it has, which of them stay, and its name where that is a new one.
    pub(super) fn new(
        member: &Member,
        at: usize,
        count: usize,
        stays: &Stays,
        name: Option<NewName>,
        spot: Spot,
    ) -> Self {
        Self {
            node: member.node,
            is_list: matches!(member.form, Form::List(_)),
            at,
            count,
            kept: stays.kept,
            late: stays.late.clone(),
            name,
            spot,
            front: 0,
            back: 0,
            batch: Vec::new(),
            batch_from: 0,
            first_node: None,
            made: BTreeMap::new(),
        }
    }

    /// Returns the next member and its index.
    pub(super) fn next(&mut self, source: &dyn ValueSource, go: Go) -> Option<(usize, Member)> {
        let left = self.kept.checked_sub(self.front + self.back).filter(|left| *left > 0)?;
        let (at, from) = match go {
            Go::On => {
                let at = place_of(self.front, self.kept, &self.late);
                (at, at)
            }
            Go::FromEnd => {
                let at = self.kept - self.back - 1;
                (at, (at + 1).saturating_sub(BATCH).max(self.front))
            }
            Go::Out => return None,
        };
        let is_read = at >= self.batch_from && at < self.batch_from + self.batch.len();
        if !is_read {
            self.batch.clear();
            self.batch_from = from;
            source.members(self.node, from, BATCH.min(left), &mut self.batch);
            let nodes = self.batch.iter().map(|member| member.node).filter(|node| *node > 0);
            self.first_node = self.first_node.into_iter().chain(nodes).min();
        }
        // An owner that no longer has what it had: there is nothing more.
        let member = *self.batch.get(at.checked_sub(self.batch_from)?)?;
        match go {
            Go::FromEnd => self.back += 1,
            _ => self.front += 1,
        }
        Some((at, member))
    }

    /// Returns a name of at most `most` bytes that no other member has.
    pub(super) fn new_name(&mut self, source: &dyn ValueSource, name: &str, most: usize) -> String {
        let first = words::short_name(name, most);
        let mut number = self.made.get(&first).copied().unwrap_or(1);
        let mut short = first.clone();
        while !self.is_free(source, &short) && number <= self.count + 2 {
            number += 1;
            let end = alloc::format!("...{number}");
            let kept = StrSource(name).skip_bytes(0, name.len(), most.saturating_sub(end.len()));
            short = name.get(..kept).unwrap_or_default().to_string() + &end;
        }
        self.made.insert(first, number);
        self.made.insert(short.clone(), 1);
        short
    }

    /// The name of the marker for missing members is ours.
    fn is_free(&self, source: &dyn ValueSource, name: &str) -> bool {
        name != words::MORE && !self.made.contains_key(name) && source.position(self.node, name).is_none()
    }
}
