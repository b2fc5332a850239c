//! Gemini's contents.

use serde_json::{Value, json};

use super::{NO_BEGINNING, NO_RESULT};

fn user(parts: impl Into<Value>) -> Value {
    json!({"role": "user", "parts": parts.into()})
}

fn model(parts: impl Into<Value>) -> Value {
    json!({"role": "model", "parts": parts.into()})
}

fn text(assistant: &str) -> Value {
    json!({"text": assistant})
}

fn go() -> Value {
    user([text("Go.")])
}

fn call(name: &str) -> Value {
    json!({"functionCall": {"name": name, "args": {"path": "src"}}})
}

fn call_of(args: impl Into<Value>) -> Value {
    json!({"functionCall": {"name": "ls", "args": args.into()}})
}

fn response(name: &str) -> Value {
    response_of(name, json!({"output": "lib.rs"}))
}

fn response_of(name: &str, response: impl Into<Value>) -> Value {
    json!({"functionResponse": {"name": name, "response": response.into()}})
}

fn unknown(name: &str) -> Value {
    response_of(name, json!({"error": NO_RESULT}))
}

fn call_with(id: &str) -> Value {
    json!({"functionCall": {"id": id, "name": "ls", "args": {}}})
}

fn response_with(id: &str, assistant: &str) -> Value {
    json!({"functionResponse": {"id": id, "name": "ls", "response": {"output": assistant}}})
}

fn signed(signature: &str, mut part: Value) -> Value {
    part["thoughtSignature"] = json!(signature);
    part
}

