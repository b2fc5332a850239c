//! The two ends of a text that went by, as a text to plan on.

use alloc::vec::Vec;

use crate::facts::Facts;
use crate::measure::saturate;
use crate::source::{Bounds, Source, StrSource};

/// The ends of a text, read as one text by byte offset. One position represents the omitted middle, which is never
/// read, because the ends hold more than any plan can reach. If nothing is missing, the head is everything.
#[derive(Clone, Copy)]
pub(in crate::text) struct Ends<'a> {
    head: StrSource<'a>,
    tail: StrSource<'a>,
    facts: &'a Facts,
    count: &'a dyn Fn(&str) -> usize,
}

impl<'a> Ends<'a> {
    /// `count` is the caller's own token counter.
    pub(in crate::text) fn new(
        head: &'a str,
        tail: &'a str,
        facts: &'a Facts,
        count: &'a dyn Fn(&str) -> usize,
    ) -> Self {
        Self { head: StrSource(head), tail: StrSource(tail), facts, count }
    }

    /// Returns the start of the tail.
    fn start(&self) -> usize {
        self.head.len() + 1
    }

    fn in_head(&self, from: usize, to: usize) -> (usize, usize) {
        let end = to.min(self.head.len());
        (from.min(end), end)
    }

    fn in_tail(&self, from: usize, to: usize) -> (usize, usize) {
        let end = to.saturating_sub(self.start());
        (from.saturating_sub(self.start()).min(end), end)
    }

    /// Sums a size over both parts of a range.
    fn sum(&self, from: usize, to: usize, size: impl Fn(&StrSource<'a>, usize, usize) -> usize) -> usize {
        let (head, tail) = (self.in_head(from, to), self.in_tail(from, to));
        size(&self.head, head.0, head.1) + size(&self.tail, tail.0, tail.1)
    }

    /// Within one end; who would go further stays there.
    fn ahead(&self, from: usize, to: usize, skip: impl Fn(&StrSource<'a>, usize, usize) -> usize) -> usize {
        if from < self.start() {
            let (from, to) = self.in_head(from, to);
            return skip(&self.head, from, to);
        }
        let (from, to) = self.in_tail(from, to);
        self.start() + skip(&self.tail, from, to)
    }

    fn back(&self, from: usize, to: usize, skip: impl Fn(&StrSource<'a>, usize, usize) -> usize) -> usize {
        if to < self.start() {
            return skip(&self.head, from.min(to), to);
        }
        let (from, to) = self.in_tail(from, to);
        self.start() + skip(&self.tail, from, to)
    }
}

impl Source for Ends<'_> {
    fn len(&self) -> usize {
        if self.tail.is_empty() { self.head.len() } else { self.start() + self.tail.len() }
    }

    fn read<'b>(&'b self, from: usize, to: usize, buffer: &'b mut Vec<u8>) -> &'b str {
        if from < self.start() {
            let (from, to) = self.in_head(from, to);
            return self.head.read(from, to, buffer);
        }
        let (from, to) = self.in_tail(from, to);
        self.tail.read(from, to, buffer)
    }

    fn units(&self, c: char) -> usize {
        c.len_utf8()
    }

    fn align(&self, at: usize) -> usize {
        if at < self.start() { self.head.align(at) } else { self.start() + self.tail.align(at - self.start()) }
    }

    fn newline_after(&self, from: usize, to: usize) -> Option<usize> {
        let (head, tail) = (self.in_head(from, to), self.in_tail(from, to));
        let in_tail = || Some(self.start() + self.tail.newline_after(tail.0, tail.1)?);
        self.head.newline_after(head.0, head.1).or_else(in_tail)
    }

    fn newline_before(&self, from: usize, to: usize) -> Option<usize> {
        let (head, tail) = (self.in_head(from, to), self.in_tail(from, to));
        let in_tail = self.tail.newline_before(tail.0, tail.1).map(|at| self.start() + at);
        in_tail.or_else(|| self.head.newline_before(head.0, head.1))
    }

    fn chars(&self, from: usize, to: usize) -> usize {
        self.sum(from, to, StrSource::chars)
    }

    fn utf16(&self, from: usize, to: usize) -> usize {
        self.sum(from, to, StrSource::utf16)
    }

    fn bytes(&self, from: usize, to: usize) -> usize {
        self.sum(from, to, StrSource::bytes)
    }

    fn newlines(&self, from: usize, to: usize) -> usize {
        self.sum(from, to, StrSource::newlines)
    }

    fn bounds(&self) -> Bounds {
        let (hole, len) = (self.facts.hole, self.len());
        let exactly = |here: usize, there: u64| {
            let size = here.saturating_add(saturate(there));
            (size, size)
        };
        Bounds {
            chars: exactly(self.chars(0, len), hole.chars),
            utf16: exactly(self.utf16(0, len), hole.utf16),
            bytes: exactly(self.bytes(0, len), hole.bytes),
        }
    }

    fn skip_chars(&self, from: usize, to: usize, count: usize) -> usize {
        self.ahead(from, to, |end, from, to| end.skip_chars(from, to, count))
    }

    fn skip_chars_back(&self, from: usize, to: usize, count: usize) -> usize {
        self.back(from, to, |end, from, to| end.skip_chars_back(from, to, count))
    }

    fn skip_utf16(&self, from: usize, to: usize, count: usize) -> usize {
        self.ahead(from, to, |end, from, to| end.skip_utf16(from, to, count))
    }

    fn skip_utf16_back(&self, from: usize, to: usize, count: usize) -> usize {
        self.back(from, to, |end, from, to| end.skip_utf16_back(from, to, count))
    }

    fn skip_bytes(&self, from: usize, to: usize, count: usize) -> usize {
        self.ahead(from, to, |end, from, to| end.skip_bytes(from, to, count))
    }

    fn skip_bytes_back(&self, from: usize, to: usize, count: usize) -> usize {
        self.back(from, to, |end, from, to| end.skip_bytes_back(from, to, count))
    }

    fn count_tokens(&self, head: usize, marker: &str, tail: usize) -> usize {
        let (mut first, mut last) = (Vec::new(), Vec::new());
        let parts = [self.read(0, head, &mut first), marker, self.read(tail, self.len(), &mut last)];
        (self.count)(&parts.concat())
    }

    fn facts(&self) -> Option<&Facts> {
        Some(self.facts)
    }
}
