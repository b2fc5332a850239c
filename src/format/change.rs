//! Changes to messages, by position in the original, and values that are new in them. The host builds the values:
//! objects of classes, and parts that were there before, are its own.

use alloc::string::String;
use alloc::vec::Vec;

use super::leaf::Step;
use crate::format::conversation::Place;

/// A value that is to be written.
#[derive(Clone, Debug, PartialEq)]
pub enum New {
    /// A text.
    Text(String),
    /// True or false.
    Flag(bool),
    /// A number.
    Number(i32),
    /// A list.
    List(Vec<New>),
    /// An object.
    Object(NewObject),
    /// Value at a path of the original, with changes in it.
    Original(Pointer, Vec<(Pointer, New)>),
    /// The parsed JSON of the text at a path.
    Parsed(Pointer),
    /// The value at a path, written as JSON.
    Written(Pointer),
    /// Parsed from this JSON.
    Json(String),
}

/// An object that is to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct NewObject {
    /// Kind of the object: `"text"`, `"toolResult"`, `"user"`, `"message"`, or empty for plain data. Hosts never have
    /// to create a message.
    pub kind: &'static str,
    /// An object of the same class in the original.
    pub like: Option<Pointer>,
    /// True when all else that is in that object is wanted, too.
    pub copies: bool,
    /// True when it has to be of a class that is nowhere in the original: the host has to make it.
    pub is_foreign: bool,
    /// Its members, in order.
    pub members: Vec<(&'static str, New)>,
}

/// A JSON Pointer (RFC 6901) into the messages.
pub type Pointer = String;

/// A change to messages.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// The value at a path becomes this text.
    Text(Pointer, String),
    /// The value at a path becomes this.
    Set(Pointer, New),
    /// Drops the value at a path.
    Drop(Pointer),
    /// A message comes before the one that was at this index.
    InsertMessage(usize, New),
    /// A part comes before the one that was at this path.
    InsertPart(Pointer, New),
}

/// A member of something in the original that becomes another value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Setting {
    pub(crate) place: Place,
    pub(crate) steps: Vec<Step>,
    pub(crate) value: New,
}

pub(crate) fn object(members: Vec<(&'static str, New)>) -> New {
    New::Object(NewObject { kind: "", like: None, copies: false, is_foreign: false, members })
}

pub(crate) fn text(value: impl Into<String>) -> New {
    New::Text(value.into())
}
