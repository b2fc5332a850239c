//! The verbs on conversations that are `serde_json` values.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value;

use super::memory::Memory;
use super::options::CompactOptions;
use super::report::CompactionReport;
use super::step::{Host, Request, compact_messages_of};
use crate::error::Error;
use crate::format::apply::apply_edits;
use crate::format::build::edits;
use crate::format::Edit;
use crate::tree::JsonTree;

/// A conversation that was compacted.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Compaction {
    /// The messages.
    pub messages: Vec<Value>,
    /// True when they are not those that came.
    pub changed: bool,
    /// What was changed, by position in those that came.
    pub edits: Vec<Edit>,
    /// What was done, and why.
    pub report: CompactionReport,
    /// For users; none when no step was taken.
    pub notice: Option<String>,
    /// What to go on from.
    pub state: Value,
}

/// Compacts a conversation: old results of tools become facts, errors stay, user texts stay as they are.
///
/// # Errors
/// As [`crate::validate_messages`], and [`crate::ErrorKind::InvalidOption`] when the options have no window.
pub fn compact_messages(messages: &[Value], options: &CompactOptions) -> Result<Compaction, Error> {
    let mut memory = Memory::new();
    compact(messages, options, &mut memory, Request::new())
}

fn compact(
    messages: &[Value],
    options: &CompactOptions,
    memory: &mut Memory,
    request: Request,
) -> Result<Compaction, Error> {
    let plan = compact_messages_of(&JsonTree::Messages(messages), options, memory, request, Host::default())?;
    let edits = edits(messages, plan.changes);
    let compacted = apply_edits(messages, &edits)?;
    let state = serde_json::from_str(&memory.to_json()).unwrap_or_default();
    Ok(Compaction {
        changed: !edits.is_empty(),
        messages: compacted,
        edits,
        report: plan.report,
        notice: plan.notice,
        state,
    })
}

/// Compacts a conversation that goes on: what was decided stays decided.
#[derive(Clone, Debug)]
pub struct Compactor {
    options: CompactOptions,
    memory: Memory,
    last: Option<(Vec<Value>, u64)>,
}

impl Compactor {
    /// A compactor for one conversation.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] when the options have no window.
    pub fn new(options: CompactOptions) -> Result<Self, Error> {
        options.room()?;
        Ok(Self { options, memory: Memory::new(), last: None })
    }

    /// One that goes on from a state.
    ///
    /// # Errors
    /// As [`Compactor::new`], and for what is no state.
    pub fn from_state(state: &Value, options: CompactOptions) -> Result<Self, Error> {
        options.room()?;
        Ok(Self { options, memory: Memory::read(&JsonTree::Value(state))?, last: None })
    }

    /// The messages of the next request: all of the conversation, as it came to be.
    ///
    /// # Errors
    /// As [`compact_messages`].
    pub fn next(&mut self, messages: &[Value], request: Request) -> Result<Compaction, Error> {
        let request = Request { goes_on: true, ..request };
        let compaction = compact(messages, &self.options, &mut self.memory, request)?;
        self.last = Some((messages.to_vec(), compaction.report.before.chars));
        Ok(compaction)
    }

    /// What to go on from.
    #[must_use]
    pub fn state(&self) -> Value {
        serde_json::from_str(&self.memory.to_json()).unwrap_or_default()
    }
}
