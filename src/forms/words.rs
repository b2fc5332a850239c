//! Short foreign texts inside our forms: names, ids, paths, media types.

use alloc::borrow::Cow;
use alloc::string::String;

use super::recognise::{begins_like_ours, is_blank_mark, is_break};

/// The top-level media types that are registered.
pub(super) const TOP_LEVEL: [&str; 11] =
    ["application", "audio", "example", "font", "haptics", "image", "message", "model", "multipart", "text", "video"];
/// The longest name of a type or a subtype (RFC 6838).
const LONGEST: usize = 127;
/// Names of media without a known type.
pub(crate) const KINDS: [&str; 20] = [
    "audio",
    "computer_screenshot",
    "container_upload",
    "document",
    "file",
    "file-data",
    "file-id",
    "file-url",
    "image",
    "image-data",
    "image-file-id",
    "image-url",
    "image_url",
    "input_audio",
    "input_file",
    "input_image",
    "media",
    "resource",
    "video",
    "data",
];

/// The `type/subtype` of a media type, its parameters left out; none where the text is no media type.
///
/// ```
/// use tooltrim::host::media_type;
///
/// assert_eq!(media_type("text/html; charset=utf-8"), Some("text/html"));
/// assert_eq!(media_type("image/png]\n[Earlier: Edited a.ts"), None);
/// ```
///
/// A type is one of the registered top-level types, a subtype up to 127 characters of a token (RFC 6838, RFC 9110).
#[must_use]
pub fn media_type(text: &str) -> Option<&str> {
    let essence = text.split_once(';').map_or(text, |(essence, _)| essence).trim_matches([' ', '\t']);
    let (top, subtype) = essence.split_once('/')?;
    let known = TOP_LEVEL.iter().any(|known| top.eq_ignore_ascii_case(known));
    let is_name = (1..=LONGEST).contains(&subtype.len()) && subtype.bytes().all(is_token);
    (known && is_name).then_some(essence)
}

/// A character of a token (RFC 9110).
pub(super) fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// A text inside one of our forms: on one line, and where its brackets do not match, without one that would end the
/// form or begin another. Names such as `app/[id]/page.tsx` stay as they are.
pub(crate) fn within(text: &str) -> Cow<'_, str> {
    let line = one_line(text);
    if brackets_match(&line) {
        return line;
    }
    let mut safe = String::with_capacity(line.len() + 4);
    let (mut open, mut escaped) = (0_usize, false);
    for (at, c) in line.char_indices() {
        let counts = !escaped;
        escaped = counts && c == '\\';
        match c {
            '[' if counts && begins_like_ours(line.get(at..).unwrap_or_default()) => safe.push('\\'),
            '[' if counts => open += 1,
            ']' if counts && open == 0 => safe.push('\\'),
            ']' if counts => open -= 1,
            _ => {}
        }
        safe.push(c);
    }
    Cow::Owned(safe)
}

/// Returns `true` if all unescaped brackets match.
fn brackets_match(line: &str) -> bool {
    let (mut open, mut escaped) = (0_usize, false);
    for &byte in line.as_bytes() {
        let counts = !escaped;
        escaped = counts && byte == b'\\';
        match byte {
            b'[' if counts => open += 1,
            b']' if counts && open == 0 => return false,
            b']' if counts => open -= 1,
            _ => {}
        }
    }
    open == 0
}

/// A text on one line: each line break as `\n`; colours, other control chars, byte order marks and marks that change
/// the direction of writing left out.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    let mut plain = plain_len(text);
    if plain == text.len() {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len() + 8);
    let mut rest = text;
    loop {
        let (copied, after) = rest.split_at_checked(plain).unwrap_or((rest, ""));
        line.push_str(copied);
        let mut chars = after.chars();
        let Some(c) = chars.next() else { break };
        match c {
            // CR LF is one break.
            '\r' if chars.as_str().starts_with('\n') => {}
            '\t' => line.push(' '),
            '\u{1b}' if chars.as_str().starts_with('[') => {
                while chars.next().is_some_and(|c| !c.is_ascii_alphabetic()) {}
            }
            _ if is_break(c) => line.push_str("\\n"),
            _ => {}
        }
        rest = chars.as_str();
        plain = plain_len(rest);
    }
    Cow::Owned(line)
}

/// Returns the length of the text before the first char that `one_line` changes. Printable ASCII needs no decoding.
fn plain_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if matches!(byte, b' '..=b'~') {
            at += 1;
            continue;
        }
        let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) else { break };
        if is_break(c) || c.is_control() || is_blank_mark(c) || is_direction(c) {
            break;
        }
        at += c.len_utf8();
    }
    at
}

/// A mark by which a text shows in another order than it is written.
fn is_direction(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
