//! Sessions of opencode: an export, or the messages and parts that it stores one by one.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::Log;
use super::at::At;
use super::out::Out;
use super::parts::{Parts, text_output, text_part};
use super::write::{Json, push, quote};
use crate::format::MessageFormat;
use crate::hash::{Table, hash};
use crate::tree::JsonText;

/// Parts that the model does not see.
const KNOWN: &[&str] =
    &["step-start", "step-finish", "patch", "snapshot", "agent", "retry", "subtask", "compaction", "file", "reasoning"];

pub(super) fn finds(entry: At<'_>) -> bool {
    is_message(entry)
        || (entry.object("info").is_some() && entry.list("messages").is_some_and(|list| list.items().any(is_message)))
        || is_piece(entry)
        || entry.object("part").is_some_and(is_piece)
        || (entry.has_text("projectID") && entry.has_text("directory") && entry.has("time"))
}

fn is_message(entry: At<'_>) -> bool {
    entry.object("info").is_some_and(|info| info.has("role")) && entry.list("parts").is_some()
}

/// A message without its parts, or a part.
fn is_piece(entry: At<'_>) -> bool {
    entry.has_text("id") && entry.has_text("sessionID") && (entry.has("role") || entry.has_text("messageID"))
}

pub(super) fn new() -> Box<dyn Log> {
    Box::new(OpenCode { has_list: false, numbers: Table::new(), pieces: Vec::new() })
}

/// A message, and its parts so far.
#[derive(Default)]
struct Piece {
    info: String,
    parts: String,
}

struct OpenCode {
    has_list: bool,
    /// Positions of pieces by the id of their message.
    numbers: Table,
    pieces: Vec<Piece>,
}

impl Log for OpenCode {
    fn format(&self) -> Option<MessageFormat> {
        Some(MessageFormat::AiSdk)
    }

    fn entry(&mut self, entry: At<'_>, out: &mut Out) {
        let part = entry.object("part").unwrap_or(entry);
        if is_message(entry) {
            message(entry, out);
        } else if let Some(list) = entry.list("messages") {
            if core::mem::replace(&mut self.has_list, true) {
                return out.omit(entry, "a further session in the same file");
            }
            for item in list.items() {
                if is_message(item) { message(item, out) } else { out.skip(item, "an entry that is no message") }
            }
        } else if is_piece(part) {
            self.piece(part);
        } else if !entry.has("projectID") && !entry.has("sessionID") {
            out.skip_type(entry, "type");
        }
    }

    fn finish(&mut self, out: &mut Out) {
        for piece in core::mem::take(&mut self.pieces) {
            let info = if piece.info.is_empty() { r#"{"role":"assistant"}"# } else { &piece.info };
            if let Some(json) = JsonText::parse(format!(r#"{{"info":{info},"parts":[{}]}}"#, piece.parts)) {
                message(At::root(&json), out);
            }
        }
    }
}

impl OpenCode {
    fn piece(&mut self, entry: At<'_>) {
        let part = entry.text("messageID");
        let id = part.clone().or_else(|| entry.text("id")).unwrap_or_default();
        let next = self.pieces.len() as u32;
        let at = *self.numbers.entry(hash(id.as_bytes()), next);
        if at == next {
            self.pieces.push(Piece::default());
        }
        let Some(piece) = self.pieces.get_mut(at as usize) else { return };
        if part.is_some() {
            push(&mut piece.parts, entry.token());
        } else {
            entry.token().clone_into(&mut piece.info);
        }
    }
}

fn message(message: At<'_>, out: &mut Out) {
    let parts = message.list("parts").into_iter().flat_map(At::items);
    if message.object("info").is_some_and(|info| info.is("role", "user")) {
        let mut content = String::new();
        parts.for_each(|part| user_part(part, &mut content, out));
        if !content.is_empty() {
            out.message(Json::object("role", "user").list("content", &content).end());
        }
        return;
    }
    let mut turn = Parts::default();
    for part in parts {
        if part.is("type", "step-start") {
            // A request of its own.
            turn.end(out);
        } else {
            answer_part(part, &mut turn, out);
        }
    }
    turn.end(out);
}

fn user_part(part: At<'_>, content: &mut String, out: &mut Out) {
    if part.is("type", "text") {
        if let Some(text) = part.get("text").filter(|text| !text.is_empty() && !part.flag("ignored")) {
            push(content, &text_part(text));
        }
    } else if part.is("type", "file") {
        // Of files that are text there is a part with that text.
        if !part.is_any("mime", &["text/plain", "application/x-directory"]) {
            let file = Json::object("type", "file").copy_any("data", part.get("url"));
            let file = file.copy_any("mediaType", part.get("mime")).copy_any("filename", part.get("filename"));
            push(content, &file.end());
        }
    } else if part.is("type", "compaction") {
        push(content, &Json::object("type", "text").text("text", "What did we do so far?").end());
    } else if !part.is_any("type", KNOWN) {
        out.skip_type(part, "type");
    }
}

fn answer_part(part: At<'_>, turn: &mut Parts, out: &mut Out) {
    if part.is("type", "text") {
        turn.text(part.get("text"));
    } else if part.is("type", "reasoning") {
        if let Some(text) = part.get("text").filter(|text| !text.is_empty()) {
            let reasoning = Json::object("type", "reasoning").copy("text", text);
            turn.add(&reasoning.copy_any("providerOptions", part.object("metadata")).end());
        }
    } else if let (true, Some(id), Some(name)) = (part.is("type", "tool"), part.get("callID"), part.get("tool")) {
        let Some(state) = part.object("state") else { return out.skip(part, "a call without a state") };
        turn.call(id, name, state.object("input"));
        turn.result(id, name, &output(state));
    } else if !part.is_any("type", KNOWN) {
        out.skip_type(part, "type");
    }
}

/// What a tool answered, as opencode sends it to the model.
fn output(state: At<'_>) -> String {
    if let Some(error) = state.get("error").filter(|error| error.is_text() && state.is("status", "error")) {
        return text_output(error, true);
    }
    let Some(text) = state.get("output").filter(|output| output.is_text()) else {
        return Json::object("type", "error-text").text("value", "[Tool execution was interrupted]").end();
    };
    let mut files = String::new();
    for file in state.list("attachments").into_iter().flat_map(At::items) {
        let url = file.text("url").unwrap_or_default();
        if let Some((_, data)) = url.split_once(',').filter(|_| url.starts_with("data:")) {
            let mut written = String::new();
            quote(data, &mut written);
            let media = Json::object("type", "media").copy_any("mediaType", file.get("mime")).raw("data", &written);
            push(&mut files, &media.end());
        }
    }
    if files.is_empty() {
        return text_output(text, false);
    }
    let mut parts = text_part(text);
    push(&mut parts, &files);
    Json::object("type", "content").list("value", &parts).end()
}
