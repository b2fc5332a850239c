//! Sessions of agents, made up, and how each format writes them.

use serde_json::{Value, json};
use tooltrim::MessageFormat;

pub use crate::support::parts::{Call, Style};
use crate::support::parts::{answer, ask, text};

/// A call that went well.
pub fn call(name: &str, args: Value, result: impl Into<String>) -> Call {
    Call { name: name.into(), args, result: result.into(), failed: false }
}

/// A call that failed.
pub fn failed(name: &str, args: Value, result: impl Into<String>) -> Call {
    Call { failed: true, ..call(name, args, result) }
}

/// What happens in a session.
#[derive(Clone, Debug)]
pub enum Turn {
    User(String),
    Says(String),
    /// Parallel calls, after what the assistant said.
    Calls(Option<String>, Vec<Call>),
}

pub fn user(wording: &str) -> Turn {
    Turn::User(wording.into())
}

pub fn says(wording: &str) -> Turn {
    Turn::Says(wording.into())
}

pub fn calls(calls: Vec<Call>) -> Turn {
    Turn::Calls(None, calls)
}

pub const CHAT: Style = Style { format: MessageFormat::OpenAiChat, other: false };
pub const LANGCHAIN: Style = Style { format: MessageFormat::OpenAiChat, other: true };
pub const RESPONSES: Style = Style { format: MessageFormat::OpenAiResponses, other: false };
pub const AGENTS: Style = Style { format: MessageFormat::OpenAiResponses, other: true };
pub const ANTHROPIC: Style = Style { format: MessageFormat::Anthropic, other: false };
pub const GEMINI: Style = Style { format: MessageFormat::Gemini, other: false };
pub const GEMINI_IDS: Style = Style { format: MessageFormat::Gemini, other: true };
pub const AI_SDK: Style = Style { format: MessageFormat::AiSdk, other: false };
pub const UI: Style = Style { format: MessageFormat::AiSdk, other: true };
pub const VSCODE: Style = Style { format: MessageFormat::VsCode, other: false };

pub const STYLES: [(&str, Style); 10] = [
    ("openai-chat", CHAT),
    ("langchain", LANGCHAIN),
    ("openai-responses", RESPONSES),
    ("openai-agents", AGENTS),
    ("anthropic", ANTHROPIC),
    ("gemini", GEMINI),
    ("gemini with ids", GEMINI_IDS),
    ("ai-sdk", AI_SDK),
    ("ai-sdk ui", UI),
    ("vscode", VSCODE),
];

/// The messages in a format. Ids are `c0`, `c1`, and so on.
pub fn write(session: &[Turn], style: Style) -> Vec<Value> {
    let mut messages = Vec::new();
    let mut next = 0;
    for turn in session {
        match turn {
            Turn::User(wording) => messages.push(text(style, false, wording)),
            Turn::Says(wording) => messages.push(text(style, true, wording)),
            Turn::Calls(wording, calls) => {
                let named = calls.iter().enumerate().map(|(at, call)| (format!("c{}", next + at), call));
                let named: Vec<(String, &Call)> = named.collect();
                next += calls.len();
                write_calls(&mut messages, style, wording.as_deref(), &named);
            }
        }
    }
    messages
}

fn write_calls(messages: &mut Vec<Value>, style: Style, wording: Option<&str>, calls: &[(String, &Call)]) {
    let asks: Vec<Value> = calls.iter().map(|(id, call)| ask(style, id, call)).collect();
    let answers: Vec<Value> = calls.iter().map(|(id, call)| answer(style, id, call)).collect();
    match style.format {
        MessageFormat::OpenAiChat => {
            let mut message = text(style, true, wording.unwrap_or_default());
            if wording.is_none() && !style.other {
                message["content"] = Value::Null;
            }
            message["tool_calls"] = asks.into();
            messages.push(message);
            messages.extend(answers);
        }
        MessageFormat::OpenAiResponses => {
            messages.extend(wording.map(|wording| text(style, true, wording)));
            messages.extend(asks);
            messages.extend(answers);
        }
        _ => {
            let mut message = text(style, true, "");
            let listed = |message: &Value| if message["parts"].is_array() { "parts" } else { "content" };
            let member = listed(&message);
            let part = match style.format {
                MessageFormat::Gemini => json!({"text": wording}),
                MessageFormat::VsCode => json!({"kind": "text", "value": wording}),
                _ => json!({"type": "text", "text": wording}),
            };
            message[member] = wording.map(|_| part).into_iter().chain(asks).collect();
            messages.push(message);
            if style.format == MessageFormat::AiSdk && style.other {
                return;
            }
            let mut results = text(style, false, "");
            results[member] = answers.into();
            if style.format == MessageFormat::AiSdk {
                results["role"] = json!("tool");
            }
            messages.push(results);
        }
    }
}

const NOUNS: [&str; 12] = [
    "invoice", "ledger", "pallet", "carrier", "depot", "tariff", "parcel", "route", "customs", "harbour", "manifest",
    "berth",
];
const VERBS: [&str; 8] = ["load", "weigh", "assign", "release", "reroute", "tally", "stamp", "settle"];

/// So many lines of a program, others for each number.
pub fn program(number: usize, lines: usize) -> String {
    let line = |at: usize| {
        let (noun, verb) = (NOUNS[(number * 5 + at) % NOUNS.len()], VERBS[(number * 3 + at / 4) % VERBS.len()]);
        let name = format!("{verb}{}{}{number}", noun[..1].to_uppercase(), &noun[1..]);
        match at % 6 {
            0 => format!("export function {name}({noun}: string, limit_{at}: number): number {{\n"),
            1 => format!("  const {noun}Total_{at} = {verb}.sum({noun}, {});\n", at * 7 + number),
            2 => format!("  if (limit_{at} > {}) throw new Error(\"{noun} {at} is full\");\n", at + number),
            3 => format!("  // {verb} the {noun} before the next one, see {name}\n"),
            4 => format!("  return {noun}Total_{at} * {};\n", at + 1),
            _ => "}\n".to_owned(),
        }
    };
    (0..lines).map(line).collect()
}

/// What a program of that number prints in so many steps.
pub fn log(number: usize, lines: usize) -> String {
    let line = |at: usize| {
        let noun = NOUNS[(number + at * 5) % NOUNS.len()];
        format!("12:{:02}:{:02} {noun}-{number} step {at} of {lines} took {} ms\n", at / 60, at % 60, 3 + at * 7 % 41)
    };
    (0..lines).map(line).collect()
}

/// One line without names, so long that no lines of it are kept.
pub fn wide(units: usize) -> String {
    "0123456789 ".chars().cycle().take(units).collect()
}
