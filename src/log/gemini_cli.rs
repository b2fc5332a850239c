//! Chats of the Gemini CLI: a document with all messages, or records that change it.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::Log;
use super::at::At;
use super::out::Out;
use super::write::{Fill, fill, push, push_value};
use crate::format::MessageFormat;
use crate::hash::{Table, hash};
use crate::tree::JsonText;

/// Messages to the user.
const KNOWN: &[&str] = &["info", "error", "warning", "compression"];

pub(super) fn finds(entry: At<'_>) -> bool {
    let header = entry.has_text("sessionId") && entry.has_text("projectHash");
    let record = entry.has("id") && entry.has("timestamp") && entry.is_any("type", &["user", "gemini"]);
    header || entry.has_text("$rewindTo") || entry.object("$set").is_there() || (record && entry.has("content"))
}

pub(super) fn new() -> Box<dyn Log> {
    Box::new(GeminiCli { turn: Turn::default(), answered: Table::new(), records: Records::new() })
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
        let id = id_of(record);
        let text = record.token().to_owned();
        if let Some(known) = self.position(id).and_then(|at| self.texts.get_mut(at)) {
            known.1 = text;
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
        self.texts.get(at).is_some_and(|(known, ..)| *known == id).then_some(at)
    }
}

/// Turns of the model that follow one another are one, and its results another.
#[derive(Default)]
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
        if entry.has_text("$rewindTo") {
            return self.records.rewind(hash(entry.text("$rewindTo").as_bytes()));
        }
        let changes = entry.object("$set");
        let messages = changes.or(entry).list("messages");
        if messages.is_there() {
            self.records = Records::new();
            let (mut line, mut offset) = (out.line, 0);
            for message in messages.items() {
                line += message.lines_after(&mut offset);
                self.records.set(message, line);
            }
        } else if entry.has("type") && entry.has("id") {
            self.records.set(entry, out.line + entry.lines_before());
        } else if !changes.is_there() && !entry.has("sessionId") {
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
        let turn = core::mem::take(&mut self.turn);
        say("\"model\"", &turn.parts, out);
        say("\"user\"", &turn.results, out);
    }

    fn record(&mut self, record: At<'_>, out: &mut Out) {
        if record.is("type", "user") {
            let mut parts = String::new();
            self.parts(record.get("content"), &mut parts);
            if !parts.is_empty() {
                self.end(out);
                say("\"user\"", &parts, out);
            }
        } else if record.is("type", "gemini") {
            if !self.turn.results.is_empty() {
                self.end(out);
            }
            let mut parts = core::mem::take(&mut self.turn.parts);
            self.parts(record.get("content"), &mut parts);
            self.turn.parts = parts;
            // The content may hold the calls already.
            let mut written = Table::new();
            for part in record.list("content").items() {
                written.insert(id_of(part.get("functionCall")));
            }
            record.list("toolCalls").items().for_each(|call| self.call(call, &written));
        } else if !record.is_any("type", KNOWN) {
            out.skip_type(record, "type");
        }
    }

    fn call(&mut self, call: At<'_>, written: &Table) {
        let [id, name] = ["id", "name"].map(|name| Fill::At(call.get(name)));
        if !call.has("id") || written.get(id_of(call)).is_none() {
            let template = r#"{"functionCall":{"id":$,"name":$,"args":$}}"#;
            push(&mut self.turn.parts, &fill(template, &[id, name, Fill::At(call.object("args"))]));
        }
        let result = call.get("result").filled();
        let is_response = |part: At<'_>| part.has("functionResponse");
        if is_response(result) || result.items().any(is_response) {
            let mut results = core::mem::take(&mut self.turn.results);
            self.parts(result, &mut results);
            self.turn.results = results;
        } else if result.is_there() {
            // Older versions keep the text alone.
            let text = if result.is_text() { result } else { result.get("text").or(result.first().get("text")) };
            let template = r#"{"functionResponse":{"id":$,"name":$,"response":{"output":$}}}"#;
            push(&mut self.turn.results, &fill(template, &[id, name, Fill::At(text.or(result))]));
        }
    }

    /// Adds the parts of a content: a text, a part, or a list of both.
    fn parts(&mut self, content: At<'_>, parts: &mut String) {
        if content.is_list() {
            content.items().for_each(|part| self.part(part, parts));
        } else {
            self.part(content, parts);
        }
    }

    /// Adds a part, unless it is empty, or a result that is known.
    fn part(&mut self, part: At<'_>, parts: &mut String) {
        let id = part.get("functionResponse").text("id");
        let known = !id.is_empty() && !self.answered.insert(hash(id.as_bytes()));
        let blank = part.has("text") && part.get("text").is_empty() && !part.has("thoughtSignature");
        if part.is_empty() || known || blank {
            return;
        }
        if part.is_text() {
            push(parts, &fill(r#"{"text":$}"#, &[Fill::At(part)]));
        } else if part.is_object() {
            push_value(parts, part);
        }
    }
}

/// The id of a record, a call or a result, as a number.
fn id_of(holder: At<'_>) -> u64 {
    hash(holder.text("id").as_bytes())
}

fn say(role: &str, parts: &str, out: &mut Out) {
    if !parts.is_empty() {
        out.message(fill(r#"{"role":$,"parts":[$]}"#, &[Fill::Json(role), Fill::Json(parts)]));
    }
}
