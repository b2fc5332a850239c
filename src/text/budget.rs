//! The remaining budget while planning, in each limited unit.

use super::rules::Rules;
use crate::marker::Size;
use crate::measure::{tokens_between, tokens_within};
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

/// Deducts the marker and the breaks around it from the limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reserve {
    pub(crate) chars: usize,
    pub(crate) utf16: usize,
    pub(crate) bytes: usize,
    pub(crate) lines: usize,
    pub(crate) tokens: usize,
}

impl Reserve {
    /// Adds a limit of tokens.
    pub(crate) fn and_tokens(self, tokens: usize) -> Self {
        Self { tokens, ..self }
    }

    /// One more of each.
    pub(crate) fn and_one(self) -> Self {
        Self {
            chars: self.chars + 1,
            utf16: self.utf16 + 1,
            bytes: self.bytes + 1,
            lines: self.lines + 1,
            tokens: self.tokens + 1,
        }
    }

    /// The larger of the two in each unit.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            chars: self.chars.max(other.chars),
            utf16: self.utf16.max(other.utf16),
            bytes: self.bytes.max(other.bytes),
            lines: self.lines.max(other.lines),
            tokens: self.tokens.max(other.tokens),
        }
    }
}

impl Budget {
    /// The limits less the reserve; nothing when the reserve takes more than a limit has.
    pub(crate) fn new(rules: &Rules, reserve: Reserve) -> Option<Self> {
        let over = |limit: Option<usize>, reserved: usize| limit.is_some_and(|limit| limit < reserved);
        let none = over(rules.chars, reserve.chars)
            || over(rules.utf16, reserve.utf16)
            || over(rules.bytes, reserve.bytes)
            || over(rules.lines, reserve.lines)
            || over(rules.tokens, reserve.tokens);
        (!none).then(|| Self {
            chars: rules.chars.map(|limit| limit - reserve.chars),
            utf16: rules.utf16.map(|limit| limit - reserve.utf16),
            bytes: rules.bytes.map(|limit| limit - reserve.bytes),
            newlines: rules.lines.map(|limit| limit - reserve.lines),
            tokens: rules.tokens.map(|limit| limit - reserve.tokens),
            span: rules.span.map(|limit| limit.saturating_sub(reserve.bytes)),
        })
    }

    fn map(self, each: impl Fn(usize) -> usize) -> Self {
        Self {
            chars: self.chars.map(&each),
            utf16: self.utf16.map(&each),
            bytes: self.bytes.map(&each),
            newlines: self.newlines.map(&each),
            tokens: self.tokens.map(&each),
            span: self.span.map(&each),
        }
    }

    /// A share of it, rounded down.
    pub(crate) fn share(self, share: f64) -> Self {
        self.map(|room| (room as f64 * share) as usize)
    }

    /// Lowers the limit of chars.
    pub(crate) fn at_most(mut self, chars: Option<usize>) -> Self {
        if let Some(most) = chars {
            self.chars = Some(self.chars.map_or(most, |chars| chars.min(most)));
        }
        self
    }

    /// The budget after a text of this size and these tokens; none if it does not suffice.
    pub(crate) fn pay(self, size: Size, tokens: usize) -> Option<Self> {
        let pay = |room: Option<usize>, size: usize| match room {
            Some(room) => room.checked_sub(size).map(Some),
            None => Some(None),
        };
        Some(Self {
            chars: pay(self.chars, size.chars)?,
            utf16: pay(self.utf16, size.utf16)?,
            bytes: pay(self.bytes, size.bytes)?,
            newlines: pay(self.newlines, size.newlines)?,
            tokens: pay(self.tokens, tokens)?,
            span: pay(self.span, size.bytes)?,
        })
    }

    /// With what a text of this size took.
    pub(crate) fn get_back(self, size: Size, tokens: usize) -> Self {
        let add = |room: Option<usize>, size: usize| room.map(|room| room + size);
        Self {
            chars: add(self.chars, size.chars),
            utf16: add(self.utf16, size.utf16),
            bytes: add(self.bytes, size.bytes),
            newlines: add(self.newlines, size.newlines),
            tokens: add(self.tokens, tokens),
            span: add(self.span, size.bytes),
        }
    }

    /// Less a share of another budget.
    pub(crate) fn less_share_of(self, other: Self, share: f64) -> Self {
        let part = other.share(share);
        let less =
            |room: Option<usize>, part: Option<usize>| room.map(|room| room.saturating_sub(part.unwrap_or_default()));
        Self {
            chars: less(self.chars, part.chars),
            utf16: less(self.utf16, part.utf16),
            bytes: less(self.bytes, part.bytes),
            newlines: less(self.newlines, part.newlines),
            tokens: less(self.tokens, part.tokens),
            span: less(self.span, part.span),
        }
    }

    /// Without the break that ends a line which was cut.
    pub(crate) fn less_a_break(self) -> Option<Self> {
        let none = [self.chars, self.utf16, self.bytes, self.newlines].contains(&Some(0));
        let less = |room: Option<usize>| room.map(|room| room.saturating_sub(1));
        (!none).then(|| Self {
            chars: less(self.chars),
            utf16: less(self.utf16),
            bytes: less(self.bytes),
            newlines: less(self.newlines),
            tokens: self.tokens,
            span: less(self.span),
        })
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
