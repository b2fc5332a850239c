//! The block in place of exchanges that leave: one line each, or a summary.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write as _;
use core::ops::RangeInclusive;

use crate::call::line::what_or_used;
use crate::compact::call::CallAt;
use crate::compact::inventory::{Inventory, ItemKind};
use crate::compact::left::{structure, thoughts};
use crate::compact::options::{CompactOptions, KeepResult, Style};
use crate::compact::plan::TINY;
use crate::compact::plan::age::{FLOOR, cap};
use crate::compact::plan::carried::joined;
use crate::compact::plan::line::{in_one_line, line, long_what, named_refs};
use crate::compact::plan::rung::{Choice, Rung};
use crate::compact::plan::shorten::SELECTED;
use crate::compact::summary::Folding;
use crate::hash::{Table, hash};
use crate::history::{HEAD, History, MORE_FAILURES, TruncationConfig, headed, summarize};
use crate::measure::estimate_tokens;
use crate::order::ordered;
use crate::source::utf16_len;
use crate::tree::Tree;

/// Exchanges leave where lines in their place would take this share of the room that is left for them.
const SHARE: f64 = 0.5;
/// Tokens of a summary unless given, and the part of a larger target that it may take.
const SUMMARY: u64 = 500;
const SUMMARY_SHARE: u64 = 4;
/// UTF-16 units of a token, about.
pub(super) const UNITS: u64 = 4;
/// Tries of how many lines fit beside a summary of the others.
const TRIES: usize = 8;
/// Units of the texts beside calls that the block keeps: short ones often state decisions.
const SAYS: RangeInclusive<u64> = 41..=TINY;
/// The part of a target that lines with such texts may take.
const SAID_SHARE: u64 = 16;
/// Prefix of the line with such a text.
pub(super) const SAID: &str = "- Said: ";
/// Divides the age at which exchanges leave whose results no read brings back.
const ONCE: f64 = 3.0;
/// A block for fewer saves next to nothing.
const MANY: usize = 8;

/// Exchanges that leave, and the text in their place.
#[derive(Clone, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each says something else")]
pub(crate) struct Block {
    calls: Vec<Leaving>,
    pub(super) style: Style,
    /// True if exchanges leave that have not left before.
    is_open: bool,
    /// Recent ones leave as well.
    is_wide: bool,
    pub(super) summary_units: u64,
    /// A summary may take more where the target is large.
    pub(super) follows: bool,
    /// Lines have no more than they need.
    is_brief: bool,
    /// Limit in units for the lines with the assistant's texts.
    said_units: u64,
    pub(super) text: Option<String>,
    /// The text behind the one ref that names several.
    pub(crate) listing: Option<String>,
    /// UTF-16 units of the names and the reasoning that leave.
    names: u64,
    /// Block of an earlier step that came back: its text is all that is left of its exchanges.
    pub(super) carried: Option<Folding>,
    /// The text of an earlier step with its names; it is resent as long as its lines stay.
    pub(super) last: Option<String>,
    /// The most units that names may take, and the units set aside for them.
    pub(super) most_names: u64,
    pub(super) set_aside: u64,
}

/// Whether an exchange may leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum May {
    Stay,
    Leave,
    /// Recent ones leave only where nothing else is enough.
    LeaveLast,
}

/// An exchange that may leave.
#[derive(Clone, Debug)]
struct Leaving {
    /// Calls after its group, less if no read brings its result back. Parallel calls leave together.
    age: f64,
    /// Below this cap it leaves.
    floor: u64,
    may: May,
    /// It left in an earlier step.
    has: bool,
    /// Empty while it cannot leave.
    line: String,
    /// Units of the line, with its line break.
    units: u64,
    /// The same with more of its main argument; empty where the line has all of it.
    long: String,
    long_units: u64,
    /// Line with the assistant's short text beside the call; empty without one.
    said: String,
    /// Units of the name, of reasoning that leaves with it, and of what a provider counts besides texts.
    name: u64,
    /// It changed something, or failed.
    matters: bool,
}

impl Leaving {
    /// The line, and its units with a line break.
    fn line(&self, is_brief: bool) -> (&str, u64) {
        if is_brief || self.long.is_empty() { (&self.line, self.units) } else { (&self.long, self.long_units) }
    }
}

