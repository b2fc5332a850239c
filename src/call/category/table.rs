//! The names and words that define a tool's category. To support an unknown tool, add a word if it has the same meaning
//! in any name, otherwise add the tool's name.
//!
//! Decisions for ambiguous names:
//! - `grep` and the listing of a folder are reads, `glob` and `find` are searches, as in the rules that this replaces.
//! - A tool that reads a command's output, types into it or stops it is the terminal, even if its name contains `read`
//!   or `write`: it continues the same command.
//! - Edits are edits of files. Changes to issues, branches, messages, tables, plans, todo lists, tasks and memories are
//!   not edits, and reading them reads no file: a summary names their tools, which is more informative than edits
//!   without a path. Searching them is still a search.
//! - The tools of git servers (`git_commit`, `git_diff`) name no command and no file: other.
//! - Code that runs in an interpreter is the terminal, like `execute`.
//! - A database query is a search, by its text; a change to a database is other.
//! - Browser actions are other: the pages that it opens and clicks are not files.

use super::Category;

/// Names whose words give no category, or the wrong one. Case and separators are ignored.
#[rustfmt::skip]
pub(super) const NAMES: [(Category, &[&str]); 5] = [
    (Category::Read, &[
        "access_mcp_resource", "cat", "directory_tree", "get_internal_docs", "get_notebook_summary",
        "get_symbols_overview", "goto", "list", "list_code_definition_names", "listdir", "ls", "open", "readfile",
        "scroll_down", "scroll_up", "webfetch",
    ]),
    (Category::Write, &[
        "apply_diff", "copy_path", "create_and_run_task", "editor", "move_path", "multiedit", "new_workspace",
        "propose_code", "push_files", "reapply", "writefile",
    ]),
    (Category::Terminal, &[
        "get_process_output", "get_task_output", "interact_with_process", "ipython", "js_repl", "kill_process",
        "launch_process", "list_processes", "python", "read_command_output", "read_process", "read_process_output",
        "run_code", "start_process", "task_output", "task_stop", "write_process",
    ]),
    (Category::Search, &[
        "codebase", "codesearch", "get_vscode_api", "github_repo", "read_query", "vscode_api", "websearch",
    ]),
    (Category::Other, &[
        "create_diagram", "get_usage_stats", "git_fetch", "projects_write", "run_vscode_command", "view_diff",
        "write_query",
    ]),
];

/// The meaning of a word in a tool's name.
#[derive(Clone, Copy)]
pub(super) enum Sense {
    /// A file.
    File,
    /// Something other than a file.
    Thing,
    /// The terminal, whatever the operation.
    Shell,
    Read,
    Write,
    /// The terminal, unless another word means a read or a write.
    Run,
    Search,
}

impl Sense {
    pub(super) const COUNT: usize = Self::Search as usize + 1;
}

/// Returns the meaning of a word in any position, in the singular. The compiler warns of a word that occurs twice here.
pub(super) fn sense_of_word(word: &str) -> Option<Sense> {
    Some(match word {
        "file" => Sense::File,
        "agent" | "branch" | "branches" | "browser" | "channel" | "comment" | "cron" | "discussion" | "email"
        | "entities" | "event" | "gist" | "goal" | "graph" | "issue" | "label" | "memories" | "memory" | "message"
        | "notification" | "notion" | "observation" | "plan" | "pr" | "pull" | "relation" | "release" | "repo"
        | "repositories" | "repository" | "review" | "skill" | "slash" | "subagent" | "table" | "task" | "tasklist"
        | "team" | "ticket" | "todo" | "user" | "workflow" => Sense::Thing,
        "bash" | "powershell" | "shell" | "stdin" | "terminal" => Sense::Shell,
        "crawl" | "fetch" | "grep" | "read" | "reader" | "rg" | "ripgrep" | "scrape" => Sense::Read,
        "create" | "delete" | "edit" | "insert" | "overwrite" | "patch" | "rename" | "replace" | "rewrite"
        | "write" | "writer" => Sense::Write,
        "cmd" | "command" | "exec" | "execute" | "execution" => Sense::Run,
        "find" | "glob" | "query" | "research" | "retrieval" | "search" | "semantic" | "usage" => Sense::Search,
        _ => return None,
    })
}

/// Returns the meaning of a word right after another; `^` is the start of the name.
pub(super) fn sense_of_pair(before: &str, word: &str) -> Option<Sense> {
    Some(match (before, word) {
        ("^", "api") => Sense::Thing,
        ("^", "view")
        | ("get" | "open", "file")
        | ("list", "dir" | "directories" | "directory" | "file" | "folder") => Sense::Read,
        ("append" | "copy" | "modify" | "move" | "remove" | "save" | "update", "file")
        | ("append", "to")
        | ("file" | "text", "editor")
        | ("fs", "append") => Sense::Write,
        ("code", "interpreter") | ("run", "in") => Sense::Run,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::super::by_words;
    use super::super::words::same_name;
    use super::*;

    fn names() -> impl Iterator<Item = (Category, &'static str)> {
        NAMES.iter().flat_map(|(category, names)| names.iter().map(|name| (*category, *name)))
    }

    #[test]
    fn a_name_stands_in_the_table_once() {
        for (at, (_, name)) in names().enumerate() {
            let again: Vec<_> = names().skip(at + 1).filter(|(_, other)| same_name(name, other)).collect();
            assert_eq!(again, [], "{name}");
        }
    }

    #[test]
    fn a_name_stands_in_the_table_only_where_its_words_say_something_else() {
        for (category, name) in names() {
            assert_ne!(by_words(name), category, "{name} need not be named");
        }
    }

    #[test]
    fn names_are_sorted() {
        for (_, names) in NAMES {
            assert!(names.is_sorted(), "{names:?}");
        }
    }
}
