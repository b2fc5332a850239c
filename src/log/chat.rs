//! Messages of OpenAI's chat: an answer with its calls, then a message for each result.

use alloc::format;
use alloc::string::{String, ToString};

use super::at::At;
use super::out::Out;
use super::write::{Json, as_text, push, quote};

/// An answer, and the results of its calls. Logs write several lines for what is one answer.
#[derive(Default)]
pub(super) struct Turn {
    /// What the log calls the answer.
    pub(super) id: String,
    /// Content as JSON; empty without any.
    pub(super) content: String,
    calls: String,
    /// Messages that follow, which commas separate.
    results: alloc::vec::Vec<String>,
}

impl Turn {
    /// Adds a call with arguments that are JSON in a text.
    pub(super) fn call(&mut self, id: &str, name: &str, arguments: &str) {
        let function = Json::object("name", name).raw("arguments", arguments).end();
        push(&mut self.calls, &Json::object("id", id).text("type", "function").raw("function", &function).end());
    }

    /// Adds a call as OpenAI writes it, without members that requests do not have.
    pub(super) fn copy_call(&mut self, call: At<'_>) {
        let json = Json(String::from("{")).copy_any("id", call.get("id"));
        let json = json.copy_any("type", call.get("type")).copy_any("function", call.get("function"));
        push(&mut self.calls, &json.copy_any("custom", call.get("custom")).end());
    }

    /// Adds a result with content that is JSON.
    pub(super) fn result(&mut self, id: &str, content: &str) {
        self.results.push(Json::object("role", "tool").text("tool_call_id", id).raw("content", content).end());
    }

    /// Writes the answer and its results, and starts anew.
    pub(super) fn end(&mut self, out: &mut Out) {
        let turn = core::mem::take(self);
        if !turn.content.is_empty() || !turn.calls.is_empty() {
            let content = if turn.content.is_empty() { "\"\"" } else { &turn.content };
            let message = Json::object("role", "assistant").raw("content", content);
            let message = if turn.calls.is_empty() { message } else { message.list("tool_calls", &turn.calls) };
            out.message(message.end());
        }
        turn.results.into_iter().for_each(|result| out.message(result));
    }
}

/// Writes a message of one role with content that is JSON.
pub(super) fn say(role: &str, content: &str, out: &mut Out) {
    out.message(Json::object("role", role).raw("content", content).end());
}

/// Content as it is written: a text, or a list of which texts and images remain.
pub(super) fn content(value: Option<At<'_>>) -> String {
    let mut json = String::new();
    let Some(value) = value else { return "\"\"".to_string() };
    if !value.is_list() {
        if value.is_text() {
            value.write(&mut json);
        } else {
            as_text(value, &mut json);
        }
        return json;
    }
    let mut parts = String::new();
    for part in value.items() {
        if let Some(text) = part.get("text").filter(|text| text.is_text()) {
            push(&mut parts, &Json::object("type", "text").copy("text", text).end());
        } else if let Some(path) = part.object("source").and_then(|source| source.get("path")) {
            let image = Json(String::from("{")).copy("url", path).end();
            push(&mut parts, &Json::object("type", "image_url").raw("image_url", &image).end());
        } else if part.is_text() {
            push(&mut parts, &Json::object("type", "text").copy("text", part).end());
        } else {
            push(&mut parts, "");
            part.write(&mut parts);
        }
    }
    format!("[{parts}]")
}

/// `true` if content says something.
pub(super) fn speaks(content: &str) -> bool {
    !matches!(content, "" | "\"\"" | "[]" | "null")
}

/// Arguments as JSON in a text.
pub(super) fn arguments(value: Option<At<'_>>) -> String {
    let mut json = String::new();
    match value {
        None => quote("{}", &mut json),
        Some(value) if value.is_text() => value.write(&mut json),
        Some(value) => as_text(value, &mut json),
    }
    json
}
