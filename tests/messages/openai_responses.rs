//! Items of OpenAI's Responses: how calls and outputs belong together.

use serde_json::{Value, json};

use super::NO_RESULT;

pub fn user(content: impl Into<Value>) -> Value {
    json!({"role": "user", "content": content.into()})
}

fn assistant(content: impl Into<Value>) -> Value {
    json!({"type": "message", "role": "assistant", "content": content.into()})
}

fn input(assistant: &str) -> Value {
    json!({"type": "input_text", "text": assistant})
}

fn result_of(assistant: &str) -> Value {
    json!({"type": "output_text", "text": assistant})
}

pub fn call(id: impl Into<Value>) -> Value {
    json!({"type": "function_call", "call_id": id.into(), "name": "ls", "arguments": "{\"path\":\"src\"}"})
}

pub fn output(id: impl Into<Value>) -> Value {
    output_of(id, "lib.rs")
}

fn output_of(id: impl Into<Value>, output: impl Into<Value>) -> Value {
    json!({"type": "function_call_output", "call_id": id.into(), "output": output.into()})
}

fn call_named(name: &str) -> Value {
    json!({"type": "function_call", "call_id": "c1", "name": name, "arguments": "{}"})
}

fn call_of(arguments: impl Into<Value>) -> Value {
    json!({"type": "function_call", "call_id": "c1", "name": "ls", "arguments": arguments.into()})
}

fn custom(input: impl Into<Value>) -> Value {
    json!({"type": "custom_tool_call", "call_id": "c1", "name": "sh", "input": input.into()})
}

fn custom_output(output: &str) -> Value {
    json!({"type": "custom_tool_call_output", "call_id": "c1", "output": output})
}

fn local_shell() -> Value {
    json!({"type": "local_shell_call", "id": "lsh_1", "call_id": "c1", "status": "completed",
        "action": {"type": "exec", "command": ["ls"], "env": {}}})
}

fn shell() -> Value {
    json!({"type": "shell_call", "call_id": "c1", "action": {"commands": ["ls"]}})
}

fn shell_output(assistant: &str, failed: &str, code: i32) -> Value {
    json!({"type": "shell_call_output", "call_id": "c1", "output": [
        {"stdout": assistant, "stderr": failed, "outcome": {"type": "exit", "exit_code": code}}
    ]})
}

fn patch() -> Value {
    json!({"type": "apply_patch_call", "call_id": "c1", "status": "completed",
        "operation": {"type": "delete_file", "path": "a"}})
}

fn patch_output(status: &str, assistant: &str) -> Value {
    json!({"type": "apply_patch_call_output", "call_id": "c1", "status": status, "output": assistant})
}

fn computer() -> Value {
    json!({"type": "computer_call", "id": "cu_1", "call_id": "c1", "status": "completed",
        "action": {"type": "screenshot"}, "pending_safety_checks": []})
}

fn agents_call() -> Value {
    json!({"type": "function_call", "callId": "c1", "name": "ls", "arguments": "{}", "status": "completed"})
}

fn agents_result(status: &str, assistant: &str) -> Value {
    json!({"type": "function_call_result", "callId": "c1", "name": "ls", "status": status,
        "output": {"type": "text", "text": assistant}})
}