cases! {
    Gemini

    call_without_result_of_gemini: CallWithoutResult at ["/1/parts/0"]
    messages [go(), model([call("ls")]), user([text("Never mind.")])]
    valid [go(), model([call("ls")]), user([response("ls")]), user([text("Never mind.")])]
    repaired [go(), model([call("ls")]), user([unknown("ls")]), user([text("Never mind.")])]

    call_without_result_of_gemini_where_another_has_one: CallWithoutResult at ["/1/parts/0"]
    messages [go(), model([call("ls"), call("cat")]), user([response("cat")]), model([text("Yes.")])]
    valid [go(), model([call("ls"), call("cat")]), user([response("cat"), response("ls")]), model([text("Yes.")])]
    repaired [go(), model([call("ls"), call("cat")]), user([response("cat"), unknown("ls")]), model([text("Yes.")])]

    call_without_result_of_gemini_with_an_id: CallWithoutResult at ["/1/parts/0"]
    messages [go(), model([call_with("f1")]), user([text("And?")])]
    valid [go(), model([call_with("f1")]), user([response_with("f1", "lib.rs")]), user([text("And?")])]
    repaired [
        go(),
        model([call_with("f1")]),
        user([json!({"functionResponse": {"id": "f1", "name": "ls", "response": {"error": NO_RESULT}}})]),
        user([text("And?")])
    ]

    call_without_result_of_gemini_as_python_writes_it: CallWithoutResult at ["/1/parts/0"]
    messages [go(), model([json!({"function_call": {"name": "ls", "args": {}}})]), user([text("And?")])]
    valid [
        go(),
        model([json!({"function_call": {"name": "ls", "args": {}}})]),
        user([json!({"function_response": {"name": "ls", "response": {"result": "lib.rs"}}})])
    ]
    repaired [
        go(),
        model([json!({"function_call": {"name": "ls", "args": {}}})]),
        user([json!({"function_response": {"name": "ls", "response": {"error": NO_RESULT}}})]),
        user([text("And?")])
    ]

    open_call_of_gemini: OpenCall at ["/1/parts/0"]
    messages [go(), model([call("ls")])]
    valid [go(), model([call("ls")]), user([response("ls")])]
    repaired [go(), model([call("ls")]), user([unknown("ls")])]

    result_without_call_of_gemini: ResultWithoutCall at ["/2/parts/0"]
    messages [go(), model([text("Done.")]), user([response("ls"), text("And?")])]
    valid [go(), model([call("ls")]), user([response("ls"), text("And?")])]
    repaired [go(), model([text("Done.")]), user([text("And?")])]

    result_without_call_of_gemini_of_another_name: ResultWithoutCall at ["/2/parts/1"]
    messages [go(), model([call("ls")]), user([response("ls"), response("cat")])]
    valid [go(), model([call("ls"), call("cat")]), user([response("ls"), response("cat")])]
    repaired [go(), model([call("ls")]), user([response("ls")])]

    duplicate_result_of_gemini: DuplicateResult at ["/2/parts/1"]
    messages [go(), model([call_with("f1")]), user([response_with("f1", "one"), response_with("f1", "two")])]
    valid [go(), model([call_with("f1")]), user([response_with("f1", "one")])]
    repaired [go(), model([call_with("f1")]), user([response_with("f1", "one")])]

    result_out_of_place_of_gemini: ResultOutOfPlace at ["/3/parts/0"]
    messages [go(), model([call("ls")]), user([text("Wait.")]), user([response("ls")])]
    valid [go(), model([call("ls")]), user([response("ls")]), user([text("Wait.")])]
    repaired [go(), model([call("ls")]), user([response("ls")]), user([text("Wait.")])]

    result_out_of_place_of_gemini_split: ResultOutOfPlace at ["/3/parts/0"]
    messages [go(), model([call("ls"), call("cat")]), user([response("ls")]), user([response("cat")])]
    valid [go(), model([call("ls"), call("cat")]), user([response("ls"), response("cat")])]
    repaired [go(), model([call("ls"), call("cat")]), user([response("ls"), response("cat")])]

    repeated_call_id_of_gemini: RepeatedCallId at ["/1/parts/1"]
    messages [
        go(),
        model([call_with("f1"), call_with("f1")]),
        user([response_with("f1", "one"), response_with("f1", "two")])
    ]
    valid [
        go(),
        model([call_with("f1"), call_with("f2")]),
        user([response_with("f1", "one"), response_with("f2", "two")])
    ]
    repaired [
        go(),
        model([call_with("f1"), call_with("f1_2")]),
        user([response_with("f1", "one"), response_with("f1_2", "two")])
    ]

    missing_tool_name_of_gemini: MissingToolName at ["/2/parts/0/functionResponse/name"]
    messages [go(), model([call("ls")]), user([response("")])]
    valid [go(), model([call("ls")]), user([response("ls")])]
    repaired [go(), model([call("ls")]), user([response("ls")])]

    missing_tool_name_of_gemini_on_both_sides: MissingToolName at [
        "/1/parts/0/functionCall/name", "/2/parts/0/functionResponse/name"
    ]
    messages [go(), model([call("")]), user([response("")])]
    valid [go(), model([call("x")]), user([response("x")])]
    repaired [go(), model([call("unknown_tool")]), user([response("unknown_tool")])]

    arguments_type_of_gemini_as_json: ArgumentsType at ["/1/parts/0/functionCall/args"]
    messages [go(), model([call_of("{\"path\":\"src\"}")]), user([response("ls")])]
    valid [go(), model([json!({"functionCall": {"name": "ls"}})]), user([response("ls")])]
    repaired [go(), model([call("ls")]), user([response("ls")])]

    arguments_type_of_gemini_as_list: ArgumentsType at ["/1/parts/0/functionCall/args"]
    messages [go(), model([call_of(["src"])]), user([response("ls")])]
    valid [go(), model([call_of(Value::Null)]), user([response("ls")])]
    repaired [go(), model([call_of(json!({"input": ["src"]}))]), user([response("ls")])]

    result_type_of_gemini: ResultType at ["/2/parts/0/functionResponse/response"]
    messages [go(), model([call("ls")]), user([response_of("ls", "lib.rs")])]
    valid [go(), model([call("ls")]), user([response_of("ls", json!({}))])]
    repaired [go(), model([call("ls")]), user([response("ls")])]

    result_type_of_gemini_as_null: ResultType at ["/2/parts/0/functionResponse/response"]
    messages [go(), model([call("ls")]), user([response_of("ls", Value::Null)])]
    valid [go(), model([call("ls")]), user([response_of("ls", json!({"output": ""}))])]
    repaired [go(), model([call("ls")]), user([response_of("ls", json!({"output": ""}))])]

    empty_message_of_gemini: EmptyMessage at ["/1/parts"]
    messages [go(), model(json!([])), user([text("And?")])]
    valid [go(), model([text("Yes.")]), user([text("And?")])]
    repaired [go(), user([text("And?")])]

    empty_part_of_gemini: EmptyPart at ["/0/parts/0", "/0/parts/2"]
    messages [user([json!({}), text("Go."), Value::Null])]
    valid [user([text("Go.")])]
    repaired [user([text("Go.")])]

    unknown_role_of_gemini: UnknownRole at ["/1/role"]
    messages [go(), json!({"role": "assistant", "parts": [{"text": "Beep."}]})]
    valid [go(), json!({"role": "function", "parts": [{"text": "Beep."}]})]
    repaired [go(), model([text("Beep.")])]

    call_turn_order_of_gemini: CallTurnOrder at ["/2"]
    messages [go(), model([text("Yes.")]), model([call("ls")]), user([response("ls")])]
    valid [go(), model([text("Yes."), call("ls")]), user([response("ls")]), model([call("ls")]), user([response("ls")])]
    repaired [go(), model([text("Yes."), call("ls")]), user([response("ls")])]

    call_turn_order_of_gemini_at_the_beginning: CallTurnOrder at ["/0"]
    messages [model([call("ls")]), user([response("ls")])]
    valid [model([text("Hello.")]), user([text("Go.")]), model([call("ls")]), user([response("ls")])]
    repaired [user([text(NO_BEGINNING)]), model([call("ls")]), user([response("ls")])]

    missing_thought_signature_of_gemini: MissingThoughtSignature at ["/3/parts/0/thoughtSignature"]
    messages [
        go(), model([signed("c2ln", call("ls")), call("ls")]), user([response("ls"), response("ls")]),
        model([call("cat")]), user([response("cat")])
    ]
    valid [
        go(), model([call("ls")]), user([response("ls")]),
        go(), model([signed("c2ln", call("cat"))]), user([response("cat")])
    ]
    repaired [
        go(), model([signed("c2ln", call("ls")), call("ls")]), user([response("ls"), response("ls")]),
        model([signed("skip_thought_signature_validator", call("cat"))]), user([response("cat")])
    ]

    misplaced_call_of_gemini: MisplacedCall at ["/1/parts/0"]
    messages [go(), user([call("ls"), text("And?")])]
    valid [go(), model([call("ls")]), user([response("ls"), text("And?")])]
    repaired [go(), user([text("And?")])]

    empty_text_of_gemini: EmptyText at ["/0/parts/0/text"]
    messages [user([text(""), text("Go.")])]
    valid [go(), model([signed("c2ln", text(""))])]
    repaired [go()]

    invalid_tool_name_of_gemini: InvalidToolName at ["/2/parts/0/functionResponse/name"]
    messages [go(), model([call("ls")]), user([response("cat")])]
    valid [go(), model([call("ls")]), user([response("ls")])]
    repaired [go(), model([call("ls")]), user([response("ls")])]

    // Ids of calls and responses are looked at together.
    invalid_call_id_of_gemini: InvalidCallId at ["/2/parts/0/functionResponse/id"]
    messages [go(), model([call_with("f1")]), user([response_with("f2", "lib.rs")])]
    valid [go(), model([call_with("f1")]), user([response_with("f1", "lib.rs")])]
    repaired [go(), model([call_with("f1")]), user([response_with("f1", "lib.rs")])]

    content_type_of_gemini: ContentType at ["/0/parts"]
    messages [user(text("Go.")), model([call("ls")]), user([response("ls")])]
    valid [user([text("Go.")]), model([call("ls")]), user([response("ls")])]
    repaired [user([text("Go.")]), model([call("ls")]), user([response("ls")])]

    part_type_of_gemini: PartType at ["/0/parts/0"]
    messages [user(["Go."]), model([call("ls")]), user([response("ls")])]
    valid [go(), model([call("ls")]), user([response("ls")])]
    repaired [go(), model([call("ls")]), user([response("ls")])]
}
