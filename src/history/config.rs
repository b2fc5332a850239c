//! When older calls are folded into a summary, how many stay, and how long the summary may be.

use alloc::string::String;

use crate::call::{Categories, Category, Rendering};
use crate::error::Error;
use crate::named::{NamedOption, OptionValue};

/// A size of a conversation, or of a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    pub(crate) recent_calls: u64,
    pub(crate) summary_tokens: u64,
    pub(crate) verbatim_errors: bool,
    pub(crate) threshold: Threshold,
    pub(crate) categories: Categories,
    pub(crate) rendering: Rendering,
    pub(crate) dialect: Dialect,
}

/// Whose units and wording: ours, or those of the reference module that an import swap replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Chars, our estimator, finer lines while there is room.
    Own,
    /// Four UTF-16 units a token, the coarsest summary.
    Reference,
}

impl Default for TruncationConfig {
    /// The last 6 calls stay, above 10,000 chars the older ones become a summary of 500 tokens, failures as they were.
    fn default() -> Self {
        Self {
            recent_calls: 6,
            summary_tokens: 500,
            verbatim_errors: true,
            threshold: Threshold::Written(10_000),
            categories: Categories::default(),
            rendering: Rendering::Comments,
            dialect: Dialect::Own,
        }
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
        Self { threshold: Threshold::Size(Budget::Tokens(10_000)), dialect: Dialect::Reference, ..Self::default() }
    }

    /// Number of last calls that stay in full; default 6.
    #[must_use]
    pub fn recent_calls_to_keep(mut self, calls: u64) -> Self {
        self.recent_calls = calls;
        self
    }

    /// The most tokens of the summary, estimated; default 500.
    #[must_use]
    pub fn max_history_summary_tokens(mut self, tokens: u64) -> Self {
        self.summary_tokens = tokens;
        self
    }

    /// True if failures are quoted (the default) or only counted.
    #[must_use]
    pub fn preserve_errors_verbatim(mut self, on: bool) -> Self {
        self.verbatim_errors = on;
        self
    }

    /// Above which size older calls are truncated; default 10,000 chars. A plain number counts chars.
    #[must_use]
    pub fn truncation_threshold(mut self, threshold: impl Into<Threshold>) -> Self {
        self.threshold = threshold.into();
        self
    }

    /// Categories of your own tools; they take precedence over the built-in table.
    #[must_use]
    pub fn categories(mut self, categories: Categories) -> Self {
        self.categories = categories;
        self
    }

    /// Text form of calls that stay; default [`Rendering::Comments`].
    #[must_use]
    pub fn rendering(mut self, rendering: Rendering) -> Self {
        self.rendering = rendering;
        self
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
    /// assert_eq!(error.to_string(), "recentCallsToKeep: -1 is not a number of 0 or more");
    /// ```
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for a wrong type, NaN or a number out of range, and for an unknown name
    /// unless this is [`TruncationConfig::reference`], which ignores it as the reference does. Fractions round down.
    pub fn set(&mut self, option: &NamedOption<'_>) -> Result<(), Error> {
        match option.name {
            // The second is the name in the design record that the reference began as.
            "recentCallsToKeep" | "recentTurnsToKeep" => self.recent_calls = option.size()?,
            "maxHistorySummaryTokens" => self.summary_tokens = option.size()?,
            "preserveErrorsVerbatim" => self.verbatim_errors = option.boolean()?,
            "truncationThreshold" => self.threshold = self.read_threshold(option)?,
            "categories" => self.categories = Categories::read(option)?,
            "rendering" => {
                self.rendering =
                    option.one_of(&[("comments", Rendering::Comments), ("brackets", Rendering::Brackets)])?;
            }
            _ if self.dialect == Dialect::Reference => {}
            _ => return Err(option.unknown()),
        }
        Ok(())
    }

    fn read_threshold(&self, option: &NamedOption<'_>) -> Result<Threshold, Error> {
        const RULE: &str = "a number of 0 or more, { chars }, { tokens }, { calls } or { share, of }";
        if let OptionValue::Number(_) = option.value {
            let size = option.size()?;
            return Ok(match self.dialect {
                Dialect::Own => Threshold::Written(size),
                Dialect::Reference => Threshold::Size(Budget::Tokens(size)),
            });
        }
        let (mut size, mut share, mut of) = (None, None, None);
        let members = option.members(RULE, |name, member| {
            match name {
                "calls" => size = Some(Threshold::Calls(member.size()?)),
                "share" => share = Some(member.number("a number from 0 to 1", |share| (0.0..=1.0).contains(&share))?),
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
}

impl Categories {
    /// Categories from an object of tool names and categories.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for anything else.
    pub fn read(option: &NamedOption<'_>) -> Result<Self, Error> {
        let rule = "an object of tool names and categories";
        let own = option.members(rule, |name, member| Ok((String::from(name), member.one_of(&CATEGORIES)?)))?;
        Ok(own.into_iter().fold(Self::default(), |all, (name, category)| all.with(name, category)))
    }
}

/// A category by its name.
pub(crate) fn read_category(option: &NamedOption<'_>) -> Result<Category, Error> {
    option.one_of(&CATEGORIES)
}

const CATEGORIES: [(&str, Category); 5] = [
    (Category::Read.name(), Category::Read),
    (Category::Write.name(), Category::Write),
    (Category::Terminal.name(), Category::Terminal),
    (Category::Search.name(), Category::Search),
    (Category::Other.name(), Category::Other),
];

fn read_size(name: &str, option: &NamedOption<'_>) -> Result<Option<Budget>, Error> {
    Ok(match name {
        "chars" => Some(Budget::Chars(option.size()?)),
        "tokens" => Some(Budget::Tokens(option.size()?)),
        _ => None,
    })
}

pub(crate) fn read_budget(option: &NamedOption<'_>) -> Result<Budget, Error> {
    const RULE: &str = "{ chars } or { tokens }";
    let mut sizes = option.members(RULE, |name, member| read_size(name, &member))?;
    match (sizes.len(), sizes.pop().flatten()) {
        (1, Some(size)) => Ok(size),
        _ => Err(option.wrong(RULE)),
    }
}
