//! Replaces secrets in a text that is about to be quoted by a note of their kind.
//!
//! `scan` passes over the text once and asks, where a word or a sign suggests it: `forms` knows tokens by their prefix,
//! `assignment` values by the name before them (`name`) and their features (`value`), `pem` private keys, `header`
//! credentials in headers and URLs.
//!
//! The forms of tokens follow the rules of gitleaks (<https://github.com/gitleaks/gitleaks>, MIT), read as facts:
//! prefixes, alphabets and lengths. The code is our own.

mod assignment;
mod forms;
mod header;
mod name;
mod pem;
mod scan;
mod value;

#[cfg(test)]
mod tests;

use alloc::borrow::Cow;

use scan::scanned;

/// Replaces the secrets in a text: tokens of known providers, private keys, passwords in URLs, and values behind a name
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
/// The result has as many lines, and redacting it again changes nothing. A text without secrets is borrowed. Rules find
/// known forms, not all secrets: a password in prose stays. One pass, linear in the length of the text, and another one
/// over a text that was changed.
#[must_use]
pub fn redact_secrets(text: &str) -> Cow<'_, str> {
    let mut safe = Cow::Borrowed(text);
    // A secret may show only when the one behind it is gone.
    while let Some(next) = scanned(&safe) {
        safe = Cow::Owned(next);
    }
    safe
}
