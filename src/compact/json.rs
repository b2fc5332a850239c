//! The verbs on conversations that are `serde_json` values.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value;

use crate::compact::memory::Memory;
use crate::compact::options::CompactOptions;
use crate::compact::report::CompactionReport;
use crate::compact::request::{Host, Request, compact_messages_of};
use crate::error::{Error, ErrorKind};
use crate::format::Edit;
use crate::format::apply::apply_edits;
use crate::format::build::edits;
use crate::history::Budget;
use crate::tree::JsonTree;

/// A conversation that was compacted.
#[derive(Clone, Debug, serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Compaction {
    /// The messages.
    pub messages: Vec<Value>,
    /// True when they are not those that came.
    pub changed: bool,
    /// The changes, by position in the original messages.
    pub edits: Vec<Edit>,
    /// The report.
    pub report: CompactionReport,
    /// For users: a step was taken, or the messages do not fit the window. `None` otherwise.
    pub notice: Option<String>,
    /// The state to continue from.
    pub state: Value,
}

/// Compacts a conversation to fit its window: old results shrink or become facts; errors and user texts stay verbatim.
///
/// ```
/// use serde_json::json;
/// use tooltrim::{Budget, CompactOptions, compact_messages};
///
/// let mut messages = vec![json!({"role": "user", "content": "Make the tests pass."})];
/// for n in 1..=40 {
///     let id = format!("toolu_{n}");
///     let call = json!({"type": "tool_use", "id": id, "name": "bash", "input": {"command": format!("npm test -- part{n}")}});
///     let result = json!({"type": "tool_result", "tool_use_id": id, "content": format!("{n} ok\n").repeat(200)});
///     messages.push(json!({"role": "assistant", "content": [call]}));
///     messages.push(json!({"role": "user", "content": [result]}));
/// }
/// let compaction = compact_messages(&messages, &CompactOptions::new(Budget::Chars(40_000)))?;
///
/// assert!(compaction.changed && compaction.report.after.chars <= 20_000);
/// assert_eq!(compaction.messages[2]["content"][0]["content"], "[Earlier: Ran `npm test -- part1` (1,000 chars)]");
/// assert_eq!(compaction.messages.last(), messages.last());
/// # Ok::<(), tooltrim::Error>(())
/// ```
/// [`crate::Budget::Chars`] are UTF-16 units of texts, names and arguments, [`crate::Budget::Tokens`] are estimated.
/// Below the trigger ([`CompactOptions::trigger_at`]) nothing changes. If the target cannot be met,
/// `report.over_target` is true. For a growing conversation use [`Compactor`].
///
/// Messages are copied once. Reads only both ends of long results, and at most 128 KiB of a result that is kept in
/// part.
///
/// # Errors
/// As [`crate::validate_messages`], and [`crate::ErrorKind::InvalidOption`] when the options have no window.
pub fn compact_messages(messages: &[Value], options: &CompactOptions) -> Result<Compaction, Error> {
    let mut memory = Memory::new();
    compact_messages_with(messages, options, &mut memory, Request::new())
}

/// Compacts one request with earlier decisions in `memory`; [`Compactor`] is built on it.
///
/// ```
/// use serde_json::json;
/// use tooltrim::{Budget, CompactOptions};
/// use tooltrim::compaction::{Request, compact_messages_with};
/// use tooltrim::host::Memory;
///
/// let messages = [json!({"role": "user", "content": "hi"})];
/// let mut memory = Memory::new();
/// let options = CompactOptions::new(Budget::Chars(10_000));
/// let compaction = compact_messages_with(&messages, &options, &mut memory, Request::new())?;
/// assert!(!compaction.changed && memory.is_empty());
/// # Ok::<(), tooltrim::Error>(())
/// ```
///
/// # Errors
/// As [`compact_messages`]; `memory` is unchanged then.
pub fn compact_messages_with(
    messages: &[Value],
    options: &CompactOptions,
    memory: &mut Memory,
    request: Request,
) -> Result<Compaction, Error> {
    compacted(messages, options, memory, request, Host::default()).map(|(compaction, _)| compaction)
}

