//! Conversations that are compacted: they stay in JavaScript, what was decided about them is kept here.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use js_sys::{Array, Error, Function, Reflect};
use tooltrim::compaction::{CompactionReport, Host, Request};
use tooltrim::host::{
    Memory, arrives_of, changes_to_json, compact_messages_of, grown_of, is_below_of, message_print_of,
    message_prints_of, redact_arguments,
};
use tooltrim::{Budget, CompactOptions, MessageFormat, Ref, redact_secrets};
use wasm_bindgen::prelude::*;

use crate::host::Failed;
use crate::out::{object, plain_object};
use crate::tree::Session;
use crate::{host, messages, options, text};

/// Returns the fingerprint of a message, given as a list of its own.
///
/// # Errors
/// An `Error` with the `code` of [`tooltrim::ErrorKind`].
#[wasm_bindgen]
pub fn message_print(message: &JsValue, format: &str) -> Result<u32, Failed> {
    let Some(format) = MessageFormat::given(Some(format))? else {
        return Ok(0);
    };
    Ok(message_print_of(Session::new(message).root(), format)?)
}

/// A compactor. All methods take `&self`: a callback of the caller's may call them again.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Compact {
    options: CompactOptions,
    /// The options for the request that is at hand.
    now: RefCell<CompactOptions>,
    memory: RefCell<Memory>,
    format: Cell<Option<MessageFormat>>,
    goes_on: bool,
    /// Decisions of the last request, until they are committed.
    pending: RefCell<Option<Memory>>,
}

