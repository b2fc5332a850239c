//! Options of retrieval by their public names.

use alloc::vec::Vec;

use super::retrieve::Retrieve;
use crate::error::Error;
use crate::options::{NamedOption, OptionValue};

impl Retrieve {
    /// Sets an option by its public name. `lines` is a number, two of them in a list, or a text: `"120"`, `"120-180"`,
    /// `"120-"`.
    ///
    /// ```
    /// use tooltrim::Retrieve;
    /// use tooltrim::host::{NamedOption, OptionValue};
    ///
    /// let mut part = Retrieve::new();
    /// part.set(&NamedOption { name: "lines", value: OptionValue::Text("2-3".into()), shown: "2-3" })?;
    /// assert_eq!(part.read("a\nb\nc\nd\n")?.text, "b\nc\n");
    /// # Ok::<(), tooltrim::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for an unknown name, a wrong type and numbers out of range.
    pub fn set(&mut self, option: &NamedOption<'_>) -> Result<(), Error> {
        match option.name {
            // The host calls it, and passes the selected lines.
            "where" => match option.value {
                OptionValue::Function => Ok(()),
                _ => Err(option.wrong("a function (line, number) => boolean")),
            },
            _ => self.set_declared(option, &["where"]),
        }
    }
}

pub(super) fn lines(option: &NamedOption<'_>) -> Result<(u64, u64), Error> {
    read_lines(&option.value).ok_or_else(|| option.wrong(LINES))
}

const LINES: &str = "a line or a span of lines, counted from 1, such as 120, \"120-180\" or [120, 180]";

fn read_lines(value: &OptionValue) -> Option<(u64, u64)> {
    let (first, last) = match value {
        OptionValue::Number(_) => (line(value)?, line(value)?),
        OptionValue::List(ends) => match &**ends {
            [first, last] => (line(first)?, line(last)?),
            _ => return None,
        },
        OptionValue::Text(text) => {
            let (first, last) =
                text.split_once(['-', ':']).map_or((&**text, None), |(first, last)| (first, Some(last)));
            let first = number(first)?;
            match last.map(str::trim) {
                None => (first, first),
                Some("") => (first, u64::MAX),
                Some(last) => (first, number(last)?),
            }
        }
        _ => return None,
    };
    (first > 0 && first <= last).then_some((first, last))
}

fn line(value: &OptionValue) -> Option<u64> {
    match value {
        OptionValue::Number(number) if *number >= 1.0 => Some(*number as u64),
        OptionValue::Text(text) => number(text),
        _ => None,
    }
}

fn number(text: &str) -> Option<u64> {
    let digits: Vec<u8> = text.trim().bytes().filter(|byte| *byte != b',').collect();
    digits.iter().all(u8::is_ascii_digit).then(|| str::from_utf8(&digits).ok()?.parse().ok())?
}
