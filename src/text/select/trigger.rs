//! Is there anything in a line that could matter? Asked of every line, answered no for nearly all of them.
//!
//! A hundred fragments of words share 32 buckets. Three tables say for a byte in which buckets it may be the first,
//! second or third of a fragment: three loads and two ands a byte, whatever the text holds. What passes is compared.

use super::words::FRAGMENTS;

const BUCKETS: usize = 32;

struct Tables {
    first: [u32; 256],
    second: [u32; 256],
    third: [u32; 256],
}

static TABLES: Tables = tables();

/// Fragments that begin alike share a bucket: then fewer strangers pass.
const fn bucket(fragment: &[u8]) -> u32 {
    let number = fragment[0] as usize * 7 + fragment[1] as usize * 3 + fragment[2] as usize;
    1 << (number % BUCKETS)
}

const fn tables() -> Tables {
    let mut tables = Tables { first: [0; 256], second: [0; 256], third: [0; 256] };
    let mut index = 0;
    while index < FRAGMENTS.len() {
        let fragment = FRAGMENTS[index].as_bytes();
        let bucket = bucket(fragment);
        tables.first[fragment[0] as usize] |= bucket;
        tables.first[fragment[0].to_ascii_uppercase() as usize] |= bucket;
        tables.second[fragment[1] as usize] |= bucket;
        tables.second[fragment[1].to_ascii_uppercase() as usize] |= bucket;
        tables.third[fragment[2] as usize] |= bucket;
        tables.third[fragment[2].to_ascii_uppercase() as usize] |= bucket;
        index += 1;
    }
    tables
}

/// Where the first fragment begins.
pub(super) fn find(text: &[u8]) -> Option<usize> {
    all(text).next()
}

/// Where fragments begin.
pub(super) fn all(text: &[u8]) -> impl Iterator<Item = usize> {
    text.windows(3).enumerate().filter_map(|(at, window)| {
        let &[first, second, third] = window else { return None };
        let passes =
            TABLES.first[usize::from(first)] & TABLES.second[usize::from(second)] & TABLES.third[usize::from(third)];
        (passes != 0 && begins(text.get(at..).unwrap_or_default())).then_some(at)
    })
}

/// True when the text begins with a fragment, without regard to case in ASCII.
#[inline(never)]
fn begins(text: &[u8]) -> bool {
    FRAGMENTS
        .iter()
        .any(|fragment| text.get(..fragment.len()).is_some_and(|start| start.eq_ignore_ascii_case(fragment.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fragment_is_found_in_any_case_and_place() {
        for fragment in FRAGMENTS {
            let text = std::format!("12:30 ab {fragment} z");
            assert!(find(text.as_bytes()).is_some_and(|at| at <= 9), "{fragment}");
            assert!(find(text.to_ascii_uppercase().as_bytes()).is_some(), "{fragment}");
        }
    }

    #[test]
    fn a_plain_line_has_none() {
        for line in ["", "ab", "Compiling serde v1.0.1", "  CC      core/user_resolve_1868.o", "ok 12 - adds numbers"] {
            assert_eq!(find(line.as_bytes()), None, "{line}");
        }
    }
}
