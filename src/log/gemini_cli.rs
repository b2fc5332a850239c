//! Chats of the Gemini CLI: a document with all messages, or records that change it.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::Log;
use super::at::At;
use super::out::Out;
use super::write::{Json, push};
use crate::format::MessageFormat;
use crate::hash::{Table, hash};
use crate::tree::JsonText;

/// Messages to the user.
const KNOWN: &[&str] = &["info", "error", "warning", "compression"];

pub(super) fn finds(entry: At<'_>) -> bool {
    let header = entry.has_text("sessionId") && entry.has_text("projectHash");
    let record = entry.has("id") && entry.has("timestamp") && entry.is_any("type", &["user", "gemini"]);
    header || entry.has_text("$rewindTo") || entry.object("$set").is_some() || (record && entry.has("content"))
}

pub(super) fn new() -> Box<dyn Log> {
    let (turn, records) = (Turn { parts: String::new(), results: String::new() }, Records::new());
    Box::new(GeminiCli { turn, answered: Table::new(), records })
}

/// Records that later ones with the same id replace.
struct Records {
    numbers: Table,
    texts: Vec<(u64, String, u64)>,
}

impl Records {
    fn new() -> Self {
        Self { numbers: Table::new(), texts: Vec::new() }
    }

    fn set(&mut self, record: At<'_>, line: u64) {
        let id = record.text("id").map_or(0, |id| hash(id.as_bytes()));
        let text = record.token().to_owned();
        if let Some(known) = self.position(id).and_then(|at| self.texts.get_mut(at)) {
            known.1 = text
        } else {
            *self.numbers.entry(id, 0) = self.texts.len() as u32;
            self.texts.push((id, text, line));
        }
    }

    /// Drops a message and all after it; all if it is not there.
    fn rewind(&mut self, id: u64) {
        let at = self.position(id).unwrap_or_default();
        self.texts.truncate(at);
    }

    /// Positions of messages that were dropped are left as they are.
    fn position(&self, id: u64) -> Option<usize> {
        let at = self.numbers.get(id)? as usize;
        self.texts.get(at).is_some_and(|(known, ..)| *known == id && id != 0).then_some(at)
    }
}

/// Turns of the model that follow one another are one, and its results another.
struct Turn {
    parts: String,
    results: String,
}

struct GeminiCli {
    turn: Turn,
    /// Calls with a result.
    answered: Table,
    records: Records,
}

impl Log for GeminiCli {
    fn format(&self) -> Option<MessageFormat> {
        Some(MessageFormat::Gemini)
    }

    fn entry(&mut self, entry: At<'_>, out: &mut Out) {
        if let Some(id) = entry.text("$rewindTo") {
            return self.records.rewind(hash(id.as_bytes()));
        }
        let changes = entry.object("$set");
        if let Some(messages) = changes.unwrap_or(entry).list("messages") {
            self.records = Records::new();
            messages.items().for_each(|message| self.records.set(message, out.line + message.lines_before()));
        } else if entry.has("type") && entry.has("id") {
            self.records.set(entry, out.line + entry.lines_before());
        } else if changes.is_none() && !entry.has("sessionId") {
            out.skip_type(entry, "type");
        }
    }

    fn finish(&mut self, out: &mut Out) {
        for (_, text, line) in core::mem::take(&mut self.records.texts) {
            out.line = line;
            if let Some(json) = JsonText::parse(text) {
                self.record(At::root(&json), out);
            }
        }
        self.end(out);
    }
}

impl GeminiCli {
    fn end(&mut self, out: &mut Out) {
        for (role, parts) in [("model", &mut self.turn.parts), ("user", &mut self.turn.results)] {
            let parts = core::mem::take(parts);
            if !parts.is_empty() {
                out.message(Json::object("role", role).list("parts", &parts).end());
            }
        }
    }

    fn record(&mut self, record: At<'_>, out: &mut Out) {
        let mut parts = String::new();
        if record.is("type", "user") {
            self.parts(record.get("content"), &mut parts);
            if !parts.is_empty() {
                self.end(out);
                out.message(Json::object("role", "user").list("parts", &parts).end());
            }
        } else if record.is("type", "gemini") {
            if !self.turn.results.is_empty() {
                self.end(out);
            }
            self.parts(record.get("content"), &mut parts);
            if !parts.is_empty() {
                push(&mut self.turn.parts, &parts);
            }
            record.list("toolCalls").into_iter().flat_map(At::items).for_each(|call| self.call(call, record));
        } else if !record.is_any("type", KNOWN) {
            out.skip_type(record, "type");
        }
    }

    fn call(&mut self, call: At<'_>, record: At<'_>) {
        let written = |part: At<'_>| {
            let own = part.object("functionCall").and_then(|call| call.text("id"));
            own.is_some() && own == call.text("id")
        };
        // The content may hold the call already.
        if !record.list("content").is_some_and(|content| content.items().any(written)) {
            let function = Json(String::from("{")).copy_any("id", call.get("id")).copy_any("name", call.get("name"));
            let function = function.copy_any("args", call.object("args")).end();
            push(&mut self.turn.parts, &Json(String::from("{")).raw("functionCall", &function).end());
        }
        let Some(result) = call.get("result").filter(|result| !result.is_list() || !result.is_empty()) else { return };
        let mut parts = String::new();
        self.parts(Some(result), &mut parts);
        if is_response(result) || result.items().any(is_response) {
            if !parts.is_empty() {
                push(&mut self.turn.results, &parts);
            }
            return;
        }
        // Older versions keep the text alone.
        let response = Json(String::from("{"));
        let response = match result.decoded() {
            Some(_) => response.copy("output", result),
            None => match result.get("text").or_else(|| result.items().next()?.get("text")) {
                Some(text) => response.copy("output", text),
                None => response.list("output", &parts),
            },
        };
        let function = Json(String::from("{")).copy_any("id", call.get("id")).copy_any("name", call.get("name"));
        let function = function.raw("response", &response.end()).end();
        push(&mut self.turn.results, &Json(String::from("{")).raw("functionResponse", &function).end());
    }

    /// Content is a text, a part, or a list of both. Results that are known are left out.
    fn parts(&mut self, content: Option<At<'_>>, parts: &mut String) {
        let Some(content) = content.filter(|content| !content.is_empty()) else { return };
        if content.is_list() {
            return content.items().for_each(|part| self.part(part, parts));
        }
        self.part(content, parts);
    }

    fn part(&mut self, part: At<'_>, parts: &mut String) {
        if part.is_text() {
            push(parts, &Json(String::from("{")).copy("text", part).end());
            return;
        }
        if let Some(id) = part.object("functionResponse").and_then(|response| response.text("id")) {
            let id = hash(id.as_bytes());
            if self.answered.get(id).is_some() {
                return;
            }
            self.answered.entry(id, 1);
        }
        if part.is_object()
            && !part.is_empty()
            && part.get("text").is_none_or(|text| !text.is_empty() || part.has("thoughtSignature"))
        {
            push(parts, "");
            part.write(parts);
        }
    }
}

fn is_response(part: At<'_>) -> bool {
    part.object("functionResponse").is_some()
}
