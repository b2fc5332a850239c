//! Few images: above a number the oldest become lines.

use serde_json::{Value, json};
use tooltrim::compaction::{Host, Request};
use tooltrim::{Compactor, MessageFormat, extract_tool_calls, inspect_messages};

use crate::compaction::support::{compact, read};

const PIXELS: &str = "iVBORw0KGgo";

fn shown(messages: &[Value]) -> usize {
    Value::from(messages.to_vec()).to_string().matches(PIXELS).count()
}

/// A picture of the user, then a screenshot with each call.
fn messages(count: usize) -> Vec<Value> {
    let image = || json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXELS}});
    let mut messages = vec![json!({"role": "user", "content": [{"type": "text", "text": "Go."}, image()]})];
    for number in 0..count {
        let id = format!("t{number}");
        messages.push(json!({"role": "assistant", "content": [
            {"type": "thinking", "thinking": format!("Look {number}."), "signature": "c2ln"},
            {"type": "tool_use", "id": id, "name": "screenshot", "input": {}},
        ]}));
        messages.push(json!({"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": id, "content": [{"type": "text", "text": "Done."}, image()]},
        ]}));
    }
    messages
}

#[test]
fn above_the_number_the_oldest_go_until_half_are_left() {
    let options = |most: u64| json!({"window": {"chars": 10_000_000}, "recentMedia": most});
    for (count, most, left) in [(3, 4, 4), (4, 4, 2), (9, 4, 2), (4, 3, 2), (9, 1, 1), (0, 1, 1)] {
        let out = compact(&messages(count), &options(most));
        assert_eq!(shown(&out.messages), left, "{count} and one, {most}");
        assert_eq!(out.changed, left <= count, "{count} and one, {most}");
        assert_eq!(out.notice.is_some(), out.changed);
    }
    let out = compact(&messages(9), &options(4));
    assert_eq!(out.messages[0]["content"][1], json!({"type": "text", "text": "[image/png, 1 KB]"}));
    let result = &out.messages[2]["content"][0]["content"];
    assert_eq!(result, &json!([{"type": "text", "text": "Done.\n[image/png, 1 KB]"}]), "{result}");
    // What they stood before was thought after them.
    assert_eq!(out.report.thinking.kept, 0);
    assert!(compact(&messages(3), &json!({"window": {"chars": 10_000_000}})).edits.is_empty());
}

#[test]
fn a_growing_conversation_drops_some_at_a_time() {
    let options = read(&json!({"window": {"chars": 10_000_000}, "recentMedia": 4})).unwrap();
    let (mut compactor, all) = (Compactor::new(options).unwrap(), messages(20));
    let mut steps = 0;
    for end in (1..=all.len()).step_by(2) {
        let out = compactor.next(&all[..end], Request::new()).unwrap();
        steps += usize::from(out.notice.is_some());
        assert!((1..=4).contains(&shown(&out.messages)), "{}", shown(&out.messages));
    }
    assert_eq!(steps, 6);
}

#[test]
fn those_of_the_last_message_that_has_any_stay() {
    let mut all = messages(0);
    all[0]["content"] = (0..5).map(|_| all[0]["content"][1].clone()).collect();
    let out = compact(&all, &json!({"window": {"chars": 10_000_000}, "recentMedia": 2}));
    assert_eq!(shown(&out.messages), 5);
    let error = read(&json!({"window": {"chars": 1}, "recentMedia": 0})).unwrap_err().to_string();
    assert_eq!(error, "recent_media: 0 is not a number of 1 or more");
}

/// A result that the model has not seen, of these blocks.
fn unseen(content: &Value) -> Vec<Value> {
    vec![
        json!({"role": "user", "content": "Go."}),
        json!({"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "screenshot", "input": {}}]}),
        json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": content}]}),
    ]
}

#[test]
fn beside_an_image_that_left_a_whole_text_is_not_called_cut() {
    let image = || json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXELS}});
    for text in ["three lines\nof text\nall here", "", "\u{1b}[31mred\u{1b}[0m"] {
        let messages = unseen(&json!([{"type": "text", "text": text}, image()]));
        for window in [json!({"tokens": 1000}), json!({"chars": 3000})] {
            let out = compact(&messages, &json!({"window": window}));
            let sent = out.messages[2]["content"][0]["content"][0]["text"].as_str().unwrap();
            let plain = text.replace("\u{1b}[31m", "").replace("\u{1b}[0m", "");
            assert!(sent.starts_with(&format!("{plain}\n[image/png")) && sent.lines().count() < 5, "{sent}");
            assert!(!sent.contains("left out"), "{sent}");
        }
    }
    // A text that is cut says so.
    let messages = unseen(&json!([{"type": "text", "text": "A line.\n".repeat(2000)}, image()]));
    let sent = compact(&messages, &json!({"window": {"chars": 8000}})).messages[2].to_string();
    assert!(sent.contains("[The rest was left out to fit the window"), "{sent}");
}

