//! One line about one call: what remains of it when it goes.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::calls::{Calls, Field};
use super::category::{Category, has_word};
use super::failure::diagnosis;
use super::groups::path_of;
use super::shorten::argument;
use crate::forms;
use crate::source::{Source, piece};

/// Chars of a path or a query.
const SUBJECT: usize = 200;
/// Chars of a command.
const COMMAND: usize = 100;

/// `[Earlier: Read /src/foo.ts lines 1-50]`; nothing when it would not say more than that there was a call. `times`: how many
/// calls like it the line stands for; `quote`: whether to say how it failed.
pub(crate) fn fact<C: Calls + ?Sized>(
    calls: &C,
    at: usize,
    category: Category,
    times: usize,
    quote: bool,
) -> Option<String> {
    let text = |field, most| argument(calls, at, field, most);
    let failed = calls.is_error(at);
    let searched = |query: String| {
        let place = text(Field::Path, SUBJECT).map_or_else(String::new, |path| format!(" in {path}"));
        let hits = if failed { None } else { hits(&calls.result(at)) };
        format!("Searched \"{query}\"{place}{}", hits.map_or_else(String::new, |hits| format!(", {hits} hit(s)")))
    };
    let what = match category {
        Category::Read => match (text(Field::Query, SUBJECT), text(Field::Path, SUBJECT)) {
            (Some(query), _) => searched(query),
            (None, path) => {
                let path = path?;
                let range = if failed { None } else { range(calls, at, &path) };
                format!("Read {path}{}", range.unwrap_or_default())
            }
        },
        Category::Write => {
            let change = match times {
                _ if failed => String::new(),
                0 | 1 => change(calls, at),
                _ => format!(" {times} times"),
            };
            format!("{} {}{change}", verb(calls, at), path_of(calls, at)?)
        }
        Category::Terminal => format!("Ran `{}`", text(Field::Command, COMMAND)?),
        Category::Search => searched(text(Field::Query, SUBJECT)?),
        Category::Other => return None,
    };
    Some(match (failed, quote) {
        (false, _) => forms::FACT.with(&[&what]),
        (true, true) => forms::FACT.with(&[&format!("{what} - FAILED: {}", diagnosis(&calls.result(at)))]),
        (true, false) => forms::FACT.with(&[&format!("{what} - FAILED")]),
    })
}

fn is_file(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    name.contains('.') && !path.contains("://")
}

/// ` lines 1-50`, from a first and a last line or a first line and a count.
fn range<C: Calls + ?Sized>(calls: &C, at: usize, path: &str) -> Option<String> {
    let number =
        |field| calls.number(at, field).filter(|number| (1.0..1e9).contains(number)).map(|number| number as u64);
    let (first, last, count) = (number(Field::FirstLine), number(Field::LastLine), number(Field::LineCount));
    // Pages have no lines, and a limit alone may be one of a folder's entries.
    if path.contains("://") || (first.is_none() && last.is_none() && !is_file(path)) {
        return None;
    }
    let last = last.or_else(|| count.map(|count| first.unwrap_or(1) + count - 1));
    match (first, last) {
        (first, Some(last)) if first.unwrap_or(1) <= last => Some(format!(" lines {}-{last}", first.unwrap_or(1))),
        (Some(first), None) => Some(format!(" from line {first}")),
        _ => None,
    }
}

/// `, 3 lines -> 5 lines`, or `, 120 lines` for a new text.
fn change<C: Calls + ?Sized>(calls: &C, at: usize) -> String {
    match (calls.lines(at, Field::OldText), calls.lines(at, Field::NewText)) {
        (Some(old), Some(new)) => format!(", {old} line(s) -> {new} line(s)"),
        (None, Some(new)) => format!(", {new} line(s)"),
        _ => String::new(),
    }
}

/// The verb of a write, by its name and its arguments.
fn verb<C: Calls + ?Sized>(calls: &C, at: usize) -> &'static str {
    let says = |words: &[&str]| has_word(&calls.name(at), words);
    if says(&["delete", "remove"]) && calls.lines(at, Field::OldText).is_none() && !says(&["line", "lines"]) {
        "Deleted"
    } else if says(&["create", "write"]) && calls.lines(at, Field::OldText).is_none() {
        "Wrote"
    } else {
        "Edited"
    }
}

/// Number of hits that a search states, or shows as `file:line`. Long results are not counted.
pub(crate) fn hits<S: Source + ?Sized>(result: &S) -> Option<usize> {
    const WHOLE: usize = 8192;
    let len = result.len();
    let whole = result.utf16(0, len) <= WHOLE;
    let text = piece(result, 0, if whole { len } else { result.skip_utf16(0, len, 200) });
    let said: Vec<&str> = text.split_whitespace().take(12).collect();
    let number = |counted: &[&str]| {
        said.windows(2).find_map(|pair| {
            let what = pair[1].trim_matches(|c: char| !c.is_ascii_alphabetic());
            let count = if pair[0] == "No" { Some(0) } else { pair[0].parse().ok() };
            count.filter(|_| counted.contains(&what))
        })
    };
    // "3 files, 9 matches": the matches are the hits.
    let number = number(&["match", "matches", "result", "results", "hit", "hits", "usages", "references"])
        .or_else(|| number(&["file", "files"]));
    let shown = || text.lines().filter(|line| has_line_number(line)).count();
    number.or_else(|| Some(shown()).filter(|&count| whole && count > 0))
}

/// `src/a.rs:12: …` or `12:…` as grep prints them; neither `port: 8080` nor `12:30:45`.
fn has_line_number(line: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let mut parts = line.splitn(3, ':');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(file), Some(number), Some(_)) if is_number(number) => is_file(file) && !is_number(file),
        (Some(number), Some(rest), _) => is_number(number) && !rest.starts_with(|c: char| c.is_ascii_digit()),
        _ => false,
    }
}
