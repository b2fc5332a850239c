//! Detects from its result that a call failed.

use alloc::string::String;

use super::classify::{LineClass, Severity, classify};
use super::harness::{exit_code, find, own_lines};
use super::headline::weight;
use super::role::Role;
use super::token::{Token, is_letter};
use super::verdict::{ends_failed, ends_with_error, is_summary, last_lines};
use super::within::{begins, first};
use crate::quick::{split_at_part, trim, trim_end, trim_start};

/// UTF-16 units at each end of a result that decide whether it failed.
pub(crate) const ENDS: usize = 300;
/// UTF-16 units: a longer result that begins with bad news is not only that.
const SUSPECT: u64 = 1500;

/// Facts about a call before its result is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    /// The format marks it as failed.
    pub(crate) failed: bool,
    /// The format has a flag for it.
    pub(crate) flagged: bool,
    /// It runs a command, which has an exit code.
    pub(crate) runs: bool,
    pub(crate) does: Does,
    /// UTF-16 units of the result.
    pub(crate) units: u64,
}

/// Kind of a call, as far as it affects how its result is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Does {
    /// It shows texts that may speak of any failure.
    Shows,
    Edits,
    Other,
}

/// Outcome of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ending {
    pub(crate) exit: Option<u32>,
    pub(crate) failed: bool,
    /// Its output resembles a failure, without proof.
    pub(crate) suspect: bool,
    /// Neither success nor failure is certain.
    pub(crate) doubtful: bool,
}

impl Call {
    /// Returns the outcome, by both ends of the result, which are read only if they can add to the flag.
    pub(crate) fn ending(&self, ends: impl FnOnce(usize) -> (String, String)) -> Ending {
        let edits = self.does == Does::Edits && !self.runs;
        if self.units == 0 || !self.runs && (self.failed || self.flagged && !edits) {
            return Ending { failed: self.failed, ..Ending::default() };
        }
        let (head, tail) = ends(ENDS);
        // The ends of a short text meet, maybe within its last line.
        let is_whole = self.units <= 2 * ENDS as u64;
        let (head, tail) = if is_whole { (head + &tail, String::new()) } else { (head, tail) };
        let begins_failed = begins_failed(&head);
        let exit = if self.runs { exit_code(&head, &tail) } else { None };
        let last = if tail.is_empty() { &head } else { &tail };
        let shows = self.does == Does::Shows;
        let line = own_lines(&head).next().map_or("", |(_, line)| line);
        let is_brief = self.units < SUSPECT;
        // The output of `cat` and the like may quote another run, and an exit code answers for the last lines.
        let ends_badly = || {
            self.runs
                && exit.is_none()
                && (!shows && (reports_error(line) || ends_failed(last)) || is_brief && shows_errors_only(&head, last))
        };
        // What an edit returns is a message of its harness.
        let refused = || is_brief && (is_refusal(line) || edits && weight(line) >= 3);
        let by_text = || begins_failed || ends_badly() || refused();
        let failed = self.failed || exit.is_some_and(|code| code != 0) || !self.flagged && by_text();
        let may = !self.flagged && !failed;
        let ends = || {
            let lines = |text| own_lines(text).map(|(_, line)| line).filter(|line| !trim(line).is_empty());
            [lines(&head).next(), lines(last).last()]
        };
        let tells = || {
            let briefly = || !shows && is_brief && (weight(line) > 0 || names(first(line, 400), &UNDONE));
            let by_outcome = || briefly() || is_refusal(line) || self.runs && !shows && may_end_failed(last);
            // The exit code of a pipeline is that of its last program.
            self.runs && ends().into_iter().flatten().any(names_bad_argument) || exit.is_none() && by_outcome()
        };
        // For a command any line counts, for an edit only its own message.
        let in_doubt = || {
            let names_it = || own_lines(&head).chain(own_lines(&tail)).any(|(_, line)| weight(line) > 0);
            if edits { begins_failed || names(&head, &UNDONE) } else { names_it() }
        };
        Ending { exit, failed, suspect: may && tells(), doubtful: !failed && exit != Some(0) && in_doubt() }
    }
}

/// Refusals of tools that do not begin with a word for failure, in lower case.
#[rustfmt::skip]
const STARTS: [&str; 11] = [
    "<error", "<tool_use_error>", "tool failed", "failed to ", "bash: ", "sh: ", "command failed", "{\"error\":",
    "execution error", "command timed out after ", "err_pnpm_",
];

