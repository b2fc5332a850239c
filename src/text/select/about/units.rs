//! A text as lines, and long lines as parts of sentences: what is kept or left out as one.

use alloc::string::String;
use alloc::vec::Vec;

use super::dates::month;
use super::question::Hit;
use super::words::fold;
use crate::facts::Sizes;
use crate::quick::{contains, ends_with_any, find, trim, trim_start};
use crate::source::floor;

/// Bytes of a part of a long line.
const PART: usize = 240;
/// Bytes of a line that is one unit.
const LINE: usize = 320;
/// Bytes that are held of a line before parts of it are handed over.
const HELD: usize = 1024;

/// The role of a unit for those around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Plain,
    Blank,
    /// Level of a heading, 1 the highest: it heads the lines up to the next heading of its level or a higher one.
    Heading(u8),
}

/// What a unit says of those beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Line,
    /// It begins like an entry of a log or a hit of a search, and says little of them.
    Entry,
    /// A name with its value, `floor: 5`: those below each other are one record.
    Field,
}

/// A line, or a part of a long one.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    pub(crate) text: String,
    /// Sizes of the text before it, and its own with the LF.
    pub(crate) at: Sizes,
    pub(crate) size: Sizes,
    pub(crate) ends: bool,
    /// More of the same line stands before it, and after it.
    pub(crate) within: [bool; 2],
    pub(crate) role: Role,
    pub(crate) indent: usize,
    pub(crate) shape: Shape,
    /// It stands right below an entry.
    pub(crate) follows: bool,
    pub(crate) hits: Vec<Hit>,
    /// It holds such an answer as the question wants.
    pub(crate) answers: bool,
    /// A row of a table, counted from 1.
    pub(crate) row: u32,
    /// Its number in the column that the question speaks of.
    pub(crate) number: Option<f64>,
    /// A number for its first word; 0 for a word of sentences, and within a line.
    pub(crate) begins: u64,
}

/// Splits a text that comes in pieces, cut anywhere.
#[derive(Clone, Debug, Default)]
pub(super) struct Units {
    held: String,
    within: bool,
    at: Sizes,
}

impl Units {
    pub(super) fn push(&mut self, text: &str, each: &mut dyn FnMut(Unit)) {
        let mut rest = text;
        while let Some(end) = memchr::memchr(b'\n', rest.as_bytes()) {
            let (line, after) = rest.split_at_checked(end).unwrap_or_default();
            if self.held.is_empty() {
                self.line(line, true, each);
            } else {
                self.hold(line, each);
                let held = core::mem::take(&mut self.held);
                self.line(&held, true, each);
            }
            rest = after.get(1..).unwrap_or_default();
        }
        self.hold(rest, each);
    }

    pub(super) fn finish(&mut self, each: &mut dyn FnMut(Unit)) {
        if !self.held.is_empty() || self.within {
            let held = core::mem::take(&mut self.held);
            self.line(&held, false, each);
        }
    }

    fn hold(&mut self, text: &str, each: &mut dyn FnMut(Unit)) {
        let mut rest = text;
        while !rest.is_empty() {
            let (piece, after) = rest.split_at_checked(floor(rest, HELD)).unwrap_or((rest, ""));
            self.held.push_str(piece);
            rest = after;
            if self.held.len() >= 2 * HELD {
                let held = core::mem::take(&mut self.held);
                let mut from = 0;
                while held.len() - from > HELD {
                    let left = held.get(from..).unwrap_or_default();
                    let end = boundary(left);
                    self.unit(left.get(..end).unwrap_or_default(), false, true, each);
                    from += end;
                }
                self.held.push_str(held.get(from..).unwrap_or_default());
            }
        }
    }

    /// Hands over the rest of a line.
    fn line(&mut self, line: &str, ends: bool, each: &mut dyn FnMut(Unit)) {
        let mut rest = line;
        while rest.len() > LINE {
            let (part, after) = rest.split_at_checked(boundary(rest)).unwrap_or((rest, ""));
            self.unit(part, false, true, each);
            rest = after;
        }
        self.unit(rest, ends, false, each);
    }

    fn unit(&mut self, text: &str, ends: bool, more: bool, each: &mut dyn FnMut(Unit)) {
        let size = Sizes::but_lines(text);
        let size = if ends { size.plus(Sizes { chars: 1, utf16: 1, bytes: 1, newlines: 1 }) } else { size };
        let within = [core::mem::replace(&mut self.within, more), more];
        let trimmed = trim(text);
        let indent = if within[0] { 0 } else { text.chars().take_while(|c| is_before(*c)).count() };
        let level = || heading_part(trimmed).or_else(|| if within[0] { None } else { heading(trimmed, indent) });
        let shape = match () {
            () if !within[0] && is_entry(text) => Shape::Entry,
            () if is_field(trimmed) => Shape::Field,
            () => Shape::Line,
        };
        let role = if trimmed.is_empty() { Role::Blank } else { level().map_or(Role::Plain, Role::Heading) };
        let hits = Vec::new();
        each(Unit {
            text: text.into(),
            at: self.at,
            size,
            ends,
            within,
            role,
            indent,
            shape,
            follows: false,
            hits,
            answers: false,
            row: 0,
            number: None,
            begins: 0,
        });
        self.at = self.at.plus(size);
    }
}

