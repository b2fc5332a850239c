//! The block of an earlier step that came back in the messages: its text is all that is left of its exchanges.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::call::line::CHANGES;
use crate::compact::plan::block::{Block, SAID};
use crate::compact::plan::mentions::NAMES;
use crate::failure::{Severity, classify};
use crate::history::HEAD;
use crate::order::ordered;
use crate::quick::contains;
use crate::source::utf16_len;

/// Marks of lines about changes, beside the verbs.
const EDITS: &str = "edit(s)";
/// Follows the number of lines for which there was no room.
const MORE_LINES: &str = " earlier line(s) left out";

impl Block {
    pub(super) fn carried_text(&self) -> Option<String> {
        self.carried.as_ref().map(|carried| carried.text.clone())
    }

    /// The lines of the block that came back, below its head.
    fn carried_lines(&self) -> Vec<&str> {
        let text = self.carried.as_ref().map_or("", |carried| &*carried.text);
        let below = text.strip_prefix(HEAD).unwrap_or(text);
        // The names are listed again from the originals.
        let is_listed = |line: &&str| line.is_empty() || (self.most_names > 0 && line.starts_with(NAMES));
        below.lines().filter(|line| !is_listed(line)).collect()
    }

    /// UTF-16 units of these lines, with their line breaks.
    pub(super) fn carried_units(&self) -> u64 {
        self.carried_lines().iter().map(|line| utf16_len(line) as u64 + 1).sum()
    }

    /// As many of these lines as `most` units hold, those that speak of changes and failures first, and the number of
    /// others; each with a line break before it.
    pub(super) fn carry(&self, most: u64) -> String {
        let lines = self.carried_lines();
        let units = |line: &str| utf16_len(line) as u64 + 1;
        if lines.iter().map(|line| units(line)).sum::<u64>() <= most {
            return lines.iter().flat_map(|line| ["\n", line]).collect();
        }
        let changes = |line: &str| {
            line.starts_with(SAID) || contains(line, EDITS) || CHANGES.iter().any(|verb| contains(line, verb))
        };
        let rank = |at: &usize| {
            let line = lines.get(*at).copied().unwrap_or_default();
            let class = if fails(line) { 0 } else { 1 + u64::from(!changes(line)) };
            (class << 32) | (lines.len() - at) as u64
        };
        let mut left = most.saturating_sub(utf16_len(MORE_LINES) as u64 + 12);
        let mut shown = vec![false; lines.len()];
        for at in ordered((0..lines.len()).collect(), rank) {
            let Some(rest) = left.checked_sub(units(lines[at])) else { continue };
            (left, shown[at]) = (rest, true);
        }
        let dropped = shown.iter().filter(|shown| !**shown).count();
        let mut text = String::new();
        for (line, _) in lines.iter().zip(&shown).filter(|(_, shown)| **shown) {
            text.push('\n');
            text.push_str(line);
        }
        let more = format!("\n- {dropped}{MORE_LINES}");
        if utf16_len(&text) as u64 + utf16_len(&more) as u64 <= most { text + &more } else { text }
    }
}

/// Returns `true` for a line about a failure: that a call failed, or the error itself.
fn fails(line: &str) -> bool {
    contains(line, "FAILED")
        || classify(line.strip_prefix("- ").unwrap_or(line), &mut String::new()).severity >= Severity::Error
}

/// Puts lines below the head of a block.
pub(super) fn joined(lines: &str, block: &str) -> String {
    match block.strip_prefix(HEAD) {
        _ if lines.is_empty() => String::from(block),
        Some(below) => [HEAD, lines, below].concat(),
        None => [HEAD, lines, "\n", block].concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::fails;

    #[test]
    fn a_path_is_no_failure() {
        for line in [
            "- Ran `npm test` - FAILED, exit code 1",
            "TypeError: x is no function",
            "- error[E0382]: borrow of moved value",
        ] {
            assert!(fails(line), "{line}");
        }
        for line in
            ["- Read src/mirror.ts", "- Edited src/errors.rs, src/terror.ts", "- Searched \"error\" in src, 12 hits"]
        {
            assert!(!fails(line), "{line}");
        }
    }
}
