//! What counts: every part, item and member, whether or not its format knows it.

use proptest::prelude::*;
use serde_json::{Value, json};
use tooltrim::compaction::Request;
use tooltrim::messages::detect_format;
use tooltrim::{Compactor, ErrorKind, MessageFormat, estimate_tokens, inspect_messages};

use crate::compaction::laws::session;
use crate::compaction::session::{ANTHROPIC, STYLES, Turn, call, calls, program, user, write};
use crate::compaction::support::{compact, read};

/// Objects of a JSON value, as paths, in order.
fn objects(value: &Value, path: &str, into: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            into.push(path.to_owned());
            for (name, member) in members {
                objects(member, &format!("{path}/{}", name.replace('~', "~0").replace('/', "~1")), into);
            }
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, item)| objects(item, &format!("{path}/{at}"), into));
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn unknown_members_at_any_depth_count_and_change_nothing_else(
        session in session(),
        style in 0..STYLES.len(),
        members in prop::collection::vec((any::<prop::sample::Index>(), "[a-z]{3,9}_[a-z]{2,5}x", "[ a-z]{4,900} [a-z ]{2,40}"), 1..5),
    ) {
        let messages = write(&session, STYLES[style].1);
        let mut more = Value::from(messages.clone());
        let mut length = 0;
        for (at, name, text) in &members {
            let mut places = Vec::new();
            objects(&more, "", &mut places);
            let place = at.get(&places);
            let member = &mut more.pointer_mut(place).unwrap()[name.as_str()];
            if member.is_null() {
                *member = Value::from(text.as_str());
                length += text.len() as u64;
            }
        }
        let Value::Array(more) = more else { unreachable!() };
        let options = json!({"window": {"chars": 10_000_000}, "format": STYLES[style].1.format.name()});
        let (plain, counted) = (compact(&messages, &options), compact(&more, &options));
        let grown = counted.report.before.chars.saturating_sub(plain.report.before.chars);
        prop_assert!(grown * 10 >= length * 9, "{} by {grown} for {length}: {more:?}", STYLES[style].0);
        prop_assert!(counted.edits.is_empty() && counted.report.fits && counted.notice.is_none());
        prop_assert_eq!(counted.report.before, counted.report.after);
        prop_assert_eq!(counted.report.exchanges.len(), plain.report.exchanges.len());
        let options = json!({"window": {"tokens": 10_000_000}, "format": STYLES[style].1.format.name()});
        let tokens = |messages: &[Value]| compact(messages, &options).report.before.tokens;
        let least = members.iter().map(|(_, _, text)| estimate_tokens(text) as u64).min().unwrap_or_default();
        prop_assert!(tokens(&more) >= tokens(&messages) + least / 2);
    }
}

/// UTF-16 units that a value of this length counts at least.
const LONG: usize = 20_000;

