//! A text that is looked for in lines.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::retrieve::invalid;
use crate::error::Error;

/// More of a pattern is not quoted.
const SHOWN: usize = 100;

#[derive(Clone, Debug)]
pub(super) struct Needle {
    text: String,
    /// Its small letters, where capitals count the same.
    small: Option<Vec<char>>,
}

impl Needle {
    pub(super) fn new(text: &str, ignore_case: bool) -> Result<Self, Error> {
        if text.is_empty() {
            return Err(invalid(String::from("pattern: \"\" is in every line; leave it out")));
        }
        if text.contains('\n') {
            return Err(invalid(String::from("pattern: it is looked for within lines, and has a line break")));
        }
        let small = ignore_case.then(|| text.chars().flat_map(char::to_lowercase).collect());
        Ok(Self { text: text.into(), small })
    }

    /// Where it stands first: from here up to there.
    pub(super) fn find(&self, line: &str) -> Option<(usize, usize)> {
        match &self.small {
            None => line.find(&self.text).map(|at| (at, at + self.text.len())),
            Some(small) => {
                line.char_indices().find_map(|(at, _)| Some((at, at + Self::len_at(small, line.get(at..)?)?)))
            }
        }
    }

    /// The bytes of a text that are the small letters, where it begins with them.
    fn len_at(small: &[char], text: &str) -> Option<usize> {
        let mut left = small;
        for (at, char) in text.char_indices() {
            if left.is_empty() {
                return Some(at);
            }
            for lower in char.to_lowercase() {
                let (first, rest) = left.split_first()?;
                if *first != lower {
                    return None;
                }
                left = rest;
            }
        }
        left.is_empty().then_some(text.len())
    }

    /// As it is quoted.
    pub(super) fn shown(&self) -> String {
        match self.text.char_indices().nth(SHOWN) {
            Some((at, _)) => format!("\"{}...\"", self.text.get(..at).unwrap_or_default()),
            None => format!("\"{}\"", self.text),
        }
    }
}