cases! {
    OpenAiResponses

    call_without_result_of_openai_responses: CallWithoutResult at ["/1"]
    messages [user("Go."), call("c1"), user("Never mind.")]
    valid [user("Go."), call("c1"), user("Never mind."), output("c1")]
    repaired [user("Go."), call("c1"), output_of("c1", NO_RESULT), user("Never mind.")]

    call_without_result_of_openai_responses_where_another_has_one: CallWithoutResult at ["/1"]
    messages [user("Go."), call("c1"), call("c2"), output("c2"), user("And?")]
    valid [user("Go."), call("c1"), call("c2"), output("c2"), output("c1"), user("And?")]
    repaired [user("Go."), call("c1"), call("c2"), output("c2"), output_of("c1", NO_RESULT), user("And?")]

    call_without_result_of_openai_responses_of_a_custom_tool: CallWithoutResult at ["/1"]
    messages [user("Go."), custom("ls"), user("And?")]
    valid [user("Go."), custom("ls"), custom_output("lib.rs"), user("And?")]
    repaired [user("Go."), custom("ls"), custom_output(NO_RESULT), user("And?")]

    call_without_result_of_openai_responses_of_a_local_shell: CallWithoutResult at ["/1"]
    messages [user("Go."), local_shell(), user("And?")]
    valid [user("Go."), local_shell(), json!({"type": "local_shell_call_output", "id": "c1", "output": "lib.rs"})]
    repaired [
        user("Go."),
        local_shell(),
        json!({"type": "local_shell_call_output", "id": "c1", "output": NO_RESULT}),
        user("And?")
    ]

    call_without_result_of_openai_responses_of_a_shell: CallWithoutResult at ["/1"]
    messages [user("Go."), shell(), user("And?")]
    valid [user("Go."), shell(), shell_output("lib.rs", "", 0), user("And?")]
    repaired [user("Go."), shell(), shell_output("", NO_RESULT, 1), user("And?")]

    call_without_result_of_openai_responses_of_a_patch: CallWithoutResult at ["/1"]
    messages [user("Go."), patch(), user("And?")]
    valid [user("Go."), patch(), patch_output("completed", "Done."), user("And?")]
    repaired [user("Go."), patch(), patch_output("failed", NO_RESULT), user("And?")]

    call_without_result_of_openai_responses_of_a_computer: CallWithoutResult at ["/1"]
    messages [user("Go."), computer(), user("And?")]
    valid [
        user("Go."),
        computer(),
        json!({"type": "computer_call_output", "call_id": "c1",
            "output": {"type": "computer_screenshot", "image_url": "data:image/png;base64,AA=="}})
    ]
    repaired [user("Go."), user("And?")]

    call_without_result_of_openai_agents: CallWithoutResult at ["/1"]
    messages [user("Go."), agents_call(), user("And?")]
    valid [user("Go."), agents_call(), agents_result("completed", "lib.rs"), user("And?")]
    repaired [user("Go."), agents_call(), agents_result("incomplete", NO_RESULT), user("And?")]

    open_call_of_openai_responses: OpenCall at ["/2"]
    messages [user("Go."), call("c1"), call("c2"), output("c1")]
    valid [user("Go."), call("c1"), call("c2"), output("c1"), output("c2")]
    repaired [user("Go."), call("c1"), call("c2"), output("c1"), output_of("c2", NO_RESULT)]

    result_without_call_of_openai_responses: ResultWithoutCall at ["/2"]
    messages [user("Go."), assistant("Done."), output("c1"), user("And?")]
    // Outputs alone go on from a response that the provider keeps.
    valid [user("Go."), output("c1"), user("And?")]
    repaired [user("Go."), assistant("Done."), user("And?")]

    result_without_call_of_openai_responses_of_another_id: ResultWithoutCall at ["/3"]
    messages [user("Go."), call("c1"), output("c1"), output("c9")]
    valid [output("c1"), output("c9")]
    repaired [user("Go."), call("c1"), output("c1")]

    duplicate_result_of_openai_responses: DuplicateResult at ["/4"]
    messages [user("Go."), call("c1"), output("c1"), user("And?"), output_of("c1", "again")]
    valid [user("Go."), call("c1"), output("c1"), user("And?")]
    repaired [user("Go."), call("c1"), output("c1"), user("And?")]

    result_out_of_place_of_openai_responses: ResultOutOfPlace at ["/1"]
    messages [user("Go."), output("c1"), call("c1"), user("And?")]
    valid [user("Go."), call("c1"), user("And?"), output("c1")]
    repaired [user("Go."), call("c1"), output("c1"), user("And?")]

    missing_call_id_of_openai_responses: MissingCallId at ["/2/call_id"]
    messages [user("Go."), call("c1"), output("")]
    valid [user("Go."), call("c1"), output("c1")]
    repaired [user("Go."), call("c1"), output("c1")]

    missing_call_id_of_openai_responses_on_both_sides: MissingCallId at ["/1/call_id", "/2/call_id"]
    messages [user("Go."), call(""), output("")]
    valid [user("Go."), call("x"), output("x")]
    repaired [user("Go."), call("call_1"), output("call_1")]

    repeated_call_id_of_openai_responses: RepeatedCallId at ["/3"]
    messages [user("Go."), call("c1"), output("c1"), call("c1"), output_of("c1", "again")]
    valid [user("Go."), call("c1"), output("c1"), call("c2"), output_of("c2", "again")]
    repaired [user("Go."), call("c1"), output("c1"), call("c1_2"), output_of("c1_2", "again")]

    invalid_call_id_of_openai_responses: InvalidCallId at ["/1/call_id", "/2/call_id"]
    messages [user("Go."), call("x".repeat(65)), output("x".repeat(65))]
    valid [user("Go."), call("x:".repeat(32)), output("x:".repeat(32))]
    repaired [user("Go."), call("x".repeat(64)), output("x".repeat(64))]

    missing_tool_name_of_openai_responses: MissingToolName at ["/1/name"]
    messages [user("Go."), call_named(""), output("c1")]
    valid [user("Go."), call_named("ls"), output("c1")]
    repaired [user("Go."), call_named("unknown_tool"), output("c1")]

    invalid_tool_name_of_openai_responses: InvalidToolName at ["/1/name"]
    messages [user("Go."), call_named("mcp/fs:read"), output("c1")]
    valid [user("Go."), call_named("mcp-fs_read"), output("c1")]
    repaired [user("Go."), call_named("mcp_fs_read"), output("c1")]

    arguments_type_of_openai_responses: ArgumentsType at ["/1/arguments"]
    messages [user("Go."), call_of(json!({"path": "src"})), output("c1")]
    valid [user("Go."), call("c1"), output("c1")]
    repaired [user("Go."), call("c1"), output("c1")]

    arguments_type_of_openai_responses_as_null: ArgumentsType at ["/1/arguments"]
    messages [user("Go."), call_of(Value::Null), output("c1")]
    valid [user("Go."), call_of(""), output("c1")]
    repaired [user("Go."), call_of("{}"), output("c1")]

    arguments_type_of_openai_responses_as_cut_in_a_text: ArgumentsType at ["/1/arguments"]
    messages [user("Go."), call_of("{\"path\": \"src\", \"command\": \"ls -l"), output("c1")]
    valid [user("Go."), call_of("null"), output("c1")]
    repaired [user("Go."), call_of("{\"path\": \"src\"}"), output("c1")]

    arguments_type_of_openai_responses_as_cut_in_a_list: ArgumentsType at ["/1/arguments"]
    messages [user("Go."), call_of("{\"path\": \"src\", \"all\": true , \"of\": [{\"a\": 1}, 2"), output("c1")]
    valid [user("Go."), call_of("null"), output("c1")]
    repaired [user("Go."), call_of("{\"path\": \"src\", \"all\": true}"), output("c1")]

    arguments_type_of_openai_responses_as_cut_in_a_number: ArgumentsType at ["/1/arguments"]
    messages [user("Go."), call_of("{\"path\": \"src\", \"line\": 12"), output("c1")]
    valid [user("Go."), call_of("null"), output("c1")]
    repaired [user("Go."), call_of("{\"path\": \"src\"}"), output("c1")]

    arguments_type_of_openai_responses_as_cut_behind_a_member: ArgumentsType at ["/1/arguments"]
    messages [user("Go."), call_of("{\"path\": \"src\", \"of\": {\"a\": \"}\"}"), output("c1")]
    valid [user("Go."), call_of("null"), output("c1")]
    repaired [user("Go."), call_of("{\"path\": \"src\", \"of\": {\"a\": \"}\"}}"), output("c1")]

    arguments_type_of_openai_responses_as_cut_in_the_first: ArgumentsType at ["/1/arguments"]
    messages [user("Go."), call_of("{\"path\": \"sr"), output("c1")]
    valid [user("Go."), call_of("null"), output("c1")]
    repaired [user("Go."), call_of("{\"input\":\"{\\\"path\\\": \\\"sr\"}"), output("c1")]

    arguments_type_of_openai_responses_as_no_json: ArgumentsType at ["/1/arguments"]
    messages [user("Go."), call_of("ls -l"), output("c1")]
    valid [user("Go."), call_of("null"), output("c1")]
    repaired [user("Go."), call_of("{\"input\":\"ls -l\"}"), output("c1")]

    arguments_type_of_openai_responses_as_more_than_json: ArgumentsType at ["/1/arguments"]
    messages [user("Go."), call_of("{\"a\":1}{\"b\":2}"), output("c1")]
    valid [user("Go."), call_of("null"), output("c1")]
    repaired [user("Go."), call_of("{\"input\":\"{\\\"a\\\":1}{\\\"b\\\":2}\"}"), output("c1")]

    arguments_type_of_openai_responses_as_white_space: ArgumentsType at ["/1/arguments"]
    messages [user("Go."), call_of(" "), output("c1")]
    valid [user("Go."), call_of("null"), output("c1")]
    repaired [user("Go."), call_of("{}"), output("c1")]

    lone_surrogate_of_openai_responses: LoneSurrogate at ["/1/arguments"]
    messages [user("Go."), call_of("{\"text\":\"\\ude00\\ud83d\"}"), output("c1")]
    valid [user("Go."), call_of("{\"text\":\"\\\\ude00\"}"), output("c1")]
    repaired [user("Go."), call_of("{\"text\":\"\\ufffd\\ufffd\"}"), output("c1")]

    arguments_type_of_openai_responses_of_a_custom_tool: ArgumentsType at ["/1/input"]
    messages [user("Go."), custom(Value::Null), custom_output("lib.rs")]
    valid [user("Go."), custom("ls"), custom_output("lib.rs")]
    repaired [user("Go."), custom(""), custom_output("lib.rs")]

    result_type_of_openai_responses: ResultType at ["/2/output"]
    messages [user("Go."), call("c1"), output_of("c1", json!({"files": ["lib.rs"]}))]
    valid [user("Go."), call("c1"), output_of("c1", [json!({"type": "input_text", "text": "lib.rs"})])]
    repaired [user("Go."), call("c1"), output_of("c1", "{\"files\":[\"lib.rs\"]}")]

    result_type_of_openai_responses_as_null: ResultType at ["/2/output"]
    messages [user("Go."), call("c1"), output_of("c1", Value::Null)]
    valid [user("Go."), call("c1"), output_of("c1", "")]
    repaired [user("Go."), call("c1"), output_of("c1", "")]

    result_type_of_openai_responses_of_a_custom_tool: ResultType at ["/2/type"]
    messages [user("Go."), custom("ls"), output("c1")]
    valid [user("Go."), custom("ls"), custom_output("lib.rs")]
    repaired [user("Go."), custom("ls"), custom_output("lib.rs")]

    result_type_of_openai_responses_of_a_function: ResultType at ["/2/type"]
    messages [user("Go."), call("c1"), custom_output("lib.rs")]
    valid [user("Go."), call("c1"), output("c1")]
    repaired [user("Go."), call("c1"), output("c1")]

    content_type_of_openai_responses: ContentType at ["/0/content", "/1/content"]
    messages [user(input("Go.")), assistant(result_of("Yes."))]
    valid [user([input("Go.")]), assistant([result_of("Yes.")])]
    repaired [user([input("Go.")]), assistant([result_of("Yes.")])]

    content_type_of_openai_responses_as_number: ContentType at ["/0/content"]
    messages [user(7), call("c1"), output("c1")]
    valid [user("7"), call("c1"), output("c1")]
    repaired [user("7"), call("c1"), output("c1")]

    part_type_of_openai_responses: PartType at ["/0/content/0", "/1/content/0"]
    messages [user(["Go."]), assistant(["Yes."]), call("c1"), output("c1")]
    valid [user([input("Go.")]), assistant([result_of("Yes.")]), call("c1"), output("c1")]
    repaired [user([input("Go.")]), assistant([result_of("Yes.")]), call("c1"), output("c1")]

    empty_part_of_openai_responses: EmptyPart at ["/0/content/0"]
    messages [user([Value::Null, json!({"type": "input_text", "text": "Go."})])]
    valid [user([json!({"type": "input_text", "text": ""})])]
    repaired [user([json!({"type": "input_text", "text": "Go."})])]

    unknown_role_of_openai_responses: UnknownRole at ["/1/role"]
    messages [user("Go."), json!({"type": "message", "role": "robot", "content": "Beep."})]
    valid [user("Go."), json!({"type": "message", "role": "developer", "content": "Beep."})]
    repaired [user("Go."), json!({"type": "message", "role": "user", "content": "Beep."})]
}
