//! Path patterns: `results[*].title`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, ErrorKind};

/// One step of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Name(String),
    AnyName,
    Item(usize),
    AnyItem,
    /// Any number of steps, including none.
    AnyDepth,
}

/// Pattern of the paths to which a limit applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    /// The pattern as given.
    pub(super) text: String,
    pub(super) steps: Vec<Step>,
}

const RULE: &str = "a path such as results[*].title: names with dots between them, [0], [*], *, ** and [\"odd name\"]";

impl Pattern {
    /// Parses a pattern; the empty one is the value itself.
    pub(super) fn parse(pattern: &str) -> Result<Self, Error> {
        let wrong = || Error::new(ErrorKind::InvalidOption, format!("limits: \"{pattern}\" is not {RULE}"));
        let mut steps = Vec::new();
        let mut rest = pattern;
        while !rest.is_empty() {
            if let Some(inner) = rest.strip_prefix("[\"") {
                let (name, after) = quoted(inner).ok_or_else(wrong)?;
                steps.push(Step::Name(name));
                rest = after.strip_prefix(']').ok_or_else(wrong)?;
            } else if let Some(inner) = rest.strip_prefix('[') {
                let (index, after) = inner.split_once(']').ok_or_else(wrong)?;
                let digits = !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit());
                steps.push(match index {
                    "*" => Step::AnyItem,
                    _ if digits => Step::Item(index.parse().map_err(|_| wrong())?),
                    _ => return Err(wrong()),
                });
                rest = after;
            } else {
                // Dots separate steps, except before brackets.
                if !steps.is_empty() {
                    rest = rest.strip_prefix('.').ok_or_else(wrong)?;
                }
                let end = rest.find(['.', '[']).unwrap_or(rest.len());
                let (name, after) = rest.split_at_checked(end).ok_or_else(wrong)?;
                steps.push(match name {
                    "" => return Err(wrong()),
                    "*" => Step::AnyName,
                    "**" => Step::AnyDepth,
                    name => Step::Name(name.into()),
                });
                rest = after;
            }
        }
        Ok(Self { text: pattern.into(), steps })
    }
}

/// Reads a name up to its closing quote and returns the rest; a backslash escapes the next char.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut name = String::new();
    let mut chars = text.chars();
    loop {
        match chars.next()? {
            '"' => return Some((name, chars.as_str())),
            '\\' => name.push(chars.next()?),
            c => name.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Pattern, Step};
    use alloc::string::ToString;
    use alloc::vec::Vec;

    fn steps(pattern: &str) -> Option<Vec<Step>> {
        Pattern::parse(pattern).ok().map(|pattern| pattern.steps)
    }

    #[test]
    fn names_items_and_any_of_them() {
        let name = |name: &str| Step::Name(name.to_string());
        assert_eq!(steps("results[*].title"), Some([name("results"), Step::AnyItem, name("title")].into()));
        assert_eq!(steps("[3][*]"), Some([Step::Item(3), Step::AnyItem].into()));
        assert_eq!(steps("**.html"), Some([Step::AnyDepth, name("html")].into()));
        assert_eq!(
            steps("a.*[\"odd \\\" name\"].b"),
            Some([name("a"), Step::AnyName, name("odd \" name"), name("b")].into())
        );
        assert_eq!(steps(""), Some(Vec::new()));
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        for pattern in [
            "a..b",
            ".a",
            "a.",
            "a[",
            "a[]",
            "a[-1]",
            "a[x]",
            "[\"a",
            "[\"a\"",
            "a]b[",
            "[0]x",
            "[99999999999999999999]",
        ] {
            let error = Pattern::parse(pattern).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(error.starts_with(&alloc::format!("limits: \"{pattern}\" is not a path")), "{pattern}: {error}");
        }
    }
}
