//! Which result answers which call, in every format, as `extract_tool_calls` tells it.

use serde_json::Value;
use tooltrim::messages::ExtractedToolCall;
use tooltrim::{extract_tool_calls, repair_messages, validate_messages};

mod by_name;
mod hosted;
mod ids;
mod items;
mod libraries;
mod places;

/// A call in one line: its group, id, name and arguments, where it is, and the same of its result.
fn line(found: &ExtractedToolCall) -> String {
    let ExtractedToolCall { call_id, name, is_answered, is_hosted, call_path, result_path, group, .. } = found;
    let args = if found.args.is_null() { String::new() } else { found.args.to_string() };
    let hosted = if *is_hosted { "hosted " } else { "" };
    let error = if found.is_error { " failed" } else { "" };
    let answer = match result_path {
        Some(path) if *is_answered => format!("{:?} at {path}{error}", found.result),
        None if !is_answered && found.result.is_empty() && !found.is_error => String::from("open"),
        _ => panic!("{found:?}"),
    };
    format!("{group}: {hosted}{call_id} {name}({args}) at {call_path} = {answer}")
}

/// The calls of messages whose format is found.
fn calls(messages: Value) -> Vec<String> {
    let messages = messages.as_array().unwrap();
    extract_tool_calls(messages, None).unwrap().iter().map(line).collect()
}

/// Paths and names of the rules that messages break.
fn problems(messages: &Value) -> Vec<String> {
    let problems = validate_messages(messages.as_array().unwrap(), None).unwrap();
    problems.iter().map(|problem| format!("{} {}", problem.path, problem.rule.name())).collect()
}

/// The messages as they are mended: nothing is left to mend then.
fn repaired(messages: &Value) -> Value {
    let repaired = repair_messages(messages.as_array().unwrap(), None).unwrap();
    assert_eq!((repaired.problems, repaired.reason), (vec![], None));
    Value::Array(repaired.messages)
}
