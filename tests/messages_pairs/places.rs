//! Where results stand: in the next message, a later one, the same one, spread over several.

use serde_json::{Value, json};

use super::{calls, problems};

fn chat(calls: impl Into<Value>) -> Value {
    json!({"role": "assistant", "content": null, "tool_calls": calls.into()})
}

fn function(id: &str, name: &str) -> Value {
    json!({"id": id, "type": "function", "function": {"name": name, "arguments": "{\"path\":\"src\"}"}})
}

fn tool(id: &str, content: impl Into<Value>) -> Value {
    json!({"role": "tool", "tool_call_id": id, "content": content.into()})
}

fn user(assistant: &str) -> Value {
    json!({"role": "user", "content": assistant})
}

#[test]
fn results_that_are_messages_come_in_any_order() {
    let messages =
        json!([user("Go."), chat([function("c1", "ls"), function("c2", "cat")]), tool("c2", "two"), tool("c1", "one")]);
    assert_eq!(
        calls(messages.clone()),
        [
            "0: c1 ls({\"path\":\"src\"}) at /1/tool_calls/0 = \"one\" at /3",
            "0: c2 cat({\"path\":\"src\"}) at /1/tool_calls/1 = \"two\" at /2",
        ]
    );
    assert_eq!(problems(&messages), [""; 0]);
}

#[test]
fn a_result_behind_a_word_of_the_user_is_still_that_of_its_call() {
    let messages = json!([user("Go."), chat([function("c1", "ls")]), user("Wait."), tool("c1", "one")]);
    assert_eq!(calls(messages.clone()), ["0: c1 ls({\"path\":\"src\"}) at /1/tool_calls/0 = \"one\" at /3"]);
    assert_eq!(problems(&messages), ["/3 result-out-of-place"]);
}

#[test]
fn a_result_before_its_call_is_its_result() {
    let messages = json!([user("Go."), tool("c1", "one"), chat([function("c1", "ls")])]);
    assert_eq!(calls(messages), ["0: c1 ls({\"path\":\"src\"}) at /2/tool_calls/0 = \"one\" at /1"]);
}

#[test]
fn a_call_at_the_end_is_open() {
    let messages = json!([user("Go."), chat([function("c1", "ls"), function("c2", "cat")]), tool("c1", "one")]);
    assert_eq!(
        calls(messages.clone()),
        [
            "0: c1 ls({\"path\":\"src\"}) at /1/tool_calls/0 = \"one\" at /2",
            "0: c2 cat({\"path\":\"src\"}) at /1/tool_calls/1 = open",
        ]
    );
    assert_eq!(problems(&messages), ["/1/tool_calls/1 open-call"]);
}

#[test]
fn a_result_in_the_message_of_its_call_is_its_result() {
    let messages = json!([
        user("Go."),
        {"role": "assistant", "content": [
            {"type": "tool_use", "id": "t1", "name": "ls", "input": {}},
            {"type": "tool_result", "tool_use_id": "t1", "content": "one"},
        ]},
        user("And?"),
    ]);
    assert_eq!(calls(messages.clone()), ["0: t1 ls({}) at /1/content/0 = \"one\" at /1/content/1"]);
    assert_eq!(problems(&messages), ["/1/content/1 result-out-of-place", "/1/content/1 calls-not-last"]);
}

#[test]
fn results_may_be_spread_over_messages_of_one_turn() {
    let result = |id: &str| json!({"type": "tool_result", "tool_use_id": id, "content": id});
    let call = |id: &str| json!({"type": "tool_use", "id": id, "name": "ls", "input": {}});
    let messages = json!([
        user("Go."),
        {"role": "assistant", "content": [call("t1"), call("t2"), call("t3")]},
        {"role": "user", "content": [result("t3")]},
        {"role": "user", "content": [result("t1"), result("t2"), {"type": "text", "text": "And?"}]},
    ]);
    assert_eq!(
        calls(messages.clone()),
        [
            "0: t1 ls({}) at /1/content/0 = \"t1\" at /3/content/0",
            "0: t2 ls({}) at /1/content/1 = \"t2\" at /3/content/1",
            "0: t3 ls({}) at /1/content/2 = \"t3\" at /2/content/0",
        ]
    );
    assert_eq!(problems(&messages), [""; 0]);
}

