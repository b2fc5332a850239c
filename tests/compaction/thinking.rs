//! Old thinking leaves without a trace.

use serde_json::{Value, json};
use tooltrim::validate_messages;

use crate::session::program;
use crate::support::compact;

/// Thinking in a message of its own, then six calls, the last of them with more thinking.
fn messages(format: &str) -> Vec<Value> {
    let said = |by: &str, parts: Value| {
        let listed = if format == "gemini" { "parts" } else { "content" };
        json!({"role": by, listed: parts})
    };
    let (assistant, texts): (_, fn(&str) -> Value) = match format {
        "gemini" => ("model", |text| json!({"text": text})),
        _ => ("assistant", |text| json!({"type": "text", "text": text})),
    };
    let thinks = |number: usize| match format {
        "gemini" => json!({"text": program(number, 60), "thought": true}),
        _ => json!({"type": "thinking", "thinking": program(number, 60), "signature": "c2ln"}),
    };
    let asks = |number: usize| {
        let (id, args) = (format!("t{number}"), json!({"path": format!("src/{number}.ts")}));
        match format {
            "gemini" => json!({"functionCall": {"id": id, "name": "read_file", "args": args}}),
            _ => json!({"type": "tool_use", "id": id, "name": "read_file", "input": args}),
        }
    };
    let answers = |number: usize| {
        let (id, text) = (format!("t{number}"), program(number, 40));
        match format {
            "gemini" => json!({"functionResponse": {"id": id, "name": "read_file", "response": {"output": text}}}),
            _ => json!({"type": "tool_result", "tool_use_id": id, "content": text}),
        }
    };
    let mut messages = vec![
        said("user", json!([texts("Go.")])),
        said(assistant, json!([thinks(7)])),
        said(assistant, json!([texts("Well.")])),
        said("user", json!([texts("Go on.")])),
    ];
    for number in 0..6 {
        let thought = if number == 5 { vec![thinks(8)] } else { Vec::new() };
        messages.push(said(assistant, thought.into_iter().chain([asks(number)]).collect()));
        messages.push(said("user", json!([answers(number)])));
    }
    messages
}

#[test]
fn a_message_of_thinking_alone_leaves_whole() {
    for format in ["anthropic", "gemini"] {
        let messages = messages(format);
        let out = compact(&messages, &json!({"window": {"chars": 6000}, "triggerAt": 0, "compactTo": 0.7}));
        assert_eq!(out.messages[..3], [messages[0].clone(), messages[2].clone(), messages[3].clone()], "{format}");
        assert_eq!(out.messages.len(), messages.len() - 1, "{format}");
        assert_eq!(validate_messages(&out.messages, None).unwrap(), []);
    }
}
