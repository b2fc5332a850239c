//! The record of one problem in a conversation.

use alloc::string::String;
#[cfg(feature = "serde_json")]
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::MessageFormat;
use super::leaf::Step;
use super::rules::Rule;
use crate::format::conversation::Place;

/// A rule that messages break, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Problem {
    /// JSON Pointer (RFC 6901) into the messages.
    pub path: String,
    /// The violated rule.
    pub rule: Rule,
    /// The value and the rule, in words.
    pub message: String,
    /// Providers that reject it.
    pub providers: &'static [&'static str],
}

impl Problem {
    pub(crate) fn new(format: MessageFormat, rule: Rule, path: String, message: String) -> Self {
        Self { path, rule, message, providers: rule.providers(format) }
    }
}

/// The JSON Pointer to a place and on.
pub(crate) fn pointer(place: Place, steps: &[Step]) -> String {
    let mut path = String::new();
    // A string takes every write.
    let _ = write!(path, "/{}", place.message);
    for key in [place.inner, place.member].into_iter().flatten() {
        let _ = write!(path, "/{}", key.name());
    }
    if let Some(index) = place.index {
        let _ = write!(path, "/{index}");
    }
    push_steps(&mut path, steps);
    path
}

/// Adds steps to a pointer.
pub(super) fn push_steps(path: &mut String, steps: &[Step]) {
    for step in steps {
        let _ = match step {
            // No name of a member has a `~` or a `/`.
            Step::Key(key) => write!(path, "/{}", key.name()),
            Step::At(at) => write!(path, "/{at}"),
        };
    }
}

/// The segments of a JSON Pointer.
#[cfg(feature = "serde_json")]
pub(crate) fn segments(pointer: &str) -> Option<Vec<String>> {
    if pointer.is_empty() {
        return Some(Vec::new());
    }
    let rest = pointer.strip_prefix('/')?;
    Some(rest.split('/').map(|segment| segment.replace("~1", "/").replace("~0", "~")).collect())
}
