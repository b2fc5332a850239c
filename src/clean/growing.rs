//! Lines that only grow, as most output does. One text holds them, with the cursor at its end.

use alloc::string::String;

use super::screen::{ROWS, WIDTH};

use crate::quick::last_position;
use crate::source::floor;

#[derive(Clone, Debug)]
pub(super) struct Growing {
    text: String,
    /// `true` if the cursor is at the end of the text. Otherwise the text is empty and all lines are rows.
    on: bool,
    /// Length in bytes above which unreachable text is looked for; checking every time would cost too much.
    enough: usize,
}

impl Growing {
    pub(super) fn new() -> Self {
        Self { text: String::new(), on: true, enough: 0 }
    }

    pub(super) fn is_on(&self) -> bool {
        self.on
    }

    pub(super) fn is_long(&self) -> bool {
        self.text.len() > self.enough
    }

    /// Returns `true` if the last line is still empty.
    pub(super) fn on_new_line(&self) -> bool {
        self.on && (self.text.is_empty() || self.text.as_bytes().last() == Some(&b'\n'))
    }

    pub(super) fn begin(&mut self) {
        self.on = true;
    }

    pub(super) fn end(&mut self) {
        self.text.clear();
        self.on = false;
    }

    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the start of the part that the cursor can go back to, and its number of lines.
    pub(super) fn within_reach(&self) -> (usize, usize) {
        let mut rest = self.text.as_str();
        for lines in 1.. {
            let end = last_position(rest.as_bytes(), b'\n', b'\n');
            let before = end.and_then(|end| rest.get(..end));
            let start = end.map_or(0, |end| end + 1);
            let line = rest.get(start..).unwrap_or_default();
            match before {
                _ if line.len() > WIDTH => return (start + last_part(line), lines),
                Some(before) if lines < ROWS => rest = before,
                _ => return (start, lines),
            }
        }
        (0, 0)
    }

    /// Drops the text before a position.
    pub(super) fn forget(&mut self, before: usize) {
        if before > 0 {
            self.text.drain(..before);
        }
        self.enough = 2 * self.text.len();
    }
}

/// Returns the start of the last part of a line that is held in parts.
fn last_part(line: &str) -> usize {
    let mut rest = line;
    while rest.len() > WIDTH {
        rest = rest.get(floor(rest, WIDTH)..).unwrap_or_default();
    }
    line.len() - rest.len()
}
