//! Which lines of what goes are likely needed next.
//!
//! What comes next draws on names: of functions, files, variables. A name is looked up where it was last seen. So old texts are read
//! from the newest on, and a line counts for the names that were not seen after it: the more so the more often the assistant
//! used them, the more they look like names of their own, and the newer the line is.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::hash::{Table, hash};
use crate::history::neutralise;
use crate::order::ordered;
use crate::source::utf16_len;
use crate::text::outline::{TextKind, kind_of, weights};

/// Bytes that tell what a text is.
const SEEN: usize = 1000;
/// Longer lines are data.
const LONGEST: usize = 400;
/// UTF-16 units of a marker of a gap, its line break included.
const GAP: u64 = 17;

/// A text from which lines may be kept.
pub(crate) struct Source {
    pub(crate) text: String,
    /// How many calls are newer.
    pub(crate) age: usize,
    /// What it is worth beside others.
    pub(crate) worth: f64,
    pub(crate) path: Option<String>,
    /// In units: what keeping any line of it costs beside the line, and what it saves when all of it is kept.
    pub(crate) overhead: u64,
    /// Each line break and quote costs one more.
    pub(crate) escaped: bool,
    /// A tool printed it.
    pub(crate) foreign: bool,
}

/// A line that may be kept.
struct Candidate {
    source: usize,
    line: usize,
    units: u64,
    score: f64,
}

pub(crate) struct Lines {
    /// Names that were seen after what is read now.
    seen: Table,
    /// How often the assistant used a name.
    used: Table,
    /// Names in what is being talked about.
    focus: Table,
    sources: Vec<Source>,
    candidates: Vec<Candidate>,
    /// How many lines each source has.
    counts: Vec<usize>,
}

impl Lines {
    pub(crate) fn new() -> Self {
        Self {
            seen: Table::new(),
            used: Table::new(),
            focus: Table::new(),
            sources: Vec::new(),
            candidates: Vec::new(),
            counts: Vec::new(),
        }
    }

    /// Something that stays whole: its names are no news in what is older.
    pub(crate) fn stays(&mut self, text: &str) {
        let seen = &mut self.seen;
        names(text, |name, _| {
            seen.insert(name);
        });
    }

    /// Something that the assistant wrote.
    pub(crate) fn wrote(&mut self, text: &str) {
        let used = &mut self.used;
        names(text, |name, _| {
            let count = used.entry(name, 0);
            *count = count.saturating_add(1);
        });
    }

    /// Something that says what is being worked on.
    pub(crate) fn speaks_of(&mut self, text: &str) {
        let focus = &mut self.focus;
        names(text, |name, _| {
            let count = focus.entry(name, 0);
            *count = count.saturating_add(1);
        });
    }

    /// A text that is older than all before it.
    pub(crate) fn add(&mut self, mut source: Source) {
        // What an LF ends is a line; nothing comes after the last one.
        if source.foreign && source.text.ends_with('\n') {
            source.text.pop();
        }
        let number = self.sources.len();
        // What a text is shows in its first lines.
        let kind = if source.foreign {
            kind_of(super::failure::first(&source.text, SEEN), source.path.as_deref())
        } else {
            TextKind::Code
        };
        // Recent ones say what is worked on.
        let age = 1.0 / (1.0 + source.age as f64 / AGE);
        let mut count = 0;
        let mut fresh: Vec<u64> = Vec::new();
        let lines: Vec<&str> = source.text.split('\n').collect();
        let defines = weights(&source.text, kind);
        // In how many lines of this text names of the focus stand: one that stands everywhere says nothing.
        let mut common = Table::new();
        for line in lines.iter().filter(|line| line.len() <= LONGEST) {
            let focus = &self.focus;
            names(line, |name, _| {
                if focus.get(name).is_some() {
                    let count = common.entry(name, 0);
                    *count = count.saturating_add(1);
                }
            });
        }
        for (at, line) in lines.iter().enumerate().rev() {
            count += 1;
            if line.len() > LONGEST {
                continue;
            }
            let units = utf16_len(line) as u64 + 1 + u64::from(source.escaped);
            let mut score = 0.0;
            let (seen, used) = (&self.seen, &self.used);
            let mut near = 0.0;
            let focus = &self.focus;
            names(line, |name, shape| {
                if let Some(times) = focus.get(name) {
                    let count = f64::from(common.get(name).unwrap_or(1));
                    near += shape * f64::from(times.min(3)) / (1.0 + count / RARE);
                }
                if seen.get(name).is_none() {
                    let times = used.get(name).unwrap_or(0);
                    score += shape * (1.0 + USED * f64::from(times.min(8)).min(4.0));
                    fresh.push(name);
                }
            });
            if score > 0.0 {
                score *= 1.0 + FOCUS * near;
                let defines = f64::from(defines.get(at).copied().unwrap_or(0));
                score = score * (1.0 + DEFINES * defines) * age * source.worth;
                self.candidates.push(Candidate { source: number, line: at, units, score });
                for name in fresh.drain(..) {
                    self.seen.insert(name);
                }
            }
            fresh.clear();
        }
        self.counts.push(count);
        self.sources.push(source);
    }

