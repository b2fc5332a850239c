//! Detects from its result that a call failed.

use alloc::string::String;

use super::classify::{LineClass, Severity, classify};
use super::harness::{exit_code, find};
use super::headline::rate;
use super::members::{DEEPEST, READ, outcome};
use super::output::Output;
use super::role::Role;
use super::shell::is_of_shell;
use super::token::{Token, is_letter};
use super::verdict::{ends_failed, ends_with_error, is_summary, last_lines};
use super::within::{begins, first};
use crate::quick::{split_at_part, starts_with_any, trim_end, trim_start};

/// UTF-16 units at each end of a result that decide whether it failed.
pub(crate) const ENDS: usize = 300;
/// UTF-16 units: a longer result that begins with bad news is not only that.
const SUSPECT: u64 = 1500;
/// Lines of a message in place of a file's content.
const MESSAGE: usize = 3;
/// Begins what a tool of ours returns for an error.
pub(super) const OURS: &str = "Tool Failed: ";

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
    #[cfg(test)]
    pub(crate) fn ending(&self, ends: impl Fn(usize) -> (String, String)) -> Ending {
        self.judged(true, ends)
    }

    /// The same; [`Ending::suspect`] and [`Ending::doubtful`] only if `doubts`, since they take as long as all else.
    pub(crate) fn judged(&self, doubts: bool, ends: impl Fn(usize) -> (String, String)) -> Ending {
        let edits = self.does == Does::Edits && !self.runs;
        if self.units == 0 || !self.runs && (self.failed || self.flagged && !edits) {
            // Our own word for a failure needs no flag.
            let failed = self.failed || self.units > 0 && ends(OURS.len()).0.starts_with(OURS);
            return Ending { failed, ..Ending::default() };
        }
        let (head, tail) = ends(ENDS);
        if trim_start(&head).starts_with('{')
            && let Some(ending) = self.by_members(&head, &tail, &ends)
        {
            return ending;
        }
        // The ends of a short text meet, maybe within its last line.
        let is_whole = self.units <= 2 * ENDS as u64;
        let (head, tail) = if is_whole { (head + &tail, String::new()) } else { (head, tail) };
        let exit = if self.runs { exit_code(&head, &tail) } else { None };
        let has_tail = !tail.is_empty();
        let [head, tail] = [&*head, &*tail].map(Output::of);
        let last = if has_tail { &tail } else { &head };
        let shows = self.does == Does::Shows;
        let line = head.own.first().map_or("", |&at| head.line(at));
        let rated = |output: &Output<'_>, at: usize| {
            if output.is_logged(at) { 0 } else { rate(output.line(at), || output.class(at)) }
        };
        let weight = || head.own.first().map_or(0, |&at| rated(&head, at));
        let is_brief = self.units < SUSPECT;
        // The output of `cat` and the like may quote another run, and an exit code answers for the last lines.
        let ends_badly = || {
            self.runs
                && exit.is_none()
                && (!shows && (reports_error(line) || ends_failed(last))
                    || is_brief && (is_of_shell(line) || shows_errors_only(&head, last)))
        };
        // What an edit returns is a message of its harness.
        let refused = || is_brief && (is_refusal(line) || edits && weight() >= 3);
        // A file may begin like a failure.
        let is_content = shows && !self.runs && head.lines.len() > MESSAGE;
        let by_text = || !is_content && begins_failed(&head) || ends_badly() || refused();
        let ours = head.own.first().is_some_and(|&at| trim_start(head.line(at)).starts_with(OURS));
        let failed = self.failed || exit.is_some_and(|code| code != 0) || !self.flagged && by_text() || ours;
        if !doubts {
            return Ending { exit, failed, ..Ending::default() };
        }
        // Many agents never set the flag of a command.
        let may = !failed && (!self.flagged || self.runs);
        let tells = || {
            let briefly = || !shows && is_brief && (weight() > 0 || names(first(line, 400), &UNDONE));
            let by_outcome = || briefly() || is_refusal(line) || self.runs && !shows && may_end_failed(last);
            let names_own =
                |output: &Output<'_>, at: &usize| names_bad_argument(output.line(*at)) || is_of_shell(output.line(*at));
            let at_an_end = || {
                head.own.first().is_some_and(|at| names_own(&head, at))
                    || last.own.last().is_some_and(|at| names_own(last, at))
            };
            // The exit code of a pipeline is that of its last program.
            self.runs && at_an_end() || exit.is_none() && by_outcome()
        };
        // For a command any line counts, for an edit only its own message.
        let in_doubt = || {
            let names_it = |output: &Output<'_>| output.own.iter().any(|&at| rated(output, at) > 0);
            let undone = || head.lines.iter().any(|line| names(line, &UNDONE));
            if edits { begins_failed(&head) || undone() } else { names_it(&head) || names_it(&tail) }
        };
        let suspect = may && (tells() || self.flagged && by_text());
        Ending { exit, failed, suspect, doubtful: !failed && exit != Some(0) && in_doubt() }
    }
}

