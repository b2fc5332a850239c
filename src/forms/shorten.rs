//! Pieces of texts from tools that fit on one line of ours.

use alloc::string::String;

use super::one_line;
use crate::measure::grapheme;
use crate::source::{Source, StrSource};

/// The first `most` chars on one line, whole graphemes, `...` when there is more.
pub(crate) fn shorten(text: &str, most: usize) -> String {
    let source = StrSource(text);
    let end = source.skip_chars(0, text.len(), most);
    if end == text.len() {
        return one_line(text).into_owned();
    }
    let end = grapheme::floor(&source, 0, end);
    let mut line = one_line(text.get(..end).unwrap_or_default()).into_owned();
    line.push_str("...");
    line
}

/// Returns the first `most` chars of a text, as [`shorten`], trimmed; `more`: the text continues.
pub(crate) fn quote(text: &str, most: usize, more: bool) -> String {
    let mut line = shorten(text.trim(), most);
    if more && !line.ends_with("...") {
        line.push_str("...");
    }
    line
}
