//! Files of golden results, and options as they stand in them.

use std::path::PathBuf;

use serde_json::{Value, json};
use tooltrim::host::OptionValue;

pub fn option_value(value: &Value) -> OptionValue {
    match value {
        Value::Number(number) => OptionValue::Number(number.as_f64().unwrap()),
        Value::String(text) => OptionValue::Text(text.clone()),
        Value::Bool(on) => OptionValue::Bool(*on),
        Value::Array(items) => OptionValue::List(items.iter().map(option_value).collect()),
        Value::Object(members) => {
            OptionValue::Object(members.iter().map(|(name, value)| (name.clone(), option_value(value))).collect())
        }
        Value::Null => OptionValue::Null,
    }
}

/// JSON with a line for each text, call or case, so that a diff shows which.
fn written(value: &Value) -> String {
    let lines = |items: Vec<String>| items.join(",\n");
    let list = |items: &Value| match items {
        Value::Array(items) => format!("[\n{}\n]", lines(items.iter().map(Value::to_string).collect())),
        other => other.to_string(),
    };
    let member = |(name, value): (&String, &Value)| match value {
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| format!("{}: {}", json!(name), list(value)));
            format!("{}: {{\n{}\n}}", json!(name), lines(members.collect()))
        }
        other => format!("{}: {}", json!(name), list(other)),
    };
    format!("{{\n{}\n}}\n", lines(value.as_object().unwrap().iter().map(member).collect()))
}

/// Compares with the file, or writes it.
pub fn check(file: &str, inputs: &str, actual: &Value) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden").join(file);
    if std::env::var_os("TOOLTRIM_BLESS").is_some() {
        std::fs::write(&path, written(actual)).unwrap();
    }
    let expected: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(expected[inputs], actual[inputs]);
    assert_eq!(expected["texts"], actual["texts"]);
    let (expected, actual) = (expected["cases"].as_array().unwrap(), actual["cases"].as_array().unwrap());
    for (expected, actual) in expected.iter().zip(actual) {
        assert_eq!(expected, actual);
    }
    assert_eq!(expected.len(), actual.len());
}
