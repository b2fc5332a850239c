//! Pieces of texts from tools that fit on one line of ours.

use alloc::string::String;

use super::calls::{Calls, Field};
use crate::forms::one_line;
use crate::measure::grapheme;
use crate::source::{Source, StrSource, piece};

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

/// An argument on one line, as [`shorten`]; one that cannot be seen counts as absent.
pub(crate) fn argument<C: Calls + ?Sized>(calls: &C, at: usize, field: Field, most: usize) -> Option<String> {
    // A char is at most two UTF-16 units.
    let text = shorten(&calls.text(at, field, 2 * (most + 1))?, most);
    (!text.trim().is_empty()).then_some(text)
}

/// The first `most` chars of a long text, as [`shorten`], white space around it left out.
pub(crate) fn quote<S: Source + ?Sized>(source: &S, most: usize) -> String {
    // Room for white space in front, and for a grapheme that goes on behind.
    let end = source.skip_utf16(0, source.len(), 2 * most + 256);
    let text = piece(source, 0, end);
    let whole = end == source.len();
    let trimmed = text.trim();
    let mut line = shorten(trimmed, most);
    if !whole && !line.ends_with("...") {
        line.push_str("...");
    }
    line
}
