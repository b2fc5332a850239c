//! Golden results about compaction that Rust and JavaScript must both reproduce byte for byte.
//!
//! `TOOLTRIM_BLESS=1 cargo test golden_compaction` writes them anew; read the diff before committing it.

use serde_json::{Map, Value, json};
use tooltrim::compaction::{Compaction, Request};
use tooltrim::host::{JsonTree, Memory};
use tooltrim::messages::Edit;
use tooltrim::{Compactor, Error, compact_messages, inspect_messages};

use crate::compaction::golden as inputs;
use crate::compaction::support::read;
use crate::support::golden as golden_file;

fn written(compaction: &Compaction) -> Value {
    let Compaction { messages, changed, edits, report, notice, state, .. } = compaction;
    let report: Value = serde_json::from_str(&report.to_json()).unwrap();
    let edits: Vec<Value> = edits.iter().map(Edit::to_json).collect();
    json!({
        "messages": messages, "changed": changed, "edits": edits, "report": report, "notice": notice, "state": state,
    })
}

fn failure(error: &Error) -> Value {
    json!({"code": error.kind().code(), "message": error.message()})
}

/// A conversation that goes on: what each request gives.
fn grown(messages: &[Value], options: &Value, requests: &[Value]) -> Result<Vec<Value>, Error> {
    let options = read(options)?;
    let mut compactor = Compactor::new(options.clone())?;
    let (mut end, mut tokens) = (0, 0.0);
    let mut results = Vec::new();
    for asked in requests {
        // What else a compactor does is done on its state.
        let state = compactor.state();
        let mut memory = Memory::read(&JsonTree::Value(&state))?;
        if let Some(times) = asked["observe"].as_f64() {
            memory.observe(tokens * times, tokens / memory.billed());
        }
        if asked["undo"] == true {
            memory.undo();
        }
        let state = serde_json::from_str(&memory.to_json()).unwrap();
        compactor = Compactor::from_state(&state, options.clone())?;
        if !asked["observe"].is_null() {
            continue;
        }
        end = asked["to"].as_u64().map_or(end, |to| to as usize);
        let mut request = Request::new();
        request.force = asked["force"] == true;
        request.compact_to = asked["compactTo"].as_f64().map(Into::into);
        let compaction = compactor.next(&messages[..end], request)?;
        tokens = compaction.report.after.tokens as f64;
        results.push(written(&compaction));
    }
    Ok(results)
}

fn case(name: &str, conversation: &str, messages: &[Value], options: Value, requests: Option<Vec<Value>>) -> Value {
    let outcome = match &requests {
        None => read(&options).and_then(|options| compact_messages(messages, &options)).map(|one| written(&one)),
        Some(requests) => grown(messages, &options, requests).map(Value::from),
    };
    let mut case = json!({"name": name, "conversation": conversation, "options": options});
    if let Some(requests) = requests {
        case["requests"] = requests.into();
    }
    match outcome {
        Ok(result) => case["result"] = result,
        Err(error) => case["error"] = failure(&error),
    }
    case
}

#[test]
fn compaction_gives_the_golden_results() {
    let conversations: Vec<(String, Vec<Value>)> = inputs::conversations();
    let cases: Vec<Value> = inputs::cases()
        .into_iter()
        .map(|inputs::Case { name, conversation, options, requests }| {
            let (_, messages) = conversations.iter().find(|(known, _)| *known == conversation).unwrap();
            case(&name, &conversation, messages, options, requests)
        })
        .collect();
    let conversations: Map<String, Value> =
        conversations.into_iter().map(|(name, messages)| (name, messages.into())).collect();
    golden_file::check("compaction.json", "conversations", &json!({"conversations": conversations, "cases": cases}));
}

#[test]
fn inspection_gives_the_golden_results() {
    let inspected = |(name, messages): (String, Vec<Value>)| match inspect_messages(&messages, None) {
        Ok(inspection) => json!({"conversation": name, "result": serde_json::to_value(inspection).unwrap()}),
        Err(error) => json!({"conversation": name, "error": failure(&error)}),
    };
    let cases: Vec<Value> = inputs::conversations().into_iter().map(inspected).collect();
    golden_file::check("inspection.json", "conversations", &json!({"cases": cases}));
}