impl Block {
    /// `base` is what was decided before; with `may_open` more exchanges may leave.
    pub(crate) fn new<T: Tree>(
        inventory: &Inventory<'_, T>,
        options: &CompactOptions,
        base: &[Option<Choice>],
        (recent, once): (&[bool], &[bool]),
        is_protected: impl Fn(usize) -> bool,
        may_open: bool,
    ) -> Self {
        let calls = &inventory.calls;
        // The model speaks next, and not on from its own words.
        let last = inventory.conversation.messages.len().saturating_sub(1);
        let stays = |(at, call): (usize, &CallAt)| {
            is_protected(at)
                || call.keep == KeepResult::Always
                || call.loads
                // What it runs asks for results in between.
                || (call.hosted && call.result.is_some_and(|result| result.message != call.at.message))
                || !inventory.is_free_of_reasoning(call.at.message)
                || call.result.is_none_or(|result| result.message == last)
                || inventory.last_thought.contains(&call.at.message)
                || call.at.message < inventory.live.free
        };
        let thoughts = thoughts(inventory);
        let structure = structure(inventory);
        let mut leaving: Vec<Leaving> = Vec::with_capacity(calls.len());
        let mut from = 0;
        while from < calls.len() {
            let end = from + calls[from..].iter().take_while(|call| call.group == calls[from].group).count();
            let leaves = may_open && !calls.iter().enumerate().take(end).skip(from).any(stays);
            let may = match (leaves, recent[from..end].contains(&true)) {
                (false, _) => May::Stay,
                (true, false) => May::Leave,
                (true, true) => May::LeaveLast,
            };
            let largest = calls[from..end].iter().map(|call| call.result_units).max().unwrap_or_default();
            let is_once = once[from..end].contains(&true);
            // No read restores such an output, and a selection of its lines holds more than one line about the call.
            let whole = if is_once { SELECTED.min(largest / 2) } else { largest / 2 };
            let floor = if options.style == Style::Summary { FLOOR.max(whole) } else { FLOOR };
            let beside = thoughts[from..end].iter().zip(&structure[from..end]);
            leaving.extend(calls[from..end].iter().zip(beside).map(|(call, (thoughts, structure))| Leaving {
                age: (calls.len() - end) as f64 / if is_once { ONCE } else { 1.0 },
                floor,
                may,
                has: false,
                line: String::new(),
                said: String::new(),
                units: 0,
                long: String::new(),
                long_units: 0,
                name: utf16_len(call.original_name()) as u64 + thoughts + structure,
                matters: call.failed || call.suspect || !call.effect.writes.is_empty(),
            }));
            from = end;
        }
        for (item, choice) in inventory.items.iter().zip(base) {
            if let (ItemKind::Result(call), Some(Rung::Folded)) = (item.kind, choice.as_ref().map(|choice| choice.rung))
            {
                leaving[call].has = true;
            }
        }
        let mut block = Self {
            calls: leaving,
            style: options.style,
            is_open: options.style == Style::Summary,
            is_wide: false,
            summary_units: options.max_history_summary_tokens.unwrap_or(SUMMARY) * UNITS,
            follows: options.max_history_summary_tokens.is_none(),
            is_brief: false,
            said_units: u64::MAX,
            listing: None,
            text: None,
            names: 0,
            carried: None,
            last: None,
            most_names: 0,
            set_aside: 0,
        };
        block.describe(inventory, options);
        block.text = block.folded(0.0).contains(&true).then(|| block.lines(&block.folded(0.0)));
        block
    }

    /// Adds a block that came back: its lines stand before those of exchanges that leave now.
    pub(crate) fn carrying(mut self, carried: Option<&Folding>) -> Self {
        if carried.is_some() {
            self.carried = carried.cloned();
            let has: Vec<bool> = self.calls.iter().map(|call| call.has).collect();
            self.text = if has.contains(&true) { Some(self.lines(&has)) } else { self.carried_text() };
        }
        self
    }

