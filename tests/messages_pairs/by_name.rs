//! Formats whose calls may have no id: the name and the place tell.

use serde_json::{Value, json};

use super::{calls, problems, repaired};

fn user(parts: impl Into<Value>) -> Value {
    json!({"role": "user", "parts": parts.into()})
}

fn model(parts: impl Into<Value>) -> Value {
    json!({"role": "model", "parts": parts.into()})
}

fn call(name: &str) -> Value {
    json!({"functionCall": {"name": name, "args": {}}})
}

fn response(name: &str, assistant: &str) -> Value {
    json!({"functionResponse": {"name": name, "response": {"output": assistant}}})
}

fn call_with(id: &str) -> Value {
    json!({"functionCall": {"id": id, "name": "ls"}})
}

fn response_with(id: &str) -> Value {
    json!({"functionResponse": {"id": id, "name": "ls", "response": {"result": id}}})
}

#[test]
fn gemini_pairs_by_name_and_then_by_place() {
    let messages = json!([
        user([json!({"text": "Go."})]),
        model([call("ls"), call("cat"), call("ls")]),
        user([response("cat", "1"), response("ls", "2"), response("ls", "3")])
    ]);
    assert_eq!(
        calls(messages.clone()),
        [
            "0:  ls({}) at /1/parts/0 = \"2\" at /2/parts/1",
            "0:  cat({}) at /1/parts/1 = \"1\" at /2/parts/0",
            "0:  ls({}) at /1/parts/2 = \"3\" at /2/parts/2",
        ]
    );
    assert_eq!(problems(&messages), [""; 0]);
}

#[test]
fn gemini_of_another_name_answers_nothing() {
    let messages =
        json!([user([json!({"text": "Go."})]), model([call("ls")]), user([response("cat", "1"), response("ls", "2")])]);
    assert_eq!(calls(messages.clone()), ["0:  ls({}) at /1/parts/0 = \"2\" at /2/parts/1"]);
    assert_eq!(problems(&messages), ["/2/parts/0 result-without-call"]);
}

#[test]
fn gemini_with_ids_pairs_by_id() {
    let messages = json!([
        user([json!({"text": "Go."})]),
        model([call_with("f1"), call_with("f2")]),
        user([response_with("f2"), response_with("f1")])
    ]);
    assert_eq!(
        calls(messages),
        ["0: f1 ls() at /1/parts/0 = \"f1\" at /2/parts/1", "0: f2 ls() at /1/parts/1 = \"f2\" at /2/parts/0"]
    );
}

#[test]
fn gemini_with_ids_on_one_side_pairs_by_place() {
    let messages = json!([
        user([json!({"text": "Go."})]),
        model([call_with("f1"), call_with("f2")]),
        user([response("ls", "1"), response("ls", "2")]),
        model([call("ls"), call("ls")]),
        user([response_with("f3"), response_with("f4")])
    ]);
    assert_eq!(
        calls(messages),
        [
            "0: f1 ls() at /1/parts/0 = \"1\" at /2/parts/0",
            "0: f2 ls() at /1/parts/1 = \"2\" at /2/parts/1",
            "1: f3 ls({}) at /3/parts/0 = \"f3\" at /4/parts/0",
            "1: f4 ls({}) at /3/parts/1 = \"f4\" at /4/parts/1",
        ]
    );
}

#[test]
fn gemini_answers_the_newest_turn() {
    let messages = json!([
        user([json!({"text": "Go."})]),
        model([call("ls")]),
        user([json!({"text": "Again."})]),
        model([call("ls")]),
        user([response("ls", "2")])
    ]);
    assert_eq!(calls(messages), ["0:  ls({}) at /1/parts/0 = open", "1:  ls({}) at /3/parts/0 = \"2\" at /4/parts/0"]);
}

#[test]
fn gemini_tells_of_results_of_any_shape() {
    let answer = |response: Value| json!({"functionResponse": {"name": "ls", "response": response}});
    let messages = json!([
        user([json!({"text": "Go."})]),
        model([call("ls"), call("ls"), call("ls"), call("ls")]),
        user([
            answer(json!({"error": "no"})),
            answer(json!({"files": ["a"], "n": 1})),
            answer(json!({"output": {"a": 1}})),
            answer(json!("bare"))
        ])
    ]);
    assert_eq!(
        calls(messages),
        [
            "0:  ls({}) at /1/parts/0 = \"no\" at /2/parts/0 failed",
            r#"0:  ls({}) at /1/parts/1 = "{\"files\":[\"a\"],\"n\":1}" at /2/parts/1"#,
            r#"0:  ls({}) at /1/parts/2 = "{\"output\":{\"a\":1}}" at /2/parts/2"#,
            "0:  ls({}) at /1/parts/3 = \"\\\"bare\\\"\" at /2/parts/3",
        ]
    );
}

#[test]
fn function_calls_of_old_have_no_id() {
    let messages = json!([
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": null, "function_call": {"name": "ls", "arguments": "{}"}},
        {"role": "function", "name": "ls", "content": "one"},
        {"role": "assistant", "content": null, "function_call": {"name": "cat", "arguments": "{}"}},
        {"role": "function", "name": "cat", "content": "two"},
    ]);
    assert_eq!(
        calls(messages.clone()),
        ["0:  ls({}) at /1/function_call = \"one\" at /2", "1:  cat({}) at /3/function_call = \"two\" at /4"]
    );
    assert_eq!(problems(&messages), [""; 0]);
}