#[wasm_bindgen]
impl Compact {
    /// Checks options; `state` is what [`Compact::state`] wrote, parsed, or undefined; `goes_on` whether more
    /// requests follow.
    ///
    /// # Errors
    /// An `Error` with the `code` of [`tooltrim::ErrorKind`].
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue, state: &JsValue, goes_on: bool) -> Result<Compact, Failed> {
        let options = options::read(CompactOptions::unset(), options, CompactOptions::set)?;
        options.room()?;
        let memory = if state.is_undefined() { Memory::new() } else { Memory::read(Session::new(state).root())? };
        Ok(Self {
            now: RefCell::new(options.clone()),
            options,
            memory: RefCell::new(memory),
            format: Cell::new(None),
            goes_on,
            pending: RefCell::default(),
        })
    }

    /// Returns `[edits, report, notice, size, stepped]`: the edits as JSON text or list, or undefined; the notice or
    /// undefined. Decisions count after [`Compact::commit`].
    ///
    /// # Errors
    /// An `Error` with the `code` of [`tooltrim::ErrorKind`].
    #[allow(clippy::too_many_arguments, reason = "an object that crosses is slower")]
    #[allow(clippy::needless_pass_by_value, reason = "strings from JavaScript are handed over")]
    pub fn next(
        &self,
        conversation: &JsValue,
        force: bool,
        hold: bool,
        compact_to: &JsValue,
        create: &JsValue,
        counter: &JsValue,
        redact: &JsValue,
        keep: &JsValue,
        summary: Option<String>,
        swap: bool,
    ) -> Result<Array, Failed> {
        let mut request = Request::new();
        request.goes_on = self.goes_on;
        (request.force, request.hold, request.swap) = (force, hold, swap);
        if !compact_to.is_undefined() {
            request.compact_to = Some(options::target(compact_to)?);
        }
        request.creates = !create.is_undefined();
        let mut memory = self.memory.borrow().clone();
        let failure = RefCell::new(None);
        let count = |text: &str| counted(counter, text, &failure);
        // `true` selects our own redaction: its texts need not cross.
        let own = redact.as_bool() == Some(true);
        let hide = |text: &str| if own { redact_secrets(text).into_owned() } else { redacted(redact, text, &failure) };
        let put = |text: &str| kept(keep, text, &failure);
        let mut host = Host::new();
        host.count = if counter.is_undefined() { None } else { Some(&count) };
        host.redact = if redact.is_undefined() { None } else { Some(&hide) };
        host.keep = if keep.is_undefined() { None } else { Some(&put) };
        host.summary = summary.as_deref();
        let plan = {
            let session = Session::new(conversation);
            compact_messages_of(session.root(), &self.now.borrow(), &mut memory, request, host)
        };
        if let Some(thrown) = failure.take() {
            return Err(thrown.into());
        }
        let plan = plan?;
        let edits = if plan.changes.is_empty() {
            JsValue::UNDEFINED
        } else if let Some(json) = changes_to_json(&plan.changes) {
            JsValue::from_str(&json)
        } else {
            messages::edits(conversation, create, &plan.changes)?.into()
        };
        self.pending.replace(Some(memory));
        self.format.set(plan.format);
        let notice = plan.notice.as_deref().map_or(JsValue::UNDEFINED, JsValue::from_str);
        let answer = Array::of3(&edits, &report_object(plan.report)?, &notice);
        answer.push(&JsValue::from_f64(plan.size as f64));
        answer.push(&JsValue::from_bool(plan.stepped));
        Ok(answer)
    }

    /// Returns `true` if messages are so small that no trigger can be passed.
    ///
    /// # Errors
    /// As [`Compact::next`].
    pub fn is_small(&self, conversation: &JsValue, counter: &JsValue) -> Result<bool, Failed> {
        // A counter of the caller's may count anything.
        if !counter.is_undefined() {
            return Ok(false);
        }
        let session = Session::new(conversation);
        Ok(is_below_of(session.root(), &self.now.borrow(), &self.memory.borrow())?)
    }

    /// Returns `[size, chars]` of new messages; undefined for an unknown conversation.
    ///
    /// # Errors
    /// As [`Compact::next`].
    pub fn grown(&self, added: &JsValue, counter: &JsValue) -> Result<Option<Vec<f64>>, Failed> {
        let Some(format) = self.format.get() else { return Ok(None) };
        let failure = RefCell::new(None);
        let count = |text: &str| counted(counter, text, &failure);
        let given: Option<&dyn Fn(&str) -> u64> = if counter.is_undefined() { None } else { Some(&count) };
        let session = Session::new(added);
        let grown = grown_of(session.root(), &self.now.borrow(), format, &self.memory.borrow(), given);
        if let Some(thrown) = failure.take() {
            return Err(thrown.into());
        }
        let grown = grown?;
        Ok(Some(vec![grown.size as f64, grown.chars as f64]))
    }

    /// True when a conversation of this size may stay as it is.
    #[must_use]
    pub fn is_below(&self, size: f64) -> bool {
        self.memory.borrow().is_below(size as u64, &self.now.borrow())
    }

    /// Returns `true` if a result among messages that are added to `count` others may name what stands above.
    ///
    /// # Errors
    /// As [`Compact::next`].
    pub fn arrives(&self, added: &JsValue, count: u32) -> Result<bool, Failed> {
        let Some(format) = self.format.get() else { return Ok(true) };
        let session = Session::new(added);
        let mut memory = self.memory.borrow_mut();
        Ok(arrives_of(session.root(), count as usize, &self.now.borrow(), format, &mut memory)?)
    }

    /// Sets what holds for the requests from now on; undefined restores the option.
    ///
    /// # Errors
    /// As [`Compact::new`].
    pub fn beside(&self, reserve: &JsValue, window: &JsValue, thinking: &JsValue) -> Result<(), Failed> {
        let given = [("reserve", reserve), ("window", window), ("thinking", thinking)];
        self.now.replace(options::for_request(&self.options, given)?);
        Ok(())
    }

    /// Compares the messages from `from` on with those that the last request had there.
    ///
    /// # Errors
    /// As [`Compact::next`].
    pub fn compare(&self, from: u32, last: &JsValue, now: &JsValue) -> Result<(), Failed> {
        let Some(format) = self.format.get().filter(|_| !self.memory.borrow().is_empty()) else { return Ok(()) };
        let last = message_prints_of(Session::new(last).root(), format)?;
        let now = message_prints_of(Session::new(now).root(), format)?;
        self.memory.borrow_mut().compare(from as usize, (&last, &now));
        Ok(())
    }

    /// Takes the last step back.
    #[must_use]
    pub fn undo(&self) -> bool {
        self.memory.borrow_mut().undo()
    }

    /// Tokens that were billed, by token that was estimated.
    #[must_use]
    pub fn billed(&self) -> f64 {
        self.memory.borrow().billed()
    }

    /// Commits the decisions of the last [`Compact::next`]. Returns the state as JSON if it changed.
    #[must_use]
    pub fn commit(&self) -> Option<String> {
        let memory = self.pending.take()?;
        let before = self.memory.replace(memory);
        let memory = self.memory.borrow();
        (before != *memory).then(|| memory.to_json())
    }

    /// Records that the provider billed `billed` tokens for an estimate of `estimated`.
    pub fn observe(&self, billed: f64, estimated: f64) {
        self.memory.borrow_mut().observe(billed, estimated);
    }

    /// Returns the state to continue from, as JSON.
    #[must_use]
    pub fn state(&self) -> String {
        self.memory.borrow().to_json()
    }

    /// Returns a compactor with the same options and another state.
    ///
    /// # Errors
    /// As [`Compact::new`].
    pub fn from(&self, state: &JsValue) -> Result<Compact, Failed> {
        let memory = Memory::read(Session::new(state).root())?;
        let format = Cell::new(self.format.get());
        let (options, now, memory) = (self.options.clone(), self.now.clone(), RefCell::new(memory));
        Ok(Self { options, now, memory, format, goes_on: self.goes_on, pending: RefCell::default() })
    }
}

