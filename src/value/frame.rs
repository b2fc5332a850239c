//! A container on the walk's path, and the order of its members.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::rules::Spot;
use super::wishes::Wish;
use super::words;
use crate::hash::{Table, hash};
use crate::source::{Source, StrSource};
use crate::tree::{Form, Member, ValueSource};

/// Members to read at a time.
const BATCH: usize = 64;

/// The member of a container to read next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Go {
    /// The next one from the front.
    On,
    /// The next one from the end.
    FromEnd,
    /// No more: the remaining members will not be kept.
    Out,
}

/// A shorter name.
#[derive(Clone, Debug)]
pub(super) struct NewName {
    pub(super) name: String,
    /// Bytes of the name that it replaces.
    pub(super) was: usize,
    /// The most bytes of a name.
    pub(super) limit: usize,
}

/// The members of a container that its limit keeps.
#[derive(Clone, Debug, Default)]
pub(super) struct Stays {
    pub(super) kept: usize,
    /// Positions of kept members that are not among the first ones, such as required members of an object.
    pub(super) late: Vec<usize>,
    /// Position of the flag member.
    pub(super) flag: Option<usize>,
}

/// Returns the position of the kept member at `index`; the last kept ones are at the positions in `late`.
pub(super) fn place_of(index: usize, kept: usize, late: &[usize]) -> usize {
    let first = kept.saturating_sub(late.len());
    index.checked_sub(first).and_then(|at| late.get(at).copied()).unwrap_or(index)
}

/// A container on the walk's path.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) node: u32,
    pub(super) is_list: bool,
    /// Its position in its own container.
    pub(super) at: usize,
    /// Number of members, and how many of them its limit keeps.
    pub(super) count: usize,
    pub(super) kept: usize,
    /// Positions of the kept ones that are not among the first ones.
    late: Vec<usize>,
    /// Its new name, if it was shortened.
    pub(super) name: Option<NewName>,
    pub(super) spot: Spot,
    pub(super) wish: Wish,
    /// Numbers of members read from the front, and from the end.
    pub(super) front: usize,
    pub(super) back: usize,
    batch: Vec<Member>,
    batch_from: usize,
    /// Lowest node of its members that were read.
    pub(super) first_node: Option<u32>,
    /// New names of its members by hash, each with the last number used to distinguish equal ones.
    made: Option<Table>,
}

impl Frame {
    /// Creates the frame of a container with `count` members; `name` is its new name, if it was shortened.
    pub(super) fn new(
        member: &Member,
        at: usize,
        count: usize,
        stays: &Stays,
        name: Option<NewName>,
        (spot, wish): (Spot, Wish),
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
            wish,
            front: 0,
            back: 0,
            batch: Vec::new(),
            batch_from: 0,
            first_node: None,
            made: None,
        }
    }

    /// Returns the next member and its position.
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
        // Stop if the owner now has fewer members than it reported.
        let member = *self.batch.get(at.checked_sub(self.batch_from)?)?;
        match go {
            Go::FromEnd => self.back += 1,
            _ => self.front += 1,
        }
        Some((at, member))
    }

    /// Shortens a name to at most `most` bytes, different from the names of all other members.
    pub(super) fn new_name(&mut self, source: &dyn ValueSource, name: &str, most: usize) -> String {
        let first = words::short_name(name, most);
        let mut number = self.made(&first).map_or(1, |number| number as usize);
        let mut short = first.clone();
        while !self.is_free(source, &short) && number <= self.count + 2 {
            number += 1;
            let end = alloc::format!("...{number}");
            let kept = StrSource(name).skip_bytes(0, name.len(), most.saturating_sub(end.len()));
            short = name.get(..kept).unwrap_or_default().to_string() + &end;
        }
        let made = self.made.get_or_insert_with(Table::new);
        *made.entry(hash(first.as_bytes()), 0) = number as u32;
        *made.entry(hash(short.as_bytes()), 0) = 1;
        short
    }

    fn made(&self, name: &str) -> Option<u32> {
        self.made.as_ref()?.get(hash(name.as_bytes()))
    }

    /// Returns `true` if no member has the name. The name of the text about missing members is reserved.
    fn is_free(&self, source: &dyn ValueSource, name: &str) -> bool {
        name != words::MORE && self.made(name).is_none() && source.position(self.node, name).is_none()
    }
}
