//! A line that may repeat, and what it is compared with.

use alloc::collections::VecDeque;
use alloc::string::String;

use super::mask::masked;

/// A line with what makes it quick to compare.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    /// Without its end.
    pub(super) body: String,
    pub(super) end: &'static str,
    /// Equal for similar lines, seldom for others.
    pub(super) hash: u64,
    /// With measures masked, once it was asked for.
    pub(super) key: Option<String>,
}

/// Whether the last line equals the one so many before it, and whether they are similar.
pub(super) fn compare(recent: &mut VecDeque<Line>, back: usize) -> (bool, bool) {
    let last = recent.len().saturating_sub(1);
    let (Some(line), Some(before)) = (recent.get(last), last.checked_sub(back).and_then(|at| recent.get(at))) else {
        return (false, false);
    };
    if before.hash != line.hash {
        return (false, false);
    }
    if before.body == line.body {
        return (true, true);
    }
    for at in [last, last - back] {
        if let Some(line) = recent.get_mut(at) {
            line.key.get_or_insert_with(|| masked(&line.body));
        }
    }
    let key = |at: usize| recent.get(at).map(|line| &line.key);
    (false, key(last) == key(last - back))
}
