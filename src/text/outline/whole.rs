//! What a line is that only the lines around it tell: comments and fences that go on, headings that are underlined.

use alloc::vec::Vec;

use super::entry::{self, Entry};
use super::line::{Lines, ROOM, after, holds, indented, seen, starts_in, trim_end, trim_start};
use super::markdown::underlines;
use super::{TextKind, unnumbered, weight_of};

/// The weight of each line of a text: that of [`super::weight`], but nothing inside of what is only quoted or told, 3
/// for a title with a line below it, and at least 1 for the last line of a log, which says how it ended.
pub(crate) fn weights(text: &str, kind: TextKind) -> Vec<u8> {
    let mut weights = Vec::new();
    let mut inside = Inside::Nothing;
    // The last line that is not blank, and whether it may open a text in three quotes.
    let mut last: Option<usize> = None;
    let mut opens = true;
    // The line that one below may underline.
    let mut title: Option<usize> = None;
    // What the names below a heading weigh.
    let mut below = 3;
    for (number, line) in Lines::of(text).enumerate() {
        let mut room = ROOM;
        let line = if line.is_empty() { line } else { seen(line, &mut room) };
        let inner = trim_end(unnumbered(line));
        if trim_start(inner).is_empty() {
            weights.push(0);
            title = None;
            continue;
        }
        let before = inside;
        inside = match kind {
            TextKind::Code => before.in_code(inner, opens),
            TextKind::Markdown => before.in_markdown(inner),
            _ => Inside::Nothing,
        };
        let told =
            before != Inside::Nothing && (inside != Inside::Nothing || kind == TextKind::Markdown || is_end(inner));
        let mut weight = if told { 0 } else { weight_of(kind, line) };
        let underlines = !told && matches!(kind, TextKind::Markdown | TextKind::Plain) && underlines(inner);
        if underlines && let Some(title) = title.and_then(|title| weights.get_mut(title)) {
            *title = if kind == TextKind::Markdown { 3 } else { 1 };
        }
        if kind == TextKind::Listing {
            below = entry::below(line).unwrap_or(below);
            weight = if Entry::of(line).is_some_and(|entry| entry.bare) { weight.min(below) } else { weight };
        }
        weights.push(weight);
        title = if told || underlines { None } else { Some(number) };
        (last, opens) = (Some(number), inner.ends_with(':'));
    }
    if kind == TextKind::Log
        && let Some(last) = last.and_then(|last| weights.get_mut(last))
    {
        *last = (*last).max(1);
    }
    weights
}

/// What a line is inside of when it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inside {
    Nothing,
    /// `/* ... */`
    Comment,
    /// A text in three quotes, so far indented.
    Quotes(&'static str, usize),
    /// Code in Markdown.
    Fence(&'static str),
}

impl Inside {
    fn in_markdown(self, line: &str) -> Self {
        let text = trim_start(line);
        match self {
            Self::Fence(mark) if trim_end(text) == mark => Self::Nothing,
            Self::Nothing => {
                let mark = ["```", "~~~"].into_iter().find(|mark| text.starts_with(mark));
                // One that ends on its line is no fence.
                mark.filter(|mark| !after(text, mark).is_some_and(|rest| holds(rest, mark))).map_or(self, Self::Fence)
            }
            _ => self,
        }
    }

    fn in_code(self, line: &str, may_open: bool) -> Self {
        let (columns, text) = indented(line);
        match self {
            Self::Comment if holds(line, "*/") => Self::Nothing,
            Self::Quotes(mark, _) if holds(line, mark) => Self::Nothing,
            // It was not what it seemed: the end of a text, not its start.
            Self::Quotes(_, from) if columns < from => Self::Nothing.in_code(line, may_open),
            Self::Nothing => {
                if let Some(rest) = text.strip_prefix("/*") {
                    return if holds(rest, "*/") { self } else { Self::Comment };
                }
                if after(line, "= \"\"\"").is_some_and(|rest| !holds(rest, TRIPLE)) || line.ends_with("(\"\"\"") {
                    return Self::Quotes(TRIPLE, 0);
                }
                let text = unprefixed(text);
                let Some(mark) = [TRIPLE, "'''"].into_iter().find(|mark| text.starts_with(mark)) else { return self };
                let rest = text.get(mark.len()..).unwrap_or_default();
                let goes_on = starts_in(rest, b")]},.;");
                let opens = if rest.is_empty() { may_open } else { !goes_on };
                if opens && !holds(rest, mark) { Self::Quotes(mark, columns) } else { self }
            }
            _ => self,
        }
    }
}

const TRIPLE: &str = "\"\"\"";

/// A text of Python, without the letter before its quotes.
pub(super) fn unprefixed(text: &str) -> &str {
    let rest = text.get(1..).filter(|rest| starts_in(text, b"rRbfu") && starts_in(rest, b"\"'"));
    rest.unwrap_or(text)
}

/// True for the end of a comment or of a text in three quotes.
fn is_end(line: &str) -> bool {
    holds(line, "*/") || holds(line, TRIPLE) || holds(line, "'''")
}
