//! The figures of a report: they are those of the messages that are sent, as anybody counts them.

use crate::support::cases;
use proptest::prelude::*;
use serde_json::{Value, json};
use tooltrim::compaction::{Compaction, ExchangeReport, Request};
use tooltrim::{Compactor, MessageFormat, compact_messages, inspect_messages};

use crate::compaction::laws::{options, session, sized};
use crate::compaction::session::{
    AGENTS, AI_SDK, ANTHROPIC, CHAT, GEMINI, LANGCHAIN, RESPONSES, Style, UI, VSCODE, call, calls, user, write,
};
use crate::compaction::support::{compact, read};

fn style() -> impl Strategy<Value = Style> {
    let styles = vec![CHAT, LANGCHAIN, RESPONSES, AGENTS, ANTHROPIC, GEMINI, AI_SDK, UI, VSCODE];
    prop::sample::select(styles)
}

/// Chars of the reasoning before each message of the assistant, in turns; 0 is none.
fn thoughts() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(prop::sample::select(vec![0, 0, 30, 400, 3000]), 1..6)
}

fn thought(format: MessageFormat, units: usize) -> Option<Value> {
    let text = "so the berth is full ".repeat(units / 21 + 1);
    Some(match format {
        MessageFormat::OpenAiChat => return None,
        MessageFormat::OpenAiResponses => {
            json!({"type": "reasoning", "summary": [{"type": "summary_text", "text": text}], "encrypted_content": "e30="})
        }
        MessageFormat::Anthropic => json!({"type": "thinking", "thinking": text, "signature": "c2ln"}),
        MessageFormat::Gemini => json!({"text": text, "thought": true}),
        MessageFormat::VsCode => json!({"kind": "thinking", "value": text}),
        _ => json!({"type": "reasoning", "text": text}),
    })
}

/// The session in a format, with reasoning.
fn thinking(session: &[crate::compaction::session::Turn], style: Style, thoughts: &[usize]) -> Vec<Value> {
    let mut messages: Vec<Value> = Vec::new();
    let mut next = thoughts.iter().cycle();
    let mut goes_on = false;
    for mut message in write(session, style) {
        let speaks = [json!("assistant"), json!("model"), json!(2)].contains(&message["role"])
            || message["type"] == "function_call";
        let units = if speaks && !goes_on { *next.next().unwrap() } else { 0 };
        goes_on = speaks && style.format == MessageFormat::OpenAiResponses;
        if let Some(thought) = thought(style.format, units).filter(|_| units > 0) {
            if style.format == MessageFormat::OpenAiResponses {
                messages.push(thought);
            } else {
                let member = if message["parts"].is_array() { "parts" } else { "content" };
                match &mut message[member] {
                    Value::Array(parts) => parts.insert(0, thought),
                    content => *content = json!([thought, {"type": "text", "text": content.take()}]),
                }
            }
        }
        messages.push(message);
    }
    messages
}

