//! Edits on `serde_json` values. `apply` makes them, `patch` writes them as JSON Patch, `build` makes them of changes.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Value, json};

use super::change::Pointer;
use super::problem::segments;
use crate::error::{Error, ErrorKind};
use crate::measure::saturate;

/// A change to messages. Positions are those in the original, whatever other edits do.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Edit {
    /// The value at a path becomes this text.
    Text {
        /// Place of the text.
        path: Pointer,
        /// The text.
        value: String,
    },
    /// The value at a path becomes this.
    Set {
        /// Place of the value.
        path: Pointer,
        /// Any value.
        value: Value,
    },
    /// Drops a message, a part or a member.
    Drop {
        /// Place to drop.
        path: Pointer,
    },
    /// A message comes before the one that was at this index.
    InsertMessage {
        /// Index of the message that it precedes; the number of messages to append.
        index: usize,
        /// The message.
        message: Value,
    },
    /// A part comes before the one that was at this path.
    InsertPart {
        /// Place of the part that it precedes.
        path: Pointer,
        /// The part.
        part: Value,
    },
}

impl serde::Serialize for Edit {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

impl<'de> serde::Deserialize<'de> for Edit {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_json(Value::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

impl Edit {
    /// An edit out of JSON, in the shape that it has in JavaScript.
    ///
    /// ```
    /// use serde_json::json;
    /// use tooltrim::messages::Edit;
    ///
    /// let edit = Edit::from_json(json!({"text": "/1/content", "value": "bye"}))?;
    /// assert_eq!(edit, Edit::Text { path: "/1/content".into(), value: "bye".into() });
    /// assert_eq!(
    ///     Edit::from_json(json!({"text": "/1/content"})).unwrap_err().to_string(),
    ///     "edit: \"/1/content\" is to become a text, and none is given",
    /// );
    /// # Ok::<(), tooltrim::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOption`] for what is no edit. Whether a path leads anywhere is seen when the edit is
    /// applied.
    pub fn from_json(value: Value) -> Result<Self, Error> {
        let wrong = |shown: &Value, rule: &str| {
            Error::new(ErrorKind::InvalidOption, format!("edit: {} {rule}", shortened(shown)))
        };
        let Value::Object(mut members) = value else { return Err(wrong(&value, NO_EDIT)) };
        let kinds = ["text", "set", "drop", "insert"];
        let kind = kinds.into_iter().find_map(|kind| Some((kind, members.shift_remove(kind)?)));
        let Some((kind, place)) = kind else { return Err(wrong(&Value::Object(members), NO_EDIT)) };
        let mut given = |name: &str| {
            let rule = || wrong(&place, &format!("needs a member `{name}`"));
            members.shift_remove(name).ok_or_else(rule)
        };
        if let ("insert", Some(index)) = (kind, place.as_u64()) {
            // No list is longer.
            let index = saturate(index);
            return Ok(Self::InsertMessage { index, message: given("message")? });
        }
        let Some(path) = place.as_str().filter(|path| path.starts_with('/')).map(ToOwned::to_owned) else {
            return Err(wrong(&place, "is not a JSON Pointer into the messages"));
        };
        match kind {
            "text" => match given("value") {
                Ok(Value::String(value)) => Ok(Self::Text { path, value }),
                _ => Err(wrong(&place, "is to become a text, and none is given")),
            },
            "set" => Ok(Self::Set { path, value: given("value")? }),
            "insert" => Ok(Self::InsertPart { path, part: given("part")? }),
            _ => Ok(Self::Drop { path }),
        }
    }

    /// For bindings: a list of edits out of JSON. Errors name an edit by its index.
    ///
    /// # Errors
    /// As [`Edit::from_json`].
    pub fn list_from_json(edits: Value) -> Result<Vec<Self>, Error> {
        let Value::Array(edits) = edits else {
            return Err(Error::new(ErrorKind::InvalidOption, "edits: is not a list".into()));
        };
        let numbered = |at: usize, error: Error| {
            Error::new(error.kind(), error.message().replacen("edit", &format!("edits[{at}]"), 1))
        };
        let edits = edits.into_iter().map(Self::from_json).enumerate();
        edits.map(|(at, edit)| edit.map_err(|error| numbered(at, error))).collect()
    }

    /// The edit as JSON, in the shape that it has in JavaScript.
    ///
    /// ```
    /// use serde_json::json;
    /// use tooltrim::messages::Edit;
    ///
    /// assert_eq!(Edit::Drop { path: "/1".into() }.to_json(), json!({"drop": "/1"}));
    /// let edit = Edit::InsertMessage { index: 0, message: json!({"role": "user", "content": "hi"}) };
    /// assert_eq!(edit.to_json(), json!({"insert": 0, "message": {"role": "user", "content": "hi"}}));
    /// assert_eq!(Edit::from_json(edit.to_json())?, edit);
    /// # Ok::<(), tooltrim::Error>(())
    /// ```
    #[must_use]
    pub fn to_json(&self) -> Value {
        match self {
            Self::Text { path, value } => json!({"text": path, "value": value}),
            Self::Set { path, value } => json!({"set": path, "value": value}),
            Self::Drop { path } => json!({"drop": path}),
            Self::InsertMessage { index, message } => json!({"insert": index, "message": message}),
            Self::InsertPart { path, part } => json!({"insert": path, "part": part}),
        }
    }

    pub(super) fn segments(&self) -> Option<Vec<String>> {
        match self {
            Self::Text { path, .. } | Self::Set { path, .. } | Self::Drop { path } | Self::InsertPart { path, .. } => {
                segments(path)
            }
            Self::InsertMessage { index, .. } => Some(Vec::from([index.to_string()])),
        }
    }

    pub(super) fn is_insert(&self) -> bool {
        matches!(self, Self::InsertMessage { .. } | Self::InsertPart { .. })
    }

    pub(super) fn path(&self) -> String {
        match self {
            Self::Text { path, .. } | Self::Set { path, .. } | Self::Drop { path } | Self::InsertPart { path, .. } => {
                path.clone()
            }
            Self::InsertMessage { index, .. } => format!("/{index}"),
        }
    }

    pub(super) fn value(&self) -> Option<Value> {
        match self {
            Self::Text { value, .. } => Some(Value::String(value.clone())),
            Self::Set { value, .. } => Some(value.clone()),
            Self::Drop { .. } => None,
            Self::InsertMessage { message, .. } => Some(message.clone()),
            Self::InsertPart { part, .. } => Some(part.clone()),
        }
    }
}

const NO_EDIT: &str = "is no edit: it has none of text, set, drop, insert";

/// A value as an error message shows it: never all of a long one.
fn shortened(value: &Value) -> String {
    const LONGEST: usize = 100;
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// Indexes in the order of numbers.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Segment {
    Index(usize),
    Name(String),
}

pub(super) fn segment(text: String) -> Segment {
    index(&text).map_or(Segment::Name(text), Segment::Index)
}

/// An index, written as numbers are.
pub(super) fn index(text: &str) -> Option<usize> {
    text.parse::<usize>().ok().filter(|index| index.to_string() == text)
}
