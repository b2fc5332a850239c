//! Messages of OpenAI's chat: an answer with its calls, then a message for each result.

use alloc::string::String;
use alloc::vec::Vec;

use super::at::At;
use super::out::Out;
use super::write::{Fill, fill, push, quoted};

/// An answer, and the results of its calls. Logs write several lines for what is one answer.
#[derive(Default)]
pub(super) struct Turn {
    /// What the log calls the answer.
    pub(super) id: String,
    /// Content as JSON; empty without any.
    pub(super) content: String,
    calls: String,
    /// Messages that follow.
    results: Vec<String>,
}

impl Turn {
    /// Adds a call with arguments that are JSON in a text.
    pub(super) fn call(&mut self, id: &str, name: At<'_>, arguments: &str) {
        let name = if name.is_text() { name.json() } else { quoted("") };
        self.call_of(id, &name, arguments);
    }

    /// Adds a call of a tool whose name is JSON.
    pub(super) fn call_of(&mut self, id: &str, name: &str, arguments: &str) {
        let template = r#"{"id":$,"type":"function","function":{"name":$,"arguments":$}}"#;
        let call = fill(template, &[Fill::Json(&quoted(id)), Fill::Json(name), Fill::Json(arguments)]);
        push(&mut self.calls, &call);
    }

    /// Adds a call as OpenAI writes it, without members that requests do not have.
    pub(super) fn copy_call(&mut self, call: At<'_>) {
        let members = ["id", "type", "function", "custom"].map(|name| Fill::At(call.get(name)));
        push(&mut self.calls, &fill(r#"{"id":$,"type":$,"function":$,"custom":$}"#, &members));
    }

    /// Adds a result with content that is JSON.
    pub(super) fn result(&mut self, id: &str, content: &str) {
        let template = r#"{"role":"tool","tool_call_id":$,"content":$}"#;
        self.results.push(fill(template, &[Fill::Json(&quoted(id)), Fill::Json(content)]));
    }

    /// Writes the answer and its results, and starts anew.
    pub(super) fn end(&mut self, out: &mut Out) {
        let turn = core::mem::take(self);
        let content = Fill::Json(if turn.content.is_empty() { "\"\"" } else { &turn.content });
        if !turn.calls.is_empty() {
            let template = r#"{"role":"assistant","content":$,"tool_calls":[$]}"#;
            out.message(fill(template, &[content, Fill::Json(&turn.calls)]));
        } else if !turn.content.is_empty() {
            out.message(fill(r#"{"role":"assistant","content":$}"#, &[content]));
        }
        turn.results.into_iter().for_each(|result| out.message(result));
    }
}

/// Writes a message of one role, if its content, which is JSON, says something.
pub(super) fn say(role: &str, content: &str, out: &mut Out) {
    if speaks(content) {
        out.message(fill(r#"{"role":$,"content":$}"#, &[Fill::Json(&quoted(role)), Fill::Json(content)]));
    }
}

/// Content as it is written: a text, or a list of which texts and images remain.
pub(super) fn content(value: At<'_>) -> String {
    if !value.is_list() {
        return if value.is_text() { value.json() } else { quoted(&value.json()) };
    }
    let mut parts = String::from("[");
    for part in value.items() {
        let (text, path) = (part.string("text"), part.get("source").get("path"));
        if parts.len() > 1 {
            parts.push(',');
        }
        if text.is_there() || part.is_text() {
            let text = if text.is_there() { text } else { part };
            parts.push_str(&fill(r#"{"type":"text","text":$}"#, &[Fill::At(text)]));
        } else if path.is_there() {
            parts.push_str(&fill(r#"{"type":"image_url","image_url":{"url":$}}"#, &[Fill::At(path)]));
        } else {
            part.write(&mut parts);
        }
    }
    parts.push(']');
    parts
}

/// Content that says something, or nothing.
pub(super) fn spoken(value: At<'_>) -> String {
    let content = content(value);
    if speaks(&content) { content } else { String::new() }
}

fn speaks(content: &str) -> bool {
    !matches!(content, "" | "\"\"" | "[]")
}

/// Arguments as JSON in a text.
pub(super) fn arguments(value: At<'_>) -> String {
    if value.is_text() {
        return value.json();
    }
    if value.is_there() { quoted(&value.json()) } else { quoted("{}") }
}
