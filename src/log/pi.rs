//! Sessions of pi: messages of any provider, in a tree of entries.

use alloc::boxed::Box;
use alloc::string::String;

use super::Log;
use super::at::At;
use super::out::Out;
use super::parts::{Parts, REASONING, TEXT, content_output, say, text_output};
use super::write::{Fill, fill, push, quoted};
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
    let message = entry.is("type", "message") && entry.get("message").has("role");
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
        let id = id_of(entry.get("id"));
        let parent = id_of(entry.get("parentId"));
        if id != 0 && parent != self.last {
            // A branch: the conversation goes on after an earlier entry.
            self.turn.end(out);
            let tail = if parent == 0 { Some(0) } else { self.entries.get(parent) };
            if let Some(tail) = tail {
                out.go_back(tail.wrapping_sub(1));
            }
        }
        self.read(entry, out);
        if id != 0 {
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

/// An id as a number; 0 for none.
fn id_of(id: At<'_>) -> u64 {
    if id.is_there() { hash(id.token().as_bytes()).max(1) } else { 0 }
}

impl Pi {
    fn read(&mut self, entry: At<'_>, out: &mut Out) {
        if entry.is("type", "message") {
            self.message(entry, entry.get("message"), out);
        } else if entry.is_any("type", &["compaction", "branch_summary"]) {
            self.user(entry.get("summary"), out);
        } else if entry.is("type", "custom_message") {
            self.user(entry.get("content"), out);
        } else if !entry.is_any("type", KNOWN) {
            out.skip_type(entry, "type");
        }
    }

    fn message(&mut self, entry: At<'_>, message: At<'_>, out: &mut Out) {
        if message.is("role", "assistant") {
            self.turn.end(out);
            message.list("content").items().for_each(|block| self.block(block));
        } else if message.is("role", "toolResult") {
            let (id, name) = (message.get("toolCallId"), message.get("toolName"));
            if id.is_there() && name.is_there() {
                self.turn.result(id, name, &output(message));
            } else {
                out.skip(entry, "a result without the id or the name of its call");
            }
        } else if message.is_any("role", &["user", "custom", "hookMessage"]) {
            self.user(message.get("content"), out);
        } else if message.is_any("role", &["branchSummary", "compactionSummary"]) {
            self.user(message.get("summary"), out);
        } else if !message.is("role", "bashExecution") {
            out.skip_type(message, "role");
        } else if !message.flag("excludeFromContext") {
            let said = ["Ran `", &message.text("command"), "`\n```\n", &message.text("output"), "\n```"].concat();
            self.turn.end(out);
            out.message(fill(r#"{"role":"user","content":$}"#, &[Fill::Json(&quoted(&said))]));
        }
    }

    fn block(&mut self, block: At<'_>) {
        if block.is("type", "toolCall") {
            self.turn.call(block.get("id"), block.get("name"), block.get("arguments"));
        }
        self.turn.add(TEXT, block.get("text"), block);
        self.turn.add(REASONING, block.get("thinking"), block.get(""));
    }

    fn user(&mut self, content: At<'_>, out: &mut Out) {
        self.turn.end(out);
        if content.is_list() {
            say("\"user\"", &blocks(content, r#"{"type":"image","image":$,"mediaType":$}"#), out);
        } else if !content.is_empty() {
            out.message(fill(r#"{"role":"user","content":$}"#, &[Fill::At(content)]));
        }
    }
}

/// Texts and images as parts.
fn blocks(content: At<'_>, image: &str) -> String {
    let mut parts = String::new();
    for block in content.items() {
        let text = block.get("text");
        if !text.is_there() {
            push(&mut parts, &fill(image, &[Fill::At(block.get("data")), Fill::At(block.get("mimeType"))]));
        } else if !text.is_empty() {
            push(&mut parts, &fill(TEXT, &[Fill::At(text)]));
        }
    }
    parts
}

/// What a tool answered.
fn output(message: At<'_>) -> String {
    let (failed, content) = (message.flag("isError"), message.get("content"));
    let only = if content.is_list() { content.first().string("text") } else { content };
    if content.items().len() > 1 || (content.is_list() && !content.is_empty() && !only.is_there()) {
        return content_output(&blocks(content, r#"{"type":"media","data":$,"mediaType":$}"#));
    }
    text_output(if only.is_text() { Fill::At(only) } else { Fill::Json("\"\"") }, failed)
}
