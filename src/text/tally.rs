//! The numbers of a plan: what is omitted, kept and there in all.

use super::plan::Omitted;
use super::rules::Rules;
use crate::marker::Placeholder;
use crate::measure::{ends_open, tokens_sampled};
use crate::source::Source;

/// The sizes of the omitted middle, kept from one round of planning to the next: the middle is read once, and only
/// the difference when a cut moves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gap {
    known: Option<(usize, usize)>,
    utf16: usize,
    chars: usize,
    bytes: usize,
    newlines: usize,
}

impl Gap {
    /// The sizes between two positions, of those that the rules ask for.
    pub(crate) fn at<S: Source + ?Sized>(&mut self, source: &S, rules: &Rules, from: usize, to: usize) -> Self {
        let to = to.max(from);
        match self.known {
            Some((first, last)) if first < last && from < last && first < to => {
                self.shift(source, rules, from, first);
                self.shift(source, rules, last, to);
            }
            _ => {
                *self = Self::default();
                self.shift(source, rules, from, to);
            }
        }
        self.known = Some((from, to));
        *self
    }

    /// Adds what lies between two positions, or takes it away when they stand in the other order.
    fn shift<S: Source + ?Sized>(&mut self, source: &S, rules: &Rules, from: usize, to: usize) {
        if from == to {
            return;
        }
        let (low, high) = (from.min(to), from.max(to));
        let apply = |size: &mut usize, change: usize| {
            *size = if from < to { *size + change } else { size.saturating_sub(change) };
        };
        apply(&mut self.utf16, source.utf16(low, high));
        apply(&mut self.chars, source.chars(low, high));
        if rules.count.bytes {
            apply(&mut self.bytes, source.bytes(low, high));
        }
        if rules.count.lines {
            apply(&mut self.newlines, source.newlines(low, high));
        }
    }
}

/// All numbers that a marker can name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) omitted: Omitted,
    kept_chars: usize,
    total_bytes: usize,
    total_lines: usize,
    first_line: usize,
    limit: u64,
}

impl Tally {
    pub(crate) fn new<S: Source + ?Sized>(source: &S, rules: &Rules, gap: Gap, head: usize, tail: usize) -> Self {
        let len = source.len();
        let uses = |placeholder| rules.marker.uses(placeholder);
        let mut tally = Self {
            omitted: Omitted { utf16: gap.utf16, chars: gap.chars, ..Omitted::default() },
            limit: rules.limit,
            ..Self::default()
        };
        if uses(Placeholder::KeptChars) || uses(Placeholder::TotalChars) {
            tally.kept_chars = source.chars(0, head) + source.chars(tail, len);
        }
        if rules.count.bytes {
            tally.omitted.bytes = Some(gap.bytes);
            if uses(Placeholder::TotalBytes) {
                tally.total_bytes = gap.bytes + source.bytes(0, head) + source.bytes(tail, len);
            }
        }
        if rules.count.lines {
            tally.omitted.lines = Some(gap.newlines + usize::from(ends_open(source, head, tail)));
        }
        if uses(Placeholder::TotalLines) {
            let newlines = gap.newlines + source.newlines(0, head) + source.newlines(tail, len);
            tally.total_lines = newlines + usize::from(ends_open(source, 0, len));
        }
        if uses(Placeholder::FirstOmittedLine) || uses(Placeholder::LastOmittedLine) {
            tally.first_line = source.newlines(0, head) + 1;
        }
        if uses(Placeholder::OmittedTokens) {
            tally.count_tokens(source, head, tail);
        }
        tally
    }

    /// Estimates the omitted tokens, unless that is done.
    pub(crate) fn count_tokens<S: Source + ?Sized>(&mut self, source: &S, head: usize, tail: usize) {
        if self.omitted.tokens.is_none() {
            self.omitted.tokens = Some(tokens_sampled(source, head, tail, self.omitted.utf16));
        }
    }

    pub(crate) fn value(&self, placeholder: Placeholder) -> u64 {
        let lines = self.omitted.lines.unwrap_or_default();
        let value = match placeholder {
            Placeholder::OmittedChars => self.omitted.chars,
            Placeholder::OmittedBytes => self.omitted.bytes.unwrap_or_default(),
            Placeholder::OmittedLines => lines,
            Placeholder::OmittedTokens => self.omitted.tokens.unwrap_or_default(),
            Placeholder::TotalChars => self.omitted.chars + self.kept_chars,
            Placeholder::TotalBytes => self.total_bytes,
            Placeholder::TotalLines => self.total_lines,
            Placeholder::KeptChars => self.kept_chars,
            Placeholder::Limit => return self.limit,
            Placeholder::FirstOmittedLine => self.first_line,
            Placeholder::LastOmittedLine => (self.first_line + lines).saturating_sub(1),
        };
        value as u64
    }
}
