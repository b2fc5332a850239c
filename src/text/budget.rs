//! The remaining budget while planning, in each limited unit.

use crate::marker::Size;
use crate::measure::{ends_open, tokens_between, tokens_within};
use crate::source::Source;

use super::tokens;

/// Room in each unit that is limited. Units add up: what one end takes is taken off for the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Budget {
    pub(crate) chars: Option<usize>,
    pub(crate) utf16: Option<usize>,
    pub(crate) bytes: Option<usize>,
    pub(crate) newlines: Option<usize>,
    pub(crate) tokens: Option<usize>,
    /// The bytes that tokens may stand for.
    pub(crate) span: Option<usize>,
}

impl Size {
    /// With these tokens.
    pub(crate) fn and_tokens(self, tokens: usize) -> Self {
        Self { tokens, ..self }
    }

    /// One more of each.
    pub(crate) fn and_one(self) -> Self {
        Self {
            chars: self.chars + 1,
            utf16: self.utf16 + 1,
            bytes: self.bytes + 1,
            newlines: self.newlines + 1,
            tokens: self.tokens + 1,
        }
    }

    /// The larger of the two in each unit.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            chars: self.chars.max(other.chars),
            utf16: self.utf16.max(other.utf16),
            bytes: self.bytes.max(other.bytes),
            newlines: self.newlines.max(other.newlines),
            tokens: self.tokens.max(other.tokens),
        }
    }
}

impl Budget {
    /// What a text of this size takes of each unit.
    fn of(size: Size) -> Self {
        Self {
            chars: Some(size.chars),
            utf16: Some(size.utf16),
            bytes: Some(size.bytes),
            newlines: Some(size.newlines),
            tokens: Some(size.tokens),
            span: Some(size.bytes),
        }
    }

    /// Each limited unit as `each` makes it of its own room and the other's.
    fn zip(self, other: Self, each: impl Fn(usize, usize) -> usize) -> Self {
        let unit = |room: Option<usize>, other: Option<usize>| room.map(|room| each(room, other.unwrap_or_default()));
        Self {
            chars: unit(self.chars, other.chars),
            utf16: unit(self.utf16, other.utf16),
            bytes: unit(self.bytes, other.bytes),
            newlines: unit(self.newlines, other.newlines),
            tokens: unit(self.tokens, other.tokens),
            span: unit(self.span, other.span),
        }
    }

    /// The budget less the reserve; nothing when the reserve takes more than a limit has. The bytes that tokens may stand
    /// for are no such limit.
    pub(crate) fn reserve(self, reserve: Size) -> Option<Self> {
        let span = self.span.map(|span| span.saturating_sub(reserve.bytes));
        Some(Self { span, ..Self { span: None, ..self }.pay(reserve)? })
    }

    /// With the line of the tail that has no LF, where one ends the text: it is reserved, and shared like the others.
    pub(crate) fn and_open_line<S: Source + ?Sized>(self, source: &S) -> Self {
        let newlines = self.newlines.map(|lines| lines.saturating_add(usize::from(ends_open(source, 0, source.len()))));
        Self { newlines, ..self }
    }

    /// A share of it, rounded down.
    pub(crate) fn share(self, share: f64) -> Self {
        self.zip(self, |room, _| (room as f64 * share) as usize)
    }

    /// Lowers the limit of chars.
    pub(crate) fn at_most(mut self, chars: Option<usize>) -> Self {
        if let Some(most) = chars {
            self.chars = Some(self.chars.map_or(most, |chars| chars.min(most)));
        }
        self
    }

    /// The budget after a text of this size; none if it does not suffice.
    pub(crate) fn pay(self, size: Size) -> Option<Self> {
        let left = self.zip(Self::of(size), usize::saturating_sub);
        (left.get_back(size) == self).then_some(left)
    }

    /// Returns `true` if it has at least what another has.
    pub(crate) fn covers(self, other: Self) -> bool {
        self.zip(other, usize::max) == self
    }

