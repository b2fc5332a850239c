//! A line per call below the line of its category, as far as there is room.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::calls::Calls;
use super::category::Category;
use super::fact::fact;
use super::groups::Group;

/// So many calls in a row whose line does not fit end the search for one that does.
const MISSES: usize = 8;
/// Calls of a category that are looked at, so that a long history of equal ones costs no more than they tell.
const LOOKED_AT: usize = 512;

/// Lines by the position of their call, in the order in which they were chosen.
pub(crate) struct Finer {
    chosen: Vec<(usize, String)>,
    said: BTreeSet<String>,
    room: u64,
}

impl Finer {
    /// Chooses lines that cost at most `room`, most useful first: edits, failures, commands, reads, searches; of each the newest
    /// first, and of a file that was read or edited again only the last time.
    pub(crate) fn choose<C: Calls + ?Sized>(
        calls: &C,
        groups: &[Group],
        room: u64,
        cost: impl Fn(&str) -> u64,
    ) -> Self {
        let mut finer = Self { chosen: Vec::new(), said: BTreeSet::new(), room };
        // A group without a line has nothing to stand below.
        let shown = |category| groups.iter().find(|group| group.category == category && !group.done.is_empty());
        let failed: Vec<(usize, Category)> = {
            let shown = ORDER.into_iter().filter_map(shown);
            let mut all: Vec<_> = shown.flat_map(|group| group.failed.iter().map(|&at| (at, group.category))).collect();
            all.sort_unstable_by_key(|&(at, _)| core::cmp::Reverse(at));
            all
        };
        let mut offer = |calls_of: &mut dyn Iterator<Item = (usize, Category)>| {
            let mut misses = 0;
            for (at, category) in calls_of.take(LOOKED_AT) {
                if misses == MISSES || finer.room == 0 {
                    return;
                }
                let Some(line) = fact(calls, at, category) else { continue };
                misses = if finer.take(at, line, &cost) { 0 } else { misses + 1 };
            }
        };
        for category in ORDER {
            let mut seen = BTreeSet::new();
            let done = shown(category).into_iter().flat_map(|group| group.done.iter().rev());
            let newest = done.filter(|call| call.subject.is_none_or(|subject| seen.insert(subject)));
            offer(&mut newest.map(|call| (call.at, category)));
            if category == Category::Write {
                offer(&mut failed.iter().copied());
            }
        }
        finer
    }

    /// Takes a line when there is room for it. One that was said already costs nothing and is not said again.
    fn take(&mut self, at: usize, line: String, cost: impl Fn(&str) -> u64) -> bool {
        if self.said.contains(&line) {
            return true;
        }
        let Some(rest) = self.room.checked_sub(cost(&line)) else {
            return false;
        };
        self.room = rest;
        self.said.insert(line.clone());
        self.chosen.push((at, line));
        true
    }

    /// Gives the last line back; false when there is none.
    pub(crate) fn drop_last(&mut self) -> bool {
        self.chosen.pop().is_some()
    }

    /// The lines of each group, oldest call first.
    pub(crate) fn by_group<'a>(&'a self, groups: &[Group]) -> Vec<Vec<&'a str>> {
        let lines: BTreeMap<usize, &str> = self.chosen.iter().map(|(at, line)| (*at, &**line)).collect();
        let of_group = |group: &Group| {
            let mut positions: Vec<usize> = group.done.iter().map(|call| call.at).collect();
            positions.extend(&group.failed);
            positions.sort_unstable();
            positions.iter().filter_map(|at| lines.get(at).copied()).collect()
        };
        groups.iter().map(of_group).collect()
    }
}

const ORDER: [Category; 4] = [Category::Write, Category::Terminal, Category::Read, Category::Search];
