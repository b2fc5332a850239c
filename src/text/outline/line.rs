//! Parts of a line that every kind asks for.

/// Bytes of a line that are looked at.
const SEEN: usize = 400;

/// Room for a line without its escape sequences.
pub(super) type Room = [u8; SEEN];

pub(super) const ROOM: Room = [0; SEEN];

/// What is looked at of a line: its first bytes, without escape sequences and without what ends it.
pub(super) fn seen<'a>(line: &'a str, room: &'a mut Room) -> &'a str {
    let line = first(line);
    let bytes = line.as_bytes();
    if memchr::memchr(ESCAPE, bytes).is_none() {
        return line;
    }
    let mut length = 0;
    let mut rest = bytes.iter();
    while let Some(&byte) = rest.next() {
        if byte == ESCAPE {
            // Colours and the like: `ESC [ 1 ; 31 m`. Of others only the mark goes.
            let mut code = rest.clone();
            if code.next() == Some(&b'[') && code.any(|byte| (b'@'..=b'~').contains(byte)) {
                rest = code;
            }
        } else if let Some(place) = room.get_mut(length) {
            *place = byte;
            length += 1;
        }
    }
    str::from_utf8(room.get(..length).unwrap_or_default()).unwrap_or(line).trim_ascii_end()
}

const ESCAPE: u8 = 0x1b;

/// As much of a line as is looked at, without what ends it.
pub(super) fn first(line: &str) -> &str {
    let mut end = line.len().min(SEEN);
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    line.get(..end).unwrap_or_default().trim_ascii_end()
}

/// How far a line is indented, in columns, and what follows.
pub(super) fn indented(line: &str) -> (usize, &str) {
    let mut columns = 0;
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            b' ' => columns += 1,
            b'\t' => columns += 4,
            _ => return (columns, line.get(at..).unwrap_or_default()),
        }
    }
    (columns, "")
}

/// What follows the first place of a part: the general search of the standard library costs more to set up than a line
/// takes.
pub(super) fn after<'a>(text: &'a str, part: &str) -> Option<&'a str> {
    let begin = *part.as_bytes().first()?;
    let bytes = text.as_bytes();
    let is_there = |&at: &usize| bytes.get(at..).is_some_and(|rest| rest.starts_with(part.as_bytes()));
    memchr::memchr_iter(begin, bytes).find(is_there).and_then(|at| text.get(at + part.len()..))
}

pub(super) fn holds(text: &str, part: &str) -> bool {
    after(text, part).is_some()
}

pub(super) fn starts(text: &str, with: &[&str]) -> bool {
    with.iter().any(|start| text.starts_with(start))
}

/// A letter, a digit, an underscore, a dollar sign, or anything beyond ASCII: what names are made of.
pub(super) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || !byte.is_ascii()
}

/// What of a text's start is made of such bytes, and the rest. A byte beyond ASCII must be taken with all others.
pub(super) fn split(text: &str, is: impl Fn(u8) -> bool) -> (&str, &str) {
    let end = text.bytes().position(|byte| !is(byte)).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or_default()
}

/// The first word of a text: a name; and what follows it.
pub(super) fn word(text: &str) -> (&str, &str) {
    split(text, is_name)
}