impl Call {
    /// Returns the outcome that the members of a JSON result state.
    fn by_members(&self, head: &str, tail: &str, ends: &impl Fn(usize) -> (String, String)) -> Option<Ending> {
        let whole = if self.units > 2 * ENDS as u64 { ends(READ) } else { (String::from(head), String::from(tail)) };
        let text = if self.units <= 2 * READ as u64 { whole.0 + &whole.1 } else { whole.0 };
        // A file may hold any members: `{"colors": {"error": "red"}}`.
        let shown = self.does == Does::Shows && !self.runs;
        let stated = outcome(&text, if shown { 1 } else { DEEPEST })?;
        let exit = stated.exit.filter(|_| self.runs);
        let is_own = !shown || self.units < SUSPECT;
        let fails = stated.failed && is_own;
        let failed = self.failed || exit.is_some_and(|code| code != 0) || !self.flagged && fails;
        Some(Ending { exit, failed, suspect: !failed && fails && self.runs, doubtful: false })
    }
}

/// Refusals of tools that do not begin with a word for failure, in lower case.
#[rustfmt::skip]
const STARTS: [&str; 9] = [
    "<error", "<tool_use_error>", "tool failed", "failed to ", "command failed", "execution error",
    "command timed out after ", "script failed", "mcp error -",
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
fn may_end_failed(output: &Output<'_>) -> bool {
    // A line with a place may be a hit of a search.
    let is_error = |at: usize| output.class(at).severity >= Severity::Error && !output.class(at).place;
    ends_with_error(output)
        || last_lines(output).next().is_some_and(is_error)
        || last_lines(output).any(|at| is_summary(output.class(at)))
}

/// Returns `true` if all that a command printed are errors of programs about their arguments.
fn shows_errors_only(head: &Output<'_>, last: &Output<'_>) -> bool {
    let names_own = |output: &Output<'_>| output.own.iter().all(|&at| names_bad_argument(output.line(at)));
    !(head.own.is_empty() && last.own.is_empty()) && names_own(head) && names_own(last)
}

/// Returns `true` for an error as programs report it: `psql: error: no server`, `a.c:3:5: error: x`, `LINK : fatal error
/// LNK1104`, `nginx: [emerg] x`.
pub(super) fn reports_error(line: &str) -> bool {
    let Some((place, message)) = split_at_part(trim_start(line), ": ") else { return false };
    if place.is_empty() || place.len() > 200 || trim_end(place).contains(' ') {
        return false;
    }
    let LineClass { severity, found, .. } = classify(message, &mut String::new());
    severity >= Severity::Error && Token::all(message).take(2).any(|word| found == word.start())
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
pub(super) fn begins_failed(output: &Output<'_>) -> bool {
    // Terraform draws a frame.
    let says = |at: &&usize| output.line(**at).contains(is_letter);
    output.own.iter().find(says).is_some_and(|&at| is_failure(output, at))
}

/// Returns `true` if the result of a failed call may begin with the line.
pub(super) fn is_failure(output: &Output<'_>, at: usize) -> bool {
    let line = output.line(at);
    let text = trim_start(line);
    if !text.contains(is_letter) {
        return false;
    }
    let is_of_sh = || (text.starts_with("bash: ") || text.starts_with("sh: ")) && is_of_shell(text);
    if STARTS.iter().any(|start| begins(text, start)) || is_of_sh() {
        return true;
    }
    // Indented, it would be taken for code.
    let LineClass { severity, role, found, .. } =
        if text.len() == line.len() { output.class(at) } else { classify(text, &mut String::new()) };
    let rest = Token::all(text).next().filter(|word| found <= word.start()).map_or("", |word| word.after());
    // MySQL, webpack.
    let numbered = |rest: &str| rest.starts_with("in ") || rest.starts_with(|c: char| c.is_ascii_digit());
    let says = text.strip_prefix("ERROR ").is_some_and(numbered)
        || rest.starts_with([':', '\u{ff1a}', '['])
        || starts_with_any(text, &["Error ", "ERR_", "[ERR_"])
        || text.starts_with("Exception");
    role == Role::Trace || severity >= Severity::Error && role != Role::Summary && says
}
