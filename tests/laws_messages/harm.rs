//! Harm that is done to messages, values that no API has ever sent, and a JSON Patch carried out.

use proptest::prelude::*;
use serde_json::{Value, json};

/// One thing that goes wrong. The numbers say where, by remainder.
#[derive(Clone, Debug)]
pub enum Harm {
    Drop(usize),
    Double(usize),
    /// An item of a list goes to another place, there or in another list.
    Move(usize, usize),
    Set(usize, Value),
}

/// Values that stand where others should.
fn values() -> impl Strategy<Value = Value> {
    prop::sample::select(vec![
        json!(null),
        json!(""),
        json!(" \n"),
        json!("c0"),
        json!("c1"),
        json!("a.b/c"),
        json!("x".repeat(300)),
        json!(7),
        json!(true),
        json!([]),
        json!({}),
        json!(["x"]),
        json!({"a": 1}),
        json!("{\"a\":1}"),
        json!("user"),
        json!("assistant"),
        json!("tool"),
        json!("robot"),
        json!([null]),
    ])
}

pub fn harm() -> impl Strategy<Value = Vec<Harm>> {
    let at = || any::<prop::sample::Index>().prop_map(|index| index.index(1 << 20));
    let one = prop_oneof![
        3 => at().prop_map(Harm::Drop),
        2 => at().prop_map(Harm::Double),
        2 => (at(), at()).prop_map(|(from, to)| Harm::Move(from, to)),
        3 => (at(), values()).prop_map(|(at, value)| Harm::Set(at, value)),
    ];
    prop::collection::vec(one, 1..5)
}

/// The places of all values, those of messages and parts several times: they are few.
fn places(value: &Value, here: &str, depth: usize, into: &mut Vec<String>) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Array(items) => items.iter().enumerate().map(|(at, item)| (at.to_string(), item)).collect(),
        Value::Object(members) => members.iter().map(|(name, member)| (escaped(name), member)).collect(),
        _ => return,
    };
    for (name, value) in inner {
        let path = format!("{here}/{name}");
        let weight = if value.is_object() { 3 } else { 1 };
        into.extend(std::iter::repeat_n(path.clone(), weight));
        if depth < 6 {
            places(value, &path, depth + 1, into);
        }
    }
}

/// A name as a JSON Pointer has it.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn unescaped(name: &str) -> String {
    name.replace("~1", "/").replace("~0", "~")
}

fn take(messages: &mut Value, path: &str) -> Option<Value> {
    let (holder, last) = path.rsplit_once('/')?;
    match messages.pointer_mut(holder)? {
        // An item that came before another list may have taken its place.
        Value::Array(items) => last.parse().ok().filter(|at| *at < items.len()).map(|at| items.remove(at)),
        Value::Object(members) => members.shift_remove(&unescaped(last)),
        _ => None,
    }
}

pub fn done(messages: &[Value], harms: &[Harm]) -> Vec<Value> {
    let mut messages = Value::from(messages);
    for harm in harms {
        let mut all = Vec::new();
        places(&messages, "", 0, &mut all);
        if all.is_empty() {
            break;
        }
        let at = |index: &usize| all[index % all.len()].clone();
        match harm {
            Harm::Drop(index) => {
                take(&mut messages, &at(index));
            }
            Harm::Set(index, value) => *messages.pointer_mut(&at(index)).unwrap() = value.clone(),
            Harm::Double(index) => insert(&mut messages, &at(index), &at(index)),
            Harm::Move(from, to) => {
                insert(&mut messages, &at(from), &at(to));
                // The first of the two, wherever the second went.
                if at(to) > at(from) {
                    take(&mut messages, &at(from));
                }
            }
        }
    }
    // What is no list of objects is refused as a whole.
    messages.as_array().unwrap().iter().filter(|message| message.is_object()).cloned().collect()
}

/// A copy of what is at one place comes before what is at another, where that is a list.
fn insert(messages: &mut Value, from: &str, to: &str) {
    let Some(copy) = messages.pointer(from).cloned() else { return };
    let Some((holder, last)) = to.rsplit_once('/') else { return };
    if let (Some(Value::Array(items)), Ok(at)) = (messages.pointer_mut(holder), last.parse::<usize>()) {
        items.insert(at.min(items.len()), copy);
    }
}

/// Words that formats know.
pub const WORDS: &[&str] = &[
    "role",
    "content",
    "parts",
    "type",
    "text",
    "kind",
    "value",
    "tool_calls",
    "tool_call_id",
    "function",
    "name",
    "id",
    "arguments",
    "input",
    "call_id",
    "callId",
    "output",
    "functionCall",
    "functionResponse",
    "response",
    "args",
    "toolCallId",
    "toolName",
    "state",
    "user",
    "assistant",
    "model",
    "tool",
    "function_call",
    "function_call_output",
    "tool_use",
    "tool_result",
    "tool_use_id",
    "tool-call",
    "tool-result",
    "toolCall",
    "toolResult",
    "reasoning",
    "thinking",
    "signature",
    "cache_control",
    "item_reference",
    "tool-ls",
    "dynamic-tool",
    "kwargs",
    "data",
    "lc",
    "approvalId",
    "tool-approval-request",
    "tool-approval-response",
    "thoughtSignature",
    "",
    "7",
    "x",
];

/// Objects of the words that formats know, put together at random.
pub fn hostile() -> impl Strategy<Value = Vec<Value>> {
    let word = || prop::sample::select(WORDS).prop_map(String::from);
    let leaf = prop_oneof![
        4 => word().prop_map(Value::from),
        1 => Just(json!(null)),
        1 => (-2..5_i32).prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(json!({"type": "ephemeral"})),
    ];
    let object = move |inner: BoxedStrategy<Value>| {
        prop::collection::vec((word(), inner), 0..6).prop_map(|members| Value::Object(members.into_iter().collect()))
    };
    let value = leaf.prop_recursive(4, 40, 5, move |inner| {
        prop_oneof![2 => object(inner.clone()), 1 => prop::collection::vec(inner, 0..4).prop_map(Value::from)]
    });
    let members = prop::collection::vec((word(), value), 0..6);
    let message = members.prop_map(|members| Value::Object(members.into_iter().collect()));
    prop::collection::vec(message, 0..8)
}

/// Carries out a JSON Patch (RFC 6902) of what ours are made of: each operation on the result of the one before.
pub fn patched(messages: &[Value], operations: &Value) -> Vec<Value> {
    let mut document = Value::from(messages);
    for operation in operations.as_array().unwrap() {
        let path = operation["path"].as_str().unwrap();
        let (holder, last) = path.rsplit_once('/').unwrap();
        let last = unescaped(last);
        let holder = document.pointer_mut(holder).unwrap();
        match (operation["op"].as_str().unwrap(), holder) {
            ("add", Value::Array(items)) => items.insert(last.parse().unwrap(), operation["value"].clone()),
            ("add", Value::Object(members)) => drop(members.insert(last, operation["value"].clone())),
            ("replace", Value::Array(items)) => items[last.parse::<usize>().unwrap()] = operation["value"].clone(),
            ("remove", Value::Array(items)) => drop(items.remove(last.parse().unwrap())),
            ("remove", Value::Object(members)) => drop(members.shift_remove(&last).unwrap()),
            (_, holder) => panic!("{operation} on {holder}"),
        }
    }
    document.as_array().unwrap().clone()
}
