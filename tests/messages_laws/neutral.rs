//! Conversations of no format, and how each format writes them.

use proptest::prelude::*;
use serde_json::{Value, json};
use tooltrim::MessageFormat;

/// A call with its result.
#[derive(Clone, Debug)]
pub struct Call {
    name: &'static str,
    path: String,
    result: String,
    failed: bool,
}

/// Parallel calls, after what the assistant said, their results forwards or backwards.
#[derive(Clone, Debug)]
pub struct Step {
    said: Option<String>,
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

/// How a conversation is written.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub format: MessageFormat,
    /// Of formats that libraries write in another way, too: that one.
    pub other: bool,
}

fn said() -> impl Strategy<Value = String> {
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
    (prop_oneof![Just("ls"), Just("read_file")], said(), result, any::<bool>())
        .prop_map(|(name, path, result, failed)| Call { name, path, result: result.into(), failed })
}

fn step() -> impl Strategy<Value = Step> {
    (prop::option::of(said()), prop::collection::vec(call(), 1..4), any::<bool>())
        .prop_map(|(said, calls, backwards)| Step { said, calls, backwards })
}

pub fn conversation() -> impl Strategy<Value = Vec<Exchange>> {
    let exchange = (said(), prop::collection::vec(step(), 0..3), prop::option::of(said()));
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
            write_step(&mut messages, style, step.said.as_deref(), &calls, &answered);
        }
        if let Some(answer) = &exchange.answer {
            messages.push(text(style, true, answer));
        }
    }
    messages
}

fn text(style: Style, by_assistant: bool, said: &str) -> Value {
    let role = if by_assistant { "assistant" } else { "user" };
    match (style.format, style.other) {
        (MessageFormat::OpenAiChat, true) => {
            json!({"type": if by_assistant { "ai" } else { "human" }, "content": said})
        }
        (MessageFormat::OpenAiResponses, false) => {
            let kind = if by_assistant { "output_text" } else { "input_text" };
            json!({"type": "message", "role": role, "content": [{"type": kind, "text": said}]})
        }
        (MessageFormat::Anthropic, true) => json!({"role": role, "content": [{"type": "text", "text": said}]}),
        (MessageFormat::Gemini, _) => {
            json!({"role": if by_assistant { "model" } else { "user" }, "parts": [{"text": said}]})
        }
        (MessageFormat::AiSdk, true) => json!({"id": "m", "role": role, "parts": [{"type": "text", "text": said}]}),
        (MessageFormat::VsCode, _) => {
            json!({"role": if by_assistant { 2 } else { 1 }, "content": [{"kind": "text", "value": said}]})
        }
        _ => json!({"role": role, "content": said}),
    }
}

type Calls = [(String, Call)];

fn write_step(messages: &mut Vec<Value>, style: Style, said: Option<&str>, calls: &Calls, answered: &Calls) {
    let (format, other) = (style.format, style.other);
    let asks = calls.iter().map(|(id, call)| ask(style, id, call));
    let answers: Vec<Value> = answered.iter().map(|(id, call)| answer(style, id, call)).collect();
    match format {
        MessageFormat::OpenAiChat => {
            let mut message = text(style, true, said.unwrap_or_default());
            message["tool_calls"] = asks.collect();
            messages.push(message);
            messages.extend(answers);
        }
        MessageFormat::OpenAiResponses => {
            messages.extend(said.map(|said| text(style, true, said)));
            if !other {
                messages.push(json!({"type": "reasoning", "id": format!("rs_{}", calls[0].0), "summary": []}));
            }
            messages.extend(asks);
            messages.extend(answers);
        }
        MessageFormat::AiSdk if other => {
            let said = said.map(|said| json!({"type": "text", "text": said}));
            messages.push(
                json!({"id": "m", "role": "assistant", "parts": said.into_iter().chain(asks).collect::<Vec<_>>()}),
            );
        }
        _ => {
            let mut message = text(style, true, said.unwrap_or_default());
            let member = if format == MessageFormat::Gemini { "parts" } else { "content" };
            let part = match format {
                MessageFormat::Gemini => json!({"text": said}),
                MessageFormat::VsCode => json!({"kind": "text", "value": said}),
                _ => json!({"type": "text", "text": said}),
            };
            message[member] = said.map(|_| part).into_iter().chain(asks).collect();
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

fn ask(Style { format, other }: Style, id: &str, call: &Call) -> Value {
    let Call { name, path, result, failed } = call;
    let args = json!({"path": path});
    match (format, other) {
        (MessageFormat::OpenAiChat, false) => {
            json!({"id": id, "type": "function", "function": {"name": name, "arguments": args.to_string()}})
        }
        (MessageFormat::OpenAiChat, true) => json!({"id": id, "type": "tool_call", "name": name, "args": args}),
        (MessageFormat::OpenAiResponses, false) => {
            json!({"type": "function_call", "call_id": id, "name": name, "arguments": args.to_string()})
        }
        (MessageFormat::OpenAiResponses, true) => {
            json!({"type": "function_call", "callId": id, "name": name, "arguments": args.to_string()})
        }
        (MessageFormat::Anthropic, _) => json!({"type": "tool_use", "id": id, "name": name, "input": args}),
        (MessageFormat::Gemini, false) => json!({"functionCall": {"name": name, "args": args}}),
        (MessageFormat::Gemini, true) => json!({"function_call": {"id": id, "name": name, "args": args}}),
        (MessageFormat::AiSdk, false) => {
            json!({"type": "tool-call", "toolCallId": id, "toolName": name, "input": args})
        }
        (MessageFormat::AiSdk, true) => {
            let (state, member) = if *failed { ("output-error", "errorText") } else { ("output-available", "output") };
            json!({"type": format!("tool-{name}"), "toolCallId": id, "state": state, "input": args, member: result})
        }
        _ => json!({"kind": "toolCall", "callId": id, "name": name, "input": args}),
    }
}

fn answer(Style { format, other }: Style, id: &str, call: &Call) -> Value {
    let Call { name, result, failed, .. } = call;
    match (format, other) {
        (MessageFormat::OpenAiChat, false) => json!({"role": "tool", "tool_call_id": id, "content": result}),
        (MessageFormat::OpenAiChat, true) => {
            json!({"type": "tool", "tool_call_id": id, "name": name, "content": result})
        }
        (MessageFormat::OpenAiResponses, false) => {
            json!({"type": "function_call_output", "call_id": id, "output": result})
        }
        (MessageFormat::OpenAiResponses, true) => {
            json!({"type": "function_call_result", "callId": id, "name": name, "output": {"type": "text", "text": result}})
        }
        (MessageFormat::Anthropic, _) => {
            json!({"type": "tool_result", "tool_use_id": id, "content": result, "is_error": failed})
        }
        (MessageFormat::Gemini, false) => json!({"functionResponse": {"name": name, "response": {"output": result}}}),
        (MessageFormat::Gemini, true) => {
            json!({"function_response": {"id": id, "name": name, "response": {"result": result}}})
        }
        (MessageFormat::AiSdk, _) => {
            let kind = if *failed { "error-text" } else { "text" };
            json!({"type": "tool-result", "toolCallId": id, "toolName": name, "output": {"type": kind, "value": result}})
        }
        _ => json!({"kind": "toolResult", "callId": id, "content": [{"kind": "text", "value": result}]}),
    }
}
