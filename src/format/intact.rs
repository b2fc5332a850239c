//! Checks changes before they are carried out: what they leave is whole.
//!
//! The check knows nothing of the plan. It reads only the changes, so it also catches a plan that was written wrongly, and
//! decisions of a state that do not belong together.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::change::{Change, New};
use super::conversation::{Message, Part, PartAt, PartKind, Role};
use super::pair::Pairs;
use super::problem::pointer;
use crate::hash::{Table, hash};

const SPEECH: &str = "nothing was changed: a text of the user or of the system would change";
const EMPTY: &str = "nothing was changed: a message would be empty";
const HALF: &str = "nothing was changed: a call and its result would be parted";

/// Returns why changes to messages may not be carried out; `None` if no message gets empty, calls leave with their
/// results, and texts of users and of the system stay, except in messages that `may` change: by their index, and whether it is a drop.
pub(crate) fn broken_by(
    messages: &[Message],
    pairs: &Pairs,
    changes: &[Change],
    may: impl Fn(usize, bool) -> bool,
) -> Option<&'static str> {
    let touched = |change: &Change| match change {
        Change::Text(path, _) | Change::Set(path, _) => speaks_at(messages, path, |at| may(at, false)),
        Change::Drop(path) => speaks_at(messages, path, |at| may(at, true)),
        _ => false,
    };
    if changes.iter().any(touched) {
        return Some(SPEECH);
    }
    let left = Left::after(messages, changes);
    if left.gone.is_empty() {
        return None;
    }
    let is_half = |(call, result)| left.has(call) != left.has(result);
    let answered = pairs.exchanges.iter().filter_map(|exchange| Some((exchange.call, exchange.result?)));
    let is_alone = |(result, call)| left.has(result) && !left.has(call);
    if answered.into_iter().any(is_half) || pairs.repeats().any(is_alone) {
        return Some(HALF);
    }
    (0..messages.len()).any(|message| left.empties(messages, message)).then_some(EMPTY)
}

/// The parts that changes leave.
struct Left {
    /// Dropped parts, of messages that stay and of those that leave, in order.
    gone: Vec<PartAt>,
    /// True for messages that are dropped, by index.
    dropped: Vec<bool>,
    /// True for messages to which a part is added.
    added: Vec<bool>,
}

impl Left {
    fn after(messages: &[Message], changes: &[Change]) -> Self {
        let flags = || vec![false; messages.len()];
        let (mut touched, mut added, mut dropped) = (flags(), flags(), flags());
        let mark = |flags: &mut Vec<bool>, path: &str| {
            message_of(path).and_then(|at| flags.get_mut(at)).into_iter().for_each(|flag| *flag = true);
        };
        let (mut drops, mut moves) = (Table::new(), Table::new());
        for change in changes {
            match change {
                Change::Drop(path) => {
                    drops.insert(hash(path.as_bytes()));
                    mark(&mut touched, path);
                    if is_message(path) {
                        mark(&mut dropped, path);
                    }
                }
                Change::InsertPart(path, new) => {
                    sources(new, &mut moves);
                    mark(&mut added, path);
                }
                Change::InsertMessage(_, new) => sources(new, &mut moves),
                _ => {}
            }
        }
        let mut gone = Vec::new();
        for (message, _) in touched.iter().enumerate().filter(|(_, touched)| **touched) {
            for (part, place) in placed(messages, message) {
                let is_in = |table: &Table| outer(&place).any(|path| table.get(hash(path.as_bytes())).is_some());
                if is_in(&drops) && !is_in(&moves) {
                    gone.push(PartAt { message, part });
                }
            }
        }
        Self { gone, dropped, added }
    }

    fn has(&self, at: PartAt) -> bool {
        self.gone.binary_search(&at).is_err()
    }

    /// Returns `true` if a message stays of which nothing is left that says anything.
    fn empties(&self, messages: &[Message], message: usize) -> bool {
        let is = |flags: &[bool]| flags.get(message) == Some(&true);
        let from = self.gone.partition_point(|at| at.message < message);
        if is(&self.dropped) || is(&self.added) || self.gone.get(from).is_none_or(|at| at.message != message) {
            return false;
        }
        let parts = || messages.get(message).into_iter().flat_map(|message| message.parts.iter().enumerate());
        let left = || parts().filter(|(part, _)| self.has(PartAt { message, part: *part }));
        left().next().is_none() || (parts().any(|(_, held)| says(held)) && !left().any(|(_, held)| says(held)))
    }
}

/// False of thoughts, and of a text without a word: alone they say nothing.
pub(crate) fn says(part: &Part) -> bool {
    part.kind != PartKind::Thinking && !(part.kind == PartKind::Text && part.units == 0)
}

/// Returns `true` if a path leads to a text of the user or of the system, to what holds it, or into it.
fn speaks_at(messages: &[Message], path: &str, may: impl Fn(usize) -> bool) -> bool {
    let Some((at, message)) = message_of(path).and_then(|at| Some((at, messages.get(at)?))) else { return false };
    if !matches!(message.role, Role::User | Role::System) || may(at) {
        return false;
    }
    let speaks =
        |part: usize| message.parts.get(part).is_some_and(|part| part.kind == PartKind::Text && part.units > 0);
    placed(messages, at).any(|(part, place)| speaks(part) && (is_within(&place, path) || is_within(path, &place)))
}