#[test]
fn gemini_joins_calls_of_one_turn_before_their_results_settle() {
    let call = |depth: u32| json!({"functionCall": {"name": "ls", "args": {"d": depth}}});
    let go = user([json!({"text": "Go."})]);
    let answers = user([response("ls", "R1"), response("ls", "R2")]);
    let messages = json!([go, model([call(1)]), model([call(2)]), answers]);
    assert_eq!(
        calls(messages.clone()),
        [
            r#"0:  ls({"d":1}) at /1/parts/0 = "R1" at /3/parts/0"#,
            r#"0:  ls({"d":2}) at /2/parts/0 = "R2" at /3/parts/1"#,
        ]
    );
    assert_eq!(repaired(&messages), json!([go, model([call(1), call(2)]), answers]));
}

#[test]
fn gemini_answers_the_call_of_that_name_though_a_later_one_is_open() {
    let go = user([json!({"text": "Go."})]);
    let hm = user([json!({"text": "Hm."})]);
    let messages = json!([go, model([call("ls")]), hm, model([call("cat")]), user([response("ls", "REAL")])]);
    assert_eq!(
        calls(messages.clone()),
        ["0:  ls({}) at /1/parts/0 = \"REAL\" at /4/parts/0", "1:  cat({}) at /3/parts/0 = open"]
    );
    let unknown = json!({"functionResponse": {
        "name": "cat", "response": {"error": "[No result was recorded for this call.]"}
    }});
    let mended =
        json!([go, model([call("ls")]), user([response("ls", "REAL")]), hm, model([call("cat")]), user([unknown])]);
    assert_eq!(repaired(&messages), mended);
}

#[test]
fn gemini_gives_a_response_the_name_and_the_id_of_its_call() {
    let go = user([json!({"text": "Go."})]);
    let answer = |id: &str, name: &str| {
        let mut answer = response_with(id);
        answer["functionResponse"]["name"] = json!(name);
        answer["functionResponse"]["response"] = json!({"result": "lib.rs"});
        answer
    };
    let messages = json!([go, model([call_with("f1")]), user([answer("f2", "list")])]);
    let rules =
        ["/2/parts/0/functionResponse/id invalid-call-id", "/2/parts/0/functionResponse/name invalid-tool-name"];
    assert_eq!(problems(&messages), rules);
    assert_eq!(repaired(&messages), json!([go, model([call_with("f1")]), user([answer("f1", "ls")])]));
}

#[test]
fn a_late_response_without_an_id_answers_the_first_open_call_of_its_name() {
    let messages = json!([
        user([json!({"text": "Go."})]),
        model([call("cat"), call("ls"), call("ls")]),
        user([json!({"text": "And?"})]),
        model([call("grep")]),
        user([response("ls", "late")])
    ]);
    assert_eq!(
        calls(messages),
        [
            "0:  cat({}) at /1/parts/0 = open",
            "0:  ls({}) at /1/parts/1 = \"late\" at /4/parts/0",
            "0:  ls({}) at /1/parts/2 = open",
            "1:  grep({}) at /3/parts/0 = open",
        ]
    );
}

#[test]
fn a_response_without_an_id_answers_the_newest_call_of_its_name_although_that_has_one() {
    let messages = json!([
        user([json!({"text": "Go."})]),
        model([call_with("a")]),
        user([json!({"text": "And?"})]),
        model([call_with("b")]),
        user([response("ls", "newest")])
    ]);
    assert_eq!(
        calls(messages),
        ["0: a ls() at /1/parts/0 = open", "1: b ls() at /3/parts/0 = \"newest\" at /4/parts/0"]
    );
}

#[test]
fn a_response_before_its_call_is_found_by_its_id_and_one_without_an_id_only_right_before() {
    let early = json!([user([response_with("a")]), model([call_with("a")])]);
    assert_eq!(calls(early), ["0: a ls() at /1/parts/0 = \"a\" at /0/parts/0"]);
    let next = json!([
        user([json!({"text": "Go."})]),
        model([call("ls")]),
        user([response("ls", "first")]),
        user([response("cat", "early")]),
        model([call("cat")])
    ]);
    assert_eq!(
        calls(next),
        ["0:  ls({}) at /1/parts/0 = \"first\" at /2/parts/0", "1:  cat({}) at /4/parts/0 = \"early\" at /3/parts/0",]
    );
    let not_next = json!([
        user([response("ls", "early")]),
        model([json!({"functionCall": {"id": "c", "name": "cat"}}), call("ls")]),
        user([json!({"functionResponse": {"id": "c", "name": "cat", "response": {"result": "c"}}})])
    ]);
    assert_eq!(calls(not_next), ["0: c cat() at /1/parts/0 = \"c\" at /2/parts/0", "0:  ls({}) at /1/parts/1 = open"]);
}

#[test]
fn neighbouring_turns_of_the_model_are_parallel_only_if_each_call_is_answered() {
    let turns = |responses: Vec<Value>| {
        calls(json!([user([json!({"text": "Go."})]), model([call("ls")]), model([call("ls")]), user(responses)]))
    };
    assert_eq!(
        turns(vec![response("ls", "1"), response("ls", "2")]),
        ["0:  ls({}) at /1/parts/0 = \"1\" at /3/parts/0", "0:  ls({}) at /2/parts/0 = \"2\" at /3/parts/1",]
    );
    assert_eq!(
        turns(vec![response("ls", "1")]),
        ["0:  ls({}) at /1/parts/0 = open", "1:  ls({}) at /2/parts/0 = \"1\" at /3/parts/0"]
    );
}
