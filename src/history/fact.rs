//! One line about one call: what remains of it when it goes.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::calls::{Calls, Field};
use super::category::Category;
use super::failure::diagnosis;
use super::groups::path_of;
use super::shorten::{piece, shorten};
use crate::source::Source;

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
    let text = |field, most| calls.text(at, field, most).map(|text| shorten(&text, most));
    let failed = calls.is_error(at);
    let what = match category {
        Category::Read => match text(Field::Path, SUBJECT) {
            Some(path) => format!("Read {path}{}", if failed { String::new() } else { range(calls, at) }),
            None => format!("Searched \"{}\"", text(Field::Query, SUBJECT)?),
        },
        Category::Write => {
            let change = match times {
                _ if failed => String::new(),
                0 | 1 => change(calls, at),
                _ => format!(" {times} times"),
            };
            format!("{} {}{change}", verb(&calls.name(at)), path_of(calls, at)?)
        }
        Category::Terminal => format!("Ran `{}`", text(Field::Command, COMMAND)?),
        Category::Search => {
            let query = text(Field::Query, SUBJECT)?;
            let hits = if failed { None } else { hits(&calls.result(at)) };
            format!("Searched \"{query}\"{}", hits.map_or_else(String::new, |hits| format!(", {hits} hit(s)")))
        }
        Category::Other => return None,
    };
    Some(match (failed, quote) {
        (false, _) => format!("[Earlier: {what}]"),
        (true, true) => format!("[Earlier: {what} - FAILED: {}]", diagnosis(&calls.result(at))),
        (true, false) => format!("[Earlier: {what} - FAILED]"),
    })
}

/// ` lines 1-50`, from a first and a last line or a first line and a count.
fn range<C: Calls + ?Sized>(calls: &C, at: usize) -> String {
    let number =
        |field| calls.number(at, field).filter(|number| (1.0..1e9).contains(number)).map(|number| number as u64);
    let first = number(Field::FirstLine);
    let count = number(Field::LineCount);
    match (first, number(Field::LastLine)) {
        (first, Some(last)) => format!(" lines {}-{last}", first.unwrap_or(1)),
        (Some(first), None) => match count {
            Some(count) => format!(" lines {first}-{}", first + count - 1),
            None => format!(" from line {first}"),
        },
        (None, None) => count.map_or_else(String::new, |count| format!(" lines 1-{count}")),
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

fn verb(name: &str) -> &'static str {
    let name = name.to_ascii_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if says(&["delete", "remove"]) {
        "Deleted"
    } else if says(&["create", "write", "add"]) {
        "Wrote"
    } else {
        "Edited"
    }
}

/// How many hits a search says that it has, or shows as `file:line`. Of a long result nobody counts.
fn hits<S: Source + ?Sized>(result: &S) -> Option<usize> {
    const WHOLE: usize = 8192;
    let len = result.len();
    let whole = result.utf16(0, len) <= WHOLE;
    let text = piece(result, 0, if whole { len } else { result.skip_utf16(0, len, 200) });
    let said: Vec<&str> = text.split_whitespace().take(12).collect();
    let number = said.windows(2).find_map(|pair| {
        let what = pair[1].trim_matches(|c: char| !c.is_ascii_alphabetic());
        let counted = ["match", "matches", "result", "results", "hit", "hits", "usages", "references", "files"];
        let count = if pair[0] == "No" { Some(0) } else { pair[0].parse().ok() };
        count.filter(|_| counted.contains(&what))
    });
    let shown = || text.lines().filter(|line| has_line_number(line)).count();
    number.or_else(|| Some(shown()).filter(|&count| whole && count > 0))
}

/// `src/a.rs:12: …` or `12: …` as grep prints them.
fn has_line_number(line: &str) -> bool {
    line.split(':').take(3).any(|part| !part.is_empty() && part.trim().bytes().all(|byte| byte.is_ascii_digit()))
        && line.contains(':')
}
