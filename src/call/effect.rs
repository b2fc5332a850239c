//! The effect of a call: the files and queries it read, wrote, searched or ran, by its name, arguments and command
//! line.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::call::args::Arguments;
use crate::call::hits::is_file;
use crate::call::path::{is_rooted, resolved};
use crate::call::program::calls_in;
use crate::call::shell::{self, View};
use crate::call::{Call, Category, Field, deletes_files, has_word};
use crate::measure::lines_of;
use crate::quick::contains;

/// Limit of a path (bytes; a longer one is ignored) and of a query (chars; a longer one is cut).
const LONGEST: usize = 2000;
/// Maximum number of files of a patch or a program.
const FILES: usize = 64;

/// The effect of a call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effect {
    pub(crate) kind: Kind,
    /// Files that it read, or places that it searched.
    pub(crate) views: Vec<View>,
    /// Files that it changed.
    pub(crate) writes: Vec<String>,
    /// Files that a command changed in a folder that it entered on its way, by their names there.
    pub(crate) elsewhere: Vec<String>,
    pub(crate) query: Option<String>,
    /// The command line in its normalized form, [`shell::CommandLine::plain`].
    pub(crate) command: Option<String>,
    /// The folder that a call runs in; its paths are relative to it.
    pub(crate) folder: Option<String>,
    /// An argument names that folder, not the `cd` of a command.
    pub(crate) is_folder_named: bool,
    /// Success is no evidence: the exit status is that of another command.
    pub(crate) masked: bool,
    /// All output is text that was found or stored.
    pub(crate) shows: bool,
    /// The calls in the program that this call runs.
    pub(crate) calls: Vec<Call>,
    /// Number of these calls that a line about this effect does not name.
    pub(crate) unnamed: usize,
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
        let effect = match category {
            Category::Read => read(args),
            Category::Write => write(name, args),
            Category::Search => search(args),
            Category::Terminal => return program(args).unwrap_or_else(|| run(args)),
            Category::Other => return Self::default(),
        };
        let folder = args.text(Field::Folder.names()).map(String::from);
        Self { is_folder_named: folder.is_some(), folder, ..effect }
    }

    /// Returns all paths that the call names.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &String> {
        self.views.iter().map(|view| &view.path).chain(&self.writes)
    }

    /// Combines the effects of the calls in a program. A line about it names all changed files, or else its first effect.
    pub(crate) fn of_program(calls: Vec<Call>) -> Self {
        let all = || calls.iter().map(|call| &call.effect);
        let writes = || all().filter(|effect| !effect.writes.is_empty());
        let known = || all().filter(|effect| effect.kind != Kind::Other);
        // As of a command line that does all of it.
        let (first, same, mixed) = match (writes().next(), known().next()) {
            (Some(first), _) => (first, writes().all(|effect| effect.kind == first.kind), Kind::Edit),
            (None, Some(first)) => (first, known().all(|effect| effect.kind == first.kind), Kind::Run),
            (None, None) => return Self { unnamed: calls.len().saturating_sub(1), calls, ..Self::default() },
        };
        let kind = if same { first.kind } else { mixed };
        let tells = |effect: &&Self| effect.kind == kind && (kind != Kind::Run || effect.command.is_some());
        let mut effect = all().find(tells).unwrap_or(first).clone();
        let named = match kind {
            Kind::Edit | Kind::Write | Kind::Delete => writes().count(),
            Kind::Read | Kind::Fetch => known().count(),
            _ => 1,
        };
        (effect.kind, effect.unnamed) = (kind, calls.len().saturating_sub(named));
        if kind != Kind::Search {
            effect.views = all().flat_map(|effect| &effect.views).take(FILES).cloned().collect();
        }
        effect.writes.clear();
        for path in all().flat_map(|effect| &effect.writes) {
            if effect.writes.len() < FILES && !effect.writes.contains(path) {
                effect.writes.push(path.clone());
            }
        }
        if writes().count() > 1 {
            (effect.old_lines, effect.new_lines) = (None, None);
        }
        effect.masked = all().any(|effect| effect.masked);
        effect.shows = known().all(|effect| effect.shows || effect.category() != Category::Terminal);
        Self { calls, ..effect }
    }

    /// Returns the identity of a named file, resolved against the call's folder and that against `base`.
    pub(crate) fn file<'p>(&self, path: &'p str, base: Option<&str>) -> Cow<'p, str> {
        // Each call of a program may run in another folder.
        let own = self.calls.iter().map(|call| &call.effect).find(|effect| effect.paths().any(|own| own == path));
        let folder = own.unwrap_or(self).folder.as_deref().map(|folder| resolved(folder, base));
        resolved(path, folder.as_deref().or(base))
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
    let page = paths.iter().any(|path| contains(path, "://") && !path.starts_with("file://"));
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

/// Returns the effect of a program that calls tools, if the arguments hold one.
fn program(args: &Arguments) -> Option<Effect> {
    let code = args.text(&["input", "code"]).or_else(|| args.only_text())?;
    let calls = if contains(code, "tools.") { calls_in(code) } else { Vec::new() };
    (!calls.is_empty()).then(|| Effect::of_program(calls))
}

/// Returns the files that a patch names, up to 64.
fn patched(patch: &str) -> Vec<String> {
    let mut files: Vec<String> = Vec::new();
    for file in patch.lines().filter_map(file_of) {
        if files.len() < FILES && !files.iter().any(|known| known == file) {
            files.push(String::from(file));
        }
    }
    files
}

fn search(args: &Arguments) -> Effect {
    let queries: Vec<&str> = args.texts(&["queries"]).collect();
    let query = match args.text(&["query"]) {
        None if queries.len() > 1 => Some(first(&queries.join(", "))),
        _ => args.text(Field::Query.names()).map(first),
    };
    let views = path(args).map(|path| View { path: String::from(path), ..View::default() });
    // Actions of `web_search_call` in the Responses API.
    let opens = args.text(&["type"]).is_some_and(|action| matches!(action, "open_page" | "find_in_page" | "find"));
    let kind = if opens && args.text(&["query"]).is_none() { Kind::Fetch } else { Kind::Search };
    Effect { kind, query, views: views.into_iter().collect(), ..Effect::default() }
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
    let folder = args.text(Field::Folder.names());
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
        elsewhere: line.elsewhere,
        command: Some(line.plain),
        is_folder_named: folder.is_some() && line.folder.is_none(),
        folder: within(folder, line.folder),
        masked: line.masked,
        shows: line.shows,
        ..Effect::default()
    }
}

/// Joins a command's working directory with the folder that its `cd` enters.
fn within(folder: Option<&str>, goes: Option<String>) -> Option<String> {
    match (folder, goes) {
        (Some(folder), Some(goes)) if !is_rooted(&goes) => Some(format!("{folder}/{goes}")),
        (Some(folder), None) => Some(String::from(folder)),
        (_, goes) => goes,
    }
}

fn first(text: &str) -> String {
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| at);
    String::from(text.get(..end).unwrap_or_default())
}
