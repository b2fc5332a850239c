//! Edits, applied.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Map, Value};

use super::edit::{Edit, Segment, index, segment};
use crate::error::{Error, ErrorKind};

/// The edits below one value.
#[derive(Default)]
struct Node<'a> {
    below: BTreeMap<Segment, Node<'a>>,
    /// Inserts before it, in order.
    before: Vec<&'a Edit>,
    /// The edit of the value itself.
    own: Option<&'a Edit>,
}

fn wrong(at: usize, edit: &Edit, rule: &str) -> Error {
    Error::new(ErrorKind::InvalidOption, format!("edits[{at}]: {:?} {rule}", edit.path()))
}

/// Applies edits to messages. All that no edit names is taken over as it is.
///
/// ```
/// use serde_json::json;
/// use tooltrim::messages::{Edit, apply_edits};
///
/// let messages = [json!({"role": "user", "content": "hi"}), json!({"role": "assistant", "content": "hello"})];
/// let edit = Edit::Text { path: "/1/content".into(), value: "bye".into() };
/// assert_eq!(apply_edits(&messages, &[edit])?, [messages[0].clone(), json!({"role": "assistant", "content": "bye"})]);
/// # Ok::<(), tooltrim::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::InvalidOption`] for a path that leads nowhere, or that another edit names as well or drops.
pub fn apply_edits(messages: &[Value], edits: &[Edit]) -> Result<Vec<Value>, Error> {
    let mut root = Node::default();
    for (at, edit) in edits.iter().enumerate() {
        let path = edit.segments().filter(|path| !path.is_empty());
        let path = path.ok_or_else(|| wrong(at, edit, "is not a JSON Pointer into the messages"))?;
        leads_somewhere(messages, edit, &path).map_err(|rule| wrong(at, edit, rule))?;
        let mut node = &mut root;
        for text in path {
            if node.own.is_some() {
                return Err(wrong(at, edit, "is within what another edit replaces or drops"));
            }
            node = node.below.entry(segment(text)).or_default();
        }
        if edit.is_insert() {
            node.before.push(edit);
        } else if node.own.is_some() || !node.below.is_empty() {
            return Err(wrong(at, edit, "is named by another edit, too"));
        } else {
            node.own = Some(edit);
        }
    }
    Ok(list(messages, root))
}

fn leads_somewhere(messages: &[Value], edit: &Edit, path: &[String]) -> Result<(), &'static str> {
    let Some((last, before)) = path.split_last() else { return Err("names nothing") };
    let mut value: Option<&Value> = None;
    for segment in before {
        let next = match value {
            None => index(segment).and_then(|at| messages.get(at)),
            Some(Value::Array(items)) => index(segment).and_then(|at| items.get(at)),
            Some(value) => value.get(segment.as_str()),
        };
        value = Some(next.ok_or("leads nowhere")?);
    }
    let count = match value {
        None => Some(messages.len()),
        Some(Value::Array(items)) => Some(items.len()),
        Some(Value::Object(members)) => {
            let fits = !edit.is_insert() && (members.contains_key(last) || !matches!(edit, Edit::Drop { .. }));
            return if fits { Ok(()) } else { Err("leads nowhere") };
        }
        Some(_) => None,
    };
    let most = count.map(|count| if edit.is_insert() { count + 1 } else { count }).unwrap_or_default();
    if index(last).is_some_and(|at| at < most) { Ok(()) } else { Err("leads nowhere") }
}

fn list(items: &[Value], mut edits: Node<'_>) -> Vec<Value> {
    let mut out = Vec::with_capacity(items.len());
    for at in 0..=items.len() {
        let Some(here) = edits.below.remove(&Segment::Index(at)) else {
            out.extend(items.get(at).cloned());
            continue;
        };
        out.extend(here.before.iter().filter_map(|edit| edit.value()));
        if let Some(item) = items.get(at) {
            out.extend(edited(item, here));
        }
    }
    out
}

fn edited(value: &Value, edits: Node<'_>) -> Option<Value> {
    if let Some(own) = edits.own {
        return own.value();
    }
    match value {
        Value::Array(items) => Some(Value::Array(list(items, edits))),
        Value::Object(members) => {
            let mut members: Map<String, Value> = members.clone();
            for (segment, below) in edits.below {
                let name = match segment {
                    Segment::Name(name) => name,
                    Segment::Index(at) => at.to_string(),
                };
                match edited(members.get(&name).unwrap_or(&Value::Null), below) {
                    Some(value) => {
                        members.insert(name, value);
                    }
                    None => {
                        // The order of what is left stays.
                        members.shift_remove(&name);
                    }
                }
            }
            Some(Value::Object(members))
        }
        other => Some(other.clone()),
    }
}
