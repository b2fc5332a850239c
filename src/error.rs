//! One opaque error; its kinds are the codes that JavaScript sees.

use alloc::string::String;
use core::fmt;

/// Stable code of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An option has the wrong type, is out of range or is not known: `INVALID_OPTION`.
    InvalidOption,
    /// The marker alone is larger than a limit: `MARKER_TOO_LONG`.
    MarkerTooLong,
    /// Bytes that are not UTF-8: `INVALID_ENCODING`.
    InvalidEncoding,
    /// A value that contains itself: `CYCLE`.
    Cycle,
    /// Messages of no format that is known: `UNKNOWN_FORMAT`.
    UnknownFormat,
    /// Not a list of messages: `INVALID_MESSAGES`.
    InvalidMessages,
    /// A ref under which nothing is kept: `UNKNOWN_REF`.
    UnknownRef,
}

impl ErrorKind {
    /// The code as JavaScript sees it.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::InvalidOption => "INVALID_OPTION",
            Self::MarkerTooLong => "MARKER_TOO_LONG",
            Self::InvalidEncoding => "INVALID_ENCODING",
            Self::Cycle => "CYCLE",
            Self::UnknownFormat => "UNKNOWN_FORMAT",
            Self::InvalidMessages => "INVALID_MESSAGES",
            Self::UnknownRef => "UNKNOWN_REF",
        }
    }
}

/// An error of `tooltrim`. It names the field, the value and the rule, and is displayed with options as they are
/// written in Rust; match on [`Error::kind`].
///
/// ```
/// use tooltrim::{ErrorKind, TrimOptions, trim};
///
/// let error = trim("text", &TrimOptions::new().max_chars(5).marker("[cut off]")).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::MarkerTooLong);
/// assert_eq!(
///     error.to_string(),
///     "marker: \"[cut off]\" takes up to 9 chars, more than max_chars 5",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    message: String,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: String) -> Self {
        Self { kind, message }
    }

    /// The same of an option in an option.
    pub(crate) fn within(self, path: &str) -> Self {
        Self { kind: self.kind, message: [path, &self.message].concat() }
    }

    /// Returns the stable code.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The field, the value and the rule, with options as the core and JavaScript name them: `maxChars`.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&snake(&self.message))
    }
}

impl core::error::Error for Error {}

/// Returns a message, or one name, with names as Rust and Python write them: `maxChars` becomes `max_chars`. Text in
/// quotes is the caller's own, and so are the names of tools.
pub(crate) fn snake(message: &str) -> String {
    let mut text = String::with_capacity(message.len() + 8);
    let (mut is_quoted, mut is_name, mut last) = (false, false, ' ');
    for c in message.chars() {
        if c == '"' && last != '\\' {
            is_quoted = !is_quoted;
        }
        if !last.is_alphanumeric() {
            is_name = c.is_ascii_lowercase() && !is_quoted && !text.ends_with("tools.");
        }
        if is_name && c.is_ascii_uppercase() && !last.is_ascii_uppercase() {
            text.push('_');
            text.push(c.to_ascii_lowercase());
        } else {
            text.push(c);
        }
        last = if c == last && c == '\\' { ' ' } else { c };
    }
    text
}

/// As JavaScript's `TooltrimError`: its code and its message.
#[cfg(feature = "serde")]
impl serde::Serialize for Error {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;

        let mut error = serializer.serialize_struct("Error", 2)?;
        error.serialize_field("code", self.kind.code())?;
        error.serialize_field("message", &self.message)?;
        error.end()
    }
}

#[cfg(test)]
mod tests {
    use super::snake;

    #[test]
    fn only_names_of_options_are_spelled_in_another_way() {
        for (message, shown) in [
            ("maxUtf16: -1 is not a number of 0 or more", "max_utf16: -1 is not a number of 0 or more"),
            ("limits.a.maxItems: \"maxItems\" is wrong", "limits.a.max_items: \"maxItems\" is wrong"),
            (r#"marker: "a\"keepB" takes more than maxChars 5"#, r#"marker: "a\"keepB" takes more than max_chars 5"#),
            (r#"label: "\\" maxChars"#, r#"label: "\\" max_chars"#),
            ("tools.readFile.keep: 1 is wrong", "tools.readFile.keep: 1 is wrong"),
            ("OpenAI and JSON stay", "OpenAI and JSON stay"),
            ("omittedChars", "omitted_chars"),
        ] {
            assert_eq!(snake(message), shown);
        }
    }
}
