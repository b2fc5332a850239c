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

/// An error of `tooltrim`. Its message names the field, the value and the rule; match on [`Error::kind`].
///
/// ```
/// use tooltrim::{ErrorKind, TrimOptions, trim};
///
/// let error = trim("text", &TrimOptions::new().max_chars(5).marker("[cut off]")).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::MarkerTooLong);
/// assert_eq!(
///     error.to_string(),
///     "marker: \"[cut off]\" takes up to 9 chars, more than maxChars 5",
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

    /// The field, the value and the rule.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for Error {}

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