    /// Writes the lines of calls that may leave now.
    pub(crate) fn describe<T: Tree>(&mut self, inventory: &Inventory<'_, T>, options: &CompactOptions) {
        for (leaving, call) in self.calls.iter_mut().zip(&inventory.calls) {
            let may = leaving.has || (self.is_open && leaving.may != May::Stay);
            if may && leaving.line.is_empty() {
                // Without what was changed, edits of a file are equal lines.
                let what = what_or_used(call, 0);
                leaving.line = line(inventory, options, call, &what);
                leaving.units = utf16_len(&leaving.line) as u64 + 1;
                leaving.long =
                    long_what(call, &what).map(|what| line(inventory, options, call, &what)).unwrap_or_default();
                leaving.long_units = utf16_len(&leaving.long) as u64 + 1;
            }
        }
        for item in inventory.items.iter().filter(|item| item.kind == ItemKind::Text && SAYS.contains(&item.text)) {
            let number = inventory.calls.partition_point(|call| call.at < item.at);
            let beside = inventory.calls.get(number).is_some_and(|call| call.at.message == item.at.message);
            let Some(leaving) = self.calls.get_mut(number).filter(|leaving| beside && !leaving.line.is_empty()) else {
                continue;
            };
            if leaving.said.is_empty() {
                leaving.said = format!("{SAID}{}", in_one_line(inventory.text(item.at).trim()));
            }
        }
    }

    /// Gives a summary its share of the target, unless a limit was given.
    pub(crate) fn budget(&mut self, target: u64) {
        self.said_units = target / SAID_SHARE;
        if self.follows {
            self.summary_units = self.summary_units.max(target / SUMMARY_SHARE);
        }
    }

    /// Lets more exchanges leave if `lines` units of lines would take [`SHARE`] of `room`; returns `true` if they may now.
    pub(crate) fn open(&mut self, lines: u64, room: u64) -> bool {
        let many = self.calls.iter().filter(|call| call.may == May::Leave).count() >= MANY;
        let opens = !self.is_open && many && room < Self::opens_at(lines);
        self.is_open |= opens;
        opens
    }

    /// The room in which lines take [`SHARE`].
    pub(crate) fn opens_at(lines: u64) -> u64 {
        (lines as f64 / SHARE) as u64
    }

    /// Takes the shortest line of each call; returns `true` if lines are shorter than before.
    pub(crate) fn shorten(&mut self) -> bool {
        !core::mem::replace(&mut self.is_brief, true) && self.calls.iter().any(|call| !call.long.is_empty())
    }

    /// Lets recent exchanges leave, too.
    pub(crate) fn widen(&mut self, is_wide: bool) {
        self.is_wide = is_wide;
    }

    pub(crate) fn leaves(&self, call: usize, scale: f64) -> bool {
        let may =
            |call: &Leaving| self.is_open && (call.may == May::Leave || (self.is_wide && call.may == May::LeaveLast));
        self.calls.get(call).is_some_and(|call| call.has || (may(call) && cap(call.age, scale) < call.floor))
    }

    pub(super) fn folded(&self, scale: f64) -> Vec<bool> {
        (0..self.calls.len()).map(|call| self.leaves(call, scale)).collect()
    }

    /// Units of the names and the reasoning that leave at this scale.
    pub(crate) fn names(&self, scale: f64) -> u64 {
        let leaving = self.calls.iter().enumerate().filter(|(call, _)| self.leaves(*call, scale));
        leaving.map(|(_, call)| call.name).sum()
    }

    /// Units that it adds at this scale, beyond those that go with names.
    pub(crate) fn estimate(&self, scale: f64) -> i64 {
        let (mut names, mut lines, mut said) = (0, 0, 0);
        if !self.is_open && self.text.is_none() {
            return 0;
        }
        if let Some(last) = self.last.as_ref().filter(|_| scale == f64::INFINITY) {
            return utf16_len(last) as i64 - self.names(scale) as i64;
        }
        lines += self.carried_units();
        for (number, call) in self.calls.iter().enumerate() {
            if self.leaves(number, scale) {
                names += call.name;
                lines += call.line(self.is_brief).1;
                said += said_units(call);
            }
        }
        lines += said.min(self.said_units);
        let text = if self.style == Style::Summary { lines.min(self.summary_units) } else { lines };
        (text + self.set_aside.min(text)) as i64 - names as i64
    }

