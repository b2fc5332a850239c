//! What a failed call said, in a few words: where and what.

use alloc::format;
use alloc::string::{String, ToString};

use super::render::one_line;
use super::shorten::{piece, shorten};
use crate::source::Source;

/// UTF-16 units that are read at each end of a result.
const WINDOW: usize = 2048;
/// Words that make a line a diagnosis; also as the end of a longer one, as in `TypeError`.
const SEVERE: [&str; 6] = ["error", "failed", "panicked", "exception", "fatal", "err"];
/// How test runners and checkers mark what failed.
const MARKS: [&str; 7] = ["\u{2717}", "\u{2718}", "\u{d7}", "\u{2715}", "\u{2716}", "FAIL", "not ok"];
/// Chars of a message that are quoted.
const MESSAGE: usize = 120;

/// The place and the message of a failure: `foo.test.ts:23 "Expected 42 but got undefined"`.
pub(crate) fn diagnosis<S: Source + ?Sized>(result: &S) -> String {
    let text = ends(result);
    let Some(line) = telling_line(&text) else {
        return "(no output)".to_string();
    };
    let message = shorten(message_of(line).trim(), MESSAGE);
    match location(&text, line) {
        Some(place) if !message.contains(&*place) => format!("{place} \"{message}\""),
        _ => message,
    }
}

/// What a long result says from the line on that tells what went wrong, when that does not stand near its start.
pub(crate) fn late_diagnosis<S: Source + ?Sized>(result: &S) -> Option<String> {
    const NEAR: usize = 100;
    let text = ends(result);
    let line = telling_line(&text)?;
    let at = line.as_ptr() as usize - text.as_ptr() as usize;
    (at > NEAR).then(|| text.get(at..).unwrap_or_default().trim().into())
}

/// The line that tells most: one with an error of a kind, else one with a severe word, else the first that says anything.
fn telling_line(text: &str) -> Option<&str> {
    // `> name@1.0.0 test` is how npm announces a script.
    let lines = || text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with("> "));
    let found = lines().find(|line| names_error(line)).or_else(|| lines().find(|line| is_severe(line)));
    let found = found.or_else(|| lines().find(|line| MARKS.iter().any(|mark| line.trim_start().starts_with(mark))));
    found.or_else(|| lines().next()).or_else(|| text.lines().find(|line| !line.trim().is_empty()))
}

/// `TypeError: …`, `error: …`, `error[E0308]: …`, `src/a.ts(3,5): error TS2322: …`.
fn names_error(line: &str) -> bool {
    line.match_indices(": ").any(|(at, _)| {
        let words = line.get(..at).unwrap_or_default().rsplit(|c: char| c.is_whitespace() || c == '(');
        // A code may stand between: TS2322.
        let mut words = words.filter(|word| word.bytes().any(|byte| byte.is_ascii_lowercase()));
        let kind = words.next().and_then(|word| word.split('[').next()).unwrap_or_default();
        kind.ends_with("Error") || kind == "error" || kind == "Exception"
    })
}

/// Both ends of a text, colours and other control chars left out, its lines kept.
fn ends<S: Source + ?Sized>(source: &S) -> String {
    let len = source.len();
    let to = source.skip_utf16(0, len, WINDOW);
    let mut text = piece(source, 0, to);
    if to < len {
        let from = source.skip_utf16_back(to, len, WINDOW);
        if from > to {
            text.push('\n');
        }
        text.push_str(&piece(source, from, len));
    }
    let mut clean = String::with_capacity(text.len());
    for line in text.lines() {
        clean.push_str(&one_line(line));
        clean.push('\n');
    }
    clean
}

/// True when a word of the line says that something went wrong, and not that nothing did.
fn is_severe(line: &str) -> bool {
    let mut before = "";
    line.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).any(|word| {
        let lower = word.to_ascii_lowercase();
        // `test_error_handling` is a name: a severe word is the last of its own, or ends one in capitals as TypeError does.
        let severe = SEVERE.iter().any(|&severe| lower == severe || word.ends_with("Error"));
        let denied = matches!(before, "0" | "no" | "No" | "without");
        before = word;
        severe && !denied
    })
}

/// What stands after the severe word and its code: `error TS2322: Type …`, `Error: …`, `panicked at …`.
fn message_of(line: &str) -> &str {
    let lower = line.to_ascii_lowercase();
    let word = SEVERE.iter().filter_map(|severe| lower.find(severe)).min();
    let after = word.and_then(|at| line.get(at..)).unwrap_or_default();
    match after.split_once(": ") {
        // Only a code may stand between: else the colon belongs to the message.
        Some((between, message)) if between.split_whitespace().count() <= 2 && !message.trim().is_empty() => message,
        _ => line,
    }
}

/// Where it went wrong: the last frame of our own in a Python traceback, else the first `file.ext:line` or `file.ext(line,` in the
/// telling line or after it.
fn location(text: &str, telling: &str) -> Option<String> {
    let mut python = text.lines().filter_map(|line| {
        let (file, rest) = line.split_once("File \"")?.1.split_once("\", line ")?;
        place(file, rest)
    });
    python.next_back().or_else(|| {
        let at = telling.as_ptr() as usize - text.as_ptr() as usize;
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
/// What is not the project's own.
const FOREIGN: [&str; 7] = ["node_modules/", "://", "node:", "site-packages/", "/usr/lib/", "/lib/python", "<frozen"];

fn place(file: &str, rest: &str) -> Option<String> {
    let (_, extension) = file.rsplit_once('.')?;
    let own = !FOREIGN.iter().any(|foreign| file.contains(foreign));
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let line = rest.get(..digits.min(9))?.trim_start_matches('0');
    let found = own && SOURCES.contains(&extension) && !line.is_empty();
    found.then(|| format!("{}:{line}", shorten(file, MESSAGE)))
}
