//! Buffer of recent lines, for comparison with the next ones.

use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;

use super::mask::masked;

/// Length in bytes above which the buffer is compacted if more than half of it is unused.
const COMPACT: usize = 16 * 1024;

/// Lines in order of arrival. They share one text, because most lines are kept only briefly.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    recent: VecDeque<Line>,
    text: String,
    /// Number of bytes already removed from the start of the text.
    gone: usize,
}

/// A line, with a hash and a key for fast comparison.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Position of its text, counted from the first byte ever added, and its length, without the line end.
    from: usize,
    len: usize,
    pub(super) end: &'static str,
    /// Equal for similar lines, rarely for others.
    hash: u64,
    /// The line with measures masked, computed on demand.
    key: Option<Vec<u8>>,
}

impl Lines {
    pub(super) fn add(&mut self, body: &str, end: &'static str, hash: u64) {
        if self.text.len() > COMPACT {
            self.compact();
        }
        let from = self.gone + self.text.len();
        self.text.push_str(body);
        self.recent.push_back(Line { from, len: body.len(), end, hash, key: None });
    }

    /// Drops all but the last `count` lines.
    pub(super) fn keep(&mut self, count: usize) {
        while self.recent.len() > count {
            self.recent.pop_front();
        }
    }

    /// Removes and returns all lines; their text is kept for those that are added again.
    pub(super) fn take(&mut self) -> VecDeque<Line> {
        core::mem::take(&mut self.recent)
    }

    /// Adds a removed line again.
    pub(super) fn add_again(&mut self, line: Line) {
        self.recent.push_back(line);
    }

    pub(super) fn take_last(&mut self) -> Option<Line> {
        self.recent.pop_back()
    }

    fn compact(&mut self) {
        let from = self.recent.front().map_or(self.gone + self.text.len(), |line| line.from);
        if from - self.gone > self.text.len() / 2 {
            self.text.drain(..from - self.gone);
            self.gone = from;
        }
    }

    pub(super) fn body(&self, line: &Line) -> &str {
        let from = line.from - self.gone;
        self.text.get(from..from + line.len).unwrap_or_default()
    }

    /// Returns the last `count` lines.
    pub(super) fn last(&self, count: usize) -> impl Iterator<Item = &Line> {
        self.recent.iter().skip(self.recent.len() - count.min(self.recent.len()))
    }

    /// Returns a bit for each of the 8 lines before the last, the nearest first: set if the hashes are equal, so that
    /// the lines may be similar.
    pub(super) fn equal_hashes(&self) -> u8 {
        let mut lines = self.recent.iter().rev();
        let Some(last) = lines.next() else { return 0 };
        lines.take(8).enumerate().fold(0, |bits, (at, line)| bits | u8::from(line.hash == last.hash) << at)
    }

    /// Compares the last line with the one `back` lines before it: returns whether they are equal, and whether they are
    /// similar.
    pub(super) fn compare(&mut self, back: usize) -> (bool, bool) {
        let last = self.recent.len().saturating_sub(1);
        let other = last.checked_sub(back);
        let (Some(line), Some(before)) = (self.recent.get(last), other.and_then(|at| self.recent.get(at))) else {
            return (false, false);
        };
        if before.hash != line.hash {
            return (false, false);
        }
        if self.body(before) == self.body(line) {
            return (true, true);
        }
        for at in [last, last - back] {
            if let Some(line) = self.recent.get(at).filter(|line| line.key.is_none()) {
                let key = masked(self.body(line));
                if let Some(line) = self.recent.get_mut(at) {
                    line.key = Some(key);
                }
            }
        }
        let key = |at: usize| self.recent.get(at).map(|line| &line.key);
        (false, key(last) == key(last - back))
    }
}
