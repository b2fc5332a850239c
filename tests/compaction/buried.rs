//! A provider that compacted by itself ignores what stands before its summary: it counts nothing, and takes no step.

use proptest::prelude::*;
use serde_json::{Value, json};
use tooltrim::Compactor;
use tooltrim::compaction::Request;

use crate::compaction::laws::session;
use crate::compaction::session::{AGENTS, AI_SDK, ANTHROPIC, CHAT, RESPONSES, Turn, call, calls, program, user, write};
use crate::compaction::support::{compact, read};
use crate::support::cases;

const SUMMARY: &str = "The tariffs were settled, and two parcels are late.";

/// The messages of a session with the provider's summary in front of the message at `at`, or of the next of the assistant.
fn compacted(messages: &[Value], kind: &str, at: usize) -> (Vec<Value>, usize) {
    let items = kind == "responses" || kind == "agents";
    let speaks = |message: &Value| items || message["role"] == "assistant";
    let mut messages = messages.to_vec();
    let Some(at) = (at..messages.len()).find(|at| speaks(&messages[*at])) else { return (messages, 0) };
    let block = match kind {
        "responses" | "agents" => {
            messages.insert(at, json!({"type": "compaction", "id": "cmp_1", "encrypted_content": "Zm9v".repeat(40)}));
            return (messages, at);
        }
        "ai-sdk" => json!({"type": "text", "text": SUMMARY, "providerOptions": {"anthropic": {"type": "compaction"}}}),
        _ => json!({"type": "compaction", "content": SUMMARY}),
    };
    let said = match &messages[at]["content"] {
        Value::Null => Vec::new(),
        Value::String(text) => vec![json!({"type": "text", "text": text})],
        content => content.as_array().unwrap().clone(),
    };
    messages[at]["content"] = [vec![block], said].concat().into();
    (messages, at)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(200), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_buried_weighs_nothing_and_takes_no_step(
        sessions in prop::collection::vec(session(), 1..4), kind in 0..5_usize, place in 0.0..1.0_f64, room in 0.1..1.4_f64,
        summary in prop::bool::ANY, tokens in prop::bool::ANY,
    ) {
        let (kind, style) =
            [("anthropic", ANTHROPIC), ("responses", RESPONSES), ("agents", AGENTS), ("ai-sdk", AI_SDK), ("chat", CHAT)][kind];
        let plain = write(&sessions.concat(), style);
        let (messages, at) = compacted(&plain, kind, (plain.len() as f64 * place) as usize);
        let format = style.format.name();
        let unit = if tokens { "tokens" } else { "chars" };
        let wide = json!({"window": {unit: 10_000_000}, "format": format});
        let size = |messages: &[Value]| {
            let report = compact(messages, &wide).report;
            if tokens { report.before.tokens } else { report.before.chars }
        };
        let live = size(&messages[at..]);
        prop_assert!(live.abs_diff(size(&messages)) <= live / 10, "{} instead of {live}", size(&messages));
        let window = (live as f64 * room) as u64 + 400;
        let options = json!({"window": {unit: window}, "format": format, "style": if summary { "summary" } else { "mask" }});
        let mut compactor = Compactor::new(read(&options).unwrap()).unwrap();
        // Before it was compacted, too.
        compactor.next(&plain[..at], Request::new()).unwrap();
        let out = compactor.next(&messages, Request::new()).unwrap();
        if live <= window * 79 / 100 {
            prop_assert!(out.notice.is_none(), "{:?}", out.notice);
        }
        // The summary and what follows it directly are there as they came, and what is dead has not been touched.
        let item = out.messages.iter().position(|message| *message == messages[at]);
        prop_assert_eq!(item, Some(at));
        prop_assert_eq!(&out.messages[..at], &messages[..at]);
        let follows = usize::from(kind == "responses" || kind == "agents");
        prop_assert_eq!(out.messages.get(at + follows), messages.get(at + follows));
        // Nor does a second summary of theirs count the first.
        let stateless = compact(&messages, &options);
        prop_assert_eq!(&stateless.messages[..=at], &messages[..=at]);
    }
}

#[test]
fn an_empty_summary_buries_nothing() {
    let turns: Vec<Turn> = [user("Go.")]
        .into_iter()
        .chain((0..6).map(|n| calls(vec![call("read_file", json!({"path": format!("{n}.ts")}), program(n, 30))])))
        .collect();
    let mut messages = write(&turns, ANTHROPIC);
    let before = compact(&messages, &json!({"window": {"chars": 1_000_000}})).report.before.chars;
    messages[9]["content"].as_array_mut().unwrap().insert(0, json!({"type": "compaction", "content": null}));
    let after = compact(&messages, &json!({"window": {"chars": 1_000_000}})).report.before.chars;
    assert!(after >= before);
}
