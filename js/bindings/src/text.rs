//! A JavaScript string as the core reads it.

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::{Cell, OnceCell};

use atomic_refcell::AtomicRefCell;
use tooltrim::host::{Bounds, Source};
use wasm_bindgen::JsValue;

use crate::host;

/// UTF-16 units that cross at a time when a whole text is read.
const PIECE: usize = 16 * 1024;

/// Room for one piece in UTF-16. Taken while in use: a caller's token counter may call us again.
static SCRATCH: AtomicRefCell<Vec<u8>> = AtomicRefCell::new(Vec::new());

/// Surrogate pairs in UTF-16 text, four units at a time; `before` is 0, or what the last call left for the unit before.
fn count_pairs(text: &[u8], before: &mut u64) -> usize {
    let (words, _) = text.as_chunks::<8>();
    let mut pairs = 0;
    for word in words {
        let word = u64::from_le_bytes(*word);
        let (first, second) = (marked(word, 0xd800), marked(word, 0xdc00));
        // Each first half, moved to the place of the unit after it.
        pairs += (second & (first << 16 | *before)).count_ones() as usize;
        *before = first >> 48;
    }
    pairs
}

/// A bit for each of four units whose upper six bits are these.
fn marked(word: u64, upper: u64) -> u64 {
    const EVERY: u64 = 0x0001_0001_0001_0001;
    let difference = ((word ^ (upper * EVERY)) >> 10) & (0x3f * EVERY);
    // 63 more sets the seventh bit of any but 0.
    !(difference + 0x3f * EVERY) & (0x40 * EVERY)
}

/// A string that stays in JavaScript; positions are UTF-16 units.
pub(crate) struct JsText<'a> {
    text: Cow<'a, JsValue>,
    counter: Option<&'a JsValue>,
    len: usize,
    /// See [`Self::plain`].
    plain: OnceCell<usize>,
    /// Chars that were counted last from a position on, and last up to one: the planner asks again for nearly the same.
    forward: Cell<Counted>,
    backward: Cell<Counted>,
}

/// Number of chars between two positions.
#[derive(Clone, Copy, Default)]
struct Counted {
    from: usize,
    to: usize,
    chars: usize,
}

impl<'a> JsText<'a> {
    /// `len` is taken by the caller, who can without a crossing.
    pub(crate) fn new(text: &'a JsValue, counter: &'a JsValue, len: u32) -> Self {
        Self::of(Cow::Borrowed(text), Some(counter), len as usize)
    }

    /// A text that is not a variable of the caller's.
    pub(crate) fn owned(text: JsValue, len: usize) -> Self {
        Self::of(Cow::Owned(text), None, len)
    }

    fn of(text: Cow<'a, JsValue>, counter: Option<&'a JsValue>, len: usize) -> Self {
        Self { text, counter, len, plain: OnceCell::new(), forward: Cell::default(), backward: Cell::default() }
    }

    /// Up to here each unit is a char: a string without surrogates is all arithmetic.
    fn plain(&self) -> usize {
        *self.plain.get_or_init(|| host::plain_length(&self.text) as usize)
    }

