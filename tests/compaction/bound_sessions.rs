//! The recorded sessions of `TOOLTRIM_FIXTURES` with thinking at each message of the assistant, sent request by request to
//! servers that refuse as providers do.

use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use serde_json::{Value, json};
use tooltrim::Compactor;
use tooltrim::compaction::Request;

use crate::compaction::support::{compact, read};
use crate::support::cases;

const FORMATS: [(&str, &str); 6] = [
    ("anthropic", "anthropic"),
    ("chat", "openai-chat"),
    ("responses", "openai-responses"),
    ("gemini", "gemini"),
    ("aisdk", "ai-sdk"),
    ("vscode", "vscode"),
];

/// What holds a message's parts.
fn parts(message: &Value) -> &[Value] {
    let listed = message["content"].as_array().or_else(|| message["parts"].as_array());
    listed.map_or(&[], Vec::as_slice)
}

fn speaks(message: &Value) -> bool {
    let role = &message["role"];
    role == "assistant" || role == "model" || role == 2 || message["type"] == "function_call"
}

fn thinks(block: &Value) -> bool {
    let kind = &block["type"];
    ["thinking", "redacted_thinking", "reasoning"].iter().any(|known| kind == known)
        || block["kind"] == "thinking"
        || block["thought"] == true
}

fn calls(message: &Value) -> bool {
    let has = |block: &Value| {
        block["type"] == "tool_use"
            || block["type"] == "tool-call"
            || block["kind"] == "toolCall"
            || !block["functionCall"].is_null()
    };
    message["type"] == "function_call"
        || message["tool_calls"].as_array().is_some_and(|calls| !calls.is_empty())
        || parts(message).iter().any(has)
}

fn answers(message: &Value) -> bool {
    let has = |block: &Value| {
        block["type"] == "tool_result" || block["kind"] == "toolResult" || !block["functionResponse"].is_null()
    };
    message["role"] == "tool" || message["type"] == "function_call_output" || parts(message).iter().any(has)
}

/// The session with thinking of ours, and no other.
fn thoughtful(messages: &[Value], format: &str) -> Vec<Value> {
    let mut all: Vec<Value> = Vec::new();
    for (at, message) in messages.iter().enumerate() {
        if message["type"] == "reasoning" {
            continue;
        }
        let mut message = message.clone();
        message.as_object_mut().unwrap().remove("reasoning_content");
        let text = format!("{at}: {}", "first this, then that; ".repeat(at % 7 + 2));
        let block = match format {
            "gemini" => json!({"text": text, "thought": true}),
            "ai-sdk" => {
                json!({"type": "reasoning", "text": text, "providerOptions": {"anthropic": {"signature": "c2ln"}}})
            }
            "vscode" => json!({"kind": "thinking", "value": text, "metadata": {"signature": "c2ln"}}),
            _ => json!({"type": "thinking", "thinking": text, "signature": "c2ln"}),
        };
        let member = if format == "gemini" { "parts" } else { "content" };
        if let Some(list) = message[member].as_array_mut() {
            list.retain(|block| !thinks(block));
        }
        if speaks(&message) && format == "openai-responses" {
            let goes_on = all.last().is_some_and(|last| speaks(last) || last["type"] == "reasoning");
            if !goes_on {
                all.push(json!({"type": "reasoning", "id": format!("rs_{at}"), "summary": [], "encrypted_content": "Zm9v".repeat(40)}));
            }
        } else if speaks(&message) && format == "openai-chat" {
            message["reasoning_content"] = json!(text);
        } else if speaks(&message) {
            let said = match &message[member] {
                Value::String(said) => vec![match format {
                    "vscode" => json!({"kind": "text", "value": said}),
                    _ => json!({"type": "text", "text": said}),
                }],
                list => list.as_array().cloned().unwrap_or_default(),
            };
            message[member] = [vec![block], said].concat().into();
        }
        all.push(message);
    }
    all
}

/// A server, and what it has written.
#[derive(Default)]
struct Server {
    /// By thinking, the messages before it.
    before: HashMap<String, u64>,
    /// By calls, the reasoning that led to them: some sessions have ids twice.
    led: HashMap<String, Vec<String>>,
    requests: u64,
    kept: u64,
}

fn thought(message: &Value) -> Option<String> {
    let own = message["reasoning_content"].as_str().map(String::from);
    own.or_else(|| parts(message).iter().find(|block| thinks(block)).map(Value::to_string))
}

/// The ids of the calls of a message; without ids their names and arguments.
fn keys(message: &Value) -> Vec<String> {
    let chat = message["tool_calls"].as_array().into_iter().flatten();
    let listed = parts(message).iter().filter(|block| calls(&json!({"content": [block]})));
    let item = [message].into_iter().filter(|item| item["type"] == "function_call");
    let key = |call: &Value| {
        let ids = ["id", "call_id", "callId", "toolCallId"];
        ids.iter().find_map(|id| call[*id].as_str()).map_or_else(|| call.to_string(), String::from)
    };
    chat.chain(listed).chain(item).map(key).collect()
}

