//! The name of a stored text, which markers carry and stores give out.

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::error::{Error, ErrorKind};

/// The name under which a text is kept: `#` and eight chars, the first 40 bits of the SHA-256 of its UTF-8. Equal texts
/// have equal refs, in every process.
///
/// ```
/// use tooltrim::Ref;
///
/// let reference: Ref = "#q9w1dfwf".parse()?;
/// assert_eq!(Some(reference), Ref::of("abc"));
/// assert_eq!("[Q9W1DFWF]".parse::<Ref>()?, reference); // as models write it, too
/// # Ok::<(), tooltrim::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ref(u64);

/// Chars of a ref, five bits each.
const CHARS: usize = 8;
/// UTF-16 units of a written ref.
pub(crate) const WIDTH: usize = 1 + CHARS;

/// Digits and letters without i, l, o and u: none is taken for another.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

impl Ref {
    /// A ref as a number from 1 to 2⁴⁰ - 1, which hosts hold exactly; `None` for any other.
    #[must_use]
    pub fn new(number: u64) -> Option<Self> {
        (1..1 << (5 * CHARS)).contains(&number).then_some(Self(number))
    }

    /// The number of [`Ref::new`].
    #[must_use]
    pub fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Ref {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("#")?;
        (0..CHARS).rev().try_for_each(|at| {
            let digit = ALPHABET.get((self.0 >> (5 * at)) as usize & 31).copied().unwrap_or_default();
            write!(f, "{}", char::from(digit))
        })
    }
}

/// As the model reads it: `"#k3f9a2bx"`.
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
        let name = text.trim_matches(|c: char| c.is_whitespace() || "[]()\"'`.".contains(c));
        let digits = name.strip_prefix('#').unwrap_or(name).trim_start();
        let number = if digits.len() == CHARS { digits.bytes().try_fold(0, appended) } else { None };
        number.and_then(Self::new).ok_or_else(|| {
            let shown: String = text.chars().take(40).collect();
            Error::new(ErrorKind::UnknownRef, format!("ref: \"{shown}\" is not a ref such as #k3f9a2bx"))
        })
    }
}

/// A number with one more digit; letters that look like digits count as these.
fn appended(number: u64, digit: u8) -> Option<u64> {
    let digit = match digit.to_ascii_lowercase() {
        b'o' => b'0',
        b'i' | b'l' => b'1',
        digit => digit,
    };
    let value = ALPHABET.iter().position(|known| *known == digit)?;
    Some(number << 5 | value as u64)
}
