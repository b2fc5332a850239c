//! A value without the white space between its tokens.

use super::token::{after_space, text_end};

/// Calls `each` with the pieces between the white space of a JSON text, in order.
pub(super) fn pieces(json: &str, mut each: impl FnMut(&str)) {
    let bytes = json.as_bytes();
    let mut from = 0;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        at = match byte {
            b'"' => text_end(bytes, at).map_or(bytes.len(), |(end, _)| end),
            b' ' | b'\n' | b'\r' | b'\t' => {
                if at > from {
                    each(json.get(from..at).unwrap_or_default());
                }
                at = after_space(bytes, at);
                from = at;
                at
            }
            _ => at + 1,
        };
    }
    if at > from {
        each(json.get(from..at).unwrap_or_default());
    }
}
