//! A line per call below the line of its category, as far as there is room.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::History;
use super::groups::{Done, Group};
use crate::call::effect::Kind;
use crate::call::line::{used, what};
use crate::call::{Category, hits};
use crate::failure::diagnosis::diagnosis;
use crate::forms;
use crate::hash::{Table, hash};
use crate::number::counted;
use crate::order::ascending;
use crate::source::StrSource;

/// Stops the search after this many calls in a row whose line does not fit.
const MISSES: usize = 8;
/// Calls of a category to consider, so that long histories of equal calls cost no more than they are worth.
const LOOKED_AT: usize = 512;

/// Lines by the position of their call, in the order in which they were chosen.
pub(crate) struct Finer {
    chosen: Vec<(usize, Category, String)>,
    /// The lines, by hash.
    shown: Table,
    room: u64,
}

impl Finer {
    /// Chooses lines that cost at most `room`, most useful first: edits, failures, commands, reads, searches, other
    /// tools; of each
    /// the newest first. A file that was read or edited again is named once, and not as read when it was edited since.
    pub(crate) fn choose(
        history: History<'_>,
        groups: &[Group],
        failed: &[usize],
        quote: bool,
        room: u64,
        cost: impl Fn(&str) -> u64,
    ) -> Self {
        let mut finer = Self { chosen: Vec::new(), shown: Table::new(), room };
        // A group without a line has nothing to stand below.
        let shown = |category| groups.iter().find(|group| group.category == category && !group.done.is_empty());
        let group_of =
            |at: usize| ORDER.into_iter().filter_map(shown).find(|group| group.failed.binary_search(&at).is_ok());
        let mut edited = Table::new();
        let mut offer = |calls_of: &mut dyn Iterator<Item = (usize, Category, usize)>| {
            let mut misses = 0;
            for (at, category, times) in calls_of.take(LOOKED_AT) {
                if misses == MISSES || finer.room == 0 {
                    return;
                }
                let call = history.calls[at];
                if let Some(path) = call.effect.paths().next() {
                    let file = call.file(path, history.base);
                    if category == Category::Write && !call.failed {
                        edited.entry(file, at as u32);
                    } else if category == Category::Read && edited.get(file).is_some_and(|edit| edit as usize > at) {
                        continue;
                    }
                }
                let Some(line) = fact(history, at, times, quote) else { continue };
                misses = if finer.take(at, category, line, &cost) { 0 } else { misses + 1 };
            }
        };
        for category in ORDER {
            let times = shown(category).map(times).unwrap_or_default();
            let mut seen = vec![false; times.len()];
            let done = shown(category).into_iter().flat_map(|group| group.done.iter().rev());
            let mut first = |subject: usize| seen.get_mut(subject).is_some_and(|seen| !core::mem::replace(seen, true));
            // Other tools share a name, not a subject.
            let newest = done.filter(|call| category == Category::Other || call.subject.is_none_or(&mut first));
            // Those that do not stand in the line of the category come first.
            let named = shown(category).map_or(0, |group| group.subjects.len());
            let (new, again): (Vec<Done>, Vec<Done>) =
                newest.take(LOOKED_AT).partition(|call| call.subject.is_none_or(|subject| subject >= named));
            let newest = new.into_iter().chain(again);
            let how_often =
                |subject: Option<usize>| subject.and_then(|subject| times.get(subject)).copied().unwrap_or(1);
            offer(&mut newest.map(|call| (call.at, category, how_often(call.subject))));
            if category == Category::Write {
                let newest = failed.iter().rev().filter_map(|&at| Some((at, group_of(at)?.category, 1)));
                offer(&mut newest.into_iter());
            }
        }
        finer
    }

    /// Adds a line if it fits. A line that is already there costs nothing and is not repeated.
    fn take(&mut self, at: usize, category: Category, line: String, cost: impl Fn(&str) -> u64) -> bool {
        let number = hash(line.as_bytes());
        if self.shown.get(number).is_some() {
            return true;
        }
        let Some(rest) = self.room.checked_sub(cost(&line)) else {
            return false;
        };
        self.room = rest;
        self.shown.insert(number);
        self.chosen.push((at, category, line));
        true
    }

