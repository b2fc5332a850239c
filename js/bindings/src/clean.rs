//! Cleaning. The text passes through in pieces: neither it nor the result is ever in memory as a whole.

use alloc::string::String;
use js_sys::Function;
use tooltrim::cleaning::Cleaner;
use wasm_bindgen::prelude::*;

use crate::host::Failed;
use crate::options;
use crate::text::JsText;

/// Bytes of the result that are handed over at a time. Engines make strings of this size quickly.
const PIECE: usize = 64 * 1024;

/// Takes the noise out of a text; `take` is given the result piece by piece.
///
/// # Errors
/// An `Error` with the `code` of [`tooltrim::ErrorKind`].
#[wasm_bindgen]
pub fn clean(text: &JsValue, len: u32, options: &JsValue, take: &Function) -> Result<(), Failed> {
    let mut cleaner = Cleaner::new(&options::read_clean(options)?);
    let mut out = String::with_capacity(PIECE);
    let hand_over = |out: &mut String, least: usize| {
        if out.len() >= least {
            // Exceptions of the callback do not stop the cleaning.
            let _ = take.call1(&JsValue::UNDEFINED, &JsValue::from_str(out));
            out.clear();
        }
    };
    JsText::new(text, &JsValue::UNDEFINED, len).pieces(|piece| {
        cleaner.push(piece, &mut out);
        hand_over(&mut out, PIECE);
    });
    cleaner.finish(&mut out);
    hand_over(&mut out, 1);
    Ok(())
}
