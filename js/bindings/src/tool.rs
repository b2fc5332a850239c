//! The words of tools. Texts are joined in JavaScript: an error may be as long as a result, and no long string crosses.

use wasm_bindgen::prelude::*;

/// Names and words, in turn.
#[wasm_bindgen]
#[must_use]
pub fn tool_words() -> Vec<String> {
    tooltrim::tools::tool_words().iter().flat_map(|(name, word)| [(*name).to_owned(), (*word).to_owned()]).collect()
}
