//! Calls that the provider runs, and answers itself.

use serde_json::{Value, json};

use super::{calls, problems};

#[test]
fn anthropic_answers_in_the_turn_of_the_call() {
    let messages = json!([
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": [
            {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "x"}},
            {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [
                {"type": "web_search_result", "title": "X", "url": "https://example.com"},
            ]},
            {"type": "mcp_tool_use", "id": "mcptoolu_1", "name": "echo", "server_name": "s", "input": {}},
            {"type": "mcp_tool_result", "tool_use_id": "mcptoolu_1", "is_error": true,
                "content": [{"type": "text", "text": "no"}]},
            {"type": "tool_use", "id": "t1", "name": "ls", "input": {}},
        ]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "one"}]},
    ]);
    assert_eq!(
        calls(messages.clone()),
        [
            r#"0: hosted srvtoolu_1 web_search({"query":"x"}) at /1/content/0 = "{\"type\":\"web_search_result\",\"title\":\"X\",\"url\":\"https://example.com\"}" at /1/content/1"#,
            "0: hosted mcptoolu_1 echo({}) at /1/content/2 = \"no\" at /1/content/3 failed",
            "0: t1 ls({}) at /1/content/4 = \"one\" at /2/content/0",
        ]
    );
    assert_eq!(problems(&messages), [""; 0]);
}

#[test]
fn a_call_of_the_server_is_not_answered_by_us() {
    let messages = json!([
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": [
            {"type": "server_tool_use", "id": "x1", "name": "web_search", "input": {}},
        ]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "x1", "content": "one"}]},
    ]);
    assert_eq!(calls(messages.clone()), ["0: hosted x1 web_search({}) at /1/content/0 = open"]);
    assert_eq!(problems(&messages), ["/2/content/0 result-without-call"]);
}

#[test]
fn a_paused_turn_ends_with_a_call_of_the_server() {
    let messages = json!([
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": [
            {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}},
        ]},
    ]);
    assert_eq!(calls(messages.clone()), ["0: hosted srvtoolu_1 web_search({}) at /1/content/0 = open"]);
    assert_eq!(problems(&messages), [""; 0]);
}

#[test]
fn items_of_hosted_tools_hold_their_result() {
    let messages = json!([
        {"role": "user", "content": "Go."},
        {"type": "mcp_call", "id": "mcp_1", "name": "echo", "server_label": "s", "arguments": "{\"a\":1}", "output": "one"},
        {"type": "mcp_call", "id": "mcp_2", "name": "echo", "server_label": "s", "arguments": "{}", "output": null,
            "error": "no"},
        {"type": "web_search_call", "id": "ws_1", "status": "completed"},
        {"type": "function_call", "call_id": "c1", "name": "ls", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c1", "output": "two"},
    ]);
    assert_eq!(
        calls(messages.clone()),
        [
            "0: hosted mcp_1 echo({\"a\":1}) at /1 = \"one\" at /1",
            "0: hosted mcp_2 echo({}) at /2 = \"no\" at /2 failed",
            "0: hosted ws_1 web_search() at /3 = \"\" at /3",
            "0: c1 ls({}) at /4 = \"two\" at /5",
        ]
    );
    assert_eq!(problems(&messages), [""; 0]);
}

#[test]
fn gemini_runs_code() {
    let code = |assistant: &str| json!({"executableCode": {"language": "PYTHON", "code": assistant}});
    let outcome = |assistant: &str| json!({"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": assistant}});
    let parts = [code("print(1)"), outcome("1\n"), code("print(2)"), outcome("2\n"), json!({"text": "Done."})];
    let messages = json!([
        {"role": "user", "parts": [{"text": "Go."}]},
        {"role": "model", "parts": Value::from(parts)},
    ]);
    let lines = calls(messages.clone());
    let results: Vec<&str> = lines.iter().map(|line| line.split_once(" = ").unwrap().1).collect();
    assert_eq!(results, ["\"1\\n\" at /1/parts/1", "\"2\\n\" at /1/parts/3"]);
    assert!(lines.iter().all(|line| line.starts_with("0: hosted ")), "{lines:?}");
    assert_eq!(problems(&messages), [""; 0]);
}

#[test]
fn the_ai_sdk_answers_for_the_provider_in_the_assistants_message() {
    let messages = json!([
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": [
            {"type": "tool-call", "toolCallId": "c1", "toolName": "web_search", "input": {}, "providerExecuted": true},
            {"type": "tool-result", "toolCallId": "c1", "toolName": "web_search",
                "output": {"type": "json", "value": {"n": 1}}},
            {"type": "tool-call", "toolCallId": "c2", "toolName": "ls", "input": {}},
        ]},
        {"role": "tool", "content": [
            {"type": "tool-result", "toolCallId": "c2", "toolName": "ls", "output": {"type": "text", "value": "two"}},
        ]},
    ]);
    assert_eq!(
        calls(messages.clone()),
        [
            r#"0: hosted c1 web_search({}) at /1/content/0 = "{\"n\":1}" at /1/content/1"#,
            "0: c2 ls({}) at /1/content/2 = \"two\" at /2/content/0",
        ]
    );
    assert_eq!(problems(&messages), [""; 0]);
}
