//! Splits a long line of JSON before each object that follows another: `},{`. The selector then reads each object like a
//! line.

use crate::quick::trim_start;

/// Reads the bytes of a line, in pieces of any size.
#[derive(Clone, Debug, Default)]
pub(super) struct Objects {
    /// In a string, and behind a backslash in it.
    quoted: bool,
    escaped: bool,
    last: Last,
}

/// The last byte that is no blank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Last {
    #[default]
    Other,
    Closed,
    /// A comma behind what was closed.
    Comma,
}

impl Objects {
    /// Objects of a line that begins so, if one of them follows another.
    pub(super) fn of(start: &str) -> Option<Self> {
        let is_json = trim_start(start).starts_with(['{', '[']);
        (is_json && Self::default().next(start.as_bytes()).is_some()).then(Self::default)
    }

    /// Reads up to where an object follows another, and returns that place; reads everything if there is none.
    pub(super) fn next(&mut self, bytes: &[u8]) -> Option<usize> {
        for (at, &byte) in bytes.iter().enumerate() {
            if self.quoted {
                (self.escaped, self.quoted) = (!self.escaped && byte == b'\\', self.escaped || byte != b'"');
                continue;
            }
            self.last = match (byte, self.last) {
                (b'{' | b'[', Last::Comma) => {
                    self.last = Last::Other;
                    return Some(at);
                }
                (b' ' | b'\t' | b'\r', last) => last,
                (b'}' | b']', _) => Last::Closed,
                (b',', Last::Closed) => Last::Comma,
                _ => Last::Other,
            };
            self.quoted = byte == b'"';
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    use super::Objects;

    /// The pieces of a text, read `size` bytes at a time.
    fn pieces(text: &str, size: usize) -> Vec<String> {
        let mut objects = Objects::default();
        let (mut from, mut pieces) = (0, Vec::new());
        for (number, chunk) in text.as_bytes().chunks(size).enumerate() {
            let mut at = 0;
            while let Some(next) = objects.next(&chunk[at..]) {
                at += next;
                let to = number * size + at;
                pieces.push(text[from..to].to_string());
                from = to;
            }
        }
        pieces.push(text[from..].to_string());
        pieces
    }

    #[test]
    fn an_object_begins_a_piece_where_it_follows_another() {
        let text = r#"[{"a":"},{","b":"\"},{"},{"c":[1,2]} , {"d":{"e":1},"f":"\\"},[3],{"g":{}}]"#;
        let expected =
            [r#"[{"a":"},{","b":"\"},{"},"#, r#"{"c":[1,2]} , "#, r#"{"d":{"e":1},"f":"\\"},"#, "[3],", r#"{"g":{}}]"#];
        for size in 1..text.len() {
            assert_eq!(pieces(text, size), expected, "{size}");
        }
        assert!(Objects::of(text).is_some());
        assert!(Objects::of(r#"{"a":{"b":[1,2]},"c":"},{"}"#).is_none());
        assert!(Objects::of("text },{ text").is_none());
    }
}
