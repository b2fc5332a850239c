//! VS Code's chat messages, as plain data.

use serde_json::{Value, json};

use super::NO_RESULT;

fn user(parts: impl Into<Value>) -> Value {
    json!({"role": 1, "content": parts.into()})
}

fn assistant(parts: impl Into<Value>) -> Value {
    json!({"role": 2, "content": parts.into()})
}

fn text(assistant: &str) -> Value {
    json!({"kind": "text", "value": assistant})
}

fn go() -> Value {
    user([text("Go.")])
}

fn call(id: impl Into<Value>) -> Value {
    json!({"kind": "toolCall", "callId": id.into(), "name": "ls", "input": {"path": "src"}})
}

fn call_named(name: &str) -> Value {
    json!({"kind": "toolCall", "callId": "c1", "name": name, "input": {}})
}

fn call_of(input: impl Into<Value>) -> Value {
    json!({"kind": "toolCall", "callId": "c1", "name": "ls", "input": input.into()})
}

fn result(id: impl Into<Value>) -> Value {
    json!({"kind": "toolResult", "callId": id.into(), "content": [text("lib.rs")]})
}

fn unknown(id: &str) -> Value {
    json!({"kind": "toolResult", "callId": id, "content": [text(NO_RESULT)], "isError": true})
}

cases! {
    VsCode

    call_without_result_of_vscode: CallWithoutResult at ["/1/content/0"]
    messages [go(), assistant([call("c1")]), user([text("Never mind.")])]
    valid [go(), assistant([call("c1")]), user([result("c1"), text("Never mind.")])]
    repaired [go(), assistant([call("c1")]), user([unknown("c1")]), user([text("Never mind.")])]

    call_without_result_of_vscode_with_roles_as_words: CallWithoutResult at ["/1/content/0"]
    messages [
        json!({"role": "user", "content": [text("Go.")]}),
        json!({"role": "assistant", "content": [call("c1")]}),
        json!({"role": "user", "content": [text("Wait.")]})
    ]
    valid [
        json!({"role": "user", "content": [text("Go.")]}),
        json!({"role": "assistant", "content": [call("c1")]}),
        json!({"role": "user", "content": [result("c1"), text("Wait.")]})
    ]
    repaired [
        json!({"role": "user", "content": [text("Go.")]}),
        json!({"role": "assistant", "content": [call("c1")]}),
        json!({"role": "user", "content": [unknown("c1")]}),
        json!({"role": "user", "content": [text("Wait.")]})
    ]

    open_call_of_vscode: OpenCall at ["/1/content/1"]
    messages [go(), assistant([call("c1"), call("c2")]), user([result("c1")])]
    valid [go(), assistant([call("c1"), call("c2")]), user([result("c1")]), user([result("c2")])]
    repaired [go(), assistant([call("c1"), call("c2")]), user([result("c1"), unknown("c2")])]

    result_without_call_of_vscode: ResultWithoutCall at ["/2/content/0"]
    messages [go(), assistant([text("Done.")]), user([result("c1"), text("And?")])]
    valid [go(), assistant([call("c1")]), user([result("c1"), text("And?")])]
    repaired [go(), assistant([text("Done.")]), user([text("And?")])]

    duplicate_result_of_vscode: DuplicateResult at ["/2/content/1"]
    messages [go(), assistant([call("c1")]), user([result("c1"), result("c1")])]
    valid [go(), assistant([call("c1")]), user([result("c1")])]
    repaired [go(), assistant([call("c1")]), user([result("c1")])]

    result_out_of_place_of_vscode: ResultOutOfPlace at ["/3/content/0"]
    messages [go(), assistant([call("c1")]), assistant([text("Hm.")]), user([result("c1")])]
    valid [go(), assistant([call("c1")]), user([result("c1")]), assistant([text("Hm.")])]
    repaired [go(), assistant([call("c1")]), user([result("c1")]), assistant([text("Hm.")])]

    results_not_first_of_vscode: ResultsNotFirst at ["/2/content/1"]
    messages [go(), assistant([call("c1")]), user([text("Here:"), result("c1")])]
    valid [go(), assistant([call("c1")]), user([result("c1"), text("Here:")])]
    repaired [go(), assistant([call("c1")]), user([result("c1"), text("Here:")])]

    missing_call_id_of_vscode: MissingCallId at ["/1/content/0/callId", "/2/content/0/callId"]
    messages [go(), assistant([call("")]), user([result("")])]
    valid [go(), assistant([call("x")]), user([result("x")])]
    repaired [go(), assistant([call("call_1")]), user([result("call_1")])]

    repeated_call_id_of_vscode: RepeatedCallId at ["/1/content/1"]
    messages [go(), assistant([call("c1"), call("c1")]), user([result("c1"), result("c1")])]
    valid [go(), assistant([call("c1")]), user([result("c1")]), assistant([call("c1")]), user([result("c1")])]
    repaired [go(), assistant([call("c1"), call("c1_2")]), user([result("c1"), result("c1_2")])]

    invalid_call_id_of_vscode: InvalidCallId at ["/1/content/0/callId", "/2/content/0/callId"]
    messages [go(), assistant([call(7)]), user([result(7)])]
    valid [go(), assistant([call("7: any")]), user([result("7: any")])]
    repaired [go(), assistant([call("7")]), user([result("7")])]

    missing_tool_name_of_vscode: MissingToolName at ["/1/content/0/name"]
    messages [go(), assistant([call_named("")]), user([result("c1")])]
    valid [go(), assistant([call_named("ls")]), user([result("c1")])]
    repaired [go(), assistant([call_named("unknown_tool")]), user([result("c1")])]

    arguments_type_of_vscode: ArgumentsType at ["/1/content/0/input"]
    messages [go(), assistant([call_of("src")]), user([result("c1")])]
    valid [go(), assistant([call_of(json!({}))]), user([result("c1")])]
    repaired [go(), assistant([call_of(json!({"input": "src"}))]), user([result("c1")])]

    empty_part_of_vscode: EmptyPart at ["/0/content/0"]
    messages [user([Value::Null, text("Go.")])]
    valid [user([text("Go.")])]
    repaired [user([text("Go.")])]

    misplaced_call_of_vscode: MisplacedCall at ["/1/content/0"]
    messages [go(), user([call("c1"), text("And?")])]
    valid [go(), assistant([call("c1")]), user([result("c1"), text("And?")])]
    repaired [go(), user([text("And?")])]

    unknown_role_of_vscode: UnknownRole at ["/1/role"]
    messages [go(), json!({"role": 7, "content": [text("Beep.")]})]
    valid [go(), json!({"role": 3, "content": [text("Beep.")]})]
    repaired [go(), user([text("Beep.")])]

    content_type_of_vscode: ContentType at ["/1/content", "/2/content"]
    messages [go(), assistant(call("c1")), user(result("c1"))]
    valid [go(), assistant([call("c1")]), user([result("c1")])]
    repaired [go(), assistant([call("c1")]), user([result("c1")])]

    part_type_of_vscode: PartType at ["/0/content/0"]
    messages [user(["Go."]), assistant([call("c1")]), user([result("c1")])]
    valid [go(), assistant([call("c1")]), user([result("c1")])]
    repaired [go(), assistant([call("c1")]), user([result("c1")])]
}