#[test]
fn the_pieces_of_a_result_are_lines_and_media_their_type() {
    let pieces = json!([
        {"type": "text", "text": "one"},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AA=="}},
        {"type": "tool_reference", "tool_name": "x"},
        {"type": "text", "text": "two"},
    ]);
    let messages = json!([
        user("Go."),
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "ls", "input": {}}]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "t1", "content": pieces, "is_error": true},
        ]},
    ]);
    let result_of = r#"0: t1 ls({}) at /1/content/0 = "one\n[image/png]\n{\"type\":\"tool_reference\",\"tool_name\":\"x\"}\ntwo" at /2/content/0 failed"#;
    assert_eq!(calls(messages), [result_of]);
}

#[test]
fn arguments_that_are_no_object_come_as_their_text() {
    let call = |id: &str, arguments: Value| json!({"id": id, "type": "function", "function": {"name": "ls", "arguments": arguments}});
    let custom = json!({"id": "c5", "type": "custom", "custom": {"name": "sh", "input": "{\"a\": 1}"}});
    let messages = json!([
        user("Go."),
        chat([
            call("c1", json!("{not")),
            call("c2", json!("[1]")),
            call("c3", json!({"a": 1})),
            call("c4", json!(null)),
            custom
        ]),
    ]);
    assert_eq!(
        calls(messages),
        [
            "0: c1 ls({\"input\":\"{not\"}) at /1/tool_calls/0 = open",
            "0: c2 ls({\"input\":\"[1]\"}) at /1/tool_calls/1 = open",
            "0: c3 ls({\"a\":1}) at /1/tool_calls/2 = open",
            "0: c4 ls() at /1/tool_calls/3 = open",
            // A custom tool takes a text, whatever it looks like.
            "0: c5 sh({\"input\":\"{\\\"a\\\": 1}\"}) at /1/tool_calls/4 = open",
        ]
    );
}

#[test]
// Content that is one object is not looked into: then the messages stay as they came.
fn a_result_is_kept_where_its_call_is_no_list() {
    let call = json!({"type": "tool_use", "id": "t1", "name": "ls", "input": {}});
    let result = json!({"type": "tool_result", "tool_use_id": "t1", "content": "one"});
    let assistant = |content: Value| json!({"role": "assistant", "content": content});
    let answer = |content: Value| json!({"role": "user", "content": content});
    let mended = json!([user("Go."), assistant(json!([call])), answer(json!([result]))]);
    let one = json!([user("Go."), assistant(call.clone()), answer(json!([result]))]);
    let other = json!([user("Go."), assistant(json!([call])), answer(result.clone())]);
    for odd in [one, other] {
        let after = Value::from(tooltrim::repair_messages(odd.as_array().unwrap(), None).unwrap().messages);
        assert!(after == mended || after == odd, "{after}");
    }
}

#[test]
fn a_response_is_kept_where_its_call_is_no_list() {
    let call = json!({"functionCall": {"name": "ls", "args": {}}});
    let response = json!({"functionResponse": {"name": "ls", "response": {"output": "one"}}});
    let go = json!({"role": "user", "parts": [{"text": "Go."}]});
    let model = |parts: Value| json!({"role": "model", "parts": parts});
    let answer = |parts: Value| json!({"role": "user", "parts": parts});
    let mended = json!([go, model(json!([call])), answer(json!([response]))]);
    let one = json!([go, model(call.clone()), answer(json!([response]))]);
    let other = json!([go, model(json!([call])), answer(response.clone())]);
    for odd in [one, other] {
        let after = Value::from(tooltrim::repair_messages(odd.as_array().unwrap(), None).unwrap().messages);
        assert!(after == mended || after == odd, "{after}");
    }
}
