//! Read-only access to a history of calls owned by the host.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::category::Category;
use crate::source::Source;

/// An argument by what it means: tools give the same thing many names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The file, folder or address that a tool reads or writes.
    Path,
    /// A patch that names its files itself.
    Patch,
    /// A command line.
    Command,
    /// The search query.
    Query,
    /// The first line that is read.
    FirstLine,
    /// The last line that is read.
    LastLine,
    /// Number of lines to read.
    LineCount,
    /// The text that a write replaces.
    OldText,
    /// The text that a write leaves.
    NewText,
    /// Where a command runs.
    Folder,
}

impl Field {
    /// All fields, in the order of their numbers.
    pub const ALL: [Self; 10] = [
        Self::Path,
        Self::Patch,
        Self::Command,
        Self::Query,
        Self::FirstLine,
        Self::LastLine,
        Self::LineCount,
        Self::OldText,
        Self::NewText,
        Self::Folder,
    ];

    /// The names that tools give it; the first that is there counts.
    #[must_use]
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Self::Path => &[
                "filePath",
                "path",
                "file_path",
                "filepath",
                "absolute_path",
                "target_file",
                "relative_path",
                "notebook_path",
                "dirPath",
                "dir_path",
                "target_directory",
                "directory",
                "filename",
                "file_name",
                "file",
                "paths",
                "filePaths",
                "file_paths",
                "files",
                "uri",
                "url",
                "urls",
                "source",
                "old_path",
                "oldPath",
                "replacements",
            ],
            Self::Patch => &["patch", "input", "diff", "patchText"],
            Self::Command => &["command", "cmd", "commandLine", "script", "code", "commands"],
            Self::Query => {
                &["query", "symbolName", "pattern", "regex", "search_term", "searchTerm", "symbol", "glob_pattern", "q"]
            }
            Self::FirstLine => {
                &["startLine", "start_line", "offset", "start", "line_start", "startLineNumber", "view_range"]
            }
            Self::LastLine => &["endLine", "end_line", "end", "line_end", "endLineNumber", "view_range"],
            Self::LineCount => &["limit", "lines", "line_count"],
            Self::OldText => &["oldString", "old_string", "old_str", "oldText", "old_text", "search"],
            Self::NewText => &[
                "newString",
                "new_string",
                "new_str",
                "newText",
                "new_text",
                "content",
                "contents",
                "file_text",
                "replace",
                "code_edit",
            ],
            Self::Folder => &["cwd", "workdir", "working_directory", "workingDirectory", "cwd_path"],
        }
    }
}

impl Field {
    /// The separator of list items.
    #[must_use]
    pub const fn separator(self) -> &'static str {
        match self {
            Self::Path => ", ",
            _ => " ",
        }
    }
}

/// UTF-16 units that tell texts apart.
const LONGEST: usize = 2000;

/// A history of calls that the core reads where it is: by position, never a long text as a whole.
///
/// Implemented for slices of [`super::ToolCall`] with the feature `serde_json`; the JavaScript binding implements it for an array of
/// objects.
pub trait Calls {
    /// A result, read by windows.
    type Text<'a>: Source
    where
        Self: 'a;

    /// The number of calls.
    fn len(&self) -> usize;

    /// True when there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The id of a call.
    fn id(&self, at: usize) -> Cow<'_, str>;

    /// The name of the tool.
    fn name(&self, at: usize) -> Cow<'_, str>;

    /// True if the call failed.
    fn is_error(&self, at: usize) -> bool;

    /// The tokens of the call, when the caller has counted them.
    fn token_count(&self, at: usize) -> Option<f64>;

    /// The category, when the caller knows it.
    fn category(&self, at: usize) -> Option<Category>;

    /// The result.
    fn result(&self, at: usize) -> Self::Text<'_>;

    /// UTF-16 units of the result.
    fn result_units(&self, at: usize) -> usize {
        let result = self.result(at);
        result.utf16(0, result.len())
    }

    /// An argument that is a string, or a list of strings or of objects that hold one, joined by [`Field::separator`]: its first
    /// `most` UTF-16 units. White space and control chars alone count as absent.
    fn text(&self, at: usize, field: Field, most: usize) -> Option<String>;

    /// A number for the text of each of these calls, equal for equal texts, none where there is no text; numbered from 0 by
    /// first appearance.
    fn numbered(&self, positions: &[usize], field: Field) -> Vec<Option<usize>> {
        let mut known = BTreeMap::new();
        let number = |&at: &usize| {
            let text = self.text(at, field, LONGEST)?;
            let next = known.len();
            Some(*known.entry(text).or_insert(next))
        };
        positions.iter().map(number).collect()
    }

    /// An argument that is a number; of a list of numbers the first, for [`Field::LastLine`] the last.
    fn number(&self, at: usize, field: Field) -> Option<f64>;

    /// The lines of an argument that is a string.
    fn lines(&self, at: usize, field: Field) -> Option<usize>;

    /// The arguments as compact JSON.
    fn json(&self, at: usize) -> String;

    /// UTF-16 units of the arguments as compact JSON, escapes not counted; no string is read for it.
    fn json_units(&self, at: usize) -> usize;

    /// [`Calls::json_units`] of the calls at some positions together.
    fn json_units_of(&self, positions: &[usize]) -> f64 {
        positions.iter().map(|&at| self.json_units(at) as f64).sum()
    }

    /// As [`Calls::json`], with of each string longer than `most` UTF-16 units only the ends, together so long, and of each list
    /// longer than 64 only 32 items at each end.
    fn json_sample(&self, at: usize, most: usize) -> String;

    /// The positions before `from` whose id occurs again at `from` or later, in order.
    fn repeated(&self, from: usize) -> Vec<usize>;
}
