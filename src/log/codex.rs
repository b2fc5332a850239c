//! Rollouts of the Codex CLI: items of the Responses API in an envelope, and events that repeat them.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::Log;
use super::at::At;
use super::out::{NONE, Out};
use super::write::{Fill, fill};
use crate::format::MessageFormat;

/// Items that go to the model.
const ITEMS: &[&str] = &[
    "message",
    "reasoning",
    "local_shell_call",
    "function_call",
    "function_call_output",
    "custom_tool_call",
    "custom_tool_call_output",
    "tool_search_call",
    "tool_search_output",
    "web_search_call",
    "image_generation_call",
    "agent_message",
    "compaction",
    "compaction_summary",
    "compaction_trigger",
    "context_compaction",
];

/// Lines that repeat items, or hold settings.
const KNOWN: &[&str] =
    &["session_meta", "turn_context", "world_state", "inter_agent_communication", "inter_agent_communication_metadata"];

pub(super) fn finds(entry: At<'_>) -> bool {
    let enveloped = entry.is_any("type", &["response_item", "event_msg", "compacted"]) || entry.is_any("type", KNOWN);
    // Before September 2025 a line of settings came first, and items had no envelope.
    let old = entry.has_text("id") && entry.has_text("timestamp") && !entry.has("type") && entry.has("instructions");
    (enveloped && entry.object("payload").is_there()) || old || entry.is("record_type", "state")
}

pub(super) fn new() -> Box<dyn Log> {
    Box::new(Codex { turns: Vec::new() })
}

struct Codex {
    /// The message before each turn of the user.
    turns: Vec<u32>,
}

impl Log for Codex {
    fn format(&self) -> Option<MessageFormat> {
        Some(MessageFormat::OpenAiResponses)
    }

    fn entry(&mut self, entry: At<'_>, out: &mut Out) {
        let payload = entry.object("payload");
        if !payload.is_there() {
            // A line of an older version.
            if entry.has_text("type") {
                return self.item(entry, out);
            }
            if !entry.has_any(&["record_type", "instructions", "git"]) {
                out.skip_type(entry, "type");
            }
            return;
        }
        if entry.is("type", "response_item") {
            self.item(payload, out);
        } else if entry.is("type", "event_msg") {
            // Events repeat what items hold; only this one changes the conversation.
            if payload.is("type", "thread_rolled_back") {
                let turns = payload.get("num_turns").token().parse::<usize>();
                for _ in 0..turns.unwrap_or_default().min(self.turns.len()) {
                    out.go_back(self.turns.pop().unwrap_or(NONE));
                }
            }
        } else if entry.is("type", "compacted") {
            // The summary goes to the model as words of the user. What it replaces stays in the log.
            let summary = payload.string("message");
            if !summary.is_empty() {
                let template = r#"{"type":"message","role":"user","content":[{"type":"input_text","text":$}]}"#;
                out.message(fill(template, &[Fill::At(summary)]));
            }
        } else if !entry.is_any("type", KNOWN) {
            out.skip_type(entry, "type");
        }
    }
}

/// Beginnings of messages with the role of the user that Codex itself writes.
const CONTEXT: &[&str] = &[
    "<environment_context>",
    "<user_instructions>",
    "# AGENTS.md instructions",
    "<turn_aborted>",
    "<skill>",
    "<user_shell_command>",
    "<subagent_notification>",
];

/// `true` for a message that begins no turn of the user.
fn is_context(item: At<'_>) -> bool {
    let text = item.list("content").first().text("text");
    CONTEXT.iter().any(|beginning| text.trim_start().starts_with(beginning))
}

impl Codex {
    fn item(&mut self, item: At<'_>, out: &mut Out) {
        if item.is("type", "ghost_snapshot") || item.is("type", "other") {
            return;
        }
        if !item.is_any("type", ITEMS) {
            return out.skip_type(item, "type");
        }
        if item.is("type", "message") && item.is("role", "user") && !is_context(item) {
            self.turns.push(out.tail());
        }
        out.message(item.json());
    }
}
