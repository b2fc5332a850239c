//! The rows that a retrieval shows: lines as they are, or lines that were found, after their numbers.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::retrieve::{Retrieve, invalid};
use super::seek::Needle;
use crate::error::Error;
use crate::forms::neutralise;
use crate::measure::grapheme;
use crate::number::{grouped, shown};
use crate::source::{Source, StrSource};
use crate::text::about::answering;
use crate::text::{TrimOptions, Trimmer};

/// A line that was found and is longer than this is shown around what was found.
const LONG: usize = 500;
/// Bytes before and after a match.
const AROUND: usize = 200;

/// One row, with its line break.
pub(super) struct Row<'a> {
    pub(super) line: u64,
    pub(super) text: &'a str,
}

/// The lines of a text that a retrieval shows.
pub(super) struct Rows<'a> {
    text: &'a str,
    total: u64,
    /// The lines it is about.
    first: u64,
    last: u64,
    needle: Option<Needle>,
    /// The lines that were found, where that was asked for.
    hits: Option<Vec<u64>>,
    /// Cuts a long line to what answers the question, where one was asked.
    question: Option<Trimmer>,
    /// They answer it.
    answers: bool,
    context: u64,
    guards: bool,
}

impl<'a> Rows<'a> {
    pub(super) fn new(text: &'a str, wanted: &Retrieve) -> Result<Self, Error> {
        let total = text.split_inclusive('\n').count() as u64;
        let (first, last) = wanted.lines.unwrap_or((1, total));
        if wanted.lines.is_some() && (first == 0 || first > last || first > total) {
            let last = if last == u64::MAX { String::new() } else { format!("{last}") };
            let first = shown(first);
            return Err(invalid(format!("lines: {first}-{last} are not lines of a text of {}", grouped(total))));
        }
        let needle = wanted.pattern.as_deref().map(|text| Needle::new(text, wanted.ignore_case)).transpose()?;
        let mut rows = Self {
            text,
            total,
            first,
            last: last.min(total),
            needle,
            hits: None,
            question: wanted.about.as_deref().map(answer_of).transpose()?,
            answers: false,
            context: wanted.context,
            guards: wanted.guarded,
        };
        rows.hits = rows.find(wanted.chosen.as_deref());
        if let Some(lines) = wanted.about.as_deref().and_then(|about| rows.answers(about, wanted.max_chars)) {
            (rows.hits, rows.answers) = (Some(lines), true);
        }
        Ok(rows)
    }

    /// The lines that answer a question, among those that were found: about as many as there is room for.
    fn answers(&self, about: &str, room: usize) -> Option<Vec<u64>> {
        let found = |line: &u64| self.hits.as_ref().is_none_or(|hits| hits.binary_search(line).is_ok());
        let lines = self.lines().filter(|(number, _)| found(number)).map(|(_, line)| line);
        let places = answering(lines, about, room * 9 / 10)?;
        let number = |place: u64| match &self.hits {
            Some(hits) => usize::try_from(place).ok().and_then(|place| hits.get(place)).copied(),
            None => Some(self.first + place),
        };
        Some(places.into_iter().filter_map(number).collect())
    }

    fn find(&self, chosen: Option<&[u64]>) -> Option<Vec<u64>> {
        if self.needle.is_none() && chosen.is_none() {
            return None;
        }
        let is_hit = |(number, line): &(u64, &str)| {
            self.needle.as_ref().is_none_or(|needle| needle.is_in(line))
                && chosen.is_none_or(|chosen| chosen.binary_search(number).is_ok())
        };
        Some(self.lines().filter(is_hit).map(|(number, _)| number).collect())
    }

    /// The lines it is about, each with its number and its break.
    fn lines(&self) -> impl Iterator<Item = (u64, &'a str)> {
        let within = self.first..=self.last;
        (1..)
            .zip(self.text.split_inclusive('\n'))
            .skip_while(|(line, _)| *line < self.first)
            .take_while(move |(line, _)| within.contains(line))
    }

    /// Description of the lines.
    pub(super) fn about(&self, first: u64, last: u64, truncated: bool) -> String {
        let total = grouped(self.total);
        let span = |first: u64, last: u64| match (first, last) {
            (first, last) if first == last => format!("line {}", grouped(first)),
            (first, last) => format!("lines {}-{}", grouped(first), grouped(last)),
        };
        let unanswered = self.question.is_some() && !self.answers;
        let nothing = if unanswered { "no line answers the question: " } else { "" };
        let Some(hits) = &self.hits else {
            return match self.total {
                0 => String::from("empty"),
                _ => format!("{nothing}{} of {total}", span(first, last)),
            };
        };
        let scope = match (self.first, self.last) {
            (1, last) if last == self.total => format!("{total} lines"),
            (first, last) => format!("{} (of {total})", span(first, last)),
        };
        let here = if truncated { format!(", {} here", span(first, last)) } else { String::new() };
        let count = hits.len() as u64;
        let what = match &self.needle {
            None if self.answers => String::from("answer the question, with neighbours"),
            Some(needle) if self.answers => format!("hold {} and answer the question, with neighbours", needle.shown()),
            None => String::from("were chosen"),
            Some(needle) if count == 1 => format!("holds {}", needle.shown()),
            Some(needle) => format!("hold {}", needle.shown()),
        };
        let count = if count == 0 { String::from("none") } else { grouped(count) };
        format!("{nothing}{count} of {scope} {what}{here}")
    }

