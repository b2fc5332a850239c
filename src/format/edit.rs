//! Edits on `serde_json` values: applied, and as JSON Patch.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Map, Value, json};

use super::change::{Change, New, NewObject, Pointer};
use super::problem::segments;
use crate::error::{Error, ErrorKind};

/// A change to messages. Positions are those in the original, whatever other edits do.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Edit {
    /// The value at a path becomes this text.
    Text {
        /// Where.
        path: Pointer,
        /// The text.
        value: String,
    },
    /// The value at a path becomes this.
    Set {
        /// Where.
        path: Pointer,
        /// Any value.
        value: Value,
    },
    /// A message, a part or a member goes.
    Drop {
        /// Where.
        path: Pointer,
    },
    /// A message comes before the one that was at this index.
    InsertMessage {
        /// Where; the number of messages is behind the last.
        index: usize,
        /// The message.
        message: Value,
    },
    /// A part comes before the one that was at this path.
    InsertPart {
        /// Where.
        path: Pointer,
        /// The part.
        part: Value,
    },
}

impl Edit {
    /// An edit out of JSON, in the shape that it has in JavaScript.
    ///
    /// ```
    /// use serde_json::json;
    /// use tooltrim::Edit;
    ///
    /// let edit = Edit::from_json(json!({"text": "/1/content", "value": "bye"}))?;
    /// assert_eq!(edit, Edit::Text { path: "/1/content".into(), value: "bye".into() });
    /// assert_eq!(
    ///     Edit::from_json(json!({"text": "/1/content"})).unwrap_err().to_string(),
    ///     "edit: \"/1/content\" is to become a text, and none is given",
    /// );
    /// # Ok::<(), tooltrim::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOption`] for what is no edit. Whether a path leads anywhere is seen when the edit is applied.
    pub fn from_json(value: Value) -> Result<Self, Error> {
        let wrong = |shown: &Value, rule: &str| {
            Error::new(ErrorKind::InvalidOption, format!("edit: {} {rule}", shortened(shown)))
        };
        let Value::Object(mut members) = value else { return Err(wrong(&value, NO_EDIT)) };
        let kinds = ["text", "set", "drop", "insert"];
        let kind = kinds.into_iter().find_map(|kind| Some((kind, members.shift_remove(kind)?)));
        let Some((kind, place)) = kind else { return Err(wrong(&Value::Object(members), NO_EDIT)) };
        let mut given = |name: &str| {
            let rule = || wrong(&place, &format!("needs a member `{name}`"));
            members.shift_remove(name).ok_or_else(rule)
        };
        if let ("insert", Some(index)) = (kind, place.as_u64()) {
            // No list is longer.
            let index = usize::try_from(index).unwrap_or(usize::MAX);
            return Ok(Self::InsertMessage { index, message: given("message")? });
        }
        let Some(path) = place.as_str().filter(|path| path.starts_with('/')).map(ToOwned::to_owned) else {
            return Err(wrong(&place, "is not a JSON Pointer into the messages"));
        };
        match kind {
            "text" => match given("value") {
                Ok(Value::String(value)) => Ok(Self::Text { path, value }),
                _ => Err(wrong(&place, "is to become a text, and none is given")),
            },
            "set" => Ok(Self::Set { path, value: given("value")? }),
            "insert" => Ok(Self::InsertPart { path, part: given("part")? }),
            _ => Ok(Self::Drop { path }),
        }
    }

    /// The edit as JSON, in the shape that it has in JavaScript.
    ///
    /// ```
    /// use serde_json::json;
    /// use tooltrim::Edit;
    ///
    /// assert_eq!(Edit::Drop { path: "/1".into() }.to_json(), json!({"drop": "/1"}));
    /// let edit = Edit::InsertMessage { index: 0, message: json!({"role": "user", "content": "hi"}) };
    /// assert_eq!(edit.to_json(), json!({"insert": 0, "message": {"role": "user", "content": "hi"}}));
    /// assert_eq!(Edit::from_json(edit.to_json())?, edit);
    /// # Ok::<(), tooltrim::Error>(())
    /// ```
    #[must_use]
    pub fn to_json(&self) -> Value {
        match self {
            Self::Text { path, value } => json!({"text": path, "value": value}),
            Self::Set { path, value } => json!({"set": path, "value": value}),
            Self::Drop { path } => json!({"drop": path}),
            Self::InsertMessage { index, message } => json!({"insert": index, "message": message}),
            Self::InsertPart { path, part } => json!({"insert": path, "part": part}),
        }
    }

