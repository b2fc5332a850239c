//! Finds the lines that report no failure whatever they say: those that tests print while they run, as an error in them may be
//! the one that a test expects, and those of warnings.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::classify::{LineClass, Severity, plain};
use super::finding::is_biome_header;
use super::place::{is_code, is_path};
use super::role::Role;
use super::signs::Starts;
use super::trigger;
use super::within::after;
use crate::quick::{starts_with_any, trim, trim_end, trim_start};
use crate::sorted::Sorted;

/// Returns, for each line, `true` if a test printed it or a runner quoted it: below `stdout | a.test.ts > name` (Vitest) and
/// `console.error` (Jest), and of a test of Go that passed.
pub(super) fn logged_by_tests(lines: &[&str]) -> Vec<bool> {
    let mut logged = vec![false; lines.len()];
    let mut quoted = Quoted::default();
    // Lines by the Go test that printed them: parallel tests take turns.
    let mut printed: Sorted<&str, Vec<usize>> = Sorted::default();
    let mut runs = None;
    let mut below = None;
    for (at, line) in lines.iter().enumerate() {
        let text = trim_start(line);
        let (name, passed) = match go_event(text) {
            Some(Go::Runs(name)) => {
                if text.starts_with(RUN) {
                    // Another package may have a test of that name.
                    printed.remove(&name);
                }
                (runs, below) = (Some(name), None);
                (Some(name), false)
            }
            Some(Go::Ends(name, passed)) => {
                // Before Go 1.14, the log stands below.
                (runs, below) = (None, passed.then(|| indent(line)));
                if !passed {
                    printed.remove(&name);
                }
                (Some(name), passed)
            }
            Some(Go::Says(name, passed)) => (Some(name), passed),
            None => (runs, false),
        };
        let is_below = below.is_some_and(|least| indent(line) > least);
        if let Some(name) = name {
            printed.get_or_insert_with(name, Vec::new).push(at);
        } else if !is_below {
            below = None;
        }
        if let (Some(name), true) = (name, passed) {
            for at in core::mem::take(printed.get_or_insert_with(name, Vec::new)) {
                logged.get_mut(at).into_iter().for_each(|logged| *logged = true);
            }
        }
        if quoted.holds(line) || is_below {
            logged.get_mut(at).into_iter().for_each(|logged| *logged = true);
        }
    }
    logged
}

/// Event of a test in a line of `go test -v` or `go test -json` (cmd/test2json).
enum Go<'a> {
    /// The test prints the lines that follow.
    Runs(&'a str),
    /// It ended, and maybe passed.
    Ends(&'a str, bool),
    /// An event of `-json`, which names its test itself.
    Says(&'a str, bool),
}

const RUN: &str = "=== RUN ";

fn go_event(text: &str) -> Option<Go<'_>> {
    match text.as_bytes().first()? {
        b'=' => {
            let name = [RUN, "=== CONT ", "=== NAME "].iter().find_map(|event| text.strip_prefix(event))?;
            Some(Go::Runs(trim(name)))
        }
        b'-' => {
            let passed = starts_with_any(text, &["--- PASS: ", "--- SKIP: "]);
            let name = after(text, ": ").filter(|_| passed || text.starts_with("--- FAIL: "))?;
            Some(Go::Ends(name.split(' ').next()?, passed))
        }
        b'{' => {
            // With its package, before it: others may have a test of that name.
            let rest = after(text, "\"Package\":\"").unwrap_or(text);
            let end = after(rest, "\"Test\":\"")?.split('"').next()?;
            let name = rest.get(..end.as_ptr() as usize + end.len() - rest.as_ptr() as usize)?;
            let action = after(text, "\"Action\":\"")?;
            Some(Go::Says(name, starts_with_any(action, &["pass\"", "skip\""])))
        }
        _ => None,
    }
}

/// Marks the lines of warnings and remarks: what is right below one and indented more, or in its frame.
pub(super) fn mark_warnings(lines: &[&str], told: &mut [bool], class: impl Fn(usize) -> LineClass) {
    let mut frame = None;
    for (at, line) in lines.iter().enumerate() {
        let text = trim_start(line);
        let found = trigger::find(line.as_bytes()).map_or(LineClass::default(), |_| class(at));
        let own = matches!(found.role, Role::Name | Role::Summary | Role::Exit | Role::Heading);
        let states = found.severity >= Severity::Error && found.found <= indent(line);
        let belongs = |frame: &Frame| match *frame {
            // Below a note of a script, an error may be indented, too.
            Frame::Indented(least) => !text.is_empty() && !own && !states && (indent(line) > least || is_code(line)),
            Frame::Box => text.starts_with('\u{2502}'),
            Frame::Biome(_) => text.is_empty() || text.len() < line.len(),
        };
        let begun = || match () {
            () if is_biome_header(line) => {
                let mut below = lines.get(at + 1..).unwrap_or_default().iter().map(|line| trim_start(line));
                Some(Frame::Biome(below.find(|text| !text.is_empty()).is_some_and(|text| REMARKS.begin(text))))
            }
            () if found.severity != Severity::Warning => None,
            () if text.starts_with('\u{2502}') => Some(Frame::Box),
            () => Some(Frame::Indented(indent(line))),
        };
        frame = frame.filter(belongs).or_else(begun);
        let warns = match frame {
            Some(Frame::Biome(warns)) => warns || REMARKS.begin(text),
            frame => frame.is_some(),
        };
        told.get_mut(at).into_iter().for_each(|told| *told |= warns);
    }
}

/// Signs with which Biome begins a warning or a remark.
const REMARKS: Starts = Starts::new(&["! ", "i ", "\u{2139} "]);

/// Criterion for the lines that belong to a warning.
#[derive(Clone, Copy)]
enum Frame {
    Indented(usize),
    /// A frame of Terraform.
    Box,
    /// A finding of Biome, and `true` if it is a warning.
    Biome(bool),
}

fn indent(line: &str) -> usize {
    line.len() - trim_start(line).len()
}

/// Follows the lines of a text through the blocks in which runners quote what tests print.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Quoted {
    #[default]
    Outside,
    /// A block of Vitest ends with a blank line.
    Vitest,
    /// One of Jest is indented more than this.
    Jest(usize),
}

impl Quoted {
    /// Returns `true` if the next line belongs to such a block.
    pub(crate) fn holds(&mut self, line: &str) -> bool {
        let goes_on = match *self {
            Self::Outside => false,
            Self::Vitest => !trim(line).is_empty(),
            Self::Jest(least) => trim(line).is_empty() || indent(line) > least,
        };
        if !goes_on {
            *self = Self::begun(line);
        }
        !matches!(self, Self::Outside)
    }

    fn begun(line: &str) -> Self {
        let text = trim_start(line);
        match text.as_bytes().first() {
            Some(b's' | 0x1b) if is_vitest(plain(text, &mut String::new())) => Self::Vitest,
            Some(b'c' | 0x1b) if indent(line) > 0 && is_jest(plain(text, &mut String::new())) => {
                Self::Jest(indent(line))
            }
            _ => Self::Outside,
        }
    }
}

/// `stdout | src/a.test.ts > logs an error`, `stderr | unknown test`.
fn is_vitest(text: &str) -> bool {
    let from = ["stdout | ", "stderr | "].iter().find_map(|start| text.strip_prefix(start));
    from.is_some_and(|from| from.starts_with("unknown test") || is_path(from.split(' ').next().unwrap_or_default()))
}

fn is_jest(text: &str) -> bool {
    ["console.log", "console.info", "console.warn", "console.error", "console.debug"].contains(&trim_end(text))
}
