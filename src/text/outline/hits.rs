//! What a search found: `path:12:text`, `path:text`, and `12:text` below a path.

use super::code;
use super::line::{holds, starts_in, trim_end, trim_start};
use super::number::Number;
use super::path::{extension, is_path};
use super::sets::{DIGIT, split};

/// A place that a line begins with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    /// It says which line.
    pub(super) numbered: bool,
}

/// Marks of a line after which a place may end.
const MARKS: usize = 6;

impl Hit {
    /// `src/a.ts:12:text`, `src/a.ts(12,5): text`, `src/a.ts:text`.
    pub(super) fn of(line: &str) -> Option<Self> {
        let line = trim_start(line);
        let bytes = line.as_bytes();
        for at in memchr::memchr2_iter(b':', b'(', bytes).take(MARKS) {
            let (path, rest) = line.split_at_checked(at)?;
            let opens = rest.starts_with('(');
            let rest = rest.get(1..).unwrap_or_default();
            let (digits, after) = split(rest, DIGIT);
            if !digits.is_empty() {
                let (_, column) = split(after.strip_prefix(',').unwrap_or(after), DIGIT);
                let ends = if opens { column.starts_with("):") } else { after.is_empty() || starts_in(after, b": ") };
                if ends && is_path(path) {
                    return Some(Self { numbered: true });
                }
            } else if !opens
                && !rest.is_empty()
                && !starts_in(rest, b"\\:")
                && (!rest.starts_with(' ') || holds(path, "/"))
                && !holds(path, " ")
                && extension(path).is_some_and(|extension| extension.len() < 6)
                && is_path(path)
            {
                return Some(Self { numbered: false });
            }
        }
        None
    }
}

/// True for a line around a hit: `src/a.ts-12-text`.
pub(super) fn is_context(line: &str) -> bool {
    memchr::memchr_iter(b'-', line.as_bytes()).take(MARKS).any(|at| {
        let (path, rest) = line.split_at_checked(at).unwrap_or_default();
        let (digits, after) = split(rest.get(1..).unwrap_or_default(), DIGIT);
        !digits.is_empty() && after.starts_with('-') && extension(path).is_some() && is_path(path)
    })
}

/// The path that stands above hits of its own.
pub(super) fn heading(line: &str) -> Option<&str> {
    if let Some(path) = line.strip_prefix("File: ") {
        return Some(path);
    }
    let path = trim_end(line);
    let path = path.strip_suffix(':').unwrap_or(path);
    (is_path(path) && !holds(path, ":")).then_some(path)
}

pub(super) fn weight(line: &str) -> u8 {
    if let Some(number) = Number::of(line) {
        return match number.mark {
            b'-' => 0,
            _ => 2 + u8::from(code::weight(number.text) >= 2),
        };
    }
    if let Some(hit) = Hit::of(line) {
        return if hit.numbered { 3 } else { 2 };
    }
    if is_context(line) {
        return 0;
    }
    if heading(line).is_some() {
        return 3;
    }
    u8::from(line.starts_with("Found ") || line.ends_with(" matches") || line.ends_with(" matches:"))
}
