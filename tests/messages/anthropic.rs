//! Anthropic's Messages: how calls and results belong together.

use serde_json::{Value, json};

use super::NO_RESULT;

pub fn user(content: impl Into<Value>) -> Value {
    json!({"role": "user", "content": content.into()})
}

pub fn assistant(content: impl Into<Value>) -> Value {
    json!({"role": "assistant", "content": content.into()})
}

pub fn text(assistant: &str) -> Value {
    json!({"type": "text", "text": assistant})
}

pub fn call(id: &str) -> Value {
    json!({"type": "tool_use", "id": id, "name": "ls", "input": {"path": "src"}})
}

pub fn result(id: &str) -> Value {
    answer(id, "lib.rs")
}

fn answer(id: &str, content: impl Into<Value>) -> Value {
    json!({"type": "tool_result", "tool_use_id": id, "content": content.into()})
}

fn unknown(id: &str) -> Value {
    json!({"type": "tool_result", "tool_use_id": id, "content": NO_RESULT, "is_error": true})
}

fn call_named(name: &str) -> Value {
    json!({"type": "tool_use", "id": "t1", "name": name, "input": {"path": "src"}})
}

fn call_of(input: impl Into<Value>) -> Value {
    json!({"type": "tool_use", "id": "t1", "name": "ls", "input": input.into()})
}

