//! Listings: an entry of a folder a line, told by how near the top it stands.

use super::line::{cut, holds, indented, starts_in, trim, trim_end, trim_start};
use super::path::{extension, is_path, last_part};
use super::sets::{DIGIT, FILE, LETTER, MODE, SIZE, all, any, begins, split};

/// An entry of a listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) weight: u8,
    /// A word that may be a name and nothing more.
    pub(super) bare: bool,
}

impl Entry {
    /// An entry so many folders below the top.
    fn new(depth: usize, name: &str) -> Self {
        let weight = match depth {
            0 => 3,
            // Nobody asks for what is in there: dependencies, what was built.
            _ if is_noise(name) => 1,
            1 => 3,
            2..=3 => 2,
            _ => 1,
        };
        Self { weight, bare: false }
    }

    pub(super) fn of(line: &str) -> Option<Self> {
        let line = trim_end(line);
        if let Some(entry) = long(line) {
            return Some(entry);
        }
        if let Some((columns, name)) = branch(line) {
            return Some(Self::new(columns, name));
        }
        let (columns, text) = indented(line);
        if let Some(path) = changed(line, text) {
            return Some(Self::new(2, path));
        }
        for mark in ["[DIR] ", "[FILE] ", "[D] ", "[F] "] {
            if let Some(name) = text.strip_prefix(mark) {
                return Some(Self::new(columns / 2 + usize::from(holds(mark, "F")), name));
            }
        }
        if let Some(name) = text.strip_prefix("- ").filter(|name| is_path(name) && !holds(name, ": ")) {
            return Some(Self::new(columns / 2, name));
        }
        // `  120 src/a.ts`, `4.0K ./docs`.
        let (number, rest) = split(text, SIZE);
        let sized = begins(number, DIGIT) && starts_in(rest, b" \t");
        let path = if sized { trim_start(rest) } else { text };
        let path = path.strip_suffix(':').unwrap_or(path);
        if is_path(path) && (columns == 0 || !holds(path, " ")) {
            return Some(Self::new(depth(path), path));
        }
        let bare = columns == 0 && !sized && is_bare(text);
        bare.then_some(Self { weight: 3, bare: true })
    }
}

pub(super) fn weight(line: &str) -> u8 {
    let heads = || line.ends_with(':') || line.starts_with("On branch ");
    Entry::of(line).map_or_else(|| u8::from(heads()), |entry| entry.weight)
}

/// `drwxr-xr-x  2 me  staff  64 May  5 10:04 src`: folders stand above files.
fn long(line: &str) -> Option<Entry> {
    if holds(line, "<DIR> ") {
        return Some(Entry { weight: 3, bare: false });
    }
    let (mode, rest) = split(line, MODE);
    let is_mode = (6..=10).contains(&mode.len()) && (holds(mode, "-") || mode.len() == 10) && any(rest, DIGIT);
    if !is_mode || !starts_in(rest, b" @+.") {
        return None;
    }
    let named = cut(rest, " -> ").map_or(rest, |(link, _)| link);
    let name = last_part(named, b" \t");
    let weight = match name {
        // The folder itself.
        "." | ".." => 0,
        _ if mode.starts_with('d') => 3,
        _ => 2,
    };
    Some(Entry { weight, bare: false })
}

/// How deep a branch of a tree is, and what stands on it.
fn branch(line: &str) -> Option<(usize, &str)> {
    const BRANCHES: [&str; 5] = ["\u{251c}\u{2500}", "\u{2514}\u{2500}", "|--", "`--", "+--"];
    let (mut bars, mut columns) = (0, 0);
    let mut rest = line;
    loop {
        if let Some(branch) = BRANCHES.iter().find(|branch| rest.starts_with(**branch)) {
            let name = rest.get(branch.len()..).unwrap_or_default();
            let name = name.trim_start_matches(['\u{2500}', '\u{252c}', '-', ' ', '\u{a0}']);
            // Some trees are two columns wide for each level, and a bar stands for most of them.
            return Some((bars.max(columns / 4), name));
        }
        let mut chars = rest.chars();
        match chars.next()? {
            '|' | '\u{2502}' => bars += 1,
            ' ' | '\u{a0}' => {}
            _ => return None,
        }
        columns += 1;
        rest = chars.as_str();
    }
}

/// What git says of a path: `modified:   src/a.ts`, ` M src/a.ts`, `?? notes`.
fn changed<'a>(line: &'a str, text: &'a str) -> Option<&'a str> {
    for state in ["modified:", "new file:", "deleted:", "renamed:", "both modified:", "typechange:"] {
        if let Some(path) = text.strip_prefix(state).filter(|path| path.starts_with("  ")) {
            return Some(trim_start(path));
        }
    }
    let (state, path) = line.split_at_checked(2)?;
    let path = path.strip_prefix(' ')?;
    let known = state.bytes().all(|byte| b" MADRCU?!T".contains(&byte)) && !trim(state).is_empty();
    (known && !path.starts_with(' ') && (is_path(path) || is_bare(path))).then_some(path)
}

/// How many folders a path names, those above a workspace aside.
fn depth(path: &str) -> usize {
    let rooted = starts_in(path, b"/~") || path.get(1..2) == Some(":");
    let path = path.strip_prefix("./").unwrap_or(path);
    // A slash at the end is no folder more.
    let inner = path.get(..path.len().saturating_sub(1)).unwrap_or(path);
    let folders = inner.bytes().filter(|byte| matches!(byte, b'/' | b'\\')).count();
    if rooted { folders.saturating_sub(4) } else { folders }
}

fn is_noise(path: &str) -> bool {
    const FOLDERS: [&str; 6] = ["node_modules/", ".git/", "__pycache__", "target/debug/", "dist/", ".venv/"];
    // What `npm ls` says of what is not there, or is said elsewhere.
    if path.starts_with("UNMET OPTIONAL") || path.ends_with(" deduped") {
        return true;
    }
    FOLDERS.iter().any(|folder| holds(path, folder))
}

/// What the entries weigh below a heading of `ls -R`: `./src/lib:`.
pub(super) fn below(line: &str) -> Option<u8> {
    let path = line.strip_suffix(':').filter(|path| *path == "." || is_path(path) || is_bare(path))?;
    let depth = if path == "." { 0 } else { depth(path) + 1 };
    Some(if is_noise(path) || path.ends_with("node_modules") { 1 } else { Entry::new(depth, path).weight })
}

/// A name alone: letters, digits, and what names of files have.
pub(super) fn is_bare(text: &str) -> bool {
    (2..=80).contains(&text.len())
        && all(text, FILE)
        && any(text, LETTER)
        && (!text.ends_with('.') || extension(text).is_some())
}
