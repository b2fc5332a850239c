//! What the first lines of a text look like.

use super::entry::Entry;
use super::hits::{self, Hit};
use super::line::{after, ends_in, holds, starts, starts_in, trim};
use super::number::Number;
use super::syntax::{code_votes, is_comment, is_json_key, is_markdown};
use super::whole::unprefixed;
use super::{TextKind, log};

/// What begins a comment or a text that goes on over lines, and what ends it.
const OPENS: [(&str, &str); 4] = [("\"\"\"", "\"\"\""), ("'''", "'''"), ("/*", "*/"), ("<!--", "-->")];

/// What the lines look like.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Votes {
    /// All that were counted.
    lines: usize,
    diff: usize,
    /// A mark that no other text has.
    diff_marks: usize,
    hits: usize,
    /// Lines with numbers as searches print them, and how many of those follow the line before.
    numbered: usize,
    following: usize,
    last: u32,
    /// Lines with numbers as only what reads files prints them.
    read: usize,
    /// Paths that stand alone.
    headings: usize,
    entries: usize,
    /// Entries that are words and nothing more.
    bare: usize,
    json: usize,
    /// Keys, or whole values, of JSON.
    json_keys: usize,
    markdown: usize,
    /// Marks of Markdown that little else has.
    markdown_marks: usize,
    /// Up to three for each line.
    code: usize,
    /// Comments, and texts in three quotes: no votes for or against code.
    neutral: usize,
    /// Those of them that only code has.
    told: usize,
    log: usize,
    /// What follows stands between two fences of Markdown.
    fenced: bool,
    /// The last line may open a text in three quotes.
    opens: bool,
    /// What follows stands in a comment or in a text in three quotes, which so ends.
    inside: Option<&'static str>,
}

impl Votes {
    /// Nothing was counted yet.
    pub(super) fn none(&self) -> bool {
        self.lines == 0
    }

    /// Counts a line. What a tool says around what it returns tells nothing, but for a path that stands alone.
    pub(super) fn count(&mut self, line: &str, wraps: bool) {
        self.headings += usize::from(hits::heading(line).is_some());
        if wraps {
            return;
        }
        self.lines += 1;
        self.diff_marks += usize::from(starts(line, &["diff --git ", "@@ -"]));
        self.diff += usize::from(starts_in(line, b"+- @") || starts(line, &["diff ", "index "]));
        self.hits += usize::from(Hit::of(line).is_some() || hits::is_context(line));
        let entry = Entry::of(line);
        self.entries += usize::from(entry.is_some());
        self.bare += usize::from(entry.is_some_and(|entry| entry.bare));
        let mut inside = line;
        if let Some(number) = Number::of(line) {
            self.read += usize::from(matches!(number.mark, b'>' | b'\t' | b'|'));
            if matches!(number.mark, b':' | b'-') {
                self.numbered += 1;
                self.following += usize::from(self.numbered > 1 && number.value == self.last.wrapping_add(1));
                self.last = number.value;
            }
            inside = number.text;
        }
        self.count_content(inside);
    }

    fn count_content(&mut self, line: &str) {
        let text = trim(line);
        if text.starts_with("```") {
            self.fenced = !self.fenced;
            self.markdown_marks += 1;
            self.markdown += 1;
            return;
        }
        if let Some(end) = self.inside {
            (self.neutral, self.told) = (self.neutral + 1, self.told + 1);
            self.inside = Some(end).filter(|end| !holds(text, end));
            return;
        }
        let opens = core::mem::replace(&mut self.opens, ends_in(text, b":=("));
        let opened = OPENS.iter().find(|(start, _)| unprefixed(text).starts_with(start));
        if let Some(&(start, end)) = opened {
            (self.neutral, self.told) = (self.neutral + 1, self.told + 1);
            let rest = after(text, start).unwrap_or_default();
            // Three quotes alone may end what began before the first line.
            let begins = !rest.is_empty() || opens || self.lines == 1;
            self.inside = if begins && !holds(rest, end) { Some(end) } else { None };
            return;
        }
        let key = is_json_key(text);
        let scalar = text.starts_with('"') && ends_in(text, b"\",");
        let marks = text.bytes().all(|byte| b"{}[], ".contains(&byte));
        self.json_keys += usize::from(key);
        self.json += usize::from(key || scalar || marks);
        let strong = is_markdown(text) && (!is_comment(text) || text.starts_with("* **"));
        let weak = starts(text, &["# ", "- ", "* ", "1. ", "2. ", "| ", "> "]);
        self.markdown_marks += usize::from(strong);
        self.markdown += usize::from(strong || weak || self.fenced);
        if is_comment(text) {
            self.neutral += 1;
            self.told += usize::from(text.starts_with("//"));
        } else if !self.fenced {
            self.code += code_votes(line);
        }
        self.log += usize::from(log::weight(line) > 0 || log::is_logged(line));
    }

    /// What most of them say. A path has been told, or has not.
    pub(super) fn kind(&self, named: Option<TextKind>) -> TextKind {
        let lines = self.lines;
        let most = |count: usize, of_ten: usize| count > 0 && count * 10 >= lines * of_ten;
        let code = |of_ten: usize| self.code > 0 && self.code * 10 >= (lines - self.neutral.min(lines)) * of_ten;
        if self.diff_marks > 0 && most(self.diff, 6) {
            return TextKind::Diff;
        }
        // Numbers of a search have gaps, or few lines; those of a file that was read follow one another.
        let apart = self.following < 2 || self.following * 3 < self.numbered * 2;
        if most(self.hits, 5) || (most(self.numbered, 5) && (apart || (self.headings > 0 && named.is_none()))) {
            return TextKind::Hits;
        }
        if let Some(kind) = named {
            return kind;
        }
        let named_entries = self.entries - self.bare;
        if self.json_keys > 0 && most(self.json, 8) {
            TextKind::Json
        } else if most(self.entries, 7) && (named_entries > 0 || self.entries > 2) {
            TextKind::Listing
        } else if self.markdown_marks > 0 && most(self.markdown, 2) && self.markdown * 2 >= self.code {
            TextKind::Markdown
        } else if most(self.read.max(self.following), 7)
            || most(self.told, 7)
            || (code(if lines < 3 { 20 } else { 9 }) && self.code > self.log)
        {
            TextKind::Code
        } else if most(self.log, 2) {
            TextKind::Log
        } else if lines > 2 && code(6) {
            TextKind::Code
        } else {
            TextKind::Plain
        }
    }
}
