//! Selects the lines to keep: the most important first, each with what it stands under, at their actual cost.

use alloc::string::String;
use alloc::vec::Vec;

use super::lines::Lines;
use super::middle::Around;
use super::shorten::Ready;
use crate::hash::Table;
use crate::marker::Size;
use crate::measure::estimate_tokens;
use crate::sorted::Sorted;
use crate::text::budget::Budget;
use crate::text::options::Keep;
use crate::text::rules::Rules;
use crate::text::select::Tier;

/// Share that context lines leave free: the ends are more useful.
const FREE: f64 = 0.25;
/// Share that words for failures leave free in a text that is content: there they are seldom failures.
const OF_CONTENT: f64 = 0.7;
/// Share that an overview leaves free.
const OF_OVERVIEW: f64 = 0.05;

/// Share that the first failure leaves free where a question asks for it.
const OF_ANSWERS: f64 = 0.5;

/// Lines of context on each side.
const AROUND: usize = 2;

/// Lines in order, and the order in which they were chosen.
pub(super) struct Chosen {
    pub(super) lines: Lines,
    order: Vec<usize>,
    /// A line above them that names all files or folders.
    pub(super) note: Option<String>,
    /// Markers between lines name no chars: in a small result of lines that answer, these need the room.
    pub(super) brief: bool,
}

impl Chosen {
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Ready> {
        self.lines.iter()
    }

    pub(super) fn holds(&self, line: usize) -> bool {
        self.lines.contains(line)
    }

    /// Gives up what is needed least: a few lines, so that it soon ends.
    pub(super) fn drop_last(&mut self) {
        for _ in 0..=self.order.len() / 16 {
            if let Some(line) = self.order.pop() {
                self.lines.remove(line);
            }
        }
    }

    /// Adds lines that must be there.
    pub(super) fn add(&mut self, lines: Vec<Ready>) {
        for line in lines {
            self.lines.insert(line.number, || line);
        }
    }
}

/// The lines to choose from.
pub(super) struct Choices<'a> {
    /// The most needed first.
    pub(super) lines: &'a [Ready],
    /// The headers of these lines.
    pub(super) headers: &'a Sorted<usize, Ready>,
    /// The headers of the first line of the tail.
    pub(super) of_tail: &'a [Ready],
    /// A line that names all files or folders, with its LF.
    pub(super) note: Option<String>,
    /// Words for failures are mostly part of what was asked for.
    pub(super) content: bool,
    /// A question asks why something failed: the first failure comes before other lines that answer.
    pub(super) asks_why: bool,
}

/// Chooses lines between the ends that fit what these leave of `room`.
pub(super) fn choose(rules: &Rules, around: &Around, room: Budget, choices: &Choices<'_>) -> Chosen {
    let marker = marker_cost(rules);
    let note = choices.note.clone();
    let mut chosen = Chosen { lines: Lines::default(), order: Vec::new(), note: None, brief: false };
    let Some(mut left) = room.pay(marker) else { return chosen };
    if let Some(note) = note {
        let tokens = if rules.limits.tokens.is_some() { estimate_tokens(&note) + 1 } else { 0 };
        if let Some(paid) = left.pay(Size::of(&note).and_tokens(tokens)) {
            left = paid;
            chosen.note = Some(note);
        }
    }
    let mut choice = Choice {
        chosen,
        around,
        marker,
        content: Table::new(),
        headers: choices.headers,
        left,
        floor: Budget::default(),
    };
    let ready = choices.lines;
    for header in choices.of_tail {
        choice.add(header);
    }
    if choices.asks_why && !choices.content {
        choice.floor = room.share(OF_ANSWERS);
        for line in ready.iter().filter(|line| line.tier == Tier::First) {
            choice.take(line);
        }
        choice.floor = Budget::default();
    }
    for line in ready.iter().filter(|line| line.tier == Tier::Answer) {
        choice.take(line);
    }
    let free = |share: f64| room.share(if rules.keep == Keep::None { 0.0 } else { share });
    if choices.content {
        choice.floor = free(OF_CONTENT);
        for line in ready.iter().filter(|line| line.tier < Tier::Odd && line.tier != Tier::Asked) {
            choice.take(line);
        }
        choice.floor = free(OF_OVERVIEW);
        for line in ready.iter().filter(|line| matches!(line.tier, Tier::Asked | Tier::Odd | Tier::Overview)) {
            choice.take(line);
        }
    }
    choice.floor = Budget::default();
    let last = if choices.content { Tier::Odd } else { Tier::Warnings };
    for line in ready.iter().filter(|line| line.tier < last) {
        choice.take(line);
    }
    choice.floor = free(FREE);
    let context = |tier: Tier| !choices.content && tier >= Tier::Warnings;
    for line in ready.iter().filter(|line| context(line.tier) && line.tier < Tier::Around) {
        choice.take(line);
    }
    // Context of a line, the nearest first.
    for _ in 0..AROUND {
        for line in ready.iter().filter(|line| context(line.tier) && line.tier >= Tier::Around) {
            if choice.markers(line).is_some_and(|markers| markers <= 0) {
                choice.take(line);
            }
        }
    }
    // A gap that is shorter than its marker.
    for line in ready {
        choice.fill(line);
    }
    choice.chosen
}