    /// Units that it adds, beyond those that go with names.
    pub(crate) fn units(&self) -> i64 {
        self.text.as_deref().map_or(0, utf16_len) as i64 - self.names as i64
    }

    /// Decides which exchanges leave and writes their block, within `most` units if there is no more room.
    pub(crate) fn close<T: Tree>(
        &mut self,
        inventory: &Inventory<'_, T>,
        options: &CompactOptions,
        given: Option<&str>,
        (scale, most): (f64, Option<u64>),
    ) {
        let folded = self.folded(scale);
        for (call, folded) in self.calls.iter_mut().zip(&folded) {
            call.has = *folded;
        }
        self.names = self.calls.iter().filter(|call| call.has).map(|call| call.name).sum();
        if let Some(last) = self.last.as_ref().filter(|_| scale == f64::INFINITY) {
            (self.text, self.listing) = (Some(last.clone()), None);
            return;
        }
        if !folded.contains(&true) {
            (self.text, self.listing) = (self.carried_text(), None);
            return;
        }
        let refs;
        (refs, self.listing) = named_refs(inventory, &folded);
        let fits = |text: &String| most.is_none_or(|most| utf16_len(text) as u64 <= most);
        let summary = |folded: &[bool], refs: &str, tokens| summary(inventory, options, folded, refs, (given, tokens));
        if self.style == Style::Summary {
            let carried = self.carry(self.summary_units * 3 / 4);
            // A summariser has read these texts.
            let room = if given.is_some() { 0 } else { self.summary_units / 2 };
            let carried = carried.clone() + &self.said(&folded, room.saturating_sub(utf16_len(&carried) as u64));
            let left = self.summary_units.saturating_sub(utf16_len(&carried) as u64);
            self.text = Some(joined(&carried, &summary(&folded, &refs, left / UNITS)));
            return;
        }
        let lines = Some(self.lines(&folded) + &refs).filter(fits);
        let mixed = || {
            let all = most.unwrap_or_default();
            // Lines of an earlier block have no other source; the lines of calls can still be summed up.
            let own = utf16_len(&self.own_lines(&folded)) as u64;
            let carried = self.carry(all.saturating_sub(own.min(all / 4)));
            let carried = carried.clone() + &self.said(&folded, (all / 4).saturating_sub(utf16_len(&carried) as u64));
            let room = all.saturating_sub(utf16_len(&carried) as u64);
            // Half of the room at most: refs are of use only with what they are about.
            let refs = if utf16_len(&refs) as u64 * 2 <= room { &*refs } else { "" };
            let left = room.saturating_sub(utf16_len(refs) as u64);
            joined(&carried, &self.mixed(&folded, left, |folded, left| summary(folded, "", left / UNITS))) + refs
        };
        self.text = Some(lines.unwrap_or_else(mixed));
    }

    /// Sums up as many calls as it takes to make room for lines of the others: the oldest first, those that changed
    /// something or failed last.
    fn mixed(&self, folded: &[bool], room: u64, summary: impl Fn(&[bool], u64) -> String) -> String {
        let order: Vec<usize> = (0..folded.len()).filter(|&call| folded[call]).collect();
        let order = ordered(order, |&call| u64::from(self.calls.get(call).is_some_and(|call| call.matters)));
        // The first that fits, if a summary has no room for all failures.
        let mut cut = None;
        for tried in 1..TRIES {
            let (mut old, mut new) = (vec![false; folded.len()], folded.to_vec());
            for &call in order.iter().take(order.len() * tried / TRIES) {
                (old[call], new[call]) = (true, false);
            }
            let lines = self.own_lines(&new).split_off(HEAD.len());
            let left = room.saturating_sub(utf16_len(&lines) as u64);
            let text = if old.contains(&true) { summary(&old, left) } else { HEAD.into() };
            let is_cut = text.contains(MORE_FAILURES);
            let text = text + &lines;
            if utf16_len(&text) as u64 > room {
                continue;
            }
            if !is_cut {
                return text;
            }
            cut = cut.or(Some(text));
        }
        cut.unwrap_or_else(|| summary(folded, room))
    }

