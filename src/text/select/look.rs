//! What one line says by itself: how bad it is, and what part it plays where something failed.

use alloc::string::String;
use alloc::vec::Vec;

use super::lines::floor;
use super::place::{contains_word, has_place, is_bad_exit, is_code, is_frame, is_pointer, says_more};
use super::token::Token;
use super::trigger;
use super::words::{ERRORS_WITHIN, PHRASES, Word};

/// How bad it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Severity {
    #[default]
    None,
    Warning,
    /// Says what is wrong without a word for it that is never harmless.
    Weak,
    Error,
    Fatal,
}

/// What part a line plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Role {
    #[default]
    Plain,
    /// Names a test that failed, or the like.
    Name,
    /// Stands above several failures.
    Heading,
    /// What the failure comes from.
    Cause,
    /// How a process ended.
    Exit,
    /// How many failed.
    Summary,
    /// A comparison.
    Expected,
    /// A frame of a stack trace.
    Frame,
    /// Quoted code, and the line of it that is meant.
    Code,
    Pointed,
    /// Points at the code above.
    Pointer,
    /// A remark of a compiler.
    Note,
    /// Begins a stack trace.
    Trace,
}

/// A line, looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) severity: Severity,
    pub(crate) role: Role,
    /// A place in a file is named.
    pub(crate) place: bool,
    pub(crate) blank: bool,
    pub(crate) indent: usize,
    /// Says that all is well.
    pub(crate) well: bool,
    /// Says more than that something failed: a kind of error, a message.
    pub(crate) tells: bool,
    /// Where in a long line that stands for which it matters.
    pub(crate) found: usize,
}

/// Chars of a line that are looked at.
const SEEN: usize = 400;

/// Looks at a line that may hold escapes. `room` is scratch.
pub(crate) fn look(line: &str, room: &mut String) -> Look {
    let mut found = look_at(first(line, SEEN), room);
    if line.len() > SEEN && found.severity < Severity::Error {
        let words = trigger::all(line.as_bytes()).filter(|&at| at >= SEEN - BEFORE).take(PLACES);
        for at in words {
            let from = floor(line, at - BEFORE);
            let there = look_at(first(line.get(from..).unwrap_or_default(), BEFORE + SEEN / 2), room);
            if there.severity > found.severity {
                found = Look { severity: there.severity, found: at, ..found };
            }
        }
    }
    found
}

/// Bytes before a word that tell what it means, and how many words of a long line are looked at.
const BEFORE: usize = 40;
const PLACES: usize = 8;

fn look_at(line: &str, room: &mut String) -> Look {
    let line = plain(line, room);
    let text = line.trim();
    let indent = line.len() - line.trim_start().len();
    if text.is_empty() {
        return Look { blank: true, ..Look::default() };
    }
    for tag in ["npm error ", "npm ERR! "] {
        if let Some(rest) = text.strip_prefix(tag) {
            // The tag stands before everything that npm says about a failure.
            let rest = look_at(rest, &mut String::new());
            return Look { severity: Severity::Error, tells: rest.severity >= Severity::Weak, indent, ..rest };
        }
    }
    let place = has_place(text);
    let shape = shape(line, text);
    let well = is_well(text);
    let words = if well { Words::default() } else { Words::of(text, place) };
    let (role, least) = match shape {
        Some(role @ (Role::Name | Role::Cause)) if !well => (role, Severity::Error),
        Some(role) => (role, Severity::None),
        None if well => (Role::Plain, Severity::None),
        None if words.summary => (Role::Summary, Severity::Error),
        None if is_bad_exit(text) => (Role::Exit, Severity::Error),
        None => (Role::Plain, Severity::None),
    };
    // A shell that says what it does: `+ grep -c ERROR log`.
    let traced = text.starts_with("+ ") || text.starts_with("++ ");
    let quoted = traced || matches!(role, Role::Frame | Role::Code | Role::Pointer | Role::Note | Role::Pointed);
    let severity = if quoted { Severity::None } else { words.severity.max(least) };
    let role = if role == Role::Plain && words.expected { Role::Expected } else { role };
    Look {
        severity,
        role,
        place,
        blank: false,
        indent,
        well,
        tells: place && severity >= Severity::Weak || words.tells,
        found: 0,
    }
}

/// Without escape sequences, as far as they are simple: what matters is that no word is hidden.
pub(super) fn plain<'a>(line: &'a str, room: &'a mut String) -> &'a str {
    if !line.as_bytes().contains(&0x1b) {
        return line;
    }
    room.clear();
    let mut parts = line.split('\x1b');
    room.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let rest = match part.as_bytes().first() {
            Some(b'[') => part.find(|c: char| matches!(c, '@'..='Z' | '\\'..='~')).and_then(|at| part.get(at + 1..)),
            Some(b']') => part.split_once('\x07').map(|(_, rest)| rest),
            _ => part.get(1..),
        };
        room.push_str(rest.unwrap_or_default());
    }
    room
}

