//! Sessions of opencode: an export, or the messages and parts that it stores one by one.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::Log;
use super::at::At;
use super::out::Out;
use super::parts::{Parts, REASONING, TEXT, content_output, say, text_output};
use super::plain::NO_MESSAGE;
use super::write::{Fill, fill, push, quoted};
use crate::format::MessageFormat;
use crate::hash::{Table, hash};
use crate::tree::JsonText;

/// Parts that the model does not see.
const KNOWN: &[&str] =
    &["step-start", "step-finish", "patch", "snapshot", "agent", "retry", "subtask", "compaction", "file", "reasoning"];

pub(super) fn finds(entry: At<'_>) -> bool {
    is_message(entry)
        || (entry.has("info") && entry.list("messages").items().any(is_message))
        || is_piece(entry)
        || is_piece(entry.get("part"))
        || (entry.has_text("projectID") && entry.has_text("directory") && entry.has("time"))
}

fn is_message(entry: At<'_>) -> bool {
    entry.get("info").has("role") && entry.list("parts").is_there()
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
        let (part, list) = (entry.object("part").or(entry), entry.list("messages"));
        if is_message(entry) {
            message(entry, out);
        } else if list.is_there() {
            if core::mem::replace(&mut self.has_list, true) {
                return out.omit(entry, "a further session in the same file");
            }
            for item in list.items() {
                if is_message(item) { message(item, out) } else { out.skip(item, NO_MESSAGE) }
            }
        } else if is_piece(part) {
            self.piece(part);
        } else if !entry.has_any(&["projectID", "sessionID"]) {
            out.skip_type(entry, "type");
        }
    }

    fn finish(&mut self, out: &mut Out) {
        for piece in core::mem::take(&mut self.pieces) {
            let info = if piece.info.is_empty() { r#"{"role":"assistant"}"# } else { &piece.info };
            let info = Fill::Json(info);
            if let Some(json) = JsonText::parse(fill(r#"{"info":$,"parts":[$]}"#, &[info, Fill::Json(&piece.parts)])) {
                message(At::root(&json), out);
            }
        }
    }
}

impl OpenCode {
    fn piece(&mut self, entry: At<'_>) {
        let part = entry.get("messageID");
        let id = part.or(entry.get("id"));
        let next = self.pieces.len() as u32;
        let at = *self.numbers.entry(hash(id.token().as_bytes()), next);
        if at == next {
            self.pieces.push(Piece::default());
        }
        let Some(piece) = self.pieces.get_mut(at as usize) else { return };
        if part.is_there() {
            push(&mut piece.parts, entry.token());
        } else {
            entry.token().clone_into(&mut piece.info);
        }
    }
}

fn message(message: At<'_>, out: &mut Out) {
    let parts = message.list("parts").items();
    if message.get("info").is("role", "user") {
        let mut content = String::new();
        parts.for_each(|part| user_part(part, &mut content, out));
        return say("\"user\"", &content, out);
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
        if !part.get("text").is_empty() && !part.flag("ignored") {
            push(content, &fill(TEXT, &[Fill::At(part.get("text"))]));
        }
    } else if part.is("type", "file") {
        // Of files that are text there is a part with that text.
        if !part.is_any("mime", &["text/plain", "application/x-directory"]) {
            let template = r#"{"type":"file","data":$,"mediaType":$,"filename":$}"#;
            push(content, &fill(template, &["url", "mime", "filename"].map(|name| Fill::At(part.get(name)))));
        }
    } else if part.is("type", "compaction") {
        push(content, &fill(TEXT, &[Fill::Json("\"What did we do so far?\"")]));
    } else if !part.is_any("type", KNOWN) {
        out.skip_type(part, "type");
    }
}

fn answer_part(part: At<'_>, turn: &mut Parts, out: &mut Out) {
    let (text, state) = (part.get("text"), part.get("state"));
    if part.is("type", "text") {
        turn.add(TEXT, text, part);
    } else if part.is("type", "reasoning") {
        turn.add(REASONING, text, part.object("metadata"));
    } else if part.is("type", "tool") {
        turn.call(part.get("callID"), part.get("tool"), state.object("input"));
        turn.result(part.get("callID"), part.get("tool"), &output(state));
    } else if !part.is_any("type", KNOWN) {
        out.skip_type(part, "type");
    }
}

/// What a tool answered, as opencode sends it to the model.
fn output(state: At<'_>) -> String {
    let text = state.string("output");
    if state.is("status", "error") && state.has_text("error") {
        return text_output(Fill::At(state.get("error")), true);
    }
    if !text.is_there() {
        return text_output(Fill::Json("\"[Tool execution was interrupted]\""), true);
    }
    let mut parts = String::new();
    for file in state.list("attachments").items() {
        let url = file.text("url");
        if let Some((_, data)) = url.split_once(',').filter(|_| url.starts_with("data:")) {
            let template = r#"{"type":"media","mediaType":$,"data":$}"#;
            push(&mut parts, &fill(template, &[Fill::At(file.get("mime")), Fill::Json(&quoted(data))]));
        }
    }
    if parts.is_empty() {
        return text_output(Fill::At(text), false);
    }
    content_output(&[&fill(TEXT, &[Fill::At(text)]), ",", &parts].concat())
}
