//! The last lines before a failure: some of them belong to it.

use alloc::string::String;
use alloc::vec::Vec;

use super::entry::{Entry, Part};
use super::lines::Line;
use crate::facts::Sizes;
use crate::failure::within::holds;
use crate::failure::{LineClass, Role, Severity, classify};
use crate::quick::trim_end;

/// Lines that are remembered.
const LINES: usize = 5;
/// Bytes of a line that may be the context of another.
const LONG: usize = 400;

#[derive(Clone, Debug, Default)]
struct Seen {
    text: String,
    number: usize,
    within: [bool; 2],
    at: Sizes,
    text_at: Sizes,
    size: Sizes,
    ends: bool,
    /// Its class, if it had to be read.
    class: Option<LineClass>,
}

/// A ring of lines whose room is used again and again.
impl Seen {
    fn class(&self, room: &mut String) -> LineClass {
        self.class.unwrap_or_else(|| classify(&self.text, room))
    }

    fn line(&self) -> Line<'_> {
        let Self { text, number, at, text_at, size, ends, within, .. } = self;
        Line { text, number: *number, at: *at, text_at: *text_at, size: *size, ends: *ends, within: *within }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Recent {
    seen: [Seen; LINES],
    next: usize,
    held: usize,
}

impl Recent {
    pub(super) fn push(&mut self, line: Line<'_>, class: Option<LineClass>) {
        if line.text.len() > LONG {
            return self.clear();
        }
        let Some(seen) = self.seen.get_mut(self.next) else { return };
        seen.text.clear();
        seen.text.push_str(line.text);
        (seen.number, seen.at, seen.text_at) = (line.number, line.at, line.text_at);
        (seen.size, seen.ends, seen.within) = (line.size, line.ends, line.within);
        seen.class = class;
        self.next = (self.next + 1) % LINES;
        self.held = (self.held + 1).min(LINES);
    }

    pub(super) fn clear(&mut self) {
        self.held = 0;
    }

    /// Takes the last line as a finding without a word for failure: `E501 Line too long` (Ruff) above its place.
    pub(super) fn take_finding(&mut self, room: &mut String) -> Option<Entry> {
        self.held = self.held.checked_sub(1)?;
        self.next = (self.next + LINES - 1) % LINES;
        let seen = self.seen.get(self.next)?;
        let class = seen.class(room);
        let says = !class.blank && !class.well && class.role == Role::Plain;
        let class = LineClass { severity: Severity::Weak, specific: true, ..class };
        says.then(|| Entry::new(seen.line(), class, Part::Header))
    }

    /// Returns the lines that belong to a failure which begins now, in order.
    pub(super) fn before(&self, header: &LineClass, room: &mut String) -> Vec<Entry> {
        let mut found: Vec<Entry> = Vec::new();
        let mut blanks = 0;
        let mut useful = 0;
        let mut well = false;
        for back in 1..=self.held {
            let Some(seen) = self.seen.get((self.next + LINES - back) % LINES) else { break };
            let class = seen.class(room);
            // Between a task of Ansible and a host where it failed may stand others where it did not.
            well |= class.well;
            if class.blank && blanks > 0 || well && !is_task(&seen.text) && !class.well {
                break;
            }
            if class.well {
                continue;
            }
            blanks += usize::from(class.blank);
            let part = part(header, &class, &seen.text, back, blanks > 0);
            // Above a blank line only what clearly belongs to the failure.
            if blanks > 0 && part == Part::Around && !class.blank {
                break;
            }
            found.push(Entry::new(seen.line(), class, part));
            if part < Part::Around || (back <= 2 && !class.blank && blanks == 0) {
                useful = found.len();
            }
        }
        found.truncate(useful);
        found.reverse();
        found
    }
}

fn is_task(text: &str) -> bool {
    text.starts_with("TASK [")
}

fn part(header: &LineClass, class: &LineClass, text: &str, back: usize, apart: bool) -> Part {
    let owner = back == 1 && (class.indent < header.indent || trim_end(text).ends_with(':')) && !class.blank;
    match class.role {
        // OCaml and ShellCheck name the place above the code, Ansible the task above the hosts on which it failed.
        Role::Frame if holds(text, ", characters ") => Part::Key,
        _ if is_task(text) || text.starts_with("In ") && holds(text, " line ") && text.ends_with(':') => Part::Key,
        Role::Code | Role::Pointer | Role::Pointed | Role::Frame => Part::Near,
        _ if owner && class.indent < header.indent && (class.place || text.contains(['/', '.', ':'])) => Part::Key,
        _ if class.place
            && (!apart || back <= 4)
            && header.role != Role::Frame
            && class.indent == header.indent
            && !text.contains(' ') =>
        {
            Part::Near
        }
        // Place where a template was instantiated.
        _ if class.place && holds(text, "required from here") => Part::Key,
        _ if class.place && holds(text, "required from") => Part::Near,
        _ if owner && trim_end(text).ends_with(':') => Part::Near,
        _ => Part::Around,
    }
}