    /// Chooses lines that take at most `room`; answers which of each source are kept.
    pub(crate) fn choose(self, room: u64) -> Vec<Option<Kept>> {
        let mut kept: Vec<Vec<bool>> = self.counts.iter().map(|count| vec![false; *count]).collect();
        let mut any: Vec<bool> = vec![false; self.sources.len()];
        let candidates = ordered(self.candidates, |candidate| {
            let density = candidate.score / (candidate.units as f64 + EACH);
            // The best first.
            u64::MAX - (density * 1e9) as u64
        });
        let mut left = room;
        for candidate in &candidates {
            let (Some(lines), Some(source)) = (kept.get_mut(candidate.source), self.sources.get(candidate.source))
            else {
                continue;
            };
            let at = |line: usize| lines.get(line).copied();
            let before = candidate.line.checked_sub(1).is_none_or(|line| at(line) == Some(true));
            let after = candidate.line + 1 >= lines.len() || at(candidate.line + 1) == Some(true);
            // A gap that is split has two markers, one that is closed none.
            let first = !any[candidate.source];
            let gaps = if first { u64::from(!before) + u64::from(!after) } else { 0 };
            let more = candidate.units + if first { source.overhead + gaps * GAP } else { 0 };
            let cost = match (before, after) {
                (false, false) if !first => more + GAP,
                (true, true) if !first => more.saturating_sub(GAP),
                _ => more,
            };
            if cost > left {
                continue;
            }
            left -= cost;
            any[candidate.source] = true;
            if let Some(line) = lines.get_mut(candidate.line) {
                *line = true;
            }
        }
        let chosen = kept.into_iter().zip(any).zip(self.sources);
        chosen.map(|((lines, any), source)| any.then_some(Kept { lines, source })).collect()
    }
}

/// How fast what is old loses.
const AGE: f64 = 20.0;
/// How much more a line is worth that defines or locates something, and one whose names the assistant used.
const DEFINES: f64 = 0.3;
const USED: f64 = 2.0;
/// What a line costs beside its units, when lines are compared.
const EACH: f64 = 8.0;

/// Lines of a text that are kept.
pub(crate) struct Kept {
    lines: Vec<bool>,
    source: Source,
}

impl Kept {
    pub(crate) fn is_whole(&self) -> bool {
        self.lines.iter().all(|kept| *kept)
    }

    /// The lines that are kept, and markers with the numbers of those that are not.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let mut gap: Option<usize> = None;
        let mut lines = self.source.text.split('\n').enumerate().peekable();
        let mut push = |line: &str, first: bool| {
            if !first {
                text.push('\n');
            }
            text.push_str(line);
        };
        let mut first = true;
        while let Some((at, line)) = lines.next() {
            if self.lines.get(at) == Some(&true) {
                // No line of a tool's looks like a marker of ours.
                let safe = if self.source.foreign { neutralise(line) } else { Cow::Borrowed(line) };
                push(&safe, first);
                first = false;
                continue;
            }
            let from = *gap.get_or_insert(at);
            let ends = lines.peek().is_none_or(|(next, _)| self.lines.get(*next) == Some(&true));
            if ends {
                let marker =
                    if from == at { format!("[line {}]", at + 1) } else { format!("[lines {}-{}]", from + 1, at + 1) };
                push(&marker, first);
                first = false;
                gap = None;
            }
        }
        text
    }
}

/// Calls `each` with the names in a text: a number for it, and how much it looks like one of its own.
fn names(text: &str, mut each: impl FnMut(u64, f64)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !is_start(bytes[at]) {
            at += 1;
            continue;
        }
        let from = at;
        let (mut lower, mut upper, mut marks) = (false, false, false);
        while at < bytes.len() && is_name(bytes[at]) {
            lower |= bytes[at].is_ascii_lowercase();
            upper |= bytes[at].is_ascii_uppercase() && at > from;
            marks |= bytes[at] == b'_' || bytes[at].is_ascii_digit();
            at += 1;
        }
        let name = bytes.get(from..at).unwrap_or_default();
        if name.len() < 4 || name.len() > 80 {
            continue;
        }
        let mixed = (lower && upper) || marks;
        let shape = if mixed {
            MIXED
        } else if name.len() >= 8 {
            LONG
        } else {
            PLAIN
        };
        each(hash(name), shape);
    }
}

const MIXED: f64 = 2.0;
const LONG: f64 = 1.2;
const PLAIN: f64 = 0.7;

fn is_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

const FOCUS: f64 = 0.5;
const RARE: f64 = 20.0;
