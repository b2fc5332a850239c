//! The first lines of a text, held until its kind is known.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::lines::Line;
use super::kind::Kind;
use crate::facts::Sizes;
use crate::failure::plain;

/// Bytes by which the kind of a text is known.
const MOST: usize = 64 * 1024;

#[derive(Clone, Debug, Default)]
pub(crate) struct Opening {
    text: String,
    lines: Vec<Held>,
}

#[derive(Clone, Copy, Debug)]
struct Held {
    from: usize,
    to: usize,
    number: usize,
    at: Sizes,
    text_at: Sizes,
    size: Sizes,
    ends: bool,
    within: [bool; 2],
}

impl Opening {
    pub(crate) fn hold(&mut self, line: Line<'_>) {
        let Line { text, number, at, text_at, size, ends, within } = line;
        let from = self.text.len();
        self.text.push_str(text);
        self.lines.push(Held { from, to: self.text.len(), number, at, text_at, size, ends, within });
    }

    pub(crate) fn is_full(&self) -> bool {
        self.text.len() + self.lines.len() >= MOST
    }

    pub(crate) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        self.lines.iter().map(|held| {
            let Held { from, to, number, at, text_at, size, ends, within } = *held;
            Line { text: self.text.get(from..to).unwrap_or_default(), number, at, text_at, size, ends, within }
        })
    }

    pub(crate) fn kind(&self) -> Kind {
        let lines: Vec<&str> = self.lines().map(|line| line.text.trim_end_matches('\r')).collect();
        if lines.iter().any(|line| line.contains('\u{1b}')) {
            let mut room = String::new();
            let plain: Vec<String> = lines.iter().map(|line| String::from(plain(line, &mut room))).collect();
            return Kind::of(&plain.iter().map(String::as_str).collect::<Vec<_>>());
        }
        Kind::of(&lines)
    }
}
