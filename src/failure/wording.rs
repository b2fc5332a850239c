//! The severity of a line by its words, and whether they speak of something that happened.

use alloc::vec::Vec;

use super::classify::Severity;
use super::place::contains_word;
use super::terms::{Kind, phrase};
use super::token::Token;
use super::trigger;
use super::within::holds;
use crate::quick::{ends_with_char, starts_with_any, starts_with_char, trim_end};

/// Meaning of the words of a line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wording {
    pub(super) severity: Severity,
    /// States a number of failures.
    pub(super) summary: bool,
    /// Compares something.
    pub(super) expected: bool,
    /// More specific than "something failed".
    pub(super) specific: bool,
    /// Position of the most severe word.
    pub(super) at: usize,
}

/// Words of a line that are read.
const WORDS: usize = 200;
/// Bytes within which one word can mark another as a mere mention.
const NEAR: usize = 30;
/// Bytes of a line that may be all message.
const MESSAGE: usize = 60;
/// Words among which the level of a log line is found.
const LEVEL: usize = 8;

impl Wording {
    pub(super) fn of(text: &str, place: bool) -> Self {
        let tokens: Vec<Token<'_>> = Token::all(text).take(WORDS).collect();
        let mut line = Reading { place, ..Reading::default() };
        for index in 0..tokens.len() {
            line.read(&tokens, index);
        }
        let mut wording = line.wording;
        if wording.severity < Severity::Error && !line.quiet {
            let otherwise = other_wording(text, line.weak, place);
            // The subject of a warning is not a failure yet.
            if wording.severity != Severity::Warning || otherwise != Severity::Weak {
                wording.severity = wording.severity.max(otherwise);
            }
        }
        wording
    }
}

/// State while a line is read.
#[derive(Clone, Copy, Debug, Default)]
struct Reading {
    wording: Wording,
    place: bool,
    /// Its level is below warning: what it mentions did not stop anything.
    quiet: bool,
    /// Something is wrong, if this is a message.
    weak: bool,
    /// Position of the last mere mention.
    mention: Option<usize>,
}

impl Reading {
    fn read(&mut self, tokens: &[Token<'_>], index: usize) {
        let Some(token) = tokens.get(index) else { return };
        let before = Before::new(tokens, index);
        let spoken_of = self.mention.is_some_and(|at| token.start() - at <= NEAR);
        match token.meaning() {
            Some(Kind::Level) => {
                self.quiet |= index < LEVEL && !token.is_joined() && self.wording.severity == Severity::None;
            }
            Some(Kind::Mention) if !token.is_joined() => self.mention = Some(token.start()),
            Some(Kind::Expected) => self.wording.expected = true,
            Some(Kind::Weak) => {
                let message = begins_message(token, self.place) && !before.is_none(token);
                self.weak |= message && !spoken_of && !token.is_joined();
            }
            Some(kind @ (Kind::Error | Kind::Fatal | Kind::Warning)) if stands_alone(token, tokens.get(index + 1)) => {
                self.read_severity(kind, token, before, tokens.get(index + 1), spoken_of);
            }
            Some(Kind::Error | Kind::Fatal) if !spoken_of && is_short(token) => self.weak = true,
            None if !spoken_of => {
                let thrown = thrown(token);
                self.wording.specific |= thrown >= Severity::Error;
                if thrown == Severity::Warning || !self.quiet {
                    self.worse(thrown, token);
                }
            }
            _ => {}
        }
    }

    fn read_severity(
        &mut self,
        kind: Kind,
        token: &Token<'_>,
        before: Before<'_>,
        next: Option<&Token<'_>>,
        spoken_of: bool,
    ) {
        // `08:58:00 ERROR`: the level of the line, and no number of errors.
        let level = token.is_upper() && token.text.len() < 9;
        let many = before.number(token).filter(|_| !level || token.text.ends_with('S'));
        let value = token.value();
        let number = value.and_then(|value| value.parse::<u64>().ok()).filter(|_| !level);
        // `Errors 0, Warnings 0`.
        let zero = !token.is_upper() && next.is_some_and(|next| token.touches(next) && next.text == "0");
        // `Successfully killed the shell`.
        let done =
            before.last.is_some_and(|last| last.touches(token) && last.text.eq_ignore_ascii_case("successfully"));
        let nothing = zero
            || done
            || many == Some(0)
            || value.is_some_and(is_nothing)
            || (!level && (before.is_none(token) || spoken_of));
        if nothing {
            return;
        }
        if kind == Kind::Warning {
            return self.worse(Severity::Warning, token);
        }
        let counted = many.or(number).is_some();
        self.wording.specific |= starts_with_char(token.after, &[':', '[']);
        self.wording.summary |= counted;
        if level || counted || !self.quiet {
            self.worse(if kind == Kind::Fatal { Severity::Fatal } else { Severity::Error }, token);
        }
    }

    fn worse(&mut self, severity: Severity, token: &Token<'_>) {
        if severity > self.wording.severity {
            (self.wording.severity, self.wording.at) = (severity, token.start());
        }
    }
}

/// The two words before one.
#[derive(Clone, Copy, Debug)]
struct Before<'a> {
    last: Option<Token<'a>>,
    second: Option<Token<'a>>,
}

