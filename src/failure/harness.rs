//! Harness boilerplate around the output of a command, and the exit codes in it.

use super::place::contains_word;
use super::signs::{Signs, Starts, holds};
use super::within::{after, begins, first};
use crate::forms::begins_like_ours;
use crate::quick::{contains, has_digit, position, starts_with_any, starts_with_char, trim, trim_start};

/// Names of exit codes in tools and shells.
const EXITS: [&str; 7] =
    ["exit code", "exit_code", "exitcode", "exited with code", "exit status", "returncode", "exited with"];

/// Other words before the exit status of a process: Docker, GCC's `collect2`, kernels, the C library.
const ENDS: [&str; 7] =
    ["exit with", "exited", "non-zero code", "returned value", "signal", "errno", "terminated with"];

/// Subjects in front of that: `Process exited with code 1`, `[The command completed with exit code 1.]`.
const ENDED: [&str; 7] =
    ["error: ", "the ", "process ", "command ", "completed with ", "finished with ", "failed with "];

/// Lines that agents print.
#[rustfmt::skip]
const HEADERS: Starts = Starts::new(&[
    // Codex.
    "Chunk ID: ", "Wall time: ", "Original token count: ", "Total output lines: ", "Process running with session ID ",
    "Warning: truncated output (",
    // Codex in code mode; `Script failed` is a failure.
    "Script completed", "Script running with cell ID ", "Script terminated", "Wall time ", "Script error:",
    // Gemini CLI.
    "Command: ", "Directory: ", "Signal: ", "Background PIDs: ", "Process Group PGID: ",
    // OpenHands.
    "[Current working directory: ", "[Python interpreter: ", "[Below is the output of the previous command",
    // SWE-agent; Visual Studio Code; Node's inspector; Vitest.
    "(Open file: ", "(Current directory: ", "Command produced no output", "Debugger attached", "Waiting for the debugger",
    "RUN  v",
]);

/// Labels that Gemini CLI, Codex and Roo Code print before a part of the output, and for an empty one.
const LABELS: Starts =
    Starts::new(&["Output:", "Stdout:", "Stderr:", "STDOUT:", "STDERR:", "Error:", "Command output:"]);
const EMPTY: [&str; 3] = ["", "(none)", "(empty)"];

/// Prefixes with which shells and package managers echo a command: `$ biome check` (Yarn, pnpm, Bun), `> app@1.0.0
/// test` (npm), `+ make` (`sh -x`).
const ECHOES: Starts = Starts::new(&["$ ", "> ", "+ ", "++ ", "bash-"]);

/// Returns the reported exit code of a command: on one of the first or last lines that contains nothing else, or at the
/// end of one, as `Command failed with exit code 1`. A line that continues only mentions an exit code.
pub(crate) fn exit_code(head: &str, tail: &str) -> Option<u32> {
    let last = if tail.is_empty() { head } else { tail };
    let lines = || head.lines().take(6).chain(last.lines().rev().take(4)).map(|line| first(line, 400));
    lines().find_map(own_exit).or_else(|| lines().find_map(exit_at_end))
}

fn exit_at_end(line: &str) -> Option<u32> {
    // Every name but one contains an x.
    position(line.as_bytes(), b'x', b'X').or_else(|| find(line, "returncode"))?;
    EXITS.iter().find_map(|name| {
        let at = find(line, name)?;
        let (code, rest) = code(line.get(at + name.len()..)?)?;
        // A result that is JSON has it as a member.
        let is_member = trim_start(line).starts_with('{') && line.get(..at).is_some_and(|before| before.ends_with('"'));
        (is_member || ends_there(rest)).then_some(code)
    })
}

fn ends_there(rest: &str) -> bool {
    !rest.contains(|c: char| c.is_alphanumeric()) || rest.starts_with("</")
}

/// A number after the name of an exit code, and what follows it.
fn code(text: &str) -> Option<(u32, &str)> {
    let text = text.trim_start_matches(['"', ':', ' ', '=', '>', '(']);
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let hex = unsigned.strip_prefix("0x").filter(|hex| starts_with_char(hex, &['c', 'C']));
    let (radix, number) = hex.map_or((10, unsigned), |hex| (16, hex));
    let digits = number.bytes().take_while(|byte| char::from(*byte).is_digit(radix)).count();
    let (number, rest) = number.split_at_checked(digits.min(10))?;
    let number = i64::from_str_radix(number, radix).ok()?;
    let ends = !rest.starts_with(|c: char| c.is_ascii_alphanumeric()) && !is_decimal(rest);
    ends.then_some((exit(if unsigned.len() < text.len() { -number } else { number }), rest))
}

/// Returns a process's code as Windows counts its crashes, which runtimes print with a sign or without: -1073741819 is
/// 3221225477, or 0xC0000005.
pub(super) fn exit(code: i64) -> u32 {
    if (i64::from(i32::MIN)..-255).contains(&code) {
        return code as u32;
    }
    u32::try_from(code.unsigned_abs()).unwrap_or(u32::MAX)
}

/// Only the crashes of Windows have ten digits: its errors begin at 0xC0000000 ([MS-ERREF], section 2.3).
const CRASH: u32 = 1_000_000_000;