/// Messages of edits that changed nothing: Claude Code, Codex, Gemini CLI, Cline.
#[rustfmt::skip]
const UNDONE: [&str; 10] = [
    "not found", "no match", "does not exist", "doesn't want", "rejected", "was not ", "could not", "no such file",
    "not been read", "not running",
];

/// Messages of harnesses for calls that did not run, in lower case: Claude Code, opencode, Cline, Roo Code, Codex.
#[rustfmt::skip]
const REFUSALS: [&str; 13] = [
    "the user doesn't want to", "the user denied this", "the user rejected", "user rejected", "tool use was rejected",
    "permission to use ", "you must read ", "file has not been read", "file has been unexpectedly modified",
    "file has been modified since", "string to replace not found", "no changes to make",
    "patch rejected",
];

/// Returns `true` if a harness did not run the call: `You must read file a.ts before overwriting it`, or an edit that is
/// not unique: `Found 2 matches of the string to replace, but replace_all is false`.
fn is_refusal(line: &str) -> bool {
    let line = trim_start(line);
    REFUSALS.iter().any(|start| begins(line, start))
        || line.strip_prefix("Found ").is_some_and(|rest| {
            rest.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(" matches of the string to replace")
        })
}

/// Returns `true` if the last lines of a command resemble those of a failed one: an error as the very last, or a number
/// of failures in any sentence.
fn may_end_failed(tail: &str) -> bool {
    // A line with a place may be a hit of a search.
    let is_error = |line: &&str| {
        let class = classify(line, &mut String::new());
        class.severity >= Severity::Error && !class.place
    };
    ends_with_error(tail)
        || last_lines(tail).first().is_some_and(is_error)
        || last_lines(tail).iter().any(|line| is_summary(first(line, 400)))
}

/// Returns `true` if all that a command printed are errors of programs about their arguments.
fn shows_errors_only(head: &str, last: &str) -> bool {
    let mut lines = own_lines(head).chain(own_lines(last)).map(|(_, line)| line).filter(|line| !trim(line).is_empty());
    lines.next().is_some_and(names_bad_argument) && lines.all(names_bad_argument)
}

/// Returns `true` for an error as programs report it: `psql: error: no server`, `a.c:3:5: error: x`, `LINK : fatal error
/// LNK1104`, `nginx: [emerg] x`.
pub(super) fn reports_error(line: &str) -> bool {
    let (place, message) = split_at_part(trim_start(line), ": ").unwrap_or_default();
    let named = !place.is_empty() && place.len() <= 200 && !trim_end(place).contains(' ');
    let LineClass { severity, found, .. } = classify(message, &mut String::new());
    let at_start = Token::all(message).take(2).any(|word| found == word.start());
    named && severity >= Severity::Error && at_start
}

/// Texts of the C library's error numbers that a program prints about its arguments, in lower case.
const ERRNO: [&str; 7] = [
    "no such file or directory",
    "permission denied",
    "not a directory",
    "is a directory",
    "command not found",
    "operation not permitted",
    "no space left on device",
];

/// Returns `true` for the error of a program about its arguments: `grep: a.py: No such file or directory`,
/// `(eval):cd:1: no such file or directory: test` (zsh).
pub(super) fn names_bad_argument(line: &str) -> bool {
    let (program, rest) = trim_start(line).split_once(':').unwrap_or_default();
    let named = !program.is_empty()
        && program.len() <= 20
        && program.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"()-_+".contains(&byte));
    named && names(first(rest, 400), &ERRNO)
}

fn names(text: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| find(text, phrase).is_some())
}

/// Returns `true` if a result begins like that of a failed call, for formats without a flag.
pub(super) fn begins_failed(head: &str) -> bool {
    // Terraform draws a frame.
    let says = |line: &&str| line.contains(is_letter);
    let line = own_lines(head).map(|(_, line)| trim_start(line)).find(says).unwrap_or_default();
    if STARTS.iter().any(|start| begins(line, start)) {
        return true;
    }
    let LineClass { severity, role, found, .. } = classify(line, &mut String::new());
    let rest = Token::all(line).next().filter(|word| found <= word.start()).map_or("", |word| word.after());
    // MySQL, webpack.
    let numbered = |rest: &str| rest.starts_with("in ") || rest.starts_with(|c: char| c.is_ascii_digit());
    let says = line.strip_prefix("ERROR ").is_some_and(numbered)
        || rest.starts_with([':', '\u{ff1a}', '['])
        || line.starts_with("Error ")
        || line.starts_with("Exception");
    role == Role::Trace || severity >= Severity::Error && role != Role::Summary && says
}
