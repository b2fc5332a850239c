//! Calls that the provider ran, and calls of a kind of their own, leave like others: as pairs, with what belongs to them.

use serde_json::{Value, json};
use tooltrim::validate_messages;

use crate::compaction::session::{log, program};
use crate::compaction::support::compact;

const COUNT: usize = 50;

fn said(text: &str) -> Value {
    json!({"role": "user", "content": text})
}

/// A conversation whose format is `format`: of each of `COUNT` turns the messages or items that `turn` gives.
fn conversation(turn: impl Fn(usize) -> Vec<Value>) -> Vec<Value> {
    [said("Go.")].into_iter().chain((0..COUNT).flat_map(turn)).chain([said("And now?")]).collect()
}

fn searched(n: usize) -> Vec<Value> {
    let id = format!("srvtoolu_{n}");
    let found = json!({"type": "web_search_result", "title": format!("Tariff {n}"), "url": format!("https://a.b/{n}"), "encrypted_content": "Zm9v".repeat(250)});
    let cited = json!([{"type": "web_search_result_location", "url": format!("https://a.b/{n}"), "title": "Tariff", "encrypted_index": "Zm8", "cited_text": "It is 7."}]);
    vec![
        json!({"role": "assistant", "content": [
            {"type": "server_tool_use", "id": id, "name": "web_search", "input": {"query": format!("tariff {n}")}},
            {"type": "web_search_tool_result", "tool_use_id": id, "content": [found]},
            {"type": "text", "text": format!("Tariff {n} is 7."), "citations": cited},
        ]}),
        said("Next."),
    ]
}

fn native(n: usize, kind: &str, action: &Value, output: &Value) -> Vec<Value> {
    let id = format!("call_{n}");
    let mut call = json!({"type": kind, "call_id": id, "status": "completed"});
    call.as_object_mut().unwrap().extend(action.as_object().unwrap().clone());
    vec![call, json!({"type": format!("{kind}_output"), "call_id": id, "output": output})]
}

#[test]
fn they_make_room_and_nothing_is_left_alone() {
    let pixels = "iVBORw0KGgo".repeat(40);
    let patch =
        |n: usize| json!({"operation": {"type": "update_file", "path": format!("src/{n}.ts"), "diff": program(n, 30)}});
    let shell = |n: usize| json!({"action": {"commands": [format!("npm test -- {n}; # {}", program(n, 12))]}});
    let local = |n: usize| json!({"action": {"type": "exec", "command": ["npm", "test", program(n, 20)], "env": {}}});
    let click = json!({"action": {"type": "click", "button": "left", "x": 1, "y": 2}, "pending_safety_checks": []});
    let shot = json!({"type": "computer_screenshot", "image_url": format!("data:image/png;base64,{pixels}")});
    let found = |n: usize| json!([{"file_id": "f", "filename": "a.md", "score": 0.5, "text": program(n, 30)}]);
    let cases: Vec<(&str, &str, Vec<Value>)> = vec![
        ("anthropic", "web_search", conversation(searched)),
        (
            "openai-responses",
            "apply_patch_call",
            conversation(|n| native(n, "apply_patch_call", &patch(n), &json!("Done."))),
        ),
        (
            "openai-responses",
            "shell_call",
            conversation(|n| {
                native(
                    n,
                    "shell_call",
                    &shell(n),
                    &json!([{"stdout": log(n, 4), "stderr": "", "outcome": {"type": "exit", "exit_code": 0}}]),
                )
            }),
        ),
        (
            "openai-responses",
            "local_shell_call",
            conversation(|n| native(n, "local_shell_call", &local(n), &json!(log(n, 4)))),
        ),
        ("openai-responses", "computer_call", conversation(|n| native(n, "computer_call", &click, &shot))),
        (
            "openai-responses",
            "mcp_call",
            conversation(|n| {
                vec![
                    json!({"type": "mcp_call", "id": format!("mcp_{n}"), "server_label": "a", "name": "look", "arguments": "{}", "output": program(n, 30)}),
                    said("Next."),
                ]
            }),
        ),
        (
            "openai-responses",
            "file_search_call",
            conversation(|n| {
                vec![
                    json!({"type": "file_search_call", "id": format!("fs_{n}"), "status": "completed", "queries": ["a"], "results": found(n)}),
                    said("Next."),
                ]
            }),
        ),
        (
            "openai-responses",
            "code_interpreter_call",
            conversation(|n| {
                vec![
                    json!({"type": "code_interpreter_call", "id": format!("ci_{n}"), "status": "completed", "container_id": "c", "code": program(n, 30), "outputs": [{"type": "logs", "logs": log(n, 4)}]}),
                    said("Next."),
                ]
            }),
        ),
        ("ai-sdk", "tool-approval-request", conversation(approved)),
    ];
    for (format, kind, messages) in cases {
        assert_eq!(validate_messages(&messages, None).unwrap(), [], "{kind}");
        for style in ["mask", "summary"] {
            let options = json!({"window": {"chars": 1_000_000}, "format": format});
            let before = compact(&messages, &options).report.before.chars;
            let options = json!({"window": {"chars": before / 2}, "format": format, "style": style, "compactTo": 0.5});
            let out = compact(&messages, &options);
            assert!(out.report.fits && !out.report.over_target, "{kind} {style}: {:#?}", out.report);
            assert_eq!(validate_messages(&out.messages, None).unwrap(), [], "{kind} {style}");
            let left = |what: &str| Value::from(out.messages.clone()).to_string().matches(what).count();
            let calls = left(&format!("\"{kind}\""));
            // Where a result can become a line, its call stays.
            assert!(calls < COUNT || (format == "ai-sdk" && style == "mask"), "{kind} {style}: {calls} stay");
            if format == "anthropic" {
                assert_eq!(left("web_search_tool_result\""), calls, "{style}");
                assert!(left("\"citations\"") <= calls, "{style}");
            }
            if format == "ai-sdk" {
                let [asked, answered, ran] = ["-request\"", "-response\"", "\"tool-result\""].map(left);
                assert_eq!((asked, answered), (ran, ran), "{style}");
            }
        }
    }
}

