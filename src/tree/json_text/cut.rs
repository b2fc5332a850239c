//! The members of an object whose text is cut off.

use alloc::string::String;

use super::{JsonText, after_space};

/// Returns an object of the members that are complete, as they are written; none if the text is not the beginning of a
/// JSON object.
pub(super) fn complete_members(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let start = after_space(bytes, 0);
    if bytes.get(start) != Some(&b'{') || !matches!(bytes.get(after_space(bytes, start + 1)), Some(b'"') | None) {
        return None;
    }
    let (mut depth, mut comma, mut is_text, mut is_escaped) = (0_usize, None, false, false);
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_text,
            b'"' => is_text = !is_text,
            _ if is_text => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.checked_sub(1)?,
            b',' if depth == 1 => comma = Some(at),
            _ => {}
        }
    }
    if !is_text && depth == 0 {
        return None;
    }
    // More digits may have followed a number.
    let is_whole = !is_text && depth == 1 && !bytes.last().is_some_and(u8::is_ascii_digit);
    let ends = [is_whole.then_some(text.len()), comma];
    let found = ends.into_iter().flatten().find_map(|end| {
        let object = String::from(text.get(..end)?.trim_end()) + "}";
        JsonText::parse(&*object).is_some().then_some(object)
    });
    Some(found.unwrap_or_else(|| "{}".into()))
}
