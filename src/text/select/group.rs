//! Lines that belong together: what failed, where, why, and what was quoted of it.

use alloc::vec::Vec;

use super::entry::{Entry, Part};
use super::is_outcome;
use super::options::RescueOptions;
use super::shape::{exact, kind};
use crate::failure::{LineClass, Role, Severity, is_path, is_position};
use crate::hash::SEED;
use crate::quick::{trim_end, trim_start};

/// Lines of a group that are held; of longer traces the middle frames are let go.
const MOST: usize = 48;
/// Bytes of them.
const MOST_BYTES: usize = 16 * 1024;
/// Lines of a comparison, and the like, that are needed as much as what failed.
const KEYS: usize = 4;
/// Blank lines inside of a group.
const BLANKS: usize = 1;

/// A failure, a warning, or other conspicuous lines, with everything that belongs to them.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) entries: Vec<Entry>,
    pub(crate) severity: Severity,
    pub(crate) role: Role,
    /// The caller asks for one of its lines.
    pub(crate) asked: bool,
    /// A test printed it.
    pub(crate) logged: bool,
    /// Number of earlier groups of its kind.
    pub(crate) rank: u32,
    /// Arrival order among groups, from 0.
    pub(crate) order: usize,
    indent: usize,
    header: usize,
    /// A stack trace continues until the error that ended it.
    trace: bool,
    blanks: usize,
    bytes: usize,
}

/// Relation of a line to the group before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Belongs {
    Yes(Part),
    /// It begins a group of its own.
    Apart,
    No,
}

impl Group {
    pub(super) fn new(before: Vec<Entry>, header: Entry, logged: bool) -> Self {
        let LineClass { severity, role, indent, .. } = header.class;
        let mut entries = before;
        let at = entries.len();
        entries.push(header);
        let trace = role == Role::Trace;
        let (rank, order, blanks, bytes) = (0, 0, 0, 0);
        Self { entries, severity, role, asked: false, logged, rank, order, indent, header: at, trace, blanks, bytes }
    }

    /// Does the next line belong to it? `usual`: many lines have its form.
    pub(super) fn belongs(&self, text: &str, class: &LineClass, usual: bool) -> Belongs {
        let begins = class.severity >= Severity::Weak || class.role == Role::Name;
        if class.blank {
            return if self.blanks < BLANKS { Belongs::Yes(Part::Body) } else { Belongs::No };
        }
        if class.well {
            return Belongs::No;
        }
        if let Some(rest) = self.header().and_then(|header| same_tag(&header.text, text)) {
            let says = class.specific
                || matches!(class.role, Role::Expected | Role::Cause)
                || rest.starts_with("code ")
                || rest.starts_with("errno ");
            return Belongs::Yes(if says { Part::Key } else { Part::Near });
        }
        if begins && self.entries.len() >= MOST {
            return Belongs::Apart;
        }
        let inside = class.indent > self.indent;
        match class.role {
            Role::Heading if begins => return Belongs::Apart,
            Role::Heading => return Belongs::No,
            Role::Cause | Role::Pointed => return Belongs::Yes(Part::Key),
            Role::Trace if self.may_trace() => return Belongs::Yes(Part::Near),
            Role::Trace => return Belongs::Apart,
            Role::Expected if !begins || inside => return Belongs::Yes(Part::Key),
            Role::Frame | Role::Code | Role::Pointer | Role::Note => return Belongs::Yes(Part::Body),
            _ => {}
        }
        if begins {
            let ends_trace = self.trace && class.role != Role::Name;
            let under = inside
                || (self.role == Role::Name
                    && class.role != Role::Name
                    && class.indent >= self.indent
                    && !matches!(class.role, Role::Exit | Role::Summary));
            return if ends_trace || under { Belongs::Yes(Part::Key) } else { Belongs::Apart };
        }
        if class.severity == Severity::Warning && !inside {
            return Belongs::Apart;
        }
        if self.announces(text) {
            return Belongs::Yes(Part::Key);
        }
        if inside {
            // If many lines have this form, the run continues.
            return if usual && !class.place { Belongs::No } else { Belongs::Yes(Part::Body) };
        }
        // The name of a test is followed by its input.
        let early = self.entries.len() < self.header + 12;
        if self.role == Role::Name && early && !usual && self.severity_inside() < Severity::Error {
            return Belongs::Yes(Part::Body);
        }
        // The message of a failure may begin on the line below it.
        let follows = self.entries.len() == self.header + 1;
        match follows && !usual && class.indent == self.indent && self.severity >= Severity::Error {
            true => Belongs::Yes(Part::Key),
            false if class.place && !usual && self.blanks == 0 => Belongs::Yes(Part::Near),
            false => Belongs::No,
        }
    }

