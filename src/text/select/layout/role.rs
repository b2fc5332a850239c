//! What a line is in a text of a kind: how deep it stands, and how much it says of the whole.

use alloc::string::String;

use super::OF_FORM;
use super::columns::print;
use super::kind::{Kind, begins_commit, indent};
use super::names::Names;
use super::signs::{
    Branch, Hit, is_definition, is_heading, is_part, is_path_line, is_permissions, is_raise, is_section, is_total,
};
use super::table;
use crate::quick::{
    find, last_position, position, split_at_part, split_once, starts_with_any, trim, trim_end, trim_start,
};

/// What a line is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Role {
    /// Others may stand under it.
    pub(super) heads: bool,
    /// Lines that give an overview have one: 0 for those that say most.
    pub(super) rank: Option<u32>,
    /// A word says that it is odd.
    pub(super) odd: bool,
}

/// Where in the text the last line was.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    file: String,
    /// Lines so far of this file or folder, or its sections.
    count: u32,
    /// Lines so far of it that define something or raise an error.
    told: u32,
    /// Lines of a hunk that are still to come, old and new.
    old: u32,
    new: u32,
    commits: u32,
    /// Depth of the last line, and whether a blank one was above.
    indent: usize,
    blank: bool,
    subject: bool,
}

/// Lines of a diff that are shown of a file at a time, and lines of everything else.
const OF_A_FILE: u32 = 3;
/// The level of the first line of a block: below a blank line, at the margin.
const BLOCK: u16 = 2;
/// The level of other lines at the margin that are no sections or files.
const OUTERMOST: u16 = 3;
/// The level of text below headings.
const TEXT: u16 = 8;
/// Lines of a group that may give an overview.
const MOST: u32 = 24;

/// How deep a line stands under others, by its kind and text; none for a line of blanks. One of many of its form, as
/// `usual` says, names no columns.
pub(super) fn level(kind: Kind, text: &str, usual: bool) -> Option<u16> {
    let blank = trim_start(text).is_empty();
    let deep = |from: usize| Some((from + indent(text)).min(400) as u16);
    match kind {
        Kind::Diff => Some(match () {
            () if text.starts_with("commit ") => 0,
            () if starts_with_any(text, &["diff ", "Index: ", "Only in "]) => 1,
            () if text.starts_with("--- ") => 2,
            () if text.starts_with("@@") => 3,
            () => 4,
        }),
        _ if blank => None,
        Kind::HeadedHits => Some(u16::from(Hit::of(text).is_some() || text == "--")),
        Kind::Hits | Kind::Paths | Kind::CommitLines => Some(1),
        Kind::Tree => Some(Branch::of(text).map_or(0, |branch| branch.depth.min(400) as u16)),
        Kind::Listing => {
            Some(u16::from(is_permissions(text) || text.starts_with("total ")) + u16::from(is_permissions(text)))
        }
        Kind::Table(shape) if table::is_label(shape, text) => Some(0),
        Kind::Table(_) if !usual && table::is_header(text) => Some(1),
        Kind::Table(_) => Some(table::ROW),
        Kind::Log => Some(if is_part(after_time(text)) { 0 } else { 2 }),
        Kind::JsonLines => Some(2),
        Kind::Commits => Some(u16::from(!begins_commit(text))),
        Kind::Prose if is_heading(text) => {
            let hashes = text.bytes().take_while(|byte| *byte == b'#').count();
            Some(hashes as u16)
        }
        Kind::Prose => Some(TEXT),
        Kind::Plain if is_section(text) => Some(0),
        // TOML, INI, systemd units; tables of an array are too many.
        Kind::Data if text.starts_with('[') && !text.starts_with("[[") && is_section(text) => Some(0),
        Kind::Plain if is_path_line(text.strip_suffix(':').unwrap_or(text)) => Some(1),
        Kind::Plain | Kind::Source | Kind::Data => deep(usize::from(OUTERMOST)),
    }
}

/// The level at which a line is a header for those below it, if it is the first of a block.
pub(super) fn of_block(kind: Kind, level: u16, text: &str) -> u16 {
    match kind {
        Kind::Plain | Kind::Data if level == OUTERMOST => BLOCK,
        Kind::Table(_) if level == table::ROW && !text.starts_with(' ') => 0,
        _ => level,
    }
}

/// Returns a log line without its time: leading words of digits, in brackets or after the name of a month.
fn after_time(text: &str) -> &str {
    let mut rest = text;
    for _ in 0..4 {
        let Some((word, after)) = split_once(rest, b' ') else { break };
        let bare = word.trim_start_matches(['[', '(']);
        let is_month = rest.len() == text.len() && word.len() == 3 && MONTHS.contains(&word);
        if !is_month && !bare.bytes().next().is_some_and(|byte| byte.is_ascii_digit()) {
            break;
        }
        rest = trim_start(after);
    }
    rest
}

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

