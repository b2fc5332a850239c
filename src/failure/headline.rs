//! Selects the line of a failed output that names the error, and what else to quote.

use alloc::string::String;

use super::classify::{LineClass, Severity, classify};
use super::ending::{OURS, names_bad_argument};
use super::finding::{beside, is_biome_header, is_position};
use super::harness::{exit_code, is_banner, is_exit, is_header};
use super::output::Output;
use super::role::Role;
use super::said::said;
use super::trigger;
use super::verdict::{counts, is_verdict};
use super::within::{holds, without_bars};
use crate::quick::{starts_with_any, trim, trim_end, trim_start};

/// UTF-16 units that are read at each end of a long result.
pub(crate) const WINDOW: usize = 64 * 1024;

/// Rates how well a line describes an error: 0 not at all, 1 that there is one, 2 its place, 3 its kind, 4 its kind
/// with a place or a message.
///
/// Its class is read only if it can matter.
pub(super) fn rate(line: &str, class: impl FnOnce() -> LineClass) -> u8 {
    if is_assertion(line) {
        return 4;
    }
    if trigger::find(line.as_bytes()).is_none() {
        return 0;
    }
    if let Some(rest) = of_npm(line) {
        return rate_npm(rest);
    }
    // Node's message for a command, in front of what the command printed.
    let message = trim(line);
    if message.strip_prefix(OURS).unwrap_or(message).starts_with("Command failed: ") {
        return 1;
    }
    let class = class();
    match (class.severity, class.role) {
        (Severity::None | Severity::Warning, _) => 0,
        (_, Role::Summary | Role::Exit | Role::Heading) => 1,
        _ if is_biome_header(line) || is_verdict(line) => 1,
        // A heading; the errors follow: `failures:` (Cargo).
        _ if trim_end(line).ends_with(':') && !trim(line).contains(' ') => 1,
        (_, Role::Name) => 2,
        (Severity::Weak, _) if holds(line, ": ") => 4,
        _ if class.specific || is_position(line) => 4,
        // A heading; the errors follow: `Errors:`.
        _ if trim_end(line).ends_with(':') => 2,
        _ => 3,
    }
}

/// Returns the text behind the tag of npm.
fn of_npm(line: &str) -> Option<&str> {
    let line = trim(line);
    ["npm error", "npm ERR!"].iter().find_map(|tag| line.strip_prefix(tag)).map(str::trim_start)
}

/// Rates what npm prints for every script that failed, and above that its own errors: a message says more than the code
/// above it.
fn rate_npm(text: &str) -> u8 {
    const NAMES: [&str; 5] = ["code ", "errno ", "syscall ", "path ", "command "];
    let names = text.ends_with(':') || starts_with_any(text, &NAMES);
    1 + u8::from(!names && trigger::find(text.as_bytes()).is_some())
}

/// The message of an assertion without a word for it: `E   assert 3 == 4` (pytest), `expect(received).toBe(expected)`
/// (Jest), `Failure/Error: expect(a).to eq(b)` (`RSpec`).
fn is_assertion(line: &str) -> bool {
    let text = trim_start(line);
    line.starts_with("E   ") || text.starts_with("expect(received)") || text.starts_with("Failure/Error: ")
}

/// Maximum UTF-16 units of a line that counts failures.
const COUNT: usize = 80;
/// Maximum bytes of a verdict.
const VERDICT: usize = 200;

/// Indexes of the first line that reports an error, and of the first that describes it best; without any, of the first
/// line. `named` is that of the name of the failed test, `beside` that of a line near the best one that says where, or
/// what; `count` that of the last line of a runner that says how many there are; `said` that of the first line with a word
/// for failure, or of the first line where none reports an error.
#[derive(Clone, Copy)]
pub(super) struct Headline {
    pub(super) first: usize,
    pub(super) named: Option<usize>,
    pub(super) best: usize,
    pub(super) beside: Option<usize>,
    pub(super) count: Option<usize>,
    pub(super) said: Option<usize>,
}

pub(super) fn headline(output: &Output<'_>) -> Option<Headline> {
    if let Some(at) = tagged(output).or_else(|| bad_argument(output)) {
        return Some(Headline { first: at, named: None, best: at, beside: None, count: None, said: None });
    }
    let found = [false, true].into_iter().find_map(|logs| rated(output, logs));
    let (first, best) = found.or_else(|| opening(output).map(|at| (at, at)))?;
    let named = named_above(output, best, first).or_else(|| named_below(&output.lines, best));
    let beside = beside(&output.lines, best);
    // What shows no error is at least known by how it begins.
    let begins = || output.own.first().copied();
    let said = said(output).or_else(|| if found.is_none() { begins() } else { None });
    Some(Headline { first, named, best, beside, count: count_of(output), said })
}

