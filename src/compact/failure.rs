//! Whether a call failed, and what it said about that, word for word.

use alloc::string::String;
use alloc::vec::Vec;

use crate::source::{StrSource, utf16_len};
use crate::text::RescueOptions;
use crate::text::select::{Selector, Tier};

/// UTF-16 units of the line that tells most.
pub(crate) const LINE: usize = 164;
/// UTF-16 units that are read at each end of a long result.
pub(crate) const WINDOW: usize = 8 * 1024;

/// The code with which a command is said to have ended: in the first lines, or in the last.
pub(crate) fn exit_code(head: &str, tail: &str) -> Option<u32> {
    let lines = || head.lines().take(6).chain(tail.lines().rev().take(4));
    lines().find_map(|line| {
        let line = first(line, 400);
        NAMES.iter().find_map(|name| {
            let at = find(line, name)?;
            let rest = line.get(at + name.len()..)?;
            let rest = rest.trim_start_matches(['"', ':', ' ', '=', '>', '(']);
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let ends =
                !rest.get(digits..).unwrap_or_default().starts_with(|c: char| c.is_ascii_alphabetic() || c == '.');
            let code = rest.get(..digits.min(9))?.bytes().fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'));
            (digits > 0 && ends).then_some(code)
        })
    })
}

/// How tools and shells say it, in small letters.
const NAMES: [&str; 7] =
    ["exit code", "exit_code", "exitcode", "exited with code", "exit status", "returncode", "exited with"];

/// Where a text in small letters stands, whatever the case.
fn find(text: &str, small: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let small = small.as_bytes();
    (0..=bytes.len().checked_sub(small.len())?)
        .find(|&at| bytes.get(at..at + small.len()).is_some_and(|part| part.eq_ignore_ascii_case(small)))
}

pub(crate) fn first(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

/// True when a result begins as one of a call that failed: what is left to look at where the format has no flag for it.
pub(crate) fn begins_failed(head: &str) -> bool {
    let start = head.trim_start();
    STARTS.iter().any(|begins| start.starts_with(begins))
}

const STARTS: [&str; 18] = [
    "Error:",
    "error:",
    "ERROR:",
    "Error ",
    "<error",
    "<tool_use_error>",
    "Traceback (most recent call last)",
    "Tool Failed",
    "Failed to ",
    "failed to ",
    "fatal:",
    "bash: ",
    "sh: ",
    "Command failed",
    "TypeError",
    "{\"error\":",
    "Exception",
    "execution error",
];

/// What stands around what a command printed, and says nothing.
fn is_frame(line: &str) -> bool {
    let line = line.trim();
    let exit = NAMES.iter().any(|name| find(first(line, 40), name) == Some(0)) && line.len() < 30;
    line.is_empty()
        || exit
        || line == "Output:"
        || line.starts_with("Wall time:")
        || line.starts_with("Total output lines:")
        || line.starts_with("> ")
        || line.starts_with("Debugger attached")
        || (line.starts_with('<') && line.ends_with('>') && !line.contains(' '))
}

/// Words that somebody who looks for what went wrong looks for.
const WORDS: [&str; 22] = [
    "error",
    "fail",
    "exception",
    "fatal",
    "panic",
    "traceback",
    "not found",
    "no such",
    "cannot",
    "can't",
    "denied",
    "invalid",
    "unable",
    "undefined",
    "unexpected",
    "missing",
    "refused",
    "timed out",
    "not ok",
    "abort",
    "does not exist",
    "must ",
];

fn names_failure(line: &str) -> bool {
    let line = first(line, 2000);
    WORDS.iter().any(|word| find(line, word).is_some())
        || line.contains(['\u{2717}', '\u{2718}', '\u{2715}', '\u{274c}', '\u{d7}'])
}

/// True when it may not have worked: of a command when any of its first or last lines names a failure, of an edit when it says so.
pub(crate) fn is_doubtful(head: &str, tail: &str, edit: bool) -> bool {
    if edit {
        return begins_failed(head) || UNDONE.iter().any(|words| find(first(head, 300), words).is_some());
    }
    // `0 failed` names one, too.
    if !head.lines().chain(tail.lines()).any(names_failure) {
        return false;
    }
    let mut selector = Selector::new(&RescueOptions::new(), 4096);
    for part in [head, "\n", tail] {
        selector.push(part);
    }
    let timed_out = [head, tail].into_iter().any(|text| find(text, "timed out").is_some());
    timed_out || selector.finish().iter().any(|found| found.tier <= Tier::Failures)
}

/// How an edit says that nothing was edited.
const UNDONE: [&str; 9] = [
    "not found",
    "no match",
    "does not exist",
    "doesn't want",
    "rejected",
    "was not ",
    "could not",
    "no such file",
    "not been read",
];

/// True when the first line that says anything speaks of something that went wrong.
pub(crate) fn names_failure_first(head: &str) -> bool {
    let line = head.lines().find(|line| !is_frame(line)).unwrap_or_default();
    names_failure(line)
        || ["doesn't want", "rejected", "not running"].iter().any(|word| find(first(line, 400), word).is_some())
}

/// Where the line stands that says first that something went wrong, and the first that says anything.
fn telling(lines: &[&str]) -> Option<(usize, usize)> {
    let says = lines.iter().position(|line| !is_frame(line));
    let opening = says.or_else(|| lines.iter().position(|line| !line.trim().is_empty()))?;
    let named = lines.iter().position(|line| !is_frame(line) && names_failure(line)).unwrap_or(opening);
    Some((opening, named))
}

fn lines_of(text: &str) -> Vec<&str> {
    text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).collect()
}

