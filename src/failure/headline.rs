//! Selects the line of a failed output that names the error, and what else to quote.

use alloc::string::String;
use alloc::vec::Vec;

use super::classify::{Severity, classify};
use super::ending::names_bad_argument;
use super::finding::{beside, is_biome_header, points};
use super::harness::{is_banner, is_exit, is_header, own_lines};
use super::logs::logged_by_tests;
use super::role::Role;
use super::trigger;
use super::verdict::{counts, is_verdict};
use super::within::{holds, without_bars};

/// UTF-16 units that are read at each end of a long result.
pub(crate) const WINDOW: usize = 8 * 1024;
/// Rates how well a line describes an error: 0 not at all, 1 that there is one, 2 its place, 3 its kind, 4 its kind
/// with a place or a message.
pub(super) fn weight(line: &str) -> u8 {
    if is_assertion(line) {
        return 4;
    }
    if trigger::find(line.as_bytes()).is_none() {
        return 0;
    }
    let class = classify(line, &mut String::new());
    // npm prints this for every script that failed.
    let announces = ["npm error", "npm ERR!"].iter().any(|tag| line.trim_start().starts_with(tag));
    match (class.severity, class.role) {
        (Severity::None | Severity::Warning, _) => 0,
        (_, Role::Summary | Role::Exit | Role::Heading) => 1,
        _ if announces || is_biome_header(line) || is_verdict(line) => 1,
        // A heading; the errors follow: `failures:` (Cargo).
        _ if line.trim_end().ends_with(':') && !line.trim().contains(' ') => 1,
        (_, Role::Name) => 2,
        (Severity::Weak, _) if holds(line, ": ") => 4,
        _ if class.specific => 4,
        // A heading; the errors follow: `Errors:`.
        _ if line.trim_end().ends_with(':') => 2,
        _ => 3,
    }
}

/// The message of an assertion without a word for it: `E   assert 3 == 4` (pytest), `expect(received).toBe(expected)`
/// (Jest).
fn is_assertion(line: &str) -> bool {
    line.starts_with("E   ") || line.trim_start().starts_with("expect(received)")
}

/// Maximum UTF-16 units of a line that counts failures.
const COUNT: usize = 80;
/// Maximum bytes of a verdict.
const VERDICT: usize = 200;

/// Indexes of the first line that reports an error, and of the first that describes it best; without any, of the first
/// line. `named` is that of the name of the failed test, `beside` that of a line near the best one that says where, or
/// what; `count` that of the last line of a runner that says how many there are.
#[derive(Clone, Copy)]
pub(super) struct Headline {
    pub(super) first: usize,
    pub(super) named: Option<usize>,
    pub(super) best: usize,
    pub(super) beside: Option<usize>,
    pub(super) count: Option<usize>,
}

pub(super) fn headline(text: &str) -> Option<Headline> {
    let lines: Vec<&str> = lines_of(text).collect();
    if let Some(at) = bad_argument(text) {
        return Some(Headline { first: at, named: None, best: at, beside: None, count: None });
    }
    let logged = logged_by_tests(&lines);
    let mut found = [false, true].into_iter().find_map(|logs| {
        let told = own_lines(text).map(|(at, _)| at).filter(|at| logged.contains(at) == logs);
        rated(&lines, told)
    });
    if found.is_none() {
        let at = opening(text)?;
        found = Some((at, at));
    }
    let (first, best) = found?;
    let named = named_above(&lines, best, first).or_else(|| named_below(&lines, best));
    Some(Headline { first, named, best, beside: beside(&lines, best), count: count_of(text) })
}

