//! JSON values as JSON text.

use std::borrow::Cow;

use serde_json::{Value, json};
use tooltrim::ValueOptions;
use tooltrim::values::{ByteLimit, ValueTrimmer};

use crate::answer::{Answer, Fault, text};
use crate::options;

pub(crate) fn answer(operation: &str, given: &[&[u8]]) -> Option<Result<Answer, Fault>> {
    Some(match operation {
        "trim_value" => trim_value(given),
        "truncate_string_to_bytes" => to_bytes(given),
        _ => return None,
    })
}

/// Options, the value, and a JSON Schema where its sizes are the caps.
fn trim_value(given: &[&[u8]]) -> Result<Answer, Fault> {
    let options = options::read(ValueOptions::new(), text(given, 0)?, ValueOptions::set)?;
    let schema = text(given, 2)?;
    let limits =
        if schema.is_empty() { ValueTrimmer::new(&options)? } else { ValueTrimmer::with_schema(&options, schema)? };
    let trimmed = limits.trim_json(text(given, 1)?)?;
    let about = Answer::default().json(&json!({ "truncated": trimmed.truncated, "cuts": trimmed.cuts }));
    Ok(match trimmed.json {
        Cow::Borrowed(_) => about,
        Cow::Owned(json) => about.text(json),
    })
}

/// A size as JSON, options, the text.
fn to_bytes(given: &[&[u8]]) -> Result<Answer, Fault> {
    let mut limit = options::read(ByteLimit::default(), text(given, 1)?, ByteLimit::set)?;
    if let Ok(size) = serde_json::from_str::<Value>(text(given, 0)?) {
        let most = options::with("maxBytes", &size, |option| option.size())?;
        limit = limit.max_bytes(usize::try_from(most).unwrap_or(usize::MAX));
    }
    Ok(Answer::default().text(limit.truncate(text(given, 2)?)))
}
