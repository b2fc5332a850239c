//! The helpers of `host.js`: what the core may ask of JavaScript.

use alloc::string::String;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/host.js")]
extern "C" {
    #[wasm_bindgen(js_name = plainLength)]
    pub(crate) fn plain_length(text: &JsValue) -> u32;
    pub(crate) fn align(text: &JsValue, at: u32) -> u32;
    pub(crate) fn read(text: &JsValue, from: u32, to: u32, into: &mut [u8]) -> u32;
    #[wasm_bindgen(js_name = readUtf16)]
    pub(crate) fn read_utf16(text: &JsValue, from: u32, to: u32, into: &mut [u8]) -> u32;
    #[wasm_bindgen(js_name = isWellFormed)]
    pub(crate) fn is_well_formed(text: &JsValue) -> bool;
    pub(crate) fn unit(text: &JsValue, at: u32) -> u16;
    #[wasm_bindgen(js_name = newlineAfter)]
    pub(crate) fn newline_after(text: &JsValue, from: u32, to: u32) -> u32;
    #[wasm_bindgen(js_name = newlineBefore)]
    pub(crate) fn newline_before(text: &JsValue, from: u32, to: u32) -> u32;
    #[wasm_bindgen(js_name = followsNewline)]
    pub(crate) fn follows_newline(text: &JsValue, at: u32) -> bool;
    pub(crate) fn chars(text: &JsValue, from: u32, to: u32) -> u32;
    pub(crate) fn bytes(text: &JsValue, from: u32, to: u32) -> u32;
    pub(crate) fn newlines(text: &JsValue, from: u32, to: u32) -> u32;
    #[wasm_bindgen(js_name = countTokens)]
    pub(crate) fn count_tokens(counter: &JsValue, text: &JsValue, head: u32, marker: &str, tail: u32) -> f64;
    #[wasm_bindgen(js_name = takeFailure)]
    pub(crate) fn take_failure() -> JsValue;
    pub(crate) fn fail(code: &str, message: &str) -> JsValue;
}

#[wasm_bindgen(module = "/src/show.js")]
extern "C" {
    pub(crate) fn show(value: &JsValue) -> String;
}

/// An error of the core as JavaScript gets it, or whatever a function of the caller's threw.
#[derive(Debug)]
pub struct Failed(JsValue);

impl From<tooltrim::Error> for Failed {
    fn from(error: tooltrim::Error) -> Self {
        Self(fail(error.kind().code(), error.message()))
    }
}

impl From<JsValue> for Failed {
    fn from(thrown: JsValue) -> Self {
        Self(thrown)
    }
}

impl From<Failed> for JsValue {
    fn from(failed: Failed) -> Self {
        failed.0
    }
}
