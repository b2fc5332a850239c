//! The kind of a text, by its first lines.
//!
//! A wrong guess must be cheap: a kind changes the order of what is kept, never what rescue finds. Diffs and trees are
//! taken for such only by lines that nothing else prints, since a wrong guess costs most there.

use super::signs::{
    Branch, Hit, is_access, is_definition, is_entry, is_heading, is_ids, is_key, is_log, is_opener, is_part,
    is_path_line, is_permissions, is_rule,
};
use super::table;
use alloc::vec::Vec;

use crate::quick::{contains, split_at_part, starts_with_any, trim, trim_end};

/// Lines by which the kind is known.
const SAMPLE: usize = 512;

/// What kind of text it is: how its lines belong together, and which of them give an overview.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Reports of tests and compilers, the output of tasks, and whatever is not known.
    #[default]
    Plain,
    Diff,
    /// `path:line:text`.
    Hits,
    /// A path, and below it `line:text`.
    HeadedHits,
    Paths,
    Tree,
    /// `ls -lR`: a folder above its files.
    Listing,
    Table(table::Shape),
    Log,
    JsonLines,
    /// Commits, newest first.
    Commits,
    /// A commit in a line.
    CommitLines,
    Source,
    /// Pretty JSON, YAML, XML, lock files, settings: keys by indentation.
    Data,
    /// Markdown, manual pages, HTML, prose.
    Prose,
}

impl Kind {
    /// Returns `true` where words for failures are mostly part of what was asked for.
    pub(crate) fn is_content(self) -> bool {
        !matches!(self, Self::Plain | Self::Log | Self::JsonLines | Self::Table(_) | Self::Tree)
    }

    /// Returns `true` for a text that is read on from its beginning.
    pub(crate) fn is_read_on(self) -> bool {
        matches!(self, Self::Source | Self::Data | Self::Prose | Self::Listing | Self::Paths)
    }

    /// Returns `true` for lines by the hundred of one form, of which two are enough.
    pub(crate) fn is_uniform(self) -> bool {
        matches!(self, Self::Plain | Self::Log | Self::JsonLines | Self::Table(_) | Self::Listing)
    }

    /// Returns `true` for kinds in which the role of a line depends on its text alone.
    pub(crate) fn is_in_rows(self) -> bool {
        matches!(self, Self::Plain | Self::Log | Self::JsonLines | Self::Table(_))
    }

    /// The share of a limit that lines out of the middle may take, where nothing failed.
    pub(crate) fn share(self) -> Option<f64> {
        Some(match self {
            Self::Plain => return None,
            Self::Diff | Self::Hits | Self::HeadedHits | Self::Paths | Self::Tree | Self::Source => 0.85,
            Self::CommitLines => 0.3,
            _ => 0.7,
        })
    }