fn first(text: &str, most: usize) -> &str {
    text.get(..floor(text, most)).unwrap_or_default()
}

/// The part that the form of a line tells.
fn shape(line: &str, text: &str) -> Option<Role> {
    let starts = |starts: &[&str]| starts.iter().any(|start| text.starts_with(start));
    if text.starts_with("Traceback (most recent call last)") || text.starts_with("Stack trace:") {
        return Some(Role::Trace);
    }
    if starts(&[
        "Caused by",
        "Suppressed:",
        "[cause]:",
        "cause:",
        "Cause:",
        "Reason:",
        "The above exception was",
        "During handling of",
    ]) {
        return Some(Role::Cause);
    }
    if is_frame(line) {
        return Some(Role::Frame);
    }
    if starts(&["note:", "help:", "hint:", "= note", "= help", "Hint:", "Help:"]) || text.contains(": note: ") {
        return Some(Role::Note);
    }
    if is_pointer(line) {
        return Some(if says_more(text) { Role::Pointed } else { Role::Pointer });
    }
    if text.starts_with("E  ") || starts(&["--> ", "::: "]) {
        return Some(Role::Expected);
    }
    if is_code(line) {
        return Some(if text.starts_with(['>', '\u{2192}']) { Role::Pointed } else { Role::Code });
    }
    if is_comparison(text) {
        return Some(Role::Expected);
    }
    let ruled = text.starts_with("===") && text.ends_with("===") && !text.bytes().any(|byte| byte.is_ascii_digit());
    if ruled && says_more(text) {
        return Some(Role::Heading);
    }
    is_name(line, text).then_some(Role::Name)
}

/// `Expected: 25`, `left: 1`, `got 3`, `- Expected`.
fn is_comparison(text: &str) -> bool {
    let text = text.trim_start_matches(['+', '-', ' ']);
    let word = text.split([':', ' ']).next().unwrap_or_default();
    let names = ["expected", "received", "actual", "left", "right", "got", "want", "wanted", "but", "found"];
    names.iter().any(|name| word.eq_ignore_ascii_case(name))
        && text
            .get(word.len()..)
            .is_some_and(|rest| rest.starts_with(": ") || rest.starts_with(" = ") || rest.trim().is_empty())
}

/// Marks of test runners before the name of a test that failed.
fn is_name(line: &str, text: &str) -> bool {
    const MARKS: [&str; 15] = [
        "FAIL ",
        "FAIL:",
        "FAILED ",
        "FAILED:",
        "--- FAIL",
        "not ok ",
        "ERROR: test",
        "\u{2717} ",
        "\u{2718} ",
        "\u{2715} ",
        "\u{2716} ",
        "\u{d7} ",
        "\u{274c}",
        "\u{25cf} ",
        "\u{2a2f} ",
    ];
    if MARKS.iter().any(|mark| text.starts_with(mark)) {
        return true;
    }
    if text.ends_with(" FAILED")
        || text.ends_with(" stdout ----")
        || text.ends_with(" stderr ----")
        || text.ends_with("<<< FAILURE!")
        || text.ends_with("<<< ERROR!")
    {
        return true;
    }
    if text.starts_with("____") && text.ends_with("____") && text.contains(' ') {
        return says_more(text);
    }
    // Mocha: `  1) Widget resolves`.
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let numbered = (1..=3).contains(&digits) && text.get(digits..).is_some_and(|rest| rest.starts_with(") "));
    numbered && line.len() > text.len() && line.starts_with(' ')
}

/// What is only tried: that it fails is an answer.
const PROBES: [&str; 5] = ["-- Performing ", "-- Looking for ", "-- Check", "checking ", "Checking "];

