//! Selects the lines to keep: the most important first, at their actual cost.

use alloc::vec::Vec;

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

/// Lines of context on each side.
const AROUND: usize = 2;

/// Lines in order, and the order in which they were chosen.
pub(super) struct Chosen<'a> {
    pub(super) lines: Sorted<usize, &'a Ready>,
    order: Vec<usize>,
}

impl Chosen<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.lines.as_slice().is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Ready> {
        self.lines.as_slice().iter().map(|(_, line)| *line)
    }

    /// Gives up what is needed least: a few lines, so that it soon ends.
    pub(super) fn drop_last(&mut self) {
        for _ in 0..=self.order.len() / 16 {
            if let Some(line) = self.order.pop() {
                self.lines.remove(&line);
            }
        }
    }
}

/// Chooses lines between the ends that fit what these leave of `room`.
pub(super) fn choose<'a>(rules: &Rules, around: &'a Around, room: Budget, ready: &'a [Ready]) -> Chosen<'a> {
    let marker = marker_cost(rules);
    let mut choice = Choice {
        chosen: Chosen { lines: Sorted::default(), order: Vec::new() },
        around,
        marker,
        content: Table::new(),
    };
    let Some(mut left) = room.pay(marker) else { return choice.chosen };
    for line in ready.iter().filter(|line| line.tier < Tier::Warnings) {
        choice.take(line, &mut left);
    }
    let free = if rules.keep == Keep::None { 0.0 } else { FREE };
    let mut less = left.less_share_of(room, free);
    for line in ready.iter().filter(|line| line.tier >= Tier::Warnings && line.tier < Tier::Around) {
        choice.take(line, &mut less);
    }
    // Context of a line, the nearest first.
    for _ in 0..AROUND {
        for line in ready.iter().filter(|line| line.tier >= Tier::Around) {
            if choice.markers(line).is_some_and(|markers| markers <= 0) {
                choice.take(line, &mut less);
            }
        }
    }
    // A gap that is shorter than its marker.
    for line in ready {
        choice.fill(line, &mut less);
    }
    choice.chosen
}

/// The most that a marker takes, on a line of its own.
fn marker_cost(rules: &Rules) -> Size {
    let widest = |_| 99_999;
    let text = rules.marker.render(widest);
    let breaks = usize::from(rules.marker.needs_break_after());
    let tokens = if rules.limits.tokens.is_some() { estimate_tokens(&text) + 1 } else { 0 };
    rules.marker.size(widest).plus_ascii(breaks, breaks).and_tokens(tokens)
}

struct Choice<'a> {
    chosen: Chosen<'a>,
    around: &'a Around,
    marker: Size,
    content: Table,
}

impl<'a> Choice<'a> {
    /// Returns how many markers this line adds; `None` if it cannot be kept.
    fn markers(&self, ready: &Ready) -> Option<i32> {
        let (around, lines, line) = (self.around, &self.chosen.lines, ready.number);
        let place = lines.position(&line).err().filter(|_| around.holds(ready))?;
        let before =
            place.checked_sub(1).and_then(|place| lines.entry(place)).map_or(around.first, |(line, _)| line + 1);
        let after = lines.entry(place).map_or(around.end, |(line, _)| *line);
        let markers = i32::from(before < line) + i32::from(line + 1 < after) - 1;
        // A line that is also in an end closes no gap.
        let partly = line < around.first || line >= around.end;
        Some(if partly { markers.max(0) } else { markers })
    }

    fn take(&mut self, line: &'a Ready, left: &mut Budget) {
        let Some(markers) = self.markers(line) else { return };
        if line.blank && markers >= 0 {
            return;
        }
        if line.content.is_some_and(|content| self.content.get(content).is_some()) {
            return;
        }
        let paid = match markers {
            1 => left.pay(line.size).and_then(|left| left.pay(self.marker)),
            0 => left.pay(line.size),
            _ => left.get_back(self.marker).pay(line.size),
        };
        if let Some(paid) = paid {
            *left = paid;
            self.chosen.lines.get_or_insert_with(line.number, || line);
            self.chosen.order.push(line.number);
            if let Some(content) = line.content {
                self.content.insert(content);
            }
        }
    }

    /// Takes a line that closes a gap and is not much longer than the marker in its place.
    fn fill(&mut self, line: &'a Ready, left: &mut Budget) {
        if self.markers(line) != Some(-1) || line.size.chars > 2 * self.marker.chars {
            return;
        }
        if let Some(paid) = left.get_back(self.marker).pay(line.size) {
            *left = paid;
            self.chosen.lines.get_or_insert_with(line.number, || line);
            self.chosen.order.push(line.number);
        }
    }
}