impl State {
    /// The role of a line that stands so deep, see [`level`].
    pub(super) fn role(
        &mut self,
        kind: Kind,
        text: &str,
        (level, usual): (Option<u16>, bool),
        names: &mut Names,
    ) -> Role {
        let heads = |heads: bool| Role { heads, ..Role::default() };
        match kind {
            Kind::Diff => self.of_diff(text, names),
            Kind::Hits => match Hit::of(text) {
                Some(Hit { path: Some(path), found: true }) => {
                    Role { rank: Some(names.count(path).min(MOST)), ..Role::default() }
                }
                _ => Role::default(),
            },
            Kind::HeadedHits if level == Some(0) => {
                self.enter(text);
                heads(true)
            }
            Kind::HeadedHits => match Hit::of(text) {
                Some(Hit { found: true, .. }) => {
                    names.count(&self.file);
                    self.count += 1;
                    Role { rank: Some(self.count.min(MOST) - 1), ..Role::default() }
                }
                _ => Role::default(),
            },
            Kind::Paths => {
                let folder = trim_end(text).rsplit_once('/').map_or("", |(folder, _)| folder);
                Role {
                    rank: Some(names.count(if folder.is_empty() { "." } else { folder }).min(MOST)),
                    ..Role::default()
                }
            }
            Kind::Tree => {
                let depth = u32::from(level.unwrap_or_default());
                let odd = is_unmet(text);
                Role { heads: true, rank: Some(depth.saturating_sub(1)), odd }
            }
            Kind::Listing => {
                if level == Some(0) {
                    self.enter(text);
                    return Role { heads: true, rank: Some(0), odd: false };
                }
                let file = level == Some(2);
                self.count += u32::from(file);
                Role { rank: (file && self.count <= 2).then_some(self.count), ..Role::default() }
            }
            Kind::Table(_) if level == Some(0) => Role { heads: true, rank: Some(0), odd: false },
            Kind::Table(_) => heads(level == Some(1)),
            Kind::Commits => {
                if begins_commit(text) {
                    self.commits += 1;
                    self.subject = true;
                    return Role { heads: true, rank: None, odd: false };
                }
                let text_of = text.starts_with("    ")
                    || text.starts_with("summary:")
                    || !text.contains(':') && !text.starts_with('-');
                let subject = self.subject && text_of && !trim(text).is_empty();
                if subject {
                    self.subject = false;
                }
                Role { rank: subject.then_some(self.commits / 16), ..Role::default() }
            }
            Kind::Source => {
                let minor = starts_with_any(text, &["#define", "const ", "let ", "var ", "typedef"]);
                let rank = if is_definition(text) {
                    Some((indent(text) / 4) as u32 + 2 * u32::from(minor))
                } else {
                    is_raise(text).then_some(2)
                };
                Role { heads: true, rank, odd: false }
            }
            Kind::Data => {
                let section = level == Some(0);
                self.count += u32::from(section);
                let rank = u32::from(self.count > 0 && !section) + (indent(text) / 2) as u32;
                Role { heads: true, rank: (text.len() > 3 && trim(text).len() > 2).then_some(rank), odd: false }
            }
            Kind::Prose if level.is_some_and(|level| level < TEXT) => {
                let hashes = u32::from(level.unwrap_or_default());
                self.count = 0;
                Role { heads: true, rank: Some(hashes.saturating_sub(1)), odd: false }
            }
            Kind::Prose => {
                // The first lines of a section.
                let filled = !trim(text).is_empty() && !starts_with_any(trim_start(text), &["<", "[![", "```", "|--"]);
                self.count += u32::from(filled);
                Role { rank: (filled && self.count <= 3).then_some(4 + self.count), ..Role::default() }
            }
            Kind::Log => heads(level == Some(0)),
            Kind::JsonLines | Kind::CommitLines => Role::default(),
            Kind::Plain => {
                let blank = level.is_none();
                let at = indent(text);
                // The first line of a block: below a blank line, or less deep than the line above it.
                let begins = !blank && at == 0 && (self.blank || self.indent > 0);
                if blank {
                    self.blank = true;
                } else {
                    (self.blank, self.indent) = (false, at);
                }
                let rank = if !usual && is_total(text) { Some(1) } else { begins.then_some(OF_FORM) };
                Role { heads: !blank && text.len() < 200, rank, odd: false }
            }
        }
    }

    /// Passes a line of this level without reading it.
    pub(super) fn pass(&mut self, level: u16) {
        (self.blank, self.indent) = (false, usize::from(level.saturating_sub(OUTERMOST)));
    }

    fn enter(&mut self, file: &str) {
        self.file.clear();
        self.file.push_str(trim_end(file));
        self.count = 0;
    }

