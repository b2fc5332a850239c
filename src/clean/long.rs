//! Shortens the middle of long lines: minified code and one-line JSON carry little information per char.
//!
//! A line of more than 2,000 chars keeps 1,000 at the start and 500 at the end, with the number of missing chars
//! between them. At most 3,000 chars are held.

use alloc::string::String;

use crate::forms;
use crate::number;

/// Maximum chars of an unchanged line.
const LIMIT: usize = 2000;
const HEAD: usize = 1000;
const TAIL: usize = 500;

/// The stage for [`super::CleanOptions::long_lines`].
#[derive(Clone, Debug, Default)]
pub(super) struct Long {
    /// The line so far, or its end once its head is written.
    held: String,
    chars: usize,
    /// Chars of the line that are no longer held.
    gone: usize,
    /// Lines that were shortened.
    pub(super) shortened: usize,
}

impl Long {
    pub(super) fn push(&mut self, text: &str, out: &mut String) {
        for line in text.split_inclusive('\n') {
            let (body, end) = line.strip_suffix('\n').map_or((line, ""), |body| (body, "\n"));
            if !end.is_empty() && self.held.is_empty() && body.len() <= LIMIT {
                out.push_str(line);
                continue;
            }
            let mut rest = body;
            while !rest.is_empty() {
                let (piece, after) = rest.split_at_checked(char_at(rest, LIMIT)).unwrap_or((rest, ""));
                self.held.push_str(piece);
                self.chars += piece.chars().count();
                self.shrink(out);
                rest = after;
            }
            if !end.is_empty() {
                self.end_line(out);
                out.push('\n');
            }
        }
    }

    pub(super) fn finish(&mut self, out: &mut String) {
        self.end_line(out);
    }

    /// Writes the head once the line is too long, and drops the text before the tail.
    fn shrink(&mut self, out: &mut String) {
        if self.chars <= LIMIT {
            return;
        }
        let mut keep = char_at(&self.held, self.chars - TAIL);
        if self.gone == 0 {
            let head = char_at(&self.held, HEAD);
            out.push_str(self.held.get(..head).unwrap_or_default());
            keep = keep.max(head);
        }
        self.gone += self.held.get(..keep).unwrap_or_default().chars().count();
        self.held.drain(..keep);
        self.chars = self.held.chars().count();
    }

    fn end_line(&mut self, out: &mut String) {
        if self.gone > 0 {
            let from = char_at(&self.held, self.chars.saturating_sub(TAIL));
            let missing = self.gone - HEAD + self.held.get(..from).unwrap_or_default().chars().count();
            self.shortened += 1;
            out.push_str(&forms::LONG_LINE.with(&[&number::grouped(missing as u64)]));
            self.held.drain(..from);
        }
        out.push_str(&self.held);
        self.held.clear();
        (self.chars, self.gone) = (0, 0);
    }
}

/// Returns the byte position after `count` chars.
fn char_at(text: &str, count: usize) -> usize {
    text.char_indices().nth(count).map_or(text.len(), |(at, _)| at)
}