/// `.5`, and not the end of a sentence.
fn is_decimal(rest: &str) -> bool {
    rest.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns `true` if a process is reported to have ended with a number other than 0, or by a signal.
pub(super) fn is_bad_exit(line: &str, signs: Signs) -> bool {
    const SIGNALS: [&str; 4] = ["SIGKILL", "SIGSEGV", "SIGTERM", "SIGABRT"];
    let bad = |text| {
        code(text).is_some_and(|(code, rest)| {
            ((1..1000).contains(&code) || code >= CRASH) && !starts_with_char(rest, &['/', '%'])
        })
    };
    if !(signs.have(Signs::DIGITS) && has_digit(line)) {
        return holds!(line, signs, "SIG") && SIGNALS.iter().any(|signal| contains_word(line, signal));
    }
    // make: `*** [all] Error 2`.
    holds!(line, signs, "***") && after(line, "Error ").is_some_and(bad)
        || (holds!(line, signs, "xit")
            || holds!(line, signs, "eturned")
            || holds!(line, signs, "erminated")
            || holds!(line, signs, "ignal")
            || holds!(line, signs, "rrno")
            || holds!(line, signs, "non-zero"))
            && EXITS
                .iter()
                .chain(&ENDS)
                .any(|name| find(line, name).and_then(|at| line.get(at + name.len()..)).is_some_and(bad))
}

/// True for a line that is about nothing but an exit code: `Exit code 1` (Claude Code), `Exit Code: 1` (Gemini CLI),
/// `Command exited with code 1` (Visual Studio Code, pi), `exit status 1` (Go),
/// `[The command completed with exit code 1.]` (`OpenHands`).
pub(super) fn is_exit(line: &str) -> bool {
    own_exit(line).is_some()
}

/// Signs before such a line, and with what else it begins.
const BEFORE: [char; 6] = ['[', '(', '<', '*', '=', ' '];
#[rustfmt::skip]
const OWN: Starts = Starts::new(&[
    "[", "(", "<", "*", "=", " ", "exit", "return", "error", "the", "process", "command", "completed", "finished", "failed",
]);

/// The code of a line that is about nothing else.
fn own_exit(line: &str) -> Option<u32> {
    // Nearly every line of an output is asked.
    if !OWN.may_begin(line) || !has_digit(line) {
        return None;
    }
    let mut rest = line.trim_start_matches(BEFORE);
    while let Some(word) = ENDED.iter().find(|word| begins(rest, word)) {
        rest = rest.get(word.len()..).unwrap_or_default();
    }
    let name = EXITS.iter().find(|name| begins(rest, name))?;
    code(rest.get(name.len()..)?).filter(|(_, rest)| ends_there(rest)).map(|(code, _)| code)
}

/// Finds a lower-case text, ignoring case.
pub(super) fn find(text: &str, small: &str) -> Option<usize> {
    let (small, text) = (small.as_bytes(), text.as_bytes());
    let first = *small.first()?;
    let mut at = 0;
    loop {
        at += position(text.get(at..)?, first.to_ascii_lowercase(), first.to_ascii_uppercase())?;
        if text.get(at..at + small.len())?.eq_ignore_ascii_case(small) {
            return Some(at);
        }
        at += 1;
    }
}

/// True for a line in which a harness states something about a call, without a text of the command.
pub(super) fn is_header(line: &str) -> bool {
    let line = trim(line);
    is_tag(line) || HEADERS.begin(line) || is_label(line)
}

/// Lines with which runners begin, in a tool's own words: Vitest, Prettier, pytest, Cargo, Node, Bun, Yarn.
#[rustfmt::skip]
const BANNERS: Starts = Starts::new(&[
    "RUN ", "DEV ", "Checking formatting...", "platform ", "rootdir: ", "configfile: ", "testpaths: ", "cachedir: ",
    "plugins: ", "asyncio: ", "collecting ",
    "collected ", "Compiling ", "Finished ", "Running ", "running ", "TAP version ", "bun test v", "yarn run v",
    "yarn install v",
]);

/// True for a line with which a runner begins.
pub(super) fn is_banner(line: &str) -> bool {
    let text = trim_start(line);
    BANNERS.begin(text) || contains(text, "= test session starts =")
}

/// `<output>`, `<bash_metadata>` (opencode), `</result>`.
fn is_tag(line: &str) -> bool {
    line.starts_with('<') && line.ends_with('>') && !line.contains(' ') && line.matches('<').count() == 1
}

fn is_label(line: &str) -> bool {
    LABELS.behind(line).is_some_and(|rest| EMPTY.contains(&trim(rest)))
}

/// True for a line that no command printed: headers, labels without a text, repeated commands, tags, blank lines, and
/// lines like ours.
fn is_harness(line: &str) -> bool {
    let line = trim(line);
    EMPTY.contains(&line)
        || is_header(line)
        || ECHOES.begin(line) && !is_error_record(line)
        || is_exit(line)
        || begins_like_ours(line)
}

/// Lines that PowerShell prints below the message of an error.
pub(super) fn is_error_record(line: &str) -> bool {
    line.strip_prefix("+ ").is_some_and(|rest| starts_with_any(rest, &["CategoryInfo ", "FullyQualifiedErrorId "]))
}

/// Returns the lines of a result without blank ones and those of its harness, with their numbers. Claude Code's `<system-reminder>` is
/// not tool output.
pub(super) fn own_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut reminded = false;
    text.split('\n').enumerate().filter_map(move |(number, line)| {
        let line = line.strip_suffix('\r').unwrap_or(line);
        reminded |= trim_start(line).starts_with("<system-reminder>");
        let own = !reminded && !is_harness(line);
        reminded = reminded && !contains(line, "</system-reminder>");
        own.then_some((number, line))
    })
}
