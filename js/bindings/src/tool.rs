//! The words of tools. Texts are joined in JavaScript: an error may be as long as a result, and no long string crosses.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use wasm_bindgen::prelude::*;

/// Names and words, in turn.
#[wasm_bindgen]
#[must_use]
pub fn tool_words() -> Vec<String> {
    tooltrim::tools::tool_words().iter().flat_map(|(name, word)| [(*name).to_owned(), (*word).to_owned()]).collect()
}

/// An error message with the places of the host shortened.
#[wasm_bindgen]
#[must_use]
pub fn shorten_places(text: &str, folder: &str) -> String {
    tooltrim::tools::shorten_places(text, folder).into_owned()
}

/// The description of a tool that has none.
#[wasm_bindgen]
#[must_use]
pub fn tool_description(name: &str) -> String {
    tooltrim::tools::tool_description(name)
}

/// The most that each of some sizes may keep so that together they are within a limit.
#[wasm_bindgen]
#[must_use]
pub fn fair_share(limit: f64, sizes: &[f64]) -> f64 {
    let sizes: Vec<usize> = sizes.iter().map(|size| *size as usize).collect();
    tooltrim::host::fair_share(limit as usize, &sizes) as f64
}
