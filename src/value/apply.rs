//! `serde_json` values: read in place, and copied where something changes.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::RefCell;

use serde_json::{Map, Value};

use super::levels::{Change, Level};
use super::texts::NewText;
use super::words;
use crate::clean::may_hold_base64;
use crate::source::{Source, StrSource};
use crate::tree::{Form, Member, ValueSource};

/// A value, and the nodes handed out so far.
#[derive(Debug)]
pub(super) struct JsonValues<'a>(RefCell<Vec<&'a Value>>);

impl<'a> JsonValues<'a> {
    pub(super) fn new(value: &'a Value) -> Self {
        Self(RefCell::new(Vec::from([value])))
    }

    fn value(&self, node: u32) -> &'a Value {
        const NULL: &Value = &Value::Null;
        self.0.borrow().get(node as usize).copied().unwrap_or(NULL)
    }

    fn found(&self, value: &'a Value, name: usize) -> Member {
        let form = match value {
            Value::Null => return Member { node: 0, form: Form::Plain(4), name },
            Value::Bool(flag) => return Member { node: 0, form: Form::Plain(if *flag { 4 } else { 5 }), name },
            Value::Number(number) => return Member { node: 0, form: Form::Plain(number.to_string().len()), name },
            Value::String(text) => Form::Text(text.len()),
            Value::Array(items) => Form::List(items.len()),
            Value::Object(members) => Form::Object(members.len()),
        };
        let mut values = self.0.borrow_mut();
        values.push(value);
        Member { node: values.len() as u32 - 1, form, name }
    }
}

impl ValueSource for JsonValues<'_> {
    fn root(&self) -> Member {
        let value = self.value(0);
        self.found(value, 0)
    }

    fn members(&self, node: u32, from: usize, most: usize, into: &mut Vec<Member>) {
        match self.value(node) {
            Value::Array(items) => into.extend(items.iter().skip(from).take(most).map(|item| self.found(item, 0))),
            Value::Object(members) => {
                let members = members.iter().skip(from).take(most);
                into.extend(members.map(|(name, value)| self.found(value, words::json_len(name))));
            }
            _ => {}
        }
    }

    fn name(&self, node: u32, at: usize) -> String {
        let members = self.value(node).as_object();
        members.and_then(|members| members.keys().nth(at)).cloned().unwrap_or_default()
    }

    fn plain(&self, container: u32, at: usize) -> String {
        let value = match self.value(container) {
            Value::Array(items) => items.get(at),
            Value::Object(members) => members.values().nth(at),
            _ => None,
        };
        value.filter(|value| !value.is_array() && !value.is_object()).map_or_else(String::new, ToString::to_string)
    }

    fn words(&self, container: u32) -> Option<Cow<'_, str>> {
        let mut words = String::new();
        words_of(self.value(container), &mut words);
        Some(Cow::Owned(words))
    }

    fn position(&self, node: u32, name: &str) -> Option<usize> {
        self.value(node).as_object()?.keys().position(|key| key == name)
    }

    fn text(&self, node: u32, then: &mut dyn FnMut(&dyn Source)) {
        then(&StrSource(self.value(node).as_str().unwrap_or_default()));
    }

    fn json_bytes(&self, node: u32, most: usize) -> usize {
        let text = self.value(node).as_str().unwrap_or_default();
        if text.len() > most { text.len() + 2 } else { words::json_len(text) }
    }

    fn piece_json_bytes(&self, node: u32, from: usize, to: usize) -> usize {
        words::json_len(self.value(node).as_str().and_then(|text| text.get(from..to)).unwrap_or_default()) - 2
    }

    fn holds_base64(&self, node: u32, run: usize) -> bool {
        self.value(node).as_str().is_some_and(|text| may_hold_base64(text, run))
    }

    fn release(&self, node: u32) {
        self.0.borrow_mut().truncate(node as usize);
    }
}

/// Writes a value as JSON without escapes.
fn words_of(value: &Value, into: &mut String) {
    let quoted = |text: &str, into: &mut String| {
        into.push('"');
        into.extend(text.chars().map(|c| if c == '"' { '\'' } else { c }));
        into.push('"');
    };
    match value {
        Value::Null => into.push_str("null"),
        Value::Bool(flag) => into.push_str(if *flag { "true" } else { "false" }),
        Value::Number(number) => into.push_str(&number.to_string()),
        Value::String(text) => quoted(text, into),
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                into.push(if at == 0 { '[' } else { ',' });
                words_of(item, into);
            }
            into.push_str(if items.is_empty() { "[]" } else { "]" });
        }
        Value::Object(members) => {
            for (at, (name, member)) in members.iter().enumerate() {
                into.push(if at == 0 { '{' } else { ',' });
                quoted(name, into);
                into.push(':');
                words_of(member, into);
            }
            into.push_str(if members.is_empty() { "{}" } else { "}" });
        }
    }
}

/// Applies the changes; borrows the value if nothing changes.
pub(super) fn apply<'a>(value: &'a Value, around: &Level<'_>) -> Cow<'a, Value> {
    match around.change(0) {
        Change::Same => Cow::Borrowed(value),
        change => Cow::Owned(member(value, change)),
    }
}

fn member(value: &Value, change: Change<'_, '_>) -> Value {
    match (change, value) {
        (Change::Text(text), _) => Value::String(new_text(value.as_str().unwrap_or_default(), text)),
        (Change::Inner(level), Value::Array(items)) => {
            let (head, tail) = level.kept(items.len());
            let marker = level.marker.map(|(_, text)| Value::String(text.clone()));
            let item = |at: usize| items.get(at).map(|item| member(item, level.change(at)));
            let gap = |at: usize| level.gap(at).map(|text| Value::String(text.to_owned()));
            let late = level.late.iter().flat_map(|at| gap(*at).into_iter().chain(item(*at)));
            Value::Array(head.filter_map(item).chain(late).chain(marker).chain(tail.filter_map(item)).collect())
        }
        (Change::Inner(level), Value::Object(members)) => {
            let (head, _) = level.kept(members.len());
            let mut new = Map::with_capacity(head.len() + 1);
            let stays = |at: usize| at < head.end || level.late.binary_search(&at).is_ok();
            for (at, (name, value)) in members.iter().enumerate().filter(|(at, _)| stays(*at)) {
                let name = level.name(at).unwrap_or(name);
                new.insert(name.to_owned(), member(value, level.change(at)));
            }
            if let Some((name, text)) = level.marker {
                new.insert(name.clone(), Value::String(text.clone()));
            }
            if let Some(flag) = level.flag {
                new.insert(flag.to_string(), Value::Bool(true));
            }
            Value::Object(new)
        }
        _ => value.clone(),
    }
}

/// Builds a new text from the old one.
pub(super) fn new_text(old: &str, new: &NewText) -> String {
    match new {
        NewText::Whole(text) => text.clone(),
        NewText::Pieces { head, between, tail } => {
            [old.get(..*head).unwrap_or_default(), between, old.get(*tail..).unwrap_or_default()].concat()
        }
    }
}
