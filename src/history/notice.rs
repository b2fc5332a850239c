//! The line for users that says how much smaller a history has become.

use alloc::format;
use alloc::string::String;

use crate::number::grouped;

/// Returns the notice of a step: how many of all were changed, how, and the tokens before and after.
pub(crate) fn notice((changed, all): (usize, usize), how: &str, (before, after): (u64, u64)) -> String {
    format!(
        "\u{26a0}\u{fe0f} Context compacted to save tokens: {changed} of {all} {how}, {} -> {} tokens",
        grouped(before),
        grouped(after),
    )
}
