//! Pieces of texts from tools that fit on one line of ours.

use alloc::string::String;

use super::grapheme;
use crate::forms::one_line;
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

/// Returns a text on one line, `most` chars at most: both ends of a longer one, with `...` between them.
pub(crate) fn shorten_middle(text: &str, most: usize) -> String {
    let most = most.saturating_sub(CUT.len());
    joined(text, sides(text, most, most / 2))
}

/// [`shorten_middle`] of a path or an address: its last name stays whole, up to three quarters of `most`.
pub(crate) fn shorten_path(path: &str, most: usize) -> String {
    let most = most.saturating_sub(CUT.len());
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default().chars().count() + 1;
    joined(path, sides(path, most, name.clamp(most / 2, most - most / 4)))
}

/// In place of what is cut out.
const CUT: &str = "...";

fn joined(text: &str, sides: Option<(&str, &str)>) -> String {
    match sides {
        Some((head, tail)) => [&one_line(head), CUT, &one_line(tail)].concat(),
        None => one_line(text).into_owned(),
    }
}

/// Returns both ends of a text that is longer than a cut to `most` chars would be, whole graphemes; `tail` of the
/// chars are from its end.
pub(crate) fn sides(text: &str, most: usize, tail: usize) -> Option<(&str, &str)> {
    let source = StrSource(text);
    let len = text.len();
    if source.skip_chars(0, len, most + CUT.len()) == len {
        return None;
    }
    let from = grapheme::ceil(&source, source.skip_chars_back(0, len, tail.min(most)), len);
    let to = grapheme::floor(&source, 0, source.skip_chars(0, len, most.saturating_sub(tail)));
    Some((text.get(..to)?, text.get(from..)?))
}

/// Returns the first `most` chars of a text, as [`shorten`], trimmed; `more`: the text continues.
pub(crate) fn quote(text: &str, most: usize, more: bool) -> String {
    let mut line = shorten(text.trim(), most);
    if more && !line.ends_with("...") {
        line.push_str("...");
    }
    line
}
