//! Prose: what may be a heading.

/// Bytes of a heading.
const LONG: usize = 80;

pub(super) fn weight(line: &str) -> u8 {
    let text = line.trim_ascii();
    if text.len() > LONG || text == "Output:" {
        return 0;
    }
    let capitals = text.bytes().filter(u8::is_ascii_uppercase).count();
    let small = text.bytes().any(|byte| byte.is_ascii_lowercase());
    let begins = text.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
    let ruled = text.starts_with("==") && text.ends_with("==") && text.bytes().any(|byte| byte.is_ascii_alphabetic());
    let titled = text.strip_prefix('#').is_some_and(|rest| rest.trim_start_matches('#').starts_with(' '));
    u8::from((capitals > 3 && !small && begins) || (begins && text.ends_with(':')) || ruled || titled)
}
