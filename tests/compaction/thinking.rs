//! Old thinking leaves without a trace.

use serde_json::{Value, json};
use tooltrim::compaction::{Request, Thinking};
use tooltrim::{Compactor, MessageFormat, inspect_messages, validate_messages};

use crate::compaction::session::program;
use crate::compaction::support::compact;

/// Thinking in a message of its own, then six calls, the last of them with more thinking.
fn messages(format: &str) -> Vec<Value> {
    let said = |by: &str, parts: Value| {
        let listed = if format == "gemini" { "parts" } else { "content" };
        json!({"role": by, listed: parts})
    };
    let (assistant, texts): (_, fn(&str) -> Value) = match format {
        "gemini" => ("model", |text| json!({"text": text})),
        _ => ("assistant", |text| json!({"type": "text", "text": text})),
    };
    let thinks = |number: usize| match format {
        "gemini" => json!({"text": program(number, 60), "thought": true}),
        _ => json!({"type": "thinking", "thinking": program(number, 60), "signature": "c2ln"}),
    };
    let asks = |number: usize| {
        let (id, args) = (format!("t{number}"), json!({"path": format!("src/{number}.ts")}));
        match format {
            "gemini" => json!({"functionCall": {"id": id, "name": "read_file", "args": args}}),
            _ => json!({"type": "tool_use", "id": id, "name": "read_file", "input": args}),
        }
    };
    let answers = |number: usize| {
        let (id, text) = (format!("t{number}"), program(number, 40));
        match format {
            "gemini" => json!({"functionResponse": {"id": id, "name": "read_file", "response": {"output": text}}}),
            _ => json!({"type": "tool_result", "tool_use_id": id, "content": text}),
        }
    };
    let mut messages = vec![
        said("user", json!([texts("Go.")])),
        said(assistant, json!([thinks(7)])),
        said(assistant, json!([texts("Well.")])),
        said("user", json!([texts("Go on.")])),
    ];
    for number in 0..6 {
        let thought = if number == 5 { vec![thinks(8)] } else { Vec::new() };
        messages.push(said(assistant, thought.into_iter().chain([asks(number)]).collect()));
        messages.push(said("user", json!([answers(number)])));
    }
    messages
}

#[test]
fn a_message_of_thinking_alone_leaves_whole() {
    for format in ["anthropic", "gemini"] {
        let messages = messages(format);
        let out = compact(&messages, &json!({"window": {"chars": 6000}, "triggerAt": 0, "compactTo": 0.7}));
        assert_eq!(out.messages[..3], [messages[0].clone(), messages[2].clone(), messages[3].clone()], "{format}");
        assert_eq!(out.messages.len(), messages.len() - 1, "{format}");
        assert_eq!(validate_messages(&out.messages, None).unwrap(), []);
    }
}

/// Parallel calls, in each exchange as many as are named, thinking before some of them.
fn exchanges(format: &str, count: usize, thoughts: &[usize]) -> Vec<Value> {
    let mut messages = vec![json!({"role": "user", "content": "Go."})];
    if format == "openai-responses" {
        for number in 0..count {
            if thoughts.contains(&number) {
                messages.push(json!({"type": "reasoning", "id": format!("rs_{number}"), "summary": [], "encrypted_content": "c2ln"}));
            }
            let id = format!("t{number}");
            messages.push(json!({"type": "function_call", "id": format!("fc_{number}"), "call_id": id, "name": "bash", "arguments": format!("{{\"command\":\"npm test p{number}\"}}")}));
            messages.push(json!({"type": "function_call_output", "call_id": id, "output": "PASS\n".repeat(60)}));
        }
        return messages;
    }
    for number in 0..count {
        let ids = [format!("a{number}"), format!("b{number}")];
        let thought = json!({"type": "thinking", "thinking": "A plan.", "signature": "c2ln"});
        let asks = |id: &String| json!({"type": "tool_use", "id": id, "name": "bash", "input": {"command": format!("npm test {id}")}});
        let answers = |id: &String| json!({"type": "tool_result", "tool_use_id": id, "content": "PASS\n".repeat(60)});
        let thought = thoughts.contains(&number).then_some(thought);
        messages.push(json!({"role": "assistant", "content": thought.into_iter().chain(ids.iter().map(asks)).collect::<Vec<_>>()}));
        messages.push(json!({"role": "user", "content": ids.iter().map(answers).collect::<Vec<_>>()}));
    }
    messages
}

#[test]
fn the_last_thinking_stays_with_its_calls() {
    for format in ["anthropic", "openai-responses"] {
        for (style, last) in [("mask", 20), ("summary", 20), ("mask", 0), ("summary", 3)] {
            let messages = exchanges(format, 30, &[last.min(2), last]);
            let thinks =
                |message: &&Value| message["type"] == "reasoning" || message["content"][0]["type"] == "thinking";
            let options = json!({"window": {"chars": 4000}, "style": style, "compactTo": 0.3, "thinking": "loop"});
            let out = compact(&messages, &options);
            assert!(out.messages.len() < messages.len(), "{format} {style}: exchanges left");
            let left: Vec<&Value> = out.messages.iter().filter(thinks).collect();
            assert_eq!(left, [messages.iter().rfind(thinks).unwrap()], "{format} {style} {last}");
            assert_eq!(validate_messages(&out.messages, None).unwrap(), [], "{format} {style} {last}");
        }
    }
}

