//! Read-only access to a JSON-like value that is walked as a whole.
//!
//! [`super::Tree`] asks for members that formats know by name; here nothing is known, and all members are read in
//! order. One walk serves `serde_json` values, JSON texts and JavaScript values: a container's members come many at a
//! time, each as a few numbers, and texts stay with their owner.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::source::Source;

/// JSON kind and size of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// JSON has no such value: it is left out of objects and null in lists.
    Nothing,
    /// Null, a boolean, a number, with its bytes as written; never cut.
    Plain(usize),
    /// A text, with its size in the owner's units.
    Text(usize),
    /// A list, with its number of items.
    List(usize),
    /// An object, with its number of members.
    Object(usize),
    /// Raw bytes, with their number.
    Bytes(usize),
    /// A whole number that JSON writers refuse: its digits are written as a text.
    Digits,
    /// It cannot be read.
    Unreadable,
    /// A container that contains itself.
    Cycle,
}

impl Form {
    /// Returns the number of members; `None` if it is not a container.
    #[must_use]
    pub fn members(self) -> Option<usize> {
        match self {
            Self::List(count) | Self::Object(count) => Some(count),
            _ => None,
        }
    }
}

/// A value and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its place with the owner; meaningless for [`Form::Plain`] and [`Form::Nothing`].
    pub node: u32,
    /// Kind and size.
    pub form: Form,
    /// Bytes of its name as JSON, quotes and escapes included; 0 in lists.
    pub name: usize,
}

/// Conditions for a search for base64, in the owner's units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Base64Hint {
    /// Not in shorter texts.
    pub shortest: usize,
    /// All through longer texts: [`ValueSource::holds_base64`].
    pub searched: usize,
    /// The run that is looked for there.
    pub run: usize,
    /// Other texts are searched if they begin with this many units of its alphabet, or with `data:`.
    pub beginning: usize,
}

/// Limits that hold everywhere in a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EasyLimits {
    /// Length within which a text certainly fits, in the owner's units,
    pub units: usize,
    /// or in bytes of UTF-8.
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

/// A JSON-like value that can be read completely. Total: unreadable values are marked as such.
pub trait ValueSource {
    /// The value.
    fn root(&self) -> Member;

    /// Appends up to `most` members of a container, starting at `from`, in order.
    fn members(&self, node: u32, from: usize, most: usize, into: &mut alloc::vec::Vec<Member>);

    /// The name of a member of an object.
    fn name(&self, node: u32, at: usize) -> String;

    /// Returns the index of the member with that name in an object.
    fn position(&self, node: u32, name: &str) -> Option<usize>;

    /// A null, a boolean or a number among the members of a container, as JSON writes it: what a question may name. An
    /// owner whose values are never read for a question need not answer.
    fn plain(&self, _container: u32, _at: usize) -> String {
        String::new()
    }

    /// The words of a container: what JSON writes between its brackets, with escapes resolved, and `'` for a quote in a text. `None` where that is not at
    /// hand; then all members are read.
    fn words(&self, _container: u32) -> Option<Cow<'_, str>> {
        None
    }

    /// Calls `then` with a text, or with the digits of a [`Form::Digits`].
    fn text(&self, node: u32, then: &mut dyn FnMut(&dyn Source));

    /// Bytes of a text or of raw bytes as compact JSON. Where they are more than `most`, any number above it.
    fn json_bytes(&self, node: u32, most: usize) -> usize;

    /// Bytes of a piece of a text as compact JSON, without the quotes.
    fn piece_json_bytes(&self, node: u32, from: usize, to: usize) -> usize;

    /// Returns `true` if a text may hold base64: `;base64,`, or `run` chars of its alphabet in a row.
    fn holds_base64(&self, node: u32, run: usize) -> bool;

    /// Returns `true` if the value is certainly within these limits: a quick test for owners that can do it faster than
    /// a walk. `false` is always allowed.
    fn is_within(&self, _limits: &EasyLimits) -> bool {
        false
    }

    /// Forgets what was read from this place on: its container is left.
    fn release(&self, _node: u32) {}
}