    /// The kind of a text that begins with these lines, without colours.
    pub(crate) fn of(lines: &[&str]) -> Self {
        if is_diff(lines) {
            return Self::Diff;
        }
        // Lines from all parts tell as much as all lines.
        let some: Vec<&str> = lines.iter().copied().step_by(lines.len().div_ceil(SAMPLE).max(1)).collect();
        let lines = some.as_slice();
        let mut all = Counts::of(lines);
        let n = all.lines;
        let bytes: usize = lines.iter().map(|line| line.len()).sum();
        if n < 4 || bytes / n > 1500 {
            return Self::Plain;
        }
        let most = |count: usize, percent: usize| count * 100 >= n * percent;
        if most(all.branches, 45) && all.deep_branches > 0 {
            return Self::Tree;
        }
        if most(all.permissions, 55) {
            return Self::Listing;
        }
        if lines.iter().filter(|line| !trim(line).is_empty()).take(2).any(|line| begins_commit(line)) {
            return Self::Commits;
        }
        if most(all.commit_lines, 80) {
            return Self::CommitLines;
        }
        if most(all.json, 80) {
            return Self::JsonLines;
        }
        if most(all.placed, 40) && all.paths > 0 || all.columns * 2 > all.hits.max(1) {
            return Self::Plain;
        }
        if n >= 6 && most(all.hits, 60) && all.judged * 4 < all.hits {
            return Self::Hits;
        }
        if n >= 6 && all.paths > 1 && most(all.numbered, 50) && most(all.numbered + all.paths, 75) {
            return Self::HeadedHits;
        }
        if n >= 15 && most(all.paths, 85) {
            return Self::Paths;
        }
        if most(all.logs, 55) {
            return Self::Log;
        }
        if all.parts > 2 && most(all.parts, 2) {
            return Self::Plain;
        }
        // Indented lines are prose below the headings of a manual, and details below other lines.
        if most(all.indented, 50) && all.headings == 0 {
            all.prose = 0;
        }
        let ruled = all.rules * 12 > n || all.judged * 20 > n;
        if all.html || all.hashes > 2 && most(all.hashes, 2) && all.fences + all.prose > 2 {
            return Self::Prose;
        }
        if most(all.prose, 30) && !ruled && all.definitions * 20 < n {
            return Self::Prose;
        }
        if !ruled && all.definitions > 1 && most(all.code, 40) && most(all.definitions, 2) {
            return Self::Source;
        }
        if most(all.keys, 60) && !ruled {
            return Self::Data;
        }
        if n >= 8
            && all.labels * 12 < n
            && let Some(shape) = table::shape_of(lines)
        {
            return Self::Table(shape);
        }
        if most(all.prose, 25) && !ruled || all.headings > 2 && most(all.headings, 2) && all.judged == 0 {
            return Self::Prose;
        }
        Self::Plain
    }
}

/// How many lines look like what.
#[derive(Default)]
struct Counts {
    /// Lines that are not blank.
    lines: usize,
    branches: usize,
    deep_branches: usize,
    permissions: usize,
    commit_lines: usize,
    json: usize,
    hits: usize,
    /// Lines that name a place and judge it.
    judged: usize,
    /// Hits with a column, as linters name places; and places alone, below a file.
    columns: usize,
    placed: usize,
    numbered: usize,
    paths: usize,
    logs: usize,
    rules: usize,
    /// Lines that runners print above a part.
    parts: usize,
    code: usize,
    definitions: usize,
    keys: usize,
    headings: usize,
    prose: usize,
    indented: usize,
    /// Lines at the margin that end with a colon.
    labels: usize,
    hashes: usize,
    fences: usize,
    html: bool,
}

impl Counts {
    fn of(lines: &[&str]) -> Self {
        let mut all = Self::default();
        for (at, line) in lines.iter().enumerate() {
            let text = trim(line);
            if text.is_empty() {
                continue;
            }
            all.lines += 1;
            let count = |count: &mut usize, is: bool| *count += usize::from(is);
            if let Some(branch) = Branch::of(line) {
                all.branches += 1;
                count(&mut all.deep_branches, branch.depth > 1);
                continue;
            }
            count(&mut all.permissions, is_permissions(text));
            count(&mut all.commit_lines, is_ids(text));
            let record = text.trim_end_matches([',', ' ']);
            count(&mut all.json, record.starts_with('{') && record.ends_with('}') && contains(record, "\":"));
            match Hit::of(line) {
                Some(Hit { path: Some(_), .. }) => {
                    all.hits += 1;
                    count(&mut all.judged, is_judged(text));
                    count(&mut all.columns, has_column(text));
                }
                Some(_) => count(&mut all.numbered, true),
                None if *line == "--" => count(&mut all.hits, true),
                None => {}
            }
            count(&mut all.paths, is_path_line(line));
            count(&mut all.placed, line.starts_with(' ') && is_place(text));
            count(&mut all.logs, is_log(text) || is_access(text));
            count(&mut all.rules, is_rule(line));
            count(&mut all.parts, is_part(line));
            count(&mut all.code, is_opener(text));
            count(&mut all.definitions, is_definition(line));
            count(&mut all.keys, is_key(text) || is_entry(text));
            count(&mut all.headings, is_heading(line));
            count(&mut all.prose, is_prose(text));
            count(&mut all.indented, line.starts_with("  ") || line.starts_with('\t'));
            count(&mut all.labels, !line.starts_with([' ', '\t']) && text.ends_with(':'));
            // A comment stands above code, a heading above a blank line.
            let alone = lines.get(at + 1).is_none_or(|next| trim(next).is_empty());
            count(&mut all.hashes, alone && line.starts_with('#') && is_heading(line));
            count(&mut all.fences, text.starts_with("```"));
            all.html |= starts_with_any(text, &["<!DOCTYPE html", "<!doctype html", "<html"]);
        }
        all
    }
}

