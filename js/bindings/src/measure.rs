//! Sizes of a text.

use alloc::vec::Vec;
use tooltrim::measuring::TokenEstimator;
use wasm_bindgen::prelude::*;

use crate::text::JsText;

/// Measures a text: chars, UTF-16 units, bytes, lines, graphemes, tokens.
#[wasm_bindgen]
#[must_use]
pub fn measure(text: &JsValue, len: u32) -> Vec<f64> {
    let sizes = tooltrim::host::measure_source(&JsText::new(text, &JsValue::UNDEFINED, len));
    [sizes.chars, sizes.utf16, sizes.bytes, sizes.lines, sizes.graphemes, sizes.tokens].map(|size| size as f64).into()
}

/// Estimates the tokens of a text.
#[wasm_bindgen]
#[must_use]
pub fn estimate_tokens(text: &JsValue, len: u32) -> f64 {
    let mut estimator = TokenEstimator::new();
    JsText::new(text, &JsValue::UNDEFINED, len).pieces(|piece| estimator.push(piece));
    estimator.tokens() as f64
}
