//! Changes as JSON: one text crosses to a host faster than thousands of values.

use alloc::format;
use alloc::string::String;

use crate::format::change::{Change, New};
use crate::tree::quoted;

struct Json(String);

impl Json {
    fn raw(&mut self, text: &str) {
        self.0.push_str(text);
    }

    fn text(&mut self, text: &str) {
        quoted(text, &mut self.0);
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
