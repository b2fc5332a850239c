//! Messages as a provider takes them, without a log around them.

use alloc::boxed::Box;
use alloc::string::String;

use super::Log;
use super::at::At;
use super::out::Out;
use crate::format::MessageFormat;

/// Members of a request or a file that list messages.
const LISTS: &[&str] = &["messages", "input", "contents", "history"];

/// Endings of the types of items of the Responses API.
const ITEMS: &[&str] = &["_call", "_output", "_call_result"];

pub(super) fn finds(entry: At<'_>) -> bool {
    is_message(entry) || list_of(entry).is_some_and(|list| list.items().any(is_message))
}

pub(super) fn list_of(entry: At<'_>) -> Option<At<'_>> {
    LISTS.iter().find_map(|name| entry.list(name))
}

/// `true` for a message or an item of one of the formats.
pub(super) fn is_message(entry: At<'_>) -> bool {
    let spoken = ["content", "parts", "tool_calls", "function_call", "reasoning_content"];
    if entry.has("role") && spoken.iter().any(|name| entry.has(name) || entry.is_object() && is_null(entry, name)) {
        return true;
    }
    // LangChain's own form, and `dict()` of its messages.
    if entry.is("type", "constructor") && entry.has("kwargs") {
        return true;
    }
    if entry.is_any("type", &["human", "ai", "system", "tool", "function"]) {
        return entry.object("data").is_some_and(|data| data.has("content")) || entry.has("content");
    }
    let Some(kind) = entry.text("type") else { return false };
    let named = ["call_id", "callId", "id", "output"].iter().any(|name| entry.has(name));
    (named && ITEMS.iter().any(|ending| kind.ends_with(ending)))
        || (kind == "reasoning" && entry.has("summary"))
        || (kind == "item_reference" && entry.has("id"))
}

/// `true` for a member that is null: content that an assistant's message with calls may lack.
fn is_null(entry: At<'_>, name: &str) -> bool {
    name == "content" && entry.members().any(|(written, value)| written == "\"content\"" && value.token() == "null")
}

pub(super) fn new() -> Box<dyn Log> {
    Box::new(Plain { has_list: false })
}

struct Plain {
    has_list: bool,
}

impl Log for Plain {
    fn format(&self) -> Option<MessageFormat> {
        None
    }

    fn entry(&mut self, entry: At<'_>, out: &mut Out) {
        if is_message(entry) {
            return copy(entry, out);
        }
        let Some(list) = list_of(entry) else {
            return out.skip(entry, "an entry that is no message");
        };
        if core::mem::replace(&mut self.has_list, true) || out.len() > 0 {
            return out.omit(entry, "a further conversation in the same file");
        }
        messages(list, out);
    }
}

/// Copies a list of messages.
pub(super) fn messages(list: At<'_>, out: &mut Out) {
    for item in list.items() {
        if is_message(item) { copy(item, out) } else { out.skip(item, "an entry that is no message") }
    }
}

fn copy(entry: At<'_>, out: &mut Out) {
    let mut json = String::new();
    entry.write(&mut json);
    out.message(json);
}
