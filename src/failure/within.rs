//! A part of a line: the general search of the standard library costs more to set up than a line takes.

use crate::source::floor;

/// Returns the text after the first occurrence of a part.
pub(crate) fn after<'a>(text: &'a str, part: &str) -> Option<&'a str> {
    let first = *part.as_bytes().first()?;
    let bytes = text.as_bytes();
    let is_there = |&at: &usize| bytes.get(at..).is_some_and(|rest| rest.starts_with(part.as_bytes()));
    memchr::memchr_iter(first, bytes).find(is_there).and_then(|at| text.get(at + part.len()..))
}

pub(crate) fn holds(text: &str, part: &str) -> bool {
    after(text, part).is_some()
}

/// Returns at most the first `most` bytes.
pub(crate) fn first(text: &str, most: usize) -> &str {
    text.get(..floor(text, most)).unwrap_or_default()
}
