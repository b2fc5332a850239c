//! Conversations that are compacted: they stay in JavaScript, what was decided about them is kept here.

use std::cell::{Cell, RefCell};

use js_sys::{Array, Function};
use tooltrim::{CompactOptions, Memory, MessageFormat, Request, changes_to_json, compact_messages_of, grown_of};
use wasm_bindgen::prelude::*;

use crate::tree::Session;
use crate::{host, messages, options, text};

/// A compactor. All methods take `&self`: a panic leaves the object usable.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Compact {
    options: CompactOptions,
    memory: RefCell<Memory>,
    format: Cell<Option<MessageFormat>>,
    goes_on: bool,
}

#[wasm_bindgen]
impl Compact {
    /// Checks options; `state` is what [`Compact::state`] wrote, parsed, or undefined; `goes_on` whether more
    /// requests follow.
    ///
    /// # Errors
    /// An `Error` with the `code` of [`tooltrim::ErrorKind`].
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue, state: &JsValue, goes_on: bool) -> Result<Compact, JsValue> {
        let options = options::read_compact(options)?;
        options.room().map_err(|error| options::error(&error))?;
        let memory = if state.is_undefined() {
            Memory::new()
        } else {
            Memory::read(Session::new(state).root()).map_err(|error| options::error(&error))?
        };
        Ok(Self { options, memory: RefCell::new(memory), format: Cell::new(None), goes_on })
    }

    /// `[edits, as JSON or as a list, or undefined for none, the report as JSON, notice or undefined, size, whether a step was taken]`;
    /// with `looks` nothing is decided.
    ///
    /// # Errors
    /// An `Error` with the `code` of [`tooltrim::ErrorKind`].
    pub fn next(
        &self,
        conversation: &JsValue,
        force: bool,
        compact_to: Option<f64>,
        create: &JsValue,
        counter: &JsValue,
        looks: bool,
    ) -> Result<Array, JsValue> {
        let mut request = Request::new();
        request.goes_on = self.goes_on;
        request.force = force;
        request.compact_to = compact_to;
        request.creates = !create.is_undefined();
        let mut memory = self.memory.borrow().clone();
        let failure = RefCell::new(None);
        let count = |text: &str| counted(counter, text, &failure);
        let given: Option<&dyn Fn(&str) -> u64> = if counter.is_undefined() { None } else { Some(&count) };
        let plan = {
            let session = Session::new(conversation);
            compact_messages_of(session.root(), &self.options, &mut memory, request, given)
        };
        if let Some(thrown) = failure.take() {
            return Err(thrown);
        }
        let plan = plan.map_err(|error| options::error(&error))?;
        let edits = if plan.changes.is_empty() {
            JsValue::UNDEFINED
        } else if let Some(json) = changes_to_json(&plan.changes) {
            JsValue::from_str(&json)
        } else {
            messages::edits(conversation, create, &plan.changes)?.into()
        };
        if !looks {
            self.memory.replace(memory);
            self.format.set(plan.format);
        }
        let notice = plan.notice.as_deref().map_or(JsValue::UNDEFINED, JsValue::from_str);
        let answer = Array::of3(&edits, &JsValue::from_str(&plan.report.to_json()), &notice);
        answer.push(&JsValue::from_f64(plan.size as f64));
        answer.push(&JsValue::from_bool(plan.stepped));
        Ok(answer)
    }

    /// `[size, chars]` of messages that are new; undefined when nothing is known of the conversation.
    ///
    /// # Errors
    /// As [`Compact::next`].
    pub fn grown(&self, added: &JsValue, counter: &JsValue) -> Result<Option<Vec<f64>>, JsValue> {
        let Some(format) = self.format.get() else { return Ok(None) };
        let failure = RefCell::new(None);
        let count = |text: &str| counted(counter, text, &failure);
        let given: Option<&dyn Fn(&str) -> u64> = if counter.is_undefined() { None } else { Some(&count) };
        let session = Session::new(added);
        let grown = grown_of(session.root(), &self.options, format, &self.memory.borrow(), given);
        if let Some(thrown) = failure.take() {
            return Err(thrown);
        }
        let grown = grown.map_err(|error| options::error(&error))?;
        Ok(Some(vec![grown.size as f64, grown.chars as f64]))
    }

    /// True when a conversation of this size may stay as it is.
    #[must_use]
    pub fn is_below(&self, size: f64) -> bool {
        self.memory.borrow().is_below(size as u64, &self.options)
    }

    /// Takes the last step back; it is not tried again before the conversation has grown beyond `size`.
    #[must_use]
    pub fn undo(&self, size: f64) -> bool {
        self.memory.borrow_mut().undo(size as u64)
    }

    /// The provider billed so many tokens for what was estimated at so many.
    pub fn observe(&self, billed: f64, estimated: f64) {
        self.memory.borrow_mut().observe(billed, estimated);
    }

    /// What to go on from, as JSON.
    #[must_use]
    pub fn state(&self) -> String {
        self.memory.borrow().to_json()
    }

    /// The same options, from another state.
    ///
    /// # Errors
    /// As [`Compact::new`].
    pub fn from(&self, state: &JsValue) -> Result<Compact, JsValue> {
        let memory = Memory::read(Session::new(state).root()).map_err(|error| options::error(&error))?;
        let format = Cell::new(self.format.get());
        Ok(Self { options: self.options.clone(), memory: RefCell::new(memory), format, goes_on: self.goes_on })
    }
}

/// The caller's count; what it throws, or answers that is no number, is an error.
fn counted(counter: &JsValue, text: &str, failure: &RefCell<Option<JsValue>>) -> u64 {
    let answer = counter.unchecked_ref::<Function>().call1(&JsValue::UNDEFINED, &JsValue::from_str(text));
    let number = match &answer {
        Ok(value) => value.as_f64().filter(|number| *number >= 0.0),
        Err(_) => None,
    };
    if let Some(number) = number {
        return text::saturate(number) as u64;
    }
    let thrown = answer.unwrap_or_else(|thrown| thrown);
    let error = || host::fail("INVALID_OPTION", &format!("tokens: {} is not a number of tokens", host::show(&thrown)));
    failure.borrow_mut().get_or_insert_with(error);
    0
}

#[wasm_bindgen]
pub fn tune(at: u32, value: f32) { tooltrim::tune(at as usize, value); }