/// Says itself that all is well: `✓ throws on bad input`, `test_error ... ok`.
fn is_well(text: &str) -> bool {
    if text.starts_with(['\u{2713}', '\u{2714}', '\u{221a}', '\u{2705}']) {
        return true;
    }
    let mut tokens = Token::all(text);
    let Some(first) = tokens.next() else { return false };
    let is = |token: &Token<'_>| token.meaning == Some(Word::Well) && !token.is_joined();
    if is(&first) && !first.before.contains("not") && !text.contains("not ok") {
        return true;
    }
    if PROBES.iter().any(|probe| text.starts_with(probe)) || text.ends_with("(ignored)") {
        return true;
    }
    if text.starts_with("--- PASS") || text.starts_with("--- SKIP") || text.ends_with("expected failure") {
        return true;
    }
    // Behind it may stand how far the run is: `PASSED [ 73%]`, `PASSED (0.1 s)`.
    let end = text.rfind([' ', '\t']).map_or(0, |at| at + 1);
    let last = text.get(end..).unwrap_or_default();
    let text = if last.ends_with([']', ')']) {
        text.rfind(['[', '(']).and_then(|at| text.get(..at)).unwrap_or(text)
    } else {
        text
    };
    let text = text.trim_end();
    let end = text.rfind([' ', '\t']).map_or(0, |at| at + 1);
    let (before, last) = text.split_at_checked(end).unwrap_or(("", text));
    let counted = before.trim_end().ends_with(|c: char| c.is_ascii_digit());
    let last_is = Token::all(last).next().is_some_and(|token| token.text.len() == last.len() && is(&token));
    last_is && (!counted || last.eq_ignore_ascii_case("ok"))
}

/// What the words of a line say.
#[derive(Clone, Copy, Debug, Default)]
struct Words {
    severity: Severity,
    summary: bool,
    expected: bool,
    tells: bool,
}

/// Chars within which one word may tell that another is only spoken of.
const NEAR: usize = 30;

impl Words {
    fn of(text: &str, place: bool) -> Self {
        let mut found = Self::default();
        let mut quiet = false;
        let mut mention: Option<usize> = None;
        let mut last: Option<Token<'_>> = None;
        let mut before_last: Option<Token<'_>> = None;
        let mut weak = false;
        let mut tokens: Vec<Token<'_>> = Vec::with_capacity(24);
        tokens.extend(Token::all(text).take(80));
        for (index, token) in tokens.iter().enumerate() {
            let next = tokens.get(index + 1);
            let spoken_of = mention.is_some_and(|at| token.start() - at <= NEAR);
            match token.meaning {
                Some(Word::Level) if index < 8 && !token.is_joined() && found.severity == Severity::None => {
                    quiet = true
                }
                Some(Word::Mention) if !token.is_joined() => mention = Some(token.start()),
                Some(Word::Expected) => found.expected = true,
                Some(Word::Weak) => {
                    weak |= !token.is_joined()
                        && !spoken_of
                        && begins_message(token, place)
                        && !is_zero(last, before_last, token)
                }
                Some(kind @ (Word::Error | Word::Fatal | Word::Warning)) if counts(token, next) => {
                    let level = token.is_upper() && token.text.len() < 9;
                    let many = number_before(last, before_last, token).filter(|_| !level || token.text.ends_with('S'));
                    let value = token.value();
                    let none = many == Some(0)
                        || (!level && is_zero(last, before_last, token))
                        || value.is_some_and(|value| {
                            matches!(value, "0" | "null" | "none" | "false" | "None" | "nil" | "undefined" | "no")
                        });
                    let number =
                        value.and_then(|value| value.parse::<u64>().ok()).is_some_and(|number| number > 0) && !level;
                    if none || (spoken_of && !level) {
                        // Harmless.
                    } else if kind == Word::Warning {
                        found.severity = found.severity.max(Severity::Warning);
                    } else {
                        let loud = level || !quiet || many.is_some() || number;
                        found.tells |= token.after.starts_with(':') || token.after.starts_with("[");
                        found.summary |= many.is_some_and(|many| many > 0) || number;
                        if loud {
                            let severity = if kind == Word::Fatal { Severity::Fatal } else { Severity::Error };
                            found.severity = found.severity.max(severity);
                        }
                    }
                }
                None if !spoken_of => {
                    let thrown = is_thrown(token);
                    found.tells |= thrown >= Severity::Error;
                    if thrown == Severity::Warning || !quiet {
                        found.severity = found.severity.max(thrown);
                    }
                }
                _ => {}
            }
            before_last = last;
            last = Some(*token);
        }
        if found.severity < Severity::Error && !quiet {
            let severity = said_otherwise(text, weak, place);
            found.severity = found.severity.max(severity);
        }
        found
    }
}

/// A word for a failure that stands by itself.
fn counts(token: &Token<'_>, next: Option<&Token<'_>>) -> bool {
    let topic = next.is_some_and(|next| next.meaning == Some(Word::Topic) && token.touches(next) && !token.is_upper());
    let variable = matches!(token.text, "err" | "alert" | "Alert" | "crit" | "abort" | "warn")
        && !token.after.starts_with(['!', ':', ']']);
    // `(error)`, `{old => failed}`: a value, not a message.
    let value = !token.is_upper()
        && (token.before.ends_with('(') && token.after.starts_with(')')
            || token.before.ends_with(['"', '\'', '`', '\u{2018}', '\u{201c}'])
                && token.after.starts_with(['"', '\'', '`', '\u{2019}', '\u{201d}'])
            || token.before.ends_with("=> ")
            || token.after.starts_with(" =>"));
    !token.is_joined() && !topic && !variable && !value
}