/// The compaction, and the tokens that go out as they are estimated.
fn compacted(
    messages: &[Value],
    options: &CompactOptions,
    memory: &mut Memory,
    request: Request,
    host: Host<'_>,
) -> Result<(Compaction, f64), Error> {
    let mut decided = memory.clone();
    let plan = compact_messages_of(&JsonTree::Messages(messages), options, &mut decided, request, host)?;
    let mut report = plan.report;
    let mut estimated = match options.room()? {
        Budget::Tokens(_) => plan.size as f64,
        Budget::Chars(_) => report.after.tokens as f64 / decided.billed(),
    };
    let mut edits = edits(messages, plan.changes);
    let mut notice = plan.notice;
    let messages = if let Ok(compacted) = apply_edits(messages, &edits) {
        *memory = decided;
        compacted
    } else {
        // The input goes out unchanged, and the report says why.
        report.stays_as_it_came("nothing was changed: an edit does not fit the messages");
        edits.clear();
        notice = None;
        estimated = report.after.tokens as f64 / memory.billed();
        messages.to_vec()
    };
    let state = serde_json::from_str(&memory.to_json()).unwrap_or_default();
    Ok((Compaction { changed: !edits.is_empty(), messages, edits, report, notice, state }, estimated))
}

/// Compacts a growing conversation: decisions are stable across requests, so prompt caches keep hitting.
///
/// ```
/// use serde_json::json;
/// use tooltrim::{Budget, CompactOptions, Compactor};
/// use tooltrim::compaction::Request;
///
/// let mut messages = vec![json!({"role": "user", "content": "Make the tests pass."})];
/// for n in 1..=40 {
///     let id = format!("toolu_{n}");
///     let call = json!({"type": "tool_use", "id": id, "name": "bash", "input": {"command": format!("npm test -- part{n}")}});
///     let result = json!({"type": "tool_result", "tool_use_id": id, "content": format!("{n} ok\n").repeat(200)});
///     messages.push(json!({"role": "assistant", "content": [call]}));
///     messages.push(json!({"role": "user", "content": [result]}));
/// }
/// let options = CompactOptions::new(Budget::Chars(40_000));
/// let mut compactor = Compactor::new(options.clone())?;
/// let first = compactor.next(&messages, Request::new())?;
/// assert!(first.notice.is_some());
///
/// // Below the next mark what went out goes out again, and what is new is added.
/// messages.push(json!({"role": "assistant", "content": "All of them pass."}));
/// let second = compactor.next(&messages, Request::new())?;
/// assert!(second.notice.is_none());
/// assert_eq!(second.messages[..first.messages.len()], first.messages[..]);
///
/// let mut restored = Compactor::from_state(&compactor.state(), options)?;
/// assert_eq!(restored.next(&messages, Request::new())?.messages, second.messages);
/// # Ok::<(), tooltrim::Error>(())
/// ```
/// A step keeps only a share of the room below the target, because kept text is sent with each request until the next
/// step. From the first changed message on everything is planned again (`report.forked_at`).
#[derive(Clone, Debug)]
pub struct Compactor {
    options: CompactOptions,
    memory: Memory,
    /// Messages of the last request, what it had in place of options, and the estimated tokens that went out.
    last: Option<(Vec<Value>, Request, f64)>,
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

    /// Creates a compactor that continues from a state.
    ///
    /// # Errors
    /// As [`Compactor::new`], and if `state` is invalid.
    pub fn from_state(state: &Value, options: CompactOptions) -> Result<Self, Error> {
        options.room()?;
        Ok(Self { options, memory: Memory::read(&JsonTree::Value(state))?, last: None })
    }

    /// Returns the messages of the next request. `messages` is the whole original conversation.
    ///
    /// # Errors
    /// As [`compact_messages`]; nothing is decided then.
    pub fn next(&mut self, messages: &[Value], request: Request) -> Result<Compaction, Error> {
        self.next_with(messages, request, Host::new())
    }