#[test]
fn a_line_has_type_title_and_size_in_every_format() {
    let base64 = "A".repeat(200_000);
    let url = format!("data:image/png;base64,{base64}");
    let pdf = format!("data:application/pdf;base64,{base64}");
    let line = "[image/png, 150 KB]";
    let user = |part: Value| json!({"role": "user", "content": [part]});
    for (format, part, line) in [
        ("openai-chat", json!({"type": "image_url", "image_url": {"url": url}}), line),
        ("openai-chat", json!({"type": "image_url", "image_url": url}), line),
        (
            "openai-chat",
            json!({"type": "file", "file": {"filename": "a.pdf", "file_data": pdf}}),
            "[application/pdf, 150 KB: a.pdf]",
        ),
        ("openai-chat", json!({"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}), "[image_url]"),
        ("openai-responses", json!({"type": "input_image", "image_url": url}), line),
        ("openai-responses", json!({"type": "input_image", "image_url": "https://example.com/a.png"}), "[input_image]"),
        (
            "openai-responses",
            json!({"type": "input_file", "filename": "a.pdf", "file_data": pdf}),
            "[application/pdf, 150 KB: a.pdf]",
        ),
        ("ai-sdk", json!({"type": "image", "image": url}), line),
        (
            "ai-sdk",
            json!({"type": "file", "mediaType": "image/png", "data": "https://example.com/a.png"}),
            "[image/png]",
        ),
        ("ai-sdk", json!({"type": "file", "mediaType": "image/png", "data": base64}), line),
    ] {
        let last =
            user(json!({"type": if format == "openai-responses" { "input_text" } else { "text" }, "text": "And?"}));
        let messages = [user(part), json!({"role": "assistant", "content": "Yes."}), last];
        let out = compact(&messages, &json!({"window": {"chars": 4000}, "format": format}));
        assert_eq!(out.messages[0]["content"][0]["text"], line, "{format}");
    }
}

#[test]
fn the_title_of_a_file_leaves_with_it() {
    let source = json!({"type": "base64", "media_type": "application/pdf", "data": "A".repeat(2_000)});
    let file = json!({"type": "document", "title": "Terms and conditions", "source": source});
    let messages = [
        json!({"role": "user", "content": [file]}),
        json!({"role": "assistant", "content": "Yes."}),
        json!({"role": "user", "content": "And?"}),
    ];
    let out = compact(&messages, &json!({"window": {"chars": 4000}, "format": "anthropic"}));
    assert_eq!(out.messages[0]["content"][0]["text"], "[application/pdf, 2 KB: Terms and conditions]");
    assert_eq!(out.report.after, inspect_messages(&out.messages, Some(MessageFormat::Anthropic)).unwrap().size);
}

#[test]
fn a_line_in_a_result_has_them_too() {
    let source = json!({"type": "base64", "media_type": "application/pdf", "data": "A".repeat(200_000)});
    let document = json!({"type": "document", "title": "Terms", "source": source});
    let messages = unseen(&json!([{"type": "text", "text": "Read it."}, document]));
    for redact in [false, true] {
        let plain = |text: &str| text.to_string();
        let mut host = Host::new();
        host.redact = redact.then_some(&plain);
        let options = read(&json!({"window": {"chars": 4000}})).unwrap();
        let out = Compactor::new(options).unwrap().next_with(&messages, Request::new(), host).unwrap();
        let text = &out.messages[2]["content"][0]["content"];
        assert_eq!(text, &json!([{"type": "text", "text": "Read it.\n[application/pdf, 150 KB: Terms]"}]));
        // The title left with the document.
        let size = inspect_messages(&out.messages, Some(MessageFormat::Anthropic)).unwrap().size;
        assert_eq!(out.report.after, size);
    }
}

#[test]
fn a_document_of_text_in_a_result_is_a_text() {
    let source = |data: &str| json!({"type": "text", "media_type": "text/plain", "data": data});
    let document = |data: &str| json!({"type": "document", "title": "notes.md", "source": source(data)});
    let mut messages = unseen(&json!([document(&"A line of it.\n".repeat(300))]));
    messages.push(json!({"role": "assistant", "content": "Read."}));
    messages.push(json!({"role": "user", "content": "And?"}));
    let before = inspect_messages(&messages, Some(MessageFormat::Anthropic)).unwrap();
    assert_eq!((before.calls[0].result_chars, before.media), (4200, 0));
    let texts = extract_tool_calls(&messages, None).unwrap();
    assert!(texts[0].result.starts_with("A line of it.\n"), "{}", texts[0].result);
    for (window, size, text) in
        [("chars", 300, "[Earlier: Used screenshot (4,200 chars)]"), ("tokens", 100, "[Earlier: ~")]
    {
        let options = json!({"window": {window: size}, "recentCallsToKeep": 0});
        let out = compact(&messages, &options);
        let sent = &out.messages[2]["content"][0]["content"][0];
        assert!(sent["source"]["data"].as_str().unwrap().starts_with(text), "{sent}");
        assert_eq!(*sent, document(sent["source"]["data"].as_str().unwrap()));
        assert_eq!(out.report.after, inspect_messages(&out.messages, Some(MessageFormat::Anthropic)).unwrap().size);
    }
}

#[test]
fn a_notice_counts_what_left_where_no_result_did() {
    let image = json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXELS}});
    let turn = |number: usize| {
        let thought = json!({"type": "thinking", "thinking": format!("Look {number}."), "signature": "c2ln"});
        let said = json!({"role": "assistant", "content": [thought, {"type": "text", "text": "A parcel."}]});
        [json!({"role": "user", "content": [{"type": "text", "text": "And here?"}, image.clone()]}), said]
    };
    let messages: Vec<Value> = (0..5).flat_map(turn).collect();
    let out = compact(&messages, &json!({"window": {"chars": 10_000_000}, "recentMedia": 4}));
    assert_eq!(shown(&out.messages), 2);
    assert!(out.notice.unwrap().contains(": 5 of 5 blocks of thinking removed, "));
}
