//! The rung of an item: how much of it is left.

use alloc::string::String;

/// Remaining part of a result, from all to nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Rung {
    /// All of it.
    #[default]
    Full,
    /// Both ends, and what went wrong between them.
    Trimmed,
    /// One line that names the action; for a failure also the error.
    Fact,
    /// It left: a line of a block or a summary replaces it.
    Folded,
}

/// All of them, from the most that is left to the least.
pub(crate) const RUNGS: [Rung; 4] = [Rung::Full, Rung::Trimmed, Rung::Fact, Rung::Folded];

serialize_by_name!(Rung);

impl Rung {
    /// The name as reports have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Trimmed => "trimmed",
            Self::Fact => "fact",
            Self::Folded => "folded",
        }
    }

    /// Returns the rung with that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        RUNGS.into_iter().find(|rung| rung.name() == name)
    }
}

/// The choice for one item.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Choice {
    pub(crate) rung: Rung,
    /// Replacement text; `None` if the item leaves.
    pub(crate) text: Option<String>,
    pub(crate) units: u64,
}

impl Choice {
    /// A text in the place of what was longer.
    pub(crate) fn of(text: String) -> Self {
        Self { rung: Rung::Trimmed, units: crate::source::utf16_len(&text) as u64, text: Some(text) }
    }
}