    /// With what a text of this size took.
    pub(crate) fn get_back(self, size: Size) -> Self {
        self.zip(Self::of(size), usize::saturating_add)
    }

    /// Without the tokens, whose reach costs a reading.
    pub(crate) fn but_tokens(self) -> Self {
        Self { tokens: None, ..self }
    }

    /// True when the tokens between two positions are paid for.
    pub(crate) fn pays_tokens<S: Source + ?Sized>(self, source: &S, from: usize, to: usize) -> bool {
        // No unit of any owner is more than three bytes.
        let near = |span: usize| to.saturating_sub(from) <= span / 3 || source.bytes(from, to) <= span;
        self.span.is_none_or(near) && self.tokens.is_none_or(|room| tokens_within(source, from, to, room))
    }

    /// The budget after the text between two positions.
    pub(crate) fn less<S: Source + ?Sized>(self, source: &S, from: usize, to: usize) -> Self {
        if from >= to {
            return self;
        }
        let less = |room: Option<usize>, size: &dyn Fn() -> usize| room.map(|room| room.saturating_sub(size()));
        Self {
            chars: less(self.chars, &|| source.chars(from, to)),
            utf16: less(self.utf16, &|| source.utf16(from, to)),
            bytes: less(self.bytes, &|| source.bytes(from, to)),
            newlines: less(self.newlines, &|| source.newlines(from, to)),
            tokens: less(self.tokens, &|| tokens_between(source, from, to)),
            span: less(self.span, &|| source.bytes(from, to)),
        }
    }

    /// The furthest position after `from` that it pays for.
    pub(crate) fn reach<S: Source + ?Sized>(self, source: &S, from: usize, to: usize) -> usize {
        let mut end = to;
        if let Some(room) = self.chars {
            end = source.skip_chars(from, end, room);
        }
        if let Some(room) = self.utf16 {
            end = source.skip_utf16(from, end, room);
        }
        if let Some(room) = self.bytes {
            end = source.skip_bytes(from, end, room);
        }
        if let Some(room) = self.newlines {
            end = skip_newlines(source, from, end, room);
        }
        match (self.tokens, self.span) {
            (Some(room), span) => tokens::skip(source, from, end, room, span),
            // No unit is less than a byte: what is further away is too far for sure.
            (None, Some(span)) => source.align(from.saturating_add(span).min(end)),
            (None, None) => end,
        }
    }

    /// The furthest position before `to` that it pays for.
    pub(crate) fn reach_back<S: Source + ?Sized>(self, source: &S, from: usize, to: usize) -> usize {
        let mut start = from;
        if let Some(room) = self.chars {
            start = source.skip_chars_back(start, to, room);
        }
        if let Some(room) = self.utf16 {
            start = source.skip_utf16_back(start, to, room);
        }
        if let Some(room) = self.bytes {
            start = source.skip_bytes_back(start, to, room);
        }
        if let Some(room) = self.newlines {
            start = skip_newlines_back(source, start, to, room);
        }
        match (self.tokens, self.span) {
            (Some(room), span) => tokens::skip_back(source, start, to, room, span),
            (None, Some(span)) => source.align(to.saturating_sub(span).max(start)),
            (None, None) => start,
        }
    }
}

/// Up to, but not past, the LF that would be one too many.
fn skip_newlines<S: Source + ?Sized>(source: &S, from: usize, to: usize, count: usize) -> usize {
    let mut at = from;
    for taken in 0..=count {
        match source.newline_after(at, to) {
            Some(end) if taken == count => return end - 1,
            Some(end) => at = end,
            None => break,
        }
    }
    to
}

fn skip_newlines_back<S: Source + ?Sized>(source: &S, from: usize, to: usize, count: usize) -> usize {
    let mut at = to;
    for taken in 0..=count {
        match source.newline_before(from, at) {
            Some(end) if taken == count => return end,
            Some(end) => at = end - 1,
            None => break,
        }
    }
    from
}