/// Returns the arguments of a call, as JSON, and its result, after the caller's redaction: for a summarizer.
///
/// # Errors
/// As [`Compact::next`].
#[wasm_bindgen]
pub fn redact_call(args: &str, result: &str, redact: &JsValue) -> Result<Vec<String>, Failed> {
    let failure = RefCell::new(None);
    let hide = |text: &str| redacted(redact, text, &failure);
    let texts = vec![redact_arguments(args, &hide), hide(result)];
    failure.take().map_or(Ok(texts), |thrown| Err(thrown.into()))
}

/// The text with its secrets replaced; undefined when there are none.
#[wasm_bindgen]
#[must_use]
pub fn redact_secrets_of(text: &str) -> Option<String> {
    match redact_secrets(text) {
        Cow::Owned(safe) => Some(safe),
        Cow::Borrowed(_) => None,
    }
}

/// A window may be infinite, and `serde-wasm-bindgen` refuses what is beyond the exact integers of JavaScript.
fn report_object(mut report: CompactionReport) -> Result<JsValue, Failed> {
    let budgets = [("window", report.window.take()), ("reserve", report.reserve.take())];
    let made = plain_object(&report)?;
    for (name, budget) in budgets {
        let (unit, size) = match budget {
            None => continue,
            Some(Budget::Chars(size)) => ("chars", size),
            Some(Budget::Tokens(size)) => ("tokens", size),
        };
        Reflect::set(&made, &JsValue::from_str(name), &object([(unit, JsValue::from_f64(size as f64))]))?;
    }
    Ok(made)
}

/// First error of a function of the caller's.
pub(crate) type Failure = RefCell<Option<JsValue>>;

/// The caller's count.
pub(crate) fn counted(counter: &JsValue, text: &str, failure: &Failure) -> u64 {
    let size = |value: &JsValue| value.as_f64().filter(|size| *size >= 0.0 && size.is_finite());
    let read = |value: &JsValue| size(value).map(|size| text::saturate(size) as u64);
    called(counter, &JsValue::from_str(text), ("tokens", "a number of tokens"), failure, read)
}

/// The text as the caller wants it seen.
pub(crate) fn redacted(redact: &JsValue, text: &str, failure: &Failure) -> String {
    // One failure ends the call: what comes after it is thrown away.
    if failure.borrow().is_some() {
        return String::new();
    }
    called(redact, &JsValue::from_str(text), ("redact", "a text"), failure, JsValue::as_string)
}

/// The ref under which the caller's store has a text.
fn kept(keep: &JsValue, text: &str, failure: &Failure) -> Option<Ref> {
    let number = |number: &JsValue| Some(number.as_f64().unwrap_or_default() as u64);
    Ref::new(called(keep, &JsValue::from_str(text), ("store", ""), failure, number))
}

/// Calls the function that an option is. What it throws, and an answer that `read` refuses, are an error.
fn called<T: Default>(
    function: &JsValue,
    argument: &JsValue,
    (option, rule): (&str, &str),
    failure: &Failure,
    read: impl Fn(&JsValue) -> Option<T>,
) -> T {
    let why = match function.unchecked_ref::<Function>().call1(&JsValue::UNDEFINED, argument) {
        Ok(value) => match read(&value) {
            Some(answer) => return answer,
            None => format!("{} is not {rule}", host::show(&value)),
        },
        Err(thrown) => format!("threw {}", message_of(&thrown)),
    };
    failure.borrow_mut().get_or_insert_with(|| host::fail("INVALID_OPTION", &format!("{option}: {why}")));
    T::default()
}

/// Returns the message of a thrown value.
fn message_of(thrown: &JsValue) -> String {
    thrown.dyn_ref::<Error>().map_or_else(|| host::show(thrown), |error| error.message().into())
}
