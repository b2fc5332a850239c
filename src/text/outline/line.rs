//! Parts of a line that every kind asks for. What is asked often is compiled once: inlined with constants, each
//! question would be code of its own.

use super::sets::{DIGIT, all};

/// Bytes of a line that are looked at.
const SEEN: usize = 400;

/// Room for a line without its escape sequences.
pub(super) type Room = [u8; SEEN];

pub(super) const ROOM: Room = [0; SEEN];

/// What is looked at of a line: its first bytes, without escape sequences and without what ends it.
#[inline(never)]
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
    trim_end(str::from_utf8(room.get(..length).unwrap_or_default()).unwrap_or(line))
}

const ESCAPE: u8 = 0x1b;

/// As much of a line as is looked at, without what ends it.
#[inline(never)]
pub(super) fn first(line: &str) -> &str {
    let mut end = line.len().min(SEEN);
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    trim_end(line.get(..end).unwrap_or_default())
}

/// How far a line is indented, in columns, and what follows.
#[inline(never)]
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

#[inline(never)]
pub(super) fn trim_start(text: &str) -> &str {
    text.trim_ascii_start()
}

#[inline(never)]
pub(super) fn trim_end(text: &str) -> &str {
    text.trim_ascii_end()
}

pub(super) fn trim(text: &str) -> &str {
    trim_end(trim_start(text))
}

/// What stands before and after the first place of a part: the general search of the standard library costs more to
/// set up than a line takes.
#[inline(never)]
pub(super) fn cut<'a>(text: &'a str, part: &str) -> Option<(&'a str, &'a str)> {
    let begin = *part.as_bytes().first()?;
    let bytes = text.as_bytes();
    let is_there = |&at: &usize| bytes.get(at..).is_some_and(|rest| rest.starts_with(part.as_bytes()));
    let at = memchr::memchr_iter(begin, bytes).find(is_there)?;
    Some((text.get(..at)?, text.get(at + part.len()..)?))
}

pub(super) fn after<'a>(text: &'a str, part: &str) -> Option<&'a str> {
    cut(text, part).map(|(_, after)| after)
}

pub(super) fn holds(text: &str, part: &str) -> bool {
    cut(text, part).is_some()
}

#[inline(never)]
pub(super) fn starts(text: &str, with: &[&str]) -> bool {
    // Most differ at once.
    let first = text.as_bytes().first();
    with.iter().any(|start| start.as_bytes().first() == first && text.starts_with(start))
}

/// True when the first byte is one of these.
#[inline(never)]
pub(super) fn starts_in(text: &str, among: &[u8]) -> bool {
    text.as_bytes().first().is_some_and(|first| among.iter().any(|byte| byte == first))
}

/// True when the last byte is one of these.
#[inline(never)]
pub(super) fn ends_in(text: &str, among: &[u8]) -> bool {
    text.as_bytes().last().is_some_and(|last| among.iter().any(|byte| byte == last))
}

/// What stands before the first blank, and what after it and those that follow.
#[inline(never)]
pub(super) fn token(text: &str) -> (&str, &str) {
    let end = text.bytes().position(|byte| byte == b' ').unwrap_or(text.len());
    let (token, rest) = text.split_at_checked(end).unwrap_or_default();
    (token, rest.trim_ascii_start())
}

#[inline(never)]
pub(super) fn is_one(word: &str, among: &[&str]) -> bool {
    among.contains(&word)
}

/// The same, in any case of ASCII.
#[inline(never)]
pub(super) fn is_any(word: &str, among: &[&str]) -> bool {
    among.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// A number of up to nine digits.
#[inline(never)]
pub(super) fn number(digits: &str) -> Option<u32> {
    let fits = (1..=9).contains(&digits.len()) && all(digits, DIGIT);
    fits.then(|| digits.bytes().fold(0, |number, byte| number * 10 + u32::from(byte - b'0')))
}

/// The lines of a text, without the LFs.
pub(super) struct Lines<'a>(Option<&'a str>);

impl<'a> Lines<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self(Some(text))
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a str;

    #[inline(never)]
    fn next(&mut self) -> Option<&'a str> {
        let text = self.0?;
        let Some((line, rest)) = memchr::memchr(b'\n', text.as_bytes()).and_then(|at| text.split_at_checked(at)) else {
            return self.0.take();
        };
        self.0 = rest.get(1..);
        Some(line)
    }
}
