//! What single lines look like: a hit, a path, a branch of a tree, a definition, a heading.

use super::kind::indent;
use crate::quick::{
    contains, ends_with_any, has_digit, position, split_at_part, starts_with_any, trim, trim_end, trim_start,
};

/// A branch of a tree, as `tree`, `npm ls` and `cargo tree` draw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Branch {
    /// 1 for those of the root.
    pub(super) depth: usize,
}

impl Branch {
    pub(super) fn of(line: &str) -> Option<Self> {
        let mut column = 0;
        let mut chars = line.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                ' ' | '\u{a0}' | '\u{2502}' | '|' => column += 1,
                '\u{251c}' | '\u{2514}' => return Some(Self { depth: column / 2 + 1 }),
                '+' | '`' | '\\' => {
                    return (chars.next() == Some('-') && matches!(chars.next(), Some('-' | ' ')))
                        .then_some(Self { depth: column / 2 + 1 });
                }
                '-' if column > 0 => {
                    let after_bar = line.as_bytes().get(column - 1) == Some(&b'|');
                    return (after_bar && chars.next() == Some('-')).then_some(Self { depth: column / 2 + 1 });
                }
                _ => return None,
            }
        }
        None
    }
}

/// A line of a search: its file, if it names one, and whether it is a hit or a line beside one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hit<'a> {
    pub(super) path: Option<&'a str>,
    pub(super) found: bool,
}

impl<'a> Hit<'a> {
    /// `src/a.rs:12:text`, `src/a.rs-13-text`, `src/a.rs:text`; below a file `12:text`.
    pub(super) fn of(line: &'a str) -> Option<Self> {
        let number = |text: &str| {
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            let sign = text.as_bytes().get(digits).copied();
            (digits > 0 && digits < 8).then_some(sign).flatten().filter(|sign| matches!(sign, b':' | b'-'))
        };
        if let Some(sign) = number(line) {
            return Some(Self { path: None, found: sign == b':' });
        }
        let bytes = line.as_bytes();
        let mut at = 0;
        while at < bytes.len().min(200) {
            match bytes[at] {
                b' ' | b'\t' | b'(' | b'"' | b'=' | b',' => break,
                sign @ (b':' | b'-') if at > 0 => {
                    let path = line.get(..at)?;
                    let rest = line.get(at + 1..)?;
                    if number(rest) == Some(sign) && is_pathlike(path) {
                        return Some(Self { path: Some(path), found: sign == b':' });
                    }
                    // The name of a test, a scope, an address.
                    if sign == b':' && matches!(bytes.get(at + 1), Some(b':' | b'/')) {
                        return None;
                    }
                    if sign == b':' {
                        let is = is_pathlike(path) && (path.contains('/') || has_extension(path));
                        return is.then_some(Self { path: Some(path), found: true });
                    }
                }
                _ => {}
            }
            at += 1;
        }
        None
    }
}

fn is_pathlike(text: &str) -> bool {
    !text.is_empty() && text.bytes().any(|byte| byte.is_ascii_alphabetic()) && !starts_with_any(text, &["http", "-"])
}

