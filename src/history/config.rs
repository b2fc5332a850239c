//! When older calls are folded into a summary, how many stay, and how long the summary may be.

use alloc::string::String;

use crate::call::{Categories, Category, Rendering};
use crate::error::Error;
use crate::options::{NamedOption, OptionValue};
use crate::plain::PLAIN;

/// A size of a conversation, or of a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
pub enum Budget {
    /// UTF-16 units of all texts, names and compact-JSON arguments, escapes not counted.
    Chars(u64),
    /// Estimated tokens.
    Tokens(u64),
}

/// When a history of calls is truncated: when it is *over* this size.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Threshold {
    /// UTF-16 units of names, arguments as `JSON.stringify` writes them, and results: what a bare number means.
    Written(u64),
    /// In the units of a [`Budget`].
    Size(Budget),
    /// Number of calls.
    Calls(u64),
    /// A share of a budget such as the context window; below 0 and NaN count as 0, above 1 as 1.
    Share(f64, Budget),
}

impl From<u64> for Threshold {
    fn from(chars: u64) -> Self {
        Self::Written(chars)
    }
}

impl From<Budget> for Threshold {
    fn from(size: Budget) -> Self {
        Self::Size(size)
    }
}

/// A share of a size, rounded down: sizes are whole numbers.
pub(crate) fn share_of(share: f64, of: u64) -> u64 {
    // NaN casts to 0.
    (of as f64 * share.min(1.0)) as u64 * u64::from(share > 0.0)
}

options! {
    /// Options of truncating a history of calls.
    ///
    /// ```
    /// use tooltrim::{Budget, TruncationConfig};
    /// use tooltrim::calls::Threshold;
    ///
    /// let config = TruncationConfig::new()
    ///     .recent_calls_to_keep(10)
    ///     .truncation_threshold(Threshold::Share(0.3, Budget::Tokens(200_000)));
    /// ```
    #[derive(Clone, Debug, PartialEq)]
    pub struct TruncationConfig {
        /// Number of last calls that stay in full; default 6.
        recent_calls_to_keep: u64 = 6 => NamedOption::size;
        /// The most tokens of the summary, estimated; default 500.
        max_history_summary_tokens: u64 = 500 => NamedOption::size;
        /// True if failures are quoted (the default) or only counted.
        preserve_errors_verbatim: bool = true => NamedOption::boolean;
        /// Above which size older calls are truncated; default 10,000 chars. A plain number counts chars.
        truncation_threshold: Threshold = Threshold::Written(10_000) => |option| read_threshold(option, Dialect::Own),
            (threshold: impl Into<Threshold> => threshold.into());
        /// Categories of your own tools; they take precedence over the built-in table.
        categories: Categories = Categories::default() => Categories::read;
        /// Text form of calls that stay; default [`Rendering::Comments`].
        rendering: Rendering = Rendering::Comments => |option| option.one_of(&RENDERINGS);
        dialect: Dialect = Dialect::Own;
    }
}

const RENDERINGS: [(&str, Rendering); 2] = [("comments", Rendering::Comments), ("brackets", Rendering::Brackets)];

/// Whose units and wording: ours, or those of the reference module that an import swap replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Chars, our estimator, finer lines while there is room.
    Own,
    /// Four UTF-16 units a token, the coarsest summary.
    Reference,
}

impl Dialect {
    /// Asked in place of a comparison: a plain build is only asked for the reference's, and drops what ours takes.
    pub(crate) fn is_own(self) -> bool {
        !PLAIN && self == Self::Own
    }
}

impl TruncationConfig {
    /// The defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The defaults of the reference module, for an import swap: its units (a bare threshold in tokens, four UTF-16
    /// units each) and its wording (the coarsest summary).
    #[must_use]
    pub fn reference() -> Self {
        Self {
            truncation_threshold: Threshold::Size(Budget::Tokens(10_000)),
            dialect: Dialect::Reference,
            ..Self::default()
        }
    }

