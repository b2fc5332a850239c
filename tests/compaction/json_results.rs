//! Results that are values, or lists of parts: what stands in their place once they are shortened.

use serde_json::{Value, json};
use tooltrim::validate_messages;

use crate::compaction::support::compact;

/// Rows of a table, larger than the window that the tests give.
fn rows() -> Value {
    (0..200).map(|row| json!({"id": row, "name": format!("row {row}")})).collect()
}

/// The result of the first of six calls after a step, with `TEXT` for what was written there. It begins with `begin`.
fn shortened(
    place: (&str, &str),
    begin: &str,
    asked: &dyn Fn(usize) -> Value,
    answered: &dyn Fn(usize) -> Value,
) -> Value {
    let (result, text) = place;
    // Gemini has its own.
    let go = if result.starts_with("/parts") {
        json!({"role": "user", "parts": [{"text": "Go."}]})
    } else {
        json!({"role": "user", "content": "Go."})
    };
    let calls = (0..6).flat_map(|at| [asked(at), answered(at)]);
    let messages: Vec<Value> = [go].into_iter().chain(calls).collect();
    let out = compact(
        &messages,
        &json!({"window": {"chars": 24_000}, "triggerAt": 0.9, "compactTo": 0.5, "repeats": "keep"}),
    );
    assert_eq!(validate_messages(&out.messages, None).unwrap(), []);
    let mut result = out.messages[2].pointer(result).unwrap().clone();
    let written = result.pointer_mut(text).expect("a text in its place");
    let said = written.as_str().expect("a text");
    assert!(said.starts_with(begin) && said.contains("truncated") && said.len() < rows().to_string().len(), "{said}");
    *written = json!("TEXT");
    result
}

#[test]
fn the_response_of_a_gemini_function_stays_an_object() {
    for (response, begin) in
        [(json!({"rows": rows()}), r#"{"rows":[{"id":0,"#), (json!({"output": rows().to_string()}), r#"[{"id":0,"#)]
    {
        let result = shortened(
            ("/parts/0/functionResponse", "/response/output"),
            begin,
            &|_| json!({"role": "model", "parts": [{"functionCall": {"name": "query", "args": {}}}]}),
            &|_| json!({"role": "user", "parts": [{"functionResponse": {"name": "query", "response": response}}]}),
        );
        assert_eq!(result, json!({"name": "query", "response": {"output": "TEXT"}}));
    }
}

#[test]
fn an_output_of_the_ai_sdk_keeps_its_type() {
    let text = json!({"type": "text", "text": rows().to_string()});
    for (output, at, begin, expected) in [
        (
            json!({"type": "json", "value": {"rows": rows()}}),
            "/value",
            r#"{"rows":[{"id":0,"#,
            json!({"type": "json", "value": "TEXT"}),
        ),
        (
            json!({"type": "text", "value": rows().to_string()}),
            "/value",
            r#"[{"id":0,"#,
            json!({"type": "text", "value": "TEXT"}),
        ),
        (
            json!({"type": "content", "value": [text, {"type": "text", "text": "the end"}]}),
            "/value/0/text",
            r#"[{"id":0,"#,
            json!({"type": "content", "value": [{"type": "text", "text": "TEXT"}]}),
        ),
    ] {
        let call = |at: usize| json!({"toolCallId": format!("c{at}"), "toolName": "query"});
        let part = |at: usize, kind: &str, more: (&str, Value)| {
            let mut part = call(at);
            part["type"] = json!(kind);
            part[more.0] = more.1;
            part
        };
        let result = shortened(
            ("/content/0/output", at),
            begin,
            &|at| json!({"role": "assistant", "content": [part(at, "tool-call", ("input", json!({})))]}),
            &|at| json!({"role": "tool", "content": [part(at, "tool-result", ("output", output.clone()))]}),
        );
        assert_eq!(result, expected);
    }
}

#[test]
fn blocks_of_anthropic_become_one_text_block() {
    let text = json!({"type": "text", "text": rows().to_string()});
    let image =
        json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}});
    let found = json!({"type": "search_result", "source": "a", "title": "t", "content": [text]});
    for (blocks, begin) in [
        (json!([text, {"type": "text", "text": "more"}]), r#"[{"id":0,"#),
        (json!([image, text, {"type": "text", "text": "more"}]), "[image/png, 1 KB]\n[{"),
        (json!([found]), r#"{"type":"search_result","source":"a""#),
    ] {
        let result = shortened(
            ("/content/0", "/content/0/text"),
            begin,
            &|at| {
                let call = json!({"type": "tool_use", "id": format!("c{at}"), "name": "query", "input": {}});
                json!({"role": "assistant", "content": [call]})
            },
            &|at| {
                let result = json!({"type": "tool_result", "tool_use_id": format!("c{at}"), "content": blocks});
                json!({"role": "user", "content": [result]})
            },
        );
        let expected =
            json!({"type": "tool_result", "tool_use_id": "c0", "content": [{"type": "text", "text": "TEXT"}]});
        assert_eq!(result, expected);
    }
}
