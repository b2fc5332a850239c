//! Replaces secrets in a text that is about to be quoted: each becomes a note of its kind.
//!
//! `scan` reads the text once and consults the rules where a word or a sign suggests a secret: `forms` knows tokens by
//! their prefixes, `assignment` values by the name before them (`name`) and their features (`value`), `pem` private
//! keys, `header` credentials in headers and URLs, `login` passwords by their place.
//!
//! The forms of tokens follow the rules of gitleaks (<https://github.com/gitleaks/gitleaks>, MIT), used as facts:
//! prefixes, alphabets and lengths. The code is our own.

mod assignment;
mod forms;
mod header;
mod login;
mod name;
mod pem;
mod scan;
mod value;

#[cfg(test)]
mod tests;

use alloc::borrow::Cow;

use scan::scanned;

/// Returns `true` for a text without blanks that looks drawn at random, and not written by a person.
pub(crate) fn looks_drawn(text: &str) -> bool {
    value::Features::of(text.as_bytes()).is_random(DRAWN)
}

/// Chars from which on a part of a name can be told from one that was drawn.
const DRAWN: usize = 12;

/// Replaces the secrets in a text: tokens of known providers, private keys, passwords in URLs, and values after a name
/// such as `API_KEY`.
///
/// ```
/// use std::borrow::Cow;
/// use tooltrim::redact_secrets;
///
/// assert_eq!(
///     redact_secrets("$ psql postgres://app:c0rrect-h0rse@db.example/app"),
///     "$ psql postgres://app:[redacted: password]@db.example/app",
/// );
/// assert_eq!(redact_secrets("export API_KEY=q8Zt3Vw9Lk2Xb7"), "export API_KEY=[redacted: key]");
/// assert!(matches!(redact_secrets("const token = process.env.API_TOKEN;"), Cow::Borrowed(_)));
/// ```
/// The result has as many lines, and redacting it again changes nothing. A text without secrets is borrowed. The rules
/// find known forms, not all secrets: a password in prose stays. One pass, linear in the length of the text, and
/// another one after each pass that changed it.
#[must_use]
pub fn redact_secrets(text: &str) -> Cow<'_, str> {
    let mut safe = Cow::Borrowed(text);
    // Some secrets are found only after the next one has been replaced.
    while let Some(next) = scanned(&safe) {
        safe = Cow::Owned(next);
    }
    safe
}
