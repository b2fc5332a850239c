//! Our own forms, for lines that JavaScript puts together.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use js_sys::Array;
use tooltrim::{TrimOptions, Trimmer};
use wasm_bindgen::prelude::*;

use crate::host::Failed;
use crate::options;
use crate::text::JsText;

/// A form by its name, with its values in it.
#[wasm_bindgen]
#[must_use]
#[allow(clippy::needless_pass_by_value, reason = "lists cross the boundary owned")]
pub fn own_form(name: &str, values: Vec<String>) -> String {
    tooltrim::host::own_form(name, &values.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The `type/subtype` of a media type, or nothing where a text is none.
#[wasm_bindgen]
#[must_use]
pub fn media_type(text: &str) -> Option<String> {
    tooltrim::host::media_type(text).map(str::to_owned)
}

/// Trims a text that is printed beside lines of ours: `[text, omitted chars]`.
///
/// # Errors
/// As [`Trimmer::new`].
#[wasm_bindgen]
pub fn trim_guarded(text: &JsValue, len: u32, given: &JsValue) -> Result<Array, Failed> {
    let trimmer = Trimmer::new(options::read(TrimOptions::new(), given, TrimOptions::set)?)?;
    let mut whole = String::with_capacity(len as usize);
    JsText::new(text, &JsValue::UNDEFINED, len).pieces(|piece| whole.push_str(piece));
    let cut = trimmer.trim_guarded(&whole);
    let chars = JsValue::from_f64(cut.omitted.chars as f64);
    Ok([JsValue::from_str(&cut.text), chars].into_iter().collect())
}