impl<'a> Before<'a> {
    fn new(tokens: &[Token<'a>], index: usize) -> Self {
        let back = |by: usize| index.checked_sub(by).and_then(|at| tokens.get(at)).copied();
        Self { last: back(1), second: back(2) }
    }

    /// `3 errors`, `2 type errors`: the number. A time that ends right before a level is none.
    fn number(self, token: &Token<'_>) -> Option<u64> {
        let free = |number: &Token<'_>| !ends_with_char(number.before, &[':', '.', ',', '/', '-', '_', '=']);
        let last = self.last.filter(|last| last.touches(token))?;
        if let Some(number) = last.number() {
            return free(&last).then_some(number);
        }
        let counts = |second: &Token<'_>| second.touches(&last) && last.meaning().is_none() && free(second);
        self.second.filter(counts)?.number()
    }

    /// `no errors`, `without any error`, `no type errors`.
    fn is_none(self, token: &Token<'_>) -> bool {
        let zero = |token: &Token<'_>| token.meaning() == Some(Kind::Zero);
        let Some(last) = self.last.filter(|last| last.touches(token)) else { return false };
        zero(&last) || self.second.is_some_and(|second| second.touches(&last) && zero(&second) && second.text != "any")
    }
}

/// Returns `true` for values of a field that mean "no error".
fn is_nothing(value: &str) -> bool {
    matches!(value, "0" | "null" | "none" | "None" | "nil" | "false" | "undefined" | "no")
}

/// Returns `true` for a word for failure on its own.
fn stands_alone(token: &Token<'_>, next: Option<&Token<'_>>) -> bool {
    let topic =
        next.is_some_and(|next| next.meaning() == Some(Kind::Topic) && token.touches(next) && !token.is_upper());
    let variable = matches!(token.text, "err" | "alert" | "Alert" | "crit" | "abort" | "warn")
        && !token.after.starts_with(['!', ':', ']']);
    // `(error)`, `{old => failed}`: a value, not a message.
    let value = !token.is_upper()
        && (token.before.ends_with('(') && token.after.starts_with(')')
            || ends_with_char(token.before, &['"', '\'', '`', '\u{2018}', '\u{201c}'])
                && starts_with_char(token.after, &['"', '\'', '`', '\u{2019}', '\u{201d}'])
            || token.before.ends_with("=> ")
            || token.after.starts_with(" =>"));
    !token.is_joined() && !topic && !variable && !value
}

/// A level in short, `12:00:01 err sshd` (syslog) or `level=err` (logfmt), and neither code nor prose: `if err != nil`,
/// `to err is human`.
fn is_short(token: &Token<'_>) -> bool {
    const OTHERWISE: [&str; 10] = ["if", "when", "return", "catch", "the", "an", "to", "may", "not", "const"];
    let before = trim_end(token.before);
    let follows = token.after.strip_prefix(' ').is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
    let apart = before.ends_with("level=") || !OTHERWISE.contains(&before.rsplit(' ').next().unwrap_or_default());
    matches!(token.text, "err" | "crit") && follows && apart && !before.is_empty()
}

/// Returns `true` at the start of a message, where some words count: at the start of the line, after a colon, beside a
/// place, or after exclamation marks (TeX: `! Undefined control sequence.`).
fn begins_message(token: &Token<'_>, place: bool) -> bool {
    place || token.before.trim_matches(['!', ' ']).is_empty() || holds(token.before, ": ")
}

/// The name of a class of errors where one is thrown: `TypeError: `, `java.io.IOException`.
fn thrown(token: &Token<'_>) -> Severity {
    const ENDS: [&str; 8] = ["Error", "Exception", "Failure", "Violation", "Interrupt", "Fault", "SystemExit", "Exit"];
    let name = token.text;
    let ends = ENDS.iter().any(|end| name.len() > end.len() && name.ends_with(end));
    let warning = name.len() > 7 && name.ends_with("Warning");
    let capital = name.starts_with(|c: char| c.is_ascii_uppercase());
    // Code that speaks of it.
    let code = ["except ", "catch ", "catch (", "throw ", "throws ", "raise ", "new "]
        .iter()
        .any(|word| token.before.ends_with(word));
    let path = code || ends_with_char(token.before, &['/', '\\', '-', '@', '`', '\'', '"', '<', '(']);
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
fn other_wording(text: &str, weak: bool, place: bool) -> Severity {
    let coded = starts_with_any(text, &["E: ", "e: ", "E/", "*** ", "** (", "ERR_PNPM_"]);
    if coded || holds(text, ": *** ") || contains_word(text, "ERR") {
        return Severity::Error;
    }
    // A short line may be nothing but the message.
    let message = text.len() <= MESSAGE || holds(text, ": ") || place;
    let mut severity = if weak { Severity::Weak } else { Severity::None };
    // Each phrase is a trigger.
    let places = (message || !text.is_ascii()).then(|| trigger::all(text.as_bytes()));
    for at in places.into_iter().flatten() {
        let found = match phrase(text.as_bytes().get(at..).unwrap_or_default()) {
            Some(Kind::Within) => return Severity::Error,
            Some(Kind::Phrase) if message => Severity::Weak,
            Some(Kind::WarningWithin) => Severity::Warning,
            _ => Severity::None,
        };
        severity = severity.max(found);
    }
    let warns = starts_with_any(text, &["W: ", "w: ", "W/", "\u{26a0}"]);
    severity.max(if warns { Severity::Warning } else { Severity::None })
}