/// The line that says first that something went wrong, at most [`LINE`] units of it; `text` is the result, or both ends of it.
pub(crate) fn line(text: &str) -> String {
    let lines = lines_of(text);
    let named = telling(&lines).and_then(|(_, named)| lines.get(named).copied());
    String::from(units(named.unwrap_or_default(), LINE))
}

/// What a result says about a failure, at most so many units: that line and what follows, and the line that tells most.
pub(crate) fn block(text: &str, most: usize) -> String {
    let lines = lines_of(text);
    let Some((opening, named)) = telling(&lines) else { return String::new() };
    let line_at = |at: usize| lines.get(at).copied().unwrap_or_default();
    if most <= LINE {
        return String::from(units(line_at(named), most));
    }
    let mut block = Block { text: String::new(), left: most, shown: Vec::new() };
    block.take(named, line_at(named));
    // What tells most may stand further down.
    let mut selector = Selector::new(&RescueOptions::new(), 16 * 1024);
    selector.push(text);
    let strong = selector.finish().into_iter().find(|found| found.tier <= Tier::Failures);
    if let Some(strong) = strong
        && strong.entry.number != named
    {
        block.take(strong.entry.number, line_at(strong.entry.number));
    }
    if opening < named && utf16_len(line_at(opening)) <= LINE {
        block.take(opening, line_at(opening));
    }
    for at in named + 1..lines.len().min(named + 40) {
        if !block.take(at, line_at(at)) {
            break;
        }
    }
    block.finish(&lines)
}

struct Block {
    text: String,
    left: usize,
    shown: Vec<usize>,
}

impl Block {
    fn take(&mut self, at: usize, line: &str) -> bool {
        if self.shown.contains(&at) {
            return true;
        }
        let cost = utf16_len(units(line, 2 * LINE)) + 1;
        let fits = cost <= self.left;
        if fits {
            self.left -= cost;
            self.shown.push(at);
        }
        fits
    }

    /// The lines in their order.
    fn finish(mut self, lines: &[&str]) -> String {
        self.shown.sort_unstable();
        for at in &self.shown {
            if !self.text.is_empty() {
                self.text.push('\n');
            }
            self.text.push_str(units(lines.get(*at).copied().unwrap_or_default(), 2 * LINE));
        }
        self.text
    }
}

/// The first so many UTF-16 units, whole graphemes.
pub(crate) fn units(text: &str, most: usize) -> &str {
    let source = StrSource(text);
    let end = crate::source::Source::skip_utf16(&source, 0, text.len(), most);
    let end = if end < text.len() { crate::measure::grapheme::floor(&source, 0, end) } else { end };
    text.get(..end).unwrap_or_default()
}
