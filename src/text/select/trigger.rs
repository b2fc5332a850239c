//! Is there anything in a line that could matter? Asked of every line, answered no for nearly all of them.
//!
//! Three bytes in a row are looked up in a set of those with which fragments of words begin: some operations a byte,
//! whatever the text holds. What passes is compared.

use super::fragments::{FIRST, FRAGMENTS};

/// Bits of a place in the set: 16 KB, which stay in the processor's nearest cache.
const BITS: usize = 14;

/// Which three bytes begin a fragment. Two may share a place: then one compares in vain.
static BEGINS: [u8; 1 << BITS] = {
    let mut set = [0; 1 << BITS];
    let mut index = 0;
    while index < FRAGMENTS.len() {
        let fragment = FRAGMENTS[index].as_bytes();
        set[place(add(add(add(0, fragment[0]), fragment[1]), fragment[2]))] = 1;
        index += 1;
    }
    set
};

/// The last bytes, with a bit set that tells upper from lower case: other bytes meet others there, which is no harm.
const fn add(last: u32, byte: u8) -> u32 {
    last << 8 | byte as u32 | 0x20
}

/// Three bytes are left when the oldest is shifted out.
const fn place(last: u32) -> usize {
    ((last << 8).wrapping_mul(0x9e37_79b1) >> (32 - BITS)) as usize
}

/// Where the first fragment begins.
pub(super) fn find(text: &[u8]) -> Option<usize> {
    all(text).next()
}

/// Where fragments begin.
pub(super) fn all(text: &[u8]) -> impl Iterator<Item = usize> {
    let mut last = 0;
    let mut bytes = text.iter().enumerate();
    core::iter::from_fn(move || {
        for (at, &byte) in bytes.by_ref() {
            last = add(last, byte);
            if BEGINS[place(last)] != 0 && at >= 2 && begins(text.get(at - 2..).unwrap_or_default()) {
                return Some(at - 2);
            }
        }
        None
    })
}

/// True when the text begins with a fragment, without regard to case in ASCII.
#[inline(never)]
fn begins(text: &[u8]) -> bool {
    let first = usize::from(text.first().map_or(0, u8::to_ascii_lowercase));
    let (Some(&from), Some(&to)) = (FIRST.get(first), FIRST.get(first + 1)) else { return false };
    let alike = FRAGMENTS.get(usize::from(from)..usize::from(to)).unwrap_or_default();
    alike
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
