//! Ids that repeat, are missing or are no text.

use serde_json::{Value, json};

use super::{calls, problems, repaired};

fn assistant(blocks: impl Into<Value>) -> Value {
    json!({"role": "assistant", "content": blocks.into()})
}

fn user(blocks: impl Into<Value>) -> Value {
    json!({"role": "user", "content": blocks.into()})
}

fn call(id: impl Into<Value>, name: &str) -> Value {
    json!({"type": "tool_use", "id": id.into(), "name": name, "input": {}})
}

fn result(id: impl Into<Value>, assistant: &str) -> Value {
    json!({"type": "tool_result", "tool_use_id": id.into(), "content": assistant})
}

#[test]
fn nineteen_parallel_calls_each_find_their_result_whatever_the_order() {
    let ids: Vec<String> = (0..19).map(|at| format!("t{at}")).collect();
    let asked: Vec<Value> = ids.iter().map(|id| call(id.as_str(), "ls")).collect();
    // In an order that is neither theirs nor its reverse.
    let order: Vec<usize> = (0..19).map(|at| at * 7 % 19).collect();
    let answers: Vec<Value> = order.iter().map(|at| result(ids[*at].as_str(), &format!("of {at}"))).collect();
    let messages = json!([user("Go."), assistant(asked), user(answers)]);
    let place = |at: usize| order.iter().position(|one| *one == at).unwrap();
    let expected: Vec<String> = (0..19)
        .map(|at| format!("0: t{at} ls({{}}) at /1/content/{at} = \"of {at}\" at /2/content/{}", place(at)))
        .collect();
    assert_eq!(calls(messages.clone()), expected);
    assert_eq!(problems(&messages), [""; 0]);
}

#[test]
fn an_id_that_comes_again_in_a_later_turn_is_another_call() {
    let turn = |said_by_tool: &str| [assistant([call("t1", "ls")]), user([result("t1", said_by_tool)])];
    let messages: Vec<Value> =
        [user("Go.")].into_iter().chain(turn("one")).chain(turn("two")).chain(turn("three")).collect();
    assert_eq!(
        calls(messages.into()),
        [
            "0: t1 ls({}) at /1/content/0 = \"one\" at /2/content/0",
            "1: t1 ls({}) at /3/content/0 = \"two\" at /4/content/0",
            "2: t1 ls({}) at /5/content/0 = \"three\" at /6/content/0",
        ]
    );
}

#[test]
fn a_later_result_answers_the_newest_call_of_its_id() {
    // The first call stays open: what comes after the second is the second's.
    let messages = json!([
        user("Go."),
        assistant([call("t1", "ls")]),
        user("Again."),
        assistant([call("t1", "ls")]),
        user([result("t1", "two")])
    ]);
    assert_eq!(
        calls(messages.clone()),
        ["0: t1 ls({}) at /1/content/0 = open", "1: t1 ls({}) at /3/content/0 = \"two\" at /4/content/0"]
    );
    assert_eq!(problems(&messages), ["/1/content/0 call-without-result", "/3/content/0 repeated-call-id"]);
}

#[test]
fn one_id_twice_in_a_message_is_answered_in_order() {
    let messages = json!([
        user("Go."),
        assistant([call("t1", "ls"), call("t1", "cat")]),
        user([result("t1", "one"), result("t1", "two")])
    ]);
    assert_eq!(
        calls(messages),
        [
            "0: t1 ls({}) at /1/content/0 = \"one\" at /2/content/0",
            "0: t1 cat({}) at /1/content/1 = \"two\" at /2/content/1",
        ]
    );
}

#[test]
fn a_second_result_is_no_answer() {
    let messages = json!([
        user("Go."),
        assistant([call("t1", "ls")]),
        user([result("t1", "one"), result("t1", "two")]),
        user([result("t1", "3")])
    ]);
    assert_eq!(calls(messages.clone()), ["0: t1 ls({}) at /1/content/0 = \"one\" at /2/content/0"]);
    assert_eq!(problems(&messages), ["/2/content/1 duplicate-result", "/3/content/0 duplicate-result"]);
}

#[test]
fn a_result_of_an_id_that_no_call_has_is_left_out() {
    let messages = json!([
        user([result("t0", "zero")]),
        assistant([call("t1", "ls")]),
        user([result("t9", "nine"), result("t1", "one")])
    ]);
    assert_eq!(calls(messages.clone()), ["0: t1 ls({}) at /1/content/0 = \"one\" at /2/content/1"]);
    assert_eq!(problems(&messages), ["/0/content/0 result-without-call", "/2/content/0 result-without-call"]);
}

#[test]
fn without_ids_the_place_tells() {
    let messages = json!([
        user("Go."),
        assistant([call("", "ls"), call("", "cat")]),
        user([result("", "one"), result(Value::Null, "two")])
    ]);
    assert_eq!(
        calls(messages),
        [
            "0:  ls({}) at /1/content/0 = \"one\" at /2/content/0",
            "0:  cat({}) at /1/content/1 = \"two\" at /2/content/1",
        ]
    );
}

