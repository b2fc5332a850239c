//! Names of arguments.

/// The meaning of an argument; tools use many names for the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    /// The file, folder or address that a tool reads or writes.
    Path,
    /// A patch that itself names its files.
    Patch,
    /// A command line.
    Command,
    /// The search query.
    Query,
    /// The argument that says what a call of another tool is about.
    Subject,
    /// The first line to read.
    FirstLine,
    /// The last line to read.
    LastLine,
    /// Number of lines to read.
    LineCount,
    /// The text that a write replaces.
    OldText,
    /// The text that a write inserts.
    NewText,
    /// The working directory of a command.
    Folder,
}

impl Field {
    /// Returns the names that tools use; the first one present is used.
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
            Self::Query => &[
                "query",
                "symbolName",
                "pattern",
                "regex",
                "search_term",
                "searchTerm",
                "symbol",
                "glob_pattern",
                "q",
                "queries",
            ],
            // `query` of the PostgreSQL server of MCP; `puppeteer_click`; `browser_click` of Playwright; `Task`,
            // `Skill` and `BashOutput` of Claude Code; `get_issue` and `create_comment` of Linear.
            Self::Subject => &["sql", "selector", "element", "description", "skill", "bash_id", "id", "issueId"],
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
    /// Returns the separator of list items.
    pub(crate) const fn separator(self) -> &'static str {
        match self {
            Self::Path => ", ",
            _ => " ",
        }
    }
}
