//! The middle of a rescued text: chosen lines in order, and a marker with its own counts for each gap.

use alloc::string::String;

use super::choose::Chosen;
use super::shorten::Ready;
use crate::facts::Sizes;
use crate::measure::ends_open;
use crate::source::Source;
use crate::text::cut::Cut;
use crate::text::plan::{Between, Plan};
use crate::text::rules::Rules;
use crate::text::select::Entry;
use crate::text::tally::{Tally, Total};

/// The marker of a gap names its chars from this many on.
const MUCH: u64 = 1000;

/// Positions of the ends, in lines and sizes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    /// The first line of which nothing is in the head, and the first of which something is in the tail.
    pub(super) first: usize,
    pub(super) end: usize,
    /// The first line of which something is missing, and the first of which nothing is.
    pub(super) gap_from: usize,
    gap_to: usize,
    head: Sizes,
    tail: Sizes,
}

impl Around {
    pub(super) fn of<S: Source + ?Sized>(source: &S, rules: &Rules, total: &Total, cut: Cut) -> Self {
        let len = source.len();
        let bytes = |from, to| if rules.count.bytes { source.bytes(from, to) } else { 0 };
        let sizes = |from, to| Sizes {
            chars: source.chars(from, to) as u64,
            utf16: source.utf16(from, to) as u64,
            bytes: bytes(from, to) as u64,
            newlines: source.newlines(from, to) as u64,
        };
        let (head, tail) = (sizes(0, cut.head), total.sizes.less(sizes(cut.tail, len)));
        let (gap_from, end) = (head.newlines as usize, tail.newlines as usize);
        let open_head = usize::from(ends_open(source, 0, cut.head));
        let last_open = cut.tail == len && ends_open(source, 0, len);
        let open_tail = usize::from(ends_open(source, cut.head, cut.tail));
        Self {
            first: gap_from + open_head,
            // Without a tail, a last line that no LF ends is one too.
            end: end + usize::from(last_open),
            gap_from,
            gap_to: end + open_tail,
            head,
            tail,
        }
    }
}

impl Around {
    /// Returns `true` if a line lies between the ends, or what is shown of it.
    pub(super) fn holds(&self, line: &Ready) -> bool {
        line.from.chars >= self.head.chars && line.to.chars <= self.tail.chars
    }

    /// Returns `true` if all of a line is in an end.
    pub(super) fn shows(&self, entry: &Entry) -> bool {
        entry.at.chars + entry.size.chars <= self.head.chars || entry.at.chars >= self.tail.chars
    }

    /// Returns `true` if the head stops within what is shown of a line.
    pub(super) fn head_splits(&self, line: &Ready) -> bool {
        line.from.chars < self.head.chars && self.head.chars < line.to.chars
    }

    pub(super) fn tail_splits(&self, line: &Ready) -> bool {
        line.from.chars < self.tail.chars && self.tail.chars < line.to.chars
    }
}

/// The plan that keeps the ends and the chosen lines between them.
pub(super) fn plan<S: Source + ?Sized>(source: &S, rules: &Rules, total: Total, cut: Cut, chosen: &Chosen) -> Plan {
    let around = Around::of(source, rules, &total, cut);
    let lines = || chosen.iter().filter(|line| around.holds(line));
    let kept = lines().fold(Sizes::default(), |kept, line| kept.plus(line.to.less(line.from)));
    let missing = around.tail.less(around.head).less(kept);
    // If every line is shown, a part of one is missing, which counts as one, like a cut within a line.
    let without = around.gap_to.saturating_sub(around.gap_from + lines().count()).max(1);
    let whole = Tally::of_gap(rules, &total, missing, without, around.gap_from, None);
    let mut text = chosen.note.clone().unwrap_or_default();
    let (mut at, mut next) = (around.head, around.gap_from);
    let mut carried = Sizes::default();
    let mut is_marked = false;
    let mut gap = |text: &mut String, at: Sizes, next: usize, from: Sizes, line: usize, partial: bool| {
        let missing = from.less(at).plus(carried);
        if line <= next {
            carried = missing;
            return;
        }
        carried = Sizes::default();
        is_marked = true;
        let tally = Tally::of_gap(rules, &total, missing, line - next, next, Some(&whole));
        // Lines alone say enough of a short gap.
        let gaps = rules.gaps.as_ref().filter(|_| !partial);
        let marker = gaps.map_or(&rules.marker, |[long, short]| if missing.chars < MUCH { short } else { long });
        text.push_str(&marker.render(|placeholder| tally.value(placeholder)));
        if rules.marker.needs_break_after() {
            text.push('\n');
        }
    };
    let mut partial = ends_open(source, 0, cut.head);
    for line in lines() {
        gap(&mut text, at, next, line.from, line.number, partial || line.partial);
        partial = line.partial;
        text.push_str(&line.text);
        (at, next) = (line.to, line.number + 1);
    }
    gap(&mut text, at, next, around.tail, around.gap_to, partial || ends_open(source, cut.head, cut.tail));
    // Partly shown lines leave no gap between them, but one marker still reports the omission.
    if !is_marked {
        if rules.marker.needs_break_before() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(&rules.marker.render(|placeholder| whole.value(placeholder)));
        if rules.marker.needs_break_after() {
            text.push('\n');
        }
    }
    let break_before = rules.marker.needs_break_before() && ends_open(source, 0, cut.head);
    // At the very end of the result nothing has to be ended.
    if cut.tail == source.len() && rules.marker.needs_break_after() && (!is_marked || next < around.gap_to) {
        text.pop();
    }
    let size = crate::marker::Size::of(&text);
    Plan {
        head: cut.head,
        tail: cut.tail,
        break_before,
        break_after: false,
        omitted: whole.omitted,
        tally: whole,
        between: Some(Between { text, size }),
    }
}
