//! Findings of linters and compilers: which line of them says where.

use alloc::string::String;

use super::classify::{Severity, classify};
use super::place::{has_place, is_path, leading_place};
use super::token::Token;
use super::within::holds;
use crate::quick::{contains, ends_with_any, split_once, starts_with_any, trim, trim_end, trim_start};

/// Lines between a finding and the one that names its place.
const APART: usize = 3;
/// Findings of a file below the line that names it.
const SAME_FILE: usize = 200;

/// Lines between an assertion of pytest and its place.
const BELOW: usize = 20;

/// Returns the index of the line that says where, for an error line that does not: above it for Biome (`a.ts:1:5
/// lint/style/useConst`) and `ESLint` (a path), below it for Cargo and Ruff (`--> a.py:1:8`) and pytest (`a.py:5:
/// AssertionError`). Returns that of the message if it stands on the next line.
pub(super) fn beside(lines: &[&str], at: usize) -> Option<usize> {
    let line = lines.get(at)?;
    if continues(line) {
        return (at + 1..lines.len()).find(|&below| lines.get(below).is_some_and(|line| !trim(line).is_empty()));
    }
    if let Some(header) = concise_header(lines, at) {
        return Some(header);
    }
    if has_place(line) {
        return None;
    }
    if lines.get(at + 1).is_some_and(|line| points(line)) {
        return Some(at + 1);
    }
    if line.starts_with("E   ") {
        let is_place = |line: &&str| leading_place(line).is_some();
        return (at + 1..lines.len().min(at + BELOW)).find(|&at| lines.get(at).is_some_and(is_place));
    }
    if is_position(line) {
        let above = (at.saturating_sub(SAME_FILE)..at).rev();
        return above
            .map_while(|at| Some((at, lines.get(at).filter(|line| !trim(line).is_empty())?)))
            .find(|(_, line)| !is_position(line))
            .filter(|(_, line)| is_path(line))
            .map(|(at, _)| at);
    }
    let heads =
        |line: &str| is_biome_header(line) || leading_place(line).is_some_and(|(place, _)| !place.ends_with(':'));
    // Next.js: a place alone, below a blank line.
    let above = |back: usize| at.checked_sub(back).and_then(|at| lines.get(at)).map_or("", |line| trim(line));
    if above(2).is_empty() && !above(1).contains(' ') && has_place(above(1)) {
        return Some(at - 1);
    }
    let indented = line.starts_with(' ');
    (at.saturating_sub(APART)..at).rev().find(|&at| indented && lines.get(at).is_some_and(|line| heads(line)))
}

/// Stands below the place of an error in PowerShell 7's concise view (`about_Preference_Variables`, `$ErrorView`), above code,
/// a pointer and the message.
const CONCISE: &str = "Line |";

/// Returns `true` for the line that announces such an error: `Get-Content: /srv/a.ps1:3`.
pub(super) fn announces_concisely(lines: &[&str], at: usize) -> bool {
    lines.get(at + 1).is_some_and(|line| trim(line) == CONCISE)
}

/// Returns the index of that line for the message: `     | Cannot find path '/srv/x' because it does not exist.`
pub(super) fn concise_header(lines: &[&str], at: usize) -> Option<usize> {
    let bare = |at: usize| lines.get(at).and_then(|line| trim_start(line).strip_prefix("| ")).map(trim);
    let says = bare(at)?.contains(char::is_alphanumeric);
    let points = bare(at.checked_sub(1)?)?.bytes().all(|byte| byte == b'~');
    let header = at.checked_sub(4).filter(|_| says && points)?;
    announces_concisely(lines, header).then_some(header)
}

/// Returns `true` if the message is on the next line: `thread 'main' panicked at a.rs:5:9:` (Rust), `error: |-` (TAP),
/// `A.hs:3:5: error: [GHC-88464]`, `a_test.cc:8: Failure` (`GoogleTest`), `error during build:` (Vite).
pub(super) fn continues(line: &str) -> bool {
    let line = trim_end(line);
    line.ends_with(':') && holds(line, " panicked at ")
        || ends_with_any(line, &[": |", ": |-", ": >", ": >-"])
        || announces(line)
}

/// Returns `true` if behind the word for an error stands no message.
fn announces(line: &str) -> bool {
    let class = classify(line, &mut String::new());
    let word = line.get(class.found..).and_then(|found| Token::all(found).next());
    let rest = word.map_or("", |word| word.after()).trim_matches([':', ' ']);
    let is_code = rest.is_empty() || rest.starts_with('[') && rest.ends_with(']');
    let is_heading = line.ends_with(':') && Token::all(rest).nth(2).is_none();
    class.severity >= Severity::Error && (is_heading || class.place && is_code)
}

/// Returns `true` if a line points at the place of the finding above it.
pub(crate) fn points(line: &str) -> bool {
    let place = trim_start(line).strip_prefix("--> ");
    place.is_some_and(|place| has_place(place) || is_path(place))
}

/// Returns `true` for the line with which Biome begins a finding: `a.ts:1:5 lint/style/useConst ━━━━━`,
/// `a.ts format ━━━━━`.
pub(super) fn is_biome_header(line: &str) -> bool {
    const BAR: &str = "\u{2501}\u{2501}\u{2501}\u{2501}";
    let place = line.split(' ').next().unwrap_or_default();
    trim_end(line).ends_with(BAR) && (is_path(place) || has_place(place))
}

/// `  12:5  error  Unexpected any` (`ESLint`, stylelint): a position in the file named above.
pub(crate) fn is_position(line: &str) -> bool {
    let text = trim_start(line);
    // Most lines are not indented, or begin with something else.
    if text.len() == line.len() || !text.as_bytes().first().is_some_and(u8::is_ascii_digit) {
        return false;
    }
    let (position, rest) = split_once(text, b' ').unwrap_or_default();
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is = position.split_once(':').is_some_and(|(line, column)| number(line) && number(column));
    is && rest.starts_with(' ')
}

/// A message by the rules of GNU, whose tools need no word for an error: `a.go:10:2: declared and not used: x` (Go),
/// `a.py:1:8: F401 ...` (Ruff); and what a test of Go reports: `    a_test.go:9: got 3, want 4`.
pub(super) fn is_finding(line: &str, text: &str) -> bool {
    if is_position(line) {
        // stylelint.
        let (_, rest) = text.split_once(' ').unwrap_or_default();
        return trim_start(rest).starts_with(['\u{2716}', '\u{d7}']);
    }
    let Some((place, message)) = leading_place(text) else { return false };
    let Some(place) = place.strip_suffix(':') else { return false };
    let numbers = place.rsplit(':').take_while(|part| part.bytes().all(|byte| byte.is_ascii_digit())).count();
    let remarks = starts_with_any(message, &["note:", "info:", "information:", "remark:"]);
    let says = !remarks && message.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '\'' | '`' | '"'));
    let in_test = text.len() < line.len() && contains(place, "_test.go:");
    says && (numbers == 2 && text.len() == line.len() || numbers == 1 && in_test)
}
