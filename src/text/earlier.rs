//! Markers of earlier cuts in a text: a new gap over one of them hides more than it counts.

use alloc::vec::Vec;

use crate::forms::mentions_truncation;
use crate::plain::PLAIN;
use crate::source::{Source, floor, piece, utf16_len};

/// Limit in UTF-16 units for texts that are searched. Results of an earlier cut are rarely longer, and a stream still holds
/// all of such a text.
const MOST: usize = 1 << 16;

/// Positions of the markers, in UTF-16 units.
#[derive(Clone, Debug, Default)]
pub(crate) struct Earlier(Vec<u64>);

impl Earlier {
    /// Finds the markers in a text; none in a long one.
    pub(crate) fn of<S: Source + ?Sized>(source: &S) -> Self {
        let (len, mut found) = (source.len(), Vec::new());
        let hole = source.facts().map_or(0, |facts| facts.hole.utf16);
        // A UTF-16 unit is at most three bytes.
        if PLAIN || hole > 0 || len > 3 * MOST || source.utf16(0, len) > MOST {
            return Self(found);
        }
        let text = piece(source, 0, len);
        let (mut at, mut counted) = (0, 0);
        for bracket in memchr::memchr2_iter(b'[', b'(', text.as_bytes()) {
            if may_mark(&text, bracket) && mentions_truncation(around(&text, bracket)) {
                counted += utf16_len(text.get(at..bracket).unwrap_or_default()) as u64;
                at = bracket;
                found.push(counted);
            }
        }
        Self(found)
    }

    /// Returns `true` if one of them lies in this range.
    pub(crate) fn is_in(&self, from: u64, to: u64) -> bool {
        let first = self.0.partition_point(|at| *at < from);
        self.0.get(first).is_some_and(|at| *at < to)
    }
}

/// Rejects nearly all brackets of logs and programs: each sign has one of these at its bracket.
fn may_mark(text: &str, bracket: usize) -> bool {
    const BEHIND: [&str; 6] =
        ["[truncated", "[content truncated", "[\u{2026} ", "[-", "(response truncated", "(tool result truncated"];
    let (before, behind) = text.split_at_checked(bracket).unwrap_or_default();
    BEHIND.iter().any(|sign| behind.starts_with(sign)) || before.ends_with("exceeds size limit ")
}

/// Returns the text around a bracket that may belong to a sign: up to other brackets, and in one line.
fn around(text: &str, bracket: usize) -> &str {
    const BEFORE: usize = 32;
    const AFTER: usize = 64;
    let from = floor(text, bracket.saturating_sub(BEFORE));
    let to = floor(text, bracket.saturating_add(AFTER).min(text.len()));
    let before = text.get(from..bracket).unwrap_or_default();
    let from = before.rfind(['\n', ']', ')']).map_or(from, |end| from + end + 1);
    let after = text.get(bracket + 1..to).unwrap_or_default();
    let to = after.find(['\n', '[', '(']).map_or(to, |end| bracket + 1 + end);
    text.get(from..to).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::Earlier;
    use crate::forms::TRUNCATION_SIGNS;
    use crate::source::StrSource;

    #[test]
    fn each_sign_is_found_as_it_is_written() {
        for sign in TRUNCATION_SIGNS {
            let sign = sign.replace("{count}", "1,234");
            let written = match &*sign {
                "value exceeds size limit" => format!("{sign} (9 bytes, max 5) [content truncated for context limit]"),
                "content truncated for context limit" => format!("[{sign}]"),
                "response truncated" | "tool result truncated" => format!("({sign})"),
                _ => sign,
            };
            let text = format!("a [1] b (2)\n{written} c");
            assert!(Earlier::of(&StrSource(&text)).is_in(0, text.len() as u64), "{written}");
        }
        let log = "[10/Oct/2000:13:55:36 -0700] \"GET /a HTTP/1.0\" (200) [tool] (c) [-1, 2] [x] - (3 of 4)\n";
        assert!(!Earlier::of(&StrSource(log)).is_in(0, 99));
    }
}