    /// Sets an option by its public name.
    ///
    /// ```
    /// use tooltrim::TruncationConfig;
    /// use tooltrim::host::{NamedOption, OptionValue};
    ///
    /// let mut config = TruncationConfig::new();
    /// let error = config
    ///     .set(&NamedOption { name: "recentCallsToKeep", value: OptionValue::Number(-1.0), shown: "-1" })
    ///     .unwrap_err();
    /// assert_eq!(error.message(), "recentCallsToKeep: -1 is not a number of 0 or more");
    /// ```
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for a wrong type, NaN or a number out of range, and for an unknown name
    /// unless this is [`TruncationConfig::reference`], which ignores it as the reference does. Fractions round down.
    pub fn set(&mut self, option: &NamedOption<'_>) -> Result<(), Error> {
        let is_reference = self.dialect == Dialect::Reference;
        match option.name {
            // The name in the design record that the reference began as.
            "recentTurnsToKeep" => self.recent_calls_to_keep = option.size()?,
            "truncationThreshold" => self.truncation_threshold = read_threshold(option, self.dialect)?,
            _ => {
                let set = self.set_declared(option, &[]);
                return set
                    .or_else(|error| if is_reference && option.is_unknown(&error) { Ok(()) } else { Err(error) });
            }
        }
        Ok(())
    }
}

fn read_threshold(option: &NamedOption<'_>, dialect: Dialect) -> Result<Threshold, Error> {
    const RULE: &str = "a number of 0 or more, { chars }, { tokens }, { utf16 }, { calls } or { share, of }";
    if let OptionValue::Number(_) = option.value {
        let size = option.size()?;
        return Ok(match dialect {
            Dialect::Own => Threshold::Written(size),
            Dialect::Reference => Threshold::Size(Budget::Tokens(size)),
        });
    }
    let (mut size, mut share, mut of) = (None, None, None);
    let members = option.members(RULE, |name, member| {
        match name {
            "calls" => size = Some(Threshold::Calls(member.size()?)),
            "share" => share = Some(member.share()?),
            "of" => of = Some(read_budget(&member)?),
            _ => size = read_size(name, &member)?.map(Threshold::Size),
        }
        Ok(())
    })?;
    match (members.len(), size, share, of) {
        (1, Some(size), None, None) => Ok(size),
        (2, None, Some(share), Some(of)) => Ok(Threshold::Share(share, of)),
        _ => Err(option.wrong(RULE)),
    }
}

impl Categories {
    /// Categories from an object of tool names and categories.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for anything else.
    pub fn read(option: &NamedOption<'_>) -> Result<Self, Error> {
        let rule = "an object of tool names and categories";
        let own = option.members(rule, |name, member| Ok((String::from(name), Category::read(&member)?)))?;
        Ok(own.into_iter().fold(Self::default(), |all, (name, category)| all.with(name, category)))
    }
}

fn read_size(name: &str, option: &NamedOption<'_>) -> Result<Option<Budget>, Error> {
    Ok(match name {
        // Both are UTF-16 units in a budget: `chars` is the name that came first.
        "chars" | "utf16" => Some(Budget::Chars(option.size()?)),
        "tokens" => Some(Budget::Tokens(option.size()?)),
        _ => None,
    })
}

pub(crate) fn read_budget(option: &NamedOption<'_>) -> Result<Budget, Error> {
    read_budget_as(option, "{ utf16 }, { chars } or { tokens }")
}

/// Reads a budget; `rule` is what the option takes, a budget among it.
pub(crate) fn read_budget_as(option: &NamedOption<'_>, rule: &str) -> Result<Budget, Error> {
    let mut sizes = option.members(rule, |name, member| read_size(name, &member))?;
    match (sizes.len(), sizes.pop().flatten()) {
        (1, Some(size)) => Ok(size),
        _ => Err(option.wrong(rule)),
    }
}
