//! Read-only access to a JSON-like value that is walked as a whole.
//!
//! [`super::Tree`] asks for members that formats know by name; here nothing is known, and all members are read in
//! order. One walk serves `serde_json` values, JSON texts and JavaScript values: a container's members come many at a
//! time, each as a few numbers, and texts stay with their owner.

use alloc::string::String;

use crate::source::Source;

/// What a value is to JSON, and how large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// JSON has no such value: it is left out of objects and null in lists.
    Nothing,
    /// Null, a boolean, a number: written in so many bytes, and never cut.
    Plain(usize),
    /// A text of so many of the owner's units.
    Text(usize),
    /// A list of so many items.
    List(usize),
    /// An object of so many members.
    Object(usize),
    /// Raw bytes, so many.
    Bytes(usize),
    /// A whole number that JSON writers refuse: its digits are written as a text.
    Digits,
    /// It cannot be read.
    Unreadable,
    /// A container that stands within itself.
    Cycle,
}

impl Form {
    /// How many members it has; none when it is no container.
    #[must_use]
    pub fn members(self) -> Option<usize> {
        match self {
            Self::List(count) | Self::Object(count) => Some(count),
            _ => None,
        }
    }
}

/// A value, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its place with the owner; for [`Form::Plain`] and [`Form::Nothing`] it says nothing.
    pub node: u32,
    /// What it is.
    pub form: Form,
    /// Bytes of its name as JSON, quotes and escapes included; 0 in lists.
    pub name: usize,
}

/// Where base64 is looked for, in the owner's units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Base64Hint {
    /// Not in shorter texts.
    pub shortest: usize,
    /// All through longer texts: [`ValueSource::holds_base64`].
    pub searched: usize,
    /// The run that is looked for there.
    pub run: usize,
    /// So many units of its alphabet, or `data:`, begin any other text that may hold some.
    pub beginning: usize,
}

/// Limits that hold everywhere in a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EasyLimits {
    /// A text is short enough with so many of the owner's units,
    pub units: usize,
    /// or with so many bytes of UTF-8.
    pub bytes: usize,
    /// The most items of a list.
    pub items: usize,
    /// The most members of an object.
    pub keys: usize,
    /// The most of the owner's units of a name.
    pub name: usize,
    /// The most levels.
    pub depth: usize,
    /// Base64 and raw bytes must not stay: where it is looked for.
    pub base64: Option<Base64Hint>,
    /// The most bytes as compact JSON.
    pub total: usize,
}

/// A JSON-like value of which all is read. Total: what cannot be read says so.
pub trait ValueSource {
    /// The value.
    fn root(&self) -> Member;

    /// Appends the members of a container from one on, at most so many, in order.
    fn members(&self, node: u32, from: usize, most: usize, into: &mut alloc::vec::Vec<Member>);

    /// The name of a member of an object.
    fn name(&self, node: u32, at: usize) -> String;

    /// Where the member of that name stands in an object.
    fn position(&self, node: u32, name: &str) -> Option<usize>;

    /// Calls `then` with a text, or with the digits of a [`Form::Digits`].
    fn text(&self, node: u32, then: &mut dyn FnMut(&dyn Source));

    /// Bytes of a text or of raw bytes as compact JSON. Where they are more than `most`, any number above it.
    fn json_bytes(&self, node: u32, most: usize) -> usize;

    /// Bytes of a piece of a text as compact JSON, without the quotes.
    fn piece_json_bytes(&self, node: u32, from: usize, to: usize) -> usize;

    /// True when a text may hold base64: `;base64,`, or so many chars of its alphabet in a row.
    fn holds_base64(&self, node: u32, run: usize) -> bool;

    /// True when the value is certainly within these limits: a first look by owners for which it is cheaper than a
    /// walk. The answer may be false for what fits, never true for what does not.
    fn is_within(&self, _limits: &EasyLimits) -> bool {
        false
    }

    /// Forgets what was read from this place on: its container is left.
    fn release(&self, _node: u32) {}
}