/// A call that a person allows.
fn approved(n: usize) -> Vec<Value> {
    let (call, asked) = (format!("c{n}"), format!("a{n}"));
    vec![
        json!({"role": "assistant", "content": [
            {"type": "tool-call", "toolCallId": call, "toolName": "rm", "input": {"path": format!("src/{n}.ts"), "why": program(n, 10)}},
            {"type": "tool-approval-request", "approvalId": asked, "toolCallId": call},
        ]}),
        json!({"role": "tool", "content": [
            {"type": "tool-approval-response", "approvalId": asked, "approved": true},
            {"type": "tool-result", "toolCallId": call, "toolName": "rm", "output": {"type": "text", "value": log(n, 4)}},
        ]}),
    ]
}

#[test]
fn reasoning_is_followed_by_what_it_led_to() {
    // With ids a search stays, as the answer after it belongs to the same reasoning; without them both leave.
    for with_ids in [true, false] {
        let messages = conversation(|n| {
            let mut items = vec![
                json!({"type": "reasoning", "summary": [], "encrypted_content": "Zm9v".repeat(30)}),
                json!({"type": "file_search_call", "status": "completed", "queries": ["a"], "results": [{"text": program(n, 30)}]}),
                json!({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Well."}]}),
            ];
            if with_ids {
                for (item, name) in items.iter_mut().zip(["rs", "fs", "msg"]) {
                    item["id"] = json!(format!("{name}_{n}"));
                }
            }
            items.push(said("Next."));
            items
        });
        let out = compact(&messages, &json!({"window": {"chars": 30_000}, "style": "summary"}));
        let kinds: Vec<&str> = out.messages.iter().map(|item| item["type"].as_str().unwrap_or("user")).collect();
        for (at, kind) in kinds.iter().enumerate() {
            if *kind == "reasoning" {
                assert_eq!(kinds.get(at + 1), Some(&"file_search_call"), "{with_ids} {at}");
            }
        }
        let searches = kinds.iter().filter(|kind| **kind == "file_search_call").count();
        assert_eq!(searches == COUNT, with_ids, "{searches}");
    }
}

#[test]
fn steps_with_signed_calls_leave_whole() {
    let mut messages = vec![json!({"role": "user", "parts": [{"text": "Go."}]})];
    for n in 0..COUNT {
        let call = json!({"functionCall": {"name": "read_file", "args": {"path": format!("src/{n}.ts")}}, "thoughtSignature": "c2ln"});
        let second = json!({"functionCall": {"name": "read_file", "args": {"path": format!("test/{n}.ts")}}});
        messages.push(json!({"role": "model", "parts": [call, second]}));
        let answer = || json!({"functionResponse": {"name": "read_file", "response": {"output": program(n, 20)}}});
        messages.push(json!({"role": "user", "parts": [answer(), answer()]}));
    }
    let out = compact(&messages, &json!({"window": {"chars": 30_000}, "style": "summary"}));
    assert!(out.messages.len() < messages.len() / 2, "{} messages", out.messages.len());
    assert_eq!(validate_messages(&out.messages, None).unwrap(), []);
    for message in out.messages.iter().filter(|message| message["role"] == "model") {
        let calls = message["parts"].as_array().unwrap();
        assert_eq!((calls.len(), &calls[0]["thoughtSignature"]), (2, &json!("c2ln")));
    }
}

#[test]
fn a_result_that_loads_tools_stays() {
    let mut messages = conversation(searched);
    messages.splice(1..1, [
        json!({"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "find_tools", "input": {"query": "tariffs"}}]}),
        json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "tool_reference", "tool_name": "tariff_of"}]}]}),
    ]);
    for style in ["mask", "summary"] {
        let out = compact(&messages, &json!({"window": {"chars": 8000}, "style": style}));
        assert!(out.messages.contains(&messages[1]) && out.messages.contains(&messages[2]), "{style}");
    }
}
