//! The numbers of a plan: what is omitted, kept and there in all.

use super::rules::Rules;
use super::select::Mark;
use crate::event::Omitted;
use crate::marker::Placeholder;
use crate::measure::{ends_open, tokens_sampled};
use crate::source::Source;

/// The sizes of the whole input, of those that the rules ask for: one pass, and what is kept is taken off.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Total {
    pub(crate) chars: usize,
    pub(crate) utf16: usize,
    pub(crate) bytes: usize,
    pub(crate) newlines: usize,
    lines: usize,
}

impl Total {
    /// With the lines, whether or not somebody asks for them.
    pub(crate) fn with_lines<S: Source + ?Sized>(source: &S, rules: &Rules) -> Self {
        let total = Self::of(source, rules);
        let newlines = if rules.count.lines { total.newlines } else { source.newlines(0, source.len()) };
        Self { newlines, lines: newlines + usize::from(ends_open(source, 0, source.len())), ..total }
    }

    pub(crate) fn of<S: Source + ?Sized>(source: &S, rules: &Rules) -> Self {
        let len = source.len();
        Self {
            chars: source.chars(0, len),
            utf16: source.utf16(0, len),
            bytes: if rules.count.bytes { source.bytes(0, len) } else { 0 },
            newlines: if rules.count.lines { source.newlines(0, len) } else { 0 },
            lines: 0,
        }
    }
}

/// All numbers that a marker can name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) omitted: Omitted,
    total_chars: usize,
    total_bytes: usize,
    total_lines: usize,
    first_line: usize,
    limit: u64,
    /// What all gaps together leave.
    kept_chars: usize,
}

impl Tally {
    pub(crate) fn new<S: Source + ?Sized>(source: &S, rules: &Rules, total: Total, head: usize, tail: usize) -> Self {
        let len = source.len();
        let tail = tail.max(head);
        let uses = |placeholder| rules.marker.uses(placeholder);
        let mut tally = Self {
            omitted: Omitted {
                chars: total.chars.saturating_sub(source.chars(0, head) + source.chars(tail, len)),
                utf16: total.utf16.saturating_sub(source.utf16(0, head) + source.utf16(tail, len)),
                ..Omitted::default()
            },
            total_chars: total.chars,
            total_bytes: total.bytes,
            limit: rules.limit,
            ..Self::default()
        };
        tally.kept_chars = total.chars - tally.omitted.chars;
        if rules.count.bytes {
            let kept = source.bytes(0, head) + source.bytes(tail, len);
            tally.omitted.bytes = Some(total.bytes.saturating_sub(kept));
        }
        if rules.count.lines {
            let before = source.newlines(0, head);
            let newlines = total.newlines.saturating_sub(before + source.newlines(tail, len));
            tally.omitted.lines = Some(newlines + usize::from(ends_open(source, head, tail)));
            tally.first_line = before + 1;
            tally.total_lines = total.newlines + usize::from(ends_open(source, 0, len));
        }
        if uses(Placeholder::OmittedTokens) {
            tally.count_tokens(source, head, tail);
        }
        tally
    }

    /// The numbers of one of several gaps, or of all of them: `whole` says what they leave together.
    pub(crate) fn of_gap(
        rules: &Rules,
        total: &Total,
        missing: Mark,
        lines: usize,
        lines_before: usize,
        whole: Option<&Self>,
    ) -> Self {
        let kept_chars = whole.map_or(total.chars.saturating_sub(missing.chars), |whole| whole.kept_chars);
        Self {
            omitted: Omitted {
                chars: missing.chars,
                utf16: missing.utf16,
                bytes: rules.count.bytes.then_some(missing.bytes),
                lines: rules.count.lines.then_some(lines),
                tokens: None,
            },
            total_chars: total.chars,
            total_bytes: total.bytes,
            total_lines: total.lines,
            first_line: lines_before + 1,
            limit: rules.limit,
            kept_chars,
        }
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
            Placeholder::TotalChars => self.total_chars,
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