/// Returns the first of some lines that reports an error, and the first that describes it best.
fn rated(lines: &[&str], told: impl Iterator<Item = usize>) -> Option<(usize, usize)> {
    let mut found = None;
    let mut most = 0;
    for at in told {
        let weight = weight_at(lines, at);
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
fn named_above(lines: &[&str], best: usize, first: usize) -> Option<usize> {
    let line_at = |at: usize| lines.get(at).copied().unwrap_or_default();
    let counts = first < best && weight(line_at(first)) == 1;
    let is_name = |at: &usize| classify(line_at(*at), &mut String::new()).role == Role::Name;
    counts.then(|| (first.max(best.saturating_sub(NAMED))..best).rev().find(is_name))?
}

/// Returns the verdict on a test of Go that stands below what the test reported: `--- FAIL: TestAdd (0.00s)`.
fn named_below(lines: &[&str], best: usize) -> Option<usize> {
    let fails = |at: &usize| lines.get(*at).is_some_and(|line| line.trim_start().starts_with("--- FAIL"));
    (best + 1..lines.len().min(best + NAMED)).find(fails)
}

/// Rates a line by its words, or as a finding by the line below it: `F401 [*] ...` above `--> a.py:1:8` (Ruff).
pub(super) fn weight_at(lines: &[&str], at: usize) -> u8 {
    let line = lines.get(at).copied().unwrap_or_default();
    match weight(line) {
        0 if points(lines, at + 1) && !line.trim().is_empty() && !warns(line) && !is_remark(line) => 4,
        weight => weight,
    }
}

/// Returns the line of a failed output that shows no error: the first that is no banner, else the exit code.
fn opening(text: &str) -> Option<usize> {
    let says = |line: &str| !is_banner(line) && !is_remark(line);
    let own = |says: &dyn Fn(&str) -> bool| own_lines(text).find(|(_, line)| says(line)).map(|(at, _)| at);
    let of_all = |is: &dyn Fn(&str) -> bool| lines_of(text).position(|line| !line.trim().is_empty() && is(line));
    own(&says)
        .or_else(|| of_all(&|line| is_exit(line.trim())))
        .or_else(|| own(&|_| true))
        .or_else(|| of_all(&|line| !is_header(line)))
}

/// A hint of Git, or an assurance.
fn is_remark(line: &str) -> bool {
    let class = classify(line, &mut String::new());
    class.well || class.role == Role::Note
}

fn warns(line: &str) -> bool {
    classify(line, &mut String::new()).severity == Severity::Warning
}

/// Returns the index of the first or last line if it is a program's error about its arguments. Lines between may show any
/// text: `grep` found them.
fn bad_argument(text: &str) -> Option<usize> {
    let lines = || own_lines(text).filter(|(_, line)| !line.trim().is_empty());
    let ends = [lines().next(), lines().last()];
    ends.into_iter().flatten().find(|(_, line)| names_bad_argument(line)).map(|(at, _)| at)
}

/// Returns the index of the last line that counts failures: `Found 3 errors`, `5 failed, 1 passed in 0.31s`, `1 failing`
/// (Mocha, which lists them below it); without one, of the last verdict: `FAIL\tgithub.com/a/b [build failed]` (Go).
fn count_of(text: &str) -> Option<usize> {
    let is_count = |(_, line): &(usize, &str)| {
        let line = without_bars(line);
        line.len() <= COUNT && counts(line)
    };
    let is_last = |(_, line): &(usize, &str)| line.len() <= VERDICT && line.trim() != "FAIL" && is_verdict(line);
    let lines: Vec<(usize, &str)> = own_lines(text).collect();
    let last = |is: &dyn Fn(&(usize, &str)) -> bool| lines.iter().rev().find(|line| is(line)).map(|(at, _)| *at);
    last(&is_count).or_else(|| last(&is_last))
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
}

/// Returns what a failed output tells; `text` is the result, or both ends of it.
pub(super) fn told(text: &str) -> Option<Told<'_>> {
    let Headline { first, named, best, beside, .. } = headline(text)?;
    let line_at = |at: usize| lines_of(text).nth(at);
    Some(Told { line: line_at(best)?, first: line_at(named.unwrap_or(first))?, beside: beside.and_then(line_at) })
}

/// Returns the last line that counts failures.
pub(super) fn count_line(text: &str) -> Option<&str> {
    lines_of(text).nth(count_of(text)?).map(str::trim)
}

pub(super) fn lines_of(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line))
}
