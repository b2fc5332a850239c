//! Truncation events: the record of a cut.

use alloc::string::String;

named! {
    /// The unit of a limit, in the order in which `{limit}` selects the first given one.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Unit {
        /// Unicode code points.
        Chars = "chars",
        /// UTF-16 units.
        Utf16 = "utf16",
        /// UTF-8 bytes.
        Bytes = "bytes",
        /// Lines.
        Lines = "lines",
        /// Tokens, estimated.
        Tokens = "tokens",
    }
}

/// Sizes of the missing text. UTF-16 units and chars always; the rest when a limit, the marker or the caller names it.
/// In 64 bits everywhere: a stream may be longer than memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct Omitted {
    /// UTF-16 units.
    pub utf16: u64,
    /// Unicode code points.
    pub chars: u64,
    /// UTF-8 bytes.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub bytes: Option<u64>,
    /// Lines.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub lines: Option<u64>,
    /// Estimated tokens.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub tokens: Option<u64>,
}

/// Noise that was removed before trimming.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct Noise {
    /// Unicode code points.
    pub chars: u64,
    /// Lines.
    pub lines: u64,
}

impl Noise {
    pub(crate) fn plus(self, more: Option<Self>) -> Self {
        let more = more.unwrap_or_default();
        Self { chars: self.chars + more.chars, lines: self.lines + more.lines }
    }
}

/// One cut, as passed to [`crate::TrimOptions::on_truncate`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct TruncationEvent {
    /// The caller's name for the text.
    pub label: Option<String>,
    /// The unit of `limit`, `before` and `after`: the first given of chars, UTF-16 units, bytes, lines, tokens.
    pub unit: Unit,
    /// The limit in this unit.
    pub limit: u64,
    /// The size of the input.
    pub before: u64,
    /// The size of the result, marker included.
    pub after: u64,
    /// Sizes of the missing text.
    pub omitted: Omitted,
}
