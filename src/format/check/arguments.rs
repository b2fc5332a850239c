//! Arguments of calls: objects, or texts that hold JSON.

use crate::format::prelude::*;
use crate::tree::{JsonText, quoted, well_formed};

pub(crate) const NO_TEXT: &str = "the arguments are no text";
pub(crate) const NO_JSON: &str = "the arguments are a text that is no JSON";
const NOTHING: &str = "{}";
/// Containers that hosts parse one within another.
const DEEPEST: usize = 100;
const MOST: usize = usize::MAX >> 1;

impl<T: Tree> Check<'_, T> {
    /// Arguments that have to be objects.
    pub(super) fn objects(&mut self) {
        for place in 0..self.nodes.len() {
            let Some((at, part, node)) = self.noded(place) else { continue };
            if part.kind != PartKind::Call {
                continue;
            }
            let detail = match node.shape(Key::Input) {
                Shape::Object => continue,
                Shape::Absent | Shape::Null => "missing",
                Shape::Text(_) => "a text",
                Shape::List(_) => "a list",
                _ => "no object",
            };
            let message = format!("the arguments are {detail}, not an object");
            self.part(Rule::ArgumentsType, at, &[Key::Input], &message, as_object(&node, Key::Input));
        }
    }
}

/// The fix of arguments that have to be an object.
pub(crate) fn as_object<T: Tree>(call: &T, key: Key) -> Fix {
    if call.holds_object(key) { Fix::Parse } else { cut_object(call, key).unwrap_or(Fix::Wrap) }
}

/// The fix of a text that is only the beginning of a JSON object, where an object has to be.
pub(crate) fn cut_object<T: Tree>(call: &T, key: Key) -> Option<Fix> {
    let members = JsonText::complete_members(&well_formed(&call.text(key, MOST)?))?;
    let is_easy = JsonText::parse(&*members).is_some_and(|json| json.depth() <= DEEPEST);
    Some(if is_easy && members != NOTHING { Fix::Json(members) } else { Fix::Wrap })
}

/// The fix of a text that has to be JSON and is not: gateways parse the arguments of earlier calls.
pub(crate) fn as_json<T: Tree>(call: &T, key: Key) -> Option<Fix> {
    // The host parses faster, and few texts are anything else. None at all means no arguments.
    if call.shape(key) == Shape::Text(0) || call.holds_object(key) {
        return None;
    }
    let text = call.text(key, MOST)?;
    let text = well_formed(&text);
    if JsonText::parse(&*text).is_some() {
        return None;
    }
    if call.is_blank(key) {
        return Some(Fix::Set(NOTHING.into()));
    }
    let members = JsonText::complete_members(&text).filter(|members| members != NOTHING);
    Some(Fix::Set(members.unwrap_or_else(|| {
        let mut wrapped = String::from("{\"input\":");
        quoted(&text, &mut wrapped);
        wrapped + "}"
    })))
}
