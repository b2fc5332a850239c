//! Messages of the AI SDK: an answer of parts, then its results as parts of one message.

use alloc::string::String;

use super::at::At;
use super::out::Out;
use super::write::{Fill, fill, push};

/// An answer, and the results of its calls.
#[derive(Default)]
pub(super) struct Parts {
    content: String,
    results: String,
}

impl Parts {
    /// Adds a text or reasoning, unless it is empty, by a template with a place for it and one for options.
    pub(super) fn add(&mut self, template: &str, text: At<'_>, options: At<'_>) {
        if text.is_text() && !text.is_empty() {
            push(&mut self.content, &fill(template, &[Fill::At(text), Fill::At(options)]));
        }
    }

    /// Adds a call.
    pub(super) fn call(&mut self, id: At<'_>, name: At<'_>, input: At<'_>) {
        let input = if input.is_there() { Fill::At(input) } else { Fill::Json("{}") };
        let template = r#"{"type":"tool-call","toolCallId":$,"toolName":$,"input":$}"#;
        push(&mut self.content, &fill(template, &[Fill::At(id), Fill::At(name), input]));
    }

    /// Adds a result with an output that is JSON.
    pub(super) fn result(&mut self, id: At<'_>, name: At<'_>, output: &str) {
        let template = r#"{"type":"tool-result","toolCallId":$,"toolName":$,"output":$}"#;
        push(&mut self.results, &fill(template, &[Fill::At(id), Fill::At(name), Fill::Json(output)]));
    }

    /// The number of messages that wait to be written.
    pub(super) fn waiting(&self) -> u32 {
        u32::from(!self.content.is_empty()) + u32::from(!self.results.is_empty())
    }

    /// Writes the answer and its results, and starts anew.
    pub(super) fn end(&mut self, out: &mut Out) {
        let parts = core::mem::take(self);
        say("\"assistant\"", &parts.content, out);
        say("\"tool\"", &parts.results, out);
    }
}

/// A text as a part.
pub(super) const TEXT: &str = r#"{"type":"text","text":$}"#;
/// Reasoning as a part.
pub(super) const REASONING: &str = r#"{"type":"reasoning","text":$,"providerOptions":$}"#;

/// Writes a message of these parts, if there are any.
pub(super) fn say(role: &str, parts: &str, out: &mut Out) {
    if !parts.is_empty() {
        out.message(fill(r#"{"role":$,"content":[$]}"#, &[Fill::Json(role), Fill::Json(parts)]));
    }
}

/// The output of a call that is one text.
pub(super) fn text_output(text: Fill<'_>, failed: bool) -> String {
    let template = if failed { r#"{"type":"error-text","value":$}"# } else { r#"{"type":"text","value":$}"# };
    fill(template, &[text])
}

/// The output of a call that is texts and media.
pub(super) fn content_output(parts: &str) -> String {
    fill(r#"{"type":"content","value":[$]}"#, &[Fill::Json(parts)])
}