cases! {
    Anthropic

    call_without_result_of_anthropic: CallWithoutResult at ["/1/content/0"]
    messages [user("Go."), assistant([call("t1")]), user("Never mind.")]
    valid [user("Go."), assistant([call("t1")]), user([result("t1")]), user("Never mind.")]
    repaired [user("Go."), assistant([call("t1")]), user([unknown("t1")]), user("Never mind.")]

    call_without_result_of_anthropic_where_another_has_one: CallWithoutResult at ["/1/content/0"]
    messages [user("Go."), assistant([call("t1"), call("t2")]), user([result("t2"), text("And?")])]
    valid [user("Go."), assistant([call("t1"), call("t2")]), user([result("t2"), result("t1"), text("And?")])]
    repaired [user("Go."), assistant([call("t1"), call("t2")]), user([result("t2"), unknown("t1"), text("And?")])]

    open_call_of_anthropic: OpenCall at ["/1/content/1"]
    messages [user("Go."), assistant([text("Yes."), call("t1")])]
    valid [user("Go."), assistant([text("Yes."), call("t1")]), user([result("t1")])]
    repaired [user("Go."), assistant([text("Yes."), call("t1")]), user([unknown("t1")])]

    open_call_of_anthropic_among_results: OpenCall at ["/1/content/1"]
    messages [user("Go."), assistant([call("t1"), call("t2")]), user([result("t1")])]
    valid [user("Go."), assistant([call("t1"), call("t2")]), user([result("t1")]), user([result("t2")])]
    repaired [user("Go."), assistant([call("t1"), call("t2")]), user([result("t1"), unknown("t2")])]

    result_without_call_of_anthropic: ResultWithoutCall at ["/2/content/0"]
    messages [user("Go."), assistant("Done."), user([result("t1"), text("And?")])]
    valid [user("Go."), assistant([call("t1")]), user([result("t1"), text("And?")])]
    repaired [user("Go."), assistant("Done."), user([text("And?")])]

    result_without_call_of_anthropic_alone: ResultWithoutCall at ["/2/content/0"]
    messages [user("Go."), assistant("Done."), user([result("t1")]), user("And?")]
    valid [user("Go."), assistant("Done."), user("And?")]
    repaired [user("Go."), assistant("Done."), user("And?")]

    duplicate_result_of_anthropic: DuplicateResult at ["/2/content/1"]
    messages [user("Go."), assistant([call("t1")]), user([result("t1"), result("t1"), text("And?")])]
    valid [user("Go."), assistant([call("t1")]), user([result("t1"), text("And?")])]
    repaired [user("Go."), assistant([call("t1")]), user([result("t1"), text("And?")])]

    result_out_of_place_of_anthropic: ResultOutOfPlace at ["/4/content/0"]
    messages [user("Go."), assistant([call("t1")]), user("Wait."), assistant("Yes."), user([result("t1"), text("And?")])]
    valid [user("Go."), assistant([call("t1")]), user([result("t1")]), user("Wait."), assistant("Yes.")]
    repaired [user("Go."), assistant([call("t1")]), user([result("t1")]), user("Wait."), assistant("Yes."), user([text("And?")])]

    result_out_of_place_of_anthropic_before_its_call: ResultOutOfPlace at ["/1/content/0"]
    messages [user("Go."), user([result("t1")]), assistant([call("t1")]), user("And?")]
    valid [user("Go."), assistant([call("t1")]), user([result("t1")]), user("And?")]
    repaired [user("Go."), assistant([call("t1")]), user([result("t1")]), user("And?")]

    results_not_first_of_anthropic: ResultsNotFirst at ["/2/content/1"]
    messages [user("Go."), assistant([call("t1")]), user([text("Here:"), result("t1")])]
    valid [user("Go."), assistant([call("t1")]), user([result("t1"), text("Here:")])]
    repaired [user("Go."), assistant([call("t1")]), user([result("t1"), text("Here:")])]

    results_not_first_of_anthropic_over_messages: ResultsNotFirst at ["/3/content/0"]
    messages [user("Go."), assistant([call("t1"), call("t2")]), user([result("t2"), text("Half.")]), user([result("t1")])]
    valid [user("Go."), assistant([call("t1"), call("t2")]), user([result("t2")]), user([result("t1"), text("Half.")])]
    repaired [user("Go."), assistant([call("t1"), call("t2")]), user([result("t2"), result("t1"), text("Half.")])]

    calls_not_last_of_anthropic: CallsNotLast at ["/1/content/1"]
    messages [user("Go."), assistant([call("t1"), text("Wait.")]), user([result("t1")])]
    valid [user("Go."), assistant([text("Wait."), call("t1")]), user([result("t1")])]
    repaired [user("Go."), assistant([text("Wait."), call("t1")]), user([result("t1")])]

    missing_call_id_of_anthropic: MissingCallId at ["/1/content/0/id"]
    messages [
        user("Go."),
        assistant([json!({"type": "tool_use", "name": "ls", "input": {"path": "src"}})]),
        user([result("t1")])
    ]
    valid [user("Go."), assistant([call("t1")]), user([result("t1")])]
    repaired [
        user("Go."),
        assistant([json!({"type": "tool_use", "name": "ls", "input": {"path": "src"}, "id": "t1"})]),
        user([result("t1")])
    ]

    missing_call_id_of_anthropic_on_both_sides: MissingCallId at ["/1/content/0/id", "/2/content/0/tool_use_id"]
    messages [user("Go."), assistant([call("")]), user([result("")])]
    valid [user("Go."), assistant([call("x")]), user([result("x")])]
    repaired [user("Go."), assistant([call("call_1")]), user([result("call_1")])]

    repeated_call_id_of_anthropic: RepeatedCallId at ["/3/content/0"]
    messages [user("Go."), assistant([call("t1")]), user([result("t1")]), assistant([call("t1")]), user([result("t1")])]
    valid [user("Go."), assistant([call("t1")]), user([result("t1")]), assistant([call("t2")]), user([result("t2")])]
    repaired [user("Go."), assistant([call("t1")]), user([result("t1")]), assistant([call("t1_2")]), user([result("t1_2")])]

    repeated_call_id_of_anthropic_in_one_message: RepeatedCallId at ["/1/content/1"]
    messages [user("Go."), assistant([call("t1"), call("t1")]), user([result("t1"), result("t1")])]
    valid [user("Go."), assistant([call("t1"), call("t2")]), user([result("t1"), result("t2")])]
    repaired [user("Go."), assistant([call("t1"), call("t1_2")]), user([result("t1"), result("t1_2")])]

    invalid_call_id_of_anthropic: InvalidCallId at ["/1/content/0/id", "/2/content/0/tool_use_id"]
    messages [user("Go."), assistant([call("fs.read:0")]), user([result("fs.read:0")])]
    valid [user("Go."), assistant([call("fs-read_0")]), user([result("fs-read_0")])]
    repaired [user("Go."), assistant([call("fs_read_0")]), user([result("fs_read_0")])]

    missing_tool_name_of_anthropic: MissingToolName at ["/1/content/0/name"]
    messages [user("Go."), assistant([call_named("")]), user([result("t1")])]
    valid [user("Go."), assistant([call_named("l")]), user([result("t1")])]
    repaired [user("Go."), assistant([call_named("unknown_tool")]), user([result("t1")])]

    invalid_tool_name_of_anthropic: InvalidToolName at ["/1/content/0/name"]
    messages [user("Go."), assistant([call_named(&"n".repeat(201))]), user([result("t1")])]
    valid [user("Go."), assistant([call_named(&"n.".repeat(100))]), user([result("t1")])]
    repaired [user("Go."), assistant([call_named(&"n".repeat(200))]), user([result("t1")])]

    arguments_type_of_anthropic_as_json: ArgumentsType at ["/1/content/0/input"]
    messages [user("Go."), assistant([call_of("{\"path\": \"src\"}")]), user([result("t1")])]
    valid [user("Go."), assistant([call("t1")]), user([result("t1")])]
    repaired [user("Go."), assistant([call("t1")]), user([result("t1")])]

    arguments_type_of_anthropic_as_cut_json: ArgumentsType at ["/1/content/0/input"]
    messages [user("Go."), assistant([call_of("{\"path\": \"src\", \"all\"")]), user([result("t1")])]
    valid [user("Go."), assistant([call("t1")]), user([result("t1")])]
    repaired [user("Go."), assistant([call("t1")]), user([result("t1")])]

    arguments_type_of_anthropic_as_text: ArgumentsType at ["/1/content/0/input"]
    messages [user("Go."), assistant([call_of("src")]), user([result("t1")])]
    valid [user("Go."), assistant([call_of(json!({}))]), user([result("t1")])]
    repaired [user("Go."), assistant([call_of(json!({"input": "src"}))]), user([result("t1")])]

    arguments_type_of_anthropic_as_list: ArgumentsType at ["/1/content/0/input"]
    messages [user("Go."), assistant([call_of(["src"])]), user([result("t1")])]
    valid [user("Go."), assistant([call_of(json!({}))]), user([result("t1")])]
    repaired [user("Go."), assistant([call_of(json!({"input": ["src"]}))]), user([result("t1")])]

    arguments_type_of_anthropic_as_null: ArgumentsType at ["/1/content/0/input"]
    messages [user("Go."), assistant([call_of(Value::Null)]), user([result("t1")])]
    valid [user("Go."), assistant([call_of(json!({}))]), user([result("t1")])]
    repaired [user("Go."), assistant([call_of(json!({}))]), user([result("t1")])]

    unknown_role_of_anthropic: UnknownRole at ["/1/role"]
    messages [user("Go."), json!({"role": "robot", "content": "Beep."})]
    valid [user("Go."), assistant("Beep.")]
    repaired [user("Go."), user("Beep.")]

    misplaced_call_of_anthropic: MisplacedCall at ["/1/content/0"]
    messages [user("Go."), user([call("t1"), text("And?")])]
    valid [user("Go."), assistant([call("t1")]), user([result("t1"), text("And?")])]
    repaired [user("Go."), user([text("And?")])]

    result_type_of_anthropic: ResultType at ["/2/content/0/content"]
    messages [user("Go."), assistant([call("t1")]), user([answer("t1", json!({"n": 1}))])]
    valid [user("Go."), assistant([call("t1")]), user([answer("t1", [text("1")])])]
    repaired [user("Go."), assistant([call("t1")]), user([answer("t1", "{\"n\":1}")])]

    empty_text_of_anthropic_in_a_result: EmptyText at ["/2/content/0/content/0"]
    messages [user("Go."), assistant([call("t1")]), user([answer("t1", [text(""), text("lib.rs")])])]
    valid [user("Go."), assistant([call("t1")]), user([answer("t1", "")])]
    repaired [user("Go."), assistant([call("t1")]), user([answer("t1", [text("lib.rs")])])]
}
