//! Edits with the values that changes speak of.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Map, Value, json};

use super::change::{Change, New, NewObject};
use super::edit::Edit;

/// Builds the values that changes speak of, for hosts whose messages are JSON.
#[must_use]
pub fn edits(messages: &[Value], changes: Vec<Change>) -> Vec<Edit> {
    let built = |new: &New| build(messages, new);
    let edit = |change| match change {
        Change::Text(path, value) => Edit::Text { path, value },
        Change::Set(path, new) => Edit::Set { value: built(&new), path },
        Change::Drop(path) => Edit::Drop { path },
        Change::InsertMessage(index, new) => Edit::InsertMessage { index, message: built(&new) },
        Change::InsertPart(path, new) => Edit::InsertPart { part: built(&new), path },
    };
    changes.into_iter().map(edit).collect()
}

fn at<'a>(messages: &'a [Value], path: &str) -> Option<&'a Value> {
    let path = path.strip_prefix('/')?;
    let (first, rest) = path.split_at(path.find('/').unwrap_or(path.len()));
    messages.get(first.parse::<usize>().ok()?)?.pointer(rest)
}

fn build(messages: &[Value], new: &New) -> Value {
    match new {
        New::Text(text) => Value::String(text.clone()),
        New::Flag(flag) => Value::Bool(*flag),
        New::Number(number) => json!(number),
        New::List(items) => items.iter().map(|item| build(messages, item)).collect(),
        New::Object(object) => Value::Object(build_object(messages, object)),
        New::Original(path, set) => {
            let mut value = at(messages, path).cloned().unwrap_or_default();
            for (path, new) in set {
                put(&mut value, path, build(messages, new));
            }
            value
        }
        New::Parsed(path) => {
            let text = at(messages, path).and_then(Value::as_str).unwrap_or_default();
            serde_json::from_str(text).unwrap_or_default()
        }
        New::Json(text) => serde_json::from_str(text).unwrap_or_default(),
        New::Written(path) => Value::String(at(messages, path).map(ToString::to_string).unwrap_or_default()),
    }
}

fn build_object(messages: &[Value], object: &NewObject) -> Map<String, Value> {
    let members = object.members.iter().map(|(name, new)| ((*name).to_owned(), build(messages, new)));
    members.collect()
}

fn put(value: &mut Value, path: &str, new: Value) {
    let Some((holder, last)) = path.rsplit_once('/') else { return };
    if let Some(Value::Object(members)) = value.pointer_mut(holder) {
        // No name of a member has a `~` or a `/`.
        members.insert(last.to_owned(), new);
    }
}
