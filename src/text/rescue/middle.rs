//! The middle of a rescued text: chosen lines in order, and a marker with its own counts for each gap.

use alloc::string::String;
use alloc::vec::Vec;

use super::choose::Chosen;
use super::shorten::Ready;
use crate::facts::Sizes;
use crate::measure::ends_open;
use crate::source::Source;
use crate::text::cut::Cut;
use crate::text::earlier::Earlier;
use crate::text::kept::Piece;
use crate::text::plan::{Between, Plan, beginning, ending};
use crate::text::rules::Rules;
use crate::text::select::Entry;
use crate::text::tally::{Tally, Total};

/// The end of a part of a line.
const SEAM: &str = "\u{2026}\n";

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

/// Returns `true` if `\u{2026}` marks the cut ends of lines. Here our own marker stands on a line of its own, whatever snaps.
pub(super) fn marks(rules: &Rules) -> bool {
    rules.marks || rules.gaps.is_some()
}

/// The plan that keeps the ends and the chosen lines between them.
pub(super) fn plan<S: Source + ?Sized>(
    source: &S,
    rules: &Rules,
    total: Total,
    cut: Cut,
    chosen: &Chosen,
    earlier: &Earlier,
) -> Plan {
    let around = Around::of(source, rules, &total, cut);
    let lines = || chosen.iter().filter(|line| around.holds(line));
    let kept = lines().fold(Sizes::default(), |kept, line| kept.plus(line.to.less(line.from)));
    let missing = around.tail.less(around.head).less(kept);
    // If every line is shown, a part of one is missing, which counts as one, like a cut within a line.
    let mut parts = lines().map(|line| line.line).collect::<Vec<_>>();
    parts.dedup();
    let without = around.gap_to.saturating_sub(around.gap_from + parts.len()).max(1);
    let whole = Tally::of_gap(rules, &total, missing, without, around.gap_from, None);
    let mut text = chosen.note.clone().unwrap_or_default();
    let mut pieces = Vec::new();
    let (mut at, mut next) = (around.head, around.gap_from);
    let mut carried = Sizes::default();
    let mut at_least = false;
    let mut is_marked = false;
    let mut gap = |text: &mut String, at: Sizes, next: usize, from: Sizes, line: usize, partial: bool| {
        let missing = from.less(at).plus(carried);
        at_least |= earlier.is_in(at.utf16, from.utf16);
        if line <= next {
            carried = missing;
            return;
        }
        let part = carried.chars > 0;
        carried = Sizes::default();
        is_marked = true;
        let tally = Tally::of_gap(rules, &total, missing, line - next, next, Some(&whole));
        let gaps = rules.gaps.as_ref();
        let least = core::mem::take(&mut at_least);
        let partial = partial || part;
        let chars = if chosen.brief { 0 } else { missing.chars };
        let marker = gaps.map_or(&rules.marker, |gaps| gaps.marker(least, partial, chars));
        text.push_str(&marker.render(|placeholder| tally.value(placeholder)));
        if rules.marker.needs_break_after() {
            text.push('\n');
        }
    };
    let mut partial = ends_open(source, 0, cut.head);
    // The position of the last gap in the text, and the index of the piece after it.
    let mut last = (0, 0);
    for line in lines() {
        if at.chars < line.from.chars {
            last = (text.len(), pieces.len());
        }
        gap(&mut text, at, next, line.from, line.line, partial || line.partial);
        partial = line.partial;
        let (mut shown, mut lead) = (&*line.text, line.lead);
        if at.chars == line.from.chars && next == line.line + 1 && text.ends_with(SEAM) {
            // Parts of a line that follow each other.
            text.truncate(text.len() - SEAM.len());
            (shown, lead) = (shown.get(lead..).unwrap_or_default(), 0);
        }
        pieces.push(Piece { at: text.len() + lead, from: line.from, to: line.to });
        text.push_str(shown);
        (at, next) = (line.to, line.line + 1);
    }
    if at.chars < around.tail.chars {
        last = (text.len(), pieces.len());
    }
    gap(&mut text, at, next, around.tail, around.gap_to, partial || ends_open(source, cut.head, cut.tail));
    // Partly shown lines leave no gap between them, but one marker still reports the omission.
    let mut ends_marked = next < around.gap_to;
    if !is_marked {
        let (place, piece) = last;
        let rest = text.split_off(place);
        // The end of a head that is cut brings its own break.
        let begins = text.is_empty() && !rest.is_empty();
        if rules.marker.needs_break_before() && !text.ends_with('\n') && !begins {
            text.push('\n');
        }
        let at_least = earlier.is_in(around.head.utf16, around.tail.utf16);
        let marker = rules.gaps.as_ref().map_or(&rules.marker, |gaps| gaps.marker(at_least, true, 0));
        text.push_str(&marker.render(|placeholder| whole.value(placeholder)));
        if rules.marker.needs_break_after() {
            text.push('\n');
        }
        let added = text.len() - place;
        pieces.iter_mut().skip(piece).for_each(|piece| piece.at += added);
        text.push_str(&rest);
        ends_marked = rest.is_empty();
    }
    // At the very end of the result nothing has to be ended.
    if cut.tail == source.len() && rules.marker.needs_break_after() && ends_marked {
        text.pop();
    }
    let size = crate::marker::Size::of(&text);
    Plan {
        head: cut.head,
        tail: cut.tail,
        before: ending(source, rules, cut.head, marks(rules)),
        after: beginning(source, cut.tail, marks(rules)),
        at_least: false,
        omitted: whole.omitted,
        tally: whole,
        between: Some(Between { text, pieces, size }),
    }
}
