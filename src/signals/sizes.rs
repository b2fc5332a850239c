//! Sizes of a cut, of a text or of a value.

use crate::event::{TruncationEvent, Unit};
use crate::value::{Cut, CutKind};

named! {
    /// Unit of the sizes of a cut.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum CutUnit {
        /// Unicode code points.
        Chars = "chars",
        /// UTF-16 units.
        Utf16 = "utf16",
        /// UTF-8 bytes.
        Bytes = "bytes",
        /// Lines.
        Lines = "lines",
        /// Tokens.
        Tokens = "tokens",
        /// Items of a list.
        Items = "items",
        /// Members of an object.
        Keys = "keys",
        /// Levels of a value.
        Levels = "levels",
    }
}

impl CutUnit {
    /// Returns the unit with this name.
    ///
    /// ```
    /// use tooltrim::signals::CutUnit;
    ///
    /// assert_eq!(CutUnit::from_name("bytes"), Some(CutUnit::Bytes));
    /// assert_eq!(CutUnit::from_name("Bytes"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|unit| unit.name() == name)
    }

    /// Returns `true` for units of text, whose numbers are large, and `false` for units that count things.
    pub(super) const fn is_of_text(self) -> bool {
        matches!(self, Self::Chars | Self::Utf16 | Self::Bytes | Self::Tokens)
    }
}

impl From<Unit> for CutUnit {
    fn from(unit: Unit) -> Self {
        match unit {
            Unit::Chars => Self::Chars,
            Unit::Utf16 => Self::Utf16,
            Unit::Bytes => Self::Bytes,
            Unit::Lines => Self::Lines,
            Unit::Tokens => Self::Tokens,
        }
    }
}

impl From<CutKind> for CutUnit {
    fn from(kind: CutKind) -> Self {
        match kind {
            CutKind::String | CutKind::Base64 | CutKind::Unreadable => Self::Bytes,
            CutKind::Items => Self::Items,
            CutKind::Keys => Self::Keys,
            CutKind::Depth => Self::Levels,
        }
    }
}

/// The sizes of a cut, for log lines and metrics; a [`TruncationEvent`] and a [`Cut`] convert into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct CutSizes<'a> {
    /// The name of the cut text or value; empty if it has none.
    pub label: &'a str,
    /// Unit of the sizes.
    pub unit: CutUnit,
    /// The size before.
    pub before: u64,
    /// The size after, including replacements such as markers.
    pub after: u64,
}

impl<'a> CutSizes<'a> {
    /// Creates the sizes of a custom cut.
    ///
    /// ```
    /// use tooltrim::signals::{CutSizes, CutUnit, format_truncation_log};
    ///
    /// let cut = CutSizes::new("audit", CutUnit::Lines, 900, 200);
    /// assert_eq!(format_truncation_log(cut), "Truncation: dataset=audit original_lines=900 truncated_lines=200");
    /// ```
    #[must_use]
    pub const fn new(label: &'a str, unit: CutUnit, before: u64, after: u64) -> Self {
        Self { label, unit, before, after }
    }
}

impl<'a> From<&'a TruncationEvent> for CutSizes<'a> {
    fn from(event: &'a TruncationEvent) -> Self {
        let label = event.label.as_deref().unwrap_or_default();
        Self { label, unit: event.unit.into(), before: event.before, after: event.after }
    }
}

impl<'a> From<&'a Cut> for CutSizes<'a> {
    fn from(cut: &'a Cut) -> Self {
        Self { label: &cut.label, unit: cut.kind.into(), before: cut.before as u64, after: cut.after as u64 }
    }
}
