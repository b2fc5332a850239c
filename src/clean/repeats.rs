//! Repeated lines and blocks of lines become one and a count; of similar ones the first and the last stay.
//!
//! A block of 1 to 8 lines folds when it stands three times in a row, or five times with nothing but measures different
//! (see `mask`), and when that is shorter than what it replaces. Of more than two blank lines two stay.
//!
//! Twice changes nothing, by construction: a line that counts is a barrier, before and after which all starts afresh;
//! and after a fold, what is kept of its end is read again as if the text began there. At most 96 lines of at most
//! 4,096 bytes are held; a longer line is a barrier too.

use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::String;

use super::line::{Line, compare};
use super::mask::hash;
use super::number::grouped;

/// The longest block, in lines.
const BLOCK: usize = 8;
/// Lines that are remembered: what a fold may hold back before it is sure to save something.
const LINES: usize = 96;
/// The longest line that can fold, in bytes.
const WIDTH: usize = 4096;
/// The longest line that counts, in chars, with any number of folded blocks.
const COUNT_LINE: usize = 72;
/// How such a line begins and ends.
const OPEN: &str = "[... \u{d7}";
const CLOSE: &str = " ...]";

/// How many lines in a row equal the line so many before them.
#[derive(Clone, Copy, Debug, Default)]
struct Matches {
    exact: usize,
    similar: usize,
}

#[derive(Clone, Copy, Debug)]
struct Fold {
    period: usize,
    exact: bool,
    /// Lines since the first block.
    lines: usize,
}

/// The stage for [`super::CleanOptions::repeated_lines`].
#[derive(Clone, Debug, Default)]
pub(super) struct Repeats {
    /// The line that is being read, and whether it was too long to be held.
    partial: String,
    overlong: bool,
    recent: VecDeque<Line>,
    /// The hashes of the last lines: a line with another one begins nothing.
    hashes: [u64; BLOCK],
    /// How many of the last lines are not written yet.
    held: usize,
    matches: [Matches; BLOCK],
    fold: Option<Fold>,
    blank: usize,
    /// Lines that were folded away.
    pub(super) folded: usize,
}

impl Repeats {
    pub(super) fn push(&mut self, text: &str, out: &mut String) {
        for piece in text.split_inclusive('\n') {
            let whole = piece.ends_with('\n');
            if self.overlong || self.partial.len() + piece.len() > WIDTH {
                if !self.overlong {
                    self.barrier(out);
                    self.blank = 0;
                    out.push_str(&self.partial);
                    self.partial.clear();
                }
                out.push_str(piece);
                self.overlong = !whole;
            } else if !whole {
                self.partial.push_str(piece);
            } else if self.partial.is_empty() {
                self.line(piece, out);
            } else {
                let mut line = core::mem::take(&mut self.partial);
                line.push_str(piece);
                self.line(&line, out);
                line.clear();
                self.partial = line;
            }
        }
    }

    pub(super) fn finish(&mut self, out: &mut String) {
        if !self.partial.is_empty() {
            let line = core::mem::take(&mut self.partial);
            self.line(&line, out);
        }
        self.barrier(out);
        *self = Self { folded: self.folded, ..Self::default() };
    }

    fn line(&mut self, line: &str, out: &mut String) {
        let (body, end) = match line.strip_suffix('\n') {
            Some(line) => line.strip_suffix('\r').map_or((line, "\n"), |line| (line, "\r\n")),
            None => (line, ""),
        };
        let blank = body.bytes().all(|byte| byte == b' ' || byte == b'\t');
        self.blank = if blank { self.blank + 1 } else { 0 };
        if self.blank > 2 {
            self.folded += 1;
        } else if body.starts_with(OPEN) && body.ends_with(CLOSE) {
            self.barrier(out);
            out.push_str(line);
        } else {
            let hash = hash(body);
            let new = self.fold.is_none() && !self.hashes.contains(&hash);
            if new {
                self.write(self.held, out);
                self.matches = Default::default();
                out.push_str(line);
            }
            let spare = if self.recent.len() > BLOCK && self.held == 0 { self.recent.pop_front() } else { None };
            let mut spare = spare.map(|line| line.body).unwrap_or_default();
            spare.clear();
            spare.push_str(body);
            let line = Line { body: spare, end, hash, key: None };
            if new {
                self.remember(line);
            } else {
                self.record(line, out);
            }
        }
    }

