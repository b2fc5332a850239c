//! A run of chars that is or may become base64.

use alloc::string::String;

/// The shortest line of wrapped base64, and the longest.
pub(super) const LINE: core::ops::RangeInclusive<usize> = 60..=1000;

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
    pub(super) fn add(&mut self, c: char) {
        self.line += 1;
        let counts = self.state == State::Open || self.first_line.is_none();
        if c == '=' {
            self.padding += 1;
        } else if counts {
            self.chars += 1;
        }
        if self.state == State::Open || self.first_line.is_some() {
            self.held.push(c);
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
