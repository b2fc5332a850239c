//! Keyed, read-only access to a JSON-like value owned by the host.
//!
//! A conversation is large and mostly text that need not be read. So it stays with the host, and the readers of message
//! formats ask for a member, a size, a word. Implemented for `serde_json` values here, and for JavaScript values in the
//! binding, where each question is one crossing.

#[cfg(feature = "serde_json")]
mod json;
mod json_text;
mod names;
mod unread;
mod values;

use alloc::string::String;
use alloc::vec::Vec;

use crate::source::Source;

#[cfg(feature = "serde_json")]
pub(crate) use json::units as json_units;
#[cfg(feature = "serde_json")]
pub use json::{JsonTree, JsonWords};
pub use json_text::well_formed;
pub(crate) use json_text::{JsonText, after_space, quoted, read_escape, write_escaped};
pub use names::{Key, Tag};
pub(crate) use unread::weight_of;
pub use unread::{Reach, Unread, Weight, weights};
pub use values::{Base64Hint, EasyLimits, Form, Member, ValueSource};

/// Kind and size of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// There is none, or it cannot be read.
    Absent,
    /// Null.
    Null,
    /// True or false.
    Flag(bool),
    /// A number.
    Number,
    /// A text, with its UTF-16 units.
    Text(usize),
    /// A list, with its number of items.
    List(usize),
    /// An object.
    Object,
    /// Raw bytes, with their number; not a JSON value.
    Bytes(usize),
    /// Anything else.
    Other,
}

impl Shape {
    /// Neither absent nor null.
    #[must_use]
    pub fn is_there(self) -> bool {
        !matches!(self, Self::Absent | Self::Null)
    }
}

/// A short text as a number, equal for equal texts of one conversation: ids and names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word(pub u32);

/// The texts behind [`Word`]s.
pub trait Words {
    /// The text of a word.
    fn text(&self, word: Word) -> String;

    /// The word for a text; none for an empty one.
    fn add(&mut self, text: &str) -> Option<Word>;
}

/// The shape of a JSON-like value that is read where it is: all that tells formats of messages apart. All questions are
/// total: what is missing, is of another type or throws is absent.
///
/// With [`Key::This`] a question is about the value itself.
pub trait View: Copy {
    /// A member that is neither missing nor null.
    fn child(&self, key: Key) -> Option<Self>;

    /// An item of the list that is a member.
    fn item(&self, key: Key, at: usize) -> Option<Self>;

    /// Returns the kind and size of a member.
    fn shape(&self, key: Key) -> Shape;

    /// True when there is a member of that name, be it null or undefined.
    fn has(&self, key: Key) -> bool;

    /// A member that is one of the words that formats know.
    fn tag(&self, key: Key) -> Tag;
}

/// A JSON-like value whose texts can be read, too.
pub trait Tree: View {
    /// The texts behind words.
    type Words: Words + Default;
    /// A text that is read by windows.
    type Text: Source;

    /// A member that is a number.
    fn number(&self, key: Key) -> Option<f64>;

    /// A member that is a text or a number, as a word; none when it is empty.
    fn word(&self, key: Key, words: &mut Self::Words) -> Option<Word>;

    /// The first `most` UTF-16 units of a member that is a text.
    fn text(&self, key: Key, most: usize) -> Option<String>;

    /// A member that is a text, to be read by windows.
    fn source(&self, key: Key) -> Option<Self::Text>;

    /// The text in a member that is raw bytes, what is not UTF-8 replaced; none of anything else.
    fn decoded(&self, key: Key) -> Option<String>;

    /// True when a member is a text of nothing but white space, or an empty one.
    fn is_blank(&self, key: Key) -> bool;

    /// True when a member is a text that ends with white space.
    fn ends_blank(&self, key: Key) -> bool;

    /// UTF-16 units of a member as compact JSON, escapes not counted; no text is read for it.
    fn json_units(&self, key: Key) -> usize;

    /// Members that no reader counts, at any depth: of a value that is an object.
    fn unread(&self, reach: Reach) -> Vec<Unread>;

    /// A member as compact JSON.
    fn json(&self, key: Key) -> String;

    /// The same with both ends of each text longer than `most` UTF-16 units, `most` together, and 32 items at each end of
    /// each list longer than 64. The text of a JSON object counts as that object.
    fn json_sample(&self, key: Key, most: usize) -> String;

    /// True when a member is a text that is a JSON object.
    fn holds_object(&self, key: Key) -> bool;

    /// True when a member is a text with half a surrogate pair, or holds one at any depth. Strings of Rust have none.
    fn has_lone_surrogate(&self, _key: Key) -> bool {
        false
    }

    /// True when a member is an object of a class of its own: a copy needs that class.
    fn has_class(&self, key: Key) -> bool;

    /// True when both are the same text, or the same value.
    fn is_same(&self, other: &Self) -> bool;
}

/// Returns `true` for white space as JavaScript's `\s` defines it; Rust's differs in one char each way.
pub(crate) fn is_white_space(c: char) -> bool {
    c == '\u{feff}' || (c.is_whitespace() && c != '\u{85}')
}
