//! Writes parts of contents.

use super::{Format, function_call};
use crate::format::prelude::*;

impl<T: Tree> Writes<T> for Format {
    fn new_result(&self, writer: &Writer<'_, T>, call: &Part, id: String, name: String, body: &str) -> New {
        let held = writer.node(call).and_then(|node| function_call(&node));
        let snake = held.is_some_and(|(key, _)| key == Key::FunctionCallSnake);
        let mut members = vec![("name", text(name)), ("response", object(vec![("error", text(body))]))];
        if call.id.is_some() {
            members.insert(0, ("id", text(id)));
        }
        object(vec![(if snake { "function_response" } else { "functionResponse" }, object(members))])
    }

    fn text_of(&self, what: New, _speaker: Role) -> New {
        object(vec![("text", what)])
    }
}