    /// Each row, none of them longer than `room` chars.
    pub(super) fn each(&self, room: usize, each: &mut dyn FnMut(Row<'_>)) {
        match &self.hits {
            None => self.lines().for_each(|(line, text)| self.row(line, text, room, each)),
            Some(hits) => self.each_found(hits, room, each),
        }
    }

    /// Passes on a row in pieces; among lines of ours, none of them begins like one.
    fn row(&self, line: u64, text: &str, room: usize, each: &mut dyn FnMut(Row<'_>)) {
        if !self.guards {
            return pieces(text, room, &mut |text| each(Row { line, text }));
        }
        let room = room.saturating_sub(1).max(1);
        pieces(&neutralise(text), room, &mut |text| each(Row { line, text: &neutralise(text) }));
    }

    fn each_found(&self, hits: &[u64], room: usize, each: &mut dyn FnMut(Row<'_>)) {
        let mut next = hits.iter().copied().peekable();
        let mut last_hit = None;
        let mut last_shown = 0;
        for (line, text) in self.lines() {
            let hit = next.next_if_eq(&line).is_some();
            last_hit = if hit { Some(line) } else { last_hit };
            let follows = last_hit.is_some_and(|hit| line - hit <= self.context);
            let leads = next.peek().is_some_and(|hit| hit - line <= self.context);
            if !(hit || follows || leads) {
                continue;
            }
            if self.context > 0 && last_shown > 0 && line > last_shown + 1 {
                each(Row { line, text: "--\n" });
            }
            last_shown = line;
            let text = text.strip_suffix('\n').unwrap_or(text);
            let sign = if hit { ':' } else { '-' };
            for window in self.windows(text, hit) {
                self.row(line, &format!("{line}{sign}{window}\n"), room, each);
            }
        }
    }

    /// Returns a line, or of a long one the text around each match.
    fn windows<'t>(&self, line: &'t str, hit: bool) -> Vec<Cow<'t, str>> {
        if line.len() <= LONG {
            return [Cow::Borrowed(line)].into();
        }
        if let Some(question) = self.question.as_ref().filter(|_| hit && self.answers) {
            return answered(line, &question.trim(line).kept);
        }
        let Some(needle) = self.needle.as_ref().filter(|_| hit) else { return [window(line, 0, LONG, 0)].into() };
        let (mut windows, mut shown, mut counted, mut chars) = (Vec::new(), 0, 0, 0);
        for (from, to) in needle.all(line) {
            // Text of an earlier window is not repeated.
            if to <= shown {
                continue;
            }
            let start = snapped(line, from.saturating_sub(AROUND));
            let end = to.min(from + LONG).saturating_add(AROUND).min(line.len());
            chars += line.get(counted..start).map_or(0, |between| between.chars().count());
            counted = counted.max(start);
            let before = chars - line.get(start..counted).map_or(0, |over| over.chars().count());
            windows.push(window(line, start, end, before));
            shown = end;
        }
        windows
    }
}

/// Cuts a long line to what answers a question.
fn answer_of(about: &str) -> Result<Trimmer, Error> {
    Trimmer::new(TrimOptions::new().max_chars(LONG).rescue(false).about(about))
}

/// The pieces of a line that were kept, each as a window.
fn answered<'t>(line: &'t str, kept: &[(u64, u64)]) -> Vec<Cow<'t, str>> {
    let place = |at: u64| usize::try_from(at).unwrap_or(line.len());
    let (mut counted, mut chars) = (0, 0);
    let mut piece = |&(from, to): &(u64, u64)| {
        chars += line.get(counted..place(from)).map_or(0, |between| between.chars().count());
        counted = place(from);
        window(line, counted, place(to), chars)
    };
    // The ends of a line say little, where something between them answers.
    let is_end = |&(from, to): &(u64, u64)| from == 0 || place(to) == line.len();
    let between = kept.iter().any(|kept| !is_end(kept));
    kept.iter().filter(|kept| !(between && is_end(kept))).map(&mut piece).collect()
}

/// A line in pieces of at most `room` chars, cut between graphemes.
fn pieces(line: &str, room: usize, each: &mut dyn FnMut(&str)) {
    let source = StrSource(line);
    let mut at = 0;
    while at < line.len() {
        let end = source.skip_chars(at, line.len(), room);
        let cut = if end < line.len() { grapheme::floor(&source, at, end) } else { end };
        let cut = if cut > at { cut } else { end };
        each(line.get(at..cut).unwrap_or_default());
        at = cut;
    }
}

/// A part of a line with what was cut marked; `before` chars stand in front of it.
fn window(line: &str, from: usize, to: usize, before: usize) -> Cow<'_, str> {
    let to = snapped(line, to);
    let column = if from > 0 { format!("(from char {}) ...", grouped(before as u64 + 1)) } else { String::new() };
    let after = if to < line.len() { "..." } else { "" };
    Cow::Owned([&*column, line.get(from..to).unwrap_or_default(), after].concat())
}

/// Units to read for the boundary of a grapheme.
const NEAR: usize = 64;

/// Returns the grapheme boundary at or before a position, by its neighbourhood.
fn snapped(line: &str, at: usize) -> usize {
    let floor = |at: usize| (0..=at.min(line.len())).rev().find(|&at| line.is_char_boundary(at)).unwrap_or_default();
    let (at, start) = (floor(at), floor(at.saturating_sub(NEAR)));
    let near = line.get(start..floor(at + NEAR)).unwrap_or_default();
    start + grapheme::floor(&StrSource(near), 0, at - start)
}