fn has_extension(path: &str) -> bool {
    let Some((stem, extension)) = path.rsplit_once('.') else { return false };
    !stem.is_empty() && (1..=6).contains(&extension.len()) && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A line that is one path: its folders, and no blank outside of names.
pub(super) fn is_path_line(line: &str) -> bool {
    if matches!(line.as_bytes().first(), None | Some(b' ' | b'\t')) {
        return false;
    }
    let text = trim_end(line);
    text.len() < 300
        && position(text.as_bytes(), b' ', b'\t').is_none()
        && !text.contains([' ', '\t', '(', '{', '=', ';', ',', '<', '"', '|'])
        && (text.contains('/') && !contains(text, "://") || has_extension(text) || contains(text, ":\\"))
        && !text.ends_with(':')
        && text.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// `drwxr-xr-x`.
pub(super) fn is_permissions(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() > 12
        && b"-dlcbps".contains(&bytes[0])
        && bytes[1..10].iter().all(|byte| b"-rwxsStT".contains(byte))
        && matches!(bytes[10], b' ' | b'+' | b'.' | b'@')
}

/// A short hash and a subject, `git log --oneline`, also with `--graph`.
pub(super) fn is_ids(text: &str) -> bool {
    let text = text.trim_start_matches(['*', '|', '/', '\\', ' ', '_']);
    let hash = text.bytes().take_while(u8::is_ascii_hexdigit).count();
    (7..=40).contains(&hash)
        && text.as_bytes().get(hash) == Some(&b' ')
        && has_digit(text.get(..hash).unwrap_or_default())
}

/// A time in the first 40 bytes, or a level at the beginning.
pub(super) fn is_log(text: &str) -> bool {
    let begin = text.as_bytes().get(..40).unwrap_or(text.as_bytes());
    let digit = |at: usize| begin.get(at).is_some_and(u8::is_ascii_digit);
    let clock = (0..begin.len().saturating_sub(4))
        .any(|at| begin[at] == b':' && at >= 2 && digit(at - 1) && digit(at - 2) && digit(at + 1) && digit(at + 2));
    // Not one of many pairs of digits: a hash in pairs is no time.
    let colon = |at: Option<usize>| at.is_some_and(|at| begin.get(at) == Some(&b':'));
    let seconds = clock
        && (0..begin.len().saturating_sub(5)).any(|at| {
            colon(Some(at))
                && colon(Some(at + 3))
                && digit(at + 1)
                && digit(at + 4)
                && !colon(Some(at + 6))
                && !colon(at.checked_sub(3))
        });
    seconds || is_level(text)
}

fn is_level(text: &str) -> bool {
    let text = text.trim_start_matches(['[', '<', '(']);
    starts_with_any(text, &["INFO", "DEBUG", "WARN", "ERROR", "TRACE", "FATAL", "NOTICE", "level=", "time=", "ts="])
        || starts_with_any(text, &["I0", "W0", "E0"]) && has_digit(text.get(2..5).unwrap_or_default())
}

/// A line of a web server: an address, and a method in quotes.
pub(super) fn is_access(text: &str) -> bool {
    contains(text, "\"GET ") || contains(text, "\"POST ") || contains(text, "\"HEAD ") || contains(text, "\"PUT ")
}

/// A line of one sign with a title between, or below which one stands: `=== 3 failed ===`, `---- test stdout ----`.
pub(super) fn is_rule(line: &str) -> bool {
    let text = trim(line);
    let Some(&first) = text.as_bytes().first() else { return false };
    if !b"=-_*~#+".contains(&first) || text.len() < 8 {
        return false;
    }
    let begin = text.bytes().take_while(|byte| *byte == first).count();
    let least = if first == b'#' { 5 } else { 3 };
    begin >= least && (begin == text.len() || text.as_bytes().get(begin) == Some(&b' '))
}

/// A rule with a title in it, or another line that stands above a part.
pub(super) fn is_section(line: &str) -> bool {
    let text = trim_end(line);
    is_part(text)
        || match text.as_bytes().first() {
            Some(b'=' | b'-' | b'_' | b'*' | b'~' | b'#' | b'+') => {
                is_rule(text) && text.bytes().any(|byte| byte.is_ascii_alphanumeric()) && !text.starts_with("--- a/")
            }
            Some(b'[') => {
                text.ends_with(']') && text.len() < 80 && has_letters(text) && !text.contains(['"', '{', ','])
            }
            _ => false,
        }
}

/// A line that runners print above what belongs to one task, file or test.
pub(super) fn is_part(line: &str) -> bool {
    match line.as_bytes().first() {
        Some(b'=' | b'-' | b'#') => starts_with_any(
            line,
            &["##[group]", "##[section]", "=== RUN", "--- FAIL: ", "--- PASS: ", "==> ", "-- Boot ", "-[ RECORD "],
        ),
        Some(b'[') => starts_with_any(line, &["[INFO] --- ", "[INFO] Building ", "[INFO] Running "]),
        Some(b' ') => {
            let text = trim_start(line);
            text.len() < 200
                && starts_with_any(text, &["FAIL ", "PASS ", "\u{25cf} ", "Running ", "Doc-tests ", "Line   "])
        }
        Some(b'r') => line.starts_with("running ") && contains(line, " from "),
        Some(b'T') if line.starts_with("Thread ") => has_digit(line) && line.contains('('),
        _ => line.len() < 200 && starts_with_any(line, PARTS),
    }
}

fn has_letters(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// How such lines begin.
const PARTS: &[&str] = &[
    "TASK [",
    "PLAY [",
    "PLAY RECAP",
    "RUNNING HANDLER [",
    "::group::",
    "FILE: ",
    "> Task :",
    "make[",
    "FAIL ",
    "PASS ",
    "FAIL: ",
    "ERROR: test",
    "\u{25cf} ",
    "Running ",
    "Begin ",
    "Step ",
    "Test Suite ",
    "Suite ",
    "Checking ",
    "Recipe: ",
    "CompileC ",
    "CompileSwift ",
    "SwiftCompile ",
    "Ld ",
    "PhaseScriptExecution ",
    "Nmap scan report for ",
    "goroutine ",
    "section_start:",
    "travis_fold:start:",
];

/// States a count or a time of the whole: `3 passed`, `pass 53`, `Execution Time: 13.9 ms`.
pub(super) fn is_total(line: &str) -> bool {
    const COUNTED: &[&str] = &[
        "pass",
        "fail",
        "skip",
        "pending",
        "test",
        "error",
        "warning",
        "problem",
        "example",
        "assertion",
        "file",
        "suite",
        "todo",
        "finding",
        "package",
        "violation",
        "issue",
        "offense",
        "row",
    ];
    const NAMED: &[&str] = &[
        "pass ",
        "passed",
        "fail ",
        "failed",
        "skipped",
        "tests ",
        "tests:",
        "suites ",
        "total",
        "execution time",
        "planning time",
        "elapsed",
        "duration",
        "finished",
        "ran ",
        "found ",
        "done ",
        "success",
        "completed",
        "real\t",
        "test suites:",
        "test files",
        "result:",
        "results",
    ];
    let Some(begin) = line.bytes().position(|byte| byte.is_ascii_alphanumeric()) else { return false };
    let text = trim_end(line.get(begin..).unwrap_or_default());
    if text.len() > 120 {
        return false;
    }
    let digits = text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b',').count();
    let rest = trim_start(text.get(digits..).unwrap_or_default()).as_bytes();
    let words = if digits > 0 { COUNTED } else { NAMED };
    let Some(first) = rest.first().map(u8::to_ascii_lowercase) else { return false };
    let begins = |word: &&str| {
        let word = word.as_bytes();
        word.first() == Some(&first) && rest.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word))
    };
    words.iter().any(begins) && has_digit(text) && text.split_ascii_whitespace().count() <= 12
}

