//! Passwords known by their context: `curl -u`, `.netrc`, tags of XML, Docker's `auth`.

use super::assignment::skip_blanks;
use super::name::{Says, says};
use super::scan::{Hit, Scan};
use super::value::{Features, is_expression, is_placeholder};
use crate::quick::base64_digit;

/// Maximum bytes of a user name, of a password, and of a line or an entry that is read back.
const LONGEST: usize = 256;
const BACK: usize = 400;
/// Commands whose `-u` names a user and a password, and the flags for it.
const CLIENTS: [&[u8]; 3] = [b"curl", b"http", b"https"];
const FLAGS: [&[u8]; 5] = [b"-u ", b"--user ", b"--proxy-user ", b"-U ", b"-a "];

/// Returns the password of `curl -u user:password`, whose first hyphen is here.
pub(super) fn user_flag(scan: &Scan<'_>, at: usize) -> Option<Hit> {
    let flag = FLAGS.iter().find(|flag| scan.rest(at).starts_with(flag))?;
    if !scan.before(at).is_ascii_whitespace() || !follows_client(scan, at) {
        return None;
    }
    let from = skip_blanks(scan, at + flag.len() - 1);
    let quote = Some(scan.byte(from)).filter(|byte| b"\"'".contains(byte));
    let from = from + usize::from(quote.is_some());
    let ends = |byte: u8| match quote {
        Some(quote) => byte == quote || byte == b'\n',
        None => byte.is_ascii_whitespace() || b"\"'`|&;<>()\\".contains(&byte),
    };
    let colon = scan.end_of(from, LONGEST, &|byte| !ends(byte) && byte != b':');
    if scan.byte(colon) != b':' {
        return None;
    }
    hit(scan, colon + 1, scan.end_of(colon + 1, LONGEST, &|byte| !ends(byte)))
}

/// Returns `true` if a client of HTTP is called earlier in the line.
fn follows_client(scan: &Scan<'_>, at: usize) -> bool {
    let before = scan.slice(at.saturating_sub(BACK).max(scan.floor), at);
    let line = before.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    line.split(|byte| !(byte.is_ascii_alphanumeric() || b"-_.".contains(byte))).any(|word| CLIENTS.contains(&word))
}

/// Returns the password of an entry of `.netrc`, whose word `password` ends here.
pub(super) fn netrc(scan: &Scan<'_>, word: usize, end: usize) -> Option<Hit> {
    if !scan.before(word).is_ascii_whitespace() {
        return None;
    }
    let before = scan.slice(word.saturating_sub(BACK).max(scan.floor), word);
    let mut words = before.rsplit(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let (_, login) = (words.next()?, words.next()?);
    let entry = words.nth(1).or_else(|| before.starts_with(b"default").then_some(&b"default"[..]));
    if login != b"login" || !entry.is_some_and(|entry| entry == b"machine" || entry == b"default") {
        return None;
    }
    let from = scan.end_of(end, BACK, &|byte| byte.is_ascii_whitespace());
    let to = scan.end_of(from, LONGEST, &|byte| !byte.is_ascii_whitespace());
    if from == end { None } else { hit(scan, from, to) }
}

/// Returns the text of a tag such as `<password>`, whose `>` is here.
pub(super) fn tag(scan: &Scan<'_>, at: usize) -> Option<Hit> {
    let name = (scan.floor..at)
        .rev()
        .take(64)
        .take_while(|at| scan.byte(*at).is_ascii_alphanumeric() || scan.byte(*at) == b'_');
    let start = name.last()?;
    let named = says(scan.slice(start, at))?;
    let by_name = matches!(named, Says::Password | Says::Pwd | Says::Secret | Says::Token | Says::Key);
    if scan.before(start) != b'<' || !by_name {
        return None;
    }
    let (from, to) = (at + 1, scan.end_of(at + 1, LONGEST, &|byte| byte != b'<' && byte != b'\n'));
    let held = scan.slice(from, to);
    let is_value = scan.rest(to).starts_with(b"</") && !held.iter().any(u8::is_ascii_whitespace);
    let drawn = matches!(named, Says::Password | Says::Pwd) || Features::of(held).is_random(12);
    if is_value && drawn { hit(scan, from, to).map(|hit| Hit { kind: named.kind(), ..hit }) } else { None }
}

/// A password, unless it is a placeholder, a part of a program, or too short for one.
fn hit(scan: &Scan<'_>, from: usize, to: usize) -> Option<Hit> {
    let held = scan.slice(from, to);
    let words = [&b"pass"[..], b"pwd", b"secret", b"token", b"string"];
    let filled = words.iter().any(|word| held.eq_ignore_ascii_case(word));
    let real = held.len() > 2 && !filled && !is_expression(held) && !is_placeholder(held);
    real.then_some(Hit { from, to, kind: "password" })
}

/// Returns `true` for base64 of `user:password`, as Docker and npm keep it.
pub(super) fn is_basic(held: &[u8]) -> bool {
    let (mut bits, mut count, mut colons) = (0_u32, 0_u32, 0);
    if held.len() < 8 || !held.len().is_multiple_of(4) {
        return false;
    }
    for byte in held.iter().take_while(|byte| **byte != b'=') {
        let Some(six) = base64_digit(*byte) else { return false };
        (bits, count) = (bits << 6 | u32::from(six), count + 6);
        if count >= 8 {
            count -= 8;
            let decoded = (bits >> count & 0xff) as u8;
            if !(0x20..0x7f).contains(&decoded) {
                return false;
            }
            colons += usize::from(decoded == b':');
        }
    }
    colons > 0
}