#[test]
fn each_container_that_a_provider_is_sent_counts() {
    let long = || "a word in it ".repeat(LONG / 13);
    let base64 = || "QUJD".repeat(LONG / 4);
    let call = |more: Value| {
        let mut call = json!({"type": "", "id": "x_1", "call_id": "call_1", "status": "completed"});
        call.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        call
    };
    let chat = |more: Value| {
        let mut message = json!({"role": "assistant", "content": "Yes."});
        message.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ("openai-chat", message)
    };
    let block = |block: Value| ("anthropic", json!({"role": "user", "content": [block]}));
    let cases = [
        chat(json!({"reasoning_content": long()})),
        chat(json!({"reasoning": long()})),
        chat(json!({"reasoning_details": [{"type": "reasoning.text", "text": long(), "signature": base64()}]})),
        chat(json!({"refusal": long()})),
        chat(json!({"content": [{"type": "thinking", "thinking": [{"type": "text", "text": long()}]}]})),
        chat(json!({"content": [{"type": "reasoning", "reasoning": long()}]})),
        chat(json!({"content": [{"type": "refusal", "refusal": long()}]})),
        chat(json!({"additional_kwargs": {"reasoning_content": long()}})),
        chat(json!({"content": [{"type": "poem", "lines": [long()]}]})),
        block(
            json!({"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": long()}, "title": "a.md"}),
        ),
        block(
            json!({"type": "document", "source": {"type": "content", "content": [{"type": "text", "text": long()}]}}),
        ),
        block(
            json!({"type": "search_result", "source": "https://a.b", "title": "A", "content": [{"type": "text", "text": long()}]}),
        ),
        block(json!({"type": "redacted_thinking", "data": "QUJD".repeat(LONG / 3)})),
        ("openai-responses", call(json!({"type": "code_interpreter_call", "code": long(), "outputs": []}))),
        (
            "openai-responses",
            call(json!({"type": "code_interpreter_call", "code": "1", "outputs": [{"type": "logs", "logs": long()}]})),
        ),
        (
            "openai-responses",
            call(json!({"type": "tool_search_output", "tools": [{"name": "t", "description": long()}]})),
        ),
        ("openai-responses", call(json!({"type": "mcp_list_tools", "tools": [{"name": "t", "description": long()}]}))),
        (
            "openai-responses",
            call(json!({"type": "file_search_call", "queries": ["q"], "results": [{"text": long()}]})),
        ),
        ("openai-responses", call(json!({"type": "web_search_call", "action": {"type": "search", "query": long()}}))),
        ("openai-responses", call(json!({"type": "compaction", "encrypted_content": "QUJD".repeat(LONG / 3)}))),
        (
            "openai-responses",
            call(json!({"type": "reasoning", "summary": [], "encrypted_content": "QUJD".repeat(LONG / 3)})),
        ),
        (
            "gemini",
            json!({"role": "user", "parts": [{"inlineData": {"mimeType": "text/plain", "data": "QUJD".repeat(LONG / 3)}}]}),
        ),
        (
            "ai-sdk",
            json!({"role": "user", "content": [{"type": "file", "mediaType": "text/csv", "data": "QUJD".repeat(LONG / 3)}]}),
        ),
        // As AI SDK 7 has files.
        (
            "ai-sdk",
            json!({"role": "user", "content": [{"type": "file", "mediaType": "text/csv", "data": {"type": "data", "data": "QUJD".repeat(LONG / 3)}}]}),
        ),
        (
            "ai-sdk",
            json!({"role": "user", "content": [{"type": "file", "mediaType": "text/plain", "data": {"type": "text", "text": long()}}]}),
        ),
    ];
    for (format, message) in cases {
        let go = if format == "gemini" {
            json!({"role": "user", "parts": [{"text": "Go."}]})
        } else {
            json!({"role": "user", "content": "Go."})
        };
        for unit in ["chars", "tokens"] {
            let options = json!({"window": {unit: 4000}, "format": format, "thinking": "loop"});
            let report = compact(&[go.clone(), message.clone(), go.clone()], &options).report;
            let shown = message.to_string().chars().take(120).collect::<String>();
            assert!(report.before.chars >= LONG as u64 * 9 / 10, "{} chars: {shown}", report.before.chars);
            assert!(report.before.tokens >= LONG as u64 / 5, "{} tokens: {shown}", report.before.tokens);
            // A file gives way to a line; nothing else of these may.
            let is_file = message.to_string().contains("\"source\"")
                || message.to_string().contains("ediaType\":\"text")
                || message.to_string().contains("mimeType");
            assert_eq!(report.fits, is_file, "{unit}: {shown}");
        }
    }
}

#[test]
fn images_count_wherever_they_are() {
    let screenshot = json!({"type": "computer_screenshot", "image_url": "data:image/png;base64,AAAA"});
    let cases = [
        (
            "openai-responses",
            json!([
                {"type": "computer_call", "call_id": "c", "action": {"type": "screenshot"}, "id": "x"},
                {"type": "computer_call_output", "call_id": "c", "output": screenshot},
            ]),
        ),
        ("openai-responses", json!([{"type": "image_generation_call", "id": "i", "result": "QUJD".repeat(900)}])),
        (
            "gemini",
            json!([
                {"role": "user", "parts": [{"text": "Go."}]},
                {"role": "model", "parts": [{"functionCall": {"name": "shot", "args": {}}}]},
                {"role": "user", "parts": [{"functionResponse": {"name": "shot", "response": {"output": "done"},
                    "parts": [{"inlineData": {"mimeType": "image/png", "data": "QUJD"}}]}}]},
            ]),
        ),
    ];
    for (format, messages) in cases {
        let inspection =
            inspect_messages(messages.as_array().unwrap(), tooltrim::MessageFormat::given(Some(format)).unwrap())
                .unwrap();
        assert_eq!((inspection.media, inspection.parts.media), (1, 6400), "{format}");
        assert!(inspection.size.chars >= 6400 && inspection.size.tokens >= 1600, "{format}: {:?}", inspection.size);
    }
}