    fn segments(&self) -> Option<Vec<String>> {
        match self {
            Self::Text { path, .. } | Self::Set { path, .. } | Self::Drop { path } | Self::InsertPart { path, .. } => {
                segments(path)
            }
            Self::InsertMessage { index, .. } => Some(Vec::from([index.to_string()])),
        }
    }

    fn is_insert(&self) -> bool {
        matches!(self, Self::InsertMessage { .. } | Self::InsertPart { .. })
    }

    fn path(&self) -> String {
        match self {
            Self::Text { path, .. } | Self::Set { path, .. } | Self::Drop { path } | Self::InsertPart { path, .. } => {
                path.clone()
            }
            Self::InsertMessage { index, .. } => format!("/{index}"),
        }
    }

    fn value(&self) -> Option<Value> {
        match self {
            Self::Text { value, .. } => Some(Value::String(value.clone())),
            Self::Set { value, .. } => Some(value.clone()),
            Self::Drop { .. } => None,
            Self::InsertMessage { message, .. } => Some(message.clone()),
            Self::InsertPart { part, .. } => Some(part.clone()),
        }
    }
}

const NO_EDIT: &str = "is no edit: it has none of text, set, drop, insert";

/// A value as an error message shows it: never all of a long one.
fn shortened(value: &Value) -> String {
    const LONGEST: usize = 100;
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// The edits below one value.
#[derive(Default)]
struct Node<'a> {
    below: BTreeMap<Segment, Node<'a>>,
    /// What comes before it, in order.
    before: Vec<&'a Edit>,
    /// What happens to it.
    own: Option<&'a Edit>,
}

/// Indexes in the order of numbers.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Segment {
    Index(usize),
    Name(String),
}

fn segment(text: String) -> Segment {
    index(&text).map_or(Segment::Name(text), Segment::Index)
}

/// An index, written as numbers are.
fn index(text: &str) -> Option<usize> {
    text.parse::<usize>().ok().filter(|index| index.to_string() == text)
}

fn wrong(at: usize, edit: &Edit, rule: &str) -> Error {
    Error::new(ErrorKind::InvalidOption, format!("edits[{at}]: {:?} {rule}", edit.path()))
}

/// Applies edits to messages. All that no edit names is taken over as it is.
///
/// ```
/// use serde_json::json;
/// use tooltrim::{Edit, apply_edits};
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

/// Edits as a JSON Patch (RFC 6902), for tools that know nothing of ours.
///
/// ```
/// use serde_json::json;
/// use tooltrim::{Edit, to_json_patch};
///
/// let edits = [Edit::Drop { path: "/1".into() }, Edit::InsertMessage { index: 1, message: json!({"role": "user"}) }];
/// assert_eq!(to_json_patch(&edits), json!([
///     {"op": "remove", "path": "/1"},
///     {"op": "add", "path": "/1", "value": {"role": "user"}},
/// ]));
/// ```
///
/// The operations of a patch come one after another, each on the result of the one before: so they are written from the end of
/// the messages to their beginning, where positions are still those of the original.
#[must_use]
pub fn to_json_patch(edits: &[Edit]) -> Value {
    let mut ordered: Vec<(Vec<Segment>, usize, &Edit)> = Vec::with_capacity(edits.len());
    for (at, edit) in edits.iter().enumerate() {
        if let Some(path) = edit.segments() {
            ordered.push((path.into_iter().map(segment).collect(), at, edit));
        }
    }
    // Behind comes first; of one place what happens in it, then to it, then what comes before it, the last first.
    ordered.sort_by(|(path, at, edit), (other_path, other_at, other)| {
        let shared = path.iter().zip(other_path).find(|(one, two)| one != two);
        match shared {
            Some((one, two)) => two.cmp(one),
            None => (other_path.len().cmp(&path.len()))
                .then(edit.is_insert().cmp(&other.is_insert()))
                .then(other_at.cmp(at)),
        }
    });
    let operation = |(path, _, edit): &(Vec<Segment>, usize, &Edit)| {
        let in_list = matches!(path.last(), Some(Segment::Index(_)));
        let operation = match edit {
            Edit::Drop { .. } => return json!({"op": "remove", "path": edit.path()}),
            // `add` replaces a member, and sets one that is not there; in a list it would insert.
            Edit::Text { .. } | Edit::Set { .. } if in_list => "replace",
            _ => "add",
        };
        json!({"op": operation, "path": edit.path(), "value": edit.value()})
    };
    Value::Array(ordered.iter().map(operation).collect())
}

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
