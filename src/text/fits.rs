//! Tests whether a text is within the limits, by its length alone if that is enough.

use super::rules::Rules;
use crate::measure::tokens_within;
use crate::source::Source;

/// True when the text is within all limits but a caller's own token counter's.
pub(crate) fn fits<S: Source + ?Sized>(source: &S, rules: &Rules) -> bool {
    let len = source.len();
    let bounds = source.bounds();
    within(rules.limits.chars, bounds.chars, |limit| source.skip_chars(0, len, limit) >= len)
        && within(rules.limits.utf16, bounds.utf16, |limit| source.skip_utf16(0, len, limit) >= len)
        && within(rules.limits.bytes, bounds.bytes, |limit| source.skip_bytes(0, len, limit) >= len)
        && within(rules.limits.newlines, (usize::from(len > 0), len), |limit| lines_within(source, limit))
}

/// True when the estimate for the whole text is at most `limit`, and its bytes are not too many for the token limit.
/// Stops reading once it cannot be.
pub(crate) fn estimate_within<S: Source + ?Sized>(source: &S, rules: &Rules, limit: usize) -> bool {
    let len = source.len();
    let (least, most) = source.bounds().bytes;
    let span = rules.limits.span.unwrap_or(usize::MAX);
    least <= span && tokens_within(source, 0, len, limit) && (most <= span || source.bytes(0, len) <= span)
}

fn within(limit: Option<usize>, (least, most): (usize, usize), fits_within: impl Fn(usize) -> bool) -> bool {
    match limit {
        Some(limit) if most > limit => least <= limit && fits_within(limit),
        _ => true,
    }
}

/// The text has at most `limit` lines when nothing follows the last LF that the limit allows.
fn lines_within<S: Source + ?Sized>(source: &S, limit: usize) -> bool {
    let len = source.len();
    let mut at = 0;
    for _ in 0..limit {
        match source.newline_after(at, len) {
            Some(end) => at = end,
            None => return true,
        }
    }
    at >= len
}
