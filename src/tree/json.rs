//! A `serde_json` value as a tree.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::Value;

use super::unread::json::unread;
use super::{Key, Reach, Shape, Tag, Tree, Unread, View, Word, Words, is_white_space};
use crate::source::{Source, StrSource, utf16_len};

/// Deeper values are not measured: JSON texts are refused at a depth of 128 anyway.
pub(super) const DEEPEST: usize = 500;

/// The words of a conversation in `serde_json` values.
#[derive(Clone, Debug, Default)]
pub struct JsonWords {
    known: BTreeMap<String, u32>,
    texts: Vec<String>,
}

impl Words for JsonWords {
    fn text(&self, word: Word) -> String {
        self.texts.get(word.0 as usize).cloned().unwrap_or_default()
    }

    fn add(&mut self, text: &str) -> Option<Word> {
        if text.is_empty() {
            return None;
        }
        if let Some(known) = self.known.get(text) {
            return Some(Word(*known));
        }
        let next = u32::try_from(self.texts.len()).ok()?;
        self.known.insert(text.to_owned(), next);
        self.texts.push(text.to_owned());
        Some(Word(next))
    }
}

/// A list of messages, or a value in one of them.
#[derive(Clone, Copy, Debug)]
pub enum JsonTree<'a> {
    /// The messages.
    Messages(&'a [Value]),
    /// A value in them.
    Value(&'a Value),
}

impl<'a> JsonTree<'a> {
    fn member(&self, key: Key) -> Option<&'a Value> {
        match self {
            Self::Messages(_) => None,
            Self::Value(value) if key == Key::This => Some(value),
            Self::Value(value) => value.get(key.name()),
        }
    }
}

fn shape_of(value: &Value) -> Shape {
    match value {
        Value::Null => Shape::Null,
        Value::Bool(flag) => Shape::Flag(*flag),
        Value::Number(_) => Shape::Number,
        Value::String(text) => Shape::Text(utf16_len(text)),
        Value::Array(items) => Shape::List(items.len()),
        Value::Object(_) => Shape::Object,
    }
}

impl View for JsonTree<'_> {
    fn child(&self, key: Key) -> Option<Self> {
        self.member(key).filter(|value| !value.is_null()).map(Self::Value)
    }

    fn item(&self, key: Key, at: usize) -> Option<Self> {
        match self {
            Self::Messages(messages) if key == Key::This => messages.get(at).map(Self::Value),
            _ => self.member(key)?.as_array()?.get(at).filter(|item| !item.is_null()).map(Self::Value),
        }
    }

    fn shape(&self, key: Key) -> Shape {
        match self {
            Self::Messages(messages) if key == Key::This => Shape::List(messages.len()),
            _ => self.member(key).map_or(Shape::Absent, shape_of),
        }
    }

    fn has(&self, key: Key) -> bool {
        self.member(key).is_some()
    }

    fn tag(&self, key: Key) -> Tag {
        match self.member(key) {
            None | Some(Value::Null) => Tag::None,
            Some(Value::String(text)) => Tag::of(|name| name == text),
            Some(_) => Tag::Other,
        }
    }
}

impl<'a> Tree for JsonTree<'a> {
    type Words = JsonWords;
    type Text = StrSource<'a>;

    fn number(&self, key: Key) -> Option<f64> {
        self.member(key)?.as_f64()
    }

    fn word(&self, key: Key, words: &mut JsonWords) -> Option<Word> {
        match self.member(key)? {
            Value::String(text) => words.add(text),
            Value::Number(number) => words.add(&number.to_string()),
            _ => None,
        }
    }

    fn text(&self, key: Key, most: usize) -> Option<String> {
        let text = self.member(key)?.as_str()?;
        let end = StrSource(text).skip_utf16(0, text.len(), most);
        text.get(..end).map(ToOwned::to_owned)
    }

    fn source(&self, key: Key) -> Option<StrSource<'a>> {
        self.member(key)?.as_str().map(StrSource)
    }

    fn decoded(&self, _: Key) -> Option<String> {
        None
    }

    fn is_blank(&self, key: Key) -> bool {
        self.member(key).and_then(Value::as_str).is_some_and(|text| text.chars().all(is_white_space))
    }

    fn ends_blank(&self, key: Key) -> bool {
        self.member(key).and_then(Value::as_str).is_some_and(|text| text.ends_with(is_white_space))
    }

    fn json_units(&self, key: Key) -> usize {
        self.member(key).map_or(0, |value| units(value, 0))
    }

    fn unread(&self, reach: Reach) -> Vec<Unread> {
        self.member(Key::This).map_or_else(Vec::new, |value| unread(value, reach))
    }

    fn json(&self, key: Key) -> String {
        self.member(key).map_or_else(String::new, ToString::to_string)
    }

    fn json_sample(&self, key: Key, most: usize) -> String {
        let held = self.member(key).and_then(object_in);
        held.as_ref().or(self.member(key)).map_or_else(String::new, |value| sample(value, most).to_string())
    }

    fn holds_object(&self, key: Key) -> bool {
        self.member(key).and_then(object_in).is_some()
    }

    fn has_class(&self, _: Key) -> bool {
        false
    }

    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Value(one), Self::Value(other)) => one == other,
            _ => false,
        }
    }
}

fn object_in(value: &Value) -> Option<Value> {
    serde_json::from_str(value.as_str()?).ok().filter(Value::is_object)
}

/// Returns the value with long strings and lists reduced to their ends.
fn sample(value: &Value, most: usize) -> Value {
    match value {
        Value::String(text) if utf16_len(text) > most => {
            let source = StrSource(text);
            let head = source.skip_utf16(0, text.len(), most / 2);
            let tail = source.skip_utf16_back(0, text.len(), most / 2);
            Value::String([text.get(..head), text.get(tail..)].into_iter().flatten().collect())
        }
        Value::Array(items) if items.len() > 64 => {
            let ends = items.iter().take(32).chain(items.iter().skip(items.len() - 32));
            ends.map(|item| sample(item, most)).collect()
        }
        Value::Array(items) => items.iter().map(|item| sample(item, most)).collect(),
        Value::Object(members) => members.iter().map(|(name, value)| (name.clone(), sample(value, most))).collect(),
        other => other.clone(),
    }
}

/// UTF-16 units of compact JSON, escapes not counted.
pub(crate) fn units(value: &Value, depth: usize) -> usize {
    if depth > DEEPEST {
        return 0;
    }
    match value {
        Value::String(text) => utf16_len(text) + 2,
        // Brackets and commas.
        Value::Array(items) => items.iter().map(|item| units(item, depth + 1)).sum::<usize>() + items.len().max(1) + 1,
        Value::Object(members) => {
            let sizes = members.iter().map(|(name, value)| utf16_len(name) + 3 + units(value, depth + 1));
            sizes.sum::<usize>() + members.len().max(1) + 1
        }
        other => other.to_string().len(),
    }
}
