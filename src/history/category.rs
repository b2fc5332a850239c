//! What a tool does, by its name.

use alloc::string::String;
use alloc::vec::Vec;

/// What a tool does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Category {
    /// Reads.
    Read,
    /// Writes.
    Write,
    /// Terminal.
    Terminal,
    /// Search.
    Search,
    /// Other.
    Other,
}

impl Category {
    /// All.
    pub const ALL: [Self; 5] = [Self::Read, Self::Write, Self::Terminal, Self::Search, Self::Other];
    /// Name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Terminal => "terminal",
            Self::Search => "search",
            Self::Other => "other",
        }
    }
    /// From name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|category| category.name() == name)
    }
}

/// Category.
#[must_use]
pub fn categorize_tool_call(name: &str) -> Category {
    let name = name.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if says(&["read", "list_dir", "grep"]) {
        Category::Read
    } else if says(&["create", "write", "replace", "edit"]) {
        Category::Write
    } else if says(&["terminal", "run_in", "bash"]) {
        Category::Terminal
    } else if says(&["search", "find"]) {
        Category::Search
    } else {
        Category::Other
    }
}

/// Own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Categories {
    own: Vec<(String, Category)>,
}

impl Categories {
    /// With.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, category: Category) -> Self {
        self.own.push((name.into(), category));
        self
    }
    /// Categorize.
    #[must_use]
    pub fn categorize(&self, name: &str) -> Category {
        self.own
            .iter()
            .find(|(own, _)| own == name)
            .map_or_else(|| categorize_tool_call(name), |(_, category)| *category)
    }
}
