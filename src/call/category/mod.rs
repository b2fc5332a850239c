//! The category of a tool call, by the tool's name alone.
//!
//! `table` holds the known names and words, `words` splits a name.

mod table;
mod words;

use alloc::string::String;
use alloc::vec::Vec;

use table::{NAMES, Sense, sense_of_pair, sense_of_word};
use words::{Word, same_name, tool_of, words};

use crate::error::Error;
use crate::options::NamedOption;
#[cfg(feature = "serde")]
use crate::options::OptionValue;

named! {
    /// The category of a tool call.
    ///
    /// ```
    /// use tooltrim::calls::{Category, categorize_tool_call};
    ///
    /// assert_eq!(categorize_tool_call("str_replace_based_edit_tool"), Category::Write);
    /// assert_eq!(Category::Write.name(), "write");
    /// assert_eq!(Category::from_name("write"), Some(Category::Write));
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum Category {
        /// Reads a file, a page or a folder; identified by its path or URL.
        Read = "read",
        /// Changes files; identified by their paths.
        Write = "write",
        /// Runs a command, or manages a running one.
        Terminal = "terminal",
        /// Searches by a query or pattern.
        Search = "search",
        /// Anything else: plans, memories, issues, browsers.
        Other = "other",
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Category {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = alloc::string::String::deserialize(deserializer)?;
        let shown = ["\"", &name, "\""].concat();
        let option = NamedOption { name: "category", value: OptionValue::Text(name), shown: &shown };
        Self::read(&option).map_err(serde::de::Error::custom)
    }
}

impl Category {
    /// A category by its name.
    pub(crate) fn read(option: &NamedOption<'_>) -> Result<Self, Error> {
        option.one_of(&Self::ALL.map(|category| (category.name(), category)))
    }

    /// Returns the category with exactly this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|category| category.name() == name)
    }
}

/// Returns the category of a tool by its name.
///
/// Case and separators do not matter, and a server prefix of the tool's name is ignored:
///
/// ```
/// use tooltrim::calls::{Category, categorize_tool_call};
///
/// for name in ["read_file", "readFile", "ReadFile", "read-file", "mcp__search-server__read_file"] {
///     assert_eq!(categorize_tool_call(name), Category::Read);
/// }
/// assert_eq!(categorize_tool_call("bash"), Category::Terminal);
/// assert_eq!(categorize_tool_call("thread_reply"), Category::Other);
/// ```
///
/// The classifier knows the tool names of common agents, and words that name an operation: `read`, `edit`, `exec`,
/// `search` and similar. Words match whole, so that a `thread` is not `read`. Changes to anything but files (an issue,
/// a branch, a todo list, a memory) are [`Category::Other`]: a summary of edits lists files. Arguments are ignored; a
/// tool that both views and edits is a [`Category::Write`].
///
/// Accepts any text; the time is linear in its length.
#[must_use]
pub fn categorize_tool_call(name: &str) -> Category {
    let tool = tool_of(name);
    let known = NAMES.iter().find(|(_, names)| names.iter().any(|known| same_name(known, tool)));
    known.map_or_else(|| by_words(tool), |(category, _)| *category)
}

/// Derives the category from the words of a tool's name, if the name itself is unknown.
fn by_words(tool: &str) -> Category {
    let mut found = [false; Sense::COUNT];
    // The table's pairs use `^` for the start of the name; no word contains it.
    let mut before = Word::new(b"^");
    for word in words(tool) {
        for form in [Some(word.text()), word.singular()].into_iter().flatten() {
            let senses = [sense_of_word(form), sense_of_pair(before.text(), form)];
            senses.into_iter().flatten().for_each(|sense| found[sense as usize] = true);
        }
        before = word;
    }
    let says = |sense: Sense| found[sense as usize];
    // A name with "file" means a file, whatever else it names: `delete_branch_file`.
    let no_file = says(Sense::Thing) && !says(Sense::File);
    // The order is that of the earlier substring rules. Terminals come first, as `read_terminal` reads no file.
    if says(Sense::Shell) {
        Category::Terminal
    } else if says(Sense::Read) && !no_file {
        Category::Read
    } else if says(Sense::Write) && !no_file {
        Category::Write
    } else if says(Sense::Run) && !no_file {
        Category::Terminal
    } else if says(Sense::Search) {
        Category::Search
    } else {
        Category::Other
    }
}

/// Returns `true` if the tool's own name contains one of these words.
pub(crate) fn has_word(name: &str, wanted: &[&str]) -> bool {
    words(tool_of(name)).any(|word| wanted.contains(&word.text()))
}

/// Returns `true` if a tool deletes whole files: its name contains only such words. `delete_lines` and
/// `delete_text_in_file` edit a file.
pub(crate) fn deletes_files(name: &str) -> bool {
    const DELETES: [&str; 3] = ["delete", "remove", "rm"];
    const FILES: [&str; 7] = ["file", "dir", "directory", "directories", "folder", "path", "notebook"];
    let is_in = |known: &[&str], word: &Word| {
        known.contains(&word.text()) || word.singular().is_some_and(|word| known.contains(&word))
    };
    let tool = tool_of(name);
    words(tool).any(|word| is_in(&DELETES, &word))
        && words(tool).all(|word| is_in(&DELETES, &word) || is_in(&FILES, &word))
}

/// Categorizes tools by a caller's own names first.
///
/// Names match exactly; a `*` at the end matches any rest. A whole name takes precedence over one with `*`, a longer
/// prefix over a shorter one; other names fall back to [`categorize_tool_call`].
///
/// ```
/// use tooltrim::calls::{Categories, Category};
///
/// let categories = Categories::new()
///     .with("mcp__tracker__*", Category::Other)
///     .with("mcp__tracker__find", Category::Search)
///     .with("deploy", Category::Terminal);
///
/// assert_eq!(categories.categorize("mcp__tracker__write"), Category::Other);
/// assert_eq!(categories.categorize("mcp__tracker__find"), Category::Search);
/// assert_eq!(categories.categorize("deploy"), Category::Terminal);
/// assert_eq!(categories.categorize("read_file"), Category::Read);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Categories {
    own: Vec<(String, Category)>,
}

impl Categories {
    /// Creates a table without own names.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the category of a name, or of all names with the prefix before a `*` at the end.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, category: Category) -> Self {
        let name = name.into();
        self.own.retain(|(known, _)| *known != name);
        self.own.push((name, category));
        self
    }

    /// Returns the category of a tool by its name.
    #[must_use]
    pub fn categorize(&self, name: &str) -> Category {
        if let Some((_, category)) = self.own.iter().find(|(own, _)| own == name) {
            return *category;
        }
        let starts = |own: &str| own.strip_suffix('*').is_some_and(|start| name.starts_with(start));
        let longest = self.own.iter().filter(|(own, _)| starts(own)).max_by_key(|(own, _)| own.len());
        longest.map_or_else(|| categorize_tool_call(name), |(_, category)| *category)
    }
}
