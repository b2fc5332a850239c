//! Prose: what may be a heading.

use super::line::trim;
use super::sets::{LETTER, LOWER, NAME, UPPER, any, begins, is};

/// Bytes of a heading.
const LONG: usize = 80;

pub(super) fn weight(line: &str) -> u8 {
    let text = trim(line);
    if text.len() > LONG || text == "Output:" {
        return 0;
    }
    let capitals = text.bytes().filter(|&byte| is(byte, UPPER)).count();
    let small = any(text, LOWER);
    let begins = begins(text, NAME);
    let ruled = text.starts_with("==") && text.ends_with("==") && any(text, LETTER);
    let titled = text.strip_prefix('#').is_some_and(|rest| rest.trim_start_matches('#').starts_with(' '));
    u8::from((capitals > 3 && !small && begins) || (begins && text.ends_with(':')) || ruled || titled)
}
