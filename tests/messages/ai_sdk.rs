//! The AI SDK's `ModelMessage`.

use serde_json::{Value, json};

use super::NO_RESULT;

fn user(assistant: &str) -> Value {
    json!({"role": "user", "content": assistant})
}

fn assistant(content: impl Into<Value>) -> Value {
    json!({"role": "assistant", "content": content.into()})
}

fn tool(content: impl Into<Value>) -> Value {
    json!({"role": "tool", "content": content.into()})
}

fn text(assistant: &str) -> Value {
    json!({"type": "text", "text": assistant})
}

fn call(id: impl Into<Value>) -> Value {
    json!({"type": "tool-call", "toolCallId": id.into(), "toolName": "ls", "input": {"path": "src"}})
}

fn call_of(input: impl Into<Value>) -> Value {
    json!({"type": "tool-call", "toolCallId": "c1", "toolName": "ls", "input": input.into()})
}

fn call_named(name: &str) -> Value {
    json!({"type": "tool-call", "toolCallId": "c1", "toolName": name, "input": {}})
}

fn result(id: impl Into<Value>) -> Value {
    json!({"type": "tool-result", "toolCallId": id.into(), "toolName": "ls", "output": output("lib.rs")})
}

fn result_named(name: &str) -> Value {
    json!({"type": "tool-result", "toolCallId": "c1", "toolName": name, "output": output("lib.rs")})
}

fn result_of(output: impl Into<Value>) -> Value {
    json!({"type": "tool-result", "toolCallId": "c1", "toolName": "ls", "output": output.into()})
}

/// Version 4 has no `output`.
fn result_of_version_4(result: impl Into<Value>) -> Value {
    json!({"type": "tool-result", "toolCallId": "c1", "toolName": "ls", "result": result.into()})
}

fn output(assistant: &str) -> Value {
    json!({"type": "text", "value": assistant})
}

fn unknown(id: &str) -> Value {
    let output = json!({"type": "error-text", "value": NO_RESULT});
    json!({"type": "tool-result", "toolCallId": id, "toolName": "ls", "output": output})
}

fn asked(id: &str) -> Value {
    json!({"type": "tool-approval-request", "approvalId": "a1", "toolCallId": id})
}

fn error(text: &str) -> Value {
    json!({"type": "error-text", "value": text})
}

fn compaction(content: &str) -> Value {
    json!({"type": "text", "text": content, "providerOptions": {"anthropic": {"type": "compaction"}}})
}

fn allowed() -> Value {
    json!({"type": "tool-approval-response", "approvalId": "a1", "approved": true})
}