/// Raises an error: what can go wrong.
pub(super) fn is_raise(text: &str) -> bool {
    const CALLS: &[&str] = &["panic!", "panic", "errors.New", "fmt.Errorf", "bail!", "error_set", "abort"];
    let begins = starts_with_any(trim_start(text), &["raise ", "throw ", "die "]);
    let mut rest = (text, 0);
    begins
        || core::iter::from_fn(|| {
            let at = rest.1 + position(rest.0.as_bytes(), b'(', b'(')?;
            rest = (text.get(at + 1..)?, at + 1);
            text.get(..at)
        })
        .any(|before| ends_with_any(before, CALLS))
}

/// Ends a block or a statement, or opens one.
pub(super) fn is_opener(text: &str) -> bool {
    matches!(text.as_bytes().last(), Some(b'{' | b'}' | b';' | b',' | b'(' | b')' | b'[' | b']'))
        || text.ends_with(':')
        || starts_with_any(
            text,
            &["//", "/*", "* ", "#", "*/", "return", "end", "elif", "else", "import ", "from ", "\"\"\""],
        )
}

/// Words with which definitions begin, in the languages that people keep sources in.
const DEFINES: &[&str] = &[
    "fn ",
    "pub ",
    "struct ",
    "enum ",
    "impl ",
    "impl<",
    "trait ",
    "mod ",
    "macro_rules!",
    "def ",
    "class ",
    "async def ",
    "async fn ",
    "function ",
    "async function ",
    "export ",
    "interface ",
    "type ",
    "namespace ",
    "module ",
    "func ",
    "package ",
    "public ",
    "private ",
    "protected ",
    "internal ",
    "static ",
    "abstract ",
    "final ",
    "object ",
    "trait ",
    "typedef ",
    "union ",
    "template",
    "#define ",
    "sub ",
    "local function ",
    "CREATE TABLE",
    "create table",
    "CREATE ",
    "declare ",
    "unsafe ",
    "extern ",
    "data ",
    "instance ",
    "defmodule ",
    "defp ",
    "record ",
    "extension ",
    "protocol ",
    "let rec ",
    "proc ",
    "const fn",
    "inline ",
];

