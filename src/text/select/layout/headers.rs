//! What a line stands under: the file of a hunk, the task of a host, the parent of a branch.

use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::super::entry::{Entry, Part};
use super::super::lines::Line;
use crate::failure::LineClass;

/// Bytes of a line that may be shown as a header.
const LONG: usize = 240;
/// Headers of a line that are kept: the outermost, and those nearest to it.
const NEAREST: usize = 3;

/// The lines above that the current one stands under, and those of the lines before it.
#[derive(Clone, Debug)]
pub(super) struct Headers {
    /// Each of a higher level than the one before it.
    open: Vec<Open>,
    free: Vec<String>,
    /// Lines below which another stood, in order, and the number of those before them that were let go.
    shown: VecDeque<Shown>,
    gone: usize,
    /// Of those, what the others stand under.
    base: Vec<(usize, Shown)>,
    bytes: usize,
    most: usize,
}

#[derive(Clone, Debug)]
struct Open {
    level: u16,
    text: String,
    line: Line<'static>,
    /// Its place among those that are shown.
    place: Option<usize>,
}

#[derive(Clone, Debug)]
struct Shown {
    level: u16,
    entry: Arc<Entry>,
    /// The place of the one that it stands under.
    under: Option<usize>,
    /// Number of lines before the first line that no longer belongs to it.
    end: u64,
}

impl Headers {
    /// Holds headers for at least this many bytes of text.
    pub(super) fn new(most: usize) -> Self {
        let (open, free, base) = (Vec::new(), Vec::new(), Vec::new());
        Self { open, free, shown: VecDeque::new(), gone: 0, base, bytes: 0, most }
    }

    /// Reads a line of a level; `heads`: others may stand under it.
    pub(super) fn push(&mut self, level: u16, heads: bool, line: Line<'_>) {
        while let Some(last) = self.open.pop_if(|last| last.level >= level) {
            if let Some(shown) = last.place.and_then(|place| self.at_mut(place)) {
                shown.end = line.at.newlines;
            }
            self.free.push(last.text);
        }
        self.show_last();
        if heads && line.text.len() <= LONG {
            let mut text = self.free.pop().unwrap_or_default();
            text.clear();
            text.push_str(line.text);
            self.open.push(Open { level, text, line: Line { text: "", ..line }, place: None });
        }
    }

    /// Lowers the last line to a level: it is no header of that level's lines, but one of them.
    pub(super) fn lower_last(&mut self, level: u16) {
        if let Some(last) = self.open.last_mut().filter(|last| last.place.is_none()) {
            last.level = last.level.max(level);
        }
    }

    fn show_last(&mut self) {
        let place = self.gone + self.shown.len();
        let Some((last, above)) = self.open.split_last_mut() else { return };
        if last.place.is_some() {
            return;
        }
        last.place = Some(place);
        let entry = Entry::new(Line { text: &last.text, ..last.line }, LineClass::default(), Part::Around);
        self.bytes += last.text.len() + size_of::<Entry>();
        let under = above.last().and_then(|above| above.place);
        self.shown.push_back(Shown { level: last.level, entry: Arc::new(entry), under, end: u64::MAX });
        self.let_go();
    }

    fn let_go(&mut self) {
        while self.bytes > self.most && self.shown.len() > 256 {
            let Some(first) = self.shown.pop_front() else { return };
            self.bytes = self.bytes.saturating_sub(first.entry.text.len() + size_of::<Entry>());
            while self.base.pop_if(|(_, last)| last.level >= first.level).is_some() {}
            self.base.push((self.gone, first));
            self.gone += 1;
        }
    }

    fn at(&self, place: usize) -> Option<&Shown> {
        match place.checked_sub(self.gone) {
            Some(at) => self.shown.get(at),
            None => self.base.iter().rev().find(|(of, _)| *of == place).map(|(_, shown)| shown),
        }
    }

    fn at_mut(&mut self, place: usize) -> Option<&mut Shown> {
        match place.checked_sub(self.gone) {
            Some(at) => self.shown.get_mut(at),
            None => self.base.iter_mut().rev().find(|(of, _)| *of == place).map(|(_, shown)| shown),
        }
    }

    /// The headers of a line with `lines` lines before it, the outermost first.
    pub(super) fn above(&self, lines: u64, level: u16) -> Vec<Arc<Entry>> {
        let before = self.shown.partition_point(|shown| shown.entry.at.newlines < lines);
        let mut next = match before.checked_sub(1) {
            Some(last) => Some(self.gone + last),
            None => self.base.iter().rev().find(|(_, shown)| shown.entry.at.newlines < lines).map(|(place, _)| *place),
        };
        let mut above = Vec::new();
        while let Some(shown) = next.and_then(|place| self.at(place)) {
            if shown.level < level && lines < shown.end {
                above.push(Arc::clone(&shown.entry));
            }
            next = shown.under;
        }
        if above.len() > NEAREST + 1 {
            above.drain(NEAREST..above.len() - 1);
        }
        above.reverse();
        above
    }
}
