//! A part of a text that is kept: by lines, by a pattern, and by page, within a limit.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::indent::indented;
use super::named;
use super::rows::{Row, Rows};
use crate::error::{Error, ErrorKind};
use crate::event::Omitted;
use crate::forms;
use crate::measure::saturate;
use crate::number::{grouped, shown};
use crate::options::NamedOption;
use crate::source::utf16_len;

/// The largest result unless another is given.
const DEFAULT_MAX_CHARS: usize = 20_000;
/// Smallest limit that has room for the last line.
const LEAST_CHARS: usize = 200;
/// Maximum size of that line, with numbers of ten digits and their commas, and the breaks around it.
const NOTE: usize = 100;

options! {
    /// Part of a kept text to read. Without [`Retrieve::lines`] and [`Retrieve::pattern`]: everything, page by page.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Retrieve {
        lines: Option<(u64, u64)> = None => named::lines, hidden;
        /// Only lines that hold this text, each after its number, as grep prints them. It is a text, no regular
        /// expression.
        pattern: Option<String> = None => NamedOption::text, (text: impl Into<String> => Some(text.into()));
        /// True if capital and small letters are the same for [`Retrieve::pattern`].
        ignore_case: bool = false => NamedOption::boolean;
        /// Only lines that answer this question, as many as one page holds, each after its number; see
        /// [`crate::TrimOptions::about`]. Where it finds nothing, all lines.
        about: Option<String> = None => NamedOption::text, (question: impl Into<String> => Some(question.into()));
        chosen: Option<Vec<u64>> = None;
        /// Lines of context around each match.
        context: u64 = 0 => NamedOption::size;
        /// Page, from 1 on, of parts that are too long for one.
        page: u64 = 1 => NamedOption::size;
        /// The largest result, 200 chars at least.
        max_chars: usize = DEFAULT_MAX_CHARS => |option| option.at_least(LEAST_CHARS as u64).map(saturate);
        guarded: bool = false => NamedOption::boolean, hidden;
    }
}

impl Retrieve {
    /// All of a text, from its first page on, in pages of at most 20,000 chars.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Only these lines, counted from 1, both included. Of JSON that stands on one line, those of its indented form.
    #[must_use]
    pub fn lines(mut self, first: u64, last: u64) -> Self {
        self.lines = Some((first, last));
        self
    }

    /// Only these lines, which the caller found; each after its number.
    #[must_use]
    pub fn chosen(mut self, lines: Vec<u64>) -> Self {
        self.chosen = Some(lines);
        self
    }

    /// For a model, beside lines of our own: a row that begins like one of our forms gets a backslash.
    #[must_use]
    pub fn guarded(mut self) -> Self {
        self.guarded = true;
        self
    }

    /// Reads the part.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOption`] for lines and pages that are not there, for a pattern that no line can hold, and
    /// for a limit below 200.
    pub fn read(&self, text: &str) -> Result<Retrieved, Error> {
        if self.max_chars < LEAST_CHARS {
            return Err(invalid(format!("maxChars: {} is not a number of {LEAST_CHARS} or more", self.max_chars)));
        }
        let indented = if self.lines.is_some() || self.about.is_some() { indented(text) } else { None };
        let rows = Rows::new(indented.as_deref().unwrap_or(text), self)?;
        let mut pages = Pages::of(&rows, self.max_chars, self.page);
        if pages.count > 1 {
            pages = Pages::of(&rows, self.max_chars - NOTE, self.page);
        }
        if self.page == 0 || self.page > pages.count {
            return Err(invalid(format!(
                "page: {} is not a page from 1 to {}",
                shown(self.page),
                grouped(pages.count)
            )));
        }
        let omitted = Omitted {
            chars: pages.chars - pages.text.chars().count() as u64,
            utf16: pages.utf16 - utf16_len(&pages.text) as u64,
            ..Omitted::default()
        };
        let truncated = pages.count > 1;
        let mut about = rows.about(pages.first, pages.last, truncated);
        if indented.is_some() {
            about.push_str(" (of the JSON, indented)");
        }
        let mut text = pages.text;
        if truncated {
            if !text.ends_with('\n') {
                text.push('\n');
            }
            let next = if self.page < pages.count {
                format!("; page {} goes on", grouped(self.page + 1))
            } else {
                String::new()
            };
            text.push_str(&forms::PAGE.with(&[&grouped(self.page), &grouped(pages.count), &next]));
            text.push('\n');
        }
        Ok(Retrieved { text, about, page: self.page, pages: pages.count, truncated, omitted })
    }
}

/// A part of a kept text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct Retrieved {
    /// The part, or one page of it with a last line that says so.
    pub text: String,
    /// Description: `lines 1-120 of 5,000`.
    pub about: String,
    /// Number of the page, from 1 on.
    pub page: u64,
    /// Number of pages.
    pub pages: u64,
    /// True when there are more pages than one.
    pub truncated: bool,
    /// Sizes of the other pages.
    pub omitted: Omitted,
}

/// Rows laid out in pages, and the text of one of them.
struct Pages {
    count: u64,
    text: String,
    /// The first and the last line on it.
    first: u64,
    last: u64,
    /// The sizes of all pages together.
    chars: u64,
    utf16: u64,
}

impl Pages {
    fn of(rows: &Rows<'_>, room: usize, wanted: u64) -> Self {
        let mut pages = Self { count: 1, text: String::new(), first: 0, last: 0, chars: 0, utf16: 0 };
        let mut used = 0;
        rows.each(room, &mut |Row { line, text }| {
            let chars = text.chars().count();
            if used > 0 && used + chars > room {
                pages.count += 1;
                used = 0;
            }
            used += chars;
            pages.chars += chars as u64;
            pages.utf16 += utf16_len(text) as u64;
            if pages.count == wanted {
                pages.text.push_str(text);
                pages.first = if pages.first == 0 { line } else { pages.first };
                pages.last = line;
            }
        });
        pages
    }
}

pub(super) fn invalid(message: String) -> Error {
    Error::new(ErrorKind::InvalidOption, message)
}
