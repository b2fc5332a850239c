//! The JavaScript boundary of `tooltrim`: decode, one call, encode.
//!
//! The caller's string stays in JavaScript. The core asks for positions, sizes and small windows through [`text`],
//! and the answer is read as numbers from memory; no long string crosses in either direction.
//!
//! Each entry of the npm package has a module with what it exports, by feature. `wasm-pack build js/bindings` takes the default
//! features, which add the verbs themselves for programs that are written in Rust.

#![cfg_attr(not(feature = "full"), no_std)]
// Some helpers are unused in a smaller module.
#![cfg_attr(not(feature = "full"), allow(dead_code, unused_imports, reason = "shared helpers"))]

extern crate alloc;
// Clippy compiles for its own target, which wants a panic handler, too.
#[cfg(all(not(feature = "full"), not(target_arch = "wasm32")))]
extern crate std;

#[cfg(feature = "text")]
mod clean;
#[cfg(feature = "full")]
mod compact;
#[cfg(feature = "full")]
mod forms;
#[cfg(feature = "history")]
mod history;
mod host;
#[cfg(feature = "full")]
mod inspect;
#[cfg(feature = "logs")]
mod log;
#[cfg(feature = "text")]
mod measure;
#[cfg(feature = "full")]
mod messages;
mod options;
mod out;
#[cfg(target_arch = "wasm32")]
mod panic;
#[cfg(feature = "text")]
mod print;
#[cfg(feature = "full")]
mod signals;
#[cfg(feature = "full")]
mod store;
#[cfg(feature = "text")]
mod stream;
mod text;
#[cfg(feature = "tokens")]
mod tokens;
#[cfg(feature = "full")]
mod tool;
#[cfg(feature = "history")]
mod tree;
#[cfg(feature = "text")]
mod trimmer;
#[cfg(feature = "full")]
mod value;
#[cfg(feature = "verbs")]
mod verbs;

use wasm_bindgen::prelude::*;

/// Returns the failure of the caller's token counter since the last call: an exception, or a result that is not a
/// number.
#[wasm_bindgen]
#[must_use]
pub fn take_failure() -> JsValue {
    host::take_failure()
}
