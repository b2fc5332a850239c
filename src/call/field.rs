//! The names of arguments.

/// An argument by what it means: tools give the same thing many names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
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
    /// Working folder of a command.
    Folder,
}

impl Field {
    /// The names that tools give it; the first that is there counts.
    pub(crate) const fn names(self) -> &'static [&'static str] {
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
    pub(crate) const fn separator(self) -> &'static str {
        match self {
            Self::Path => ", ",
            _ => " ",
        }
    }
}
