//! The ends of a text that arrives in pieces: as much as a plan can reach, and the sizes of the rest.

use alloc::collections::VecDeque;
use alloc::string::String;

use crate::facts::{self, Sizes};
use crate::source::{floor, utf16_len};
use crate::text::rules::Rules;

/// Bytes that are let go of at a time.
const CHUNK: usize = 32 * 1024;
/// Bytes of each end beyond what a limit can keep: context of a cut, and enough that an omitted middle is long enough
/// to be sampled.
const SLACK: usize = 128 * 1024;
/// Below that, chunks grow as needed.
const SMALL: usize = 4096;

/// The least that each end must hold before anything is let go of.
#[derive(Clone, Copy, Debug)]
struct Room {
    bytes: usize,
    newlines: u64,
}

impl Room {
    /// Reach of each end: twice the limit, to test whether the line that is cut would fit alone.
    fn of(rules: &Rules) -> Self {
        match (rules.most_bytes(), rules.limits.newlines) {
            (Some(most), _) => Self { bytes: most.saturating_mul(2).saturating_add(SLACK), newlines: 0 },
            // A line may be of any length.
            (None, Some(lines)) => Self { bytes: SLACK, newlines: (lines as u64).saturating_add(2) },
            (None, None) => Self { bytes: usize::MAX, newlines: 0 },
        }
    }

    fn is_filled(self, bytes: usize, newlines: u64) -> bool {
        bytes >= self.bytes && newlines >= self.newlines
    }
}

/// Text in pieces; lines are counted where they are asked for.
#[derive(Clone, Debug, Default)]
struct Chunks {
    list: VecDeque<(String, u64)>,
    bytes: usize,
    newlines: u64,
}

impl Chunks {
    /// Fills the last chunk; answers how many bytes fit in.
    fn push(&mut self, text: &str, lines: bool, spare: &mut Option<String>) -> usize {
        if self.list.back().is_none_or(|(chunk, _)| CHUNK - chunk.len() < 4) {
            self.list.push_back((spare.take().unwrap_or_default(), 0));
        }
        let Some((chunk, newlines)) = self.list.back_mut() else { return 0 };
        let end = floor(text, CHUNK - chunk.len());
        let piece = text.get(..end).unwrap_or_default();
        let needed = chunk.len() + piece.len();
        if needed > chunk.capacity() {
            let room = if needed > SMALL { CHUNK } else { needed.next_power_of_two() };
            chunk.reserve_exact(room - chunk.len());
        }
        chunk.push_str(piece);
        let more = if lines { facts::newlines(piece) } else { 0 };
        *newlines += more;
        self.newlines += more;
        self.bytes += end;
        end
    }

    /// The first chunk, if enough is left without it.
    fn pop(&mut self, room: Room) -> Option<String> {
        let (chunk, newlines) = self.list.front()?;
        if !room.is_filled(self.bytes - chunk.len(), self.newlines - newlines) {
            return None;
        }
        self.bytes -= chunk.len();
        self.newlines -= newlines;
        self.list.pop_front().map(|(chunk, _)| chunk)
    }
}

/// The windows of a stream that are held.
#[derive(Clone, Debug)]
pub(super) struct Window {
    room: Room,
    head: Chunks,
    tail: Chunks,
    spare: Option<String>,
    hole: Sizes,
    /// True if lines are counted.
    lines: bool,
}

impl Window {
    pub(super) fn new(rules: &Rules) -> Self {
        let (head, tail) = (Chunks::default(), Chunks::default());
        let lines = rules.count.lines || rules.rescue.get().is_some() || rules.clean().is_some();
        Self { room: Room::of(rules), head, tail, spare: None, hole: Sizes::default(), lines }
    }

    pub(super) fn push(&mut self, text: &str) {
        let mut rest = text;
        while !rest.is_empty() {
            let in_head = !self.room.is_filled(self.head.bytes, self.head.newlines);
            let end = if in_head { &mut self.head } else { &mut self.tail };
            let taken = end.push(rest, self.room.newlines > 0, &mut self.spare);
            rest = rest.get(taken..).unwrap_or_default();
            while let Some(mut chunk) = self.tail.pop(self.room) {
                let sizes = if self.lines { Sizes::of(&chunk) } else { Sizes::but_lines(&chunk) };
                self.hole = self.hole.plus(sizes);
                chunk.clear();
                self.spare = Some(chunk);
            }
        }
    }

    /// The head, the tail, and the sizes of what is missing between them. When nothing is, all is the head.
    pub(super) fn finish(self) -> (String, String, Sizes) {
        let Self { mut head, mut tail, hole, .. } = self;
        if hole.bytes == 0 {
            head.bytes += tail.bytes;
            head.list.extend(tail.list.drain(..));
            tail.bytes = 0;
        }
        (head.join(), tail.join(), hole)
    }

    /// The UTF-16 units that are no longer held.
    pub(super) fn gone(&self) -> (u64, u64) {
        let from = self.head.list.iter().map(|(chunk, _)| utf16_len(chunk) as u64).sum();
        (from, from + self.hole.utf16)
    }

    /// Bytes that are held.
    pub(super) fn held(&self) -> usize {
        let chunks = self.head.list.iter().chain(&self.tail.list).map(|(chunk, _)| chunk);
        chunks.chain(&self.spare).map(String::capacity).sum()
    }
}

impl Chunks {
    /// All of it in one; each chunk is given back once it is copied.
    fn join(self) -> String {
        let mut text = String::with_capacity(self.bytes);
        for (chunk, _) in self.list {
            text.push_str(&chunk);
        }
        text
    }
}
