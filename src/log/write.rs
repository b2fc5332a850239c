//! Writes messages as compact JSON. Values of the log are copied as they are written.

use alloc::string::String;

use super::at::At;
use crate::tree::write_escaped;

/// An object or a list that is being written.
pub(super) struct Json(pub(super) String);

impl Json {
    /// A new object with a text as its first member.
    pub(super) fn object(name: &str, text: &str) -> Self {
        Self(String::from("{")).text(name, text)
    }

    fn name(&mut self, name: &str) {
        if !self.0.ends_with(['{', '[']) {
            self.0.push(',');
        }
        self.0.push('"');
        self.0.push_str(name);
        self.0.push_str("\":");
    }

    /// Adds a member that is a text of ours.
    pub(super) fn text(mut self, name: &str, text: &str) -> Self {
        self.name(name);
        quote(text, &mut self.0);
        self
    }

    /// Adds a member that is a value of the log.
    pub(super) fn copy(mut self, name: &str, value: At<'_>) -> Self {
        self.name(name);
        value.write(&mut self.0);
        self
    }

    /// Adds a member that is a value of the log, if there is one.
    pub(super) fn copy_any(self, name: &str, value: Option<At<'_>>) -> Self {
        match value {
            Some(value) => self.copy(name, value),
            None => self,
        }
    }

    /// Adds a member that is JSON.
    pub(super) fn raw(mut self, name: &str, json: &str) -> Self {
        self.name(name);
        self.0.push_str(json);
        self
    }

    /// Adds a member that is a list of these items, which commas separate.
    pub(super) fn list(mut self, name: &str, items: &str) -> Self {
        self.name(name);
        self.0.push('[');
        self.0.push_str(items);
        self.0.push(']');
        self
    }

    /// Ends the object.
    pub(super) fn end(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

/// Appends a text in quotes.
pub(super) fn quote(text: &str, out: &mut String) {
    out.push('"');
    write_escaped(text, out);
    out.push('"');
}

/// Appends an item to items that commas separate.
pub(super) fn push(items: &mut String, item: &str) {
    if !items.is_empty() {
        items.push(',');
    }
    items.push_str(item);
}

/// The value as a JSON text in a text: what arguments of OpenAI's are.
pub(super) fn as_text(value: At<'_>, out: &mut String) {
    let mut json = String::new();
    value.write(&mut json);
    quote(&json, out);
}
