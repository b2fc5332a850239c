//! Endings with which runners and build tools state that a run failed.

use alloc::string::String;

use super::classify::{LineClass, Severity, classify, plain};
use super::ending::{begins_failed, is_failure, reports_error};
use super::finding::concise_header;
use super::harness::{exit_code, is_error_record};
use super::output::Output;
use super::place::leading_place;
use super::role::Role;
use super::token::Token;
use super::trigger;
use super::within::{after, first, holds, without_bars};
use crate::quick::{find, split_once, starts_with_any, starts_with_char, trim, trim_end};

/// Last lines of an output that can state its outcome: below a summary there may be times, hints, or the offer of an
/// update.
const LAST: usize = 5;
/// Bytes of a line that states an outcome.
const LONGEST: usize = 160;

/// Starts of lines with which build tools and runners report a failed run.
#[rustfmt::skip]
const FAILED: [&str; 32] = [
    // Maven; sbt; Gradle and Ant; Xcode; MSBuild.
    "[INFO] BUILD FAILURE", "BUILD FAILURE", "[error] Total time: ", "BUILD FAILED", "FAILURE: Build failed",
    "** BUILD FAILED **", "** TEST FAILED **", "Build FAILED.",
    // Cargo; Deno; Bun.
    "error: could not compile", "error: test failed", "error: Test failed", "error: script \"",
    // Ninja; Bazel; CMake's CTest; Flutter; PHPUnit; .NET.
    "ninja: build stopped", "ERROR: Build did NOT complete", "Errors while running CTest", "Some tests failed.",
    "FAILURES!", "Failed!  - Failed:",
    // GoogleTest; Vite; curl; CMake.
    "[  FAILED  ] ", "error during build:", "curl: (", "-- Configuring incomplete, errors occurred!",
    // Prettier; npm, whose lines come last.
    "[warn] Code style issues found", "npm error ", "npm ERR! ",
    // Node, below an error that nothing caught; Rust, below a panic; Git; pytest, whose exit code is 5 then.
    "Node.js v", "note: run with `RUST_BACKTRACE=", "fatal: ", "Automatic merge failed;", "Could not apply ", "no tests ran in ", "no tests collected (",
];

/// Labels of counts: Biome, Ruff, mypy; Vitest and Jest; Cargo; unittest; `ESLint`; `PHPUnit`.
#[rustfmt::skip]
const LABELS: [&str; 9] = [
    "Found ", "Tests", "Test Files", "Test Suites:", "test result: FAILED", "FAILED (", "\u{2716} ", "Failures:",
    "Errors:",
];

/// Returns `true` if a text, given by both its ends, is that of a run that failed: by its exit code, else by its first
/// or last lines.
pub(crate) fn has_failed(head: &str, tail: &str) -> bool {
    let by_text = || {
        let [first, last] = [head, if tail.is_empty() { head } else { tail }].map(Output::of);
        begins_failed(&first) || ends_failed(&last) || ends_with_error(&last)
    };
    exit_code(head, tail).map_or_else(by_text, |code| code != 0)
}

/// Returns `true` if the last lines of a command state that it failed.
pub(super) fn ends_failed(output: &Output<'_>) -> bool {
    // A compiler may end with an error: `a.ts(3,1): error TS2304: ...`. Maven repeats its errors below the verdict.
    let is_finding =
        |at: usize| reports(output, at, Severity::Error) || reports_error(output.line(at)) || is_failure(output, at);
    last_lines(output).find(|&at| !is_quoted(output.class(at))).is_some_and(is_finding)
        || last_lines(output).next().is_some_and(|at| output.line(at).starts_with("[ERROR] "))
        || ends_with_trace(output)
        // Both forms in which PowerShell prints an error.
        || last_lines(output).any(|at| is_error_record(trim(output.line(at))))
        || last_lines(output).any(|at| concise_header(&output.lines, at).is_some())
        || last_lines(output).any(|at| is_verdict(output.line(at)))
}

/// Returns `true` if the last lines are the end of a stack trace: frames (the JVM), or an error below one (Python).
fn ends_with_trace(output: &Output<'_>) -> bool {
    let mut last = last_lines(output);
    let Some(at) = last.next() else { return false };
    output.class(at).role == Role::Frame
        || is_failure(output, at) && last.take(3).any(|at| matches!(output.class(at).role, Role::Frame | Role::Trace))
}

