//! Classifies a single line: its severity and its role in a failure.

use alloc::string::String;

use super::finding::is_finding;
use super::harness::is_bad_exit;
use super::place::names_place;
use super::role::{Role, role_of};
use super::signs::{Signs, Starts};
use super::token::Token;
use super::trigger;
use super::well::is_well;
use super::within::{first, holds};
use super::wording::Wording;
use crate::quick::{position, split_at_part, starts_with_any, trim_end, trim_start};
use crate::source::floor;

/// Severity of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Severity {
    #[default]
    None,
    Warning,
    /// Names a problem with words that can be harmless.
    Weak,
    Error,
    Fatal,
}

/// Classification of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "independent answers to independent questions")]
pub(crate) struct LineClass {
    pub(crate) severity: Severity,
    pub(crate) role: Role,
    /// A place in a file is named.
    pub(crate) place: bool,
    pub(crate) blank: bool,
    pub(crate) indent: usize,
    /// States that all is well.
    pub(crate) well: bool,
    /// More specific than "something failed": a kind of error, a message.
    pub(crate) specific: bool,
    /// Position in a long line that decides its severity.
    pub(crate) found: usize,
}

/// Chars of a line to read.
const SEEN: usize = 400;

/// Classifies a line that may contain escapes. `room` is scratch.
pub(crate) fn classify(line: &str, room: &mut String) -> LineClass {
    let mut found = classify_part(first(line, SEEN), room);
    found.found = with_escapes(line, found.found);
    if line.len() > SEEN && found.severity < Severity::Error {
        let words = trigger::all(line.as_bytes()).filter(|&at| at >= SEEN - BEFORE).take(PLACES);
        for at in words {
            let from = floor(line, at - BEFORE);
            let there = classify_part(first(line.get(from..).unwrap_or_default(), BEFORE + SEEN / 2), room);
            if there.severity > found.severity {
                found = LineClass { severity: there.severity, found: at, ..found };
            }
        }
    }
    found
}

/// Bytes before a word that determine its meaning, and number of words of a long line to test.
const BEFORE: usize = 40;
const PLACES: usize = 8;

/// Terraform draws a frame around its messages.
const FRAME: &str = "\u{2502} ";

const NPM: Starts = Starts::new(&["npm error ", "npm ERR! "]);
/// Commands by which a step speaks to GitHub Actions and `TeamCity`.
const COMMANDS: Starts = Starts::new(&["::error", "##teamcity[testFailed", "##teamcity[buildProblem"]);
/// Commentary that reports a failure: `Test::More`, and the JVM when it crashes.
const REPORTS: Starts = Starts::new(&["#   Failed test", "# A fatal error has been detected"]);
const COMMENTS: Starts = Starts::new(&["// ", "/// ", "//! ", "/* ", "# ", "## ", "### "]);
/// A shell prints its commands: `+ grep -c ERROR log`.
const TRACED: Starts = Starts::new(&["+ ", "++ "]);

fn classify_part(line: &str, room: &mut String) -> LineClass {
    let signs = Signs::of(line);
    if !signs.have(Signs::ESCAPES) {
        return classify_plain(line, signs);
    }
    let line = plain(line, room);
    classify_plain(line, Signs::of(line))
}

