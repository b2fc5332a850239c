//! Messages of the AI SDK: an answer of parts, then its results as parts of one message.

use alloc::string::String;

use super::at::At;
use super::out::Out;
use super::write::{Json, push};

/// An answer, and the results of its calls.
#[derive(Default)]
pub(super) struct Parts {
    content: String,
    results: String,
}

impl Parts {
    /// Adds a part of the answer.
    pub(super) fn add(&mut self, part: &str) {
        push(&mut self.content, part);
    }

    /// Adds a text, unless it is empty.
    pub(super) fn text(&mut self, text: Option<At<'_>>) {
        if let Some(text) = text.filter(|text| text.is_text() && !text.is_empty()) {
            self.add(&text_part(text));
        }
    }

    /// Adds a call.
    pub(super) fn call(&mut self, id: At<'_>, name: At<'_>, input: Option<At<'_>>) {
        let call = Json::object("type", "tool-call").copy("toolCallId", id).copy("toolName", name);
        self.add(&match input {
            Some(input) => call.copy("input", input).end(),
            None => call.raw("input", "{}").end(),
        });
    }

    /// Adds a result with an output that is JSON.
    pub(super) fn result(&mut self, id: At<'_>, name: At<'_>, output: &str) {
        let result = Json::object("type", "tool-result").copy("toolCallId", id).copy("toolName", name);
        push(&mut self.results, &result.raw("output", output).end());
    }

    /// The number of messages that wait to be written.
    pub(super) fn waiting(&self) -> u32 {
        u32::from(!self.content.is_empty()) + u32::from(!self.results.is_empty())
    }

    /// Writes the answer and its results, and starts anew.
    pub(super) fn end(&mut self, out: &mut Out) {
        let parts = core::mem::take(self);
        for (role, content) in [("assistant", parts.content), ("tool", parts.results)] {
            if !content.is_empty() {
                out.message(Json::object("role", role).list("content", &content).end());
            }
        }
    }
}

/// A text as a part.
pub(super) fn text_part(text: At<'_>) -> String {
    Json::object("type", "text").copy("text", text).end()
}

/// The output of a call that is one text.
pub(super) fn text_output(text: At<'_>, failed: bool) -> String {
    Json::object("type", if failed { "error-text" } else { "text" }).copy("value", text).end()
}
