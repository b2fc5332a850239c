//! The last lines, to be compared with those that follow.

use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;

use super::mask::masked;

/// Unneeded text is freed when it is this long and the larger part.
const COMPACT: usize = 16 * 1024;

/// Lines in the order in which they came. Their text is one: a line is seldom kept for long.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    recent: VecDeque<Line>,
    text: String,
    /// Bytes before the text that are gone.
    gone: usize,
}

/// A line with what makes it quick to compare.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Start of its text; the end is separate.
    from: usize,
    len: usize,
    pub(super) end: &'static str,
    /// Equal for similar lines, seldom for others.
    hash: u64,
    /// With measures masked, once it was asked for.
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

    /// Keeps only the last `count` lines.
    pub(super) fn keep(&mut self, count: usize) {
        while self.recent.len() > count {
            self.recent.pop_front();
        }
    }

    /// Takes all lines off; their text stays for those that are added again.
    pub(super) fn take(&mut self) -> VecDeque<Line> {
        core::mem::take(&mut self.recent)
    }

    /// Adds a line that was taken off.
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

    /// Returns which of the eight lines before the last may be similar to it: a bit each, the nearest first.
    pub(super) fn equal_hashes(&self) -> u8 {
        let mut lines = self.recent.iter().rev();
        let Some(last) = lines.next() else { return 0 };
        lines.take(8).enumerate().fold(0, |bits, (at, line)| bits | u8::from(line.hash == last.hash) << at)
    }

    /// Compares the last line with the one `back` before it: equal, and similar.
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