/// Classifies a line without escapes by rules of which those are tried that its signs may satisfy.
pub(super) fn classify_plain(line: &str, signs: Signs) -> LineClass {
    let start = trim_start(line);
    let text = trim_end(start);
    let indent = line.len() - start.len();
    if text.is_empty() {
        return LineClass { blank: true, ..LineClass::default() };
    }
    if let Some(message) = NPM.behind(text) {
        // npm puts the tag before every line about a failure.
        let rest = classify_plain(message, signs);
        let specific = rest.severity >= Severity::Weak;
        let found = indent + text.len() - message.len() + rest.found;
        return LineClass { severity: Severity::Error, specific, indent, found, ..rest };
    }
    if COMMANDS.begin(text) {
        // `::error file=a.js,line=1::message`
        let message = text.strip_prefix("::").and_then(|rest| split_at_part(rest, "::"));
        let found = indent + message.map_or(0, |(_, message)| text.len() - message.len());
        let place = holds(text, "file=");
        return LineClass { severity: Severity::Error, specific: true, place, indent, found, ..LineClass::default() };
    }
    if let Some(message) = behind_process(text) {
        let rest = classify_plain(message, signs);
        return LineClass { found: indent + text.len() - message.len() + rest.found, ..rest };
    }
    let framed = text.strip_prefix(FRAME).filter(|rest| starts_with_any(rest, &["Error: ", "Warning: "]));
    if let Some(rest) = framed {
        let rest = classify_plain(rest, signs);
        return LineClass { indent, found: indent + FRAME.len() + rest.found, ..rest };
    }
    let place = names_place(text, signs);
    let well = is_well(text);
    let wording = if well { Wording::default() } else { Wording::of(text, signs, place) };
    let (role, least) = match role_of(line, text, signs) {
        Some(Role::Name) if wording.summary && counts(text) => (Role::Summary, Severity::Error),
        Some(role @ (Role::Name | Role::Cause)) if !well => (role, Severity::Error),
        Some(role) => (role, Severity::None),
        None if well => (Role::Plain, Severity::None),
        None if wording.summary => (Role::Summary, Severity::Error),
        None if is_bad_exit(text, signs) => (Role::Exit, Severity::Error),
        None => (Role::Plain, Severity::None),
    };
    let quoted = matches!(role, Role::Frame | Role::Code | Role::Pointer | Role::Note | Role::Pointed)
        || TRACED.begin(text)
        || COMMENTS.begin(text) && !REPORTS.begin(text);
    let finds = role == Role::Plain && wording.severity == Severity::None && !well && is_finding(line, text);
    let least = if finds { Severity::Weak } else { least };
    let severity = if quoted { Severity::None } else { wording.severity.max(least) };
    let role = if role == Role::Plain && wording.expected { Role::Expected } else { role };
    LineClass {
        severity,
        role,
        place,
        blank: false,
        indent,
        well,
        specific: place && severity >= Severity::Weak || wording.specific,
        found: indent + wording.at,
    }
}

/// Returns what Valgrind and the sanitizers print behind the number of the process: `==4121== Invalid read of size 4`.
fn behind_process(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("==")?;
    let message = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    if message.len() == rest.len() { None } else { message.strip_prefix("==") }
}

/// Returns `true` if a mark precedes numbers and not a name: `FAILED (failures=1)` (unittest), `✖ 3 problems`
/// (`ESLint`).
fn counts(text: &str) -> bool {
    text.starts_with("FAILED (") || Token::all(text).next().is_some_and(|token| token.number().is_some())
}

/// Without escape sequences, as far as they are simple: what matters is that no word is hidden.
pub(crate) fn plain<'a>(line: &'a str, room: &'a mut String) -> &'a str {
    if position(line.as_bytes(), 0x1b, 0x1b).is_none() {
        return line;
    }
    room.clear();
    for (_, shown) in shown(line) {
        room.push_str(shown);
    }
    room
}

/// Returns the parts of a line outside escape sequences, with their positions.
fn shown(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = Some(0);
    core::iter::from_fn(move || {
        let at = next?;
        let rest = line.get(at..)?;
        let end = position(rest.as_bytes(), 0x1b, 0x1b);
        next = end.map(|end| at + end + 1);
        let part = rest.get(..end.unwrap_or(rest.len()))?;
        let shown = if at == 0 { part } else { behind_sequence(part).unwrap_or_default() };
        Some((at + part.len() - shown.len(), shown))
    })
}

/// Returns what follows an escape sequence without its first char.
fn behind_sequence(part: &str) -> Option<&str> {
    match part.as_bytes() {
        [b'[', rest @ ..] => {
            let end = rest.iter().position(|byte| matches!(byte, b'@'..=b'Z' | b'\\'..=b'~'))?;
            part.get(end + 2..)
        }
        [b']', ..] => part.split_once('\x07').map(|(_, rest)| rest),
        _ => part.get(1..),
    }
}

/// Converts a position in the line without escape sequences to one with them.
fn with_escapes(line: &str, plain: usize) -> usize {
    if position(line.as_bytes(), 0x1b, 0x1b).is_none() {
        return plain;
    }
    let mut left = plain;
    for (start, shown) in shown(line) {
        if left < shown.len() {
            return start + left;
        }
        left -= shown.len();
    }
    floor(line, plain)
}
