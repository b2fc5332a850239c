//! The severity of a line by its words, and whether they speak of something that happened.

use super::classify::Severity;
use super::level;
use super::shell::is_of_shell;
use super::signs::{Signs, Starts, holds};
use super::terms::{Kind, phrase};
use super::token::{Token, Tokens};
use super::trigger;
use super::within::{after, holds};
use super::word::{begins_message, is_filled, is_nothing, is_short, stands_alone, thrown};
use crate::quick::{is_ascii, split_once};

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

/// Bytes within which one word can mark another as a mere mention.
const NEAR: usize = 30;
/// Bytes of a line that may be all message.
const MESSAGE: usize = 60;
/// Words among which the level of a log line is found.
const LEVEL: usize = 8;

impl Wording {
    pub(super) fn of(text: &str, signs: Signs, place: bool) -> Self {
        let mut line = Reading { place, level: level::leading(text), ..Reading::default() };
        let mut tokens = Token::all(text);
        let (mut before, mut index) = (Before::default(), 0);
        while let Some(token) = tokens.next() {
            let kind = token.meaning();
            line.read(token, kind, before, tokens.clone(), index);
            before = Before { last: Some((token, kind)), second: before.last };
            index += 1;
        }
        let mut wording = line.wording;
        match line.level {
            Some(level) if level >= Severity::Error => {
                wording.severity = wording.severity.max(level);
                wording.specific = true;
            }
            // Failures that a record counts did happen, whatever its level.
            Some(level) if !wording.summary => {
                wording.severity = level;
                return wording;
            }
            _ => {}
        }
        if wording.severity < Severity::Error && !line.quiet {
            let otherwise = other_wording(text, signs, line);
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
#[allow(clippy::struct_excessive_bools, reason = "independent answers to independent questions")]
struct Reading {
    wording: Wording,
    place: bool,
    /// Its level is below warning: what it mentions did not stop anything.
    quiet: bool,
    /// The level that it states.
    level: Option<Severity>,
    /// Something is wrong, if this is a message.
    weak: bool,
    /// It has the tag `ERR`.
    tagged: bool,
    /// Position of the last mere mention.
    mention: Option<usize>,
}

impl Reading {
    /// Reads a word; `after` are the words behind it.
    fn read(&mut self, token: Token<'_>, kind: Option<Kind>, before: Before<'_>, mut after: Tokens<'_>, index: usize) {
        let spoken_of = self.mention.is_some_and(|at| token.start() - at <= NEAR);
        if let Some(level) = level::in_field(&token, kind) {
            self.level = Some(level);
            if level > self.wording.severity {
                self.wording.at = token.start();
            }
            return;
        }
        let Some(kind) = kind else {
            if !spoken_of {
                self.read_name(&token);
            }
            return;
        };
        let token = &token;
        match kind {
            Kind::Level => self.quiet |= index < LEVEL && !token.is_joined() && self.wording.severity == Severity::None,
            Kind::Mention if !token.is_joined() => self.mention = Some(token.start()),
            Kind::Expected => self.wording.expected = true,
            Kind::Weak => {
                let message = begins_message(token, self.place) && !before.is_none(token);
                self.weak |= message && !spoken_of && !token.is_joined();
            }
            Kind::Error | Kind::Fatal | Kind::Warning => {
                let next = after.next();
                self.tagged |= token.text() == "ERR";
                if stands_alone(token, next.as_ref()) {
                    self.read_severity(kind, token, before, next.as_ref(), spoken_of, index);
                } else if kind != Kind::Warning && !spoken_of && (is_short(token) || is_filled(token)) {
                    self.weak = true;
                }
            }
            _ => {}
        }
    }

    /// Reads a word that is in no table.
    fn read_name(&mut self, token: &Token<'_>) {
        // MySQL writes the level of a record in brackets; elsewhere the word begins a remark.
        self.quiet |= self.wording.severity == Severity::None
            && token.before().ends_with('[')
            && token.after().starts_with(']')
            && token.text() == "Note";
        let thrown = thrown(token);
        self.wording.specific |= thrown >= Severity::Error;
        if thrown == Severity::Warning || !self.quiet {
            self.worse(thrown, token);
        }
    }

    fn read_severity(
        &mut self,
        kind: Kind,
        token: &Token<'_>,
        before: Before<'_>,
        next: Option<&Token<'_>>,
        spoken_of: bool,
        index: usize,
    ) {
        // `08:58:00 ERROR`: the level of the line, and no number of errors.
        let level = token.is_upper() && token.bytes().len() < 9;
        let many = before.number(token).filter(|_| !level || token.bytes().ends_with(b"S"));
        let value = token.value();
        let number = value.and_then(|value| value.parse::<u64>().ok()).filter(|_| !level);
        // `Errors 0, Warnings 0`.
        let zero = !token.is_upper() && next.is_some_and(|next| token.touches(next) && next.bytes() == b"0");
        // `Successfully killed the shell`.
        let done = before.last.is_some_and(|(last, kind)| {
            kind == Some(Kind::Well) && last.touches(token) && last.text().eq_ignore_ascii_case("successfully")
        });
        let nothing = zero
            || done
            || many == Some(0)
            || value.is_some_and(is_nothing)
            || (!level && (before.is_none(token) || spoken_of));
        if nothing {
            return;
        }
        if kind == Kind::Warning {
            if self.level.is_none() && self.wording.severity < Severity::Warning && level::warns(token, index) {
                self.level = Some(Severity::Warning);
            }
            return self.worse(Severity::Warning, token);
        }
        let counted = many.or(number).is_some();
        self.wording.specific |= matches!(token.byte_after(), Some(b':' | b'['));
        self.wording.summary |= counted;
        if level || counted || !self.quiet {
            // `FATAL`, `fatal:`, `[crit]` and `(core dumped)`, but not `a critical path`.
            let tag = token.bytes().first().is_some_and(u8::is_ascii_uppercase)
                || matches!(token.byte_after(), Some(b':' | b']' | b')'));
            self.worse(if kind == Kind::Fatal && tag { Severity::Fatal } else { Severity::Error }, token);
        }
    }

    fn worse(&mut self, severity: Severity, token: &Token<'_>) {
        if severity > self.wording.severity {
            (self.wording.severity, self.wording.at) = (severity, token.start());
        }
    }
}

/// The two words before one, with their meaning.
#[derive(Clone, Copy, Debug, Default)]
struct Before<'a> {
    last: Option<(Token<'a>, Option<Kind>)>,
    second: Option<(Token<'a>, Option<Kind>)>,
}

impl Before<'_> {
    /// `3 errors`, `2 type errors`: the number. A time that ends right before a level is none.
    fn number(self, token: &Token<'_>) -> Option<u64> {
        let free =
            |number: &Token<'_>| !matches!(number.byte_before(), Some(b':' | b'.' | b',' | b'/' | b'-' | b'_' | b'='));
        let (last, kind) = self.last.filter(|(last, _)| last.touches(token))?;
        if let Some(number) = last.number() {
            return free(&last).then_some(number);
        }
        let (second, _) = self.second.filter(|(second, _)| second.touches(&last) && kind.is_none() && free(second))?;
        second.number()
    }

    /// `no errors`, `without any error`, `no type errors`.
    fn is_none(self, token: &Token<'_>) -> bool {
        let Some((last, kind)) = self.last.filter(|(last, _)| last.touches(token)) else { return false };
        let is_none = |(second, kind): (Token<'_>, _)| {
            kind == Some(Kind::Zero) && second.touches(&last) && second.bytes() != b"any"
        };
        kind == Some(Kind::Zero) || self.second.is_some_and(is_none)
    }
}

/// Returns `true` for `ERR_NAME: message` and `[ERR_NAME] message` (Node, pnpm), not for a code alone, which a list may
/// hold; and for libraries that `dyld` could not load.
fn is_coded(text: &str) -> bool {
    if let Some(rest) = text.strip_prefix("dyld") {
        return rest.starts_with([':', '[']) && ["not ", "failed"].iter().any(|word| holds(rest, word));
    }
    let Some(name) = text.trim_start_matches('[').strip_prefix("ERR_") else { return false };
    let rest = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    rest.len() < name.len() && rest.len() > 2 && rest.starts_with([':', ']', ' '])
}

/// Signs without a word for failure, and messages in other words.
fn other_wording(text: &str, signs: Signs, line: Reading) -> Severity {
    const CODED: Starts = Starts::new(&["E: ", "e: ", "E/", "*** ", "** ("]);
    const WARNS: Starts = Starts::new(&["W: ", "w: ", "W/", "\u{26a0}"]);
    if line.tagged || CODED.begin(text) || is_coded(text) || holds!(text, signs, ": *** ") {
        return Severity::Error;
    }
    // A short line may be nothing but the message.
    let message = text.len() <= MESSAGE || line.place || holds!(text, signs, ": ");
    let refused = holds!(text, signs, "HTTP/")
        && ["\" 500 ", "\" 502 ", "\" 503 ", "\" 504 "].iter().any(|status| holds(text, status));
    let told = refused
        || http_status(text, signs).is_some_and(|status| status >= 400)
        || is_of_shell(text)
        || holds!(text, signs, "is not recognized as")
        || holds!(text, signs, "being used by another")
        || holds!(text, signs, "definitely lost");
    let mut severity = if line.weak || told { Severity::Weak } else { Severity::None };
    // Each phrase is a trigger.
    let searched = message || signs.have(Signs::BEYOND_ASCII) && !is_ascii(text);
    let places = searched.then(|| trigger::all(text.as_bytes()));
    for at in places.into_iter().flatten() {
        let found = match phrase(text.as_bytes().get(at..).unwrap_or_default()) {
            Some(Kind::Within) => return Severity::Error,
            Some(Kind::Phrase) if message => Severity::Weak,
            Some(Kind::WarningWithin) => Severity::Warning,
            _ => Severity::None,
        };
        severity = severity.max(found);
    }
    severity.max(if WARNS.begin(text) { Severity::Warning } else { Severity::None })
}

/// Returns the status that a line reports: `HTTP/1.1 404 Not Found`, `< HTTP/2 500` (curl), `HTTP 502` (`HTTPie`), `gh: Not
/// Found (HTTP 404)`.
fn http_status(text: &str, signs: Signs) -> Option<u64> {
    if !holds!(text, signs, "HTTP") {
        return None;
    }
    let rest = after(text, "HTTP")?;
    let (version, rest) = split_once(rest, b' ')?;
    let status = Token::all(rest).next().filter(|token| token.start() == 0 && token.end() == 3)?;
    let is_version = version.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'/'));
    if is_version { status.number() } else { None }
}
