//! Numbers as people write them, and as sizes.

use alloc::string::{String, ToString};

/// Returns the number as a size; the largest size for a number that no address reaches.
pub(crate) fn saturate(number: impl TryInto<usize>) -> usize {
    number.try_into().unwrap_or(usize::MAX)
}

/// Returns `number` × `of` ÷ `all`. Of products beyond 64 bits the last digits may differ: numbers of 128 bits take more code.
pub(crate) fn part(number: usize, of: u64, all: u64) -> usize {
    let (number, mut of, mut all) = (number as u64, of, all);
    while number.checked_mul(of).is_none() {
        (of, all) = (of / 2, all / 2);
    }
    saturate(number.saturating_mul(of) / all.max(1))
}

/// `1234567` as `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut result = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            result.push(',');
        }
        result.push(digit);
    }
    result
}

/// `1 line`, `2 lines`.
pub(crate) fn counted(count: usize, one: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    alloc::format!("{count} {one}{plural}")
}

/// A size as an error shows it; infinity saturates, and is shown as hosts write it.
pub(crate) fn shown(size: u64) -> String {
    if size == u64::MAX { String::from("Infinity") } else { size.to_string() }
}