/// The most that a marker takes, on a line of its own.
pub(super) fn marker_cost(rules: &Rules) -> Size {
    let widest = |_| if rules.gaps.is_some() { 999 } else { 99_999 };
    let marker = rules.gaps.as_ref().map_or(&rules.marker, |gaps| gaps.marker(false, false, 0));
    let text = marker.render(widest);
    let breaks = usize::from(marker.needs_break_after());
    let tokens = if rules.limits.tokens.is_some() { estimate_tokens(&text) + 1 } else { 0 };
    marker.size(widest).plus_ascii(breaks, breaks).and_tokens(tokens)
}

struct Choice<'a> {
    chosen: Chosen,
    around: &'a Around,
    marker: Size,
    content: Table,
    headers: &'a Sorted<usize, Ready>,
    left: Budget,
    /// The room that must stay free.
    floor: Budget,
}

impl Choice<'_> {
    /// Returns how many markers this line adds; `None` if it cannot be kept.
    fn markers(&self, ready: &Ready) -> Option<i32> {
        let (around, lines, line) = (self.around, &self.chosen.lines, ready.line);
        let [before, after] = lines.beside(ready.number).filter(|_| around.holds(ready))?;
        // A part of a long line may be in another one.
        if before.is_some_and(|before| before.to.bytes > ready.from.bytes)
            || after.is_some_and(|after| after.from.bytes < ready.to.bytes)
        {
            return None;
        }
        let (before, after) = (before.map(|before| before.line), after.map(|after| after.line));
        if before == Some(line) || after == Some(line) {
            // Between parts of a line there is no marker.
            return Some(0);
        }
        let before = before.map_or(around.first, |before| before + 1);
        let after = after.unwrap_or(around.end);
        let markers = i32::from(before < line) + i32::from(line + 1 < after) - 1;
        // A line that is also in an end closes no gap.
        let partly = line < around.first || line >= around.end;
        Some(if partly { markers.max(0) } else { markers })
    }

    /// Takes a line with its headers; what the reader needs most also without them.
    fn take(&mut self, line: &Ready) {
        let Some(markers) = self.markers(line) else { return };
        if line.blank && markers >= 0 {
            return;
        }
        if line.content.is_some_and(|content| self.content.get(content).is_some()) {
            return;
        }
        let (left, taken) = (self.left, self.chosen.order.len());
        let headers = line.headers.iter().filter_map(|number| self.headers.get(number));
        let mut headed = true;
        for header in headers {
            let needed = header.line >= self.around.first && !self.chosen.lines.contains(header.number);
            headed &= !needed || self.add(header);
        }
        if !(headed && self.add(line)) {
            self.left = left;
            for number in self.chosen.order.drain(taken..) {
                self.chosen.lines.remove(number);
            }
            if line.tier > Tier::Fatal || !self.add(line) {
                return;
            }
        }
        if let Some(content) = line.content {
            self.content.insert(content);
        }
    }

    /// Adds one line; `false` if there is no room for it.
    fn add(&mut self, line: &Ready) -> bool {
        let Some(markers) = self.markers(line) else { return false };
        let paid = match markers {
            1 => self.left.pay(line.size).and_then(|left| left.pay(self.marker)),
            0 => self.left.pay(line.size),
            _ => self.left.get_back(self.marker).pay(line.size),
        };
        let Some(paid) = paid.filter(|paid| paid.covers(self.floor)) else { return false };
        self.left = paid;
        self.chosen.lines.insert(line.number, || line.clone());
        self.chosen.order.push(line.number);
        true
    }

    /// Takes a line that closes a gap and is not much longer than the marker in its place.
    fn fill(&mut self, line: &Ready) {
        if self.markers(line) == Some(-1) && line.size.chars <= 2 * self.marker.chars {
            self.add(line);
        }
    }
}
