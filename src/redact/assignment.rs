//! Values after a name that marks a secret: in the environment, in shells, JSON, YAML, TOML and programs.

use super::header;
use super::login::is_basic;
use super::name::{Says, is_constant, says};
use super::scan::{Hit, Scan};
use super::value::{Features, contains, is_django, is_dotted_name, is_expression, is_placeholder, unescaped};

/// Maximum bytes of a name, of blanks next to a sign, of a value, and of a line of cookies.
const NAME: usize = 64;
const BLANKS: usize = 8;
const VALUE: usize = 1024;
const COOKIES: usize = 4096;

/// Returns a secret after the `=` or `:` at this position.
pub(super) fn hit(scan: &mut Scan<'_>, at: usize) -> Option<Hit> {
    let (sign, next) = (scan.byte(at), scan.byte(at + 1));
    let before = scan.before(at);
    let compares = sign == b'='
        && (matches!(next, b'=' | b'~')
            || matches!(before, b'=' | b'!' | b'<' | b'>' | b'+' | b'-' | b'*' | b'/' | b'%' | b'^'));
    if compares || (sign == b':' && (next == b'=' || next == b':' || before == b':')) {
        return None;
    }
    let from = at + 1 + usize::from(sign == b'=' && next == b'>');
    let (start, end) = name_before(scan, at);
    let name = scan.slice(start, end);
    let by_name = says(name);
    let named = if at < scan.cookies && sign == b'=' { Some(by_name.unwrap_or(Says::Cookie)) } else { by_name };
    if sign == b'=' && matches!(by_name, Some(Says::Password | Says::Pwd)) && scan.before(start) == b';' {
        return connection(scan, from);
    }
    let (named, tight) = (named?, sign == b'=' && !scan.byte(from).is_ascii_whitespace());
    value(scan, named, from, tight, tight && is_constant(name) && end == at && from == at + 1)
}

