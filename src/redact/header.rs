//! Credentials in headers and in URLs.

use super::assignment::{bare_end, skip_blanks};
use super::scan::{Hit, Scan};
use super::value::{Features, is_expression, is_placeholder};

/// Maximum bytes of a user name and of a password in a URL.
const LONGEST: usize = 256;
/// URL prefixes of webhook secrets.
const HOOKS: [&[u8]; 3] = [b"hooks.slack.com/services/", b"discord.com/api/webhooks/", b"discordapp.com/api/webhooks/"];
const SCHEMES: [&[u8]; 8] = [b"bearer", b"basic", b"token", b"apikey", b"bot", b"negotiate", b"key", b"api-token"];

/// Returns the credentials of an `Authorization` header that begin here: after the scheme, if there is one.
pub(super) fn credentials(scan: &mut Scan<'_>, from: usize) -> Option<Hit> {
    let end = scan.end_of(from, 12, &|byte| byte.is_ascii_alphabetic() || byte == b'-');
    let scheme = scan.slice(from, end);
    let schemed = scan.byte(end) == b' ' && SCHEMES.iter().any(|known| scheme.eq_ignore_ascii_case(known));
    let at = if schemed { skip_blanks(scan, end) } else { from };
    let (to, features) = judged(scan, at)?;
    let says = features.digits > 0 || features.capitals > 0 || features.signs > 0;
    let secret = if schemed { features.length >= 8 && features.distinct >= 5 && says } else { features.is_random(16) };
    secret.then_some(Hit { from: at, to, kind: "credentials" })
}

/// Returns the credentials after the word `Bearer`, anywhere in a text.
pub(super) fn bearer(scan: &mut Scan<'_>, end: usize) -> Option<Hit> {
    let from = skip_blanks(scan, end);
    let (to, features) = judged(scan, from).filter(|_| from > end)?;
    (features.length >= 20 && features.digits > 1 && features.distinct >= 10).then_some(Hit {
        from,
        to,
        kind: "credentials",
    })
}

fn judged(scan: &mut Scan<'_>, at: usize) -> Option<(usize, Features)> {
    let to = bare_end(scan, at);
    let value = scan.slice(at, to);
    if is_expression(value) || is_placeholder(value) {
        return None;
    }
    let features = Features::of(value);
    // A token of a known form gets a more specific note.
    scan.token(at).is_none().then_some((to, features))
}

/// Returns a password or a webhook secret in a URL whose colon is here.
pub(super) fn url(scan: &Scan<'_>, colon: usize) -> Option<Hit> {
    if !scan.rest(colon).starts_with(b"://") {
        return None;
    }
    let from = colon + 3;
    if let Some(hook) = HOOKS.iter().find(|hook| scan.rest(from).starts_with(hook)) {
        let from = from + hook.len();
        let to = scan.end_of(from, LONGEST, &|byte| byte.is_ascii_alphanumeric() || b"/_-".contains(&byte));
        let secret = scan.slice(from, to);
        let drawn = secret.len() >= 20 && Features::of(secret).digits > 2 && !is_placeholder(secret);
        return drawn.then_some(Hit { from, to, kind: "webhook secret" });
    }
    let part = |byte: u8| !byte.is_ascii_whitespace() && !byte.is_ascii_control() && !b"/?#\"'`<>\\[]".contains(&byte);
    let end = scan.end_of(from, LONGEST, &|byte| part(byte) && byte != b':' && byte != b'@');
    if scan.byte(end) != b':' {
        return None;
    }
    let from = end + 1;
    let end = scan.end_of(from, LONGEST, &part);
    let to = from + scan.slice(from, end).iter().rposition(|byte| *byte == b'@')?;
    let secret = scan.slice(from, to);
    let filled = [&b"pass"[..], b"pwd", b"secret", b"token"].iter().any(|word| secret.eq_ignore_ascii_case(word));
    let real = secret.len() > 2 && !is_expression(secret) && !is_placeholder(secret) && !filled;
    real.then_some(Hit { from, to, kind: "password" })
}
