//! What takes the room of a conversation.

#![allow(clippy::needless_pass_by_value, reason = "strings from JavaScript are handed over")]

use alloc::string::String;
use core::cell::RefCell;

use tooltrim::compaction::Host;
use tooltrim::host::inspect_messages_of;
use tooltrim::{MessageFormat, redact_secrets};
use wasm_bindgen::prelude::*;

use crate::compact::{Failure, counted, redacted};
use crate::host::Failed;
use crate::out::plain_object;
use crate::tree::Session;

/// Returns the inspection. `counter` and `redact` are functions of the caller or undefined; `redact` may be `true`.
///
/// # Errors
/// An `Error` with the `code` of [`tooltrim::ErrorKind`].
#[wasm_bindgen]
pub fn inspect_messages(
    messages: &JsValue,
    format: Option<String>,
    counter: &JsValue,
    redact: &JsValue,
) -> Result<JsValue, Failed> {
    let format = MessageFormat::given(format.as_deref())?;
    let failure: Failure = RefCell::new(None);
    let count = |text: &str| counted(counter, text, &failure);
    // `true` selects our own redaction: its texts need not cross.
    let own = redact.as_bool() == Some(true);
    let hide = |text: &str| if own { redact_secrets(text).into_owned() } else { redacted(redact, text, &failure) };
    let mut host = Host::new();
    host.count = if counter.is_undefined() { None } else { Some(&count) };
    host.redact = if redact.is_undefined() { None } else { Some(&hide) };
    let inspection = inspect_messages_of(Session::new(messages).root(), format, host);
    if let Some(thrown) = failure.take() {
        return Err(thrown.into());
    }
    plain_object(&inspection?)
}
