//! The helpers of `host.js`: what the core may ask of JavaScript.

use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/host.js")]
extern "C" {
    pub(crate) fn units(text: &JsValue) -> u32;
    #[wasm_bindgen(js_name = firstSurrogate)]
    pub(crate) fn first_surrogate(text: &JsValue) -> u32;
    pub(crate) fn align(text: &JsValue, at: u32) -> u32;
    pub(crate) fn read(text: &JsValue, from: u32, to: u32, into: &mut [u8]) -> u32;
    #[wasm_bindgen(js_name = newlineAfter)]
    pub(crate) fn newline_after(text: &JsValue, from: u32, to: u32) -> u32;
    #[wasm_bindgen(js_name = newlineBefore)]
    pub(crate) fn newline_before(text: &JsValue, from: u32, to: u32) -> u32;
    #[wasm_bindgen(js_name = followsNewline)]
    pub(crate) fn follows_newline(text: &JsValue, at: u32) -> bool;
    pub(crate) fn chars(text: &JsValue, from: u32, to: u32) -> u32;
    #[wasm_bindgen(js_name = skipChars)]
    pub(crate) fn skip_chars(text: &JsValue, from: u32, to: u32, count: u32) -> u32;
    #[wasm_bindgen(js_name = skipCharsBack)]
    pub(crate) fn skip_chars_back(text: &JsValue, from: u32, to: u32, count: u32) -> u32;
    pub(crate) fn bytes(text: &JsValue, from: u32, to: u32) -> u32;
    pub(crate) fn newlines(text: &JsValue, from: u32, to: u32) -> u32;
    #[wasm_bindgen(js_name = countTokens)]
    pub(crate) fn count_tokens(counter: &JsValue, text: &JsValue, head: u32, marker: &str, tail: u32) -> f64;
    #[wasm_bindgen(js_name = takeFailure)]
    pub(crate) fn take_failure() -> JsValue;
    pub(crate) fn answer() -> JsValue;
    pub(crate) fn put(index: u32, value: f64);
    #[wasm_bindgen(js_name = putPlan)]
    pub(crate) fn put_plan(head: u32, tail: u32, breaks: u32, utf16: u32, chars: u32);
    pub(crate) fn show(value: &JsValue) -> String;
    pub(crate) fn fail(code: &str, message: &str) -> JsValue;
}
