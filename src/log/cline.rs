//! Histories of Cline: messages of Anthropic's with members of its own, in a list or in a document.

use alloc::boxed::Box;
use alloc::string::String;

use super::Log;
use super::at::At;
use super::out::Out;
use super::plain;
use super::write::Json;
use crate::format::MessageFormat;

pub(super) fn finds(entry: At<'_>) -> bool {
    if let Some(messages) = entry.list("messages") {
        let session = entry.has_text("sessionId") && (entry.has("version") || entry.has("system_prompt"));
        return session && messages.items().any(is_own) && messages.items().any(plain::is_message);
    }
    is_own(entry)
}

/// `true` for a message with a time or with what it cost.
fn is_own(message: At<'_>) -> bool {
    message.has("role")
        && message.list("content").is_some()
        && ["ts", "modelInfo", "metrics"].iter().any(|name| message.has(name))
}

pub(super) fn new() -> Box<dyn Log> {
    Box::new(Cline { has_list: false })
}

struct Cline {
    has_list: bool,
}

impl Log for Cline {
    fn format(&self) -> Option<MessageFormat> {
        Some(MessageFormat::Anthropic)
    }

    fn entry(&mut self, entry: At<'_>, out: &mut Out) {
        let Some(list) = entry.list("messages") else { return message(entry, out) };
        if core::mem::replace(&mut self.has_list, true) || out.len() > 0 {
            return out.omit(entry, "a further conversation in the same file");
        }
        list.items().for_each(|entry| message(entry, out));
    }
}

/// Writes a message without the members that the API does not know.
fn message(entry: At<'_>, out: &mut Out) {
    let content = entry.get("content").filter(|content| content.is_list() || content.is_text());
    let (Some(role), Some(content)) = (entry.get("role"), content) else {
        return out.skip(entry, "an entry that is no message");
    };
    let message = Json(String::from("{")).copy("role", role);
    if !content.is_list() || !content.items().any(|block| block.is("type", "tool_result") && block.has("name")) {
        return out.message(message.copy("content", content).end());
    }
    let mut blocks = String::new();
    for block in content.items() {
        super::write::push(&mut blocks, "");
        if block.is("type", "tool_result") {
            blocks.push('{');
            for (name, value) in block.members().filter(|(name, _)| *name != "\"name\"") {
                if !blocks.ends_with('{') {
                    blocks.push(',');
                }
                blocks.push_str(name);
                blocks.push(':');
                value.write(&mut blocks);
            }
            blocks.push('}');
        } else {
            block.write(&mut blocks);
        }
    }
    out.message(message.list("content", &blocks).end());
}
