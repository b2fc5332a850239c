//! Private keys in PEM, also inside strings of programs, in JSON, in listings with line numbers, and with a missing
//! end.

use super::scan::{Hit, Scan};

const BEGIN: &[u8] = b"-----BEGIN ";
const END: &[u8] = b"-----END ";
/// Maximum bytes of the name of a key, and between two pieces of it.
const NAME: usize = 40;
const BETWEEN: usize = 64;
/// Minimum chars of a line that is certainly key material.
const LINE: usize = 16;
/// Header fields above the key material.
const HEADERS: [&[u8]; 5] = [b"Proc-Type:", b"DEK-Info:", b"Comment:", b"Version:", b"Hash:"];

/// Returns a private key that begins here.
pub(super) fn block(scan: &Scan<'_>, at: usize) -> Option<Hit> {
    let end = named(scan, at, BEGIN).filter(|end| scan.rest(*end).starts_with(b"-----"))?;
    let to = material(scan, end + 5)?;
    is_drawn(scan.slice(end + 5, to)).then_some(Hit { from: at, to, kind: "private key" })
}

/// Returns the end of the name of a private key in the line that begins here, without the dashes after it.
fn named(scan: &Scan<'_>, at: usize, begins: &[u8]) -> Option<usize> {
    let name = at + begins.len();
    if !scan.rest(at).starts_with(begins) {
        return None;
    }
    let end = scan.end_of(name, NAME, &|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b' ');
    let named = scan.slice(name, end);
    (named.ends_with(b"PRIVATE KEY") || named.ends_with(b"PRIVATE KEY BLOCK")).then_some(end)
}

/// Returns the material of a private key above its last line, which is here: the first line is missing.
pub(super) fn end(scan: &Scan<'_>, at: usize) -> Option<Hit> {
    let to = named(scan, at, END)?;
    let (mut from, mut lines) = (at, 0);
    loop {
        let decoration = above(scan, from);
        let mut start = back(scan, decoration, usize::MAX, &is_material);
        // The letter of an escape.
        if follows_backslash(scan, start) {
            start += 1;
        }
        let length = decoration.saturating_sub(start);
        if length == 0 || length < LINE && lines > 0 {
            break;
        }
        (from, lines) = (start, lines + 1);
    }
    is_drawn(scan.slice(from, at)).then(|| Hit {
        from,
        to: scan.end_of(to, 5, &|byte| byte == b'-'),
        kind: "private key",
    })
}

fn is_material(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+/=".contains(&byte)
}

/// Returns `true` if a line of key material has a digit. Names in a program that puts a key together are as long, but rarely
/// have one.
fn is_drawn(lines: &[u8]) -> bool {
    let mut runs = lines.split(|byte| !is_material(*byte));
    runs.any(|run| run.len() >= LINE && run.iter().any(u8::is_ascii_digit))
}

/// Returns the end of the piece above: before line breaks, raw or escaped, and quotes.
fn above(scan: &Scan<'_>, to: usize) -> usize {
    let mut at = to;
    loop {
        let before = back(scan, at, BETWEEN, &|byte| byte.is_ascii_whitespace() || b"\"'`,\\".contains(&byte));
        let escaped = before.checked_sub(1).filter(|letter| *letter > scan.floor && follows_backslash(scan, *letter));
        if escaped.is_none() && before == at || to - before > BETWEEN {
            return before;
        }
        at = escaped.unwrap_or(before);
    }
}

fn follows_backslash(scan: &Scan<'_>, at: usize) -> bool {
    at > scan.floor && scan.byte(at - 1) == b'\\' && b"nrt".contains(&scan.byte(at))
}

/// Returns the start of the bytes before a position that match `is`, at most `most` of them.
fn back(scan: &Scan<'_>, to: usize, most: usize, is: &dyn Fn(u8) -> bool) -> usize {
    let before = scan.slice(scan.floor, to);
    to - before.iter().rev().take(most).take_while(|byte| is(**byte)).count()
}

/// Returns the end of the lines of base64; `None` if there are none, as when a program mentions only the first line.
fn material(scan: &Scan<'_>, from: usize) -> Option<usize> {
    let (mut at, mut end) = (from, None);
    loop {
        let Some(next) = between(scan, at) else { return end };
        at = next;
        let rest = scan.rest(at);
        if rest.starts_with(END) {
            let close = scan.end_of(at + END.len(), NAME, &|byte| byte != b'-' && byte != b'\n');
            end.as_ref()?;
            return Some(scan.end_of(close, 5, &|byte| byte == b'-'));
        }
        if HEADERS.iter().any(|header| rest.starts_with(header)) {
            at = scan.end_of(at, 256, &|byte| byte != b'\n' && byte != b'\\');
            continue;
        }
        let to = scan.end_of(at, usize::MAX - at, &is_material);
        let run = scan.slice(at, to);
        let last = || b"\n\r\\\"'".contains(&scan.byte(to)) && run.iter().any(|byte| !byte.is_ascii_lowercase());
        if run.len() >= LINE || (!run.is_empty() && end.is_some() && last()) {
            end = Some(to);
        } else if run.is_empty() || run.len() > 6 || !run.iter().all(u8::is_ascii_digit) {
            // Neither key material nor a line number.
            return end;
        }
        at = to;
    }
}

/// Returns the start of the next piece: after line breaks, raw or escaped, and the decoration around lines. `None` if
/// that is longer than [`BETWEEN`].
fn between(scan: &Scan<'_>, from: usize) -> Option<usize> {
    let mut at = from;
    while at < scan.bytes.len() {
        let byte = scan.byte(at);
        if byte == b'\\' {
            // Escaped once or repeatedly.
            at = scan.end_of(at, BETWEEN, &|byte| byte == b'\\');
            at += usize::from(b"nrt\"'".contains(&scan.byte(at)));
        } else if byte.is_ascii_whitespace() || b"\"'`,|>#*:".contains(&byte) || byte >= 128 {
            at += 1;
        } else if byte == b'+' && !scan.byte(at + 1).is_ascii_alphanumeric() {
            // Concatenated strings.
            at += 1;
        } else {
            break;
        }
        if at - from > BETWEEN {
            return None;
        }
    }
    Some(at)
}
