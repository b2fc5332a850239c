//! What a shell's command line does: which files it reads, writes and searches, and what it is when all that goes along with a
//! command is left out.
//!
//! Nothing is run and nothing is looked up; what a command line does not say for sure is not claimed:
//! - What only may be done (after `||`, after `[ … ] &&`, in `if`, `for`, `while`, `case`) is no read, write or search.
//! - A word with a variable or a substitution is no path. A glob is kept as it is written.
//! - What is not a shell's text (`print(a > b)`) is run, and that is all.
//!
//! `tokens` takes the text apart (`word`: one word, `heredoc`: what stands after the line). `script` puts commands together
//! (`stage`: one as it is written, `blocks` and `wrapper`: what stands before it, `folder`: where it runs, `pipeline`: what becomes
//! of what it prints, `status`: whether success says anything). `program` knows what they do (`reader`, `search`, `writer`,
//! `test_runner`; `arguments`: their options, `lines`: parts of a file, `patch`: the files of a patch). `act` is what they say.

mod act;
mod arguments;
mod blocks;
mod folder;
mod heredoc;
mod lines;
mod patch;
mod pipeline;
mod program;
mod programs;
mod reader;
mod script;
mod search;
mod stage;
mod status;
mod test_runner;
#[cfg(test)]
mod tests;
mod tokens;
mod word;
mod wrapper;
mod writer;

use alloc::string::String;
use alloc::vec::Vec;

use act::Act;
use folder::Folder;

/// Bytes that are read at all: a patch may be long.
const LONGEST: usize = 65_536;
/// Bytes of a script that are read, bodies of heredocs not counted; a word is read to its end.
const SCRIPT: usize = 8192;
/// Commands of a script that are read.
const COMMANDS: usize = 256;
/// Scripts within scripts that are read: `bash -c "bash -c …"`.
const DEEPEST: usize = 4;
/// Paths of a kind that are told.
const PATHS: usize = 64;

/// What a command is mainly, from what matters least to what matters most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Deed {
    /// Shows names of files.
    List,
    /// Looks for a text in files, or for files by name: what counts is the query.
    Search,
    /// Shows files: there are [`Deeds::reads`].
    Read,
    /// Anything else.
    #[default]
    Run,
    /// Runs tests. Builds, linters and type checkers are run.
    Test,
    /// Changes files: there are [`Deeds::writes`].
    Write,
}

/// A file that is shown, and which lines of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct View {
    /// As it is written, without quotes.
    pub(crate) path: String,
    /// The first line, from 1 on, when it is known.
    pub(crate) first: Option<u32>,
    /// The last line; the file may end before. Without it and with a first line: to the end.
    pub(crate) last: Option<u32>,
    /// All of it is shown. If not, and there are no lines, some of it is, and nobody knows which: `tail -5 a`.
    pub(crate) whole: bool,
}

/// What a command line does, as far as it can be told. At most 64 paths of a kind.
///
/// Paths are as they are written; after a `cd` they are relative to [`Deeds::folder`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Deeds {
    pub(crate) kind: Deed,
    /// Files whose text is printed.
    pub(crate) reads: Vec<View>,
    /// Files that are written, moved or removed, each once.
    pub(crate) writes: Vec<String>,
    /// Those of them that are gone afterwards.
    pub(crate) removed: Vec<String>,
    /// What is searched for: a pattern, or the names of files; several patterns joined by `|`. Nothing when there are several
    /// searches for different things.
    pub(crate) query: Option<String>,
    /// Where is searched, or what is listed; the folder itself when there is none.
    pub(crate) places: Vec<String>,
    /// Where a `cd` in front goes, as it is written.
    pub(crate) folder: Option<String>,
    /// Success says nothing: its status is that of another command (`npm test | tail`, `npm test; echo done`).
    pub(crate) masked: bool,
    /// What tells that the same was run again: without wrappers, `cd`, variables, `echo`, `2>&1`, `| head`; a heredoc is its
    /// checksum. Not bounded more than what is read.
    pub(crate) plain: String,
}

/// What a command line does. Any text will do; the time it takes grows with its length up to 64 KB, and no further.
pub(crate) fn deeds(command: &str) -> Deeds {
    let text = start(command.as_bytes(), LONGEST);
    let mut folder = Folder::new();
    let mut act = Act::default();
    script::read(text, text.len() < command.len(), 0, &mut folder, &mut act);
    act.tell(folder.start)
}

/// The first bytes of a text, by whole chars.
fn start(text: &[u8], most: usize) -> &[u8] {
    let mut end = most.min(text.len());
    // The bytes of a char after its first.
    while matches!(text.get(end), Some(0x80..0xc0)) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

/// Bytes that are looked at: counted in tests, which must not grow faster than the text.
#[cfg(not(test))]
const fn steps(_: usize) {}
#[cfg(test)]
use tests::steps;
