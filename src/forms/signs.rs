//! Phrases that mark a text as cut.

/// Phrases that mark a text as cut: the messages of values and responses, the shorter forms that replace them within
/// small limits, and gaps between lines. `{count}` is a number. The shortest forms, dots, are not listed: any text may have them.
pub const TRUNCATION_SIGNS: [&str; 9] = [
    "value exceeds size limit",
    "response truncated",
    "content truncated for context limit",
    "[truncated]",
    "... [truncated",
    "... [-{count}] ...",
    "[\u{2026} {count} line",
    "[\u{2026} at least {count} line",
    "tool result truncated",
];

/// Returns `true` if a text mentions a cut.
///
/// ```
/// use tooltrim::signals::mentions_truncation;
///
/// assert!(mentions_truncation("[1, 2, 3\n\n(response truncated)"));
/// assert!(mentions_truncation("[content truncated for context limit]"));
/// assert!(!mentions_truncation("all of it"));
/// ```
#[must_use]
pub fn mentions_truncation(text: &str) -> bool {
    TRUNCATION_SIGNS.iter().any(|sign| match sign.split_once("{count}") {
        Some((before, after)) => text.split(before).skip(1).any(|rest| {
            let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ',');
            behind.len() < rest.len() && behind.starts_with(after)
        }),
        None => text.contains(sign),
    })
}