#[test]
fn unknown_parts_and_members_are_named_once() {
    let part = |kind: &str| json!({"type": kind, "data_of_it": "x y"});
    let messages = [
        json!({"role": "user", "content": [{"type": "text", "text": "Go."}, part("foo"), part("bar")], "cache_control": null}),
        json!({"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "ls", "input": {}, "caller_notes": "a b ".repeat(100)}]}),
        json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "lib.rs"}, part("foo")]}),
    ];
    let expected = [
        "3 parts of unknown types count by their text: \"foo\", \"bar\"",
        "unknown members count by their JSON: \"caller_notes\"",
    ];
    assert_eq!(compact(&messages, &json!({"window": {"tokens": 9000}})).report.notes, expected);
    assert_eq!(inspect_messages(&messages, None).unwrap().notes, expected);
}

#[test]
fn members_that_no_sdk_sends_weigh_nothing() {
    let plain = json!({"role": "assistant", "content": "Yes."});
    let mut kept = plain.clone();
    for name in ["response_metadata", "usage_metadata", "lc_kwargs", "id", "logprobs", "thoughtSignature"] {
        kept[name] = json!({"a": "long text ".repeat(500)});
    }
    let size = |message: &Value| {
        inspect_messages(&[json!({"role": "user", "content": "Go."}), message.clone()], None).unwrap().size
    };
    assert_eq!(size(&plain), size(&kept));
}

#[test]
fn a_file_becomes_a_line_with_type_title_and_size() {
    let source = json!({"type": "text", "media_type": "text/plain", "data": "line of it\n".repeat(900)});
    let mut session = write(
        &[user("Go."), calls(vec![call("read_file", json!({"path": "a"}), program(1, 9))]), user("And?")],
        ANTHROPIC,
    );
    session[0] = json!({"role": "user", "content": [
        {"type": "text", "text": "Go."}, {"type": "document", "source": source, "title": "notes.md"},
    ]});
    let done = compact(&session, &json!({"window": {"chars": 4000}}));
    assert_eq!(done.messages[0]["content"][1], json!({"type": "text", "text": "[text/plain, 10 KB: notes.md]"}));
}

#[test]
fn shapes_of_other_libraries_are_refused_by_name() {
    let cases = [
        (
            "Bedrock Converse",
            json!([{"role": "user", "content": [{"text": "Go."}]},
            {"role": "assistant", "content": [{"toolUse": {"toolUseId": "t", "name": "ls", "input": {}}}]}]),
        ),
        ("PydanticAI", json!([{"kind": "request", "parts": [{"part_kind": "user-prompt", "content": "Go."}]}])),
        (
            "Mastra's storage",
            json!([{"id": "m", "role": "user", "content": {"format": 2, "parts": [{"type": "text", "text": "Go."}]}}]),
        ),
        ("Microsoft Agent Framework", json!([{"role": "user", "contents": [{"$type": "text", "text": "Go."}]}])),
        (
            "LlamaIndex",
            json!([{"role": "user", "blocks": [{"block_type": "text", "text": "Go."}], "additional_kwargs": {}}]),
        ),
        (
            "AI SDK 4",
            json!([{"role": "user", "content": "Go.", "parts": [{"type": "text", "text": "Go."}]},
            {"role": "assistant", "content": "", "parts": [{"type": "tool-invocation", "toolInvocation": {"state": "result"}}]}]),
        ),
        ("AI SDK 4", json!([{"role": "assistant", "content": "", "toolInvocations": [{"toolName": "ls"}]}])),
    ];
    for (name, messages) in cases {
        let messages = messages.as_array().unwrap();
        let error = inspect_messages(messages, None).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnknownFormat, "{name}");
        assert!(
            error.message().starts_with(&format!("messages: they look like {name}'s").replace("'s's", "'s")),
            "{}",
            error.message()
        );
        // Named, it is passed on and counted.
        assert!(
            inspect_messages(messages, tooltrim::MessageFormat::given(Some("openai-chat")).unwrap()).is_ok(),
            "{name}"
        );
    }
    assert_eq!(inspect_messages(&[], None).unwrap().format, None);
    assert_eq!(
        detect_format(&[json!({"role": "user", "content": "Go."})]).map(MessageFormat::name),
        Some("openai-chat")
    );
    assert_eq!(detect_format(&[json!({"role": "user", "content": {"a": 1}})]), None);
}