    /// Returns the text and its position.
    pub(crate) fn folding<T: Tree>(&self, inventory: &Inventory<'_, T>) -> Option<Folding> {
        let text = self.text.clone()?;
        let first = self.calls.iter().position(|call| call.has);
        let first = first.and_then(|first| u32::try_from(inventory.calls.get(first)?.at.message).ok());
        let carried = self.carried.as_ref().map(|carried| carried.before);
        let mut before = first.into_iter().chain(carried).min()?;
        // Between a call that stays and its result nothing may stand, where a conversation came with them apart.
        for (call, _) in inventory.calls.iter().zip(&self.calls).rev().filter(|(_, leaving)| !leaving.has) {
            let place = u32::try_from(call.at.message).ok()?;
            let is_parted = call.result.is_some_and(|result| result.message >= before as usize);
            before = if place < before && is_parted { place } else { before };
        }
        Some(Folding { before, text, theirs: false })
    }

    /// The lines of a block that came back, then those of calls.
    fn lines(&self, folded: &[bool]) -> String {
        joined(&(self.carry(u64::MAX) + &self.said(folded, u64::MAX)), &self.own_lines(folded))
    }

    /// Returns the lines with the assistant's texts beside calls that leave: the newest that fit in `most` units, each after a
    /// line break.
    fn said(&self, folded: &[bool], most: u64) -> String {
        let (mut left, mut lines) = (most.min(self.said_units), Vec::new());
        for (call, _) in self.calls.iter().zip(folded).rev().filter(|(call, folded)| **folded && !call.said.is_empty())
        {
            let Some(rest) = left.checked_sub(said_units(call)) else { break };
            left = rest;
            lines.push(&*call.said);
        }
        lines.into_iter().rev().flat_map(|line| ["\n", line]).collect()
    }

    /// A line a call; equal ones are counted.
    fn own_lines(&self, folded: &[bool]) -> String {
        let mut known = Table::new();
        let mut lines: Vec<(&str, usize)> = Vec::new();
        for (call, _) in self.calls.iter().zip(folded).filter(|(_, folded)| **folded) {
            let next = lines.len() as u32;
            let line = call.line(self.is_brief).0;
            let number = *known.entry(hash(line.as_bytes()), next);
            match lines.get_mut(number as usize) {
                Some((_, times)) => *times += 1,
                None => lines.push((line, 1)),
            }
        }
        let mut text = String::from(HEAD);
        for (line, times) in lines {
            text.push('\n');
            text.push_str(line);
            if times > 1 {
                // A string takes every write.
                let _ = write!(text, " ({times} times)");
            }
        }
        text
    }
}

/// Returns the units of the line with the assistant's text, with its line break.
fn said_units(call: &Leaving) -> u64 {
    if call.said.is_empty() { 0 } else { utf16_len(&call.said) as u64 + 1 }
}

/// A summary of what left, of a summariser's own words where these are short enough.
fn summary<T: Tree>(
    inventory: &Inventory<'_, T>,
    options: &CompactOptions,
    folded: &[bool],
    refs: &str,
    (given, most): (Option<&str>, u64),
) -> String {
    let tokens_of = |text: &str| estimate_tokens(text) as u64;
    let refs = Some(refs).filter(|line| tokens_of(line) * 2 <= most).unwrap_or_default();
    let given = given.map(|text| headed(&inventory.quote(text)) + refs);
    if let Some(text) = given.filter(|text| tokens_of(text) <= most) {
        return text;
    }
    let positions: Vec<usize> = folded.iter().enumerate().filter(|(_, folded)| **folded).map(|(at, _)| at).collect();
    let config = TruncationConfig::new()
        .max_history_summary_tokens(most.saturating_sub(tokens_of(refs)))
        .preserve_errors_verbatim(options.preserve_errors_verbatim);
    let calls = inventory.plain_calls();
    let ends =
        |at: usize, most: usize| inventory.calls.get(at).map(|call| inventory.ends(call, most)).unwrap_or_default();
    let text = summarize(History { calls: &calls, ends: &ends, base: inventory.base.as_deref() }, &positions, &config);
    if text.is_empty() || text == HEAD {
        return format!("{HEAD}\n- {} tool call(s){refs}", positions.len());
    }
    text + refs
}
