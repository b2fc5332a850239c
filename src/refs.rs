//! The name of a stored text, which markers carry and stores give out.

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::error::{Error, ErrorKind};
use crate::marker::REF;

/// The name under which a text is kept: `#R1`.
///
/// ```
/// use tooltrim::Ref;
///
/// let reference: Ref = "#R12".parse()?;
/// assert_eq!(reference.to_string(), "#R12");
/// assert_eq!("r12".parse::<Ref>()?, reference); // as models write it, too
/// # Ok::<(), tooltrim::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ref(u64);

impl Ref {
    /// By its number, from 1 on.
    #[must_use]
    pub fn new(number: u64) -> Self {
        Self(number)
    }

    /// Its number, from 1 on.
    #[must_use]
    pub fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Ref {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{REF}{}", self.0)
    }
}

/// As the model reads it: `"#R1"`.
#[cfg(feature = "serde")]
impl serde::Serialize for Ref {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// As [`Ref::from_str`] reads it.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Ref {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <alloc::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl FromStr for Ref {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let name = text.trim().trim_matches(['[', ']', '"', '`', '\'']);
        let digits = name.strip_prefix('#').unwrap_or(name);
        let digits = digits.strip_prefix(['R', 'r']).unwrap_or(digits);
        let number = if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None };
        number.filter(|number| *number > 0).map(Self).ok_or_else(|| {
            let shown: String = text.chars().take(40).collect();
            Error::new(ErrorKind::UnknownRef, format!("ref: \"{shown}\" is not a ref such as #R1"))
        })
    }
}
