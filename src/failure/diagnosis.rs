//! A short diagnosis of a failed call: location and message.

use alloc::format;
use alloc::string::{String, ToString};

use super::{Severity, classify, count_line, telling_line};
use crate::forms::{one_line, shorten};

/// Chars of a message that are quoted.
const MESSAGE: usize = 120;

/// The place and the message of a failure: `foo.test.ts:23 "Expected 42 but got undefined"`.
///
/// `result` is the text of the failed call, or both ends of it.
pub(crate) fn diagnosis(result: &str) -> String {
    let text = plain_lines(result);
    let Some(line) = telling_line(&text) else {
        return "(no output)".to_string();
    };
    let message = shorten(message_of(line).trim(), MESSAGE);
    match location(&text, line) {
        Some(place) if !message.contains(&*place) => format!("{place} \"{message}\""),
        _ => message,
    }
}

/// Returns `most` chars of a long result from its most specific line on, and the line that counts failures; `None` if that
/// is near the start.
pub(crate) fn late_diagnosis(result: &str, most: usize) -> Option<String> {
    const NEAR: usize = 100;
    let text = plain_lines(result);
    let line = telling_line(&text)?;
    let at = line.as_ptr() as usize - text.as_ptr() as usize;
    let from = text.get(at..).filter(|_| at > NEAR)?.trim();
    let cut = shorten(from, most);
    let Some(count) = count_line(&text).filter(|count| !cut.contains(count)) else { return Some(cut) };
    // On one line, as `shorten` writes it: a text of a tool forges no line of a summary.
    Some(format!("{}\\n{count}", shorten(from, most.saturating_sub(count.chars().count() + 2))))
}

/// A text without colours and other control chars, its lines kept.
fn plain_lines(text: &str) -> String {
    text.lines().flat_map(|line| [one_line(line), "\n".into()]).collect()
}

/// The text after the severe word and its code: `error TS2322: Type …`, `Error: …`, `panicked at …`.
fn message_of(line: &str) -> &str {
    let class = classify(line, &mut String::new());
    let after = line.get(class.found..).filter(|_| class.severity >= Severity::Error).unwrap_or_default();
    match after.split_once(": ") {
        // Only a code may stand between: else the colon belongs to the message.
        Some((between, message)) if between.split_whitespace().count() <= 2 && !message.trim().is_empty() => message,
        _ => line,
    }
}

/// Returns the place of the error: the last frame of our own in a Python traceback, else the first `file.ext:line` or
/// `file.ext(line,` in the error line or after it.
fn location(text: &str, line_of_error: &str) -> Option<String> {
    let mut python = text.lines().filter_map(|line| {
        let (file, rest) = line.split_once("File \"")?.1.split_once("\", line ")?;
        place(file, rest)
    });
    python.next_back().or_else(|| {
        let at = line_of_error.as_ptr() as usize - text.as_ptr() as usize;
        text.get(at..)?.lines().find_map(frame)
    })
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
