//! Histories of Cline: messages of Anthropic's with members of its own, in a list or in a document.

use alloc::boxed::Box;
use alloc::string::String;

use super::Log;
use super::at::At;
use super::out::Out;
use super::plain;
use super::write::{Fill, fill, push, push_value};
use crate::format::MessageFormat;

pub(super) fn finds(entry: At<'_>) -> bool {
    let list = entry.list("messages");
    if list.is_there() {
        let session = entry.has_text("sessionId") && entry.has_any(&["version", "system_prompt"]);
        return session && list.items().any(is_own);
    }
    is_own(entry)
}

/// `true` for a message with a time or with what it cost.
fn is_own(message: At<'_>) -> bool {
    message.has("role") && message.list("content").is_there() && message.has_any(&["ts", "modelInfo", "metrics"])
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
        let list = entry.list("messages");
        if !list.is_there() {
            return message(entry, out);
        }
        if core::mem::replace(&mut self.has_list, true) || out.len() > 0 {
            return out.omit(entry, "a further conversation in the same file");
        }
        list.items().for_each(|entry| message(entry, out));
    }
}

/// Writes a message without the members that the API does not know.
fn message(entry: At<'_>, out: &mut Out) {
    let (role, content) = (entry.string("role"), entry.list("content").or(entry.string("content")));
    if !role.is_there() || !content.is_there() {
        return out.skip(entry, plain::NO_MESSAGE);
    }
    let role = Fill::At(role);
    if !content.is_list() {
        return out.message(fill(r#"{"role":$,"content":$}"#, &[role, Fill::At(content)]));
    }
    let mut blocks = String::new();
    for block in content.items() {
        // Results are named here, and nowhere else.
        if block.is("type", "tool_result") {
            push(&mut blocks, &without(block, "\"name\""));
        } else {
            push_value(&mut blocks, block);
        }
    }
    out.message(fill(r#"{"role":$,"content":[$]}"#, &[role, Fill::Json(&blocks)]));
}

/// An object without a member.
pub(super) fn without(object: At<'_>, left_out: &str) -> String {
    let mut members = String::new();
    for (name, value) in object.members().filter(|(name, _)| *name != left_out) {
        push(&mut members, name);
        members.push(':');
        value.write(&mut members);
    }
    ["{", &members, "}"].concat()
}