#[test]
fn after_a_fork_the_thinking_that_is_the_last_again_is_back() {
    let options =
        crate::compaction::support::read(&json!({"window": {"chars": 6000}, "style": "summary", "thinking": "loop"}));
    let mut compactor = Compactor::new(options.unwrap()).unwrap();
    let messages = exchanges("anthropic", 30, &[4, 25]);
    let first = compactor.next(&messages, Request::new()).unwrap();
    assert!(!first.messages.contains(&messages[9]));
    let fork = compactor.next(&messages[..51], Request::new()).unwrap();
    assert!(fork.messages.contains(&messages[9]), "{:#?}", fork.report);
    assert_eq!(validate_messages(&fork.messages, None).unwrap(), []);
}

#[test]
fn thinking_that_another_binding_sends_again_is_reported() {
    let mut messages = vec![json!({"role": "user", "content": "Go."})];
    for number in 1..=8 {
        let id = format!("t{number}");
        let thought = json!({"type": "thinking", "thinking": format!("Hm {number}"), "signature": "c2ln"});
        let call = json!({"type": "tool_use", "id": id, "name": "bash", "input": {"n": number}});
        messages.push(json!({"role": "assistant", "content": [thought, call]}));
        let text = format!("line {number}\n").repeat(60);
        let result = json!({"type": "tool_result", "tool_use_id": id, "content": text});
        messages.push(json!({"role": "user", "content": [result]}));
    }
    let options = crate::compaction::support::read(&json!({"window": {"chars": 3000}})).unwrap();
    let mut compactor = Compactor::new(options).unwrap();
    let first = compactor.next(&messages, Request::new()).unwrap();
    assert_eq!(first.report.thinking.removed, 7);
    let mut request = Request::new();
    request.thinking = Some(Thinking::Calls);
    let other = compactor.next(&messages, request).unwrap();
    let differs = first.messages.iter().zip(&other.messages).position(|(was, is)| was != is);
    let report = &other.report;
    assert_eq!((report.thinking.kept, report.first_changed_message), (8, differs));
    let rest = inspect_messages(&other.messages[differs.unwrap()..], Some(MessageFormat::Anthropic)).unwrap();
    assert_eq!((report.rebilled_tokens, report.break_even_requests), (rest.size.tokens, None));
    let sizes = format!("{} -> {} tokens", first.report.after.tokens, report.after.tokens);
    let notice = format!("\u{26a0}\u{fe0f} 7 blocks of thinking are sent again, {sizes}");
    assert_eq!(other.notice.as_deref(), Some(&*notice));
    // Sent once, it is no news.
    let same = compactor.next(&messages, request).unwrap();
    assert_eq!((same.notice, same.report.first_changed_message, same.messages), (None, None, other.messages));
}

#[test]
fn another_binding_that_changes_nothing_gives_no_notice() {
    let messages = exchanges("openai-responses", 10, &[0, 3, 9]);
    let options = json!({"window": {"chars": 4000}, "compactTo": 0.3});
    let mut compactor = Compactor::new(crate::compaction::support::read(&options).unwrap()).unwrap();
    let mut request = Request::new();
    request.thinking = Some(Thinking::Prefix);
    let first = compactor.next(&messages, request).unwrap();
    request.thinking = Some(Thinking::Calls);
    let other = compactor.next(&messages, request).unwrap();
    assert_eq!(other.notice.is_some(), other.messages != first.messages, "{:?}", other.notice);
}

#[test]
fn reasoning_leaves_with_its_calls_also_before_what_was_said() {
    let said = |text: &str| json!({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]});
    let items = |with_ids: bool| {
        let mut items = vec![json!({"type": "message", "role": "user", "content": "Go."})];
        for number in 0..20 {
            let call = format!("c{number}");
            let thought = json!([{"type": "summary_text", "text": format!("Step {number}. {}", program(number, 12))}]);
            let mut of_model = [
                json!({"type": "reasoning", "summary": thought}),
                said(&format!("Now file {number}.")),
                json!({"type": "function_call", "call_id": call, "name": "read_file", "arguments": "{\"path\":\"a.ts\"}"}),
            ];
            if with_ids {
                for (item, name) in of_model.iter_mut().zip(["rs", "msg", "fc"]) {
                    item["id"] = json!(format!("{name}_{number}"));
                }
            }
            items.extend(of_model);
            items.push(json!({"type": "function_call_output", "call_id": call, "output": program(number, 20)}));
        }
        items
    };
    for with_ids in [true, false] {
        let out = compact(&items(with_ids), &json!({"window": {"chars": 14_000}, "triggerAt": 0, "compactTo": 0.5}));
        let count = |kind: &str| out.messages.iter().filter(|item| item["type"] == kind).count();
        // With ids the provider would miss the reasoning of what was said, so its calls stay, too.
        assert_eq!(count("function_call") < 20, !with_ids);
        assert_eq!(count("reasoning"), count("function_call"), "{with_ids}");
        assert_eq!(validate_messages(&out.messages, None).unwrap(), []);
    }
}
