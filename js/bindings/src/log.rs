//! Session logs: text in, messages as JSON out.

use core::cell::RefCell;

use js_sys::Array;
use tooltrim::host::LogReader;
use tooltrim::messages::LogAgent;
use wasm_bindgen::prelude::*;

use crate::host::Failed;
use crate::text::JsText;

/// A log that is being read.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Log {
    reader: RefCell<LogReader>,
}

#[wasm_bindgen]
impl Log {
    /// Creates a reader.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a string of `len` UTF-16 units that does not end inside a surrogate pair.
    pub fn push(&self, text: &JsValue, len: u32) {
        let mut reader = self.reader.borrow_mut();
        JsText::new(text, &JsValue::UNDEFINED, len).pieces(|piece| reader.push(piece));
    }

    /// Reads on in UTF-8, cut anywhere.
    pub fn push_bytes(&self, bytes: &[u8]) {
        self.reader.borrow_mut().push_bytes(bytes);
    }

    /// Takes the messages that are finished, each as JSON.
    #[must_use]
    pub fn take(&self) -> Array {
        self.reader.borrow_mut().take().iter().map(|json| JsValue::from_str(json)).collect()
    }

    /// Ends the log; messages may still be taken. The answer: format, agent or null, positions of the messages that are
    /// the conversation or null for all, number of entries that were skipped; then three values for each reason.
    ///
    /// # Errors
    /// An `Error` with the `code` of [`tooltrim::ErrorKind`].
    pub fn finish(&self) -> Result<Array, Failed> {
        let end = self.reader.borrow_mut().finish()?;
        let agent = end.agent.map_or(JsValue::NULL, |agent| LogAgent::name(agent).into());
        let path = end.path.map_or(JsValue::NULL, |path| path.into_iter().map(JsValue::from).collect::<Array>().into());
        let number = |number: u64| JsValue::from_f64(number as f64);
        let reasons = end.reasons.into_iter();
        let rows = reasons.flat_map(|reason| [reason.what.into(), number(reason.count), number(reason.line)]);
        Ok([end.format.name().into(), agent, path, number(end.skipped)].into_iter().chain(rows).collect())
    }
}
