//! The rung of an item: how much of it is left.

use alloc::string::String;
use alloc::vec::Vec;

use crate::compact::memory::What;
use crate::format::conversation::PartAt;
use crate::refs::Ref;
use crate::source::utf16_len;

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
    /// Statements of a fact.
    pub(crate) stated: Option<Stated>,
    /// Other items whose lines the text names: newer ones in a step, older ones on arrival. It holds as long as these stay
    /// what they are.
    pub(crate) named: Vec<Named>,
}

/// The place of an item.
pub(crate) type Named = (PartAt, What);

/// Statements of a fact about the result that it replaces. Kept beside its text, so that no code parses the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stated {
    pub(crate) failed: bool,
    /// No shorter line says it.
    pub(crate) is_brief: bool,
    /// Size of the result, its images and files, and the ref under which a store keeps it.
    pub(crate) units: u64,
    /// The same in tokens, if the window is in tokens.
    pub(crate) tokens: Option<u64>,
    pub(crate) media: u64,
    pub(crate) kept: Option<Ref>,
}

impl Choice {
    /// A text in the place of what was longer.
    pub(crate) fn of(text: String) -> Self {
        Self { rung: Rung::Trimmed, units: utf16_len(&text) as u64, text: Some(text), stated: None, named: Vec::new() }
    }

    /// A fact, with the tool output below it.
    pub(crate) fn fact(text: String, stated: Stated) -> Self {
        Self {
            rung: Rung::Fact,
            units: utf16_len(&text) as u64,
            text: Some(text),
            stated: Some(stated),
            named: Vec::new(),
        }
    }

    /// Returns `true` for the text of an item at this place that names what stands above it.
    pub(crate) fn names_above(&self, at: PartAt) -> bool {
        self.named.first().is_some_and(|named| named.0 <= at)
    }

    /// Nothing in its place.
    pub(crate) const fn gone(rung: Rung) -> Self {
        Self { rung, text: None, units: 0, stated: None, named: Vec::new() }
    }
}
