//! LangChain holds each call of Claude twice, in the content and in `tool_calls`, and sends the content: what changes in
//! one changes in the other.

use serde_json::{Value, json};
use tooltrim::compaction::{Compaction, Host, Request};
use tooltrim::{Compactor, MessageFormat, extract_tool_calls, render_as_text, repair_messages};

use crate::compaction::support::{compact, read};

fn ai(content: Value, calls: &[(String, Value)], inner: bool) -> Value {
    let calls =
        calls.iter().map(|(id, args)| json!({"name": "write_file", "args": args, "id": id, "type": "tool_call"}));
    let held = json!({"content": content, "tool_calls": calls.collect::<Vec<_>>()});
    if inner {
        return json!({"lc": 1, "type": "constructor", "id": ["langchain_core", "messages", "AIMessage"], "kwargs": held});
    }
    let mut message = held;
    message["type"] = json!("ai");
    message
}

/// Twelve turns of two calls that write files; with `copies` each call is in the content, too.
fn session(copies: bool, inner: bool) -> Vec<Value> {
    let mut messages = vec![json!({"type": "human", "content": "Write the modules."})];
    for turn in 0..12 {
        let args = |n: usize| {
            let text = format!("// password: hunter2-{turn}-{n}\n{}", "let x = 1;\n".repeat(200));
            json!({"file_path": format!("src/{turn}/{n}.ts"), "content": text})
        };
        let calls: Vec<_> = (0..2).map(|n| (format!("toolu_{turn}_{n}"), args(n))).collect();
        let mut content = vec![json!({"type": "text", "text": "I write two of them."})];
        if copies {
            let block = |(n, (id, args)): (usize, &(String, Value))| match n {
                0 => json!({"type": "tool_use", "id": id, "name": "write_file", "input": args}),
                // A stream leaves the pieces.
                _ => json!({"type": "tool_use", "id": id, "name": "write_file", "input": args.to_string(), "index": n,
                    "partial_json": args.to_string()}),
            };
            content.extend(calls.iter().enumerate().map(block));
        }
        messages.push(ai(json!(content), &calls, inner));
        for (id, _) in &calls {
            messages.push(json!({"type": "tool", "content": "ok", "tool_call_id": id, "name": "write_file"}));
        }
    }
    messages
}

fn held(message: &Value) -> &Value {
    if message.get("kwargs").is_some() { &message["kwargs"] } else { message }
}

/// Calls and blocks are the same.
fn assert_one(messages: &[Value]) {
    for message in messages.iter().map(held) {
        let none = Vec::new();
        let calls = message["tool_calls"].as_array().unwrap_or(&none);
        let blocks = message["content"].as_array().unwrap_or(&none).iter().filter(|block| block["type"] == "tool_use");
        let of_blocks = blocks.map(|block| {
            let input = block["input"].as_str().map(|json| serde_json::from_str(json).unwrap());
            (block["id"].clone(), block["name"].clone(), input.unwrap_or_else(|| block["input"].clone()))
        });
        let of_calls = calls.iter().map(|call| (call["id"].clone(), call["name"].clone(), call["args"].clone()));
        assert_eq!(of_blocks.collect::<Vec<_>>(), of_calls.collect::<Vec<_>>());
    }
}

fn options(style: &str) -> Value {
    json!({"window": {"chars": 30_000}, "compactTo": 0.3, "style": style, "recentCallsToKeep": 2})
}

#[test]
fn what_gets_smaller_gets_smaller_twice() {
    for (style, inner) in [("mask", false), ("mask", true), ("summary", false), ("summary", true)] {
        let messages = session(true, inner);
        let Compaction { changed, messages: left, report, .. } = compact(&messages, &options(style));
        assert!(changed);
        assert_one(&left);
        let written = Value::from(left.clone()).to_string().len() as u64;
        // Each call is there twice, one of the two is counted.
        assert!(written < 3 * report.after.chars + 10_000, "{written} of {:?}", report.after);
        assert_eq!(report.before.chars, compact(&session(false, inner), &options(style)).report.before.chars);
    }
}

#[test]
fn a_secret_leaves_both() {
    let redact = |text: &str| text.replace("hunter2", "[...]");
    let mut host = Host::new();
    host.redact = Some(&redact);
    let mut compactor = Compactor::new(read(&options("mask")).unwrap()).unwrap();
    let left = compactor.next_with(&session(true, true), Request::new(), host).unwrap().messages;
    assert_one(&left);
    let count = |messages: &[Value]| Value::from(messages.to_vec()).to_string().matches("hunter2").count();
    // Only calls that stay as they came have it, three times with the pieces of a stream.
    let kept = extract_tool_calls(&left, None).unwrap();
    let kept = kept.iter().filter(|found| found.args.to_string().contains("hunter2")).count();
    assert!(kept <= 6 && count(&left) <= 3 * kept, "{} in {kept}", count(&left));
}

#[test]
fn a_repair_repairs_both() {
    let calls = [("a".to_owned(), json!({})), ("a".to_owned(), json!({"path": "src"})), ("b".to_owned(), json!({}))];
    let block = |id: &str, args: &Value| json!({"type": "tool_use", "id": id, "name": "write_file", "input": args});
    let content: Vec<Value> = calls.iter().map(|(id, args)| block(id, args)).collect();
    let messages = [
        json!({"type": "human", "content": "Go."}),
        ai(json!(content), &calls, false),
        json!({"type": "tool", "content": "1", "tool_call_id": "a", "name": "write_file"}),
        json!({"type": "tool", "content": "2", "tool_call_id": "a", "name": "write_file"}),
        json!({"type": "tool", "content": "3", "tool_call_id": "b", "name": "write_file"}),
    ];
    let repaired = repair_messages(&messages, MessageFormat::OpenAiChat).unwrap();
    assert_eq!(repaired.reason, None);
    assert_ne!(repaired.messages, messages);
    assert_one(&repaired.messages);

    let text = render_as_text(&messages, None, tooltrim::calls::Rendering::Comments).unwrap();
    assert!(!Value::from(text).to_string().contains("tool_use"));
}
