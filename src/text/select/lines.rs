//! A text as lines, in pieces of any size. A line is held until it ends; of a very long one only what may matter.

use alloc::string::String;
use alloc::vec::Vec;
use core::mem::take;

use super::options::first_of;
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
    held: Held,
    /// The same around what the caller asks for.
    asked: Option<Asked>,
    number: usize,
    at: Sizes,
}

#[derive(Clone, Debug)]
struct Asked {
    held: Held,
    texts: Vec<String>,
    /// Bytes of the longest of them.
    longest: usize,
}

impl Lines {
    /// Lines of which long ones are held around one of these texts, if they hold any.
    pub(super) fn asked(texts: &[String]) -> Self {
        let longest = texts.iter().map(String::len).max();
        let asked = longest.map(|longest| Asked { held: Held::default(), texts: texts.to_vec(), longest });
        Self { asked, ..Self::default() }
    }

    pub(super) fn push(&mut self, text: &str, mut each: impl FnMut(Line<'_>)) {
        let mut rest = text;
        if self.held.has_begun() {
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
        if self.held.has_begun() {
            self.end(false, &mut each);
        }
    }

    fn hold(&mut self, text: &str) {
        self.held.push(text, SPARE, may_matter);
        if let Some(Asked { held, texts, longest }) = &mut self.asked {
            held.push(text, *longest, |held| first_of(texts, held));
        }
    }

    fn end(&mut self, ends: bool, each: &mut impl FnMut(Line<'_>)) {
        let mut held = take(&mut self.held);
        held.end(may_matter);
        if let Some(asked) = &mut self.asked {
            let mut around = take(&mut asked.held);
            around.end(|held| first_of(&asked.texts, held));
            held = if around.found { around } else { held };
        }
        let Held { text, before, after, .. } = &held;
        let size = before.plus(Sizes::of(text)).plus(*after);
        let size = if ends { size.plus(LF) } else { size };
        each(Line { text, number: self.number, at: self.at, text_at: self.at.plus(*before), size, ends });
        self.number += 1;
        self.at = self.at.plus(size);
    }
}

/// A line, or of a long one the part around the first thing found.
#[derive(Clone, Debug, Default)]
struct Held {
    text: String,
    /// The size of what was let go of before it, and after.
    before: Sizes,
    after: Sizes,
    /// Something was found in the long line: from then on nothing before it is let go.
    found: bool,
}

impl Held {
    fn has_begun(&self) -> bool {
        !self.text.is_empty() || self.after.bytes > 0
    }

    /// Takes more of the line, and lets go what cannot matter. What `find` looks for has at most `spare` bytes.
    fn push(&mut self, text: &str, spare: usize, find: impl Fn(&str) -> Option<usize>) {
        let mut rest = text;
        while !rest.is_empty() {
            if self.found && self.text.len() >= LONG {
                self.after = self.after.plus(Sizes::of(rest));
                return;
            }
            let (piece, after) = rest.split_at_checked(floor(rest, LONG)).unwrap_or((rest, ""));
            self.text.push_str(piece);
            rest = after;
            if self.text.len() > LONG && !self.found {
                // A little more than is shown: how the pieces were cut must not show.
                self.let_go(BEFORE + spare, &find);
            }
        }
    }

    /// Nothing more comes.
    fn end(&mut self, find: impl Fn(&str) -> Option<usize>) {
        if self.before.bytes == 0 && self.text.len() <= LONG {
            return;
        }
        if !self.found {
            self.let_go(BEFORE, &find);
        }
        let most = floor(&self.text, BEFORE + AFTER);
        self.after = self.after.plus(Sizes::of(self.text.get(most..).unwrap_or_default()));
        self.text.truncate(most);
    }

    /// Keeps the part around the first thing found, or as many bytes at the end, in which something may begin.
    fn let_go(&mut self, end: usize, find: impl Fn(&str) -> Option<usize>) {
        let found = find(&self.text);
        self.found = found.is_some();
        let end = self.text.len().saturating_sub(end);
        self.let_go_before(found.map_or(end, |at| at.saturating_sub(BEFORE)));
    }

    fn let_go_before(&mut self, from: usize) {
        let from = floor(&self.text, from);
        self.before = self.before.plus(Sizes::of(self.text.get(..from).unwrap_or_default()));
        self.text.drain(..from);
    }
}

fn may_matter(text: &str) -> Option<usize> {
    trigger::find(text.as_bytes())
}

const LF: Sizes = Sizes { chars: 1, utf16: 1, bytes: 1, newlines: 1 };