/// Returns a secret after a flag, such as `--password`, whose first hyphen is here.
pub(super) fn flag(scan: &mut Scan<'_>, at: usize) -> Option<Hit> {
    if scan.byte(at + 1) != b'-' || !b" \t\n\"'`".contains(&scan.before(at)) {
        return None;
    }
    let end = scan.end_of(at + 2, NAME, &|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    if scan.byte(end) != b' ' {
        return None;
    }
    let named = says(scan.slice(at + 2, end)).filter(|says| !matches!(says, Says::Authorization | Says::Cookie))?;
    // As in the environment: what follows is the value itself.
    let constant = !matches!(named, Says::Password | Says::Pwd | Says::Pass);
    value(scan, named, end, true, constant)
}

/// Returns the password of a connection string, up to the `;` or quote that ends it.
fn connection(scan: &Scan<'_>, from: usize) -> Option<Hit> {
    let to = scan.end_of(from, VALUE, &|byte| !b";\"'`\\<".contains(&byte) && !byte.is_ascii_whitespace());
    let held = scan.slice(from, to);
    let real = held.len() > 3 && !held.starts_with(b"$") && !is_placeholder(held) && !matches!(held, [b'{', .., b'}']);
    real.then_some(Hit { from, to, kind: "password" })
}

/// Returns the value of a name if it is a secret; `tight`: no space after `=`, as in shells and URLs but not in
/// programs; `constant`: as in the environment.
fn value(scan: &mut Scan<'_>, named: Says, from: usize, tight: bool, constant: bool) -> Option<Hit> {
    let from = skip_blanks(scan, from);
    let opens = scan.end_of(from, 4, &|byte| byte == b'\\');
    let quote = Some(scan.byte(opens)).filter(|byte| b"\"'`".contains(byte));
    let from = if quote.is_some() { opens + 1 } else { from };
    match named {
        Says::Authorization => return header::credentials(scan, from),
        Says::Cookie if from > scan.cookies => {
            scan.cookies = scan.end_of(from, COOKIES, &|byte| byte != b'\n');
            return None;
        }
        _ => {}
    }
    let to = match quote {
        Some(quote) => scan.end_of(from, VALUE, &|byte| byte != quote && byte != b'\n' && byte != b'\\'),
        None => bare_end(scan, from),
    };
    let held = scan.slice(from, to);
    let blank = held.iter().any(u8::is_ascii_whitespace) || contains(held, b"://");
    if named == Says::Secret && quote.is_some() && is_django(held) {
        return Some(Hit { from, to, kind: named.kind() });
    }
    if named == Says::Signature {
        let plain = unescaped(held);
        let drawn = !blank && !is_placeholder(held) && Features::of(&plain).is_random(40);
        return drawn.then_some(Hit { from, to, kind: named.kind() });
    }
    if blank || is_expression(held) || is_placeholder(held) || is_dotted_name(held) {
        return None;
    }
    // Types and variables are followed by a program's signs, or their own name says what they are.
    let ends: &[u8] = if tight { b"" } else { b",)>]}<(" };
    let says_secret = [&b"key"[..], b"token", b"secret"].iter().any(|word| contains(held, word));
    let variable = quote.is_none() && !constant && (says_secret || ends.contains(&scan.byte(to)));
    // A token of a known form gets a more specific note.
    (!variable && is_secret(named, held, quote.is_some(), constant, scan.byte(to)) && scan.token(from).is_none())
        .then_some(Hit { from, to, kind: named.kind() })
}

fn is_secret(named: Says, held: &[u8], quoted: bool, constant: bool, next: u8) -> bool {
    let features = Features::of(held);
    let path = held.iter().skip(1).any(|byte| b"/\\".contains(byte));
    match named {
        Says::Pwd if path => false,
        Says::Password | Says::Pwd | Says::Pass if constant => {
            features.length > 3 && features.distinct > 2 && !is_constant(held)
        }
        Says::Password | Says::Pwd | Says::Pass if quoted => features.length > 5 && features.is_mixed(),
        Says::Password | Says::Pwd => {
            let alone = next != b';' && !is_constant(held);
            alone && features.length > 5 && features.is_mixed() && features.digits + features.signs > 0
        }
        Says::Pass => false,
        Says::SomeKey | Says::Cookie | Says::Authorization | Says::Signature => features.is_random(16),
        Says::Basic => quoted && is_basic(held),
        _ if path && held.starts_with(b"/") => false,
        _ if constant => features.length > 7 && features.digits > 0 && features.letters > 0 && features.distinct > 5,
        Says::Secret if quoted && features.length > 15 && features.signs > 1 && features.digits > 1 => true,
        _ => features.is_random(if quoted { 12 } else { 16 }),
    }
}

/// Returns the start and end of the name before a sign, skipping blanks, quotes and the bracket of an index.
fn name_before(scan: &Scan<'_>, sign: usize) -> (usize, usize) {
    let back = |at: usize, is: &dyn Fn(u8) -> bool| if at > scan.floor && is(scan.byte(at - 1)) { at - 1 } else { at };
    let mut end = if scan.byte(sign) == b'=' { back(sign, &|byte| byte == b':' || byte == b'?') } else { sign };
    for _ in 0..BLANKS {
        end = back(end, &|byte| byte == b' ' || byte == b'\t');
    }
    let is_quote = |byte: u8| matches!(byte, b'"' | b'\'' | b'`');
    if end > scan.floor + 1 && scan.byte(end - 1) == b']' && is_quote(scan.byte(end - 2)) {
        end -= 1;
    }
    end = back(end, &is_quote);
    for _ in 0..3 {
        end = back(end, &|byte| byte == b'\\');
    }
    // Not by `back`, which is called: this is the loop that takes time.
    let mut start = end;
    while start > scan.floor && end - start < NAME && is_name(scan.byte(start - 1)) {
        start -= 1;
    }
    (start, end)
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

pub(super) fn skip_blanks(scan: &Scan<'_>, from: usize) -> usize {
    scan.end_of(from, BLANKS, &|byte| byte == b' ' || byte == b'\t')
}

/// A sign that ends a value without quotes.
fn is_end(byte: u8) -> bool {
    matches!(
        byte,
        b',' | b';' | b')' | b'}' | b']' | b'"' | b'\'' | b'<' | b'>' | b'&' | b'|' | b'`' | b'\\' | b':' | b'='
    )
}

/// Returns the end of a value without quotes: base64 may end with `=`.
pub(super) fn bare_end(scan: &Scan<'_>, from: usize) -> usize {
    let ends = |byte: u8| byte.is_ascii_whitespace() || byte.is_ascii_control() || is_end(byte);
    let end = scan.end_of(from, VALUE, &|byte| !ends(byte));
    scan.end_of(end, 2, &|byte| byte == b'=')
}