/// Collects the paths of the original that a new value contains.
fn sources(new: &New, found: &mut Table) {
    match new {
        New::Original(path, _) => {
            found.insert(hash(path.as_bytes()));
        }
        New::List(items) => items.iter().for_each(|item| sources(item, found)),
        New::Object(object) => object.members.iter().for_each(|(_, value)| sources(value, found)),
        _ => {}
    }
}

/// The parts of a message, with their paths.
fn placed(messages: &[Message], message: usize) -> impl Iterator<Item = (usize, String)> + '_ {
    let parts = messages.get(message).into_iter().flat_map(|message| message.parts.iter().enumerate());
    parts.filter_map(|(number, part)| Some((number, pointer(part.place?, &[]))))
}

/// Returns the index of the message that a path leads into.
fn message_of(path: &str) -> Option<usize> {
    path.strip_prefix('/')?.split('/').next()?.parse().ok()
}

fn is_message(path: &str) -> bool {
    path.strip_prefix('/').is_some_and(|path| !path.contains('/'))
}

/// A path, and those of all that it is in.
fn outer(path: &str) -> impl Iterator<Item = &str> {
    let ends = path.char_indices().filter(|(at, char)| *char == '/' && *at > 0).map(|(at, _)| at);
    ends.chain([path.len()]).filter_map(|end| path.get(..end))
}

/// Returns `true` if a path is another one, or leads on from it.
fn is_within(path: &str, outer: &str) -> bool {
    path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(all(test, feature = "serde_json"))]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::format::messages::read_as;
    use crate::tree::JsonTree;

    /// Two parallel calls and their results.
    fn conversations() -> [Value; 3] {
        let ids = ["a", "b"];
        let lists = |asks: fn(&str) -> Value, answers: fn(&str) -> Value, roles: [&str; 2]| {
            json!([
                {"role": "user", "content": "Go."},
                {"role": roles[0], "content": ids.map(asks)},
                {"role": roles[1], "content": ids.map(answers)},
            ])
        };
        let chat = |id: &str| json!({"id": id, "type": "function", "function": {"name": "ls", "arguments": "{}"}});
        [
            lists(
                |id| json!({"type": "tool_use", "id": id, "name": "ls", "input": {}}),
                |id| json!({"type": "tool_result", "tool_use_id": id, "content": "x"}),
                ["assistant", "user"],
            ),
            lists(
                |id| json!({"type": "tool-call", "toolCallId": id, "toolName": "ls", "input": {}}),
                |id| json!({"type": "tool-result", "toolCallId": id, "toolName": "ls", "output": {"type": "text", "value": "x"}}),
                ["assistant", "tool"],
            ),
            json!([
                {"role": "user", "content": "Go."},
                {"role": "assistant", "content": null, "tool_calls": ids.map(chat)},
                {"role": "tool", "tool_call_id": "a", "content": "x"},
                {"role": "tool", "tool_call_id": "b", "content": "x"},
            ]),
        ]
    }

    fn broken(messages: &Value, changes: &[Change]) -> Option<&'static str> {
        let list = messages.as_array().unwrap();
        let conversation = read_as(&JsonTree::Messages(list), None).unwrap().unwrap();
        broken_by(&conversation.messages, &conversation.pairs(), changes, |_, _| false)
    }

    fn drops(paths: &[&str]) -> Vec<Change> {
        paths.iter().map(|path| Change::Drop(String::from(*path))).collect()
    }

    #[test]
    fn what_is_left_is_whole() {
        let [anthropic, ai_sdk, chat] = conversations();
        for listed in [&anthropic, &ai_sdk] {
            let all = ["/1/content/0", "/1/content/1", "/2/content/0", "/2/content/1"];
            assert_eq!(broken(listed, &drops(&all)), Some(EMPTY));
            assert_eq!(broken(listed, &drops(&["/1", "/2/content/0", "/2/content/1"])), Some(EMPTY));
            assert_eq!(broken(listed, &drops(&["/1/content/0"])), Some(HALF));
            assert_eq!(broken(listed, &drops(&["/1", "/2/content/0"])), Some(HALF));
            assert_eq!(broken(listed, &drops(&["/1/content/0", "/2/content/0"])), None);
            assert_eq!(broken(listed, &drops(&["/1", "/2"])), None);
            let moved = New::Original("/1/content/1".into(), Vec::new());
            let joined = [
                drops(&["/1/content/0", "/1/content/1", "/2/content/0"]),
                Vec::from([Change::InsertPart("/1/content/2".into(), moved)]),
            ];
            assert_eq!(broken(listed, &joined.concat()), None);
        }
        assert_eq!(broken(&chat, &drops(&["/1/tool_calls", "/2", "/3"])), Some(EMPTY));
        assert_eq!(broken(&chat, &drops(&["/1/tool_calls/0", "/3"])), Some(HALF));
        assert_eq!(broken(&chat, &drops(&["/1", "/2", "/3"])), None);
    }

    #[test]
    fn texts_of_users_stay() {
        for messages in &conversations() {
            assert_eq!(broken(messages, &[Change::Text("/0/content".into(), "Stop.".into())]), Some(SPEECH));
            assert_eq!(broken(messages, &drops(&["/0"])), Some(SPEECH));
            assert_eq!(broken(messages, &[]), None);
        }
    }
}