/// Returns the first of the lines that reports an error, and the first that describes it best.
fn rated(output: &Output<'_>, logs: bool) -> Option<(usize, usize)> {
    let mut found = None;
    let mut most = 0;
    for at in output.told(logs) {
        let weight = output.weight(at);
        if weight > most {
            most = weight;
            found = Some((found.map_or(at, |(first, _)| first), at));
        }
        if most == 4 {
            break;
        }
    }
    found
}

/// Lines between the name of a test and its error.
const NAMED: usize = 60;

/// Returns the name of the test that failed, if the first line about failures only says that there are some:
/// `FAIL a.test.ts > adds` (Vitest) below `a.test.ts (2 tests | 1 failed)`.
fn named_above(output: &Output<'_>, best: usize, first: usize) -> Option<usize> {
    let counts = first < best && rate(output.line(first), || output.class(first)) == 1;
    let is_name = |&at: &usize| output.class(at).role == Role::Name;
    counts.then(|| (first.max(best.saturating_sub(NAMED))..best).rev().find(is_name))?
}

/// Returns the verdict on a test that stands below what the test reported: `--- FAIL: TestAdd (0.00s)` (Go), `(fail) adds
/// [0.30ms]` (Bun).
fn named_below(lines: &[&str], best: usize) -> Option<usize> {
    let fails =
        |at: &usize| lines.get(*at).is_some_and(|line| starts_with_any(trim_start(line), &["--- FAIL", "(fail) "]));
    (best + 1..lines.len().min(best + NAMED)).find(fails)
}

/// Returns the line of a failed output that shows no error: the first that is no banner, else the exit code.
fn opening(output: &Output<'_>) -> Option<usize> {
    let own = || output.own.iter().copied();
    let of_all = |is: &dyn Fn(&str) -> bool| output.lines.iter().position(|line| !trim(line).is_empty() && is(line));
    own()
        .find(|&at| !is_banner(output.line(at)) && !output.is_remark(at))
        .or_else(|| of_all(&|line| is_exit(trim(line))))
        .or_else(|| own().next())
        .or_else(|| of_all(&|line| !is_header(line)))
}

/// Returns the index of the message behind or below the error tag with which a result begins. Lines below are part of the
/// message, and may quote anything.
fn tagged(output: &Output<'_>) -> Option<usize> {
    let at = output.lines.iter().position(|line| !trim(line).is_empty())?;
    let text = trim_start(output.line(at));
    let message = ["<tool_use_error>", "<error>"].iter().find_map(|tag| text.strip_prefix(tag))?;
    // Below an exit code stands what the command printed.
    let own = || output.own.first().copied();
    let found = if trim(message).is_empty() { own().filter(|&own| own == at + 1) } else { Some(at) };
    found.filter(|_| exit_code(message, "").is_none())
}

/// Returns the index of the first or last line if it is a program's error about its arguments. Lines between may show any
/// text: `grep` found them.
fn bad_argument(output: &Output<'_>) -> Option<usize> {
    let ends = [output.own.first(), output.own.last()];
    ends.into_iter().flatten().copied().find(|&at| names_bad_argument(output.line(at)))
}

/// Returns the index of the last line that counts failures: `Found 3 errors`, `5 failed, 1 passed in 0.31s`, `1 failing`
/// (Mocha, which lists them below it); without one, of the last verdict: `FAIL\tgithub.com/a/b [build failed]` (Go).
pub(super) fn count_of(output: &Output<'_>) -> Option<usize> {
    let is_count = |&&at: &&usize| {
        let (line, bare) = (output.line(at), without_bars(output.line(at)));
        let class = || if bare.len() == line.len() { output.class(at) } else { classify(bare, &mut String::new()) };
        bare.len() <= COUNT && counts(bare, class)
    };
    let is_last = |&&at: &&usize| {
        let line = output.line(at);
        line.len() <= VERDICT && trim(line) != "FAIL" && of_npm(line).is_none() && is_verdict(line)
    };
    let own = || output.own.iter().rev();
    own().find(is_count).or_else(|| own().find(is_last)).copied()
}

/// Lines of a failed output that describe its error.
#[derive(Clone, Copy)]
pub(super) struct Told<'a> {
    /// The line that describes the error best.
    pub(super) line: &'a str,
    /// The first line that reports it.
    pub(super) first: &'a str,
    /// A line near the best one that says where, or what if that does not.
    pub(super) beside: Option<&'a str>,
    /// The last line that counts failures.
    pub(super) count: Option<&'a str>,
}

/// Returns what a failed output tells; `text` is the result, or both ends of it.
pub(super) fn told(text: &str) -> Option<Told<'_>> {
    let output = Output::of(text);
    let Headline { first, named, best, beside, count, .. } = headline(&output)?;
    let line = |at| output.line(at);
    Some(Told {
        line: line(best),
        first: line(named.unwrap_or(first)),
        beside: beside.map(line),
        count: count.map(|at| line(at).trim()),
    })
}