cases! {
    AiSdk

    call_without_result_of_ai_sdk: CallWithoutResult at ["/1/content/0"]
    messages [user("Go."), assistant([call("c1")]), user("Never mind.")]
    valid [user("Go."), assistant([call("c1")]), tool([result("c1")]), user("Never mind.")]
    repaired [user("Go."), assistant([call("c1")]), tool([unknown("c1")]), user("Never mind.")]

    call_without_result_of_ai_sdk_where_another_has_one: CallWithoutResult at ["/1/content/0"]
    messages [user("Go."), assistant([call("c1"), call("c2")]), tool([result("c2")]), user("And?")]
    valid [user("Go."), assistant([call("c1"), call("c2")]), tool([result("c2")]), tool([result("c1")]), user("And?")]
    repaired [user("Go."), assistant([call("c1"), call("c2")]), tool([result("c2"), unknown("c1")]), user("And?")]

    open_call_of_ai_sdk: OpenCall at ["/1/content/1"]
    messages [user("Go."), assistant([text("Yes."), call("c1")])]
    valid [user("Go."), assistant([text("Yes."), call("c1"), asked("c1")]), tool([allowed()])]
    repaired [user("Go."), assistant([text("Yes."), call("c1")]), tool([unknown("c1")])]

    result_without_call_of_ai_sdk: ResultWithoutCall at ["/2/content/0"]
    messages [user("Go."), assistant("Done."), tool([result("c1")])]
    valid [user("Go."), assistant([call("c1")]), tool([result("c1")])]
    repaired [user("Go."), assistant("Done.")]

    duplicate_result_of_ai_sdk: DuplicateResult at ["/3/content/0", "/3/content/1"]
    messages [user("Go."), assistant([call("c1")]), tool([result("c1")]), tool([result("c1"), result("c1")])]
    valid [user("Go."), assistant([call("c1")]), tool([result("c1")])]
    repaired [user("Go."), assistant([call("c1")]), tool([result("c1")])]

    result_out_of_place_of_ai_sdk: ResultOutOfPlace at ["/3/content/0"]
    messages [user("Go."), assistant([call("c1")]), user("Wait."), tool([result("c1")])]
    valid [user("Go."), assistant([call("c1")]), tool([result("c1")]), user("Wait.")]
    repaired [user("Go."), assistant([call("c1")]), tool([result("c1")]), user("Wait.")]

    missing_call_id_of_ai_sdk: MissingCallId at ["/2/content/0/toolCallId"]
    messages [user("Go."), assistant([call("c1")]), tool([result("")])]
    valid [user("Go."), assistant([call("c1")]), tool([result("c1")])]
    repaired [user("Go."), assistant([call("c1")]), tool([result("c1")])]

    repeated_call_id_of_ai_sdk: RepeatedCallId at ["/1/content/1"]
    messages [user("Go."), assistant([call("c1"), call("c1")]), tool([result("c1"), result("c1")])]
    valid [
        user("Go."), assistant([call("c1")]), tool([result("c1")]), user("Again."), assistant([call("c1")]), tool([result("c1")])
    ]
    repaired [user("Go."), assistant([call("c1"), call("c1_2")]), tool([result("c1"), result("c1_2")])]

    repeated_call_id_of_ai_sdk_before_its_result: RepeatedCallId at ["/1/content/1"]
    messages [
        user("Go."), assistant([call("c1"), call("c1"), asked("c1")]), tool([result("c1"), result("c1"), allowed()])
    ]
    valid [user("Go."), assistant([call("c1"), call("c2"), asked("c2")]), tool([result("c1"), result("c2"), allowed()])]
    repaired [
        user("Go."), assistant([call("c1"), call("c1_2"), asked("c1_2")]), tool([result("c1"), result("c1_2"), allowed()])
    ]

    invalid_call_id_of_ai_sdk: InvalidCallId at ["/1/content/0/toolCallId", "/2/content/0/toolCallId"]
    messages [user("Go."), assistant([call(7)]), tool([result(7)])]
    valid [user("Go."), assistant([call("any: id.")]), tool([result("any: id.")])]
    repaired [user("Go."), assistant([call("7")]), tool([result("7")])]

    missing_tool_name_of_ai_sdk: MissingToolName at ["/2/content/0/toolName"]
    messages [user("Go."), assistant([call("c1")]), tool([result_named("")])]
    valid [user("Go."), assistant([call("c1")]), tool([result_named("ls")])]
    repaired [user("Go."), assistant([call("c1")]), tool([result_named("ls")])]

    missing_tool_name_of_ai_sdk_on_the_call: MissingToolName at ["/1/content/0/toolName"]
    messages [user("Go."), assistant([call_named("")]), tool([result("c1")])]
    valid [user("Go."), assistant([call_named("fs.ls")]), tool([result("c1")])]
    repaired [user("Go."), assistant([call_named("ls")]), tool([result("c1")])]

    result_type_of_ai_sdk: ResultType at ["/2/content/0/output"]
    messages [user("Go."), assistant([call("c1")]), tool([result_of("lib.rs")])]
    valid [user("Go."), assistant([call("c1")]), tool([result_of(json!({"type": "execution-denied"}))])]
    repaired [user("Go."), assistant([call("c1")]), tool([result("c1")])]

    result_type_of_ai_sdk_as_json: ResultType at ["/2/content/0/output"]
    messages [user("Go."), assistant([call("c1")]), tool([result_of(json!({"files": 1}))])]
    valid [user("Go."), assistant([call("c1")]), tool([result_of(json!({"type": "json", "value": {"files": 1}}))])]
    repaired [user("Go."), assistant([call("c1")]), tool([result_of(json!({"type": "json", "value": {"files": 1}}))])]

    result_type_of_ai_sdk_as_null: ResultType at ["/2/content/0/output"]
    messages [user("Go."), assistant([call("c1")]), tool([result_of(Value::Null)])]
    valid [user("Go."), assistant([call("c1")]), tool([result_of(output(""))])]
    repaired [user("Go."), assistant([call("c1")]), tool([result_of(output(""))])]

    arguments_type_of_ai_sdk: ArgumentsType at ["/1/content/0/input"]
    messages [user("Go."), assistant([call_of("{\"path\": \"src\", \"all\": tr")]), tool([result("c1")])]
    valid [user("Go."), assistant([call_of("*** Begin Patch")]), tool([result("c1")])]
    repaired [user("Go."), assistant([call("c1")]), tool([result("c1")])]

    arguments_type_of_ai_sdk_as_cut_in_the_first: ArgumentsType at ["/1/content/0/input"]
    messages [user("Go."), assistant([call_of("{\"path\": \"sr")]), tool([result("c1")])]
    valid [user("Go."), assistant([call_of("{ return 1; }")]), tool([result("c1")])]
    repaired [user("Go."), assistant([call_of(json!({"input": "{\"path\": \"sr"}))]), tool([result("c1")])]

    empty_message_of_ai_sdk: EmptyMessage at ["/1/content"]
    messages [user("Go."), json!({"role": "assistant"}), user("Now.")]
    valid [user("Go."), assistant(""), user("Now.")]
    repaired [user("Go."), user("Now.")]

    empty_message_of_ai_sdk_as_text: EmptyMessage at ["/2/content"]
    messages [user("Go."), assistant("Done."), tool("lib.rs")]
    valid [user("Go."), assistant("Done."), tool(json!([]))]
    repaired [user("Go."), assistant("Done.")]

    empty_part_of_ai_sdk: EmptyPart at ["/1/content/0"]
    messages [user("Go."), assistant([Value::Null, text("Yes.")])]
    valid [user("Go."), assistant([text(""), text("Yes.")])]
    repaired [user("Go."), assistant([text("Yes.")])]

    unknown_role_of_ai_sdk: UnknownRole at ["/1/role"]
    messages [user("Go."), json!({"role": "developer", "content": "Beep."})]
    valid [user("Go."), json!({"role": "system", "content": "Beep."})]
    repaired [user("Go."), user("Beep.")]

    approval_without_request_of_ai_sdk: ApprovalWithoutRequest at ["/2/content/1"]
    messages [user("Go."), assistant([call("c1")]), tool([result("c1"), allowed()])]
    valid [user("Go."), assistant([call("c1"), asked("c1")]), tool([result("c1"), allowed()])]
    repaired [user("Go."), assistant([call("c1")]), tool([result("c1")])]

    error_without_text_of_ai_sdk: ErrorWithoutText at ["/2/content/0/output/value"]
    messages [user("Go."), assistant([call("c1")]), tool([result_of(error(""))])]
    valid [user("Go."), assistant([call("c1")]), tool([result_of(error("No."))])]
    repaired [user("Go."), assistant([call("c1")]), tool([result_of(error("The call failed without a message."))])]

    request_without_call_of_ai_sdk: RequestWithoutCall at ["/1/content/1"]
    messages [user("Go."), assistant([call("c1"), asked("c2")]), tool([result("c1")])]
    valid [user("Go."), assistant([call("c1"), asked("c1")]), tool([result("c1")])]
    repaired [user("Go."), assistant([call("c1")]), tool([result("c1")])]

    empty_text_of_ai_sdk_as_compaction: EmptyText at ["/1/content/0/text"]
    messages [user("Go."), assistant([compaction(""), text("Done.")]), user("And?")]
    valid [user("Go."), assistant([compaction("Earlier: nothing."), text("")]), user("And?")]
    repaired [user("Go."), assistant([text("Done.")]), user("And?")]

    misplaced_call_of_ai_sdk: MisplacedCall at ["/1/content/0"]
    messages [user("Go."), json!({"role": "user", "content": [call("c1"), text("And?")]})]
    valid [user("Go."), assistant([call("c1")]), tool([result("c1")]), user("And?")]
    repaired [user("Go."), json!({"role": "user", "content": [text("And?")]})]

    result_type_of_ai_sdk_of_version_4: ResultType at ["/2/content/0/output"]
    messages [user("Go."), assistant([call("c1")]), tool([result_of_version_4("lib.rs")])]
    valid [user("Go."), assistant([call("c1")]), tool([result("c1")])]
    repaired [user("Go."), assistant([call("c1")]), tool([result("c1")])]

    result_type_of_ai_sdk_of_version_4_as_json: ResultType at ["/2/content/0/output"]
    messages [user("Go."), assistant([call("c1")]), tool([result_of_version_4(json!({"files": 1}))])]
    valid [user("Go."), assistant([call("c1")]), tool([result_of(json!({"type": "json", "value": {"files": 1}}))])]
    repaired [user("Go."), assistant([call("c1")]), tool([result_of(json!({"type": "json", "value": {"files": 1}}))])]

    content_type_of_ai_sdk: ContentType at ["/1/content", "/2/content"]
    messages [user("Go."), assistant(call("c1")), tool(result("c1"))]
    valid [user("Go."), assistant([call("c1")]), tool([result("c1")])]
    repaired [user("Go."), assistant([call("c1")]), tool([result("c1")])]

    content_type_of_ai_sdk_as_number: ContentType at ["/0/content"]
    messages [json!({"role": "user", "content": 7}), assistant([call("c1")]), tool([result("c1")])]
    valid [user("7"), assistant([call("c1")]), tool([result("c1")])]
    repaired [user("7"), assistant([call("c1")]), tool([result("c1")])]

    part_type_of_ai_sdk: PartType at ["/1/content/0"]
    messages [user("Go."), assistant([json!("Yes."), call("c1")]), tool([result("c1")])]
    valid [user("Go."), assistant([text("Yes."), call("c1")]), tool([result("c1")])]
    repaired [user("Go."), assistant([text("Yes."), call("c1")]), tool([result("c1")])]
}
