//! The effect of a call: the files and queries it read, wrote, searched or ran, by its name, arguments and command
//! line.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::call::args::Arguments;
use crate::call::hits::is_file;
use crate::call::shell::{self, View};
use crate::call::staleness::path_hash;
use crate::call::{Category, Field, deletes_files, has_word};
use crate::measure::lines_of;
use crate::quick::contains;

/// Limit of a path (bytes; a longer one is ignored) and of a query (chars; a longer one is cut).
const LONGEST: usize = 2000;

/// The effect of a call.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Effect {
    pub(crate) kind: Kind,
    /// Files that it read, or places that it searched.
    pub(crate) views: Vec<View>,
    /// Files that it changed.
    pub(crate) writes: Vec<String>,
    pub(crate) query: Option<String>,
    /// The command line in its normalized form, [`shell::CommandLine::plain`].
    pub(crate) command: Option<String>,
    /// The folder that a command runs in; its paths are relative to it.
    pub(crate) folder: Option<String>,
    /// Success is no evidence: the exit status is that of another command.
    pub(crate) masked: bool,
    /// All output is text that was found or stored.
    pub(crate) shows: bool,
    /// Line counts of the text that an edit replaced, and of the text that it inserted.
    pub(crate) old_lines: Option<usize>,
    pub(crate) new_lines: Option<usize>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    Read,
    /// A web page.
    Fetch,
    Edit,
    /// A whole file was written.
    Write,
    Delete,
    Search,
    Run,
    #[default]
    Other,
}

impl Effect {
    pub(crate) fn category(&self) -> Category {
        match self.kind {
            Kind::Read | Kind::Fetch => Category::Read,
            Kind::Edit | Kind::Write | Kind::Delete => Category::Write,
            Kind::Search => Category::Search,
            Kind::Run => Category::Terminal,
            Kind::Other => Category::Other,
        }
    }

    /// Derives the effect of a call from its name, category and arguments.
    pub(crate) fn of(name: &str, category: Category, args: &Arguments) -> Self {
        match category {
            Category::Read => read(args),
            Category::Write => write(name, args),
            Category::Search => search(args),
            Category::Terminal => run(args),
            Category::Other => Self::default(),
        }
    }

    /// Returns all paths that the call names.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &String> {
        self.views.iter().map(|view| &view.path).chain(&self.writes)
    }

    /// Returns a hash that identifies a named file, resolved against the call's folder.
    pub(crate) fn file(&self, path: &str) -> u64 {
        match &self.folder {
            Some(folder) if !path.starts_with(['/', '~', '$']) => path_hash(&format!("{folder}/{path}")),
            _ => path_hash(path),
        }
    }
}

fn path(args: &Arguments) -> Option<&str> {
    args.text(Field::Path.names()).filter(|path| path.len() <= LONGEST)
}

fn read(args: &Arguments) -> Effect {
    if let Some(query) = args.text(Field::Query.names()) {
        let place = path(args).map(|path| View { path: String::from(path), ..View::default() });
        return Effect {
            kind: Kind::Search,
            query: Some(first(query)),
            views: place.into_iter().collect(),
            ..Effect::default()
        };
    }
    let number = |field: Field| {
        let number = args.number(field.names(), field == Field::LastLine)?;
        (1.0..1e9).contains(&number).then_some(number as u32)
    };
    let (from, to, count) = (number(Field::FirstLine), number(Field::LastLine), number(Field::LineCount));
    let paths: Vec<&str> = args.texts(Field::Path.names()).filter(|path| path.len() <= LONGEST).take(16).collect();
    let page = paths.iter().any(|path| contains(path, "://"));
    // A count alone may limit the entries of a folder.
    let count = count.filter(|_| from.is_some() || paths.iter().all(|path| is_file(path)));
    let to = to.or_else(|| count.map(|count| from.unwrap_or(1).saturating_add(count - 1)));
    let view = |path: &&str| {
        let lines = if page || paths.len() > 1 { (None, None) } else { (from, to) };
        View { path: String::from(*path), first: lines.0, last: lines.1, whole: lines == (None, None) }
    };
    let views: Vec<View> = paths.iter().map(view).collect();
    Effect { kind: if page { Kind::Fetch } else { Kind::Read }, views, ..Effect::default() }
}

