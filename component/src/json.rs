//! JSON text as hosts write it.

use serde_json::{Error, Value};
use tooltrim::host::{NamedOption, OptionValue};
use tooltrim::{Error as Wrong, ErrorKind};

use crate::bindings::exports::tooltrim::core::text as wit;
use crate::messages::{failed, json};

/// Sets options by the members of a JSON object; errors name it `name`.
pub(crate) fn set_options(
    name: &str,
    text: &str,
    mut set: impl FnMut(&NamedOption<'_>) -> Result<(), Wrong>,
) -> Result<(), wit::Error> {
    let given = json(text, name, ErrorKind::InvalidOption)?;
    let Value::Object(members) = given else {
        return Err(failed(ErrorKind::InvalidOption, format!("{name}: {given} is not an object")));
    };
    for (name, value) in members {
        let shown = value.to_string();
        let value = serde_json::from_value(value).unwrap_or(OptionValue::Other);
        set(&NamedOption { name: &name, shown: &shown, value })?;
    }
    Ok(())
}

/// The half of a surrogate pair that an escape encodes.
enum Surrogate {
    High,
    Low,
}

/// The value of a text. A lone surrogate is no reason to refuse all of it: a tool that cuts an emoji in two makes one,
/// and hosts write it as an escape that no Rust string can hold.
pub(crate) fn parse(text: &str) -> Result<Value, Error> {
    serde_json::from_str(text).or_else(|_| serde_json::from_str(&well_formed(text)))
}

/// JSON text that every host can read: with each escape of a lone surrogate as one of U+FFFD. Of the same length, so
/// positions in errors hold.
pub(crate) fn well_formed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        out.push_str(before);
        let length = match (surrogate(escape), escape.get(6..).and_then(surrogate)) {
            (Some(Surrogate::High), Some(Surrogate::Low)) => 12,
            (Some(_), _) => {
                out.push_str("\\ufffd");
                rest = &escape[6..];
                continue;
            }
            // A backslash and what it escapes.
            (None, _) => escape.char_indices().nth(2).map_or(escape.len(), |(end, _)| end),
        };
        let (whole, after) = escape.split_at(length);
        out.push_str(whole);
        rest = after;
    }
    out.push_str(rest);
    out
}

fn surrogate(escape: &str) -> Option<Surrogate> {
    let digits = escape.strip_prefix("\\u")?.get(..4)?;
    match u16::from_str_radix(digits, 16).ok()? {
        0xd800..=0xdbff => Some(Surrogate::High),
        0xdc00..=0xdfff => Some(Surrogate::Low),
        _ => None,
    }
}