#[test]
fn a_result_without_an_id_is_that_of_the_first_open_call() {
    let messages = json!([
        user("Go."),
        assistant([call("t1", "ls"), call("t2", "cat")]),
        user([result("t1", "one"), result("", "two")])
    ]);
    assert_eq!(
        calls(messages.clone()),
        [
            "0: t1 ls({}) at /1/content/0 = \"one\" at /2/content/0",
            "0: t2 cat({}) at /1/content/1 = \"two\" at /2/content/1",
        ]
    );
    assert_eq!(problems(&messages), ["/2/content/1/tool_use_id missing-call-id"]);
}

#[test]
fn a_call_without_an_id_takes_the_result_that_no_other_takes() {
    let messages = json!([
        user("Go."),
        assistant([call("", "ls"), call("t2", "cat")]),
        user([result("t2", "two"), result("t1", "one")])
    ]);
    assert_eq!(
        calls(messages),
        [
            // The id is that of the result.
            "0: t1 ls({}) at /1/content/0 = \"one\" at /2/content/1",
            "0: t2 cat({}) at /1/content/1 = \"two\" at /2/content/0",
        ]
    );
}

#[test]
fn a_number_and_the_text_of_it_are_one_id() {
    let messages = json!([
        user("Go."),
        assistant([call(7, "ls"), call("8", "cat")]),
        user([result(8, "eight"), result("7", "seven")])
    ]);
    assert_eq!(
        calls(messages.clone()),
        [
            "0: 7 ls({}) at /1/content/0 = \"seven\" at /2/content/1",
            "0: 8 cat({}) at /1/content/1 = \"eight\" at /2/content/0",
        ]
    );
    assert_eq!(problems(&messages), ["/1/content/0/id invalid-call-id", "/2/content/0/tool_use_id invalid-call-id"]);
}

#[test]
fn ids_that_are_neither_text_nor_number_are_none() {
    let messages = json!([user("Go."), assistant([call(json!({"x": 1}), "ls")]), user([result(true, "one")])]);
    assert_eq!(calls(messages), ["0:  ls({}) at /1/content/0 = \"one\" at /2/content/0"]);
}

fn function(id: impl Into<Value>, name: &str) -> Value {
    let call = json!({"id": id.into(), "type": "function", "function": {"name": name, "arguments": "{}"}});
    json!({"role": "assistant", "content": null, "tool_calls": [call]})
}

fn tool(id: &str, assistant: &str) -> Value {
    json!({"role": "tool", "tool_call_id": id, "content": assistant})
}

#[test]
fn a_stale_result_of_an_id_that_comes_again_is_nobodys() {
    let messages = json!([
        tool("call_0", "OLD"),
        user("Go."),
        function("call_0", "ls"),
        tool("call_0", "ls result"),
        user("And?"),
        function("call_0", "rm")
    ]);
    assert_eq!(
        calls(messages.clone()),
        ["0: call_0 ls({}) at /2/tool_calls/0 = \"ls result\" at /3", "1: call_0 rm({}) at /5/tool_calls/0 = open"]
    );
    assert_eq!(problems(&messages), ["/0 result-without-call", "/5/tool_calls/0 open-call"]);
    assert_eq!(
        repaired(&messages),
        json!([
            user("Go."),
            function("call_0", "ls"),
            tool("call_0", "ls result"),
            user("And?"),
            function("call_0", "rm"),
            tool("call_0", "[No result was recorded for this call.]")
        ])
    );
}

#[test]
fn a_stale_result_of_another_tool_is_nobodys() {
    let mut stale = tool("call_0", "OLD");
    stale["name"] = json!("cat");
    let messages = json!([stale, user("Go."), function("call_0", "ls"), user("And?")]);
    assert_eq!(calls(messages.clone()), ["0: call_0 ls({}) at /2/tool_calls/0 = open"]);
    assert_eq!(problems(&messages), ["/0 result-without-call", "/2/tool_calls/0 call-without-result"]);
}

#[test]
fn a_number_becomes_its_own_text() {
    let messages = json!([
        user("Go."),
        assistant([call(7, "ls"), call("call_1", "cat")]),
        user([result(7, "seven"), result("call_1", "one")])
    ]);
    let mended = json!([
        user("Go."),
        assistant([call("7", "ls"), call("call_1", "cat")]),
        user([result("7", "seven"), result("call_1", "one")])
    ]);
    assert_eq!(repaired(&messages), mended);
}

#[test]
fn a_result_without_an_id_answers_the_first_open_call_of_the_newest_turn() {
    let asked = |ids: &[&str]| {
        let call = |id: &&str| json!({"id": id, "type": "function", "function": {"name": "ls", "arguments": "{}"}});
        json!({"role": "assistant", "content": null, "tool_calls": ids.iter().map(call).collect::<Vec<_>>()})
    };
    let messages = json!([
        {"role": "user", "content": "Go."},
        asked(&["old"]),
        {"role": "user", "content": "And?"},
        asked(&["a", "b"]),
        {"role": "user", "content": "Well?"},
        {"role": "tool", "content": "nameless"}
    ]);
    assert_eq!(
        calls(messages),
        [
            "0: old ls({}) at /1/tool_calls/0 = open",
            "1: a ls({}) at /3/tool_calls/0 = \"nameless\" at /5",
            "1: b ls({}) at /3/tool_calls/1 = open",
        ]
    );
}
