//! Is there anything in a line that could matter? Asked of every line, answered no for nearly all of them.
//!
//! At every other place three bytes are looked up in a set of those with which fragments of words begin, at their first
//! byte or at their second: some operations for two bytes, whatever the text holds. What passes is compared.

use super::terms::{SORTED, TERMS, is_trigger};

/// Bits of a place in the set: 16 KB, which stay in the processor's nearest cache.
const BITS: usize = 14;

/// Marks the first byte of a fragment, or the byte after it.
const FIRST_BYTE: u8 = 1;
const SECOND_BYTE: u8 = 2;

/// Triples of bytes at the start of a fragment or one byte later. Collisions only cost a comparison.
static BEGINS: [u8; 1 << BITS] = {
    let mut set = [0; 1 << BITS];
    let mut index = 0;
    while index < TERMS.len() {
        if let Some(fragment) = TERMS[index].trigger() {
            let fragment = fragment.as_bytes();
            let first = add(add(0, fragment[0], fragment[1]), fragment[2], 0);
            let second = add(add(0, fragment[1], fragment[2]), fragment[3], 0);
            set[place(first)] |= FIRST_BYTE;
            set[place(second)] |= SECOND_BYTE;
        }
        index += 1;
    }
    set
};

/// Shifts a byte into the last four, with a bit that ignores case: other bytes may collide, which is harmless.
const fn add(last: u32, first: u8, second: u8) -> u32 {
    last << 16 | (first as u32) << 8 | second as u32 | 0x2020
}

/// The place of the first three of them.
const fn place(last: u32) -> usize {
    ((last & 0xffff_ff00).wrapping_mul(0x9e37_79b1) >> (32 - BITS)) as usize
}

/// Returns the start of the first fragment.
pub(crate) fn find(text: &[u8]) -> Option<usize> {
    all(text).next()
}

/// Returns the starts of fragments.
pub(crate) fn all(text: &[u8]) -> impl Iterator<Item = usize> {
    let mut rest = text;
    let (mut at, mut last) = (0_usize, 0);
    let mut second = None;
    core::iter::from_fn(move || {
        if let Some(place) = second.take()
            && begins(text, place)
        {
            return Some(place);
        }
        loop {
            // Patterns, not an iterator: optimized for size, its `next` is called for each pair.
            (last, rest) = match rest {
                [first, second, after @ ..] => (add(last, *first, *second), after),
                [byte, after @ ..] => (add(last, *byte, 0), after),
                [] => return None,
            };
            at += 2;
            // Three bytes from `at - 4` on: a fragment may begin there, or one byte before.
            let passes = BEGINS[place(last)];
            if passes != 0 && at >= 4 {
                let first = (passes & FIRST_BYTE != 0).then_some(at - 4);
                if passes & SECOND_BYTE != 0 && at > 4 && begins(text, at - 5) {
                    second = first;
                    return Some(at - 5);
                }
                if let Some(place) = first
                    && begins(text, place)
                {
                    return first;
                }
            }
        }
    })
}

/// True when a fragment begins at a place, without regard to case in ASCII.
#[inline(never)]
fn begins(text: &[u8], at: usize) -> bool {
    let text = text.get(at..).unwrap_or_default();
    let Some(&[first, second, third]) = text.first_chunk::<3>() else { return false };
    let [first, second, third] = [first, second, third].map(|byte| byte.to_ascii_lowercase());
    SORTED.starting(first).iter().any(|&(term, kind)| {
        let fragment = term.as_bytes();
        // Most differ here.
        fragment.get(1) == Some(&second)
            && fragment.get(2) == Some(&third)
            && text.get(..fragment.len()).is_some_and(|start| start.eq_ignore_ascii_case(fragment))
            && is_trigger(term, kind)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_line_has_none() {
        for line in ["", "ab", "Compiling serde v1.0.1", "  CC      core/user_resolve_1868.o", "ok 12 - adds numbers"] {
            assert_eq!(find(line.as_bytes()), None, "{line}");
        }
    }
}
