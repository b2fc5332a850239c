//! From a text in pieces to the values in it.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::entries::{Entries, LogEnd};
use super::error;
use crate::error::Error;
use crate::tree::JsonText;

/// How the text is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Before the end of the first line.
    Start,
    /// Each line is an entry.
    Lines,
    /// The first line is no JSON: the text is one document, or has a broken line at its start.
    Document,
}

/// Reads a session log that arrives in pieces. For bindings: messages come out as JSON texts.
///
/// Lines are read as they end, and their text is dropped. A log that is one document is held until it ends.
pub struct LogReader {
    mode: Mode,
    /// The line that has not ended, or the document so far.
    held: String,
    /// Bytes that ended within a char.
    bytes: Vec<u8>,
    /// The line where the held text begins, from 1.
    line: u64,
    is_first: bool,
    entries: Entries,
}

impl fmt::Debug for LogReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LogReader").field("line", &self.line).finish_non_exhaustive()
    }
}

impl Default for LogReader {
    fn default() -> Self {
        Self::new()
    }
}

impl LogReader {
    /// Creates a reader.
    #[must_use]
    pub fn new() -> Self {
        let (held, bytes, entries) = (String::new(), Vec::new(), Entries::new());
        Self { mode: Mode::Start, held, bytes, line: 1, is_first: true, entries }
    }

    /// Reads the next piece.
    pub fn push(&mut self, text: &str) {
        if !text.is_empty() {
            self.end_char();
            self.text(text);
        }
    }

    /// Replaces a char that does not go on.
    fn end_char(&mut self) {
        if !self.bytes.is_empty() {
            self.bytes.clear();
            self.text("\u{fffd}");
        }
    }

    /// Reads the next piece in UTF-8, which may end within a char. Bytes that are not UTF-8 become U+FFFD.
    pub fn push_bytes(&mut self, bytes: &[u8]) {
        let joined;
        let mut rest = bytes;
        if !self.bytes.is_empty() {
            let mut all = core::mem::take(&mut self.bytes);
            all.extend_from_slice(bytes);
            joined = all;
            rest = &joined;
        }
        for chunk in rest.utf8_chunks() {
            self.text(chunk.valid());
            let invalid = chunk.invalid();
            if invalid.is_empty() {
                continue;
            }
            let is_last = invalid.as_ptr_range().end == rest.as_ptr_range().end;
            if is_last && core::str::from_utf8(invalid).is_err_and(|error| error.error_len().is_none()) {
                self.bytes = invalid.to_vec();
            } else {
                self.text("\u{fffd}");
            }
        }
    }

    /// Takes the messages that are finished, each as JSON.
    pub fn take(&mut self) -> Vec<String> {
        core::mem::take(&mut self.entries.out.ready)
    }

    fn text(&mut self, text: &str) {
        let mut rest = text;
        if self.is_first && !rest.is_empty() {
            self.is_first = false;
            rest = rest.strip_prefix('\u{feff}').unwrap_or(rest);
        }
        while self.mode != Mode::Document {
            let Some(newline) = memchr::memchr(b'\n', rest.as_bytes()) else { break };
            let (Some(line), Some(after)) = (rest.get(..=newline), rest.get(newline + 1..)) else { break };
            if self.held.is_empty() {
                self.ended(line);
            } else {
                let mut whole = core::mem::take(&mut self.held);
                whole.push_str(line);
                self.ended(&whole);
            }
            rest = after;
        }
        self.held.push_str(rest);
    }

    /// Reads a line that has ended.
    fn ended(&mut self, line: &str) {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            self.line += 1;
            return;
        }
        match JsonText::parse(trimmed) {
            Some(json) => {
                self.mode = Mode::Lines;
                self.entries.value(&json, self.line);
            }
            None if self.mode == Mode::Start => {
                self.mode = Mode::Document;
                self.held.push_str(line);
                return;
            }
            None => self.entries.out.count("a line that is not JSON".into(), true, self.line),
        }
        self.line += 1;
    }

    /// Ends the log. Messages that are still to be taken remain.
    ///
    /// # Errors
    /// `InvalidMessages` if the text is empty or no line of it is JSON, `UnknownFormat` if no entry is known.
    pub fn finish(&mut self) -> Result<LogEnd, Error> {
        self.end_char();
        let held = core::mem::take(&mut self.held);
        let rest = held.trim();
        if !rest.is_empty() {
            match JsonText::parse(rest) {
                Some(json) => {
                    let before = held.len() - held.trim_start().len();
                    let blank = memchr::memchr_iter(b'\n', held.as_bytes().get(..before).unwrap_or_default()).count();
                    self.entries.value(&json, self.line + blank as u64);
                }
                None if self.mode == Mode::Lines => {
                    self.entries.out.count("a last line that is cut off".into(), true, self.line);
                }
                None => self.pieces(&held)?,
            }
        }
        self.entries.end()
    }

    /// Reads a text that is several documents, or lines of which the first is broken.
    fn pieces(&mut self, text: &str) -> Result<(), Error> {
        if let Some(ranges) = documents(text) {
            let mut line = self.line;
            let mut counted = 0;
            for range in ranges {
                let between = text.as_bytes().get(counted..range.start).unwrap_or_default();
                line += memchr::memchr_iter(b'\n', between).count() as u64;
                counted = range.start;
                if let Some(json) = text.get(range).and_then(JsonText::parse) {
                    self.entries.value(&json, line);
                }
            }
            return Ok(());
        }
        let holds = |line: &str| line.trim_start().starts_with('{') && JsonText::parse(line.trim()).is_some();
        if !text.lines().any(holds) {
            return Err(error::no_json(text, self.line));
        }
        self.mode = Mode::Lines;
        for line in text.split_inclusive('\n') {
            self.ended(line);
        }
        Ok(())
    }
}

/// Returns the places of JSON objects and lists with nothing but white space between them.
fn documents(text: &str) -> Option<Vec<Range<usize>>> {
    let (mut found, mut start, mut depth, mut in_text, mut escaped) = (Vec::new(), 0, 0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        if in_text {
            in_text = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
            continue;
        }
        match byte {
            b'{' | b'[' => {
                if depth == 0 {
                    start = at;
                }
                depth += 1;
            }
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    JsonText::parse(text.get(start..=at)?)?;
                    found.push(start..at + 1);
                }
            }
            _ if depth == 0 && !byte.is_ascii_whitespace() => return None,
            b'"' => in_text = true,
            _ => {}
        }
    }
    (depth == 0).then_some(found)
}
