//! A text as lines, in pieces of any size. A line is held until it ends; of a very long one only what may matter. A long
//! line of JSON is read as several, see [`Objects`].

use alloc::string::String;
use alloc::vec::Vec;
use core::mem::take;

use super::objects::Objects;
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
    /// Counted from 0; each part of a line of JSON counts.
    pub(super) number: usize,
    /// Sizes of the text before it, and before the text in memory.
    pub(super) at: Sizes,
    pub(super) text_at: Sizes,
    /// Its size, the LF included.
    pub(super) size: Sizes,
    /// An LF ends it.
    pub(super) ends: bool,
    /// More of the same line stands before it, and after it.
    pub(super) within: [bool; 2],
}

/// The line that is read.
#[derive(Clone, Debug, Default)]
enum Read {
    /// It is not long yet: all of it is held.
    #[default]
    Short,
    Long,
    Parts(Objects),
}

#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    /// The line that is not at its end, or what is held of it.
    held: Held,
    /// The same around what the caller asks for.
    asked: Option<Asked>,
    read: Read,
    /// A part of the line was handed over.
    within: bool,
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
            let Some(end) = rest.bytes().position(|byte| byte == b'\n') else {
                return self.hold(rest, &mut each);
            };
            let (line, after) = rest.split_at_checked(end).unwrap_or_default();
            self.hold(line, &mut each);
            self.end(true, &mut each);
            rest = after.get(1..).unwrap_or_default();
        }
        let ascii = is_ascii(rest);
        while let Some(end) = memchr::memchr(b'\n', rest.as_bytes()) {
            let (line, after) = rest.split_at_checked(end).unwrap_or_default();
            if end > LONG {
                self.hold(line, &mut each);
                self.end(true, &mut each);
            } else {
                let size = if ascii { Sizes::ascii(end as u64) } else { Sizes::of(line) };
                let size = size.plus(LF);
                let (number, at, within) = (self.number, self.at, [false; 2]);
                each(Line { text: line, number, at, text_at: at, size, ends: true, within });
                self.number += 1;
                self.at = self.at.plus(size);
            }
            rest = after.get(1..).unwrap_or_default();
        }
        self.hold(rest, &mut each);
    }

    pub(super) fn finish(&mut self, mut each: impl FnMut(Line<'_>)) {
        if self.held.has_begun() {
            self.end(false, &mut each);
        }
    }

    /// Reads on in a line.
    fn hold(&mut self, text: &str, each: &mut impl FnMut(Line<'_>)) {
        match take(&mut self.read) {
            Read::Short => {
                let room = LONG.saturating_sub(self.held.text.len());
                if text.len() <= room {
                    return self.keep(text);
                }
                let (start, rest) = text.split_at_checked(floor(text, room)).unwrap_or_default();
                let begun = take(&mut self.held).text + start;
                if let Some(asked) = &mut self.asked {
                    asked.held = Held::default();
                }
                self.read = Objects::of(&begun).map_or(Read::Long, Read::Parts);
                self.hold(&begun, each);
                self.hold(rest, each);
            }
            Read::Long => {
                self.read = Read::Long;
                self.keep(text);
            }
            Read::Parts(mut objects) => {
                let mut rest = text;
                while let Some(at) = objects.next(rest.as_bytes()) {
                    let (part, after) = rest.split_at_checked(at).unwrap_or_default();
                    self.keep(part);
                    self.hand_over((false, true), each);
                    rest = after;
                }
                self.keep(rest);
                self.read = Read::Parts(objects);
            }
        }
    }

    fn keep(&mut self, text: &str) {
        self.held.push(text, SPARE, may_matter);
        if let Some(Asked { held, texts, longest }) = &mut self.asked {
            held.push(text, *longest, |held| first_of(texts, held));
        }
    }

    fn end(&mut self, ends: bool, each: &mut impl FnMut(Line<'_>)) {
        self.hand_over((ends, false), each);
        (self.read, self.within) = (Read::Short, false);
    }

    /// Hands over what is held: a line that an LF `ends` or nothing, or a part of one after which `more` comes.
    fn hand_over(&mut self, (ends, more): (bool, bool), each: &mut impl FnMut(Line<'_>)) {
        let within = [core::mem::replace(&mut self.within, more), more];
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
        each(Line { text, number: self.number, at: self.at, text_at: self.at.plus(*before), size, ends, within });
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
