//! Options by their public names, for hosts whose options are not typed: one wording of what is wrong.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::error::{Error, ErrorKind};

/// A value as a host without types hands it over.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum OptionValue {
    /// A number; NaN and infinities too.
    Number(f64),
    /// A string.
    Text(String),
    /// A boolean.
    Bool(bool),
    /// A list.
    List(Vec<OptionValue>),
    /// A plain object: names and values.
    Object(Vec<(String, OptionValue)>),
    /// A function.
    Function,
    /// Nothing: `null`.
    Null,
    /// Anything else.
    Other,
}

/// An option by name: `shown` is the value as the host would print it, for the error message.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedOption<'a> {
    /// The name in JavaScript's spelling: `maxChars`.
    pub name: &'a str,
    /// The value.
    pub value: OptionValue,
    /// The value as the host prints it.
    pub shown: &'a str,
}

impl NamedOption<'_> {
    pub(crate) fn wrong(&self, rule: &str) -> Error {
        Error::new(ErrorKind::InvalidOption, format!("{}: {} is not {rule}", self.name, self.shown))
    }

    pub(crate) fn unknown(&self) -> Error {
        Error::new(ErrorKind::InvalidOption, format!("{}: is not an option", self.name))
    }

    pub(crate) fn number(&self, rule: &str, holds: impl Fn(f64) -> bool) -> Result<f64, Error> {
        match self.value {
            OptionValue::Number(number) if holds(number) => Ok(number),
            _ => Err(self.wrong(rule)),
        }
    }

    pub(crate) fn boolean(&self) -> Result<bool, Error> {
        match self.value {
            OptionValue::Bool(on) => Ok(on),
            _ => Err(self.wrong("true or false")),
        }
    }

    /// A size: fractions round down, and what no text can reach is no limit.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOption`] for anything but a number of 0 or more.
    pub fn size(&self) -> Result<u64, Error> {
        self.number("a number of 0 or more", |number| number >= 0.0).map(|number| number as u64)
    }

    pub(crate) fn one_of<T: Copy>(&self, names: &[(&str, T)]) -> Result<T, Error> {
        if let OptionValue::Text(text) = &self.value
            && let Some((_, known)) = names.iter().find(|(name, _)| name == text)
        {
            return Ok(*known);
        }
        let known: Vec<String> = names.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        Err(self.wrong(&format!("one of {}", known.join(", "))))
    }

    /// The members of an object, each as an option named by its path.
    pub(crate) fn members<T>(
        &self,
        rule: &str,
        mut each: impl FnMut(&str, NamedOption<'_>) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        let OptionValue::Object(members) = &self.value else {
            return Err(self.wrong(rule));
        };
        let path = |name: &str| format!("{}.{name}", self.name);
        let read = |(name, value): &(String, OptionValue)| {
            each(name, NamedOption { name: &path(name), value: value.clone(), shown: &value.shown() })
        };
        members.iter().map(read).collect()
    }
}

impl OptionValue {
    /// The value as JavaScript would print it, for a member of an object: hosts print only the whole.
    fn shown(&self) -> String {
        match self {
            Self::Number(number) => show_number(*number),
            Self::Text(text) => format!("\"{text}\""),
            Self::Bool(on) => on.to_string(),
            Self::List(_) => "a list".to_string(),
            Self::Object(_) => "an object".to_string(),
            Self::Function => "a function".to_string(),
            Self::Null => "null".to_string(),
            Self::Other => "this value".to_string(),
        }
    }
}

/// A number with at most three decimals. Printing any number exactly takes 10 KB of code that nothing else here needs.
fn show_number(number: f64) -> String {
    let sign = if number < 0.0 { "-" } else { "" };
    let size = if number < 0.0 { -number } else { number };
    if number.is_nan() {
        "NaN".to_string()
    } else if size >= 1e15 {
        format!("{sign}{}", if size.is_infinite() { "Infinity" } else { "a large number" })
    } else {
        let thousandths = ((size * 1000.0) as u64) % 1000;
        let decimals = if thousandths > 0 { format!(".{thousandths:03}") } else { String::new() };
        format!("{sign}{}{}", size as u64, decimals.trim_end_matches('0'))
    }
}
