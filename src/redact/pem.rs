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
    if !scan.rest(at).starts_with(BEGIN) {
        return None;
    }
    let name = at + BEGIN.len();
    let end = scan.end_of(name, NAME, &|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b' ');
    let named = scan.slice(name, end);
    if !(named.ends_with(b"PRIVATE KEY") || named.ends_with(b"PRIVATE KEY BLOCK"))
        || !scan.rest(end).starts_with(b"-----")
    {
        return None;
    }
    Some(Hit { from: at, to: material(scan, end + 5)?, kind: "private key" })
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
        let to = scan.end_of(at, usize::MAX - at, &|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte));
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
