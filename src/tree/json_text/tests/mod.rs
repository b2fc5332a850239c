//! Unit tests of JSON texts, and the random texts that they share.

mod accepted;
mod grammar;
mod laws;
mod members;
mod refused;
mod writing;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use proptest::prelude::*;
use serde_json::{Map, Value};

use super::JsonText;
use crate::tree::values::{Form, Member, ValueSource};

/// Any value, with names that come twice in no object.
fn value() -> impl Strategy<Value = Value> {
    let text = "([ -~]|[\\x00-\\x1f]|\\PC){0,12}";
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1e6..1e6_f64).prop_map(Value::from),
        text.prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 8, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            proptest::collection::vec((text, inner), 0..8).prop_map(|members| members.into_iter().collect::<Value>()),
        ]
    })
}

/// A value as text: as `serde_json` writes it, or with white space and escapes that it would not write.
fn json() -> impl Strategy<Value = String> {
    (value(), proptest::collection::vec(0..6_usize, 1..20)).prop_map(|(value, choices)| {
        let mut choices = choices.into_iter().cycle();
        let mut choose = || choices.next().unwrap_or_default();
        let mut text = String::new();
        spaced(&value, &mut choose, &mut text);
        text
    })
}

fn spaced(value: &Value, choose: &mut dyn FnMut() -> usize, out: &mut String) {
    const SPACES: [&str; 6] = ["", "", " ", "\n\t", "\r\n  ", ""];
    let space = |choose: &mut dyn FnMut() -> usize, out: &mut String| out.push_str(SPACES[choose()]);
    space(choose, out);
    match value {
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                spaced(item, choose, out);
            }
            space(choose, out);
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (at, (name, value)) in members.iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                space(choose, out);
                written(name, choose, out);
                space(choose, out);
                out.push(':');
                spaced(value, choose, out);
            }
            space(choose, out);
            out.push('}');
        }
        Value::String(text) => written(text, choose, out),
        other => out.push_str(&other.to_string()),
    }
    space(choose, out);
}

/// A text as JSON, some chars as escapes that they do not need.
fn written(text: &str, choose: &mut dyn FnMut() -> usize, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match (c, choose()) {
            ('/', 0) => out.push_str("\\/"),
            (_, 1) => out.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}"))),
            (_, 2) => out.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04X}"))),
            _ => {
                let quoted = Value::from(c.to_string()).to_string();
                out.push_str(&quoted[1..quoted.len() - 1]);
            }
        }
    }
    out.push('"');
}

/// What a text says.
fn decoded(json: &JsonText<'_>, node: u32) -> String {
    let mut decoded = String::new();
    json.text(node, &mut |source| decoded.push_str(source.read(0, source.len(), &mut Vec::new())));
    decoded
}

/// All members of a container, read in batches.
fn members(json: &JsonText<'_>, node: u32, most: usize) -> Vec<Member> {
    let mut members = Vec::new();
    loop {
        let before = members.len();
        json.members(node, before, most, &mut members);
        if members.len() == before {
            return members;
        }
    }
}

/// The value behind a member, as `serde_json` would have read it.
fn read_back(json: &JsonText<'_>, member: Member) -> Value {
    match member.form {
        Form::Text(bytes) => {
            let decoded = decoded(json, member.node);
            assert_eq!(decoded.len(), bytes);
            Value::from(decoded)
        }
        Form::List(count) => {
            let items = members(json, member.node, 3);
            assert_eq!(items.len(), count);
            items.into_iter().map(|item| read_back(json, item)).collect()
        }
        Form::Object(count) => {
            let read = members(json, member.node, 3);
            assert_eq!(read.len(), count);
            let named = |(at, value): (usize, &Member)| (json.name(member.node, at), read_back(json, *value));
            Value::Object(read.iter().enumerate().map(named).collect::<Map<_, _>>())
        }
        Form::Plain(bytes) => {
            assert_eq!(json.token(member.node).len(), bytes);
            serde_json::from_str(json.token(member.node)).unwrap()
        }
        other => panic!("no JSON text holds {other:?}"),
    }
}
