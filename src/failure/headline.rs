//! Selects the line of a failed output that names the error, and what else to quote.

use alloc::string::String;
use alloc::vec::Vec;

use super::classify::{Severity, classify};
use super::ending::names_bad_argument;
use super::harness::own_lines;
use super::role::Role;
use super::trigger;
use super::within::holds;
use crate::measure::grapheme;
use crate::source::{Source, StrSource, utf16_len};

/// Maximum UTF-16 units of the most specific line.
const LINE: usize = 164;
/// UTF-16 units that are read at each end of a long result.
pub(crate) const WINDOW: usize = 8 * 1024;
/// Lines below the error line that may be quoted with it.
const BELOW: usize = 40;

/// Rates how well a line describes an error: 0 not at all, 1 that there is one, 2 its place, 3 its kind, 4 its kind
/// with a place or a message.
pub(super) fn weight(line: &str) -> u8 {
    if trigger::find(line.as_bytes()).is_none() {
        return 0;
    }
    let class = classify(line, &mut String::new());
    // npm prints this for every script that failed.
    let announces = ["npm error", "npm ERR!"].iter().any(|tag| line.trim_start().starts_with(tag));
    match (class.severity, class.role) {
        (Severity::None | Severity::Warning, _) => 0,
        (_, Role::Summary | Role::Exit | Role::Heading) => 1,
        _ if announces => 1,
        (_, Role::Name) => 2,
        (Severity::Weak, _) if holds(line, ": ") => 4,
        _ if class.specific => 4,
        // A heading; the errors follow: `Errors:`.
        _ if line.trim_end().ends_with(':') => 2,
        _ => 3,
    }
}

/// Maximum UTF-16 units of a line that counts failures.
const COUNT: usize = 80;

/// Indexes of the first line that reports an error, and of the first that describes it best; without any, of the first
/// line. `count` is that of the last line of a runner that says how many there are.
struct Headline {
    named: usize,
    best: usize,
    count: Option<usize>,
}

fn headline(text: &str) -> Option<Headline> {
    let opening = own_lines(text).next().map(|(number, _)| number);
    let opening = opening.or_else(|| text.lines().position(|line| !line.trim().is_empty()))?;
    if let Some(at) = bad_argument(text) {
        return Some(Headline { named: at, best: at, count: None });
    }
    let mut found = Headline { named: opening, best: opening, count: count_of(text) };
    let mut most = 0;
    for (number, line) in own_lines(text) {
        let weight = weight(line);
        if weight > 0 && most == 0 {
            found.named = number;
        }
        if weight > most {
            (most, found.best) = (weight, number);
        }
        if most == 4 {
            break;
        }
    }
    Some(found)
}

/// Returns the index of the first or last line if it is a program's error about its arguments. Lines between may show any
/// text: `grep` found them.
fn bad_argument(text: &str) -> Option<usize> {
    let lines = || own_lines(text).filter(|(_, line)| !line.trim().is_empty());
    let ends = [lines().next(), lines().last()];
    ends.into_iter().flatten().find(|(_, line)| names_bad_argument(line)).map(|(at, _)| at)
}

/// Returns the index of the last line that counts failures: `Found 3 errors`, `5 failed, 1 passed in 0.31s`, `1 failing`
/// (Mocha, which lists them below it).
fn count_of(text: &str) -> Option<usize> {
    let is_count = |(_, line): &(usize, &str)| {
        line.len() <= COUNT && trigger::find(line.as_bytes()).is_some() && {
            let class = classify(line, &mut String::new());
            class.role == Role::Summary && class.severity >= Severity::Error
        }
    };
    own_lines(text).filter(is_count).last().map(|(number, _)| number)
}

/// Returns the first line of a failed output that describes the error; `text` is the result, or both ends of it.
pub(crate) fn telling_line(text: &str) -> Option<&str> {
    lines_of(text).nth(headline(text)?.best)
}

/// Returns the last line that counts failures.
pub(crate) fn count_line(text: &str) -> Option<&str> {
    lines_of(text).nth(count_of(text)?).map(str::trim)
}

fn lines_of(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line))
}

/// Returns the first line that reports an error, the one that describes it best and the one that counts failures, each
/// once; at most [`LINE`] units of each.
pub(crate) fn line(text: &str) -> String {
    let Some(Headline { named, best, count }) = headline(text) else { return String::new() };
    let mut shown: Vec<usize> = [named, best].into_iter().chain(count).collect();
    shown.sort_unstable();
    shown.dedup();
    let line_at = |at: usize| units(lines_of(text).nth(at).unwrap_or_default(), LINE);
    shown.into_iter().map(line_at).collect::<Vec<_>>().join("\n")
}

/// Quotes a failed result in at most `most` units: the error line, the first line that names the failure, and the lines
/// after it.
pub(crate) fn block(text: &str, most: usize) -> String {
    let Some(Headline { named, best, count }) = headline(text) else { return String::new() };
    let lines: Vec<&str> = lines_of(text).collect();
    let line_at = |at: usize| lines.get(at).copied().unwrap_or_default();
    if most <= LINE {
        return String::from(units(line_at(best), most));
    }
    let (mut left, mut shown) = (most, Vec::new());
    for at in [best, named].into_iter().chain(count).chain(best + 1..lines.len().min(best + BELOW)) {
        if shown.contains(&at) {
            continue;
        }
        match left.checked_sub(utf16_len(units(line_at(at), 2 * LINE)) + 1) {
            Some(rest) => {
                left = rest;
                shown.push(at);
            }
            None if at > best && at != named && Some(at) != count => break,
            None => {}
        }
    }
    shown.sort_unstable();
    let shown: Vec<&str> = shown.into_iter().map(|at| units(line_at(at), 2 * LINE)).collect();
    shown.join("\n")
}

/// Returns the first `most` UTF-16 units, as whole graphemes.
pub(crate) fn units(text: &str, most: usize) -> &str {
    let source = StrSource(text);
    let end = source.skip_utf16(0, text.len(), most);
    let end = if end < text.len() { grapheme::floor(&source, 0, end) } else { end };
    text.get(..end).unwrap_or_default()
}
