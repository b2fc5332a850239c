//! Shapes of lines: places in files, frames, code. Each is one pass over the line, without backtracking.

use super::signs::{Signs, holds};
use super::token::{Token, is_letter};
use super::within::{after, holds};
use crate::quick::{position, split_at_part, split_once, starts_with_char, trim_end, trim_start};

/// Returns `true` if a line names a place in a file: `a.rs:12`, `a.ts(3,5)`, `A.java:[3,5]`, `File "a.py", line 3`.
pub(super) fn has_place(line: &str) -> bool {
    names_place(line, Signs::of(line))
}

/// The same for a line whose signs are known.
pub(super) fn names_place(line: &str, signs: Signs) -> bool {
    signs.have(Signs::DIGITS)
        && (signs.have_any(MARKS) && is_marked_place(line.as_bytes()) || is_named_place(line, signs))
        || signs.have(const { Signs::of("File \", line ") }) && is_python_place(line)
}

const MARKS: Signs = Signs::of(":(");

/// `a.rs:12`, `a.ts(3,5)`, `A.java:[3,5]`.
fn is_marked_place(line: &[u8]) -> bool {
    let mut at = 0;
    while let Some(mark) = line.get(at..).and_then(|rest| position(rest, b':', b'(')) {
        at += mark;
        let digit = match line.get(at..) {
            Some([b':', b'[', digit, ..] | [_, digit, ..]) => digit.is_ascii_digit(),
            _ => false,
        };
        if digit && ends_with_file(line.get(..at).unwrap_or_default()) {
            return true;
        }
        at += 1;
    }
    false
}

/// Returns `true` for the name of a file with an extension, and whatever stands before it.
fn ends_with_file(text: &[u8]) -> bool {
    let extension = text.iter().rev().take(6).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let Some((name, extension)) = text.split_at_checked(text.len() - extension) else { return false };
    let ends =
        matches!(name, [.., last, b'.'] if last.is_ascii_alphanumeric() || matches!(last, b'_' | b'-' | b']' | b')'));
    ends && extension.len() <= 5 && extension.first().is_some_and(u8::is_ascii_alphabetic)
}

fn is_python_place(line: &str) -> bool {
    after(line, "File \"").is_some_and(|rest| holds(rest, "\", line "))
}

/// `in src/a.php on line 12`, `a.sh: line 68:`, `Makefile:85`.
fn is_named_place(line: &str, signs: Signs) -> bool {
    let number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let numbered = |name: &str| after(line, name).is_some_and(number);
    if holds!(line, signs, "line ") {
        return ["on line ", ": line ", " at line "].into_iter().any(numbered) || is_place_of_perl(line);
    }
    signs.have(const { Signs::of("akefile:") }) && numbered("akefile:")
}

/// `Died at lib/Cart.pm line 88.`
fn is_place_of_perl(line: &str) -> bool {
    let (file, rest) = after(line, " at ").and_then(|rest| split_at_part(rest, " line ")).unwrap_or_default();
    !file.is_empty() && !file.contains(' ') && rest.starts_with(|c: char| c.is_ascii_digit())
}

/// Splits a line that begins with a place in a file: `a.ts(3,5): error TS2304: ...` (tsc), `a.go:10:2: ...` (GNU's
/// form), `a.ts:1:5 lint/style/useConst` (Biome).
pub(super) fn leading_place(line: &str) -> Option<(&str, &str)> {
    let (place, rest) = split_once(line, b' ')?;
    // `a.go:7:func f()` is a hit of a search.
    let ends = place.bytes().rev().find(|&byte| byte != b':').is_some_and(|byte| byte.is_ascii_digit() || byte == b')');
    let begins = !matches!(place.as_bytes().first(), Some(b'"' | b'\'' | b'(' | b'[' | b'-' | b'<'));
    (ends && begins && has_place(place)).then_some((place, rest))
}

