//! Real logs in `TOOLTRIM_FIXTURES/logs`: each is found, all calls are there, and no result text is lost.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use tooltrim::messages::LogAgent;
use tooltrim::{MessageFormat, extract_tool_calls, read_session_log, validate_messages};

/// A folder of the fixtures, if there are any.
fn folder(name: &str) -> Option<PathBuf> {
    let Some(fixtures) = env::var_os("TOOLTRIM_FIXTURES") else {
        eprintln!("skipped: TOOLTRIM_FIXTURES is not set");
        return None;
    };
    Some(PathBuf::from(fixtures).join(name))
}

/// All values of a text: one document, or one in each line.
fn values(text: &str) -> Vec<Value> {
    match serde_json::from_str(text) {
        Ok(Value::Array(items)) => items,
        Ok(value) => vec![value],
        Err(_) => text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
    }
}

/// Calls `each` with all objects in a value.
fn objects<'a>(value: &'a Value, each: &mut dyn FnMut(&'a Value)) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| objects(item, each)),
        Value::Object(members) => {
            each(value);
            members.values().for_each(|member| objects(member, each));
        }
        _ => {}
    }
}

/// Texts of a content: itself, or those of its blocks.
fn texts(content: &Value) -> Vec<String> {
    match content {
        Value::String(text) => vec![text.clone()],
        Value::Array(blocks) => blocks.iter().filter_map(|block| block["text"].as_str()).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

/// The number of calls in a log and the texts of their results, by the members that hold them.
fn figures(kind: &str, log: &[Value]) -> (usize, Vec<String>) {
    let (mut calls, mut results) = (0, Vec::new());
    for entry in log {
        match kind {
            "swe-traj" => {
                let steps = entry["trajectory"].as_array().map(Vec::as_slice).unwrap_or_default();
                calls += steps.iter().filter(|step| step["action"] != "" && !step["action"].is_null()).count();
                let history = entry["history"].as_array().map(Vec::as_slice).unwrap_or_default();
                results.extend(
                    history.iter().filter(|item| item["role"] == "tool").flat_map(|item| texts(&item["content"])),
                );
            }
            "openhands" => {
                calls += usize::from(entry["action"].is_string() && entry["tool_call_metadata"].is_object());
                if entry["observation"].is_string() {
                    results.extend(texts(&entry["content"]));
                }
            }
            _ => objects(entry, &mut |object| {
                let kind_of = object["type"].as_str().unwrap_or_default();
                match kind {
                    "claude-code" | "anthropic-messages" if kind_of == "tool_use" => calls += 1,
                    "claude-code" | "anthropic-messages" if kind_of == "tool_result" => {
                        results.extend(texts(&object["content"]));
                    }
                    "codex" if matches!(kind_of, "function_call" | "custom_tool_call") => calls += 1,
                    "codex" if matches!(kind_of, "function_call_output" | "custom_tool_call_output") => {
                        results.extend(texts(&object["output"]));
                    }
                    "gemini-session" => {
                        calls += object["toolCalls"].as_array().map_or(0, Vec::len);
                        results.extend(texts(&object["functionResponse"]["response"]["output"]));
                        results.extend(texts(&object["functionResponse"]["response"]["error"]));
                    }
                    "opencode" if kind_of == "tool" => {
                        calls += 1;
                        results.extend(texts(&object["state"]["output"]));
                    }
                    "pi" if kind_of == "toolCall" => calls += 1,
                    "pi" if object["role"] == "toolResult" => results.extend(texts(&object["content"])),
                    "atif" => {
                        calls += object["tool_calls"].as_array().map_or(0, Vec::len);
                        if object["source_call_id"].is_string() {
                            results.extend(texts(&object["content"]));
                        }
                    }
                    _ => {}
                }
            }),
        }
    }
    if kind == "oh-llmlog" {
        // The response to the request is not one of its messages.
        let messages = log[0]["messages"].as_array().unwrap();
        calls = messages.iter().map(|message| message["tool_calls"].as_array().map_or(0, Vec::len)).sum();
        results.extend(messages.iter().filter(|item| item["role"] == "tool").flat_map(|item| texts(&item["content"])));
    }
    (calls, results)
}

/// Problems that remain in real logs, and why.
fn known_problems() -> BTreeMap<&'static str, &'static [&'static str]> {
    BTreeMap::from([
        // The session ends with the call of a tool that ends it; OpenHands records no result of that.
        ("openhands-1", ["open-call"].as_slice()),
        // Searches that the provider ran, without an id and without a result in the log.
        ("atif-2", &["call-without-result"]),
        // An answer that broke off: its calls never ran.
        ("pi-1", &["call-without-result"]),
    ])
}

#[test]
fn each_real_log_is_read_whole() {
    let Some(folder) = folder("logs") else { return };
    let mut count = 0;
    let mut wrong = Vec::new();
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let kind = name.rsplit_once('-').map_or("", |(kind, _)| kind);
        if kind.is_empty() {
            continue;
        }
        count += 1;
        let text = fs::read_to_string(&path).unwrap();
        let read = read_session_log(&text).unwrap();
        let (agent, format) = match kind {
            "anthropic-messages" => (Some(LogAgent::Cline), MessageFormat::Anthropic),
            "claude-code" => (Some(LogAgent::ClaudeCode), MessageFormat::Anthropic),
            "codex" => (Some(LogAgent::Codex), MessageFormat::OpenAiResponses),
            "gemini-session" => (Some(LogAgent::GeminiCli), MessageFormat::Gemini),
            "opencode" => (Some(LogAgent::OpenCode), MessageFormat::AiSdk),
            "pi" => (Some(LogAgent::Pi), MessageFormat::AiSdk),
            "atif" => (Some(LogAgent::Atif), MessageFormat::OpenAiChat),
            "oh-llmlog" | "openhands" => (Some(LogAgent::OpenHands), MessageFormat::OpenAiChat),
            // Lists of messages, without anything that names an agent.
            _ if matches!(&*name, "swe-traj-1" | "swe-traj-2") => (None, MessageFormat::OpenAiChat),
            _ => (Some(LogAgent::SweAgent), MessageFormat::OpenAiChat),
        };
        assert_eq!((read.agent, read.format, read.skipped), (agent, format, 0), "{name}: {:?}", read.reasons);
        let calls = extract_tool_calls(&read.messages, Some(read.format)).unwrap();
        let (expected, results) = figures(kind, &values(&text));
        if calls.len() != expected {
            wrong.push(format!("{name}: {} calls, not {expected}", calls.len()));
        }
        let all: Vec<String> = calls.iter().map(|call| call.result.clone()).collect();
        for result in results {
            if !all.iter().any(|known| known.contains(&result)) {
                wrong.push(format!("{name}: lost {:?}", result.chars().take(80).collect::<String>()));
            }
        }
        let problems = validate_messages(&read.messages, Some(read.format)).unwrap();
        let mut rules: Vec<&str> = problems.iter().map(|problem| problem.rule.name()).collect();
        rules.sort_unstable();
        rules.dedup();
        let known = known_problems();
        if rules != *known.get(&*name).copied().unwrap_or_default() {
            wrong.push(format!("{name}: {:?}", problems.iter().take(4).collect::<Vec<_>>()));
        }
    }
    assert!(count >= 19, "only {count} logs");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn messages_alone_are_read_as_they_are() {
    for sessions in ["sessions", "sessions-more"] {
        let Some(folder) = folder(sessions) else { return };
        let mut count = 0;
        for (name, format) in [
            ("chat", MessageFormat::OpenAiChat),
            ("responses", MessageFormat::OpenAiResponses),
            ("anthropic", MessageFormat::Anthropic),
            ("gemini", MessageFormat::Gemini),
            ("aisdk", MessageFormat::AiSdk),
            ("vscode", MessageFormat::VsCode),
        ] {
            let Ok(files) = fs::read_dir(folder.join(name)) else { continue };
            for file in files {
                let path = file.unwrap().path();
                let text = fs::read_to_string(&path).unwrap();
                let whole: Value = serde_json::from_str(&text).unwrap();
                let messages = whole["messages"].as_array().unwrap();
                let lines: Vec<String> = messages.iter().map(Value::to_string).collect();
                for text in [text, whole["messages"].to_string(), lines.join("\n")] {
                    let read = read_session_log(&text).unwrap();
                    assert_eq!(
                        (read.agent, read.format, read.skipped),
                        (None, format, 0),
                        "{path:?}: {:?}",
                        read.reasons
                    );
                    assert_eq!(&read.messages, messages, "{path:?}");
                }
                count += 1;
            }
        }
        assert!(count >= 20, "only {count} files in {sessions}");
    }
}
