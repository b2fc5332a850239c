//! A run of chars that is or may become base64.

use alloc::string::String;
use core::mem::take;

use super::sniff::{SAMPLE, is_base64};

/// The shortest line of wrapped base64, and the longest.
pub(super) const LINE: core::ops::RangeInclusive<usize> = 60..=1000;

/// Chars that determine the type.
pub(super) const FIRST: usize = 16;
/// Chars that have both cases.
pub(super) const ONE_CASE: usize = 32;
/// Chars of base64 whose type is known.
pub(super) const TYPED: usize = 200;
/// Chars of base64 whose type is not known, and the most that is held.
pub(super) const UNTYPED: usize = 1024;
/// Lengths at which an open run is tested.
const TESTS: [usize; 5] = [FIRST, ONE_CASE, TYPED, SAMPLE, UNTYPED];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum State {
    #[default]
    None,
    /// May become base64: all of it is held.
    Open,
    /// Is base64: of it only the last line is held, when it wraps.
    Taken,
    /// Is none: it passes through.
    Refused,
}

/// A run of base64, or what may become one.
#[derive(Clone, Debug, Default)]
pub(super) struct Run {
    pub(super) state: State,
    /// All of an open run; the last line of one that is taken and wraps.
    pub(super) held: String,
    /// Chars of base64 without padding; when taken and wrapped, without those of the last line.
    pub(super) chars: usize,
    /// Padding at the end.
    pub(super) padding: usize,
    /// Chars of the first line, once it has ended, and of the line that is read.
    pub(super) first_line: Option<usize>,
    pub(super) line: usize,
    /// It begins a line: it may go on in the next.
    pub(super) wraps: bool,
    /// It follows `;base64,`.
    pub(super) uri: bool,
    pub(super) kind: Option<&'static str>,
}

impl Run {
    /// Starts again with the same buffer.
    pub(super) fn begin(&mut self, state: State) {
        let mut held = take(&mut self.held);
        held.clear();
        *self = Self { state, held, ..Self::default() };
    }

    /// Counts leading bytes of a text that continue the run without changing its state.
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

    /// From now on only the line that is read is held, with the line end before it.
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