impl Server {
    fn refuses(&mut self, sent: &[Value], mode: &str) -> Option<String> {
        self.requests += 1;
        let mut hasher = DefaultHasher::new();
        let last_speaker = sent.iter().rposition(speaks);
        for (at, message) in sent.iter().enumerate() {
            let own = thought(message);
            self.kept += u64::from(own.is_some());
            match mode {
                "prefix" => {
                    if let Some(own) = &own
                        && self.before[own] != hasher.finish()
                    {
                        return Some(format!(
                            "prefix: the block of {at} of {} is bound to another conversation",
                            sent.len()
                        ));
                    }
                    message.to_string().hash(&mut hasher);
                }
                "loop" => {
                    let runs = sent.last().is_some_and(answers) && Some(at) == last_speaker && calls(message);
                    if runs && own.is_none() {
                        return Some(format!("loop: {at} of {} has no thinking", sent.len()));
                    }
                }
                _ if message["type"] == "reasoning" => {
                    let id = message["id"].as_str().unwrap();
                    let next = sent.get(at + 1);
                    if next.is_none_or(|next| !speaks(next)) {
                        return Some(format!("calls: {id} is followed by nothing of its own"));
                    }
                }
                _ if message["type"] == "function_call" => {
                    let run = sent[..at].iter().rev().find(|item| !speaks(item));
                    let led = self.led.get(&keys(message)[0]);
                    if led.is_some_and(|led| run.is_none_or(|item| led.iter().all(|led| item["id"] != **led))) {
                        return Some(format!("calls: the call {at} has lost its reasoning"));
                    }
                }
                _ => {
                    for key in keys(message) {
                        if self.led.get(&key).is_some_and(|led| own.as_ref().is_none_or(|own| !led.contains(own))) {
                            return Some(format!("calls: {at} of {} has lost its reasoning", sent.len()));
                        }
                    }
                }
            }
        }
        None
    }

    /// What comes after what was sent: `answer`, and for items those that follow it.
    fn writes(&mut self, sent: &[Value], answer: &[Value]) {
        let mut hasher = DefaultHasher::new();
        for message in sent {
            message.to_string().hash(&mut hasher);
        }
        let mut reasoning = None;
        for message in answer {
            if message["type"] == "reasoning" {
                reasoning = message["id"].as_str().map(String::from);
            }
            if let Some(own) = thought(message) {
                self.before.insert(own.clone(), hasher.finish());
                reasoning = Some(own);
            }
            for key in keys(message) {
                if let Some(reasoning) = &reasoning {
                    self.led.entry(key).or_default().push(reasoning.clone());
                }
            }
        }
    }
}

#[test]
fn no_request_of_a_recorded_session_is_refused() {
    let Some(fixtures) = std::env::var_os("TOOLTRIM_FIXTURES").map(PathBuf::from) else {
        eprintln!("skipped: TOOLTRIM_FIXTURES is not set");
        return;
    };
    // The longest take minutes.
    let most = cases(16) as usize;
    let (mut requests, mut refused) = (0, Vec::new());
    for (folder, format) in FORMATS {
        for (mode, style) in
            ["prefix", "loop", "calls"].into_iter().flat_map(|mode| [(mode, "mask"), (mode, "summary")])
        {
            // Reasoning of Responses and Chat Completions is bound to calls only.
            let fits = match format {
                "openai-responses" | "openai-chat" => mode == "calls",
                "gemini" => mode == "loop",
                _ => true,
            };
            if !fits {
                continue;
            }
            let (mut of_mode, mut kept) = (0, 0);
            let folders = ["sessions", "sessions-more"].map(|set| fixtures.join(set).join(folder));
            let files = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
            let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
            files.sort();
            for file in files {
                let session: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
                let messages = thoughtful(session["messages"].as_array().unwrap(), format);
                let ends =
                    (0..messages.len()).filter(|at| speaks(&messages[*at]) || messages[*at]["type"] == "reasoning");
                let ends: Vec<usize> = ends
                    .filter(|at| *at > 0 && !speaks(&messages[at - 1]) && messages[at - 1]["type"] != "reasoning")
                    .take(most)
                    .collect();
                let Some(last) = ends.last() else { continue };
                let size = compact(&messages[..*last], &json!({"window": {"chars": 100_000_000}, "format": format}))
                    .report
                    .before
                    .chars;
                let options =
                    json!({"window": {"chars": size / 3 + 2000}, "format": format, "style": style, "thinking": mode});
                let mut compactor = Compactor::new(read(&options).unwrap()).unwrap();
                let mut server = Server::default();
                for (number, end) in ends.iter().enumerate() {
                    let sent = compactor.next(&messages[..*end], Request::new()).unwrap().messages;
                    if let Some(why) = server.refuses(&sent, mode) {
                        refused.push(format!("{format} {style} {} request {number}: {why}", file.display()));
                        break;
                    }
                    let answer =
                        messages[*end..].iter().take_while(|message| speaks(message) || message["type"] == "reasoning");
                    let answer: Vec<Value> = answer.cloned().collect();
                    server.writes(&sent, &answer);
                }
                (of_mode, kept) = (of_mode + server.requests, kept + server.kept);
            }
            requests += of_mode;
            println!(
                "{format} {mode} {style}: {of_mode} requests, {:.1} blocks each",
                kept as f64 / of_mode.max(1) as f64
            );
        }
    }
    println!("{requests} requests, {} refused", refused.len());
    assert!(
        refused.is_empty(),
        "{} of {requests}: {}",
        refused.len(),
        refused.iter().take(12).cloned().collect::<Vec<_>>().join("\n")
    );
}