    fn remember(&mut self, line: Line) {
        self.hashes.rotate_left(1);
        self.hashes[BLOCK - 1] = line.hash;
        self.recent.push_back(line);
    }

    /// Takes a line that may go on with a block.
    fn record(&mut self, line: Line, out: &mut String) {
        self.remember(line);
        if let Some(fold) = &mut self.fold {
            let (exact, similar) = compare(&mut self.recent, fold.period);
            if exact || similar && !fold.exact {
                fold.lines += 1;
                if self.recent.len() > 3 * BLOCK {
                    self.recent.pop_front();
                }
                return;
            }
            let next = self.recent.pop_back();
            self.end_fold(out);
            if let Some(line) = next {
                self.record(line, out);
            }
            return;
        }
        self.held += 1;
        for (at, matches) in self.matches.iter_mut().enumerate() {
            let (exact, similar) = compare(&mut self.recent, at + 1);
            matches.exact = if exact { matches.exact + 1 } else { 0 };
            matches.similar = if similar { matches.similar + 1 } else { 0 };
        }
        if let Some(fold) = self.begins() {
            self.write(self.held - fold.lines, out);
            self.held = 0;
            self.matches = Default::default();
            self.fold = Some(fold);
            return;
        }
        let open = self.matches.iter().map(|matches| matches.similar).max().unwrap_or_default();
        self.write(self.held.saturating_sub(open.min(LINES - BLOCK)), out);
        while self.recent.len() > LINES.min(self.held + BLOCK) {
            self.recent.pop_front();
        }
    }

    /// The fold of the shortest block that is repeated often enough, if it saves something.
    fn begins(&self) -> Option<Fold> {
        let fold = |(at, matches): (usize, &Matches)| {
            let period = at + 1;
            let exact = matches.exact == matches.similar && matches.exact >= 2 * period;
            let enough = exact || matches.similar >= 4 * period;
            let fold = Fold { period, exact, lines: matches.similar };
            (enough && fold.lines <= self.held && self.saves(fold)).then_some(fold)
        };
        self.matches.iter().enumerate().find_map(fold)
    }

    fn saves(&self, fold: Fold) -> bool {
        let gone = fold.lines - if fold.exact { 0 } else { fold.period };
        let lines = self.recent.iter().skip(self.recent.len() - fold.lines.min(self.recent.len())).take(gone);
        let mut chars = 0;
        let mut sums = lines.map(|line| {
            chars += line.body.chars().count() + 1;
            chars
        });
        sums.any(|chars| chars > COUNT_LINE)
    }

    /// Writes the first of the held lines.
    fn write(&mut self, count: usize, out: &mut String) {
        let from = self.recent.len() - self.held.min(self.recent.len());
        for line in self.recent.iter().skip(from).take(count) {
            out.push_str(&line.body);
            out.push_str(line.end);
        }
        self.held -= count;
    }

    /// Ends whatever is going on: what follows starts afresh.
    fn barrier(&mut self, out: &mut String) {
        while self.fold.is_some() {
            self.end_fold(out);
        }
        self.write(self.held, out);
        self.recent.clear();
        self.matches = Default::default();
    }

    /// Writes the count; the lines that stay at the end are read again. A fold among them has a shorter block.
    fn end_fold(&mut self, out: &mut String) {
        let Some(fold) = self.fold.take() else { return };
        let kept = fold.lines % fold.period + if fold.exact { 0 } else { fold.period };
        let gone = fold.lines - kept;
        let mut lines = core::mem::take(&mut self.recent);
        let kept = lines.split_off(lines.len() - kept.min(lines.len()));
        self.folded += gone;
        self.held = 0;
        let count = grouped(gone / fold.period);
        let what = match (fold.period, fold.exact) {
            (1, true) => String::from("more of the line above"),
            (period, true) => format!("more of the {period} lines above"),
            (1, false) => String::from("similar lines"),
            (period, false) => format!("similar blocks of {period} lines"),
        };
        for part in [OPEN, &count, " ", &what, CLOSE, lines.back().map_or("\n", |line| line.end)] {
            out.push_str(part);
        }
        for line in kept {
            self.record(line, out);
        }
    }
}
