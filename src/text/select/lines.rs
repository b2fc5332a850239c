//! A text as lines, in pieces of any size. A line is held until it ends; of a very long one only what may matter.

use alloc::string::String;

use crate::facts::Sizes;
use crate::failure::trigger;
use crate::quick::is_ascii;
use crate::source::floor;

/// Bytes of a line that are held whole.
const LONG: usize = 4096;
/// Bytes that are held before and after what makes a long line matter.
const BEFORE: usize = 400;
const AFTER: usize = 1200;
/// The longest fragment that a cut may have split, and more.
const SPARE: usize = 64;

/// A line, without its LF.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// All of it, or of a long one the part that may matter.
    pub(super) text: &'a str,
    /// Counted from 0.
    pub(super) number: usize,
    /// Sizes of the text before it, and before the text in memory.
    pub(super) at: Sizes,
    pub(super) text_at: Sizes,
    /// Its size, the LF included.
    pub(super) size: Sizes,
    /// An LF ends it.
    pub(super) ends: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    /// The line that is not at its end, or what is held of it.
    held: String,
    /// The size of what was let go of it before what is held, and after.
    before: Sizes,
    after: Sizes,
    /// Something was found in the long line: from then on nothing before it is let go.
    found: bool,
    number: usize,
    at: Sizes,
}

impl Lines {
    pub(super) fn push(&mut self, text: &str, mut each: impl FnMut(Line<'_>)) {
        let mut rest = text;
        if !self.held.is_empty() || self.after.bytes > 0 {
            let Some(end) = rest.bytes().position(|byte| byte == b'\n') else { return self.hold(rest) };
            let (line, after) = rest.split_at_checked(end).unwrap_or_default();
            self.hold(line);
            self.end(true, &mut each);
            rest = after.get(1..).unwrap_or_default();
        }
        let ascii = is_ascii(rest);
        while let Some(end) = memchr::memchr(b'\n', rest.as_bytes()) {
            let (line, after) = rest.split_at_checked(end).unwrap_or_default();
            if end > LONG {
                self.hold(line);
                self.end(true, &mut each);
            } else {
                let size = if ascii { Sizes::ascii(end as u64) } else { Sizes::of(line) };
                let size = size.plus(LF);
                each(Line { text: line, number: self.number, at: self.at, text_at: self.at, size, ends: true });
                self.number += 1;
                self.at = self.at.plus(size);
            }
            rest = after.get(1..).unwrap_or_default();
        }
        self.hold(rest);
    }

    pub(super) fn finish(&mut self, mut each: impl FnMut(Line<'_>)) {
        if !self.held.is_empty() || self.after.bytes > 0 {
            self.end(false, &mut each);
        }
    }

    /// Takes more of a line, and lets go what cannot matter.
    fn hold(&mut self, text: &str) {
        let mut rest = text;
        while !rest.is_empty() {
            if self.found && self.held.len() >= LONG {
                self.after = self.after.plus(Sizes::of(rest));
                return;
            }
            let (piece, after) = rest.split_at_checked(floor(rest, LONG)).unwrap_or((rest, ""));
            self.held.push_str(piece);
            rest = after;
            if self.held.len() > LONG && !self.found {
                self.let_go();
            }
        }
    }

    /// Keeps the part around the first thing found, or the end, in which something may begin.
    fn let_go(&mut self) {
        let found = trigger::find(self.held.as_bytes());
        self.found = found.is_some();
        // A little more than is shown: how the pieces were cut must not show.
        let from = found.map_or(self.held.len().saturating_sub(BEFORE + SPARE), |at| at.saturating_sub(BEFORE));
        self.let_go_before(from);
    }

    fn let_go_before(&mut self, from: usize) {
        let from = floor(&self.held, from);
        self.before = self.before.plus(Sizes::of(self.held.get(..from).unwrap_or_default()));
        self.held.drain(..from);
    }

    fn end(&mut self, ends: bool, each: &mut impl FnMut(Line<'_>)) {
        if self.before.bytes > 0 || self.held.len() > LONG {
            if !self.found {
                self.let_go();
            }
            if !self.found {
                self.let_go_before(self.held.len().saturating_sub(BEFORE));
            }
            let most = floor(&self.held, BEFORE + AFTER);
            self.after = self.after.plus(Sizes::of(self.held.get(most..).unwrap_or_default()));
            self.held.truncate(most);
        }
        let text = &*self.held;
        let size = self.before.plus(Sizes::of(text)).plus(self.after);
        let size = if ends { size.plus(LF) } else { size };
        each(Line { text, number: self.number, at: self.at, text_at: self.at.plus(self.before), size, ends });
        self.number += 1;
        self.at = self.at.plus(size);
        self.held.clear();
        (self.before, self.after, self.found) = (Sizes::default(), Sizes::default(), false);
    }
}

const LF: Sizes = Sizes { chars: 1, utf16: 1, bytes: 1, newlines: 1 };