    /// Returns `true` if the last line says that this one follows: `Failure:`, `Got:`; also below a blank line where
    /// it is a label of a failure, `Description:`.
    fn announces(&self, text: &str) -> bool {
        let Some(last) = self.entries.iter().rev().find(|entry| !entry.blank()) else { return false };
        let label = self.blanks == 0 || matches!(last.class.role, Role::Cause | Role::Expected);
        label && last.part <= Part::Key && trim_end(&last.text).ends_with(':') && !text.ends_with(':')
    }

    /// Returns `true` if the line below the header does not seem to belong to it, and the next one may tell.
    pub(super) fn waits(&self) -> bool {
        let below = self.entries.get(self.header + 1..).unwrap_or_default();
        let (last, between) = below.split_last().unzip();
        last.is_some_and(|last: &Entry| last.part == Part::Around)
            && between.is_some_and(|all: &[Entry]| all.iter().all(Entry::blank))
    }

    /// Returns `true` if the next line is of a failure; then the one before is, too: a description stands between the name
    /// of a test and what it expects.
    pub(super) fn goes_on(&mut self, class: &LineClass) -> bool {
        let is = matches!(class.role, Role::Expected | Role::Cause | Role::Trace);
        if let Some(last) = self.entries.last_mut().filter(|_| is) {
            last.part = Part::Key;
        }
        is
    }

    fn severity_inside(&self) -> Severity {
        let inside = self.entries.get(self.header + 1..).unwrap_or_default();
        inside.iter().map(|entry| entry.class.severity).max().unwrap_or_default()
    }

    /// Returns `true` if a trace may follow: directly below the error, a second one only if announced.
    fn may_trace(&self) -> bool {
        let last = self.entries.iter().rev().find(|entry| !entry.blank());
        let follows = last.is_some_and(|entry| entry.class.role == Role::Cause);
        let traced = self.entries.iter().any(|entry| entry.class.role == Role::Trace);
        follows || (!traced && self.blanks == 0)
    }

    pub(super) fn push(&mut self, entry: Entry) {
        self.blanks = if entry.blank() { self.blanks + 1 } else { 0 };
        match entry.class.role {
            Role::Trace => self.trace = true,
            _ if entry.class.severity >= Severity::Error => self.trace = false,
            _ => {}
        }
        if self.entries.len() >= MOST && !matches!(entry.part, Part::Header | Part::Key) {
            // The last frame stays, and so does each line that states the cause.
            if let Some(last) = self.entries.pop_if(|last| last.part == Part::Body) {
                self.bytes -= last.text.len().min(self.bytes);
            }
        }
        let bytes = self.bytes + entry.text.len();
        // Lines with the cause have their own reserve.
        let most = if entry.part <= Part::Key { 2 * MOST_BYTES } else { MOST_BYTES };
        if self.entries.len() < 2 * MOST && bytes <= most {
            self.bytes = bytes;
            self.entries.push(entry);
        }
    }

    /// Called once, when nothing more belongs to it.
    pub(super) fn close(&mut self, options: &RescueOptions) {
        self.asked = self.entries.iter().any(|entry| options.asks_for(&entry.text));
        self.near_frames();
        self.meant_code();
        self.few_keys();
        let worst = self.entries.iter().filter(|entry| entry.part <= Part::Key).map(|entry| entry.class.severity).max();
        let worst = worst.unwrap_or_default();
        // The details of a warning are no failure unless they state one.
        if self.severity != Severity::Warning || worst != Severity::Weak {
            self.severity = self.severity.max(worst);
        }
    }