/// `3 errors`, `2 type errors`: the number. A time that ends right before a level is none.
fn number_before(last: Option<Token<'_>>, before_last: Option<Token<'_>>, token: &Token<'_>) -> Option<u64> {
    let free = |number: &Token<'_>| !number.before.ends_with([':', '.', ',', '/', '-', '_', '=']);
    let last = last.filter(|last| last.touches(token))?;
    if let Some(number) = last.number() {
        return free(&last).then_some(number);
    }
    let number = before_last.filter(|number| number.touches(&last) && last.meaning.is_none() && free(number))?;
    number.number()
}

fn is_zero(last: Option<Token<'_>>, before_last: Option<Token<'_>>, token: &Token<'_>) -> bool {
    let zero = |token: &Token<'_>| token.meaning == Some(Word::Zero);
    let Some(last) = last.filter(|last| last.touches(token)) else { return false };
    zero(&last) || before_last.is_some_and(|before| before.touches(&last) && zero(&before) && before.text != "any")
}

/// A word that only says something where a message begins: at the start, after a colon, or beside a place.
fn begins_message(token: &Token<'_>, place: bool) -> bool {
    token.before.is_empty() || place || token.before.contains(": ")
}

/// The name of a class of errors where one is thrown: `TypeError: `, `java.io.IOException`.
fn is_thrown(token: &Token<'_>) -> Severity {
    const ENDS: [&str; 8] = ["Error", "Exception", "Failure", "Violation", "Interrupt", "Fault", "SystemExit", "Exit"];
    let name = token.text;
    let ends = ENDS.iter().any(|end| name.len() > end.len() && name.ends_with(end));
    let warning = name.len() > 7 && name.ends_with("Warning");
    let capital = name.starts_with(|c: char| c.is_ascii_uppercase());
    let path = token.before.ends_with(['/', '\\', '-', '@', '`', '\'', '"', '<', '(']);
    let after = token.after;
    let ends_there = after.is_empty()
        || after.starts_with(':') && !after.starts_with("::")
        || after.starts_with(" [")
        || after.starts_with(" (")
        || after.starts_with(" - ");
    match (ends, warning) {
        (true, _) if capital && !path && ends_there => Severity::Error,
        (_, true) if capital && !path && ends_there => Severity::Warning,
        _ => Severity::None,
    }
}

/// Signs without a word for failure, and messages in other words.
fn said_otherwise(text: &str, weak: bool, place: bool) -> Severity {
    if !text.is_ascii() && ERRORS_WITHIN.iter().any(|part| text.contains(part)) {
        return Severity::Error;
    }
    let coded = ["E: ", "e: ", "E/", "*** "].iter().any(|start| text.starts_with(start));
    if coded || text.contains(": *** ") || contains_word(text, "ERR") {
        return Severity::Error;
    }
    if weak || (text.contains(": ") || place) && has_phrase(text) {
        return Severity::Weak;
    }
    let warns = ["W: ", "w: ", "W/", "\u{26a0}"].iter().any(|start| text.starts_with(start));
    if warns { Severity::Warning } else { Severity::None }
}

fn has_phrase(text: &str) -> bool {
    text.as_bytes().windows(4).enumerate().any(|(at, _)| {
        let rest = text.as_bytes().get(at..).unwrap_or_default();
        PHRASES.iter().any(|phrase| {
            rest.first().is_some_and(|byte| byte.eq_ignore_ascii_case(&phrase.as_bytes()[0]))
                && rest.get(..phrase.len()).is_some_and(|start| start.eq_ignore_ascii_case(phrase.as_bytes()))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn see(line: &str) -> (Severity, Role) {
        let found = look(line, &mut String::new());
        (found.severity, found.role)
    }

    #[test]
    fn debugging() {
        for line in [
            "src/api/tenant_merge_91.c:388:4: erreur: \u{ab} save_cart \u{bb} non d\u{e9}clar\u{e9} (premi\u{e8}re utilisation dans cette fonction)",
            "webpack 5.86.0 compiled with 3 errors in 1954 ms",
            "  1) Schema collects twice 10",
            "-- Configuring incomplete, errors occurred!",
            "KONFLIKT (Inhalt): Merge-Konflikt in tests/worker/stream-fetch-65.py",
            "#13 34.73 Killed",
            "cp: /var/lib/search/token-render-29: \u{6ca1}\u{6709}\u{90a3}\u{4e2a}\u{6587}\u{4ef6}\u{6216}\u{76ee}\u{5f55}",
        ] {
            std::println!("{:?} {line}", see(line));
        }
    }
}