fn write(name: &str, args: &Arguments) -> Effect {
    let old = args.text(Field::OldText.names());
    let new = args.text(Field::NewText.names());
    let view = args.text(Field::Command.names()) == Some("view");
    if view {
        return read(args);
    }
    let mut writes: Vec<String> = Vec::new();
    for path in args.texts(Field::Path.names()).filter(|path| path.len() <= LONGEST) {
        if !writes.iter().any(|known| known == path) {
            writes.push(String::from(path));
        }
    }
    if writes.is_empty() {
        let patch = args.text(Field::Patch.names());
        writes = patch.map(patched).unwrap_or_default();
    }
    let says = |words: &[&str]| has_word(name, words);
    let kind = if deletes_files(name) && old.is_none() && new.is_none() {
        Kind::Delete
    } else if says(&["create", "write"]) && old.is_none() {
        Kind::Write
    } else {
        Kind::Edit
    };
    Effect { kind, writes, old_lines: old.map(lines_of), new_lines: new.map(lines_of), ..Effect::default() }
}

/// Returns the file that a line of a patch names: `*** Update File: src/a.rs` or `+++ b/src/a.rs`.
pub(crate) fn file_of(line: &str) -> Option<&str> {
    let named = ["*** Update File: ", "*** Add File: ", "*** Delete File: "];
    let file = named.iter().find_map(|prefix| line.strip_prefix(prefix));
    file.or_else(|| line.strip_prefix("+++ b/")).map(str::trim).filter(|file| !file.is_empty())
}

/// Returns the files that a patch names, up to 64.
fn patched(patch: &str) -> Vec<String> {
    let mut files: Vec<String> = Vec::new();
    for file in patch.lines().filter_map(file_of) {
        if files.len() < 64 && !files.iter().any(|known| known == file) {
            files.push(String::from(file));
        }
    }
    files
}

fn search(args: &Arguments) -> Effect {
    let query = args.text(Field::Query.names()).map(first);
    let views = path(args).map(|path| View { path: String::from(path), ..View::default() });
    Effect { kind: Kind::Search, query, views: views.into_iter().collect(), ..Effect::default() }
}

fn run(args: &Arguments) -> Effect {
    let words: Vec<&str> = args.texts(Field::Command.names()).collect();
    let words = match &*words {
        [name, option, script @ ..] if !script.is_empty() && shell::runs_script(name, option) => script,
        words => words,
    };
    let Some((start, rest)) = words.split_first() else { return Effect { kind: Kind::Run, ..Effect::default() } };
    let mut line = String::from(*start);
    let mut before = *start;
    for word in rest.iter().copied() {
        line.push(' ');
        // A list item with blanks is one word and is quoted; the item after `-c` is a script and is not.
        let script = matches!(before, "-c" | "-lc" | "-Command");
        let quote = !script && word.contains([' ', '\t', '\n']) && !word.contains('\'');
        line.push_str(if quote { "'" } else { "" });
        line.push_str(word);
        line.push_str(if quote { "'" } else { "" });
        before = word;
    }
    let line = shell::read(&line);
    let kind = match (line.writes.is_empty(), line.only_reads) {
        (false, _) if line.removes => Kind::Delete,
        (false, _) => Kind::Edit,
        (true, true) => Kind::Read,
        (true, false) => Kind::Run,
    };
    Effect {
        kind,
        views: line.reads,
        writes: line.writes,
        command: Some(line.plain),
        folder: within(args.text(Field::Folder.names()), line.folder),
        masked: line.masked,
        shows: line.shows,
        ..Effect::default()
    }
}

/// Joins a command's working directory with the folder that its `cd` enters.
fn within(folder: Option<&str>, goes: Option<String>) -> Option<String> {
    match (folder, goes) {
        (Some(folder), Some(goes)) if !goes.starts_with(['/', '~', '$']) => Some(format!("{folder}/{goes}")),
        (Some(folder), None) => Some(String::from(folder)),
        (_, goes) => goes,
    }
}

fn first(text: &str) -> String {
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| at);
    String::from(text.get(..end).unwrap_or_default())
}
