//! A text that is looked for in lines.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::lower::lower;
use super::retrieve::invalid;
use crate::error::Error;

/// More of a pattern is not quoted.
const SHOWN: usize = 100;

#[derive(Clone, Debug)]
pub(super) struct Needle {
    given: String,
    /// Searched text: in lower case if case is ignored.
    wanted: String,
    ignore_case: bool,
}

impl Needle {
    pub(super) fn new(text: &str, ignore_case: bool) -> Result<Self, Error> {
        if text.is_empty() {
            return Err(invalid(String::from("pattern: \"\" is in every line; leave it out")));
        }
        if text.contains('\n') {
            return Err(invalid(String::from("pattern: has a line break, but is searched for within single lines")));
        }
        let wanted = if ignore_case { Folded::of(text).text.into_owned() } else { String::from(text) };
        Ok(Self { given: text.into(), wanted, ignore_case })
    }

    pub(super) fn is_in(&self, line: &str) -> bool {
        if self.ignore_case { Folded::of(line).text.contains(&self.wanted) } else { line.contains(&self.wanted) }
    }

    /// Returns the consecutive matches in a range. Linear in the line.
    pub(super) fn all(&self, line: &str) -> Vec<(usize, usize)> {
        let folded = if self.ignore_case { Folded::of(line) } else { Folded::unchanged(line) };
        let places = folded.text.match_indices(&self.wanted);
        places.map(|(at, found)| (folded.start(at), folded.end(at + found.len()))).collect()
    }

    /// Returns the quoted form, with quotes escaped.
    pub(super) fn shown(&self) -> String {
        let start: String = self.given.chars().take(SHOWN).collect();
        let more = if start.len() < self.given.len() { "..." } else { "" };
        format!("\"{}{more}\"", start.replace('"', "\\\""))
    }
}

/// A text in small letters, and where each of them came from.
struct Folded<'t> {
    text: Cow<'t, str>,
    /// By byte of `text`: where its char begins and ends in the original. None where it is byte for byte the same
    /// place.
    places: Option<Vec<(u32, u32)>>,
}

impl<'t> Folded<'t> {
    fn unchanged(text: &'t str) -> Self {
        Self { text: Cow::Borrowed(text), places: None }
    }

    fn of(text: &'t str) -> Self {
        if text.is_ascii() {
            return Self { text: Cow::Owned(text.to_ascii_lowercase()), places: None };
        }
        let mut folded = String::with_capacity(text.len());
        let mut places = Vec::with_capacity(text.len());
        for (at, char) in text.char_indices() {
            match lower(char) {
                // The small sigma has another form at the end of a word.
                '\u{3c2}' => folded.push('\u{3c3}'),
                lower => folded.push(lower),
            }
            if char == '\u{130}' {
                folded.push('\u{307}');
            }
            places.resize(folded.len(), (at as u32, (at + char.len_utf8()) as u32));
        }
        Self { text: Cow::Owned(folded), places: Some(places) }
    }

    fn start(&self, at: usize) -> usize {
        let Some(places) = &self.places else { return at };
        places.get(at).map_or(at, |place| place.0 as usize)
    }

    fn end(&self, to: usize) -> usize {
        let Some(places) = &self.places else { return to };
        to.checked_sub(1).and_then(|last| places.get(last)).map_or(to, |place| place.1 as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(pattern: &str, line: &str) -> Vec<(usize, usize)> {
        Needle::new(pattern, true).unwrap().all(line)
    }

    #[test]
    fn capitals_count_as_small_letters_wherever_they_stand() {
        assert_eq!(all("error", "an ERROR, an Error"), [(3, 8), (13, 18)]);
        assert_eq!(all("\u{dc}ber", "\u{2126} \u{fc}BER"), [(4, 9)]);
        // A capital that becomes two chars.
        assert_eq!(all("x", "\u{130}X"), [(2, 3)]);
        assert_eq!(all("\u{39f}\u{394}\u{39f}\u{3a3}", "\u{3bf}\u{3b4}\u{3bf}\u{3c2}"), [(0, 8)]);
    }

    #[test]
    fn a_long_pattern_in_a_long_line_is_no_trap() {
        let line = "x".repeat(1_000_000);
        assert!(all(&("x".repeat(100_000) + "y"), &line).is_empty());
    }
}
