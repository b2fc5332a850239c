//! Older calls by category: how many, and what they were about.

use alloc::string::String;
use alloc::vec::Vec;

use super::History;
use crate::call::line::{about, command, first_files};
use crate::call::subject::subject;
use crate::call::{Call, Category, Field};
use crate::hash::{Table, hash};
use crate::measure::{shorten, shorten_middle};

/// Chars of a path, a query or a tool's name.
const SUBJECT: usize = 200;
/// Chars of a command.
const COMMAND: usize = 50;

/// The calls of one category.
pub(crate) struct Group {
    pub(crate) category: Category,
    /// Calls that did not fail.
    pub(crate) done: Vec<Done>,
    /// Positions of calls that failed.
    pub(crate) failed: Vec<usize>,
    /// Subjects of the first calls, as far as they are shown.
    pub(crate) subjects: Vec<String>,
    /// Number of subjects: of reads, writes and other tools each once, else one a call.
    pub(crate) count: usize,
}

/// A call that did not fail, and which of the subjects it is about.
#[derive(Clone, Copy)]
pub(crate) struct Done {
    pub(crate) at: usize,
    pub(crate) subject: Option<usize>,
}

/// Subjects that are shown at most.
const SHOWN: usize = 3;

/// Groups calls by category, in the order in which the categories first appear.
/// `own`: a tool for edits that was asked for a view counts as a reader, and long subjects lose their middle; the
/// reference does neither.
pub(crate) fn group(history: History<'_>, positions: &[usize], own: bool) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for &at in positions {
        let call = history.calls[at];
        let is_view = own && call.category == Category::Write && call.effect.category() == Category::Read;
        // A program is about the calls in it.
        let is_program = own && !call.effect.calls.is_empty();
        let category = if is_view || is_program { call.shown_category() } else { call.category };
        let index = groups.iter().position(|group| group.category == category).unwrap_or_else(|| {
            groups.push(Group { category, done: Vec::new(), failed: Vec::new(), subjects: Vec::new(), count: 0 });
            groups.len() - 1
        });
        let group = &mut groups[index];
        if call.failed {
            group.failed.push(at);
        } else {
            group.done.push(Done { at, subject: None });
        }
    }
    for group in &mut groups {
        group.find_subjects(history, own);
    }
    groups
}

impl Group {
    fn find_subjects(&mut self, history: History<'_>, own: bool) {
        // The words for what is missing are the reference's.
        let text = |at: usize, field, most, missing: &str| {
            let call = history.calls[at];
            let named = argument(call, field, most, own).or_else(|| own.then(|| subject(call)).flatten());
            named.unwrap_or_else(|| String::from(missing))
        };
        let paths = |at: usize| paths(history.calls[at], own);
        // One file is one subject, however its path is written.
        let file = |at: usize| match &*history.calls[at].effect.paths().take(2).collect::<Vec<_>>() {
            [path] if own => Some(history.calls[at].file(path, history.base)),
            _ => None,
        };
        match self.category {
            Category::Terminal => self.per_call(|at| text(at, Field::Command, COMMAND, "command")),
            Category::Search => self.per_call(|at| text(at, Field::Query, SUBJECT, "search")),
            Category::Read => self.distinct(paths, file),
            Category::Write => self.distinct(|at| Some(paths(at).unwrap_or_else(|| String::from("unknown"))), file),
            Category::Other => self.distinct(|at| Some(shorten(&history.calls[at].name, SUBJECT)), |_| None),
        }
    }

    fn per_call(&mut self, subject: impl Fn(usize) -> String) {
        self.count = self.done.len();
        self.subjects = self.done.iter().take(SHOWN).map(|call| subject(call.at)).collect();
    }

    fn distinct(&mut self, subject: impl Fn(usize) -> Option<String>, identity: impl Fn(usize) -> Option<u64>) {
        let (mut known, mut count) = (Table::new(), 0);
        for call in &mut self.done {
            let Some(subject) = subject(call.at).filter(|subject| !subject.trim().is_empty()) else { continue };
            let number =
                *known.entry(identity(call.at).unwrap_or_else(|| hash(subject.as_bytes())), count as u32) as usize;
            call.subject = Some(number);
            if number == count {
                count += 1;
                if number < SHOWN {
                    self.subjects.push(subject);
                }
            }
        }
        self.count = count;
    }
}

/// Returns [`Call::argument`]; with `own` a long one keeps both of its ends.
pub(super) fn argument(call: &Call, field: Field, most: usize, own: bool) -> Option<String> {
    if own && !call.effect.calls.is_empty() {
        return Some(shorten_middle(&about(call)?, most));
    }
    let text = call.argument(field, most)?;
    if !own || !text.ends_with("...") {
        return Some(text);
    }
    match (field, &call.effect.command) {
        (Field::Command, Some(line)) => Some(command(line, most)),
        _ => Some(shorten_middle(&call.args.joined(field, LONGEST)?, most)),
    }
}

/// UTF-16 units of an argument that are read.
const LONGEST: usize = 8192;

/// The files that a call names, on one line.
fn paths(call: &Call, own: bool) -> Option<String> {
    let named: Vec<&str> = call.effect.paths().map(String::as_str).collect();
    // An effect has no path that is longer than any file's.
    match named.is_empty() {
        true => argument(call, Field::Path, SUBJECT, own),
        false if own => Some(first_files(&named, SUBJECT)),
        false => Some(shorten(&named.join(", "), SUBJECT)),
    }
}
