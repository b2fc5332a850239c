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
    let ExtractedToolCall { call, is_answered, is_hosted, call_path, result_path, group, .. } = found;
    let args = if call.args.is_null() { String::new() } else { call.args.to_string() };
    let hosted = if *is_hosted { "hosted " } else { "" };
    let error = if call.is_error { " failed" } else { "" };
    let answer = match result_path {
        Some(path) if *is_answered => format!("{:?} at {path}{error}", call.result),
        None if !is_answered && call.result.is_empty() && !call.is_error => String::from("open"),
        _ => panic!("{found:?}"),
    };
    format!("{group}: {hosted}{} {}({args}) at {call_path} = {answer}", call.call_id, call.name)
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