/// The line defines something: its outline.
pub(super) fn is_definition(line: &str) -> bool {
    let text = trim_start(line);
    if starts_with_any(text, DEFINES) {
        return !text.ends_with(';')
            || starts_with_any(text, &["type ", "export ", "typedef ", "pub "])
            || indent(line) == 0;
    }
    // C: a name and its parameters at the margin; a block follows.
    let flat = indent(line) == 0
        && text.contains('(')
        && !text.ends_with(';')
        && !starts_with_any(text, &["if", "for", "while", "//", "/*", "#", "}"]);
    flat && text.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic())
        && (text.ends_with('{') || text.ends_with(')'))
        || starts_with_any(text, &["const ", "let ", "var "]) && indent(line) == 0
}

/// `key: value`, `"key": value`, `key = value`.
pub(super) fn is_key(text: &str) -> bool {
    let text = text.strip_prefix("- ").unwrap_or(text);
    let quoted = text.starts_with('"') && contains(text, "\":");
    let end = text.find([':', '=', ' ']).unwrap_or(0);
    let name = text.get(..end).unwrap_or_default();
    let word =
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_./$@\"'".contains(&byte));
    let sign = text.get(end..).unwrap_or_default();
    // In settings that are aligned more blanks stand before the sign.
    let gives = sign.starts_with('=') || trim_start(sign).starts_with("= ");
    quoted || word && (sign == ":" || sign.starts_with(": ") || gives)
}

/// An element, a bracket alone, an item of a list.
pub(super) fn is_entry(text: &str) -> bool {
    text.starts_with('<') && text.ends_with('>')
        || matches!(text, "{" | "}" | "}," | "[" | "]" | "]," | "---" | "]]," | "[[")
        || text.starts_with("- ")
        || text.starts_with('"') && (text.ends_with("\",") || text.ends_with('"'))
        || text.starts_with('[') && text.ends_with(']')
}

/// A heading of Markdown, or one in capitals as manual pages have.
pub(super) fn is_heading(line: &str) -> bool {
    let hashes = line.bytes().take_while(|byte| *byte == b'#').count();
    if (1..=6).contains(&hashes) {
        return line.as_bytes().get(hashes) == Some(&b' ') && line.as_bytes().get(hashes + 1) != Some(&b' ');
    }
    let text = trim_end(line);
    let capital = text.len() < 60
        && !text.starts_with(' ')
        && text.bytes().all(|byte| !byte.is_ascii_lowercase())
        && text.bytes().filter(u8::is_ascii_alphabetic).count() >= 4;
    let tag = starts_with_any(trim_start(text), &["<h1", "<h2", "<h3", "<title"]);
    // RFCs number their sections.
    let numbered = text.len() < 80
        && text.bytes().next().is_some_and(|byte| byte.is_ascii_digit())
        && split_at_part(text, ". ").is_some_and(|(number, name)| {
            number.len() < 8
                && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
                && name.trim_start().bytes().next().is_some_and(|byte| byte.is_ascii_uppercase())
                && !name.ends_with('.')
        });
    (capital && !text.contains('|')) && !has_digit(text) || tag || numbered
}
