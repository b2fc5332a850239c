//! Session logs: text in, messages as JSON out.

use std::cell::RefCell;

use js_sys::Array;
use serde::Serialize;
use tooltrim::host::LogReader;
use tooltrim::messages::LeftOut;
use wasm_bindgen::prelude::*;

use crate::host;
use crate::host::Failed;
use crate::text::JsText;

/// A log that is being read.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Log {
    reader: RefCell<LogReader>,
}

/// What JavaScript gets at the end.
#[derive(Serialize)]
struct End {
    format: tooltrim::MessageFormat,
    agent: Option<tooltrim::messages::LogAgent>,
    path: Option<Vec<u32>>,
    skipped: u64,
    reasons: Vec<LeftOut>,
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
        JsText::new(text, &JsValue::UNDEFINED, len, 0).pieces(|piece| reader.push(piece));
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

    /// Ends the log; messages may still be taken.
    ///
    /// # Errors
    /// An `Error` with the `code` of [`tooltrim::ErrorKind`].
    pub fn finish(&self) -> Result<JsValue, Failed> {
        let end = self.reader.borrow_mut().finish()?;
        Ok(host::object(&End {
            format: end.format,
            agent: end.agent,
            path: end.path,
            skipped: end.skipped,
            reasons: end.reasons,
        }))
    }
}
