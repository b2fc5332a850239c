//! OpenAI's Chat Completions.

use serde_json::{Value, json};

use super::NO_RESULT;

pub fn user(content: impl Into<Value>) -> Value {
    json!({"role": "user", "content": content.into()})
}

fn assistant(content: &str) -> Value {
    json!({"role": "assistant", "content": content})
}

fn calls(calls: impl Into<Value>) -> Value {
    json!({"role": "assistant", "content": null, "tool_calls": calls.into()})
}

fn call(id: impl Into<Value>) -> Value {
    json!({"id": id.into(), "type": "function", "function": {"name": "ls", "arguments": "{\"path\":\"src\"}"}})
}

fn result(id: impl Into<Value>) -> Value {
    answer(id, "lib.rs")
}

fn answer(id: impl Into<Value>, content: impl Into<Value>) -> Value {
    json!({"role": "tool", "tool_call_id": id.into(), "content": content.into()})
}

fn text(assistant: &str) -> Value {
    json!({"type": "text", "text": assistant})
}

fn call_named(name: &str) -> Value {
    json!({"id": "c1", "type": "function", "function": {"name": name, "arguments": "{}"}})
}

fn call_of(arguments: impl Into<Value>) -> Value {
    json!({"id": "c1", "type": "function", "function": {"name": "ls", "arguments": arguments.into()}})
}

fn custom(input: impl Into<Value>) -> Value {
    json!({"id": "c1", "type": "custom", "custom": {"name": "sh", "input": input.into()}})
}

