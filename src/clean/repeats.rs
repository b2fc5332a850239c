//! Folds repeated lines and blocks of lines into one and a count; of similar ones the first and the last are kept.
//!
//! A block of 1 to 8 lines folds if it occurs three times in a row, or five times with only measures changed (see
//! `mask`), and if the fold is shorter than the lines that it replaces. Of more than two blank lines in a row, two are
//! kept.
//!
//! Idempotent by construction: a line with a count is a barrier, before and after which matching starts fresh; and
//! after a fold, the lines kept at its end are read again as if the text began there. At most 96 lines of at most 4,096
//! bytes are held; a longer line is a barrier too.

use alloc::format;
use alloc::string::String;

use super::bytes::{equals, position};
use super::line::{Line, Lines};
use super::mask::hash;
use crate::forms;
use crate::number::grouped;

/// The longest block, in lines.
const BLOCK: usize = 8;
/// Maximum number of lines held: a fold may hold back this many before it is sure to save something.
const LINES: usize = 96;
/// Maximum bytes of a line that can fold.
const WIDTH: usize = 4096;
/// Maximum chars of a line with a count, for any number of folded blocks.
const COUNT_LINE: usize = 72;
/// Start and end of such a line.
const OPEN: &str = "[... \u{d7}";
const CLOSE: &str = " ...]";

/// Number of consecutive lines that match the line one period before them.
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
    /// The line being read, and whether it was too long to be held.
    partial: String,
    overlong: bool,
    recent: Lines,
    /// Hashes of the last lines: a line with a new hash begins no fold.
    hashes: [u64; BLOCK],
    /// Index of the next hash.
    next: usize,
    /// Number of the last lines that are not written yet.
    held: usize,
    matches: [Matches; BLOCK],
    /// A bit for each period with matches.
    matching: u8,
    fold: Option<Fold>,
    blank: usize,
    /// Lines that were folded.
    pub(super) folded: usize,
}

impl Repeats {
    pub(super) fn push(&mut self, text: &str, out: &mut String) {
        let mut rest = text;
        while !rest.is_empty() {
            let end = position(rest.as_bytes(), |word| equals(word, b'\n'));
            let (piece, after) = rest.split_at_checked(end.map_or(rest.len(), |at| at + 1)).unwrap_or((rest, ""));
            let whole = end.is_some();
            rest = after;
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
        let end = match line.as_bytes() {
            [.., b'\r', b'\n'] => "\r\n",
            [.., b'\n'] => "\n",
            _ => "",
        };
        let body = line.get(..line.len() - end.len()).unwrap_or_default();
        let blank = body.bytes().all(|byte| byte == b' ' || byte == b'\t');
        self.blank = if blank { self.blank + 1 } else { 0 };
        if self.blank > 2 {
            self.folded += 1;
        } else if body.starts_with(OPEN) && body.ends_with(CLOSE) {
            self.barrier(out);
            out.push_str(line);
        } else {
            let hash = hash(body);
            if self.fold.is_none() && !self.hashes.contains(&hash) {
                self.write(self.held, out);
                self.start_matching();
                out.push_str(line);
                self.recent.keep(BLOCK);
                self.remember(hash);
                self.recent.add(body, end, hash);
            } else {
                self.remember(hash);
                self.recent.add(body, end, hash);
                self.record(out);
            }
        }
    }

    fn remember(&mut self, hash: u64) {
        self.hashes[self.next % BLOCK] = hash;
        self.next = (self.next + 1) % BLOCK;
    }

    fn start_matching(&mut self) {
        if self.matching != 0 {
            self.matches = Default::default();
            self.matching = 0;
        }
    }

    /// Processes the line that was added last, which may continue a block.
    fn record(&mut self, out: &mut String) {
        if let Some(fold) = &mut self.fold {
            let (exact, similar) = self.recent.compare(fold.period);
            if exact || similar && !fold.exact {
                fold.lines += 1;
                self.recent.keep(3 * BLOCK);
                return;
            }
            let next = self.recent.take_last();
            self.end_fold(out);
            if let Some(line) = next {
                self.record_again(line, out);
            }
            return;
        }
        self.held += 1;
        let mut open = 0;
        let equal = self.recent.equal_hashes();
        let mut bits = equal | self.matching;
        while bits != 0 {
            let at = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            let (exact, similar) = if equal >> at & 1 == 1 { self.recent.compare(at + 1) } else { (false, false) };
            let Some(matches) = self.matches.get_mut(at) else { continue };
            matches.exact = if exact { matches.exact + 1 } else { 0 };
            matches.similar = if similar { matches.similar + 1 } else { 0 };
            open = open.max(matches.similar);
        }
        self.matching = equal;
        if open > 1
            && let Some(fold) = self.begins()
        {
            self.write(self.held - fold.lines, out);
            self.held = 0;
            self.start_matching();
            self.fold = Some(fold);
            return;
        }
        self.write(self.held.saturating_sub(open.min(LINES - BLOCK)), out);
        self.recent.keep(LINES.min(self.held + BLOCK));
    }

    fn record_again(&mut self, line: Line, out: &mut String) {
        self.recent.add_again(line);
        self.record(out);
    }

    /// Returns the fold of the shortest block that is repeated often enough, if it saves something.
    fn begins(&self) -> Option<Fold> {
        let fold = |(at, matches): (usize, &Matches)| {
            if matches.similar < 2 {
                return None;
            }
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
        let mut chars = 0;
        let mut sums = self.recent.last(fold.lines).take(gone).map(|line| {
            chars += self.recent.body(line).chars().count() + 1;
            chars
        });
        sums.any(|chars| chars > COUNT_LINE)
    }

    /// Writes the first of the held lines.
    fn write(&mut self, count: usize, out: &mut String) {
        if count == 0 {
            return;
        }
        for line in self.recent.last(self.held).take(count) {
            out.push_str(self.recent.body(line));
            out.push_str(line.end);
        }
        self.held -= count;
    }

    /// Ends any fold or match; the next line starts fresh.
    fn barrier(&mut self, out: &mut String) {
        while self.fold.is_some() {
            self.end_fold(out);
        }
        self.write(self.held, out);
        self.recent.keep(0);
        self.start_matching();
    }

    /// Writes the count and reads the kept lines again. A fold among them has a shorter block.
    fn end_fold(&mut self, out: &mut String) {
        let Some(fold) = self.fold.take() else { return };
        let kept = fold.lines % fold.period + if fold.exact { 0 } else { fold.period };
        let gone = fold.lines - kept;
        let mut lines = self.recent.take();
        let kept = lines.split_off(lines.len() - kept.min(lines.len()));
        self.folded += gone;
        self.held = 0;
        let count = grouped((gone / fold.period) as u64);
        let what = match (fold.period, fold.exact) {
            (1, true) => String::from("more of the line above"),
            (period, true) => format!("more of the {period} lines above"),
            (1, false) => String::from("similar lines"),
            (period, false) => format!("similar blocks of {period} lines"),
        };
        for part in [&*forms::REPEATED.with(&[&count, &what]), lines.back().map_or("\n", |line| line.end)] {
            out.push_str(part);
        }
        for line in kept {
            self.record_again(line, out);
        }
    }
}
