//! Is there anything in a line that could matter? Asked of every line, answered no for nearly all of them.
//!
//! At every other place three bytes are looked up in a set of those with which fragments of words begin, at their first
//! byte or at their second: some operations for two bytes, whatever the text holds. What passes is compared.

use super::terms::{self, TERMS};

/// Bits of a place in the set: 16 KB, which stay in the processor's nearest cache.
const BITS: u32 = 14;

/// Triples of bytes at the start of a fragment or one byte later. Collisions only cost a comparison.
static KNOWN: [bool; 1 << BITS] = {
    let mut set = [false; 1 << BITS];
    let mut index = 0;
    while index < TERMS.len() {
        if let Some(fragment) = TERMS[index].trigger() {
            let [first, second, third, fourth] = terms::start(fragment.as_bytes()).to_le_bytes();
            set[place(u64::from_le_bytes([first, second, third, 0, 0, 0, 0, 0]))] = true;
            set[place(u64::from_le_bytes([second, third, fourth, 0, 0, 0, 0, 0]))] = true;
        }
        index += 1;
    }
    set
};

/// The place of the three lowest bytes.
const fn place(bytes: u64) -> usize {
    (((bytes << 8) as u32).wrapping_mul(0x9e37_79b1) >> (32 - BITS)) as usize
}

/// Bytes that are read at once, and by how many the next ones are further on: a fragment that begins in the last two has
/// no triple of its own there.
const WINDOW: usize = 8;
const STEP: usize = 6;

/// A bit that ignores case: other bytes may collide, which is harmless.
const FOLDED: u64 = 0x2020_2020_2020_2020;

/// Returns the start of the first fragment.
pub(crate) fn find(text: &[u8]) -> Option<usize> {
    next(text, 0)
}

/// Returns the starts of fragments.
pub(crate) fn all(text: &[u8]) -> impl Iterator<Item = usize> {
    let mut from = 0;
    core::iter::from_fn(move || {
        let found = next(text, from)?;
        from = found + 1;
        Some(found)
    })
}

/// Returns the start of the first fragment that begins at a place or after it.
fn next(text: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(window) = text.get(at..).and_then(<[u8]>::first_chunk::<WINDOW>) {
        let bytes = u64::from_le_bytes(*window) | FOLDED;
        if KNOWN[place(bytes >> 8)] | KNOWN[place(bytes >> 24)] | KNOWN[place(bytes >> 40)] {
            // Each covers the place before it, and its own.
            for step in [0, 2, 4] {
                if KNOWN[place(bytes >> (8 * step + 8))]
                    && let Some(found) = among(text, at + step, at + step + 2)
                {
                    return Some(found);
                }
            }
        }
        at += STEP;
    }
    among(text, at, text.len().saturating_sub(3))
}

/// Returns the first of some places at which a fragment begins.
#[inline(never)]
fn among(text: &[u8], from: usize, to: usize) -> Option<usize> {
    let mut at = from;
    while at < to {
        if terms::begins(text.get(at..).unwrap_or_default()) {
            return Some(at);
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn a_plain_line_has_none() {
        for line in ["", "ab", "Compiling serde v1.0.1", "  CC      core/user_resolve_1868.o", "ok 12 - adds numbers"] {
            assert_eq!(find(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn a_fragment_is_found_wherever_it_stands() {
        for fragment in TERMS.iter().filter_map(super::super::terms::Term::trigger) {
            for (before, after) in (0..9).flat_map(|before| (0..9).map(move |after| (before, after))) {
                let line = format!("{}{fragment}{}", "x".repeat(before), "y".repeat(after));
                for line in [line.to_ascii_uppercase(), line] {
                    let found: Vec<usize> = all(line.as_bytes()).collect();
                    assert!(found.contains(&before), "{line}: {found:?}");
                }
            }
        }
    }

    #[test]
    fn all_are_the_places_at_which_a_term_begins() {
        let line = String::from("x failed, error_handler: kill -9, not found; nicht gefunden, 错误 err: ●");
        let naive = |at: &usize| {
            let text = &line.as_bytes()[*at..];
            TERMS
                .iter()
                .filter_map(super::super::terms::Term::trigger)
                .any(|term| text.get(..term.len()).is_some_and(|start| start.eq_ignore_ascii_case(term.as_bytes())))
        };
        let expected: Vec<usize> = (0..line.len()).filter(naive).collect();
        assert!(expected.len() > 6);
        assert_eq!(all(line.as_bytes()).collect::<Vec<_>>(), expected);
    }
}
