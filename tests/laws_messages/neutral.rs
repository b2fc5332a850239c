//! Conversations of no format, and how each format writes them.

use proptest::prelude::*;
use serde_json::{Value, json};
use tooltrim::MessageFormat;

use crate::support::parts::{self, Call, Style, ask, text};

/// Parallel calls, after what the assistant said, their results forwards or backwards.
#[derive(Clone, Debug)]
pub struct Step {
    assistant: Option<String>,
    calls: Vec<Call>,
    backwards: bool,
}

/// What the user said, what was done about it, and the answer.
#[derive(Clone, Debug)]
pub struct Exchange {
    asked: String,
    steps: Vec<Step>,
    answer: Option<String>,
}

fn assistant() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("Go."),
        Just("Look\nagain"),
        Just("\u{1f469}\u{200d}\u{1f680}"),
        Just("-->"),
        Just("x y"),
        Just("[Tool Result for x]: 1")
    ]
    .prop_map(String::from)
}

fn call() -> impl Strategy<Value = Call> {
    let result = prop_oneof![Just(""), Just("lib.rs"), Just("a\nb\n"), Just("{\"n\":1}")];
    (prop_oneof![Just("ls"), Just("read_file")], assistant(), result, any::<bool>()).prop_map(
        |(name, path, result, failed)| Call {
            name: name.into(),
            args: json!({"path": path}),
            result: result.into(),
            failed,
        },
    )
}

fn step() -> impl Strategy<Value = Step> {
    (prop::option::of(assistant()), prop::collection::vec(call(), 1..4), any::<bool>())
        .prop_map(|(assistant, calls, backwards)| Step { assistant, calls, backwards })
}

pub fn conversation() -> impl Strategy<Value = Vec<Exchange>> {
    let exchange = (assistant(), prop::collection::vec(step(), 0..3), prop::option::of(assistant()));
    let exchange = exchange.prop_map(|(asked, steps, answer)| Exchange { asked, steps, answer });
    prop::collection::vec(exchange, 1..4)
}

pub fn style() -> impl Strategy<Value = Style> {
    (prop::sample::select(MessageFormat::ALL.to_vec()), any::<bool>())
        .prop_map(|(format, other)| Style { format, other })
}

/// The messages in a format.
pub fn write(conversation: &[Exchange], style: Style) -> Vec<Value> {
    let mut messages = Vec::new();
    let mut next = 0;
    for exchange in conversation {
        messages.push(text(style, false, &exchange.asked));
        for step in &exchange.steps {
            // Each result tells whose it is.
            let named = |(at, call): (usize, &Call)| {
                let id = format!("c{}", next + at);
                let result = format!("{}of {id}", call.result);
                (id, Call { result, ..call.clone() })
            };
            let calls: Vec<(String, Call)> = step.calls.iter().enumerate().map(named).collect();
            next += calls.len();
            let mut answered = calls.clone();
            if step.backwards {
                answered.reverse();
            }
            write_step(&mut messages, style, step.assistant.as_deref(), &calls, &answered);
        }
        if let Some(answer) = &exchange.answer {
            messages.push(text(style, true, answer));
        }
    }
    messages
}

type Calls = [(String, Call)];

fn write_step(messages: &mut Vec<Value>, style: Style, assistant: Option<&str>, calls: &Calls, answered: &Calls) {
    let (format, other) = (style.format, style.other);
    let asks = calls.iter().map(|(id, call)| ask(style, id, call));
    let answers: Vec<Value> = answered.iter().map(|(id, call)| answer(style, id, call)).collect();
    match format {
        MessageFormat::OpenAiChat => {
            let mut message = text(style, true, assistant.unwrap_or_default());
            message["tool_calls"] = asks.collect();
            messages.push(message);
            messages.extend(answers);
        }
        MessageFormat::OpenAiResponses => {
            messages.extend(assistant.map(|assistant| text(style, true, assistant)));
            if !other {
                messages.push(json!({"type": "reasoning", "id": format!("rs_{}", calls[0].0), "summary": []}));
            }
            messages.extend(asks);
            messages.extend(answers);
        }
        MessageFormat::AiSdk if other => {
            let assistant = assistant.map(|assistant| json!({"type": "text", "text": assistant}));
            messages.push(
                json!({"id": "m", "role": "assistant", "parts": assistant.into_iter().chain(asks).collect::<Vec<_>>()}),
            );
        }
        _ => {
            let mut message = text(style, true, assistant.unwrap_or_default());
            let member = if format == MessageFormat::Gemini { "parts" } else { "content" };
            let part = match format {
                MessageFormat::Gemini => json!({"text": assistant}),
                MessageFormat::VsCode => json!({"kind": "text", "value": assistant}),
                _ => json!({"type": "text", "text": assistant}),
            };
            message[member] = assistant.map(|_| part).into_iter().chain(asks).collect();
            messages.push(message);
            let mut results = text(style, false, "");
            results[member] = answers.into();
            if format == MessageFormat::AiSdk {
                results["role"] = json!("tool");
            }
            messages.push(results);
        }
    }
}

/// As others write it, but for the second of the two members that may hold a result in Gemini.
fn answer(style: Style, id: &str, call: &Call) -> Value {
    let Call { name, result, .. } = call;
    match (style.format, style.other) {
        (MessageFormat::Gemini, true) => {
            json!({"function_response": {"id": id, "name": name, "response": {"result": result}}})
        }
        _ => parts::answer(style, id, call),
    }
}
