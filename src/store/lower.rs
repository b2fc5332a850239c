//! Small letters, from a table of 1 KB: the one of the standard library takes 12 KB of the WebAssembly module.

mod table;
#[cfg(test)]
mod tests;

use table::{DIFFERENCES, RUNS};

/// Bits of a run that are the number of its letters, below the bit of those that are every second char.
const COUNT_BITS: u32 = 8;

/// The lower case of a char, as [`char::to_lowercase`] has it, but one char: the dot that it leaves of `İ` is missing.
pub(super) fn lower(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    let code = c as u32;
    let Some(at) = RUNS.partition_point(|run| run >> (COUNT_BITS + 1) <= code).checked_sub(1) else { return c };
    let (Some(run), Some(&difference)) = (RUNS.get(at), DIFFERENCES.get(at)) else { return c };
    let (first, every_second) = (run >> (COUNT_BITS + 1), run >> COUNT_BITS & 1);
    let place = code - first;
    if place >> every_second >= run & ((1 << COUNT_BITS) - 1) || place & every_second != 0 {
        return c;
    }
    // The small letter is in the same plane, so 16 bits of the difference are enough.
    let low = (code as u16).wrapping_add(difference);
    char::from_u32((code & !0xffff) | u32::from(low)).unwrap_or(c)
}
