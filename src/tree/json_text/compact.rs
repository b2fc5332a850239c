//! A value without the white space between its tokens.

use memchr::memchr2;

/// Calls `each` with the pieces between the white space of a JSON text, in order.
pub(super) fn pieces(json: &str, mut each: impl FnMut(&str)) {
    let bytes = json.as_bytes();
    let mut from = 0;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        at = match byte {
            b'"' => after_text(bytes, at),
            b' ' | b'\n' | b'\r' | b'\t' => {
                if at > from {
                    each(json.get(from..at).unwrap_or_default());
                }
                at = super::token::after_space(bytes, at);
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

/// The place after a text that begins at this quote and is known to be one.
fn after_text(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr2(b'"', b'\\', rest)) {
        at += found;
        if bytes.get(at) == Some(&b'"') {
            return at + 1;
        }
        at += 2;
    }
    bytes.len()
}