/// Returns `true` if the very last line is an error that may have ended the run: `ImportError: ...`, `Job failed`,
/// `./a.go:3:2: undefined: x`.
pub(super) fn ends_with_error(output: &Output<'_>) -> bool {
    let is_error = |at| is_failure(output, at) || reports(output, at, Severity::Weak);
    last_lines(output).next().is_some_and(is_error)
}

/// True for code and remarks below an error.
fn is_quoted(class: LineClass) -> bool {
    use Role::{Code, Note, Pointed, Pointer};
    matches!(class.role, Code | Note | Pointed | Pointer)
}

/// Returns `true` for a line that begins with a place and reports an error there.
fn reports(output: &Output<'_>, at: usize, least: Severity) -> bool {
    leading_place(plain(output.line(at), &mut String::new())).is_some() && output.class(at).severity >= least
}

/// Returns the indexes of the last lines, newest first.
pub(super) fn last_lines(output: &Output<'_>) -> impl Iterator<Item = usize> {
    output.own.iter().rev().take(LAST).copied()
}

/// Returns `true` for a line with which a tool states that its run failed.
pub(super) fn is_verdict(line: &str) -> bool {
    let mut room = String::new();
    let line = trim_end(plain(first(line, 400), &mut room));
    // `go test`, and with `-json`.
    if line == "FAIL" || line.starts_with("FAIL\t") || line.starts_with('{') && holds(line, "\"Action\":\"fail\"") {
        return true;
    }
    let text = without_bars(line).trim_start();
    if text.len() > LONGEST {
        return false;
    }
    // `make: *** [all] Error 2`, `gmake[1]: *** No rule to make target`.
    if after(text, "make").is_some_and(|rest| starts_with_char(rest, &[':', '[']) && holds(rest, ": *** ")) {
        return true;
    }
    // pytest, which then found no test.
    let many = find(text, "deselected in ").and_then(|at| text.get(..at)?.strip_suffix(' '));
    let deselected = many.is_some_and(|many| many.parse::<u64>().is_ok());
    deselected || starts_with_any(text, &FAILED) || counts_failures(text) || counts_otherwise(text)
}

/// Returns `true` for a summary that begins with a number or a known label: `5 failed, 1 passed in 0.31s` (pytest),
/// `2 errors, 0 warnings` (Pyright), `Found 1 error.` Other lines with numbers may speak of anything.
fn counts_failures(text: &str) -> bool {
    let begins = Token::all(text).next().is_some_and(|word| {
        word.start() == 0 && word.end() <= 6 && word.number().is_some() && word.byte_after() == Some(b' ')
    });
    (begins || starts_with_any(text, &LABELS)) && is_summary(classify(text, &mut String::new()))
}

pub(super) fn is_summary(class: LineClass) -> bool {
    class.role == Role::Summary && class.severity >= Severity::Error
}

/// Returns `true` for a line that says how many failures there are.
pub(super) fn counts(line: &str, class: impl FnOnce() -> LineClass) -> bool {
    trigger::find(line.as_bytes()).is_some() && is_summary(class()) || counts_otherwise(trim(line))
}

/// Counts in other words: `# fail 1` (TAP), the same behind a sign (Node), `2 issues:` (golangci-lint), `1 file
/// inspected, 1 offense detected` (`RuboCop`), ` 1 fail` (Bun), `1 file would be reformatted` (Black, Ruff).
fn counts_otherwise(text: &str) -> bool {
    #[rustfmt::skip]
    const COUNTED: [&str; 7] = [
        "issues:", "issue:", "offenses detected", "offense detected", "fail", "file would be reformatted",
        "files would be reformatted",
    ];
    let number = |text: &str| text.parse::<u64>().is_ok_and(|number| number > 0);
    if let Some(count) = ["# fail ", "\u{2139} fail "].iter().find_map(|tag| text.strip_prefix(tag)) {
        return number(count);
    }
    let mut rest = text;
    loop {
        let end = find(rest, ", ");
        let (many, what) =
            split_once(rest.get(..end.unwrap_or(rest.len())).unwrap_or_default(), b' ').unwrap_or_default();
        if number(many) && COUNTED.contains(&trim_end(what)) {
            return true;
        }
        let Some(end) = end else { return false };
        rest = rest.get(end + 2..).unwrap_or_default();
    }
}