cases! {
    OpenAiChat

    call_without_result_of_openai_chat: CallWithoutResult at ["/1/tool_calls/0"]
    messages [user("Go."), calls([call("c1")]), user("Never mind.")]
    valid [user("Go."), calls([call("c1")]), result("c1"), user("Never mind.")]
    repaired [user("Go."), calls([call("c1")]), answer("c1", NO_RESULT), user("Never mind.")]

    call_without_result_of_openai_chat_where_another_has_one: CallWithoutResult at ["/1/tool_calls/0"]
    messages [user("Go."), calls([call("c1"), call("c2")]), result("c2"), user("And?")]
    valid [user("Go."), calls([call("c1"), call("c2")]), result("c2"), result("c1"), user("And?")]
    repaired [user("Go."), calls([call("c1"), call("c2")]), result("c2"), answer("c1", NO_RESULT), user("And?")]

    call_without_result_of_openai_chat_as_function_call: CallWithoutResult at ["/1/function_call"]
    messages [
        user("Go."),
        json!({"role": "assistant", "content": null, "function_call": {"name": "ls", "arguments": "{}"}}),
        user("Never mind.")
    ]
    valid [
        user("Go."),
        json!({"role": "assistant", "content": null, "function_call": {"name": "ls", "arguments": "{}"}}),
        json!({"role": "function", "name": "ls", "content": "lib.rs"})
    ]
    repaired [
        user("Go."),
        json!({"role": "assistant", "content": null, "function_call": {"name": "ls", "arguments": "{}"}}),
        json!({"role": "function", "name": "ls", "content": NO_RESULT}),
        user("Never mind.")
    ]

    open_call_of_openai_chat: OpenCall at ["/1/tool_calls/1"]
    messages [user("Go."), calls([call("c1"), call("c2")]), result("c1")]
    valid [user("Go."), calls([call("c1"), call("c2")]), result("c1"), result("c2")]
    repaired [user("Go."), calls([call("c1"), call("c2")]), result("c1"), answer("c2", NO_RESULT)]

    result_without_call_of_openai_chat: ResultWithoutCall at ["/2"]
    messages [user("Go."), assistant("Done."), result("c1"), user("And?")]
    valid [user("Go."), calls([call("c1")]), result("c1"), user("And?")]
    repaired [user("Go."), assistant("Done."), user("And?")]

    result_without_call_of_openai_chat_of_another_id: ResultWithoutCall at ["/3"]
    messages [user("Go."), calls([call("c1")]), result("c1"), result("c9")]
    valid [user("Go."), calls([call("c1"), call("c9")]), result("c1"), result("c9")]
    repaired [user("Go."), calls([call("c1")]), result("c1")]

    duplicate_result_of_openai_chat: DuplicateResult at ["/3"]
    messages [user("Go."), calls([call("c1")]), result("c1"), answer("c1", "again"), user("And?")]
    valid [user("Go."), calls([call("c1")]), result("c1"), user("And?")]
    repaired [user("Go."), calls([call("c1")]), result("c1"), user("And?")]

    result_out_of_place_of_openai_chat: ResultOutOfPlace at ["/3"]
    messages [user("Go."), calls([call("c1")]), user("Wait."), result("c1")]
    valid [user("Go."), calls([call("c1")]), result("c1"), user("Wait.")]
    repaired [user("Go."), calls([call("c1")]), result("c1"), user("Wait.")]

    result_out_of_place_of_openai_chat_before_its_call: ResultOutOfPlace at ["/1"]
    messages [user("Go."), result("c1"), calls([call("c1")]), user("And?")]
    valid [user("Go."), calls([call("c1")]), result("c1"), user("And?")]
    repaired [user("Go."), calls([call("c1")]), result("c1"), user("And?")]

    missing_call_id_of_openai_chat: MissingCallId at ["/2/tool_call_id"]
    messages [user("Go."), calls([call("c1")]), answer(Value::Null, "lib.rs")]
    valid [user("Go."), calls([call("c1")]), result("c1")]
    repaired [user("Go."), calls([call("c1")]), result("c1")]

    missing_call_id_of_openai_chat_on_both_sides: MissingCallId at ["/1/tool_calls/0/id", "/2/tool_call_id"]
    messages [user("Go."), calls([call("")]), result("")]
    valid [user("Go."), calls([call("x")]), result("x")]
    repaired [user("Go."), calls([call("call_1")]), result("call_1")]

    repeated_call_id_of_openai_chat: RepeatedCallId at ["/1/tool_calls/1"]
    messages [user("Go."), calls([call("c1"), call("c1")]), answer("c1", "one"), answer("c1", "two")]
    valid [
        user("Go."), calls([call("c1")]), answer("c1", "one"), user("Again."), calls([call("c1")]), answer("c1", "two")
    ]
    repaired [user("Go."), calls([call("c1"), call("c1_2")]), answer("c1", "one"), answer("c1_2", "two")]

    invalid_call_id_of_openai_chat: InvalidCallId at ["/1/tool_calls/0/id", "/2/tool_call_id"]
    messages [user("Go."), calls([call("x".repeat(41))]), result("x".repeat(41))]
    valid [user("Go."), calls([call("x.".repeat(20))]), result("x.".repeat(20))]
    repaired [user("Go."), calls([call("x".repeat(40))]), result("x".repeat(40))]

    invalid_call_id_of_openai_chat_as_number: InvalidCallId at ["/1/tool_calls/0/id", "/2/tool_call_id"]
    messages [user("Go."), calls([call(7)]), result(7)]
    valid [user("Go."), calls([call("7")]), result("7")]
    repaired [user("Go."), calls([call("7")]), result("7")]

    missing_tool_name_of_openai_chat: MissingToolName at ["/1/tool_calls/0/function/name"]
    messages [user("Go."), calls([call_named("")]), result("c1")]
    valid [user("Go."), calls([call_named("ls")]), result("c1")]
    repaired [user("Go."), calls([call_named("unknown_tool")]), result("c1")]

    invalid_tool_name_of_openai_chat: InvalidToolName at ["/1/tool_calls/0/function/name"]
    messages [user("Go."), calls([call_named("fs.read file")]), result("c1")]
    valid [user("Go."), calls([call_named("fs-read_file")]), result("c1")]
    repaired [user("Go."), calls([call_named("fs_read_file")]), result("c1")]

    invalid_tool_name_of_openai_chat_by_length: InvalidToolName at ["/1/tool_calls/0/function/name"]
    messages [user("Go."), calls([call_named(&"n".repeat(129))]), result("c1")]
    valid [user("Go."), calls([call_named(&"n".repeat(128))]), result("c1")]
    repaired [user("Go."), calls([call_named(&"n".repeat(128))]), result("c1")]

    arguments_type_of_openai_chat: ArgumentsType at ["/1/tool_calls/0/function/arguments"]
    messages [user("Go."), calls([call_of(json!({"path": "src"}))]), result("c1")]
    valid [user("Go."), calls([call_of("[1]")]), result("c1")]
    repaired [user("Go."), calls([call("c1")]), result("c1")]

    arguments_type_of_openai_chat_as_null: ArgumentsType at ["/1/tool_calls/0/function/arguments"]
    messages [user("Go."), calls([call_of(Value::Null)]), result("c1")]
    valid [user("Go."), calls([call_of("")]), result("c1")]
    repaired [user("Go."), calls([call_of("{}")]), result("c1")]

    arguments_type_of_openai_chat_as_cut_in_a_text: ArgumentsType at ["/1/tool_calls/0/function/arguments"]
    messages [user("Go."), calls([call_of("{\"path\": \"src\", \"command\": \"ls -l")]), result("c1")]
    valid [user("Go."), calls([call_of("null")]), result("c1")]
    repaired [user("Go."), calls([call_of("{\"path\": \"src\"}")]), result("c1")]

    arguments_type_of_openai_chat_as_cut_in_a_list: ArgumentsType at ["/1/tool_calls/0/function/arguments"]
    messages [user("Go."), calls([call_of("{\"path\": \"src\", \"all\": true , \"of\": [{\"a\": 1}, 2")]), result("c1")]
    valid [user("Go."), calls([call_of("null")]), result("c1")]
    repaired [user("Go."), calls([call_of("{\"path\": \"src\", \"all\": true}")]), result("c1")]

    arguments_type_of_openai_chat_as_cut_in_a_number: ArgumentsType at ["/1/tool_calls/0/function/arguments"]
    messages [user("Go."), calls([call_of("{\"path\": \"src\", \"line\": 12")]), result("c1")]
    valid [user("Go."), calls([call_of("null")]), result("c1")]
    repaired [user("Go."), calls([call_of("{\"path\": \"src\"}")]), result("c1")]

    arguments_type_of_openai_chat_as_cut_behind_a_member: ArgumentsType at ["/1/tool_calls/0/function/arguments"]
    messages [user("Go."), calls([call_of("{\"path\": \"src\", \"of\": {\"a\": \"}\"}")]), result("c1")]
    valid [user("Go."), calls([call_of("null")]), result("c1")]
    repaired [user("Go."), calls([call_of("{\"path\": \"src\", \"of\": {\"a\": \"}\"}}")]), result("c1")]

    arguments_type_of_openai_chat_as_cut_in_the_first: ArgumentsType at ["/1/tool_calls/0/function/arguments"]
    messages [user("Go."), calls([call_of("{\"path\": \"sr")]), result("c1")]
    valid [user("Go."), calls([call_of("null")]), result("c1")]
    repaired [user("Go."), calls([call_of("{\"input\":\"{\\\"path\\\": \\\"sr\"}")]), result("c1")]

    arguments_type_of_openai_chat_as_no_json: ArgumentsType at ["/1/tool_calls/0/function/arguments"]
    messages [user("Go."), calls([call_of("ls -l")]), result("c1")]
    valid [user("Go."), calls([call_of("null")]), result("c1")]
    repaired [user("Go."), calls([call_of("{\"input\":\"ls -l\"}")]), result("c1")]

    arguments_type_of_openai_chat_as_more_than_json: ArgumentsType at ["/1/tool_calls/0/function/arguments"]
    messages [user("Go."), calls([call_of("{\"a\":1}{\"b\":2}")]), result("c1")]
    valid [user("Go."), calls([call_of("null")]), result("c1")]
    repaired [user("Go."), calls([call_of("{\"input\":\"{\\\"a\\\":1}{\\\"b\\\":2}\"}")]), result("c1")]

    arguments_type_of_openai_chat_as_white_space: ArgumentsType at ["/1/tool_calls/0/function/arguments"]
    messages [user("Go."), calls([call_of(" ")]), result("c1")]
    valid [user("Go."), calls([call_of("null")]), result("c1")]
    repaired [user("Go."), calls([call_of("{}")]), result("c1")]

    lone_surrogate_of_openai_chat: LoneSurrogate at ["/1/tool_calls/0/function/arguments"]
    messages [user("Go."), calls([call_of("{\"text\":\"\\ud83d \\\\ud83d\"}")]), result("c1")]
    valid [user("Go."), calls([call_of("{\"text\":\"\\ud83d\\ude00\"}")]), result("c1")]
    repaired [user("Go."), calls([call_of("{\"text\":\"\\ufffd \\\\ud83d\"}")]), result("c1")]

    arguments_type_of_openai_chat_of_a_custom_tool: ArgumentsType at ["/1/tool_calls/0/custom/input"]
    messages [user("Go."), calls([custom(["ls"])]), result("c1")]
    valid [user("Go."), calls([custom("ls")]), result("c1")]
    repaired [user("Go."), calls([custom("[\"ls\"]")]), result("c1")]

    empty_message_of_openai_chat: EmptyMessage at ["/1/content"]
    messages [user("Go."), json!({"role": "assistant", "content": null}), user("Now.")]
    valid [user("Go."), json!({"role": "assistant", "content": null, "refusal": "No."}), user("")]
    repaired [user("Go."), user("Now.")]

    result_type_of_openai_chat: ResultType at ["/2/content"]
    messages [user("Go."), calls([call("c1")]), answer("c1", json!({"files": ["lib.rs"]}))]
    valid [user("Go."), calls([call("c1")]), answer("c1", [text("lib.rs")])]
    repaired [user("Go."), calls([call("c1")]), answer("c1", "{\"files\":[\"lib.rs\"]}")]

    result_type_of_openai_chat_as_number: ResultType at ["/2/content", "/3/content"]
    messages [user("Go."), calls([call("c1"), call("c2")]), answer("c1", 7), answer("c2", false)]
    valid [user("Go."), calls([call("c1"), call("c2")]), answer("c1", "7"), answer("c2", "false")]
    repaired [user("Go."), calls([call("c1"), call("c2")]), answer("c1", "7"), answer("c2", "false")]

    result_type_of_openai_chat_as_null: ResultType at ["/2/content"]
    messages [user("Go."), calls([call("c1")]), answer("c1", Value::Null)]
    valid [user("Go."), calls([call("c1")]), answer("c1", json!([]))]
    repaired [user("Go."), calls([call("c1")]), answer("c1", "")]

    result_type_of_openai_chat_as_nothing: ResultType at ["/2/content"]
    messages [user("Go."), calls([call("c1")]), json!({"role": "tool", "tool_call_id": "c1"})]
    valid [user("Go."), calls([call("c1")]), answer("c1", "")]
    repaired [user("Go."), calls([call("c1")]), answer("c1", "")]

    content_type_of_openai_chat: ContentType at ["/0/content"]
    messages [user(text("Go."))]
    valid [user([text("Go.")])]
    repaired [user([text("Go.")])]

    content_type_of_openai_chat_as_number: ContentType at ["/0/content", "/1/content"]
    messages [user(7), json!({"role": "assistant", "content": true})]
    valid [user("7"), assistant("true")]
    repaired [user("7"), assistant("true")]

    content_type_of_openai_chat_beside_calls: ContentType at ["/1/content"]
    messages [user("Go."), json!({"role": "assistant", "content": text("Yes."), "tool_calls": [call("c1")]}), result("c1")]
    valid [user("Go."), json!({"role": "assistant", "content": "Yes.", "tool_calls": [call("c1")]}), result("c1")]
    repaired [
        user("Go."), json!({"role": "assistant", "content": [text("Yes.")], "tool_calls": [call("c1")]}), result("c1")
    ]

    part_type_of_openai_chat: PartType at ["/0/content/0"]
    messages [user([json!("Go."), text("Now.")])]
    valid [user([text("Go."), text("Now.")])]
    repaired [user([text("Go."), text("Now.")])]

    empty_tool_calls_of_openai_chat: EmptyToolCalls at ["/1/tool_calls"]
    messages [user("Go."), json!({"role": "assistant", "content": "Done.", "tool_calls": []})]
    valid [user("Go."), json!({"role": "assistant", "content": "Done.", "tool_calls": null})]
    repaired [user("Go."), assistant("Done.")]

    empty_part_of_openai_chat: EmptyPart at ["/0/content/0"]
    messages [user([Value::Null, json!({"type": "text", "text": "Go."})])]
    valid [user([json!({"type": "text", "text": ""})])]
    repaired [user([json!({"type": "text", "text": "Go."})])]

    empty_part_of_openai_chat_among_calls: EmptyPart at ["/1/tool_calls/0"]
    messages [user("Go."), calls([Value::Null, call("c1")]), result("c1")]
    valid [user("Go."), calls([call("c1")]), result("c1")]
    repaired [user("Go."), calls([call("c1")]), result("c1")]

    unknown_role_of_openai_chat: UnknownRole at ["/1/role"]
    messages [user("Go."), json!({"role": "robot", "content": "Beep."})]
    valid [user("Go."), json!({"role": "developer", "content": "Beep."})]
    repaired [user("Go."), user("Beep.")]
}