    /// Returns `true` if each subject of a category is in its line or in one below.
    pub(crate) fn names_all(&self, category: Category, groups: &[Group]) -> bool {
        let lined = ascending(self.chosen.iter().map(|(at, ..)| *at).collect());
        groups.iter().filter(|group| group.category == category).all(|group| {
            let mut named = vec![false; times(group).len()];
            named.iter_mut().take(group.subjects.len()).for_each(|named| *named = true);
            for call in group.done.iter().filter(|call| lined.binary_search(&call.at).is_ok()) {
                call.subject.and_then(|subject| named.get_mut(subject)).into_iter().for_each(|named| *named = true);
            }
            named.into_iter().all(|named| named)
        })
    }

    /// Drops the last lines until they cost this much, one at least; `false` if there is none.
    pub(crate) fn drop_last(&mut self, most: u64, cost: impl Fn(&str) -> u64) -> bool {
        let (mut dropped, before) = (0, self.chosen.len());
        while self.chosen.len() == before || dropped < most {
            let Some((.., line)) = self.chosen.pop() else { break };
            dropped += cost(&line);
        }
        self.chosen.len() < before
    }

    /// The lines of each group, oldest call first.
    pub(crate) fn by_group<'a>(&'a self, groups: &[Group]) -> Vec<Vec<&'a str>> {
        let of_group = |group: &Group| {
            let own = self.chosen.iter().filter(|(_, category, _)| *category == group.category);
            in_order(own.map(|(at, _, line)| (*at, &**line)))
        };
        groups.iter().map(of_group).collect()
    }

    /// The same of one category.
    pub(crate) fn only<'a>(&'a self, category: Category, groups: &[Group]) -> Vec<Vec<&'a str>> {
        let mut lines = self.by_group(groups);
        let others = lines.iter_mut().zip(groups).filter(|(_, group)| group.category != category);
        others.for_each(|(lines, _)| lines.clear());
        lines
    }
}

/// Lines by the position that each has.
pub(crate) fn in_order<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> Vec<&'a str> {
    let mut ordered: Vec<(usize, &str)> = Vec::new();
    for (at, line) in lines {
        ordered.insert(ordered.partition_point(|(other, _)| *other < at), (at, line));
    }
    ordered.into_iter().map(|(_, line)| line).collect()
}

/// Number of calls about each subject.
fn times(group: &Group) -> Vec<usize> {
    let most = group.done.iter().filter_map(|call| call.subject).max().map_or(0, |most| most + 1);
    let mut times = vec![0; most];
    for subject in group.done.iter().filter_map(|call| call.subject) {
        times.get_mut(subject).into_iter().for_each(|times| *times += 1);
    }
    times
}

/// Returns a line such as `[Earlier: Read /src/foo.ts lines 1-50]`; `None` if it would only say that there was a call.
/// `times`: number of equal calls; `quote`: whether to quote the error.
fn fact(history: History<'_>, at: usize, times: usize, quote: bool) -> Option<String> {
    let call = history.calls[at];
    let mut line = what(call, times).or_else(|| used(call))?;
    if call.failed && quote {
        line.push_str(" - FAILED: ");
        line.push_str(&diagnosis(&history.result(at, DIAGNOSED)));
    } else if call.failed {
        line.push_str(" - FAILED");
    } else if call.effect.kind == Kind::Search
        && let Some(hits) = hits(&StrSource(&history.result(at, COUNTED)))
    {
        // A string takes every write.
        let _ = write!(line, ", {}", counted(hits, "hit"));
    }
    Some(forms::FACT.with(&[&line]))
}

/// UTF-16 units that are read at each end of a result: of one that failed, of one with hits.
pub(super) const DIAGNOSED: usize = 2048;
const COUNTED: usize = 4096;
const ORDER: [Category; 5] = [Category::Write, Category::Terminal, Category::Read, Category::Search, Category::Other];
