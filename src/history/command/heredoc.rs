//! Heredocs: texts that stand after the line that asks for them.

use super::word::find;

/// What a heredoc ends with.
#[derive(Clone, Copy)]
pub(super) struct Delimiter<'a> {
    line: &'a str,
    /// Whether tabs may stand before it.
    tabs: bool,
}

impl<'a> Delimiter<'a> {
    /// What stands after `<<`, and where that ends; it is not expanded.
    pub(super) fn read(text: &'a str, at: usize) -> (Option<Self>, usize) {
        let rest = text.get(at..).unwrap_or_default();
        let tabs = rest.starts_with('-');
        let word = rest.strip_prefix('-').unwrap_or(rest).trim_start_matches([' ', '\t']);
        let start = at + rest.len() - word.len();
        let quote = word.bytes().next().filter(|byte| matches!(byte, b'\'' | b'"'));
        let (line, end) = if let Some(quote) = quote {
            let end = find(text, start + 1, quote).unwrap_or(text.len());
            (text.get(start + 1..end), end + 1)
        } else {
            let ends = |byte: u8| byte.is_ascii_whitespace() || b";|&<>()".contains(&byte);
            let len = word.bytes().position(ends).unwrap_or(word.len());
            (word.get(usize::from(word.starts_with('\\'))..len), start + len)
        };
        let line = line.filter(|line| !line.is_empty());
        (line.map(|line| Self { line, tabs }), end.min(text.len()))
    }

    /// The body that starts at a line, and where the text goes on after it. Without an end it goes on to that of the text.
    pub(super) fn body(self, text: &'a str, from: usize) -> (&'a str, usize) {
        let mut at = from;
        while at < text.len() {
            let end = line_end(text, at);
            let line = text.get(at..end).unwrap_or_default();
            let line = line.strip_suffix('\r').unwrap_or(line);
            if self.line == if self.tabs { line.trim_start_matches('\t') } else { line } {
                return (text.get(from..at).unwrap_or_default(), end + 1);
            }
            at = end + 1;
        }
        (text.get(from..).unwrap_or_default(), at)
    }
}

/// Where a line ends: at its line feed.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    find(text, at, b'\n').unwrap_or(text.len())
}
