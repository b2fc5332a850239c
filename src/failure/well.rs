//! Lines that say themselves that all is well.

use super::terms::Kind;
use super::token::Token;
use super::within::holds;
use crate::quick::{ends_with_char, last_position, split_at_part, starts_with_any, starts_with_char, trim_end};

/// Probes: their failure is an answer.
const PROBES: [&str; 5] = ["-- Performing ", "-- Looking for ", "-- Check", "checking ", "Checking "];

/// Returns `true` for lines that state success: `✓ throws on bad input`, `test_error ... ok`.
pub(super) fn is_well(text: &str) -> bool {
    if starts_with_char(text, &['\u{2713}', '\u{2714}', '\u{221a}', '\u{2705}']) {
        return true;
    }
    if is_commit(text) {
        return true;
    }
    let mut tokens = Token::all(text);
    let Some(first) = tokens.next() else { return false };
    let is = |token: &Token<'_>| token.meaning() == Some(Kind::Well) && !token.is_joined();
    if is(&first) && !holds(first.before, "not") && !holds(text, "not ok") {
        return true;
    }
    if starts_with_any(text, &PROBES) || text.ends_with("(ignored)") {
        return true;
    }
    if text.starts_with("--- PASS") || text.starts_with("--- SKIP") || text.ends_with("expected failure") {
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
    let before = before.trim_end_matches(' ');
    let counted = before.ends_with(|c: char| c.is_ascii_digit());
    // `... ok`, `: passed`, `PASSED`: an answer, and not the end of a sentence.
    let answers = ends_with_char(before, &['.', '\u{2026}', ':', '-', '\t', '=']) || before.len() + 1 < end;
    let token = Token::all(last).next().filter(|token| token.text.len() == last.len() && is(token));
    token.is_some_and(|token| if counted { last == "ok" } else { answers || token.is_upper() })
}

/// Returns `true` for the first line of `git commit`, which quotes a subject: `[main 2564804] Retry failed requests`.
fn is_commit(text: &str) -> bool {
    let Some((place, _)) = text.strip_prefix('[').and_then(|text| split_at_part(text, "] ")) else { return false };
    let hash = place.rsplit(' ').next().unwrap_or_default();
    hash.len() < place.len() && (7..=40).contains(&hash.len()) && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
}
