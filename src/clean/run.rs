//! State of a run of chars that is or may become base64.

use alloc::string::String;
use core::mem::take;

use super::sniff::{SAMPLE, is_base64};

/// Length range of a line of wrapped base64.
pub(super) const LINE: core::ops::RangeInclusive<usize> = 60..=1000;

/// Number of chars that determine the type.
pub(super) const FIRST: usize = 16;
/// Number of chars after which base64 has both cases.
pub(super) const ONE_CASE: usize = 32;
/// Minimum chars of base64 with a known type.
pub(super) const TYPED: usize = 200;
/// Minimum chars of base64 with an unknown type, and the most that is held.
pub(super) const UNTYPED: usize = 1024;
/// Lengths at which an open run is tested.
const TESTS: [usize; 5] = [FIRST, ONE_CASE, TYPED, SAMPLE, UNTYPED];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum State {
    #[default]
    None,
    /// May become base64; the whole run is held.
    Open,
    /// Is base64; only the last line is held, if it wraps.
    Taken,
    /// Is not base64; it passes through.
    Refused,
}

/// A run of base64, or a candidate.
#[derive(Clone, Debug, Default)]
pub(super) struct Run {
    pub(super) state: State,
    /// The whole of an open run; the last line of a taken one that wraps.
    pub(super) held: String,
    /// Chars of base64 without padding; in a taken run that wraps, without those of the last line.
    pub(super) chars: usize,
    /// Padding at the end.
    pub(super) padding: usize,
    /// Chars of the first line, once it has ended, and of the current line.
    pub(super) first_line: Option<usize>,
    pub(super) line: usize,
    /// The run begins a line, so it may continue on the next.
    pub(super) wraps: bool,
    /// The run follows `;base64,`.
    pub(super) uri: bool,
    pub(super) kind: Option<&'static str>,
}

impl Run {
    /// Starts a new run and reuses the buffer.
    pub(super) fn begin(&mut self, state: State) {
        let mut held = take(&mut self.held);
        held.clear();
        *self = Self { state, held, ..Self::default() };
    }

    /// Returns how many bytes from the start of a text continue the run without reaching the next test.
    pub(super) fn stretch(&self, text: &[u8]) -> usize {
        let room = match self.state {
            State::None => 0,
            State::Refused => usize::MAX,
            _ if self.padding > 0 => 0,
            _ => {
                let line = self.first_line.map_or(usize::MAX, |first| first.saturating_sub(self.line));
                let next = TESTS.iter().find(|&&chars| chars > self.chars && self.state == State::Open);
                line.min(next.map_or(usize::MAX, |chars| chars - self.chars - 1))
            }
        };
        let text = text.get(..room).unwrap_or(text);
        text.iter().position(|&byte| !is_base64(byte)).unwrap_or(text.len())
    }

    /// Adds chars of base64, or one of padding.
    pub(super) fn add(&mut self, text: &str) {
        self.line += text.len();
        if text == "=" {
            self.padding += 1;
        } else if self.state == State::Open || self.first_line.is_none() {
            self.chars += text.len();
        }
        if self.state == State::Open || self.first_line.is_some() {
            self.held.push_str(text);
        }
    }

    pub(super) fn line_goes_on(&self) -> bool {
        let whole = self.first_line.is_none_or(|first| first == self.line);
        self.wraps && self.padding == 0 && LINE.contains(&self.line) && whole
    }

    pub(super) fn end_line(&mut self) {
        if self.state == State::Taken {
            self.chars += if self.first_line.is_some() { self.line } else { 0 };
            self.held.clear();
        }
        self.first_line = Some(self.line);
        self.line = 0;
        self.held.push('\n');
    }

    /// Marks the run as base64: from now on only the current line is held, with the line end before it.
    pub(super) fn taken(&mut self) {
        self.state = State::Taken;
        if self.first_line.is_some() {
            self.chars -= self.line;
            let from = self.held.rfind('\n').unwrap_or_default();
            self.held.drain(..from);
        } else {
            self.held.clear();
        }
    }
}
