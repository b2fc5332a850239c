//! How much of something is left, and why.

use alloc::string::String;

/// How much of a result is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Rung {
    /// All of it.
    #[default]
    Full,
    /// Both ends, and what went wrong between them.
    Trimmed,
    /// The lines that are likely needed next, below a fact.
    Outline,
    /// One line that says what was done; of a failure also what it said.
    Fact,
    /// It went into the summary.
    Folded,
    /// Only that there was a result, and how large.
    Counted,
}

impl Rung {
    /// The name as reports have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Trimmed => "trimmed",
            Self::Outline => "outline",
            Self::Fact => "fact",
            Self::Folded => "folded",
            Self::Counted => "counted",
        }
    }

    /// The rung of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Full, Self::Trimmed, Self::Outline, Self::Fact, Self::Folded, Self::Counted]
            .into_iter()
            .find(|rung| rung.name() == name)
    }
}

/// What becomes of an item.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Choice {
    pub(crate) rung: Rung,
    /// The text in its place; none when it goes as a whole.
    pub(crate) text: Option<String>,
    pub(crate) units: u64,
}
