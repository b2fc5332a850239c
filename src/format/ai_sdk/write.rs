//! Writes parts of `ModelMessage`, and messages of both kinds.

use super::Format;
use crate::format::prelude::*;

impl<T: Tree> Writes<T> for Format {
    fn new_result(&self, _writer: &Writer<'_, T>, _call: &Part, id: String, name: String, body: &str) -> New {
        object(vec![
            ("type", text("tool-result")),
            ("toolCallId", text(id)),
            ("toolName", text(name)),
            ("output", object(vec![("type", text("error-text")), ("value", text(body))])),
        ])
    }

    fn new_message(&self, writer: &Writer<'_, T>, speaker: Role, body: &str) -> New {
        let first = writer.root.item(Key::This, 0);
        if !first.is_some_and(|message| message.has(Key::Parts) || !message.has(Key::Content)) {
            return plain(speaker, body);
        }
        let by_assistant = speaker == Role::Assistant;
        object(vec![
            ("id", text(if by_assistant { "earlier-answer" } else { "earlier-messages" })),
            ("role", text(if by_assistant { "assistant" } else { "user" })),
            ("parts", New::List(vec![typed("text", text(body))])),
        ])
    }

    fn wrapped(&self, what: New, is_text: bool) -> New {
        object(vec![("type", text(if is_text { "text" } else { "json" })), ("value", what)])
    }
}
