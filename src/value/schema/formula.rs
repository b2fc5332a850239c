//! Merges the bounds that several schemas set for one place.

use alloc::boxed::Box;
use alloc::vec::Vec;

/// Size limit of one kind of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    /// No value of this kind is allowed.
    Never,
    Most(usize),
    Free,
}

impl Size {
    /// Combines two limits that both apply.
    pub(super) fn both(self, other: Self) -> Self {
        match (self, other) {
            (Self::Never, _) | (_, Self::Never) => Self::Never,
            (Self::Most(one), Self::Most(other)) => Self::Most(one.min(other)),
            (Self::Free, size) | (size, Self::Free) => size,
        }
    }

    /// Combines two limits of which one is enough.
    pub(super) fn either(self, other: Self) -> Self {
        match (self, other) {
            (Self::Free, _) | (_, Self::Free) => Self::Free,
            (Self::Most(one), Self::Most(other)) => Self::Most(one.max(other)),
            (Self::Never, size) | (size, Self::Never) => size,
        }
    }
}

/// Schemas that apply to a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::value) enum Formula {
    /// No schema: anything is allowed.
    Any,
    /// A schema with all schemas that it joins.
    One(usize),
    /// A schema without the ones that it joins.
    Own(usize),
    All(Vec<Formula>),
    /// At least one of them; with `true`, exactly one.
    Either(Vec<Formula>, bool),
    /// No cut may change the value there.
    Unchanged,
    /// Only the caps of the schema apply there: a value is cut no further to make room.
    Capped(Box<Formula>),
}

impl Formula {
    pub(super) fn capped(self) -> Self {
        if matches!(self, Self::Unchanged | Self::Capped(_)) { self } else { Self::Capped(Box::new(self)) }
    }

    pub(in crate::value) fn any() -> Self {
        Self::Any
    }

    pub(super) fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut all: Vec<Self> = Vec::new();
        for part in parts {
            if part != Self::Any && !all.contains(&part) {
                all.push(part);
            }
        }
        if all.len() > 1 { Self::All(all) } else { all.pop().unwrap_or(Self::Any) }
    }

    /// Joins alternatives; unless exclusive, one without a schema allows everything.
    pub(super) fn either(parts: impl IntoIterator<Item = Self>, is_exclusive: bool) -> Self {
        let mut either: Vec<Self> = Vec::new();
        for part in parts {
            if part == Self::Any && !is_exclusive {
                return Self::Any;
            }
            if !either.contains(&part) {
                either.push(part);
            }
        }
        if either.len() > 1 { Self::Either(either, is_exclusive) } else { either.pop().unwrap_or(Self::Any) }
    }
}