    /// [`Compactor::next`] with host functions that count, redact, summarize, or store removed text.
    ///
    /// ```
    /// use std::cell::RefCell;
    /// use serde_json::json;
    /// use tooltrim::{Budget, CompactOptions, Compactor, OutputStore};
    /// use tooltrim::compaction::{Host, Request};
    ///
    /// let result = "PASS\n".repeat(2000);
    /// let messages = [
    ///     json!({"role": "user", "content": "Make the tests pass."}),
    ///     json!({"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "bash", "input": {"command": "npm test"}}]}),
    ///     json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": result}]}),
    /// ];
    /// let store = RefCell::new(OutputStore::new());
    /// let keep = |text: &str| store.borrow_mut().put(text);
    /// let mut host = Host::new();
    /// host.keep = Some(&keep);
    ///
    /// let options = CompactOptions::new(Budget::Chars(8_000)).recent_calls_to_keep(0);
    /// let compaction = Compactor::new(options)?.next_with(&messages, Request::new(), host)?;
    /// let left = compaction.messages[2]["content"][0]["content"].as_str().unwrap();
    /// assert!(left.len() < 4_000 && left.contains("full text: #r5yaex47"));
    /// assert_eq!(store.borrow_mut().get("#r5yaex47".parse()?)?, result);
    /// # Ok::<(), tooltrim::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Compactor::next`].
    pub fn next_with(&mut self, messages: &[Value], request: Request, host: Host<'_>) -> Result<Compaction, Error> {
        let request = Request { goes_on: true, ..request };
        if let Some((last, ..)) = &self.last {
            self.memory.compare_lists(0, last, messages);
        }
        let (compaction, estimated) = compacted(messages, &self.options, &mut self.memory, request, host)?;
        self.last = Some((messages.to_vec(), request, estimated));
        Ok(compaction)
    }

    /// Takes the last step back and answers the messages without it, for the window, reserve and thinking of the last
    /// request; without a step, answers them as they were sent. A step is not tried again before the conversation has
    /// grown by what a step frees at least.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] before the first request.
    pub fn undo(&mut self) -> Result<Compaction, Error> {
        self.undo_with(Host::new())
    }

    /// [`Compactor::undo`] with the host functions of [`Compactor::next_with`]: what the request quotes is redacted, too.
    ///
    /// # Errors
    /// As [`Compactor::undo`].
    pub fn undo_with(&mut self, host: Host<'_>) -> Result<Compaction, Error> {
        let rule = "undo: there was no request yet";
        let last = self.last.take().ok_or_else(|| Error::new(ErrorKind::InvalidOption, String::from(rule)))?;
        self.memory.undo();
        let request = Request { force: false, hold: false, compact_to: None, ..last.1 };
        let undone = self.next_with(&last.0, request, host);
        if undone.is_err() {
            self.last = Some(last);
        }
        undone
    }

    /// Corrects the estimate by what the provider billed for the last request; without one nothing is done.
    pub fn observe(&mut self, input_tokens: u64) {
        if let Some((.., estimated)) = &self.last {
            self.memory.observe(input_tokens as f64, *estimated);
        }
    }

    /// [`Compactor::observe`] for a request that sent more than its messages: `outside` is the estimate of the rest (tools,
    /// system prompt), and the messages get their share of what was billed.
    pub fn observe_with(&mut self, input_tokens: f64, outside: f64) {
        if let Some((.., estimated)) = &self.last {
            let share = if outside > 0.0 { estimated / (estimated + outside) } else { 1.0 };
            self.memory.observe(input_tokens * share, *estimated);
        }
    }

    /// Returns the state to continue from, for example after a restart: 16 bytes per message of the last step, and the
    /// replacement texts.
    #[must_use]
    pub fn state(&self) -> Value {
        serde_json::from_str(&self.memory.to_json()).unwrap_or_default()
    }
}
