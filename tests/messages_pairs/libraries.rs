//! Messages as libraries keep them: the AI SDK's `UIMessage`, LangChain's in each of its shapes, VS Code's.

use serde_json::{Value, json};

use super::{calls, problems};

#[test]
fn a_part_of_a_ui_message_is_call_and_result() {
    let part = |id: &str, more: Value| {
        let mut part = json!({"type": "tool-ls", "toolCallId": id, "input": {"path": "src"}});
        part.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        part
    };
    let messages = json!([
        {"id": "1", "role": "user", "parts": [{"type": "text", "text": "Go."}]},
        {"id": "2", "role": "assistant", "parts": [
            {"type": "step-start"},
            part("c1", json!({"state": "output-available", "output": "one"})),
            part("c2", json!({"state": "output-available", "output": {"n": 2}})),
            part("c3", json!({"state": "output-error", "errorText": "three"})),
            part("c4", json!({"state": "input-available"})),
            {"type": "dynamic-tool", "toolName": "cat", "toolCallId": "c5", "state": "output-available", "input": {},
                "output": "five"},
        ]},
    ]);
    assert_eq!(
        calls(messages.clone()),
        [
            "0: c1 ls({\"path\":\"src\"}) at /1/parts/1 = \"one\" at /1/parts/1",
            "0: c2 ls({\"path\":\"src\"}) at /1/parts/2 = \"{\\\"n\\\":2}\" at /1/parts/2",
            "0: c3 ls({\"path\":\"src\"}) at /1/parts/3 = \"three\" at /1/parts/3 failed",
            "0: c4 ls({\"path\":\"src\"}) at /1/parts/4 = open",
            "0: c5 cat({}) at /1/parts/5 = \"five\" at /1/parts/5",
        ]
    );
    assert_eq!(problems(&messages), ["/1/parts/4 open-call"]);
}

#[test]
fn langchain_writes_types_for_roles() {
    let messages = json!([
        {"type": "human", "content": "Go."},
        {"type": "ai", "content": "", "tool_calls": [
            {"id": "c1", "name": "ls", "args": {"path": "src"}, "type": "tool_call"},
            {"id": "c2", "name": "cat", "args": {}, "type": "tool_call"},
        ]},
        {"type": "tool", "content": "two", "tool_call_id": "c2", "name": "cat", "status": "error"},
        {"type": "tool", "content": [{"type": "text", "text": "one"}], "tool_call_id": "c1", "name": "ls"},
    ]);
    assert_eq!(
        calls(messages.clone()),
        [
            "0: c1 ls({\"path\":\"src\"}) at /1/tool_calls/0 = \"one\" at /3",
            "0: c2 cat({}) at /1/tool_calls/1 = \"two\" at /2 failed",
        ]
    );
    assert_eq!(problems(&messages), [""; 0]);
}

#[test]
fn langchain_keeps_messages_as_data() {
    let messages = json!([
        {"type": "human", "data": {"content": "Go.", "type": "human"}},
        {"type": "ai", "data": {"content": "", "type": "ai", "tool_calls": [
            {"id": "c1", "name": "ls", "args": {}, "type": "tool_call"},
        ]}},
        {"type": "tool", "data": {"content": "one", "tool_call_id": "c1", "name": "ls", "type": "tool"}},
    ]);
    assert_eq!(calls(messages.clone()), ["0: c1 ls({}) at /1/data/tool_calls/0 = \"one\" at /2/data"]);
    assert_eq!(problems(&messages), [""; 0]);
}

#[test]
fn langchain_serializes_classes() {
    let class = |name: &str, kwargs: Value| json!({"lc": 1, "type": "constructor", "id": ["langchain_core", "messages", name], "kwargs": kwargs});
    let call = json!({"id": "c1", "name": "ls", "args": {}, "type": "tool_call"});
    let messages = json!([
        class("HumanMessage", json!({"content": "Go."})),
        class("AIMessageChunk", json!({"content": "", "tool_calls": [call]})),
        class("ToolMessage", json!({"content": "one", "tool_call_id": "c1"})),
        class("AIMessage", json!({"content": "Done.", "tool_calls": [], "invalid_tool_calls": []})),
    ]);
    assert_eq!(calls(messages.clone()), ["0: c1 ls({}) at /1/kwargs/tool_calls/0 = \"one\" at /2/kwargs"]);
    assert_eq!(problems(&messages), [""; 0]);
}

#[test]
fn vscode_is_read_by_kind_and_by_what_parts_hold() {
    let by_kind = json!([
        {"role": 1, "content": [{"kind": "text", "value": "Go."}]},
        {"role": 2, "content": [
            {"kind": "toolCall", "callId": "c1", "name": "ls", "input": {}},
            {"kind": "toolCall", "callId": "c2", "name": "cat", "input": {}},
        ]},
        {"role": 1, "content": [{"kind": "toolResult", "callId": "c2", "content": [
            {"kind": "text", "value": "two"}, {"kind": "data", "mimeType": "image/png", "data": "AA=="},
        ]}]},
        {"role": 1, "content": [{"kind": "toolResult", "callId": "c1", "content": [], "isError": true}]},
    ]);
    let expected = [
        "0: c1 ls({}) at /1/content/0 = \"\" at /3/content/0 failed",
        "0: c2 cat({}) at /1/content/1 = \"two\\n[image/png]\" at /2/content/0",
    ];
    assert_eq!(calls(by_kind.clone()), expected);
    assert_eq!(problems(&by_kind), [""; 0]);
    let by_members = json!([
        {"role": 1, "content": [{"value": "Go."}]},
        {"role": 2, "content": [{"callId": "c1", "name": "ls", "input": {}}]},
        {"role": 1, "content": [{"callId": "c1", "content": [{"value": "one"}]}]},
    ]);
    assert_eq!(calls(by_members.clone()), ["0: c1 ls({}) at /1/content/0 = \"one\" at /2/content/0"]);
    assert_eq!(problems(&by_members), [""; 0]);
}
