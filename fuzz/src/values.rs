//! Values within limits: all of them hold, what is left is a value, and trimming again changes nothing.

use std::borrow::Cow;

use serde_json::Value;
use tooltrim::values::{Limit, Strings, TrimmedValue, ValueTrimmer, cap_to_schema};
use tooltrim::{TrimOptions, ValueOptions};

use crate::built::value;
use crate::input::Input;
use crate::support::depth;

/// Limits first, then a value: JSON, or bytes of which one is made. With a schema: `[value, schema]`.
///
/// # Panics
/// When a law is broken.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    if input.up_to(4) == 0 {
        return capped(&mut input);
    }
    let given = value(input.body);
    let Limits { options, total, items, keys, depth: most, flag } = limits(&mut input);
    let Ok(within) = ValueTrimmer::new(&options) else { return };
    let trimmed = within.trim(&given).expect("no cycle");
    check_once(&trimmed);
    let json = trimmed.value.to_string();
    if let Some(total) = total {
        assert!(json.len() <= total, "{} of {total} bytes: {json}", json.len());
    }
    if let Some(most) = most {
        // Without a level there is room for the value itself.
        assert!(depth(&trimmed.value) <= most, "deeper than {most}: {json}");
    }
    // A total says in the list and the object itself what is missing.
    let added = usize::from(total.is_some());
    each(&trimmed.value, true, &mut |value, is_root| match value {
        Value::Array(list) => {
            assert!(items.is_none_or(|items| list.len() <= items + added), "{} items of {items:?}: {json}", list.len());
        }
        Value::Object(object) => {
            let added = added + usize::from(flag && is_root);
            assert!(keys.is_none_or(|keys| object.len() <= keys + added), "{} of {keys:?}: {json}", object.len());
        }
        _ => {}
    });
    let twice = within.trim(&trimmed.value).expect("no cycle");
    assert!(!twice.truncated, "twice: {:?}\n{json}\n{}", twice.cuts, twice.value);
    assert!(matches!(twice.value, Cow::Borrowed(_)));

    let text = given.to_string();
    let as_text = within.trim_json(&text).expect("JSON");
    assert_eq!(as_text.json, json, "the same through the text");
    assert_eq!(as_text.cuts, trimmed.cuts);
}

fn check_once(trimmed: &TrimmedValue<'_>) {
    assert_eq!(trimmed.truncated, !trimmed.cuts.is_empty());
    assert_eq!(matches!(trimmed.value, Cow::Owned(_)), trimmed.truncated, "{:?}", trimmed.cuts);
}

struct Limits {
    options: ValueOptions,
    total: Option<usize>,
    items: Option<usize>,
    keys: Option<usize>,
    depth: Option<usize>,
    flag: bool,
}

fn limits(input: &mut Input<'_>) -> Limits {
    let mut options = ValueOptions::new();
    let few = |input: &mut Input<'_>| match input.up_to(3) {
        0 | 1 => None,
        2 => Some(input.up_to(5)),
        _ => Some(input.up_to(60)),
    };
    let (bytes, items, keys) = (input.size(), few(input), few(input));
    let total = input.size().map(|total| total.max(2));
    let depth = if input.flag() { Some(input.up_to(9)) } else { None };
    options = bytes.map_or(options.clone(), |bytes| options.max_string_bytes(bytes));
    options = items.map_or(options.clone(), |items| options.max_items(items));
    options = keys.map_or(options.clone(), |keys| options.max_keys(keys));
    options = depth.map_or(options.clone(), |depth| options.max_depth(depth));
    if let Some(total) = total {
        options = options.max_total_bytes(total).expect("2 or more");
    }
    options = match input.up_to(3) {
        0 | 1 => options,
        2 => options.strings(Strings::Replace),
        _ => {
            let text = TrimOptions::new().max_chars(60 + input.up_to(200)).rescue(input.flag()).clean(input.flag());
            options.strings(Strings::Trim(text))
        }
    };
    let pattern = input.pick(&["", "**", "*", "[*]", "[*].text", "**.data", "a[*]"]);
    if !pattern.is_empty() {
        let limit = match input.up_to(2) {
            0 => Limit::text(TrimOptions::new().max_bytes(45 + input.up_to(60)).marker("~")),
            1 => Limit::default().max_items(input.up_to(5)),
            _ => Limit::default().max_keys(input.up_to(5)),
        };
        let declared = options.limit(pattern, limit).expect("a pattern");
        // What holds at a path outranks what holds everywhere: then the rest is not known here.
        let options = if input.flag() { declared.flag("cut") } else { declared };
        return Limits { options, total, items: None, keys: None, depth, flag: false };
    }
    if input.flag() {
        options = options.keep_base64();
    }
    let flag = input.flag();
    let options = if flag { options.flag("cut") } else { options };
    Limits { options, total, items, keys, depth, flag }
}

fn each(value: &Value, is_root: bool, look: &mut impl FnMut(&Value, bool)) {
    look(value, is_root);
    match value {
        Value::Array(items) => items.iter().for_each(|item| each(item, false, look)),
        Value::Object(members) => members.values().for_each(|member| each(member, false, look)),
        _ => {}
    }
}

/// A schema that may be anything, and caps that are known to hold when it is a plain one.
fn capped(input: &mut Input<'_>) {
    let given = value(input.body);
    let (value, schema) = match &given {
        Value::Array(both) if both.len() == 2 => (&both[0], &both[1]),
        _ => (&given, &given),
    };
    let mut options = ValueOptions::new();
    if input.flag() {
        options = options.max_total_bytes(input.up_to(3000).max(2)).expect("2 or more");
    }
    let Ok(trimmed) = cap_to_schema(value, schema, &options) else { return };
    check_once(&trimmed);
    let twice = cap_to_schema(&trimmed.value, schema, &options).expect("the same schema");
    assert!(!twice.truncated, "twice: {:?}\n{}\n{}", twice.cuts, trimmed.value, twice.value);
    if is_plain(schema) {
        check_caps(&trimmed.value, schema, "");
    }
}

const PLAIN: [&str; 7] = ["type", "properties", "items", "maxLength", "maxItems", "maxProperties", "description"];

/// Nothing joins schemas or speaks of kinds of values.
fn is_plain(schema: &Value) -> bool {
    let Value::Object(members) = schema else { return false };
    members.keys().all(|name| PLAIN.contains(&&**name))
        && members.get("items").is_none_or(is_plain)
        && members.get("properties").is_none_or(|all| all.as_object().is_some_and(|all| all.values().all(is_plain)))
}

fn check_caps(value: &Value, schema: &Value, path: &str) {
    let cap = |name: &str| schema[name].as_u64().map_or(usize::MAX, |cap| cap as usize);
    // A type that the value is not of says nothing of it.
    match value {
        Value::String(text) => assert!(text.chars().count() <= cap("maxLength"), "{path}: {text:?} by {schema}"),
        Value::Array(items) => {
            assert!(items.len() <= cap("maxItems"), "{path}: {value} by {schema}");
            for (at, item) in items.iter().enumerate() {
                check_caps(item, &schema["items"], &format!("{path}/{at}"));
            }
        }
        Value::Object(members) => {
            assert!(members.len() <= cap("maxProperties"), "{path}: {value} by {schema}");
            for (name, member) in members {
                check_caps(member, &schema["properties"][name], &format!("{path}/{name}"));
            }
        }
        _ => {}
    }
}
