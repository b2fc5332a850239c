//! Heredocs: texts that stand after the line that asks for them.

use super::word::find;

/// What a heredoc ends with.
#[derive(Clone, Copy)]
pub(super) struct Delimiter<'a> {
    line: &'a [u8],
    /// Whether tabs may stand before it.
    tabs: bool,
}

impl<'a> Delimiter<'a> {
    /// What stands after `<<`, and where that ends; it is not expanded.
    pub(super) fn read(text: &'a [u8], from: usize) -> (Option<Self>, usize) {
        let byte = |at: usize| text.get(at).copied().unwrap_or(b'\n');
        let tabs = byte(from) == b'-';
        let mut at = from + usize::from(tabs);
        while matches!(byte(at), b' ' | b'\t') {
            at += 1;
        }
        let quote = byte(at);
        let quoted = matches!(quote, b'\'' | b'"');
        let start = at + usize::from(quoted || quote == b'\\');
        let mut end = start;
        if quoted {
            end = find(text, start, quote);
        } else {
            while !matches!(byte(end), b' ' | b'\t' | b'\r' | b'\n' | b';' | b'|' | b'&' | b'<' | b'>' | b'(' | b')') {
                end += 1;
            }
        }
        let line = text.get(start..end).filter(|line| !line.is_empty());
        (line.map(|line| Self { line, tabs }), text.len().min(end + usize::from(quoted)))
    }

    /// The body that starts at a line, and where the text goes on after it. Without an end it goes on to that of the text.
    pub(super) fn body(self, text: &'a [u8], from: usize) -> (&'a [u8], usize) {
        let mut at = from;
        let mut end = at;
        while at < text.len() {
            end = find(text, at, b'\n');
            let mut line = text.get(at..end).unwrap_or_default();
            while let ([b'\t', rest @ ..], true) = (line, self.tabs) {
                line = rest;
            }
            if self.line == line.strip_suffix(b"\r").unwrap_or(line) {
                break;
            }
            end += 1;
            at = end;
        }
        (text.get(from..at.min(text.len())).unwrap_or_default(), end + usize::from(at < end))
    }
}
