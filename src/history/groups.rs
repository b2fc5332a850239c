//! Older calls by category: how many, and what they were about.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::calls::{Calls, Field};
use super::category::{Categories, Category};
use super::shorten::{argument, shorten};

/// Chars of a path, a query or a tool's name.
const SUBJECT: usize = 200;
/// Chars of a command.
const COMMAND: usize = 50;
/// UTF-16 units of a patch in which its files are looked for.
const PATCH: usize = 4096;

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

/// Tools whose category is remembered: most histories have fewer.
const TOOLS: usize = 64;
/// Subjects that are shown at most.
const SHOWN: usize = 3;

/// Groups calls by category, in the order in which the categories first appear.
/// `views`: whether a tool for edits that was asked for a view counts as a reader.
pub(crate) fn group<C: Calls + ?Sized>(
    calls: &C,
    positions: &[usize],
    categories: &Categories,
    views: bool,
) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut known: Vec<(Cow<'_, str>, Category)> = Vec::new();
    for &at in positions {
        let by_name = || {
            let name = calls.name(at);
            if let Some((_, category)) = known.iter().find(|(known, _)| *known == name) {
                return *category;
            }
            let category = categories.categorize(&name);
            if known.len() < TOOLS && name.len() < 1000 {
                known.push((name, category));
            }
            category
        };
        let category = calls.category(at).unwrap_or_else(by_name);
        let category =
            if views && category == Category::Write && is_view(calls, at) { Category::Read } else { category };
        let index = groups.iter().position(|group| group.category == category).unwrap_or_else(|| {
            groups.push(Group { category, done: Vec::new(), failed: Vec::new(), subjects: Vec::new(), count: 0 });
            groups.len() - 1
        });
        let group = &mut groups[index];
        if calls.is_error(at) {
            group.failed.push(at);
        } else {
            group.done.push(Done { at, subject: None });
        }
    }
    for group in &mut groups {
        group.find_subjects(calls);
    }
    groups
}

/// Editors that also show: `{ command: "view", path }`.
fn is_view<C: Calls + ?Sized>(calls: &C, at: usize) -> bool {
    calls.category(at).is_none() && calls.text(at, Field::Command, 8).is_some_and(|command| command == "view")
}

impl Group {
    fn find_subjects<C: Calls + ?Sized>(&mut self, calls: &C) {
        let text =
            |at, field, most, missing: &str| argument(calls, at, field, most).unwrap_or_else(|| missing.to_string());
        match self.category {
            // The words for what is missing are the reference's.
            Category::Terminal => self.per_call(|at| text(at, Field::Command, COMMAND, "command")),
            Category::Search => self.per_call(|at| text(at, Field::Query, SUBJECT, "search")),
            Category::Read => {
                let positions: Vec<usize> = self.done.iter().map(|call| call.at).collect();
                let numbers = calls.numbered(&positions, Field::Path);
                self.distinct(&numbers, |at| text(at, Field::Path, SUBJECT, ""));
            }
            Category::Write => {
                let positions: Vec<usize> = self.done.iter().map(|call| call.at).collect();
                let mut numbers = calls.numbered(&positions, Field::Path);
                number_the_rest(&mut numbers, |index| {
                    path_in_patch(calls, positions[index]).unwrap_or_else(|| "unknown".to_string())
                });
                self.distinct(&numbers, |at| path_of(calls, at).unwrap_or_else(|| "unknown".to_string()));
            }
            Category::Other => {
                let mut numbers = vec![None; self.done.len()];
                let done = &self.done;
                number_the_rest(&mut numbers, |index| shorten(&calls.name(done[index].at), SUBJECT));
                self.distinct(&numbers, |at| shorten(&calls.name(at), SUBJECT));
            }
        }
    }

    fn per_call(&mut self, subject: impl Fn(usize) -> String) {
        self.count = self.done.len();
        self.subjects = self.done.iter().take(SHOWN).map(|call| subject(call.at)).collect();
    }

    fn distinct(&mut self, numbers: &[Option<usize>], subject: impl Fn(usize) -> String) {
        let mut next = 0;
        for (call, &number) in self.done.iter_mut().zip(numbers) {
            call.subject = number;
            // Numbers are given by first appearance.
            if number == Some(next) {
                next += 1;
                let subject = if self.subjects.len() < SHOWN { subject(call.at) } else { String::from("?") };
                if subject.trim().is_empty() {
                    continue;
                }
                self.count += 1;
                if self.subjects.len() < SHOWN {
                    self.subjects.push(subject);
                }
            }
        }
    }
}

/// Numbers what has no number by its text, and all by first appearance.
fn number_the_rest(numbers: &mut [Option<usize>], text: impl Fn(usize) -> String) {
    let mut texts = BTreeMap::new();
    // By the number so far, and by that of the text.
    let (mut given, mut found) = (vec![None; numbers.len()], Vec::new());
    let mut next = 0;
    for (index, number) in numbers.iter_mut().enumerate() {
        let place = if let Some(number) = *number {
            given.get_mut(number)
        } else {
            let known = texts.len();
            let text = *texts.entry(text(index)).or_insert(known);
            if text == known {
                found.push(None);
            }
            found.get_mut(text)
        };
        *number = place.map(|place| {
            *place.get_or_insert_with(|| {
                next += 1;
                next - 1
            })
        });
    }
}

/// The category as given by the caller, else by the name.
pub(crate) fn category_of<C: Calls + ?Sized>(calls: &C, at: usize, categories: &Categories) -> Category {
    calls.category(at).unwrap_or_else(|| categories.categorize(&calls.name(at)))
}

/// The path of a write: an argument, or the files that its patch names.
pub(crate) fn path_of<C: Calls + ?Sized>(calls: &C, at: usize) -> Option<String> {
    argument(calls, at, Field::Path, SUBJECT).or_else(|| path_in_patch(calls, at))
}

fn path_in_patch<C: Calls + ?Sized>(calls: &C, at: usize) -> Option<String> {
    let patch = calls.text(at, Field::Patch, PATCH)?;
    let files: Vec<&str> = patch.lines().filter_map(file_of).collect();
    // There may be more files beyond what was looked at.
    let more = if patch.len() >= PATCH { ", ..." } else { "" };
    (!files.is_empty()).then(|| shorten(&(files.join(", ") + more), SUBJECT))
}

/// The file that a line of a patch names: `*** Update File: src/a.rs` or `+++ b/src/a.rs`.
pub(crate) fn file_of(line: &str) -> Option<&str> {
    let named = ["*** Update File: ", "*** Add File: ", "*** Delete File: "];
    let file = named.iter().find_map(|prefix| line.strip_prefix(prefix));
    file.or_else(|| line.strip_prefix("+++ b/")).map(str::trim).filter(|file| !file.is_empty())
}
