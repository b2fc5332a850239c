//! Our own forms: every line that only tooltrim writes, in one table.
//!
//! [`table`] lists them. A form is written by [`OwnForm::with`], and [`neutralise`] recognises exactly the forms of the
//! table, so a form cannot be written without being guarded. [`words`] makes a short foreign text safe inside a form.

mod recognise;
mod signs;
mod table;
mod words;

pub(crate) use recognise::{begins_like_ours, is_break, neutralise};
pub use signs::{TRUNCATION_SIGNS, mentions_truncation};
pub use table::own_form;
pub(crate) use table::*;
pub use words::media_type;
pub(crate) use words::{KINDS, one_line, within};

use alloc::string::String;

use crate::quick::split_once;

/// A line that only we write.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnForm {
    pub(crate) name: &'static str,
    /// Pattern to recognize it: literal text and holes. See [`recognise`].
    pub(crate) begins: &'static str,
    /// Complete text: `begins` and the rest.
    pub(crate) written: &'static str,
}

impl OwnForm {
    /// The form with `values` in its holes, in order. Each is on one line, and none of them can end the form.
    pub(crate) fn with(&self, values: &[&str]) -> String {
        let mut line =
            String::with_capacity(self.written.len() + values.iter().map(|value| value.len()).sum::<usize>());
        let mut values = values.iter();
        let mut rest = self.written;
        while let Some((before, hole, after)) = next_hole(rest) {
            line.push_str(before);
            let value = values.next().copied().unwrap_or_default();
            // JSON ends where its value ends, and a backslash would change it.
            if hole == "json" {
                line.push_str(value);
            } else {
                line.push_str(&within(value));
            }
            rest = after;
        }
        line.push_str(rest);
        line
    }
}

/// The text before the next hole, its name, and the text behind it.
fn next_hole(template: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = split_once(template, b'{')?;
    let (hole, after) = split_once(rest, b'}')?;
    Some((before, hole, after))
}

#[cfg(test)]
mod tests;
