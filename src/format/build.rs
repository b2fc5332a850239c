//! Edits with the values that changes speak of.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Map, Value, json};

use super::change::{Change, New, NewObject};
use super::edit::Edit;
use super::problem::segments;

/// Builds the values that changes speak of.
pub(crate) fn edits(messages: &[Value], changes: Vec<Change>) -> Vec<Edit> {
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
    let path = segments(path)?;
    let (first, rest) = path.split_first()?;
    let mut value = messages.get(first.parse::<usize>().ok()?)?;
    for segment in rest {
        value = match value {
            Value::Array(items) => items.get(segment.parse::<usize>().ok()?)?,
            value => value.get(segment.as_str())?,
        };
    }
    Some(value)
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
    let Some(path) = segments(path) else { return };
    let Some((last, before)) = path.split_last() else { return };
    let mut here = value;
    for segment in before {
        let next = match here {
            Value::Array(items) => segment.parse::<usize>().ok().and_then(|at| items.get_mut(at)),
            other => other.get_mut(segment.as_str()),
        };
        let Some(next) = next else { return };
        here = next;
    }
    if let Value::Object(members) = here {
        members.insert(last.clone(), new);
    }
}