    /// Counts chars between two positions; only those after the first surrogate are tested.
    fn count(&self, from: usize, to: usize) -> usize {
        let start = from.max(self.plain().min(to));
        if to - start < PIECE / 64 {
            let looked_at = if start < to { host::chars(&self.text, narrow(start), narrow(to)) as usize } else { 0 };
            return start - from + looked_at;
        }
        // Copying units and counting pairs here is several times faster than `charCodeAt`.
        let mut scratch = core::mem::take(&mut *SCRATCH.borrow_mut());
        room(&mut scratch, 2 * PIECE);
        let (mut at, mut pairs, mut before) = (start, 0, 0);
        while at < to {
            let end = (at + PIECE).min(to);
            let written = host::read_utf16(&self.text, narrow(at), narrow(end), &mut scratch) as usize;
            if written == 0 {
                *SCRATCH.borrow_mut() = scratch;
                return start - from + host::chars(&self.text, narrow(start), narrow(to)) as usize;
            }
            // Whole words: the last one is filled up with units that are no halves.
            let words = written.next_multiple_of(8);
            scratch.get_mut(written..words).unwrap_or_default().fill(0);
            pairs += count_pairs(scratch.get(..words).unwrap_or_default(), &mut before);
            at = end;
        }
        *SCRATCH.borrow_mut() = scratch;
        to - from - pairs
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

/// Returns `len` bytes to be overwritten. Zeros come with new memory; `resize` would write them one by one.
fn room(buffer: &mut Vec<u8>, len: usize) -> &mut [u8] {
    if buffer.len() < len {
        *buffer = vec![0; len];
    }
    buffer.get_mut(..len).unwrap_or_default()
}

/// Positions and counts fit: no JavaScript string has 2³² units.
fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// A count from JavaScript, where "too many" may be infinite.
pub(crate) fn saturate(count: f64) -> usize {
    let whole = count as usize;
    // Rounded up, which `core` cannot.
    if (whole as f64) < count { whole.saturating_add(1) } else { whole }
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
        let buffer = room(buffer, to.saturating_sub(from) * 3);
        let written = host::read(&self.text, narrow(from), narrow(to), buffer) as usize;
        buffer.get(..written).and_then(|bytes| core::str::from_utf8(bytes).ok()).unwrap_or_default()
    }

    fn units(&self, c: char) -> usize {
        c.len_utf16()
    }

    fn align(&self, at: usize) -> usize {
        let is_plain = self.plain.get().is_some_and(|&plain| at <= plain);
        if is_plain { at } else { host::align(&self.text, narrow(at)) as usize }
    }

    fn newline_after(&self, from: usize, to: usize) -> Option<usize> {
        found(host::newline_after(&self.text, narrow(from), narrow(to)))
    }

    fn newline_before(&self, from: usize, to: usize) -> Option<usize> {
        if to <= from {
            return None;
        }
        let at = found(host::newline_before(&self.text, narrow(from), narrow(to)));
        at.filter(|&at| at > from)
    }

    fn follows_newline(&self, at: usize) -> bool {
        host::follows_newline(&self.text, narrow(at))
    }

    fn chars(&self, from: usize, to: usize) -> usize {
        if to <= self.plain() {
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
        host::bytes(&self.text, narrow(from), narrow(to)) as usize
    }

    fn newlines(&self, from: usize, to: usize) -> usize {
        host::newlines(&self.text, narrow(from), narrow(to)) as usize
    }

    fn bounds(&self) -> Bounds {
        let len = self.len;
        // A char is at most two units. A text of wide chars need not be read for its bounds.
        Bounds { chars: (len.div_ceil(2), len), utf16: (len, len), bytes: (len, len.saturating_mul(3)) }
    }

    fn skip_chars(&self, from: usize, to: usize, count: usize) -> usize {
        let end = from.saturating_add(count).min(to);
        if end <= self.plain() {
            return end;
        }
        // Go on from where the last question ended.
        let known = self.forward.get();
        let known = if known.from == from && known.to <= to && known.chars <= count {
            known
        } else {
            Counted { from, to: from, chars: 0 }
        };
        let (mut end, mut left) = (known.to, count - known.chars);
        while left > 0 && end < to {
            // N units hold at most N chars; pairs leave a rest for the next round.
            let next = self.align((end + left).min(to));
            let next = if next > end { next } else { (end + 2).min(to) };
            left -= self.count(end, next).min(left);
            end = next;
        }
        if end < to {
            self.forward.set(Counted { from, to: end, chars: count });
        }
        end
    }

    fn skip_chars_back(&self, from: usize, to: usize, count: usize) -> usize {
        if to <= self.plain() {
            return to.saturating_sub(count).max(from);
        }
        let known = self.backward.get();
        let known = if known.to == to && known.from >= from && known.chars <= count {
            known
        } else {
            Counted { from: to, to, chars: 0 }
        };
        let (mut start, mut left) = (known.from, count - known.chars);
        while left > 0 && start > from {
            let next = start.saturating_sub(left).max(from);
            // Down to a position between two chars, unless that takes one char too many.
            let aligned = self.align(next);
            let next = if aligned < next && next + 1 < start { next + 1 } else { aligned };
            left -= self.count(next, start).min(left);
            start = next;
        }
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
        self.counter.map_or(usize::MAX, |counter| {
            saturate(host::count_tokens(counter, &self.text, narrow(head), marker, narrow(tail)))
        })
    }
}