/// Returns `true` for the path of a file, and nothing else.
pub(crate) fn is_path(text: &str) -> bool {
    let (name, extension) = trim_end(text).rsplit_once('.').unwrap_or_default();
    let extended = (1..=6).contains(&extension.len()) && extension.bytes().all(|byte| byte.is_ascii_alphanumeric());
    extended && !name.is_empty() && !starts_with_char(name, &[' ', '\t']) && !name.contains([' ', ':'])
        || is_windows_path(text)
}

fn is_windows_path(text: &str) -> bool {
    split_at_part(trim_end(text), ":\\").is_some_and(|(drive, path)| drive.len() == 1 && is_path(path))
}

/// True for a line of a stack trace: where a call stood, not what went wrong.
pub(super) fn is_frame(line: &str) -> bool {
    let text = trim_start(line);
    let indented = text.len() < line.len();
    if let Some(rest) = text.strip_prefix("at ") {
        return indented || rest.contains('(') || has_place(rest) || rest.starts_with('/');
    }
    if text.starts_with("File \"") {
        return is_python_place(text);
    }
    if let Some(rest) = text.strip_prefix('#').and_then(numbered) {
        return rest.starts_with(' ') && (has_place(rest) || holds(rest, "0x") || rest.ends_with("{main}"));
    }
    if let Some(rest) = text.strip_prefix("from ") {
        return indented && has_place(rest);
    }
    if text.starts_with("... ") {
        return text.ends_with(" more") || holds(text, "frames") || holds(text, "common");
    }
    if indented && numbered(text).is_some_and(|rest| rest.starts_with(": ") && holds(rest, "::")) {
        return true;
    }
    // Go: a call, and below it the file.
    text.ends_with(|c: char| c.is_ascii_hexdigit()) && indented && holds(text, ".go:") && holds(text, " +0x")
}

/// Returns the text after a number of up to three digits.
fn numbered(text: &str) -> Option<&str> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (1..=3).contains(&digits).then(|| text.get(digits..).unwrap_or_default())
}

/// True for a line of source code as compilers quote it: `12 | code`, `> 12 |`, `|   ^^^`, `>   assert`.
pub(super) fn is_code(line: &str) -> bool {
    let text = trim_start(line);
    let rest = text.strip_prefix(['>', '\u{2192}']).unwrap_or(text);
    if rest.len() < text.len() && rest.starts_with("  ") {
        return true;
    }
    let rest = trim_start(rest);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let after = rest.get(digits..).unwrap_or_default();
    let bar = trim_start(after).starts_with(['|', '\u{2502}', '\u{2503}']);
    // `0|api` names a process, and a table begins at the start of its line.
    let apart = if digits == 0 { text.len() < line.len() } else { after.starts_with(' ') };
    digits <= 6 && bar && apart
}

/// True for a line that only points: `^^^^`, `~~~^`.
pub(super) fn is_pointer(line: &str) -> bool {
    let mut rest = line;
    while let Some(byte) = rest.as_bytes().first() {
        let skipped = match byte {
            b' ' | b'\t' | b'\n' | 0xc | b'\r' | b'0'..=b'9' | b'|' | b'>' => 1,
            0x80.. if rest.starts_with('\u{2502}') => '\u{2502}'.len_utf8(),
            0x80.. if rest.starts_with('\u{b7}') => '\u{b7}'.len_utf8(),
            _ => break,
        };
        rest = rest.get(skipped..).unwrap_or_default();
    }
    starts_with_char(rest, &['^', '~', '\u{2575}', '\u{2570}', '\u{2514}', '\u{252c}', '\u{2500}', '\u{25b2}'])
        && rest.contains(['^', '\u{2500}', '~', '\u{25b2}'])
}

/// Returns `true` if a pointer line has a message: `^^^ value borrowed here`.
pub(super) fn says_more(line: &str) -> bool {
    line.chars().filter(|&c| is_letter(c)).nth(6).is_some()
}

pub(super) fn contains_word(line: &str, word: &str) -> bool {
    holds(line, word) && Token::all(line).any(|token| token.text() == word)
}