/// Where a long line is cut next: behind a sentence, an element or an item, else a word.
fn boundary(text: &str) -> usize {
    const ENDS: [&[&str]; 3] = [
        &[
            ". ", "! ", "? ", ".\" ", "。", "</p>", "</li>", "</tr>", "</dd>", "</td>", "</div>", "</h1>", "</h2>",
            "</h3>", "},", "],",
        ],
        &["; ", ", ", ",\"", ">", ","],
        &[" "],
    ];
    let end = floor(text, PART);
    let ends = |ends: &[&str]| {
        (PART / 4..=end).rev().find(|end| text.get(..*end).is_some_and(|part| ends_with_any(part, ends)))
    };
    ENDS.iter().find_map(|all| ends(all)).unwrap_or(end.max(1)).min(text.len())
}

/// Returns `true` for indentation: blanks, and the lines that `tree` draws before a name.
fn is_before(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{a0}' | '\u{2502}' | '\u{251c}' | '\u{2514}' | '\u{2500}')
}

/// A line that begins with a time or an object with names, or with a file and a line of it.
fn is_entry(text: &str) -> bool {
    let bytes = text.as_bytes();
    let beginning = bytes.get(..32).unwrap_or(bytes);
    match bytes.first() {
        Some(b'0'..=b'9') => beginning.contains(&b':'),
        Some(b'[') if bytes.get(1).is_some_and(u8::is_ascii_digit) => beginning.contains(&b':'),
        // `Mar  4 08:01:02 host`
        Some(b'A'..=b'Z')
            if bytes.get(3) == Some(&b' ') && month(&fold(text.get(..3).unwrap_or_default())).is_some() =>
        {
            bytes.get(9) == Some(&b':')
        }
        Some(b'{') => trim_start(text.get(1..).unwrap_or_default()).starts_with('"'),
        _ => {
            let place = bytes.get(..120).unwrap_or(bytes).iter().position(|byte| matches!(byte, b':' | b' '));
            place.is_some_and(|at| bytes.get(at) == Some(&b':') && bytes.get(at + 1).is_some_and(u8::is_ascii_digit))
        }
    }
}

/// A short name before a colon, and a value.
fn is_field(text: &str) -> bool {
    let name = find(text, ": ").filter(|colon| *colon < 24).and_then(|colon| text.get(..colon));
    name.is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_- ".contains(&byte)))
}

/// Level of headings that names none.
const LOW: u8 = 7;

fn heading(text: &str, indent: usize) -> Option<u8> {
    let bytes = text.as_bytes();
    let first = bytes.first().copied().unwrap_or_default();
    let run = bytes.iter().take_while(|byte| **byte == first).count();
    match first {
        b'#' => bytes.get(run).is_some_and(|byte| *byte == b' ').then_some(run.min(6) as u8),
        b'[' => (text.ends_with(']') && text.len() < 80 && !contains(text, ",")).then_some(LOW),
        b'=' | b'_' | b'-' | b'*' => {
            let drawn = bytes.iter().map(|byte| usize::from(*byte == first)).sum::<usize>();
            // `**Ada** 11:52` begins a message.
            let is_closed = first != b'*' || bytes.ends_with(b"*") || bytes.ends_with(b"**:");
            let is = is_closed && drawn >= 4 && drawn + 4 < bytes.len() && run >= 2
                || text.starts_with("-[ RECORD")
                || run == 3 && bytes.get(3) == Some(&b' ');
            is.then_some(LOW)
        }
        b'@' => text.starts_with("@@").then_some(LOW),
        // An entry of `git log`, and who wrote it.
        b'c' if is_commit(text) => Some(LOW - 2),
        b'd' if text.starts_with("diff --git ") => Some(LOW - 1),
        b'A' if text.starts_with("Author: ") => Some(LOW),
        _ => {
            // A parent by its indentation is followed as such.
            let is_label = indent == 0 && text.len() < 80 && text.ends_with(':') && !first.is_ascii_digit();
            (is_label || text.starts_with("Subject: ")).then_some(LOW)
        }
    }
}

fn is_commit(text: &str) -> bool {
    let hash = text.strip_prefix("commit ").unwrap_or_default().as_bytes();
    hash.iter().take_while(|byte| byte.is_ascii_hexdigit()).count() >= 7
}

/// The level of a heading of a page, or of the names of its table's columns.
fn heading_part(text: &str) -> Option<u8> {
    let mut rest = text;
    while let Some(at) = find(rest, "<") {
        rest = rest.get(at + 1..).unwrap_or_default();
        if let [b'h', level @ b'1'..=b'6', ..] = rest.as_bytes() {
            return Some(level - b'0');
        }
    }
    if rest.len() == text.len() {
        return None;
    }
    let is_low = ["<dt", "<summary", "<caption"].iter().any(|tag| contains(text, tag));
    (is_low || contains(text, "<th") && !contains(text, "<td")).then_some(LOW)
}
