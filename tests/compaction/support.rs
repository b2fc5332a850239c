//! What the tests of compaction share.

use serde_json::Value;
use tooltrim::compaction::Compaction;
use tooltrim::host::{JsonTree, Memory, NamedOption};
use tooltrim::{CompactOptions, Error, compact_messages, extract_tool_calls};

use crate::compaction::session::{Style, Turn, write};
use crate::support::golden::option_value;

/// Options by their public names.
pub fn read(options: &Value) -> Result<CompactOptions, Error> {
    let mut read = CompactOptions::unset();
    for (name, value) in options.as_object().unwrap() {
        read.set(&NamedOption { name, value: option_value(value), shown: &value.to_string() })?;
    }
    Ok(read)
}

/// Messages compacted once, with options by their names.
pub fn compact(messages: &[Value], options: &Value) -> Compaction {
    compact_messages(messages, &read(options).unwrap()).unwrap()
}

/// A session compacted once in that format.
pub fn compacted(session: &[Turn], style: Style, options: &Value) -> Compaction {
    compact(&write(session, style), options)
}

/// The results of all calls, in order.
pub fn results(messages: &[Value]) -> Vec<String> {
    extract_tool_calls(messages, None).unwrap().into_iter().map(|found| found.result).collect()
}

/// The arguments of all calls, in order.
pub fn arguments(messages: &[Value]) -> Vec<Value> {
    extract_tool_calls(messages, None).unwrap().into_iter().map(|found| found.args).collect()
}

/// How much is left of each result.
pub fn rungs(compaction: &Compaction) -> Vec<&'static str> {
    compaction.report.exchanges.iter().map(|exchange| exchange.rung.name()).collect()
}

/// Why.
pub fn reasons(compaction: &Compaction) -> Vec<&'static str> {
    compaction.report.exchanges.iter().map(|exchange| exchange.reason).collect()
}

/// What was decided, with the last step taken back.
pub fn undone(state: &Value) -> Value {
    let mut memory = Memory::read(&JsonTree::Value(state)).unwrap();
    memory.undo();
    serde_json::from_str(&memory.to_json()).unwrap()
}
