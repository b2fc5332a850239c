//! The AI SDK's `UIMessage`: a part holds a call and its result.

use serde_json::{Value, json};

use super::NO_RESULT;

fn user(assistant: &str) -> Value {
    json!({"id": "u", "role": "user", "parts": [{"type": "text", "text": assistant}]})
}

fn assistant(parts: impl Into<Value>) -> Value {
    json!({"id": "a", "role": "assistant", "parts": parts.into()})
}

fn tool(state: &str, more: &Value) -> Value {
    let mut part = json!({"type": "tool-ls", "toolCallId": "c1", "state": state, "input": {"path": "src"}});
    for (name, value) in more.as_object().into_iter().flatten() {
        part[name] = value.clone();
    }
    part
}

fn done() -> Value {
    tool("output-available", &json!({"output": "lib.rs"}))
}

fn failed() -> Value {
    tool("output-error", &json!({"errorText": NO_RESULT}))
}

cases! {
    AiSdk

    call_without_result_of_ui_messages: CallWithoutResult at ["/1/parts/0"]
    messages [user("Go."), assistant([tool("input-available", &json!({}))]), user("And?")]
    valid [user("Go."), assistant([done()]), user("And?")]
    repaired [user("Go."), assistant([failed()]), user("And?")]

    call_without_result_of_ui_messages_not_approved: CallWithoutResult at ["/1/parts/0"]
    messages [user("Go."), assistant([tool("approval-requested", &json!({"approval": {"id": "a1"}}))]), user("And?")]
    valid [
        user("Go."),
        assistant([tool("output-denied", &json!({"approval": {"id": "a1", "approved": false}}))]),
        user("And?")
    ]
    repaired [user("Go."), assistant([failed()]), user("And?")]

    open_call_of_ui_messages: OpenCall at ["/1/parts/1"]
    messages [
        user("Go."),
        assistant([
            json!({"type": "step-start"}),
            json!({"type": "dynamic-tool", "toolName": "ls", "toolCallId": "c1", "state": "input-available", "input": {}})
        ])
    ]
    valid [user("Go."), assistant([tool("approval-responded", &json!({"approval": {"id": "a1", "approved": true}}))])]
    repaired [
        user("Go."),
        assistant([
            json!({"type": "step-start"}),
            json!({"type": "dynamic-tool", "toolName": "ls", "toolCallId": "c1", "state": "output-error", "input": {},
                "errorText": NO_RESULT})
        ])
    ]

    arguments_type_of_ui_messages: ArgumentsType at ["/1/parts/0/input"]
    messages [
        user("Go."),
        assistant([tool("output-error", &json!({"input": "{\"path\": \"src\", \"al", "errorText": NO_RESULT}))])
    ]
    valid [user("Go."), assistant([tool("input-streaming", &json!({"input": "{\"path\": \"sr"}))])]
    repaired [user("Go."), assistant([failed()])]

    empty_part_of_ui_messages: EmptyPart at ["/1/parts/1"]
    messages [user("Go."), assistant([done(), Value::Null])]
    valid [user("Go."), assistant([done()])]
    repaired [user("Go."), assistant([done()])]

    unknown_role_of_ui_messages: UnknownRole at ["/1/role"]
    messages [user("Go."), json!({"id": "r", "role": "robot", "parts": [{"type": "text", "text": "Beep."}]})]
    valid [user("Go."), json!({"id": "r", "role": "system", "parts": [{"type": "text", "text": "Beep."}]})]
    repaired [user("Go."), json!({"id": "r", "role": "user", "parts": [{"type": "text", "text": "Beep."}]})]

    part_type_of_ui_messages: PartType at ["/1/parts/0"]
    messages [user("Go."), assistant([json!("Yes."), done()])]
    valid [user("Go."), assistant([json!({"type": "text", "text": "Yes."}), done()])]
    repaired [user("Go."), assistant([json!({"type": "text", "text": "Yes."}), done()])]
}
