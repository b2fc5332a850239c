//! Decodes and writes JSON strings.

use alloc::borrow::Cow;
use alloc::string::String;

use memchr::memchr;

/// The char of an escape that begins at this backslash, and where the escape ends; none when it is no escape.
pub(crate) fn read(bytes: &[u8], at: usize) -> Option<(char, usize)> {
    let c = match bytes.get(at + 1)? {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unicode(bytes, at),
        _ => return None,
    };
    Some((c, at + 2))
}

/// One escape, or two that make a surrogate pair.
fn unicode(bytes: &[u8], at: usize) -> Option<(char, usize)> {
    let unit = unit(bytes, at)?;
    let low = if (0xd800..0xdc00).contains(&unit) { self::unit(bytes, at + 6) } else { None };
    if let Some(low @ 0xdc00..0xe000) = low {
        let pair = 0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
        return Some((char::from_u32(pair).unwrap_or(char::REPLACEMENT_CHARACTER), at + 12));
    }
    Some((char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER), at + 6))
}

/// The UTF-16 unit of an escape with four hexadecimal digits.
fn unit(bytes: &[u8], at: usize) -> Option<u32> {
    let [b'\\', b'u', digits @ ..] = bytes.get(at..at + 6)? else { return None };
    digits.iter().try_fold(0, |unit, digit| Some(unit * 16 + char::from(*digit).to_digit(16)?))
}

/// JSON text with U+FFFD in place of each escape of half a surrogate pair, which not every parser takes. Of the same
/// length, so that positions hold.
#[must_use]
pub fn well_formed(json: &str) -> Cow<'_, str> {
    let bytes = json.as_bytes();
    let (mut out, mut copied, mut at) = (String::new(), 0, 0);
    while let Some(backslash) = bytes.get(at..).and_then(|rest| memchr(b'\\', rest)) {
        at += backslash;
        let Some(half @ 0xd800..0xe000) = unit(bytes, at) else {
            at += 2;
            continue;
        };
        if half < 0xdc00 && matches!(unit(bytes, at + 6), Some(0xdc00..0xe000)) {
            at += 12;
            continue;
        }
        out.push_str(json.get(copied..at).unwrap_or_default());
        out.push_str("\\ufffd");
        at += 6;
        copied = at;
    }
    if copied == 0 {
        return Cow::Borrowed(json);
    }
    out.push_str(json.get(copied..).unwrap_or_default());
    Cow::Owned(out)
}

/// Decodes a text that includes its quotes.
pub(super) fn decode(token: &str) -> Cow<'_, str> {
    decode_quotes(token, '"')
}

/// The same with another sign for the quotes in it.
pub(super) fn decode_quotes(token: &str, quote: char) -> Cow<'_, str> {
    let inner = inner(token);
    if memchr(b'\\', inner.as_bytes()).is_none() {
        return Cow::Borrowed(inner);
    }
    let mut decoded = String::with_capacity(inner.len());
    let mut at = 0;
    while let Some(plain) = inner.get(at..) {
        let Some(backslash) = memchr(b'\\', plain.as_bytes()) else {
            decoded.push_str(plain);
            break;
        };
        decoded.push_str(plain.get(..backslash).unwrap_or_default());
        let Some((c, end)) = read(inner.as_bytes(), at + backslash) else { break };
        decoded.push(if c == '"' { quote } else { c });
        at = end;
    }
    Cow::Owned(decoded)
}

/// Returns `true` if a text, with its quotes, decodes to `text`.
pub(super) fn says(token: &str, text: &str) -> bool {
    // An escape is longer than its value: with the same length, no escapes could make them equal.
    let inner = inner(token);
    match inner.len().checked_sub(text.len()) {
        None => false,
        Some(0) => inner == text && !text.contains('\\'),
        Some(_) => decode(token) == text,
    }
}

/// Returns the position, inside the quotes, of a position in the decoded text.
pub(super) fn place(inner: &str, decoded: usize) -> usize {
    let bytes = inner.as_bytes();
    let (mut at, mut left) = (0, decoded);
    while let Some(plain) = bytes.get(at..).and_then(|rest| memchr(b'\\', rest)) {
        let Some(after) = left.checked_sub(plain).filter(|after| *after > 0) else { break };
        let Some((c, end)) = read(bytes, at + plain) else { break };
        let Some(after) = after.checked_sub(c.len_utf8()) else { return at + plain };
        (at, left) = (end, after);
    }
    (at + left).min(inner.len())
}

/// A text without its quotes.
pub(super) fn inner(token: &str) -> &str {
    token.get(1..token.len().saturating_sub(1)).unwrap_or_default()
}

/// Appends a text as a JSON string.
pub(crate) fn quoted(text: &str, out: &mut String) {
    out.push('"');
    write_escaped(text, out);
    out.push('"');
}

/// Escapes a text as `JSON.stringify` and `serde_json` do.
pub(crate) fn write_escaped(text: &str, out: &mut String) {
    // A stretch without escapes is copied as a whole.
    let mut copied = 0;
    for (at, &byte) in text.as_bytes().iter().enumerate() {
        let escape = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            0x8 => "\\b",
            0xc => "\\f",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0..0x10 => "\\u000",
            0x10..b' ' => "\\u001",
            _ => continue,
        };
        out.push_str(text.get(copied..at).unwrap_or_default());
        out.push_str(escape);
        if escape.starts_with("\\u") {
            out.extend(char::from_digit(u32::from(byte % 16), 16));
        }
        copied = at + 1;
    }
    out.push_str(text.get(copied..).unwrap_or_default());
}