/// Checks the cost of a step against what would have been sent without it.
fn check_cost(before: &[Value], out: &Compaction, format: MessageFormat) -> Result<(), TestCaseError> {
    let (now, report) = (&out.messages, &out.report);
    let same = now.iter().zip(before).take_while(|(new, old)| new == old).count();
    let size = |messages: &[Value]| inspect_messages(messages, Some(format)).unwrap().size;
    if same == now.len() && same == before.len() {
        prop_assert_eq!((report.first_changed_message, report.rebilled_tokens), (None, 0));
        prop_assert_eq!(report.stable_prefix, size(now).chars);
    } else {
        prop_assert_eq!(report.first_changed_message, Some(same), "{:#?}", now);
        prop_assert_eq!(report.stable_prefix, size(&now[..same]).chars, "{:#?}", now);
        prop_assert_eq!(report.rebilled_tokens, size(&now[same..]).tokens, "{:#?}", now);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(100), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sizes_are_those_of_what_is_sent(
        session in session(), style in style(), options in options(), thoughts in thoughts(), acknowledge in any::<bool>(),
    ) {
        let messages = thinking(&session, style, &thoughts);
        let mut options = sized(&messages, &options);
        options["acknowledge"] = acknowledge.into();
        let out = compact(&messages, &options);
        let size = |messages: &[Value]| inspect_messages(messages, Some(style.format)).unwrap().size;
        prop_assert_eq!(out.report.before, size(&messages));
        let calls = |messages: &[Value]| -> u64 {
            let calls = inspect_messages(messages, Some(style.format)).unwrap().calls;
            calls.iter().map(|call| call.args_chars + call.result_chars - call.name.encode_utf16().count() as u64).sum()
        };
        let reported = |of: fn(&ExchangeReport) -> u64| out.report.exchanges.iter().map(of).sum::<u64>();
        prop_assert_eq!(reported(|exchange| exchange.chars_before), calls(&messages));
        prop_assert_eq!(reported(|exchange| exchange.chars_after), calls(&out.messages));
        prop_assert_eq!(out.report.after, size(&out.messages), "{:#?}\n{:#?}", messages, out);
        let sent = if options["window"]["tokens"].is_null() { out.report.after.chars } else { out.report.after.tokens };
        let window = options["window"].as_object().unwrap().values().next().unwrap().as_u64().unwrap();
        prop_assert_eq!(out.report.fits, sent <= window);
        options["whenFull"] = "error".into();
        let strict = compact_messages(&messages, &read(&options).unwrap());
        prop_assert_eq!(strict.is_ok(), out.report.fits);
        check_cost(&messages, &out, style.format)?;
    }

    #[test]
    fn the_cost_of_a_step_is_that_of_what_changes(
        session in session(), style in style(), options in options(), thoughts in thoughts(),
    ) {
        let messages = thinking(&session, style, &thoughts);
        let mut options = options;
        if options["repeats"] == "reference" {
            // A result that arrives changes without a step.
            options["repeats"] = json!("step");
        }
        let mut compactor = Compactor::new(read(&sized(&messages, &options)).unwrap()).unwrap();
        let mut before: Vec<Value> = Vec::new();
        for (at, message) in messages.iter().enumerate() {
            before.push(message.clone());
            let out = compactor.next(&messages[..=at], Request::new()).unwrap();
            check_cost(&before, &out, style.format)?;
            before = out.messages;
        }
    }
}

#[test]
fn reasoning_that_leaves_with_its_calls_takes_no_room() {
    let asks = |number: usize| calls(vec![call("bash", json!({"command": format!("ls {number}")}), "r".repeat(150))]);
    let session: Vec<_> = core::iter::once(user("Go.")).chain((0..20).map(asks)).collect();
    let mut thoughts = [0; 20];
    // The last reasoning stays.
    (thoughts[0], thoughts[19]) = (1200, 10);
    let with = |style: Style, window: Value| {
        compact(&thinking(&session, style, &thoughts), &json!({"window": window, "whenFull": "error"}))
    };
    let out = with(RESPONSES, json!({"chars": 1500}));
    assert!(!out.report.over_target && out.report.after.chars > 550, "{:?}", out.report);
    assert!(with(AI_SDK, json!({"tokens": 400})).report.fits);
}

#[test]
fn reasoning_beside_arguments_that_were_cut_is_weighed_as_it_is_sent() {
    let content = (0..150).map(|at| format!("const v{at} = 2;\n")).collect::<Vec<_>>().concat();
    let arguments = json!({"path": "src/b.ts", "content": content}).to_string();
    let call = json!({"id": "c1", "type": "function", "function": {"name": "write_file", "arguments": arguments}});
    let thought = "so the berth is full and the quay is closed, which no one expected ".repeat(5);
    let messages = [
        json!({"role": "user", "content": "Go."}),
        json!({"role": "assistant", "content": null, "reasoning_content": thought, "tool_calls": [call]}),
        json!({"role": "tool", "tool_call_id": "c1", "content": "ok"}),
    ];
    let out = compact(&messages, &json!({"window": {"tokens": 669}}));
    assert!(out.messages[1]["tool_calls"][0].to_string().len() < arguments.len() / 2, "{:#?}", out.messages);
    let sent = inspect_messages(&out.messages, Some(MessageFormat::OpenAiChat)).unwrap().size;
    assert_eq!(out.report.after, sent);
}
