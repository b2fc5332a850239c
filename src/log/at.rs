//! A value in a JSON text, as readers of logs ask for it.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::tree::JsonText;

/// A value of an entry.
#[derive(Clone, Copy)]
pub(super) struct At<'a> {
    json: &'a JsonText<'a>,
    node: u32,
}

impl<'a> At<'a> {
    /// The whole text.
    pub(super) fn root(json: &'a JsonText<'a>) -> Self {
        Self { json, node: 0 }
    }

    /// A member that is neither missing nor null.
    pub(super) fn get(self, name: &str) -> Option<Self> {
        let node = self.json.member(self.node, name)?;
        Some(Self { json: self.json, node }).filter(|found| found.token() != "null")
    }

    /// A member that is an object.
    pub(super) fn object(self, name: &str) -> Option<Self> {
        self.get(name).filter(|found| found.is_object())
    }

    /// A member that is a list.
    pub(super) fn list(self, name: &str) -> Option<Self> {
        self.get(name).filter(|found| found.is_list())
    }

    /// A member that is a text.
    pub(super) fn text(self, name: &str) -> Option<Cow<'a, str>> {
        self.get(name)?.decoded()
    }

    /// The value, if it is a text.
    pub(super) fn decoded(self) -> Option<Cow<'a, str>> {
        self.json.decoded(self.node)
    }

    /// `true` if a member is this text.
    pub(super) fn is(self, name: &str, text: &str) -> bool {
        self.json.member(self.node, name).is_some_and(|node| self.json.is_text(node, text))
    }

    /// `true` if a member is one of these texts.
    pub(super) fn is_any(self, name: &str, texts: &[&str]) -> bool {
        self.text(name).is_some_and(|text| texts.contains(&&*text))
    }

    /// `true` if a member is true.
    pub(super) fn flag(self, name: &str) -> bool {
        self.get(name).is_some_and(|found| found.token() == "true")
    }

    /// `true` if there is a member that is not null.
    pub(super) fn has(self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// `true` if a member is a text.
    pub(super) fn has_text(self, name: &str) -> bool {
        self.get(name).is_some_and(Self::is_text)
    }

    pub(super) fn is_text(self) -> bool {
        self.token().starts_with('"')
    }

    pub(super) fn is_list(self) -> bool {
        self.token().starts_with('[')
    }

    pub(super) fn is_object(self) -> bool {
        self.token().starts_with('{')
    }

    /// `true` for a text, a list or an object without anything in it.
    pub(super) fn is_empty(self) -> bool {
        self.token() == "\"\"" || (!self.is_text() && self.json.inner(self.node).is_empty())
    }

    /// The items of a list, or the values of an object.
    pub(super) fn items(self) -> impl DoubleEndedIterator<Item = Self> {
        self.json.inner(self.node).map(move |node| Self { json: self.json, node })
    }

    /// The names of an object, as written, and its values.
    pub(super) fn members(self) -> impl Iterator<Item = (&'a str, Self)> {
        self.items().enumerate().map(move |(at, value)| (self.json.name_token(self.node, at), value))
    }

    /// The value as written.
    pub(super) fn token(self) -> &'a str {
        self.json.token(self.node)
    }

    /// Appends the value without white space between its tokens.
    pub(super) fn write(self, out: &mut String) {
        self.json.write_compact(self.node, out);
    }

    /// The number of line breaks before the value in its text.
    pub(super) fn lines_before(self) -> u64 {
        let before = self.json.whole().as_bytes().get(..self.json.offset(self.node)).unwrap_or_default();
        memchr::memchr_iter(b'\n', before).count() as u64
    }
}