/// Words of a compiler or linter behind a place.
fn is_judged(text: &str) -> bool {
    ["error", "warning", "note:", "Warning", "Error", ": info", "[E", "[W"].iter().any(|word| contains(text, word))
}

fn is_prose(text: &str) -> bool {
    text.len() > 45
        && text.split(' ').count() > 7
        && text.bytes().filter(u8::is_ascii_alphabetic).count() * 10 > text.len() * 7
}

/// The first line of a commit, as Git, Mercurial and Subversion print it.
pub(super) fn begins_commit(line: &str) -> bool {
    let revision = line.strip_prefix('r').and_then(|rest| split_at_part(rest, " | "));
    // `git log --graph` draws lines before it.
    let line = line.trim_start_matches(['*', '|', '/', '\\', ' ', '_']);
    line.starts_with("changeset: ")
        || revision.is_some_and(|(number, _)| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
        || line
            .strip_prefix("commit ")
            .is_some_and(|hash| hash.len() >= 7 && hash.bytes().take(7).all(|byte| byte.is_ascii_hexdigit()))
}

/// `a.py:3:14: `, `a.ts(3,14): `.
fn has_column(text: &str) -> bool {
    let mut parts = text.splitn(4, ':');
    let number = |part: Option<&str>| {
        part.is_some_and(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    parts.next().is_some() && number(parts.next()) && number(parts.next())
}

/// `3:14  error  …`, below the name of a file.
fn is_place(text: &str) -> bool {
    let (line, rest) = text.split_once(':').unwrap_or_default();
    let column = rest.bytes().take_while(u8::is_ascii_digit).count();
    !line.is_empty()
        && line.bytes().all(|byte| byte.is_ascii_digit())
        && column > 0
        && rest.as_bytes().get(column) == Some(&b' ')
}

/// `diff --git`, or `---` above `+++` above `@@`; and most lines are such that a diff has.
fn is_diff(lines: &[&str]) -> bool {
    let hunk = |at: usize| {
        lines.get(at + 1).is_some_and(|line| line.starts_with("+++ "))
            && lines.get(at + 2).is_some_and(|line| line.starts_with("@@ -"))
    };
    let begins = lines.iter().enumerate().any(|(at, line)| {
        line.starts_with("diff --git ") || line.starts_with("diff -r") || line.starts_with("--- ") && hunk(at)
    });
    let context =
        lines.iter().any(|line| line.starts_with("@@ ")) || lines.iter().any(|line| line.starts_with("rename "));
    let fits = |line: &&&str| {
        starts_with_any(line, &["+", "-", " ", "@@", "diff ", "index ", "\\ ", "commit ", "Author", "Date", "Merge"])
            || starts_with_any(line, &["new file", "deleted file", "old mode", "new mode", "similarity", "rename "])
            || starts_with_any(line, &["Only in ", "Binary files", "Index: ", "====", "From ", "Subject: "])
            || trim_end(line).is_empty()
    };
    begins && context && lines.iter().filter(fits).count() * 10 >= lines.len() * 9
}

/// The depth of a line by its blanks: two are one step, a tab is one.
pub(super) fn indent(line: &str) -> usize {
    let mut depth = 0;
    for byte in line.as_bytes() {
        depth += match byte {
            b' ' => 1,
            b'\t' => 4,
            _ => break,
        };
    }
    depth
}