    /// Keeps the first and the last frame of each trace, which are the useful ones.
    fn near_frames(&mut self) {
        let is_frame = |entry: &Entry| entry.class.role == Role::Frame;
        let frames: Vec<usize> =
            (0..self.entries.len()).filter(|&at| self.entries.get(at).is_some_and(is_frame)).collect();
        let gap = |a: usize, b: usize| b > a + 2;
        for (index, &at) in frames.iter().enumerate() {
            let first = index == 0 || frames.get(index - 1).is_some_and(|&before| gap(before, at));
            let last = frames.get(index + 1).is_none_or(|&next| gap(at, next));
            if (first || last)
                && let Some(entry) = self.entries.get_mut(at)
                && entry.part == Part::Body
            {
                entry.part = Part::Near;
            }
        }
    }

    /// The first lines of a long comparison are the most useful.
    fn few_keys(&mut self) {
        let keys =
            self.entries.iter_mut().filter(|entry| entry.part == Part::Key && entry.class.severity < Severity::Weak);
        for entry in keys.skip(KEYS) {
            entry.part = Part::Near;
        }
    }

    /// The line of code above the one that points at it.
    fn meant_code(&mut self) {
        for at in 1..self.entries.len() {
            let points =
                self.entries.get(at).is_some_and(|entry| matches!(entry.class.role, Role::Pointer | Role::Pointed));
            if points
                && let Some(code) = self.entries.get_mut(at - 1)
                && code.part == Part::Body
                && !code.blank()
            {
                code.part = Part::Near;
            }
        }
    }

    /// The file that `ESLint` names above its findings.
    pub(super) fn file(&self) -> Option<&Entry> {
        let is_finding = self.header().is_some_and(|header| is_position(&header.text));
        self.entries.iter().take(self.header).find(|entry| is_finding && is_path(&entry.text))
    }

    pub(super) fn header(&self) -> Option<&Entry> {
        self.entries.get(self.header)
    }

    /// Equal for groups that say the very same.
    pub(super) fn exact(&self) -> u64 {
        let shown = self.entries.iter().filter(|entry| entry.part <= Part::Key && !entry.blank());
        shown.fold(SEED, |seed, entry| exact(&entry.text, seed))
    }

    /// Equal for groups that say the same of other things. What the caller asks for is a kind of its own.
    pub(super) fn kind(&self) -> u64 {
        self.header().map_or(0, |header| kind(&header.text) ^ u64::from(self.asked))
    }

    pub(super) fn is_outcome(&self) -> bool {
        is_outcome(self.role)
    }

    pub(super) fn held(&self) -> usize {
        let entries: usize = self.entries.iter().map(|entry| entry.text.capacity() + size_of::<Entry>()).sum();
        entries + size_of::<Self>()
    }
}

/// Returns the text of a line that continues under the tag of the previous one: `npm error errno 1`, `[ERROR]   symbol:
/// method run`.
fn same_tag<'a>(header: &str, text: &'a str) -> Option<&'a str> {
    match text.as_bytes().first() {
        Some(b'n' | b'[') => {}
        // Test::More and the JVM comment, Terraform draws a frame.
        Some(b'#') => return header.starts_with("# ").then_some(text),
        Some(0xe2) if text.starts_with('\u{2502}') => return header.starts_with('\u{2502}').then_some(text),
        _ => return None,
    }
    for tag in ["npm error", "npm ERR!", "npm err!"] {
        if header.starts_with(tag)
            && let Some(rest) = text.strip_prefix(tag)
        {
            return Some(trim_start(rest));
        }
    }
    let rest = text.strip_prefix("[ERROR]").filter(|rest| rest.starts_with("  "))?;
    header.starts_with("[ERROR]").then_some(rest)
}
