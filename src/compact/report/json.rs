//! Reports and changes as JSON: one text crosses to a host faster than thousands of values.

use alloc::format;
use alloc::string::String;

use crate::call::args::quoted;
use crate::compact::report::{CompactionReport, ConversationSize, FileTrail};
use crate::format::Problem;
use crate::format::change::{Change, New};

struct Json(String);

impl Json {
    fn raw(&mut self, text: &str) {
        self.0.push_str(text);
    }

    fn text(&mut self, text: &str) {
        quoted(text, &mut self.0);
    }

    fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.raw("[");
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.raw(",");
            }
            each(self, item);
        }
        self.raw("]");
    }

    fn texts(&mut self, items: &[String]) {
        self.list(items, |json, text| json.text(text));
    }

    fn size(&mut self, name: &str, size: ConversationSize) {
        self.raw(&format!("\"{name}\":{{\"chars\":{},\"tokens\":{}}},", size.chars, size.tokens));
    }

    fn trails(&mut self, name: &str, trails: &[FileTrail]) {
        self.raw(&format!("\"{name}\":"));
        self.list(trails, |json, trail| {
            json.raw("{\"path\":");
            json.text(&trail.path);
            json.raw(&format!(",\"calls\":{},\"lastMessage\":{}}}", trail.calls, trail.last_message));
        });
        self.raw(",");
    }

    fn problem(&mut self, problem: &Problem) {
        self.raw("{\"path\":");
        self.text(&problem.path);
        self.raw(",\"rule\":");
        self.text(problem.rule.name());
        self.raw(",\"message\":");
        self.text(&problem.message);
        self.raw(",\"providers\":");
        self.list(problem.providers, |json, name| json.text(name));
        self.raw("}");
    }

    /// Nothing when a value has to be made by the host.
    fn value(&mut self, new: &New) -> Option<()> {
        match new {
            New::Text(text) => self.text(text),
            New::Flag(flag) => self.raw(if *flag { "true" } else { "false" }),
            New::Number(number) => self.raw(&format!("{number}")),
            New::Json(json) => self.raw(json),
            New::List(items) => {
                self.raw("[");
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        self.raw(",");
                    }
                    self.value(item)?;
                }
                self.raw("]");
            }
            New::Object(object) if object.like.is_none() && !object.is_foreign => {
                self.raw("{");
                for (at, (name, value)) in object.members.iter().enumerate() {
                    if at > 0 {
                        self.raw(",");
                    }
                    self.text(name);
                    self.raw(":");
                    self.value(value)?;
                }
                self.raw("}");
            }
            _ => return None,
        }
        Some(())
    }
}

impl CompactionReport {
    /// As JSON, in JavaScript's spelling.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut json = Json(String::with_capacity(256 + 160 * self.exchanges.len()));
        json.raw("{");
        json.size("before", self.before);
        json.size("after", self.after);
        json.raw(&format!("\"overTarget\":{},\"exchanges\":", self.over_target));
        json.list(&self.exchanges, |json, exchange| {
            json.raw("{\"id\":");
            json.text(&exchange.id);
            json.raw(",\"name\":");
            json.text(&exchange.name);
            json.raw(&format!(
                ",\"category\":\"{}\",\"rung\":\"{}\",\"reason\":\"{}\",\"charsBefore\":{},\"charsAfter\":{}}}",
                exchange.category.name(),
                exchange.rung.name(),
                exchange.reason,
                exchange.chars_before,
                exchange.chars_after
            ));
        });
        let number = |number: Option<usize>| number.map_or_else(|| String::from("null"), |number| format!("{number}"));
        let break_even = self.break_even_requests.map(|requests| requests as usize);
        json.raw(&format!(
            ",\"firstChangedMessage\":{},\"stablePrefix\":{},\"rebilledTokens\":{},\"breakEvenRequests\":{},",
            number(self.first_changed_message),
            self.stable_prefix,
            self.rebilled_tokens,
            number(break_even),
        ));
        json.trails("edited", &self.edited);
        json.trails("read", &self.read);
        json.raw("\"openFailures\":");
        json.texts(&self.open_failures);
        json.raw(",\"reReads\":");
        json.texts(&self.re_reads);
        json.raw(",\"problems\":");
        json.list(&self.problems, Json::problem);
        json.raw(",\"notes\":");
        json.list(&self.notes, |json, note| json.text(note));
        if let Some(at) = self.forked_at {
            json.raw(&format!(",\"forkedAt\":{at}"));
        }
        json.raw("}");
        json.0
    }
}

/// Changes as a JSON list of edits; none when one of them has a value that the host has to make.
#[must_use]
pub fn changes_to_json(changes: &[Change]) -> Option<String> {
    let mut json = Json(String::with_capacity(64 * changes.len()));
    json.raw("[");
    for (at, change) in changes.iter().enumerate() {
        if at > 0 {
            json.raw(",");
        }
        match change {
            Change::Text(path, text) => {
                json.raw("{\"text\":");
                json.text(path);
                json.raw(",\"value\":");
                json.text(text);
            }
            Change::Set(path, new) => {
                json.raw("{\"set\":");
                json.text(path);
                json.raw(",\"value\":");
                json.value(new)?;
            }
            Change::Drop(path) => {
                json.raw("{\"drop\":");
                json.text(path);
            }
            Change::InsertMessage(index, new) => {
                json.raw(&format!("{{\"insert\":{index},\"message\":"));
                json.value(new)?;
            }
            Change::InsertPart(path, new) => {
                json.raw("{\"insert\":");
                json.text(path);
                json.raw(",\"part\":");
                json.value(new)?;
            }
        }
        json.raw("}");
    }
    json.raw("]");
    Some(json.0)
}
