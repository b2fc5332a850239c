//! Sessions of pi: messages of any provider, in a tree of entries.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;

use super::Log;
use super::at::At;
use super::out::{NONE, Out};
use super::parts::{Parts, text_output, text_part};
use super::write::{Json, push, quote};
use crate::format::MessageFormat;
use crate::hash::{Table, hash};

/// Entries that hold no message.
const KNOWN: &[&str] = &[
    "session",
    "model_change",
    "thinking_level_change",
    "custom",
    "label",
    "session_info",
    "leaf",
    "usage",
    "context_transform",
    "ephemeral",
    "active_tools_change",
];

pub(super) fn finds(entry: At<'_>) -> bool {
    let header = entry.is("type", "session") && entry.has("id") && (entry.has("cwd") || entry.has("version"));
    let message = entry.is("type", "message") && entry.object("message").is_some_and(|message| message.has("role"));
    header || message
}

pub(super) fn new() -> Box<dyn Log> {
    Box::new(Pi { turn: Parts::default(), entries: Table::new(), last: 0 })
}

struct Pi {
    turn: Parts,
    /// The last message when an entry had been read, plus 1.
    entries: Table,
    /// The hash of the entry before.
    last: u64,
}

impl Log for Pi {
    fn format(&self) -> Option<MessageFormat> {
        Some(MessageFormat::AiSdk)
    }

    fn entry(&mut self, entry: At<'_>, out: &mut Out) {
        if entry.is("type", "session") {
            return;
        }
        let id = entry.text("id").map(|id| hash(id.as_bytes()).max(1));
        if id.is_some() {
            let parent = entry.text("parentId").map_or(0, |id| hash(id.as_bytes()).max(1));
            if parent != self.last {
                // A branch: the conversation goes on after an earlier entry.
                self.turn.end(out);
                let tail = if parent == 0 { Some(0) } else { self.entries.get(parent) };
                if let Some(tail) = tail {
                    out.go_back(tail.checked_sub(1).unwrap_or(NONE));
                }
            }
        }
        self.read(entry, out);
        if let Some(id) = id {
            self.last = id;
            // What waits will be the next messages.
            let waiting = self.turn.waiting();
            let before = if waiting > 0 { out.len() as u32 } else { out.tail().wrapping_add(1) };
            *self.entries.entry(id, 0) = before + waiting;
        }
    }

    fn finish(&mut self, out: &mut Out) {
        self.turn.end(out);
    }
}

impl Pi {
    fn read(&mut self, entry: At<'_>, out: &mut Out) {
        if entry.is("type", "message") {
            return match entry.object("message") {
                Some(message) => self.message(entry, message, out),
                None => out.skip(entry, "an entry without a message"),
            };
        }
        if entry.is_any("type", &["compaction", "branch_summary"]) {
            return self.user(entry.get("summary"), out);
        }
        if entry.is("type", "custom_message") {
            return self.user(entry.get("content"), out);
        }
        if !entry.is_any("type", KNOWN) {
            out.skip_type(entry, "type");
        }
    }

    fn message(&mut self, entry: At<'_>, message: At<'_>, out: &mut Out) {
        let role = message.text("role").unwrap_or_default();
        match &*role {
            "assistant" => {
                self.turn.end(out);
                message.list("content").into_iter().flat_map(At::items).for_each(|block| self.block(block));
            }
            "toolResult" => {
                if let (Some(id), Some(name)) = (message.get("toolCallId"), message.get("toolName")) {
                    self.turn.result(id, name, &output(message));
                } else {
                    out.skip(entry, "a result without the id or the name of its call");
                }
            }
            "user" | "custom" | "hookMessage" => self.user(message.get("content"), out),
            "branchSummary" | "compactionSummary" => self.user(message.get("summary"), out),
            "bashExecution" if message.flag("excludeFromContext") => {}
            "bashExecution" => {
                let text = |name: &str| message.text(name).unwrap_or_default();
                let mut said = String::new();
                quote(&format!("Ran `{}`\n```\n{}\n```", text("command"), text("output")), &mut said);
                self.turn.end(out);
                out.message(Json::object("role", "user").raw("content", &said).end());
            }
            _ => out.skip_type(message, "role"),
        }
    }

    fn block(&mut self, block: At<'_>) {
        if block.is("type", "text") {
            self.turn.text(block.get("text"));
        } else if let (true, Some(id), Some(name)) = (block.is("type", "toolCall"), block.get("id"), block.get("name"))
        {
            self.turn.call(id, name, block.get("arguments"));
        } else if let Some(text) = block.get("thinking").filter(|text| text.is_text() && !text.is_empty()) {
            self.turn.add(&Json::object("type", "reasoning").copy("text", text).end());
        }
    }

    fn user(&mut self, content: Option<At<'_>>, out: &mut Out) {
        let Some(content) = content.filter(|content| !content.is_empty()) else { return };
        self.turn.end(out);
        let message = Json::object("role", "user");
        if !content.is_list() {
            return out.message(message.copy("content", content).end());
        }
        let mut parts = String::new();
        for block in content.items() {
            match block.get("text") {
                Some(text) if !text.is_empty() => push(&mut parts, &text_part(text)),
                Some(_) => {}
                None => push(&mut parts, &image(block, "image", "image")),
            }
        }
        if !parts.is_empty() {
            out.message(message.list("content", &parts).end());
        }
    }
}

/// An image as a part.
fn image(block: At<'_>, kind: &str, member: &str) -> String {
    Json::object("type", kind).copy_any(member, block.get("data")).copy_any("mediaType", block.get("mimeType")).end()
}

/// What a tool answered.
fn output(message: At<'_>) -> String {
    let failed = message.flag("isError");
    let Some(content) = message.get("content") else { return String::from(r#"{"type":"text","value":""}"#) };
    if !content.is_list() {
        return text_output(content, failed);
    }
    let mut blocks = content.items();
    if let (Some(only), None) = (blocks.next(), blocks.next())
        && let Some(text) = only.get("text")
    {
        return text_output(text, failed);
    }
    let mut parts = String::new();
    for block in content.items() {
        push(&mut parts, &block.get("text").map_or_else(|| image(block, "media", "data"), text_part));
    }
    if parts.is_empty() {
        let kind = if failed { "error-text" } else { "text" };
        return Json::object("type", kind).text("value", "").end();
    }
    Json::object("type", "content").list("value", &parts).end()
}
