//! A paragraph that informs readers of cuts, and the check for cuts in a value.

#[cfg(feature = "serde_json")]
use alloc::vec::Vec;

#[cfg(feature = "serde_json")]
use crate::forms::mentions_truncation;

/// Paragraph for a report based on cut data; showing it is optional.
pub const DISCLAIMER: &str = "The content is reduced by AI from its original size, please follow the link to check the original content. This may also affect the accuracy of the analysis, remember this is for entertainment only.";

/// Name of the member that marks a tool's result as cut.
pub const TRUNCATION_FLAG: &str = "truncation_applied";

/// Returns [`DISCLAIMER`] if anything in a value was cut, at any depth: `truncation_applied` is `true`, or a text
/// mentions a cut.
///
/// ```
/// use tooltrim::signals::{DISCLAIMER, disclaimer_for};
///
/// let report = serde_json::json!({ "tools": [{ "posts": [], "truncation_applied": true }] });
/// assert_eq!(disclaimer_for(&report), Some(DISCLAIMER));
/// assert_eq!(disclaimer_for(&serde_json::json!({ "truncation_applied": false })), None);
/// ```
#[cfg(feature = "serde_json")]
#[must_use]
pub fn disclaimer_for(value: &serde_json::Value) -> Option<&'static str> {
    use serde_json::Value;

    // A list instead of recursion, so that any depth is safe.
    let mut left = Vec::from([value]);
    while let Some(next) = left.pop() {
        let is_shown = match next {
            Value::String(text) => mentions_truncation(text),
            Value::Array(items) => {
                left.extend(items);
                false
            }
            Value::Object(members) => {
                left.extend(members.values());
                members.get(TRUNCATION_FLAG) == Some(&Value::Bool(true))
            }
            _ => false,
        };
        if is_shown {
            return Some(DISCLAIMER);
        }
    }
    None
}
