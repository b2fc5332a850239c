//! Token counts of texts that are not read in full.

use alloc::string::String;
use alloc::vec::Vec;

use crate::measure::estimate_tokens;
use crate::source::{Source, piece, utf16_len};

/// Texts up to this many UTF-16 units are counted in full; of a longer text, both ends and windows between them, this
/// many units together.
pub(crate) const WHOLE: usize = 2048;
/// Each end.
const END: usize = WHOLE / 4;
/// Windows between the ends. Texts change their kind: prose around a data URL, a table below a heading.
const WINDOWS: usize = 8;
const WINDOW: usize = WHOLE / 2 / WINDOWS;

/// Counts the tokens of a text.
pub(crate) type Count<'c> = &'c dyn Fn(&str) -> u64;

/// Returns the token estimate, as a [`Count`].
pub(crate) fn estimate(text: &str) -> u64 {
    estimate_tokens(text) as u64
}

/// Returns the tokens of a text by a counter. Of a long text the ends are counted, and what is between them is
/// extrapolated from windows whose places follow from its length.
pub(crate) fn tokens_of<S: Source + ?Sized>(source: &S, count: Count<'_>) -> u64 {
    let len = source.len();
    let units = source.utf16(0, len);
    if units <= WHOLE {
        return count(source.read(0, len, &mut Vec::new()));
    }
    let (head, tail) = (source.skip_utf16(0, len, END), source.skip_utf16_back(0, len, END));
    let ends = piece(source, 0, head) + &piece(source, tail, len);
    let between = units - utf16_len(&ends).min(units);
    let (mut windows, mut at, mut skipped) = (String::new(), head, 0);
    for place in samples(between - WINDOW, WINDOWS) {
        at = source.skip_utf16(at, tail, place - skipped);
        windows.push_str(&piece(source, at, source.skip_utf16(at, tail, WINDOW)));
        skipped = place;
    }
    count(&ends) + scaled(count(&windows), between as u64, utf16_len(&windows) as u64)
}

/// Scales the tokens of `sampled` units to a text of `units` units, rounded up.
pub(crate) fn scaled(tokens: u64, units: u64, sampled: u64) -> u64 {
    if units <= sampled { tokens } else { (tokens * units).div_ceil(sampled.max(1)) }
}

/// Returns positions spread over `all`, one in each of `count` equal parts. They are not always the first of a part,
/// because histories have rhythms.
pub(crate) fn samples(all: usize, count: usize) -> impl Iterator<Item = usize> {
    (0..count).map(move |sample| {
        let (from, to) = (sample * all / count, (sample + 1) * all / count);
        // 32 bits on every platform, as on WebAssembly.
        let jump = (sample as u32).wrapping_mul(2_654_435_761) as usize;
        from + jump % (to - from).max(1)
    })
}
