//! Tokens of texts that are not read as a whole.

use alloc::vec::Vec;

use crate::measure::estimate_tokens;
use crate::source::{Source, ends_of, utf16_len};

/// Texts up to this many UTF-16 units are counted whole; of longer ones, both ends of this total length.
pub(crate) const WHOLE: usize = 2048;

/// Counts the tokens of a text.
pub(crate) type Count<'c> = &'c dyn Fn(&str) -> u64;

/// The estimate, as a counter.
pub(crate) fn estimate(text: &str) -> u64 {
    estimate_tokens(text) as u64
}

/// The tokens of a text by a counter, of a long one by the density of its ends.
pub(crate) fn tokens_of<S: Source + ?Sized>(source: &S, count: Count<'_>) -> u64 {
    let len = source.len();
    let units = source.utf16(0, len);
    if units <= WHOLE {
        return count(source.read(0, len, &mut Vec::new()));
    }
    let (head, tail) = ends_of(source, WHOLE / 2);
    let sampled = utf16_len(&head) + utf16_len(&tail);
    scaled(count(&head) + count(&tail), units as u64, sampled as u64)
}

/// Extrapolates the tokens of a text of `units` units from a sample. Rounded up.
pub(crate) fn scaled(tokens: u64, units: u64, sampled: u64) -> u64 {
    if units <= sampled { tokens } else { (tokens * units).div_ceil(sampled.max(1)) }
}

/// Positions spread over `all`, one in each of `count` equal parts; not always its first, as histories have rhythms.
pub(crate) fn samples(all: usize, count: usize) -> impl Iterator<Item = usize> {
    (0..count).map(move |sample| {
        let (from, to) = (sample * all / count, (sample + 1) * all / count);
        // In 32 bits on every platform, like `usize` in WebAssembly.
        let jump = (sample as u32).wrapping_mul(2_654_435_761) as usize;
        from + jump % (to - from).max(1)
    })
}
