//! Older calls by category: how many, and what they were about.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::calls::{Calls, Field};
use super::category::{Categories, Category};
use super::shorten::shorten;

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
    /// What the calls were about: of reads, writes and other tools each one once, else those of the first calls.
    pub(crate) subjects: Vec<String>,
}

/// A call that did not fail, and which of the subjects it is about.
#[derive(Clone, Copy)]
pub(crate) struct Done {
    pub(crate) at: usize,
    pub(crate) subject: Option<usize>,
}

/// Groups calls by category, in the order in which the categories first appear.
pub(crate) fn group<C: Calls + ?Sized>(calls: &C, positions: &[usize], categories: &Categories) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut seen: Vec<BTreeMap<String, usize>> = Vec::new();
    for &at in positions {
        let category = category_of(calls, at, categories);
        let index = groups.iter().position(|group| group.category == category).unwrap_or_else(|| {
            groups.push(Group { category, done: Vec::new(), failed: Vec::new(), subjects: Vec::new() });
            seen.push(BTreeMap::new());
            groups.len() - 1
        });
        let (group, seen) = (&mut groups[index], &mut seen[index]);
        if calls.is_error(at) {
            group.failed.push(at);
            continue;
        }
        let subject = match category {
            // Only those of the first calls are shown, and whether there are more.
            Category::Terminal | Category::Search if group.subjects.len() > 2 => None,
            _ => subject_of(calls, at, category),
        };
        let subject = subject.map(|subject| match category {
            Category::Terminal | Category::Search => push(&mut group.subjects, subject),
            _ => *seen.entry(subject).or_insert_with_key(|subject| push(&mut group.subjects, subject.clone())),
        });
        group.done.push(Done { at, subject });
    }
    groups
}

/// The category as given by the caller, else by the name.
pub(crate) fn category_of<C: Calls + ?Sized>(calls: &C, at: usize, categories: &Categories) -> Category {
    calls.category(at).unwrap_or_else(|| categories.categorize(&calls.name(at)))
}

fn push(subjects: &mut Vec<String>, subject: String) -> usize {
    subjects.push(subject);
    subjects.len() - 1
}

/// What a call is about, as the summary names it. The words for what is missing are the reference's.
fn subject_of<C: Calls + ?Sized>(calls: &C, at: usize, category: Category) -> Option<String> {
    let text = |field, most| calls.text(at, field, most).map(|text| shorten(&text, most));
    match category {
        Category::Read => text(Field::Path, SUBJECT),
        Category::Write => Some(path_of(calls, at).unwrap_or_else(|| "unknown".to_string())),
        Category::Terminal => Some(text(Field::Command, COMMAND).unwrap_or_else(|| "command".to_string())),
        Category::Search => Some(text(Field::Query, SUBJECT).unwrap_or_else(|| "search".to_string())),
        Category::Other => Some(shorten(&calls.name(at), SUBJECT)).filter(|name| !name.is_empty()),
    }
}

/// The path of a write: an argument, or the files that its patch names.
pub(crate) fn path_of<C: Calls + ?Sized>(calls: &C, at: usize) -> Option<String> {
    if let Some(path) = calls.text(at, Field::Path, SUBJECT) {
        return Some(shorten(&path, SUBJECT));
    }
    let patch = calls.text(at, Field::Patch, PATCH)?;
    let files: Vec<&str> = patch.lines().filter_map(file_of).collect();
    (!files.is_empty()).then(|| shorten(&files.join(", "), SUBJECT))
}

/// The file that a line of a patch names: `*** Update File: src/a.rs` or `+++ b/src/a.rs`.
fn file_of(line: &str) -> Option<&str> {
    let named = ["*** Update File: ", "*** Add File: ", "*** Delete File: "];
    let file = named.iter().find_map(|prefix| line.strip_prefix(prefix));
    file.or_else(|| line.strip_prefix("+++ b/")).map(str::trim).filter(|file| !file.is_empty())
}
