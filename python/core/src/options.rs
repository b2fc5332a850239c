//! Options: JSON objects by the names of the core, which checks them.

use serde_json::Value;
use tooltrim::Error;
use tooltrim::host::{NamedOption, OptionValue};

use crate::answer::Fault;

/// Reads a JSON text into options; an empty one is none.
pub(crate) fn read<O>(
    mut options: O,
    json: &str,
    set: fn(&mut O, &NamedOption<'_>) -> Result<(), Error>,
) -> Result<O, Fault> {
    for (name, value) in members(json)? {
        set(&mut options, &NamedOption { name: &name, value: option_value(&value), shown: &shown(&value) })?;
    }
    Ok(options)
}

/// The members of a JSON object.
pub(crate) fn members(json: &str) -> Result<Vec<(String, Value)>, Fault> {
    if json.is_empty() {
        return Ok(Vec::new());
    }
    match serde_json::from_str(json) {
        Ok(Value::Object(members)) => Ok(members.into_iter().collect()),
        _ => Err(Fault::internal("options are not a JSON object")),
    }
}

/// One value as an option of that name.
pub(crate) fn with<T>(
    name: &str,
    value: &Value,
    read: impl FnOnce(&NamedOption<'_>) -> Result<T, Error>,
) -> Result<T, Fault> {
    Ok(read(&NamedOption { name, value: option_value(value), shown: &shown(value) })?)
}

/// Functions cross as this member: the host keeps them.
const FUNCTION: &str = "__function__";

fn option_value(value: &Value) -> OptionValue {
    if value.get(FUNCTION).is_some() {
        return OptionValue::Function;
    }
    match value {
        // Python's infinity, which JSON cannot hold.
        Value::String(text) if text == "__infinity__" => OptionValue::Number(f64::INFINITY),
        Value::String(text) if text == "__nan__" => OptionValue::Number(f64::NAN),
        Value::Array(items) => OptionValue::List(items.iter().map(option_value).collect()),
        Value::Object(members) => {
            OptionValue::Object(members.iter().map(|(name, value)| (name.clone(), option_value(value))).collect())
        }
        other => serde_json::from_value(other.clone()).unwrap_or(OptionValue::Other),
    }
}

/// The value as Python prints it.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "None".into(),
        Value::Bool(true) => "True".into(),
        Value::Bool(false) => "False".into(),
        Value::String(text) if text == "__infinity__" => "inf".into(),
        Value::String(text) if text == "__nan__" => "nan".into(),
        Value::Object(members) if members.contains_key(FUNCTION) => "a function".into(),
        other => other.to_string(),
    }
}

/// The JSON value of an option.
pub(crate) fn written(value: &OptionValue) -> Value {
    match value {
        OptionValue::Number(number) if number.fract() == 0.0 && number.abs() < 9e15 => (*number as i64).into(),
        OptionValue::Number(number) => (*number).into(),
        OptionValue::Text(text) => text.clone().into(),
        OptionValue::Bool(on) => (*on).into(),
        OptionValue::List(items) => items.iter().map(written).collect(),
        OptionValue::Object(members) => {
            Value::Object(members.iter().map(|(name, value)| (name.clone(), written(value))).collect())
        }
        _ => Value::Null,
    }
}