#[test]
fn a_compactor_that_knows_its_format_passes_on_what_is_no_message() {
    let turns: Vec<Turn> = vec![user("Go."), calls(vec![call("read_file", json!({"path": "a"}), program(1, 40))])];
    let mut messages = write(&turns, ANTHROPIC);
    let mut compactor = Compactor::new(read(&json!({"window": {"chars": 90_000}})).unwrap()).unwrap();
    assert!(compactor.next(&messages, Request::new()).is_ok());
    messages.push(Value::from("a text that is no message, but 50 units of it"));
    messages.push(Value::Null);
    let done = compactor.next(&messages, Request::new()).unwrap();
    assert_eq!(done.messages, messages);
    assert!(done.report.before.chars >= 40 && !done.report.problems.is_empty());
    assert!(
        Compactor::new(read(&json!({"window": {"chars": 90_000}})).unwrap())
            .unwrap()
            .next(&messages, Request::new())
            .is_err()
    );
}

/// Texts whose ends are of another kind than what is between them.
fn shapes() -> [(&'static str, String); 8] {
    let prose = "The tariff of a parcel follows from its route and its weight. ".repeat(40);
    let digits = |seed: u32, many: usize| {
        let step = |at: usize| (at as u32).wrapping_mul(2_654_435_761).wrapping_add(seed) >> 7;
        (0..many).map(step).collect::<Vec<u32>>()
    };
    let base64: String = digits(3, 9000)
        .iter()
        .map(|n| b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[(n % 64) as usize] as char)
        .collect();
    let all = |texts: &mut dyn Iterator<Item = String>| texts.collect::<Vec<_>>().concat();
    let byte = |n: &u32| format!("{:02x}{}", n % 256, if n.is_multiple_of(16) { "\n" } else { " " });
    let number = |n: &u32| format!("{}.{:03}{}", n % 9000, n % 997, if n.is_multiple_of(5) { "\n" } else { "\t" });
    let hex = all(&mut digits(5, 6000).iter().map(byte));
    let rows = all(&mut digits(7, 2500).iter().map(number));
    let chinese: String = digits(11, 9000).iter().filter_map(|n| char::from_u32(0x4e00 + n % 2000)).collect();
    let emoji: String = digits(13, 4000).iter().filter_map(|n| char::from_u32(0x1f600 + n % 60)).collect();
    let around = |middle: &str| format!("{prose}{middle}{prose}");
    [
        ("prose around a data URL", around(&format!("data:image/png;base64,{base64}"))),
        ("prose around a hex dump", around(&hex)),
        ("prose around rows of numbers", around(&rows)),
        ("Chinese in an English frame", around(&chinese)),
        ("emoji in an English frame", around(&emoji)),
        ("prose below base64", format!("{base64}{}", prose.repeat(4))),
        ("code around JSON", format!("{}{}{}", program(1, 40), json!(digits(17, 4000)), program(2, 40))),
        ("prose", prose.repeat(9)),
    ]
}

#[test]
fn long_texts_are_weighed_by_more_than_their_ends() {
    for (name, text) in shapes() {
        let messages = [json!({"role": "user", "content": text})];
        let counted = inspect_messages(&messages, None).unwrap().size.tokens as f64;
        let whole = estimate_tokens(&text) as f64;
        let share = counted / whole;
        println!("{name}: {share:.2} of {whole} tokens");
        assert!((0.8..1.3).contains(&share), "{name}: {share:.2} of {whole}");
    }
}
