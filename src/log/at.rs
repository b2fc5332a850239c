//! A value in a JSON text, as readers of logs ask for it.
//!
//! What is missing or null is a value, too, without members: paths through what may be missing need no branches, which
//! keeps the readers short, and the module small.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::source::utf16_len;
use crate::tree::{JsonText, Key, Shape, Tag, View};

/// The number of no value.
const ABSENT: u32 = u32::MAX;

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

    fn absent(self) -> Self {
        Self { json: self.json, node: ABSENT }
    }

    /// A member; absent if it is missing or null.
    pub(super) fn get(self, name: &str) -> Self {
        let node = self.json.member(self.node, name).unwrap_or(ABSENT);
        let found = Self { json: self.json, node };
        if found.token() == "null" { found.absent() } else { found }
    }

    /// A member, be it null.
    fn member(self, key: Key) -> Option<Self> {
        let node = if key == Key::This { Some(self.node) } else { self.json.member(self.node, key.name()) };
        Some(Self { json: self.json, node: node? })
    }

    fn begins(self, bracket: u8) -> Self {
        if self.token().as_bytes().first() == Some(&bracket) { self } else { self.absent() }
    }

    /// A member that is an object.
    pub(super) fn object(self, name: &str) -> Self {
        self.get(name).begins(b'{')
    }

    /// A member that is a list.
    pub(super) fn list(self, name: &str) -> Self {
        self.get(name).begins(b'[')
    }

    /// A member that is a text.
    pub(super) fn string(self, name: &str) -> Self {
        self.get(name).begins(b'"')
    }

    /// The value, or another one if it is absent.
    pub(super) fn or(self, other: Self) -> Self {
        if self.is_there() { self } else { other }
    }

    /// The value; absent if there is nothing in it.
    pub(super) fn filled(self) -> Self {
        if self.is_empty() { self.absent() } else { self }
    }

    /// The first item of a list.
    pub(super) fn first(self) -> Self {
        self.items().next().unwrap_or(self.absent())
    }

    /// A member that is a text; empty if there is none.
    pub(super) fn text(self, name: &str) -> Cow<'a, str> {
        self.get(name).decoded()
    }

    /// The value as a text; empty if it is none.
    pub(super) fn decoded(self) -> Cow<'a, str> {
        self.json.decoded(self.node).unwrap_or_default()
    }

    /// `true` if a member is this text.
    pub(super) fn is(self, name: &str, text: &str) -> bool {
        self.json.member(self.node, name).is_some_and(|node| self.json.is_text(node, text))
    }

    /// `true` if a member is one of these texts.
    pub(super) fn is_any(self, name: &str, texts: &[&str]) -> bool {
        let found = self.get(name);
        texts.iter().any(|text| self.json.is_text(found.node, text))
    }

    /// `true` if a member is true.
    pub(super) fn flag(self, name: &str) -> bool {
        self.get(name).token() == "true"
    }

    /// `true` if there is a member that is not null.
    pub(super) fn has(self, name: &str) -> bool {
        self.get(name).is_there()
    }

    /// `true` if there is one of these members.
    pub(super) fn has_any(self, names: &[&str]) -> bool {
        names.iter().any(|name| self.has(name))
    }

    /// `true` if a member is a text.
    pub(super) fn has_text(self, name: &str) -> bool {
        self.string(name).is_there()
    }

    pub(super) fn is_there(self) -> bool {
        self.node != ABSENT
    }

    pub(super) fn is_text(self) -> bool {
        self.begins(b'"').is_there()
    }

    pub(super) fn is_list(self) -> bool {
        self.begins(b'[').is_there()
    }

    pub(super) fn is_object(self) -> bool {
        self.begins(b'{').is_there()
    }

    /// `true` for an empty text, list or object, and for what is absent.
    pub(super) fn is_empty(self) -> bool {
        let token = self.token();
        matches!(token, "" | "\"\"") || (token.starts_with(['[', '{']) && self.json.inner(self.node).is_empty())
    }

    /// The items of a list, or the values of an object.
    pub(super) fn items(self) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        let range = self.json.inner(self.node);
        (range.start as usize..range.end as usize).map(move |node| Self { json: self.json, node: node as u32 })
    }

    /// The names of an object, as written, and its values.
    pub(super) fn members(self) -> impl Iterator<Item = (&'a str, Self)> {
        self.items().enumerate().map(move |(at, value)| (self.json.name_token(self.node, at), value))
    }

    /// The value as written; empty if it is absent.
    pub(super) fn token(self) -> &'a str {
        self.json.token(self.node)
    }

    /// Appends the value without white space between its tokens.
    pub(super) fn write(self, out: &mut String) {
        self.json.write_compact(self.node, out);
    }

    /// The value without white space between its tokens.
    pub(super) fn json(self) -> String {
        let mut json = String::new();
        self.write(&mut json);
        json
    }

    /// The number of line breaks before the value in its text.
    pub(super) fn lines_before(self) -> u64 {
        self.lines_after(&mut 0)
    }

    /// The number of line breaks between an offset, which moves to the value, and the value.
    pub(super) fn lines_after(self, offset: &mut usize) -> u64 {
        let from = core::mem::replace(offset, self.json.offset(self.node));
        let between = self.json.whole().as_bytes().get(from..*offset).unwrap_or_default();
        memchr::memchr_iter(b'\n', between).count() as u64
    }
}

/// The same as of the value that a parser makes.
impl View for At<'_> {
    fn child(&self, key: Key) -> Option<Self> {
        self.member(key).filter(|member| member.token() != "null")
    }

    fn item(&self, key: Key, at: usize) -> Option<Self> {
        let list = self.member(key)?.begins(b'[');
        list.items().nth(at).filter(|item| item.token() != "null")
    }

    fn shape(&self, key: Key) -> Shape {
        let Some(member) = self.member(key) else { return Shape::Absent };
        let token = member.token();
        match token.as_bytes().first() {
            Some(b'"') => Shape::Text(utf16_len(&member.decoded())),
            Some(b'[') => Shape::List(member.items().len()),
            Some(b'{') => Shape::Object,
            Some(b'n') => Shape::Null,
            Some(b't' | b'f') => Shape::Flag(token == "true"),
            _ => Shape::Number,
        }
    }

    fn has(&self, key: Key) -> bool {
        self.member(key).is_some()
    }

    fn tag(&self, key: Key) -> Tag {
        match self.child(key) {
            Some(member) => Tag::of(|name| self.json.is_text(member.node, name)),
            None => Tag::None,
        }
    }
}
