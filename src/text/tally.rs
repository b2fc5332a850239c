//! The numbers of a plan: what is omitted, kept and there in all.

use super::rules::Rules;
use crate::event::{Omitted, Unit};
use crate::facts::{Input, Sizes};
use crate::marker::Placeholder;
use crate::measure::{ends_open, tokens_of, tokens_sampled};
use crate::source::Source;

/// The sizes of the whole text, of those that the rules ask for: one pass, and what is kept is taken off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Total {
    pub(crate) sizes: Sizes,
    /// Lines of the input, if requested.
    lines: u64,
    /// The same text before it was cleaned.
    input: Option<Input>,
}

impl Total {
    /// Counts with lines in any case.
    pub(crate) fn with_lines<S: Source + ?Sized>(source: &S, rules: &Rules) -> Self {
        let mut total = Self::of(source, rules);
        let len = source.len();
        if !rules.count.lines {
            total.sizes.newlines += source.newlines(0, len) as u64;
        }
        total.lines = total.input_lines(source);
        total
    }

    fn input_lines<S: Source + ?Sized>(&self, source: &S) -> u64 {
        match self.input {
            Some(input) => input.sizes.newlines + u64::from(input.ends_open),
            None => self.sizes.newlines + u64::from(ends_open(source, 0, source.len())),
        }
    }

    pub(crate) fn of<S: Source + ?Sized>(source: &S, rules: &Rules) -> Self {
        let len = source.len();
        let (hole, input) = source.facts().map(|facts| (facts.hole, facts.input)).unwrap_or_default();
        let sizes = Sizes {
            chars: source.chars(0, len) as u64,
            utf16: source.utf16(0, len) as u64,
            bytes: if rules.count.bytes { source.bytes(0, len) as u64 } else { 0 },
            newlines: if rules.count.lines { source.newlines(0, len) as u64 } else { 0 },
        };
        Self { sizes: sizes.plus(hole), lines: 0, input }
    }
}

/// All numbers that a marker can name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) omitted: Omitted,
    total: Total,
    /// Lines of which something is missing, for the marker.
    lines: u64,
    first_line: u64,
    limit: u64,
    reference: u64,
    /// Chars kept by all gaps together.
    kept_chars: u64,
}

/// UTF-16 units up to which all tokens of a text are counted, so that none of its parts is said to have more.
const COUNTED: u64 = 1 << 17;

impl Tally {
    pub(crate) fn new<S: Source + ?Sized>(source: &S, rules: &Rules, total: Total, head: usize, tail: usize) -> Self {
        let len = source.len();
        let tail = tail.max(head);
        let sizes = total.sizes;
        let less = |total: u64, kept: usize| total.saturating_sub(kept as u64);
        let mut tally = Self {
            omitted: Omitted {
                chars: less(sizes.chars, source.chars(0, head) + source.chars(tail, len)),
                utf16: less(sizes.utf16, source.utf16(0, head) + source.utf16(tail, len)),
                ..Omitted::default()
            },
            total,
            limit: rules.limit,
            reference: rules.reference,
            ..Self::default()
        };
        tally.kept_chars = sizes.chars - tally.omitted.chars;
        if rules.count.bytes {
            tally.omitted.bytes = Some(less(sizes.bytes, source.bytes(0, head) + source.bytes(tail, len)));
        }
        if rules.count.lines {
            let before = source.newlines(0, head);
            let newlines = less(sizes.newlines, before + source.newlines(tail, len));
            tally.lines = newlines + u64::from(ends_open(source, head, tail));
            tally.omitted.lines = rules.tells_lines.then_some(tally.lines);
            tally.first_line = before as u64 + 1;
            tally.total.lines = total.input_lines(source);
        }
        if rules.marker.uses(Placeholder::OmittedTokens) {
            tally.count_tokens(source, head, tail);
        }
        tally
    }

    /// Returns the numbers of one of several gaps, or of all: `whole` holds their common ones.
    pub(crate) fn of_gap(
        rules: &Rules,
        total: &Total,
        missing: Sizes,
        lines: usize,
        lines_before: usize,
        whole: Option<&Self>,
    ) -> Self {
        let kept_chars = whole.map_or(total.sizes.chars.saturating_sub(missing.chars), |whole| whole.kept_chars);
        Self {
            omitted: Omitted {
                chars: missing.chars,
                utf16: missing.utf16,
                bytes: rules.count.bytes.then_some(missing.bytes),
                lines: rules.tells_lines.then_some(lines as u64),
                tokens: None,
            },
            total: *total,
            lines: lines as u64,
            first_line: lines_before as u64 + 1,
            limit: rules.limit,
            reference: rules.reference,
            kept_chars,
        }
    }

    /// Estimates the omitted tokens, unless that is done.
    pub(crate) fn count_tokens<S: Source + ?Sized>(&mut self, source: &S, head: usize, tail: usize) {
        if self.omitted.tokens.is_none() {
            let total = self.total.sizes.utf16;
            let sampled = tokens_sampled(source, head, tail, self.omitted.utf16, total);
            // Samples may fall on dense places, and a cut in a run makes two runs: no part has more than the whole. To count
            // all of a long text would cost more than the trim.
            let counts = total <= COUNTED;
            self.omitted.tokens = Some(if counts { sampled.min(tokens_of(source)) } else { sampled });
        }
    }

    /// The size of the input in a unit that the rules count.
    pub(crate) fn size_before<S: Source + ?Sized>(&self, source: &S, unit: Unit) -> u64 {
        let sizes = self.total.input.map_or(self.total.sizes, |input| input.sizes);
        match unit {
            Unit::Chars => sizes.chars,
            Unit::Utf16 => sizes.utf16,
            Unit::Bytes => sizes.bytes,
            Unit::Lines => self.total.lines,
            Unit::Tokens => match self.total.input {
                Some(input) => input.tokens,
                None => tokens_sampled(source, 0, source.len(), sizes.utf16, sizes.utf16),
            },
        }
    }

    pub(crate) fn value(&self, placeholder: Placeholder) -> u64 {
        let lines = self.lines;
        let input = self.total.input.map_or(self.total.sizes, |input| input.sizes);
        match placeholder {
            Placeholder::OmittedChars => self.omitted.chars,
            Placeholder::OmittedBytes => self.omitted.bytes.unwrap_or_default(),
            Placeholder::OmittedLines => lines,
            Placeholder::OmittedTokens => self.omitted.tokens.unwrap_or_default(),
            Placeholder::TotalChars => input.chars,
            Placeholder::TotalBytes => input.bytes,
            Placeholder::TotalLines => self.total.lines,
            Placeholder::KeptChars => self.kept_chars,
            Placeholder::Limit => self.limit,
            Placeholder::FirstOmittedLine => self.first_line,
            Placeholder::Ref => self.reference,
            Placeholder::LastOmittedLine => (self.first_line + lines).saturating_sub(1),
        }
    }
}
