//! Matches the plainest patterns of names. A regular expression engine would be larger than all other code for schemas.

/// Returns `true` if a pattern matches a name; `None` if that takes a real engine.
pub(super) fn matches(pattern: &str, name: &str) -> Option<bool> {
    if matches!(pattern, "" | "^" | "$" | ".*" | "^.*$" | "^.*" | ".*$") {
        return Some(true);
    }
    if matches!(pattern, ".+" | "^.+$" | ".") {
        return Some(!name.is_empty());
    }
    let (from_start, rest) = pattern.strip_prefix('^').map_or((false, pattern), |rest| (true, rest));
    let (to_end, literal) = rest.strip_suffix('$').map_or((false, rest), |rest| (true, rest));
    // A special char, or an escaped one.
    if literal.contains(['\\', '.', '*', '+', '?', '(', ')', '[', ']', '{', '}', '|', '^', '$']) {
        return None;
    }
    Some(match (from_start, to_end) {
        (true, true) => name == literal,
        (true, false) => name.starts_with(literal),
        (false, true) => name.ends_with(literal),
        (false, false) => name.contains(literal),
    })
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn anchors_and_literals_are_matched_and_nothing_else_is_guessed() {
        assert_eq!(matches("^x-", "x-rate"), Some(true));
        assert_eq!(matches("^x-", "a-x-"), Some(false));
        assert_eq!(matches("_id$", "user_id"), Some(true));
        assert_eq!(matches("^id$", "ids"), Some(false));
        assert_eq!(matches("mid", "amidst"), Some(true));
        assert_eq!(matches(".*", ""), Some(true));
        assert_eq!(matches("^.+$", ""), Some(false));
        assert_eq!(matches("^[a-z]+$", "abc"), None);
        assert_eq!(matches("a\\.b", "a.b"), None);
    }
}
