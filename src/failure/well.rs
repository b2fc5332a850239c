//! Lines that say themselves that all is well.

use super::signs::Starts;
use super::terms::{Kind, meaning};
use super::token::Token;
use super::within::holds;
use crate::quick::{ends_with_any, ends_with_char, last_position, split_at_part, starts_with_char, trim_end};

/// Probes, whose failure is an answer, and tests of Go.
const BEGINS: Starts =
    Starts::new(&["-- Performing ", "-- Looking for ", "-- Check", "checking ", "Checking ", "--- PASS", "--- SKIP"]);
const ENDS: [&str; 2] = ["(ignored)", "expected failure"];

/// Returns `true` for lines that state success: `✓ throws on bad input`, `test_error ... ok`.
pub(crate) fn is_well(text: &str) -> bool {
    if starts_with_char(text, &['\u{2713}', '\u{2714}', '\u{221a}', '\u{2705}']) {
        return true;
    }
    if is_commit(text) {
        return true;
    }
    let Some(first) = Token::all(text).next() else { return false };
    // Before the first word stand no letters.
    // `Passed in:` (busted) is a label.
    let begins_well = first.meaning() == Some(Kind::Well) && !first.is_joined() && !text.ends_with(':');
    if begins_well && !holds(text, "not ok") || BEGINS.begin(text) || ends_with_any(text, &ENDS) {
        return true;
    }
    // Behind it may stand how far the run is: `PASSED [ 73%]`, `PASSED (0.1 s)`.
    let end = last_position(text.as_bytes(), b' ', b'\t').map_or(0, |at| at + 1);
    let last = text.get(end..).unwrap_or_default();
    let text = if last.ends_with([']', ')']) {
        last_position(text.as_bytes(), b'[', b'(').and_then(|at| text.get(..at)).unwrap_or(text)
    } else {
        text
    };
    let text = trim_end(text);
    let end = last_position(text.as_bytes(), b' ', b'\t').map_or(0, |at| at + 1);
    let (before, last) = text.split_at_checked(end).unwrap_or(("", text));
    if meaning(last.as_bytes()) != Some(Kind::Well) {
        return false;
    }
    let before = before.trim_end_matches(' ');
    if before.ends_with(|c: char| c.is_ascii_digit()) {
        return last == "ok";
    }
    // `... ok`, `: passed`, `PASSED`: an answer, and not the end of a sentence.
    let answers = ends_with_char(before, &['.', '\u{2026}', ':', '-', '\t', '=']) || before.len() + 1 < end;
    answers || !last.bytes().any(|byte| byte.is_ascii_lowercase())
}

/// Returns `true` for the first line of `git commit`, which quotes a subject: `[main 2564804] Retry failed requests`.
fn is_commit(text: &str) -> bool {
    let Some((place, _)) = text.strip_prefix('[').and_then(|text| split_at_part(text, "] ")) else { return false };
    let hash = place.rsplit(' ').next().unwrap_or_default();
    hash.len() < place.len() && (7..=40).contains(&hash.len()) && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
}
