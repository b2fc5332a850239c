//! Finds where a text stops being JSON.

use alloc::vec::Vec;

use super::token::{after_space, number_end, text_end, word_end};

/// Returns the offset of the first token that is not JSON, or the end of a text that is cut off.
pub(super) fn fault(text: &str) -> usize {
    let bytes = text.as_bytes();
    // The closing bracket of each container whose end is not yet read.
    let mut open: Vec<u8> = Vec::new();
    let mut at = after_space(bytes, 0);
    loop {
        let end = match bytes.get(at) {
            Some(b'"') => text_end(bytes, at).map(|(end, _)| end),
            Some(bracket @ (b'{' | b'[')) => {
                let closing = bracket + 2;
                let inner = after_space(bytes, at + 1);
                if bytes.get(inner) != Some(&closing) {
                    open.push(closing);
                    match value_at(bytes, inner, closing) {
                        Ok(value) => at = value,
                        Err(fault) => return fault,
                    }
                    continue;
                }
                Some(inner + 1)
            }
            Some(b't') => word_end(bytes, at, b"true"),
            Some(b'f') => word_end(bytes, at, b"false"),
            Some(b'n') => word_end(bytes, at, b"null"),
            _ => number_end(bytes, at),
        };
        let Some(end) = end else { return at };
        at = after_space(bytes, end);
        loop {
            let Some(closing) = open.last().copied() else { return at };
            match bytes.get(at) {
                Some(b',') => match value_at(bytes, after_space(bytes, at + 1), closing) {
                    Ok(value) => at = value,
                    Err(fault) => return fault,
                },
                Some(byte) if *byte == closing => {
                    open.pop();
                    at = after_space(bytes, at + 1);
                    continue;
                }
                _ => return at,
            }
            break;
        }
    }
}

/// The value of a member that begins here, or the place of the fault.
fn value_at(bytes: &[u8], at: usize, closing: u8) -> Result<usize, usize> {
    if closing == b']' {
        return Ok(at);
    }
    let name = bytes.get(at).filter(|byte| **byte == b'"').and_then(|_| text_end(bytes, at));
    let colon = after_space(bytes, name.ok_or(at)?.0);
    if bytes.get(colon) == Some(&b':') { Ok(after_space(bytes, colon + 1)) } else { Err(colon) }
}
