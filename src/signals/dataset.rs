//! Dataset names for the labels of cuts, few enough for a monitor.

use alloc::string::String;

use super::UNLABELLED;
use crate::sorted::Sorted;

/// Maximum number of datasets with a name of their own.
const MOST: usize = 500;
/// Maximum chars of a name.
const LONGEST: usize = 200;
/// Name that counts all further datasets.
pub(super) const OTHER: &str = "other";

/// Names under which cuts are counted, bounded in number whatever the labels.
///
/// ```
/// use tooltrim::signals::Datasets;
///
/// let mut datasets = Datasets::default();
/// assert_eq!(datasets.name("fetch_reddit.posts[3].snippet"), "fetch_reddit.posts[*].snippet");
/// assert_eq!(datasets.name(""), "unlabelled");
/// ```
///
/// Indexes become `[*]`, control characters become spaces, and a name is cut at 200 chars. After 500 names every new
/// one is `other`.
#[derive(Clone, Debug, Default)]
pub struct Datasets {
    known: Sorted<String, ()>,
}

impl Datasets {
    /// Returns the name for a label.
    pub fn name(&mut self, label: &str) -> String {
        let name = dataset(label);
        if self.known.contains(&name) {
            return name;
        }
        if self.known.as_slice().len() >= MOST {
            return OTHER.into();
        }
        self.known.get_or_insert_with(name.clone(), || ());
        name
    }
}

/// Returns the name for a label, without regard to how many there are.
pub(super) fn dataset(label: &str) -> String {
    let mut name = String::new();
    let mut chars = 0;
    let mut rest = label;
    while let Some(c) = rest.chars().next().filter(|_| chars < LONGEST) {
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
        // Some readers treat U+2028 and U+2029 as line breaks, too.
        let broken = c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
        name.push(if broken { ' ' } else { c });
        chars += 1;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if c == '[' && digits > 0 && rest.as_bytes().get(digits) == Some(&b']') {
            name.push_str("*]");
            chars += 2;
            rest = rest.get(digits + 1..).unwrap_or_default();
        }
    }
    if name.trim().is_empty() { UNLABELLED.into() } else { name }
}

#[cfg(test)]
mod tests {
    use super::{Datasets, LONGEST, MOST, dataset};
    use alloc::format;

    #[test]
    fn indexes_become_a_star_and_other_brackets_stay() {
        assert_eq!(dataset("t.a[0].b[17][2]"), "t.a[*].b[*][*]");
        assert_eq!(dataset("[5]"), "[*]");
        for label in ["a[]", "a[-1]", "a[x]", "a[3", "a]3[", "a[*]", "a[1x]", "[[", "["] {
            assert_eq!(dataset(label), label);
        }
    }

    #[test]
    fn a_name_is_one_short_line() {
        assert_eq!(dataset("a\r\nb\u{0}c\u{85}d\u{2028}e"), "a  b c d e");
        assert_eq!(dataset("\n \t"), "unlabelled");
        assert_eq!(dataset(&"\u{1f600}".repeat(300)).chars().count(), LONGEST);
        assert_eq!(dataset(&"[1]".repeat(300)).chars().count(), LONGEST + 1);
    }

    #[test]
    fn after_so_many_names_the_rest_is_other_and_the_known_stay() {
        let mut datasets = Datasets::default();
        for n in 0..MOST {
            assert_eq!(datasets.name(&format!("tool{n}")), format!("tool{n}"));
        }
        assert_eq!(datasets.name("one more"), "other");
        assert_eq!(datasets.name("tool7"), "tool7");
        assert_eq!(datasets.name(""), "other");
    }
}
