//! Golden results about messages that Rust and JavaScript must both reproduce byte for byte.
//!
//! `TOOLTRIM_BLESS=1 cargo test golden_messages` writes them anew; read the diff before committing it.

use serde_json::{Value, json};
use tooltrim::calls::Rendering;
use tooltrim::messages::{Edit, ExtractedToolCall, Problem, Rule, detect_format, to_json_patch};
use tooltrim::{Error, MessageFormat, extract_tool_calls, render_as_text, repair_messages, validate_messages};

use crate::support::golden as golden_file;
use crate::{messages, messages_larger as larger};

fn edit(edit: &Edit) -> Value {
    match edit {
        Edit::Text { path, value } => json!({"text": path, "value": value}),
        Edit::Set { path, value } => json!({"set": path, "value": value}),
        Edit::Drop { path } => json!({"drop": path}),
        Edit::InsertMessage { index, message } => json!({"insert": index, "message": message}),
        Edit::InsertPart { path, part } => json!({"insert": path, "part": part}),
        other => panic!("{other:?}"),
    }
}

fn problem(problem: &Problem) -> Value {
    let Problem { path, rule, message, providers, .. } = problem;
    json!({"path": path, "rule": rule.name(), "message": message, "providers": providers})
}

fn call(found: &ExtractedToolCall) -> Value {
    json!(found)
}

fn result(messages: &[Value], format: Option<MessageFormat>) -> Result<Value, Error> {
    let list = |problems: &[Problem]| -> Vec<Value> { problems.iter().map(problem).collect() };
    let problems = validate_messages(messages, format)?;
    let calls = extract_tool_calls(messages, format)?;
    let repaired = repair_messages(messages, format)?;
    let repair = |repair: &tooltrim::host::Repair| json!({"path": repair.path, "rule": repair.rule.name(), "action": repair.action.name()});
    Ok(json!({
        "format": detect_format(messages).map(MessageFormat::name),
        "problems": list(&problems),
        "calls": calls.iter().map(call).collect::<Vec<_>>(),
        "repaired": {
            "messages": repaired.messages,
            "edits": repaired.edits.iter().map(edit).collect::<Vec<_>>(),
            "repairs": repaired.repairs.iter().map(repair).collect::<Vec<_>>(),
            "problems": list(&repaired.problems),
        },
        "asText": render_as_text(messages, format, Rendering::Comments)?,
        "patch": to_json_patch(&repaired.edits),
    }))
}

fn case(name: &str, messages: Value, format: Option<MessageFormat>) -> Value {
    let options = format.map_or_else(|| json!({}), |format| json!({"format": format.name()}));
    let mut case = json!({"name": name, "messages": messages, "options": options});
    match result(messages.as_array().unwrap(), format) {
        Ok(result) => case["result"] = result,
        Err(error) => case["error"] = json!({"code": error.kind().code(), "message": error.message()}),
    }
    case
}

/// The format where the shape alone would lead elsewhere.
fn needed(format: MessageFormat, messages: &[Value]) -> Option<MessageFormat> {
    (detect_format(messages) != Some(format)).then_some(format)
}

#[test]
fn messages_give_the_golden_results() {
    // Parsed arguments keep halves of surrogate pairs in JavaScript, which has tests of its own for them.
    let is_shared = |one: &messages::Case| !one.name.starts_with("lone_surrogate");
    let of_rules = messages::cases().into_iter().filter(is_shared).map(|one| {
        let format = needed(one.format, &one.messages);
        case(one.name, one.messages.into(), format)
    });
    let larger = larger::conversations().into_iter().map(|one| {
        let format = needed(one.format, one.messages.as_array().unwrap());
        case(one.name, one.messages, format)
    });
    let others = [
        case("nothing", json!([]), None),
        case("no format", json!([{"text": "hi"}]), None),
        case("a number", json!([{"role": "user", "content": "hi"}, 7]), None),
        case("a list", json!([{"role": "user", "content": [{"type": "input_text", "text": "hi"}]}, []]), None),
        case("another format", json!([{"role": "user", "content": "hi"}]), Some(MessageFormat::Gemini)),
    ];
    let cases: Vec<Value> = of_rules.chain(larger).chain(others).collect();
    let rules: Vec<&str> = Rule::ALL.iter().map(|rule| rule.name()).collect();
    golden_file::check("messages.json", "rules", &json!({"rules": rules, "cases": cases}));
}
