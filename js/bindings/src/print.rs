//! The part of a store that streams use: the fingerprint of a text, also in pieces, and the marker of its ends.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use tooltrim::host::Fingerprint;
use wasm_bindgen::prelude::*;

use crate::host;
use crate::text::JsText;

/// Fingerprint of a text that arrives in pieces.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Print {
    print: RefCell<Fingerprint>,
}

#[wasm_bindgen]
impl Print {
    /// Creates the fingerprint of an empty text.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Print {
        Self::default()
    }

    /// Adds a string of `len` UTF-16 units that does not end inside a surrogate pair.
    pub fn push(&self, text: &JsValue, len: u32) {
        read(&mut self.print.borrow_mut(), text, len);
    }

    /// The fingerprint as numbers.
    #[must_use]
    pub fn words(&self) -> Vec<u64> {
        self.print.borrow().print().words().to_vec()
    }

    /// The fingerprint as hex digits.
    #[must_use]
    pub fn hex(&self) -> String {
        self.print.borrow().hex()
    }
}

/// Reads a string of `len` UTF-16 units.
pub(crate) fn read(print: &mut Fingerprint, text: &JsValue, len: u32) {
    if host::is_well_formed(text) {
        JsText::new(text, &JsValue::UNDEFINED, len).pieces(|piece| print.push(piece));
    } else {
        print.push_utf16((0..len).map(|at| host::unit(text, at)));
    }
}

/// Returns the ends of a text that is larger than its store.
#[wasm_bindgen]
#[must_use]
pub fn too_large_marker() -> String {
    tooltrim::outputs::TOO_LARGE_MARKER.to_owned()
}
