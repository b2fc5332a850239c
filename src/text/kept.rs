//! Pieces of a text that stand in its result, as ranges of the text.

use alloc::vec;
use alloc::vec::Vec;

use super::Trimmer;
use super::plan::Plan;
use crate::event::Unit;
use crate::facts::Sizes;
use crate::measure::size_in;
use crate::plain::PLAIN;
use crate::source::Source;

/// A rescued line, or the part of it that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Byte offset in the text between the ends.
    pub(crate) at: usize,
    pub(crate) from: Sizes,
    pub(crate) to: Sizes,
}

impl Piece {
    /// Returns where it ends in the text between the ends.
    fn end(&self) -> usize {
        self.at + self.to.less(self.from).bytes as usize
    }
}

/// A size in chars or UTF-16 units, or else in bytes.
fn in_unit(sizes: Sizes, unit: Unit) -> u64 {
    match unit {
        Unit::Chars => sizes.chars,
        Unit::Utf16 => sizes.utf16,
        _ => sizes.bytes,
    }
}

/// The ranges of a text that is kept whole.
pub(super) fn whole(text: &str, unit: Unit) -> Vec<(u64, u64)> {
    let mut kept = Vec::new();
    add(&mut kept, false, (0, size_in(text, unit)));
    kept
}

/// Adds a range: to the one before if they stand side by side in the result and in the text.
fn add(kept: &mut Vec<(u64, u64)>, joins: bool, (from, to): (u64, u64)) {
    match kept.last_mut() {
        Some(last) if joins && last.1 == from => last.1 = to,
        _ if from < to => kept.push((from, to)),
        _ => {}
    }
}

impl Plan {
    /// Returns `true` if the result may hold more than the two ends.
    #[must_use]
    pub fn has_pieces(&self) -> bool {
        !PLAIN && self.between.is_some()
    }

    /// The kept ranges in chars, UTF-16 units or bytes, given the end of the head, the start of the tail and its end.
    #[must_use]
    pub fn kept(&self, unit: Unit, [head, tail, end]: [u64; 3]) -> Vec<(u64, u64)> {
        let mut kept = Vec::new();
        add(&mut kept, false, (0, head));
        let mut joins = false;
        if let Some(between) = self.between.as_ref().filter(|_| !PLAIN) {
            // Where the last piece ends in the text between.
            let mut last = self.before.is_empty().then_some(0);
            for piece in &between.pieces {
                add(&mut kept, last == Some(piece.at), (in_unit(piece.from, unit), in_unit(piece.to, unit)));
                last = Some(piece.end());
            }
            joins = self.after.is_empty() && last == Some(between.text.len());
        }
        add(&mut kept, joins, (tail, end));
        kept
    }
}

impl Trimmer {
    /// The kept ranges of a plan; `settled` is its result if that was cleaned again.
    pub(super) fn kept(&self, source: &dyn Source, plan: &Plan, settled: Option<&str>) -> Vec<(u64, u64)> {
        let (unit, len) = (self.rules.positions, source.len());
        let (head, last) = (size(source, unit, 0, plan.head), size(source, unit, plan.tail, len));
        let end = size(source, unit, 0, len) + source.facts().map_or(0, |facts| in_unit(facts.hole, unit));
        let tail = end.saturating_sub(last);
        let Some(text) = settled.filter(|_| !PLAIN) else { return plan.kept(unit, [head, tail, end]) };
        let (mut first, mut last) = (Vec::new(), Vec::new());
        let mut parts = vec![(0, source.read(0, plan.head, &mut first))];
        if let Some(between) = &plan.between {
            let piece = |piece: &Piece| {
                (in_unit(piece.from, unit), between.text.get(piece.at..piece.end()).unwrap_or_default())
            };
            parts.extend(between.pieces.iter().map(piece));
        }
        parts.push((tail, source.read(plan.tail, len, &mut last)));
        left(&parts, text, unit)
    }
}

/// The size of a part in chars, UTF-16 units or bytes.
#[inline(never)]
fn size(source: &dyn Source, unit: Unit, from: usize, to: usize) -> u64 {
    let size = match unit {
        Unit::Chars => source.chars(from, to),
        Unit::Utf16 => source.utf16(from, to),
        _ => source.bytes(from, to),
    };
    size as u64
}

/// The ranges of what is left of parts in a text, in order: an end as it was, of others the lines that are found again.
fn left(parts: &[(u64, &str)], text: &str, unit: Unit) -> Vec<(u64, u64)> {
    let (mut rest, mut lines, mut kept, mut tail) = (text, Vec::new(), Vec::new(), (0, 0));
    let mut joins = false;
    for (index, &(mut from, part)) in parts.iter().enumerate() {
        let range = (from, from + size_in(part, unit));
        if index == 0
            && let Some(after) = rest.strip_prefix(part)
        {
            rest = after;
            add(&mut kept, false, range);
            joins = part.ends_with('\n');
        } else if index + 1 == parts.len()
            && let Some(before) = rest.strip_suffix(part)
        {
            rest = before;
            tail = range;
        } else {
            for line in part.split_inclusive('\n') {
                let to = from + size_in(line, unit);
                lines.push((line, (from, to)));
                from = to;
            }
        }
    }
    let mut lines = &*lines;
    for line in rest.split_inclusive('\n') {
        // A part may end within a line, which a break then ends.
        let is_same = |&(known, _): &(&str, _)| known == line || line.strip_suffix('\n') == Some(known);
        let found = lines.iter().position(is_same).and_then(|at| lines.get(at..)?.split_first());
        if let Some((&(known, range), later)) = found {
            add(&mut kept, joins, range);
            (lines, joins) = (later, known.ends_with('\n'));
        } else {
            joins = false;
        }
    }
    add(&mut kept, joins, tail);
    kept
}
