//! A JavaScript string as the core reads it.

use std::cell::Cell;

use tooltrim::{Bounds, Source};
use wasm_bindgen::JsValue;

use crate::host;

/// UTF-16 units that cross at a time when a whole text is read.
const PIECE: usize = 16 * 1024;

/// A string that stays in JavaScript; positions are UTF-16 units.
pub(crate) struct JsText<'a> {
    text: &'a JsValue,
    counter: &'a JsValue,
    len: usize,
    /// Up to here each unit is a char: a string without surrogates is all arithmetic.
    plain: usize,
    /// Chars that were counted last from a position on, and last up to one: the planner asks again for nearly the same.
    forward: Cell<Counted>,
    backward: Cell<Counted>,
}

/// So many chars stand between two positions.
#[derive(Clone, Copy, Default)]
struct Counted {
    from: usize,
    to: usize,
    chars: usize,
}

impl<'a> JsText<'a> {
    pub(crate) fn new(text: &'a JsValue, counter: &'a JsValue) -> Self {
        let (len, plain) = (host::units(text) as usize, host::first_surrogate(text) as usize);
        Self { text, counter, len, plain, forward: Cell::default(), backward: Cell::default() }
    }

    /// Chars between two positions, of which only those after the first surrogate have to be looked at.
    fn count(&self, from: usize, to: usize) -> usize {
        let start = from.max(self.plain.min(to));
        start - from + if start < to { host::chars(self.text, narrow(start), narrow(to)) as usize } else { 0 }
    }

    /// Calls `each` with the whole text, piece by piece.
    pub(crate) fn pieces(&self, mut each: impl FnMut(&str)) {
        let mut buffer = Vec::new();
        let mut at = 0;
        while at < self.len {
            let end = self.align((at + PIECE).min(self.len));
            each(self.read(at, end, &mut buffer));
            at = end.max(at + 1);
        }
    }
}

/// Positions and counts fit: no JavaScript string has 2³² units.
fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// A count from JavaScript, where "too many" may be infinite.
pub(crate) fn saturate(count: f64) -> usize {
    count.ceil() as usize
}

fn found(position: u32) -> Option<usize> {
    (position > 0).then_some(position as usize)
}

impl Source for JsText<'_> {
    fn len(&self) -> usize {
        self.len
    }

    fn read<'b>(&'b self, from: usize, to: usize, buffer: &'b mut Vec<u8>) -> &'b str {
        // A UTF-16 unit is at most three bytes.
        buffer.resize(to.saturating_sub(from) * 3, 0);
        let written = host::read(self.text, narrow(from), narrow(to), buffer) as usize;
        buffer.get(..written).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default()
    }

    fn units(&self, c: char) -> usize {
        c.len_utf16()
    }

    fn align(&self, at: usize) -> usize {
        if at <= self.plain { at } else { host::align(self.text, narrow(at)) as usize }
    }

    fn newline_after(&self, from: usize, to: usize) -> Option<usize> {
        found(host::newline_after(self.text, narrow(from), narrow(to)))
    }

    fn newline_before(&self, from: usize, to: usize) -> Option<usize> {
        if to <= from {
            return None;
        }
        let at = found(host::newline_before(self.text, narrow(from), narrow(to)));
        at.filter(|&at| at > from)
    }

    fn follows_newline(&self, at: usize) -> bool {
        host::follows_newline(self.text, narrow(at))
    }

    fn chars(&self, from: usize, to: usize) -> usize {
        if to <= self.plain {
            return to.saturating_sub(from);
        }
        let (forward, backward) = (self.forward.get(), self.backward.get());
        if forward.from == from && forward.to >= to && forward.to - to < to - from {
            return forward.chars.saturating_sub(self.count(to, forward.to));
        }
        if backward.to == to && backward.from <= from && from - backward.from < to - from {
            return backward.chars.saturating_sub(self.count(backward.from, from));
        }
        self.count(from, to)
    }

    fn utf16(&self, from: usize, to: usize) -> usize {
        to.saturating_sub(from)
    }

    fn bytes(&self, from: usize, to: usize) -> usize {
        host::bytes(self.text, narrow(from), narrow(to)) as usize
    }

    fn newlines(&self, from: usize, to: usize) -> usize {
        host::newlines(self.text, narrow(from), narrow(to)) as usize
    }

    fn bounds(&self) -> Bounds {
        let len = self.len;
        // Up to the first surrogate each unit is a char, from there on at least every other one is.
        let chars = (self.plain + (len - self.plain).div_ceil(2), len);
        Bounds { chars, utf16: (len, len), bytes: (len, len.saturating_mul(3)) }
    }

    fn skip_chars(&self, from: usize, to: usize, count: usize) -> usize {
        let end = from.saturating_add(count).min(to);
        if end <= self.plain {
            return end;
        }
        // Go on from where the last question ended.
        let known = self.forward.get();
        let known = if known.from == from && known.to <= to && known.chars <= count {
            known
        } else {
            Counted { from, to: from, chars: 0 }
        };
        let end = host::skip_chars(self.text, narrow(known.to), narrow(to), narrow(count - known.chars)) as usize;
        if end < to {
            self.forward.set(Counted { from, to: end, chars: count });
        }
        end
    }

    fn skip_chars_back(&self, from: usize, to: usize, count: usize) -> usize {
        if to <= self.plain {
            return to.saturating_sub(count).max(from);
        }
        let known = self.backward.get();
        let known = if known.to == to && known.from >= from && known.chars <= count {
            known
        } else {
            Counted { from: to, to, chars: 0 }
        };
        let start =
            host::skip_chars_back(self.text, narrow(from), narrow(known.from), narrow(count - known.chars)) as usize;
        if start > from {
            self.backward.set(Counted { from: start, to, chars: count });
        }
        start
    }

    fn skip_utf16(&self, from: usize, to: usize, count: usize) -> usize {
        self.align(from.saturating_add(count).min(to)).max(from)
    }

    fn skip_utf16_back(&self, from: usize, to: usize, count: usize) -> usize {
        let at = to.saturating_sub(count).max(from);
        if self.align(at) < at { at + 1 } else { at }
    }

    fn count_tokens(&self, head: usize, marker: &str, tail: usize) -> usize {
        saturate(host::count_tokens(self.counter, self.text, narrow(head), marker, narrow(tail)))
    }
}
