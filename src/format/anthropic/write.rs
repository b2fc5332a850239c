//! Writes results of the Messages API.

use super::Format;
use crate::format::prelude::*;

impl<T: Tree> Writes<T> for Format {
    fn new_result(&self, _writer: &Writer<'_, T>, _call: &Part, id: String, _name: String, body: &str) -> New {
        object(vec![
            ("type", text("tool_result")),
            ("tool_use_id", text(id)),
            ("content", text(body)),
            ("is_error", New::Flag(true)),
        ])
    }
}
