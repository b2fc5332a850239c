//! Messages as a provider takes them, without a log around them.

use alloc::boxed::Box;

use super::Log;
use super::at::At;
use super::out::Out;
use crate::format::MessageFormat;

/// Members of a request or a file that list messages.
const LISTS: &[&str] = &["messages", "input", "contents", "history"];

/// Why an entry is not understood.
pub(super) const NO_MESSAGE: &str = "an entry that is no message";

/// Endings of the types of items of the Responses API.
const ITEMS: &[&str] = &["_call", "_output", "_call_result"];

pub(super) fn finds(entry: At<'_>) -> bool {
    is_message(entry) || list_of(entry).items().any(is_message)
}

pub(super) fn list_of(entry: At<'_>) -> At<'_> {
    LISTS.iter().fold(entry.list(""), |found, name| found.or(entry.list(name)))
}

/// `true` for a message or an item of one of the formats.
pub(super) fn is_message(entry: At<'_>) -> bool {
    // The content of an assistant's message with calls may be null.
    if entry.has("role") && entry.has_any(&["content", "parts", "tool_calls", "function_call", "refusal"]) {
        return true;
    }
    // LangChain's own form, and `dict()` of its messages.
    if entry.is("type", "constructor") && entry.has("kwargs") {
        return true;
    }
    if entry.is_any("type", &["human", "ai", "system", "tool", "function"]) {
        return entry.object("data").or(entry).has("content");
    }
    let kind = entry.text("type");
    let named = entry.has_any(&["call_id", "callId", "id", "output"]);
    (named && ITEMS.iter().any(|ending| kind.ends_with(ending)))
        || (kind == "reasoning" && entry.has("summary"))
        || (kind == "item_reference" && entry.has("id"))
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
            return out.native(entry);
        }
        let list = list_of(entry);
        if !list.is_there() {
            return out.skip(entry, NO_MESSAGE);
        }
        if core::mem::replace(&mut self.has_list, true) || out.len() > 0 {
            return out.omit(entry, "a further conversation in the same file");
        }
        messages(list, out);
    }
}

/// Copies a list of messages.
pub(super) fn messages(list: At<'_>, out: &mut Out) {
    for item in list.items() {
        if is_message(item) { out.native(item) } else { out.skip(item, NO_MESSAGE) }
    }
}
