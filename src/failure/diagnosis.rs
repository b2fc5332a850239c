//! A short diagnosis of a failed call: location and message.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::finding::{continues, is_biome_header};
use super::harness::{is_banner, is_header, own_lines};
use super::headline::{Told, told};
use super::place::leading_place;
use super::role::Role;
use super::within::without_bars;
use super::{LineClass, Severity, classify};
use crate::forms::one_line;
use crate::measure::shorten;
use crate::quick::{split_at_part, trim, trim_start};

/// Chars of a message that are quoted.
const MESSAGE: usize = 120;

/// The place and the message of a failure: `foo.test.ts:23 "Expected 42 but got undefined"`.
///
/// `result` is the text of the failed call, or both ends of it.
pub(crate) fn diagnosis(result: &str) -> String {
    let text = plain_lines(result);
    let Some(told) = told(&text) else {
        return "(no output)".to_string();
    };
    let below = told.beside.filter(|_| continues(told.line));
    let message = shorten(without_bars(below.unwrap_or_else(|| message_of(told.line)).trim()).trim(), MESSAGE);
    match location(&text, told) {
        Some(place) if !message.contains(&*place) => format!("{place} \"{message}\""),
        _ => message,
    }
}

/// Returns `most` chars of a failed result from the line on that names the error, and the line that counts failures;
/// empty without such a line. Lines of a harness, of which the model knows nothing more than the call, are left out.
pub(crate) fn excerpt(result: &str, most: usize) -> String {
    let text = plain_lines(result);
    let Some(told) = told(&text) else { return String::new() };
    let offset = |line: &str| line.as_ptr() as usize - text.as_ptr() as usize;
    let best = offset(told.line);
    let lines_from = |at: usize| text.get(at..best).unwrap_or_default().lines();
    let length = |at: usize| lines_from(at).map(|line| without_bars(line).len() + 1).sum::<usize>();
    let is_near = |&at: &usize| at < best && length(at) <= NEAR;
    let near = [told.first].into_iter().chain(told.beside).map(offset).filter(is_near);
    let from = near.min().unwrap_or(best);
    let before = text.get(..from).unwrap_or_default();
    let cut = if own_lines(before).any(|(_, line)| !is_banner(line)) { "..." } else { "" };
    let below = text.get(from..).unwrap_or_default().lines().filter(|line| !is_header(line));
    let quoted = below.map(without_bars).collect::<Vec<_>>().join("\n");
    let most = most.saturating_sub(cut.len());
    let quote = shorten(trim(&quoted), most);
    let count = told.count.filter(|count| offset(count) > from).map(without_bars);
    let Some(count) = count.filter(|count| !quote.contains(count)) else {
        return [cut, &quote].concat();
    };
    // On one line, as `shorten` writes it: a text of a tool forges no line of a summary.
    let room = most.saturating_sub(count.chars().count() + 2);
    format!("{cut}{}\\n{count}", shorten(trim(&quoted), room))
}

/// Chars before the line that describes an error best that are quoted with it.
const NEAR: usize = 100;

/// A text without colours and other control chars, its lines kept.
fn plain_lines(text: &str) -> String {
    text.lines().flat_map(|line| [one_line(line), "\n".into()]).collect()
}

/// The text after the severe word and its code: `error TS2322: Type …`, `Error: …`, `panicked at …`.
fn message_of(line: &str) -> &str {
    // The margin of pytest.
    let line = line.strip_prefix("E   ").unwrap_or(line);
    let class = classify(line, &mut String::new());
    let after = line.get(class.found..).filter(|_| class.severity >= Severity::Error).unwrap_or_default();
    match split_at_part(after, ": ") {
        // Only a code may stand between: else the colon belongs to the message.
        Some((between, message)) if between.split_whitespace().count() <= 2 && !trim(message).is_empty() => message,
        _ => line,
    }
}

/// Returns the place of the error: that of the finding, else the last frame of our own in a Python traceback, else the
/// first `file.ext:line` or `file.ext(line,` in the error line or after it, before another failure.
fn location(text: &str, told: Told<'_>) -> Option<String> {
    // `ESLint` names the file above, and the line and the column in front of the message.
    let of_finding = |line: &str| frame(line).or_else(|| place(trim(line), trim_start(told.line)));
    let (before, from) = text.split_at_checked(told.line.as_ptr() as usize - text.as_ptr() as usize)?;
    let mut python = before.lines().filter_map(|line| {
        let (file, rest) = split_at_part(split_at_part(line, "File \"")?.1, "\", line ")?;
        place(file, rest)
    });
    let own = |(number, line): &(usize, &str)| *number == 0 || !begins_another(line, told.line);
    let below = || from.lines().enumerate().take_while(own).find_map(|(_, line)| frame(line));
    told.beside.and_then(of_finding).or_else(|| python.next_back()).or_else(below)
}

/// Returns `true` if a line is the message of another failure, whose place is its own. One that is indented otherwise is a
/// part of the message.
fn begins_another(line: &str, message: &str) -> bool {
    let LineClass { severity, role, specific, indent, .. } = classify(line, &mut String::new());
    // `a.py:5: AssertionError` (pytest) is the place of the one above.
    if leading_place(line).is_some_and(|(_, rest)| !rest.contains(' ')) {
        return false;
    }
    is_biome_header(line)
        || severity >= Severity::Weak
            && specific
            && role == Role::Plain
            && indent == message.len() - trim_start(message).len()
}

fn frame(line: &str) -> Option<String> {
    line.split([' ', '\t', '"', '\'', '`', '<', '>', '[', ']']).find_map(|word| {
        let word = word.trim_start_matches('(');
        let digit = |c: char| c.is_ascii_digit();
        let (at, _) = word.match_indices([':', '(']).find(|&(at, separator)| {
            let rest = word.get(at + 1..).unwrap_or_default();
            // `foo.bar(3)` is a call.
            rest.starts_with(digit) && (separator == ":" || rest.trim_start_matches(digit).starts_with([',', ':']))
        })?;
        place(word.get(..at)?, word.get(at + 1..)?)
    })
}

/// Files that a diagnosis is about; `example.com:8080` and `time.sleep:0` are none.
const SOURCES: [&str; 52] = [
    "ts", "tsx", "js", "jsx", "mjs", "cjs", "mts", "cts", "py", "pyi", "rs", "go", "java", "kt", "kts", "scala", "c",
    "h", "cc", "cpp", "cxx", "hpp", "cs", "fs", "rb", "php", "swift", "m", "mm", "vue", "svelte", "css", "scss",
    "html", "json", "yaml", "yml", "toml", "xml", "sql", "sh", "ps1", "ex", "exs", "erl", "hs", "lua", "dart", "zig",
    "gradle", "md", "proto",
];
/// Paths outside the project.
const FOREIGN: [&str; 7] = ["node_modules/", "://", "node:", "site-packages/", "/usr/lib/", "/lib/python", "<frozen"];

fn place(file: &str, rest: &str) -> Option<String> {
    let (_, extension) = file.rsplit_once('.')?;
    let own = !FOREIGN.iter().any(|foreign| file.contains(foreign));
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let line = rest.get(..digits.min(9))?.trim_start_matches('0');
    let found = own && SOURCES.contains(&extension) && !line.is_empty();
    found.then(|| format!("{}:{line}", shorten(file, MESSAGE)))
}
