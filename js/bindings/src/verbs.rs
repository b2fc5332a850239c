//! The verbs themselves, as `wasm-pack build js/bindings` exports them: values in, values out. Messages and calls are copied,
//! which costs 5 to 1,000 times as much as the npm package's reads by key.

use alloc::format;
use alloc::vec::Vec;

use serde_json::Value;
use tooltrim::host::NamedOption;
use tooltrim::{CompactOptions, TrimOptions, TruncationConfig};
use wasm_bindgen::prelude::*;

use crate::host::{self, Failed};
use crate::options;
use crate::out::{object, plain_object};

/// `{ text, truncated, omitted, … }` of a text within limits such as `{ maxChars: 4000 }`, or within so many chars.
///
/// # Errors
/// An `Error` with the `code` of [`tooltrim::ErrorKind`].
#[wasm_bindgen]
pub fn trim(text: &str, options: &JsValue) -> Result<JsValue, Failed> {
    let chars = options.as_f64().map(|_| object([("maxChars", options.clone())]));
    let options = read(TrimOptions::new(), chars.as_ref().unwrap_or(options), TrimOptions::set)?;
    plain_object(&tooltrim::trim(text, options)?)
}

/// `{ shouldTruncate, summary, recentCallIds, … }` of calls `{ callId, name, args, result }`.
///
/// # Errors
/// As [`trim`], and if a call is no JSON value.
#[wasm_bindgen(js_name = computeTruncation)]
pub fn compute_truncation(calls: JsValue, config: &JsValue) -> Result<JsValue, Failed> {
    let config = read(TruncationConfig::new(), config, TruncationConfig::set)?;
    plain_object(&tooltrim::compute_truncation(&values(calls)?, &config))
}

/// `{ messages, changed, edits, report, notice, state }` of a conversation within a window such as
/// `{ window: { tokens: 100_000 } }`.
///
/// # Errors
/// As [`trim`], and if a message is no JSON value.
#[wasm_bindgen(js_name = compactMessages)]
pub fn compact_messages(messages: JsValue, options: &JsValue) -> Result<JsValue, Failed> {
    let options = read(CompactOptions::unset(), options, CompactOptions::set)?;
    plain_object(&tooltrim::compact_messages(&values(messages)?, &options)?)
}

/// Options may be left out. Members of anything but an object would be none, and a limit would be ignored without a word.
fn read<O>(
    usual: O,
    given: &JsValue,
    set: fn(&mut O, &NamedOption<'_>) -> Result<(), tooltrim::Error>,
) -> Result<O, Failed> {
    if given.is_undefined() {
        return Ok(usual);
    }
    if !given.is_object() || js_sys::Array::is_array(given) {
        let message = format!("options: {} is not an object", host::show(given));
        return Err(host::fail("INVALID_OPTION", &message).into());
    }
    options::read(usual, given, set)
}

fn values(list: JsValue) -> Result<Vec<Value>, Failed> {
    serde_wasm_bindgen::from_value(list).map_err(|error| Failed::from(JsValue::from(error)))
}
