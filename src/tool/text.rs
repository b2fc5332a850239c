//! Conversion of a tool's result into text.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;

use super::places::shorten_places;
use super::words::{NO_RESULT, binary, tool_failure};

/// Conversion of a tool's result into text.
///
/// ```
/// use tooltrim::tools::ToolText;
///
/// assert_eq!(().into_tool_text(), "Tool execution completed without errors");
/// assert_eq!(Some("as it is").into_tool_text(), "as it is");
/// assert_eq!((42.into_tool_text(), 3.14159.into_tool_text(), true.into_tool_text()), ("42".into(), "3.14159".into(), "true".into()));
/// assert_eq!(Err::<(), _>("disk full").into_tool_text(), "Tool Failed: disk full");
/// # #[cfg(feature = "serde_json")]
/// assert_eq!(serde_json::json!({"name": "Zoë"}).into_tool_text(), "{\n  \"name\": \"Zoë\"\n}");
/// ```
///
/// An empty result (`()`, `None`, JSON's `null`) becomes the sentence [`NO_RESULT`]; a text stays unchanged; numbers
/// and booleans are plain; a JSON value is indented by 2; bytes are decoded as UTF-8, or become a line with their
/// number; an error is a failure with its message, its places shortened ([`crate::tools::shorten_places`]). For serializable types, convert to a JSON value first:
/// `serde_json::to_value(result)`.
pub trait ToolText {
    /// Returns the text.
    fn into_tool_text(self) -> String;
}

impl ToolText for () {
    fn into_tool_text(self) -> String {
        NO_RESULT.to_owned()
    }
}

impl<T: ToolText> ToolText for Option<T> {
    fn into_tool_text(self) -> String {
        self.map_or_else(|| NO_RESULT.to_owned(), T::into_tool_text)
    }
}

impl<T: ToolText, E: Display> ToolText for Result<T, E> {
    fn into_tool_text(self) -> String {
        self.map_or_else(
            |error| tool_failure(&shorten_places(&error.to_string(), ""), &[] as &[&str]),
            T::into_tool_text,
        )
    }
}

impl<T: ToolText> ToolText for Box<T> {
    fn into_tool_text(self) -> String {
        (*self).into_tool_text()
    }
}

impl ToolText for String {
    fn into_tool_text(self) -> String {
        self
    }
}

impl ToolText for Cow<'_, str> {
    fn into_tool_text(self) -> String {
        self.into_owned()
    }
}

impl ToolText for &[u8] {
    fn into_tool_text(self) -> String {
        core::str::from_utf8(self).map_or_else(|_| binary(self.len()), ToOwned::to_owned)
    }
}

impl ToolText for Vec<u8> {
    fn into_tool_text(self) -> String {
        String::from_utf8(self).unwrap_or_else(|error| binary(error.as_bytes().len()))
    }
}

macro_rules! displayed {
    ($($type:ty)*) => {$(
        impl ToolText for $type {
            fn into_tool_text(self) -> String {
                self.to_string()
            }
        }
    )*};
}

displayed! { &str &String bool char u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 }

#[cfg(feature = "serde_json")]
impl ToolText for serde_json::Value {
    fn into_tool_text(self) -> String {
        match self {
            Self::String(text) => text,
            other => (&other).into_tool_text(),
        }
    }
}

#[cfg(feature = "serde_json")]
impl ToolText for &serde_json::Value {
    fn into_tool_text(self) -> String {
        use serde_json::Value;
        match self {
            Value::Null => NO_RESULT.to_owned(),
            Value::String(text) => text.clone(),
            Value::Bool(_) | Value::Number(_) => self.to_string(),
            // A value always serializes; the compact form is an unreachable fallback.
            Value::Array(_) | Value::Object(_) => {
                serde_json::to_string_pretty(self).unwrap_or_else(|_| self.to_string())
            }
        }
    }
}
