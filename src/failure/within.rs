//! A part of a line: the general search of the standard library costs more to set up than a line takes.

use crate::quick::{find, trim_end, trim_start};
use crate::source::floor;

/// Returns the text after the first occurrence of a part.
pub(crate) fn after<'a>(text: &'a str, part: &str) -> Option<&'a str> {
    find(text, part).and_then(|at| text.get(at + part.len()..))
}

pub(crate) fn holds(text: &str, part: &str) -> bool {
    after(text, part).is_some()
}

/// Returns `true` if a text begins with a lower-case one, ignoring case.
pub(super) fn begins(text: &str, small: &str) -> bool {
    let (text, small) = (text.as_bytes(), small.as_bytes());
    // Most differ in the first byte.
    text.first().map(u8::to_ascii_lowercase) == small.first().copied()
        && text.get(..small.len()).is_some_and(|start| start.eq_ignore_ascii_case(small))
}

/// Returns at most the first `most` bytes.
pub(crate) fn first(text: &str, most: usize) -> &str {
    text.get(..floor(text, most)).unwrap_or_default()
}

/// Characters with which tools draw rules: pytest `=` and `_`, Cargo `-`, Biome and Vitest lines of boxes.
const BARS: [char; 8] = ['=', '-', '_', '*', '\u{2500}', '\u{2501}', '\u{2550}', '\u{23af}'];
/// Length of a rule: `--- FAIL` (Go) and `__init__` have none.
const RULE: usize = 4;

/// Returns a line without the rules at its ends: `===== 5 failed =====` (pytest), `a.ts:1:5 lint/style/useConst ━━━━━`
/// (Biome). A line of nothing else stays.
pub(crate) fn without_bars(line: &str) -> &str {
    let start = trim_start(line);
    let bare = start.trim_start_matches(BARS);
    let is_rule = |rule: Option<&str>| rule.is_some_and(|rule| rule.chars().nth(RULE - 1).is_some());
    let begins = if is_rule(start.get(..start.len() - bare.len())) { trim_start(bare) } else { line };
    let end = trim_end(begins);
    let bare = end.trim_end_matches(BARS);
    let kept = if is_rule(end.get(bare.len()..)) { trim_end(bare) } else { begins };
    if kept.is_empty() { line } else { kept }
}
