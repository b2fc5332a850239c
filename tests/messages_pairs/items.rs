//! Items of Responses and of the OpenAI Agents SDK: calls of one step are parallel.

use serde_json::{Value, json};

use super::{calls, problems};

fn user(assistant: &str) -> Value {
    json!({"type": "message", "role": "user", "content": assistant})
}

fn reasoning(id: &str) -> Value {
    json!({"type": "reasoning", "id": id, "summary": []})
}

fn call(id: &str) -> Value {
    json!({"type": "function_call", "call_id": id, "name": "ls", "arguments": "{}"})
}

fn output(id: &str) -> Value {
    json!({"type": "function_call_output", "call_id": id, "output": id})
}

#[test]
fn calls_without_a_result_between_them_are_parallel() {
    let messages = json!([
        user("Go."),
        reasoning("rs_1"),
        call("c1"),
        reasoning("rs_2"),
        call("c2"),
        output("c2"),
        output("c1"),
        call("c3"),
        output("c3")
    ]);
    assert_eq!(
        calls(messages.clone()),
        ["0: c1 ls({}) at /2 = \"c1\" at /6", "0: c2 ls({}) at /4 = \"c2\" at /5", "1: c3 ls({}) at /7 = \"c3\" at /8",]
    );
    assert_eq!(problems(&messages), [""; 0]);
}

#[test]
fn a_word_of_the_user_ends_a_step() {
    let messages = json!([call("c1"), user("Wait."), call("c2"), output("c1"), output("c2")]);
    assert_eq!(calls(messages), ["0: c1 ls({}) at /0 = \"c1\" at /3", "1: c2 ls({}) at /2 = \"c2\" at /4"]);
}

#[test]
fn an_item_id_is_no_call_id() {
    let messages = json!([
        user("Go."),
        {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "ls", "arguments": "{\"a\":1}"},
        {"type": "function_call_output", "id": "fco_1", "call_id": "c1", "output": [{"type": "input_text", "text": "one"}]},
    ]);
    assert_eq!(calls(messages), ["0: c1 ls({\"a\":1}) at /1 = \"one\" at /2"]);
}

#[test]
fn every_kind_of_call_finds_its_output() {
    let messages = json!([
        user("Go."),
        {"type": "custom_tool_call", "call_id": "c1", "name": "sh", "input": "ls -l"},
        {"type": "custom_tool_call_output", "call_id": "c1", "output": "one"},
        {"type": "local_shell_call", "id": "lsh_1", "call_id": "c2", "action": {"type": "exec", "command": ["ls"]}},
        // Its call is named by `id`.
        {"type": "local_shell_call_output", "id": "c2", "output": "two"},
        {"type": "shell_call", "call_id": "c3", "action": {"commands": ["ls"]}},
        {"type": "shell_call_output", "call_id": "c3", "output": [{"stdout": "three", "stderr": ""}]},
        {"type": "apply_patch_call", "call_id": "c4", "operation": {"type": "delete_file", "path": "a"}},
        {"type": "apply_patch_call_output", "call_id": "c4", "status": "failed", "output": "four"},
        {"type": "computer_call", "call_id": "c5", "action": {"type": "screenshot"}},
        {"type": "computer_call_output", "call_id": "c5",
            "output": {"type": "computer_screenshot", "image_url": "data:,"}},
    ]);
    assert_eq!(
        calls(messages.clone()),
        [
            "0: c1 sh({\"input\":\"ls -l\"}) at /1 = \"one\" at /2",
            "1: c2 local_shell({\"type\":\"exec\",\"command\":[\"ls\"]}) at /3 = \"two\" at /4",
            r#"2: c3 shell({"commands":["ls"]}) at /5 = "{\"stdout\":\"three\",\"stderr\":\"\"}" at /6"#,
            "3: c4 apply_patch({\"type\":\"delete_file\",\"path\":\"a\"}) at /7 = \"four\" at /8 failed",
            "4: c5 computer({\"type\":\"screenshot\"}) at /9 = \"\" at /10",
        ]
    );
    assert_eq!(problems(&messages), [""; 0]);
}

#[test]
fn agents_write_camel_case_and_other_results() {
    let messages = json!([
        {"type": "message", "role": "user", "content": "Go."},
        {"type": "function_call", "callId": "c1", "name": "ls", "arguments": "{}", "status": "completed"},
        {"type": "function_call", "callId": "c2", "name": "ls", "arguments": "{}", "status": "completed"},
        {"type": "function_call_result", "callId": "c2", "name": "ls", "status": "completed",
            "output": {"type": "text", "text": "two"}},
        {"type": "function_call_result", "callId": "c1", "name": "ls", "status": "completed", "output": "one"},
        {"type": "shell_call", "callId": "c3", "action": {"commands": ["ls"]}},
        {"type": "shell_call_output", "callId": "c3", "output": [{"stdout": "three", "stderr": ""}]},
    ]);
    assert_eq!(
        calls(messages.clone()),
        [
            "0: c1 ls({}) at /1 = \"one\" at /4",
            "0: c2 ls({}) at /2 = \"two\" at /3",
            r#"1: c3 shell({"commands":["ls"]}) at /5 = "{\"stdout\":\"three\",\"stderr\":\"\"}" at /6"#,
        ]
    );
    assert_eq!(problems(&messages), [""; 0]);
}

#[test]
fn a_reference_may_stand_for_the_call() {
    let messages = json!([user("Go."), {"type": "item_reference", "id": "fc_1"}, output("c1")]);
    assert_eq!(calls(messages.clone()), [""; 0]);
    assert_eq!(problems(&messages), [""; 0]);
}

#[test]
fn outputs_alone_go_on_from_a_response_that_is_kept() {
    for messages in [json!([output("c1"), output("c2")]), json!([user("Go."), output("c1")])] {
        assert_eq!(calls(messages.clone()), [""; 0]);
        assert_eq!(problems(&messages), [""; 0]);
    }
    // A call, or a word of the assistant, is the conversation itself.
    let messages = json!([user("Go."), call("c1"), output("c1"), output("c2")]);
    assert_eq!(problems(&messages), ["/3 result-without-call"]);
}