    fn of_diff(&mut self, text: &str, names: &mut Names) -> Role {
        if self.old > 0 || self.new > 0 {
            let (old, new) = match text.as_bytes().first() {
                Some(b'-') => (1, 0),
                Some(b'+') => (0, 1),
                Some(b'\\') => (0, 0),
                _ => (1, 1),
            };
            self.old = self.old.saturating_sub(old);
            self.new = self.new.saturating_sub(new);
            let changed = old != new && text.len() > 2 && trim(text.get(1..).unwrap_or_default()).len() > 1;
            let says = text.get(1..).unwrap_or_default();
            let tells = changed && self.told < 2 && (is_definition(says) || is_raise(says));
            self.told += u32::from(tells);
            self.count += u32::from(changed && !tells);
            let rank =
                changed.then(|| if tells { 0 } else { 1 + (self.count.saturating_sub(1) / OF_A_FILE).min(MOST) });
            return Role { rank, ..Role::default() };
        }
        if let Some(rest) = text.strip_prefix("@@ -") {
            let mut ranges = rest.split(' ').map(|range| {
                let (_, count) = range.split_once(',').unwrap_or(("", "1"));
                count.parse::<u32>().unwrap_or(1)
            });
            self.old = ranges.next().unwrap_or(0);
            self.new = ranges.next().unwrap_or(0);
            return Role { heads: true, ..Role::default() };
        }
        if starts_with_any(text, &["diff ", "Index: ", "Only in "]) {
            let name = text.split(' ').next_back().unwrap_or(text);
            self.enter(name.strip_prefix("b/").unwrap_or(name));
            self.told = 0;
            names.count(&self.file);
            return Role { heads: true, rank: Some(2), odd: false };
        }
        if text.starts_with("commit ") {
            return Role { heads: true, rank: Some(0), odd: false };
        }
        let says = starts_with_any(text, &["rename to ", "deleted file", "new file", "Binary files", "    "]);
        Role { rank: (says && trim(text).len() > 4).then_some(1), ..Role::default() }
    }
}

/// A dependency that is missing, or not the one that was asked for: `UNMET DEPENDENCY`, `invalid: "^2"`, `(conflict)`.
fn is_unmet(text: &str) -> bool {
    let mut rest = text;
    while let Some((_, after)) = split_once(rest, b' ') {
        let word = after.strip_prefix(['(', '[']).unwrap_or(after);
        if starts_with_any(word, &["UNMET", "invalid", "extraneous", "missing", "conflict"]) {
            return true;
        }
        rest = after;
    }
    false
}

/// The cells of a line that stand in columns, each with what names its column.
pub(super) fn each_cell<'a>(kind: Kind, level: Option<u16>, text: &'a str, mut each: impl FnMut(u64, &'a str)) {
    match kind {
        Kind::Table(shape) if level == Some(table::ROW) && !table::is_ruler(text) => {
            table::cells(shape, text).enumerate().for_each(|(at, cell)| each(at as u64, cell));
        }
        Kind::JsonLines => members(text).for_each(|(id, cell)| each(id, cell)),
        Kind::Log => words(text).for_each(|(id, cell)| each(id, cell)),
        Kind::Plain | Kind::Data => pair(text).into_iter().for_each(|(id, cell)| each(id, cell)),
        _ => {}
    }
}

/// `key: value`, where the value is a number.
fn pair(text: &str) -> Option<(u64, &str)> {
    let (key, value) = split_at_part(trim(text), ": ")?;
    let number = value.bytes().next().is_some_and(|byte| byte.is_ascii_digit());
    (number && key.len() < 60).then(|| (print(key), split_once(value, b' ').map_or(value, |(number, _)| number)))
}

/// The members of a line of JSON, each with a print of its key; those within others are not told apart.
fn members(text: &str) -> impl Iterator<Item = (u64, &str)> {
    let mut rest = text;
    core::iter::from_fn(move || {
        let end = find(rest, "\":")?;
        let begin = last_position(rest.get(..end)?.as_bytes(), b'"', b'"')?;
        let key = rest.get(begin + 1..end)?;
        let value = trim_start(rest.get(end + 2..)?);
        let bytes = value.as_bytes();
        let len = match bytes.first() {
            Some(b'"') => position(bytes.get(1..)?, b'"', b'"').map_or(bytes.len(), |at| at + 2),
            _ => position(bytes, b',', b'}').unwrap_or(bytes.len()),
        };
        rest = value.get(len..).unwrap_or_default();
        Some((print(key), trim_end(value.get(..len).unwrap_or_default())))
    })
}

/// The words of a line of a log: `key=value` by its key, any other by its place.
fn words(text: &str) -> impl Iterator<Item = (u64, &str)> {
    let pairs = position(text.as_bytes(), b'=', b'=').is_some();
    table::cells(table::Shape::Blanks, text).enumerate().map(move |(at, word)| {
        match if pairs { split_once(word, b'=') } else { None } {
            Some((key, value)) if !key.is_empty() => (print(key), value),
            _ => (at as u64, word),
        }
    })
}
