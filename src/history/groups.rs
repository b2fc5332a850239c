//! Older calls by category: how many, and what they were about.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::History;
use crate::call::{Call, Category, Field};
use crate::forms::shorten;

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
/// `views`: whether a tool for edits that was asked for a view counts as a reader.
pub(crate) fn group(history: History<'_>, positions: &[usize], views: bool) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for &at in positions {
        let call = history.calls[at];
        let is_view = views && call.category == Category::Write && call.effect.category() == Category::Read;
        let category = if is_view { Category::Read } else { call.category };
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
        group.find_subjects(history);
    }
    groups
}

impl Group {
    fn find_subjects(&mut self, history: History<'_>) {
        // The words for what is missing are the reference's.
        let text = |at: usize, field, most, missing: &str| {
            history.calls[at].argument(field, most).unwrap_or_else(|| String::from(missing))
        };
        match self.category {
            Category::Terminal => self.per_call(|at| text(at, Field::Command, COMMAND, "command")),
            Category::Search => self.per_call(|at| text(at, Field::Query, SUBJECT, "search")),
            Category::Read => self.distinct(|at| paths(history.calls[at])),
            Category::Write => {
                self.distinct(|at| Some(paths(history.calls[at]).unwrap_or_else(|| String::from("unknown"))));
            }
            Category::Other => self.distinct(|at| Some(shorten(&history.calls[at].name, SUBJECT))),
        }
    }

    fn per_call(&mut self, subject: impl Fn(usize) -> String) {
        self.count = self.done.len();
        self.subjects = self.done.iter().take(SHOWN).map(|call| subject(call.at)).collect();
    }

    fn distinct(&mut self, subject: impl Fn(usize) -> Option<String>) {
        let mut known = BTreeMap::new();
        for call in &mut self.done {
            let Some(subject) = subject(call.at).filter(|subject| !subject.trim().is_empty()) else { continue };
            let next = known.len();
            if next < SHOWN && !known.contains_key(&subject) {
                self.subjects.push(subject.clone());
            }
            call.subject = Some(*known.entry(subject).or_insert(next));
        }
        self.count = known.len();
    }
}

/// The files that a call names, on one line.
fn paths(call: &Call) -> Option<String> {
    let named: Vec<&str> = call.effect.paths().map(String::as_str).collect();
    // An effect has no path that is longer than any file's.
    if named.is_empty() { call.argument(Field::Path, SUBJECT) } else { Some(shorten(&named.join(", "), SUBJECT)) }
}
