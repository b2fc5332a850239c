//! A bounded pool of candidates: the first of each kind before more of the same.

use alloc::vec::Vec;
use core::mem;

use super::group::Group;
use crate::failure::Severity;
use crate::hash::Table;
use crate::order::ordered;

/// Hashes that are remembered. When there are more, all are forgotten: what comes again is at worst taken for new.
const SEEN: usize = 4096;

#[derive(Clone, Debug)]
pub(super) struct Pool {
    pub(super) groups: Vec<Group>,
    bytes: usize,
    most: usize,
    /// Groups by what they say.
    seen: Table,
    /// Number of groups of each kind.
    kinds: Table,
    order: usize,
    /// Groups of this or a later place are not taken any more.
    worst: Option<(u8, u32, usize)>,
}

impl Pool {
    pub(super) fn new(most: usize) -> Self {
        Self { groups: Vec::new(), bytes: 0, most, seen: Table::new(), kinds: Table::new(), order: 0, worst: None }
    }

    pub(super) fn push(&mut self, mut group: Group) {
        if !self.seen.insert(group.exact()) {
            return;
        }
        let count = self.kinds.entry(group.kind(), 0);
        // Beside failures, only the first warning of a kind is useful, and no log of a test.
        group.rank = count.saturating_add(u32::from(group.logged));
        *count = count.saturating_add(1);
        for table in [&mut self.seen, &mut self.kinds] {
            if table.len() == SEEN {
                *table = Table::new();
            }
        }
        group.order = self.order;
        self.order += 1;
        if self.worst.is_some_and(|worst| place(&group) >= worst) {
            return;
        }
        group.entries.shrink_to_fit();
        self.bytes += group.held();
        self.groups.push(group);
        if self.bytes > self.most {
            self.let_go();
        }
    }

    /// Returns `true` when it holds nothing but first failures and better: others are not taken any more.
    pub(super) fn is_full(&self) -> bool {
        self.worst.is_some_and(|(severity, rank, _)| severity <= FAILED && rank == 0)
    }

    /// Keeps the better half: so each group is sorted only a few times, however many come.
    fn let_go(&mut self) {
        self.groups = in_order(mem::take(&mut self.groups));
        let (mut bytes, mut keep) = (0, 0);
        for group in &self.groups {
            bytes += group.held();
            // The best group stays, however large it is.
            if keep > 0 && bytes > self.most / 2 {
                break;
            }
            keep += 1;
        }
        self.worst = self.groups.get(keep).map(place);
        self.groups.truncate(keep);
        self.bytes = self.groups.iter().map(Group::held).sum();
    }
}

fn in_order(groups: Vec<Group>) -> Vec<Group> {
    let groups = ordered(groups, |group| group.order as u64);
    ordered(groups, |group| {
        let (severity, rank, _) = place(group);
        (u64::from(severity) << 32) | u64::from(rank)
    })
}

const FAILED: u8 = 1;

/// Order of groups: lines that the caller asks for, outcomes and fatal failures, then the others by severity, the first
/// of each kind before more of it, in order of arrival.
fn place(group: &Group) -> (u8, u32, usize) {
    let severity = match group.severity {
        _ if group.rank == 0 && (group.asked || group.is_outcome()) => 0,
        Severity::Fatal if group.rank == 0 => 0,
        Severity::Fatal | Severity::Error => FAILED,
        Severity::Weak => 2,
        Severity::Warning => 3,
        Severity::None => 4,
    };
    (severity, group.rank, group.order)
}
