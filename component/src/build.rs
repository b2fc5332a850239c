//! Changes as edits, with the values that they speak of.

use serde_json::{Map, Value};
use tooltrim::{Change, Edit, New};

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

fn build(messages: &[Value], new: &New) -> Value {
    match new {
        New::Text(text) => Value::String(text.clone()),
        New::Flag(flag) => Value::Bool(*flag),
        New::Number(number) => Value::from(*number),
        New::List(items) => items.iter().map(|item| build(messages, item)).collect(),
        New::Object(object) => {
            let members = object.members.iter().map(|(name, new)| ((*name).to_owned(), build(messages, new)));
            Value::Object(members.collect::<Map<String, Value>>())
        }
        New::Original(path, set) => {
            let mut value = at(messages, path).cloned().unwrap_or_default();
            for (path, new) in set {
                let (before, last) = path.rsplit_once('/').unwrap_or_default();
                if let Some(Value::Object(members)) = value.pointer_mut(before) {
                    members.insert(last.replace("~1", "/").replace("~0", "~"), build(messages, new));
                }
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

fn at<'a>(messages: &'a [Value], path: &str) -> Option<&'a Value> {
    let (index, rest) =
        path.strip_prefix('/')?.split_once('/').map_or((path.get(1..)?, ""), |(index, rest)| (index, rest));
    let message = messages.get(index.parse::<usize>().ok()?)?;
    if rest.is_empty() { Some(message) } else { message.pointer(path.get(index.len() + 1..)?) }
}
