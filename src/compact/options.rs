//! When a conversation is compacted, how far, and what is to be spared.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::call::Category;
use crate::error::{Error, ErrorKind};
use crate::format::MessageFormat;
use crate::history::Budget;
use crate::named::{NamedOption, OptionValue};
use crate::text::TrimOptions;

/// The style of older exchanges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Style {
    /// A fact in the place of each result; the structure stays. The default.
    #[default]
    Mask,
    /// Older exchanges leave, and a summary stands for them.
    Summary,
}

/// True if results of a tool are kept when others give way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeepResult {
    /// In full, whatever the size.
    Always,
    /// As any other.
    #[default]
    Normal,
    /// No more than a fact once it is not recent.
    Never,
}

/// Policy of a tool.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ToolPolicy {
    /// Category, if the name does not tell.
    pub category: Option<Category>,
    /// True if its results are kept.
    pub keep: KeepResult,
    /// Options for trimming its results.
    pub result: Option<TrimOptions>,
}

/// Prices of sending something again.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Economics {
    /// Of a token that is in the provider's cache, as a share of the price of one that is not.
    pub cache_read: f64,
    /// Of a token that is put into it.
    pub cache_write: f64,
    /// Requests that are still expected.
    pub expected_requests: Option<f64>,
    /// A step that does not pay within those requests is left out, unless the mark at 95 % is passed.
    pub only_if_worthwhile: bool,
}

impl Default for Economics {
    fn default() -> Self {
        Self { cache_read: 0.1, cache_write: 1.25, expected_requests: None, only_if_worthwhile: false }
    }
}

/// Options of compaction.
///
/// ```
/// use tooltrim::{Budget, CompactOptions};
///
/// let options = CompactOptions::new(Budget::Tokens(200_000)).reserve(Budget::Tokens(30_000)).compact_to(0.4);
/// ```
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct CompactOptions {
    pub(crate) format: Option<MessageFormat>,
    pub(crate) window: Option<Budget>,
    pub(crate) reserve: Option<Budget>,
    pub(crate) trigger_at: f64,
    pub(crate) compact_to: f64,
    pub(crate) minimum_gain: f64,
    pub(crate) recent_calls: u64,
    pub(crate) recent_budget: Option<Budget>,
    pub(crate) style: Style,
    pub(crate) summary_tokens: u64,
    pub(crate) summary_by_assistant: bool,
    pub(crate) acknowledge: bool,
    pub(crate) verbatim_errors: bool,
    pub(crate) error_chars: u64,
    pub(crate) tools: Vec<(String, ToolPolicy)>,
    pub(crate) protected: Vec<String>,
    pub(crate) economics: Economics,
    pub(crate) media_tokens: u64,
    pub(crate) throws: bool,
}

impl CompactOptions {
    /// The defaults for a context window of this size.
    #[must_use]
    pub fn new(window: Budget) -> Self {
        Self { window: Some(window), ..Self::unset() }
    }

    /// The defaults, without a window: it has to be set by name.
    #[must_use]
    pub fn unset() -> Self {
        Self {
            format: None,
            window: None,
            reserve: None,
            trigger_at: 0.8,
            compact_to: 0.5,
            minimum_gain: 0.1,
            recent_calls: 6,
            recent_budget: None,
            style: Style::Mask,
            summary_tokens: 500,
            summary_by_assistant: false,
            acknowledge: false,
            verbatim_errors: true,
            error_chars: 400,
            tools: Vec::new(),
            protected: Vec::new(),
            economics: Economics::default(),
            media_tokens: 1600,
            throws: false,
        }
    }

    /// The format of the messages; found by their shape when it is not set.
    #[must_use]
    pub fn format(mut self, format: MessageFormat) -> Self {
        self.format = Some(format);
        self
    }

    /// Size outside the messages: system prompt, tool schemas, the answer. In the unit of the window.
    #[must_use]
    pub fn reserve(mut self, reserve: Budget) -> Self {
        self.reserve = Some(reserve);
        self
    }

    /// Nothing happens until this share of the window (less the reserve) is passed; default 0.8.
    #[must_use]
    pub fn trigger_at(mut self, share: f64) -> Self {
        self.trigger_at = clamped(share);
        self
    }

    /// A step goes down to this share; default 0.5.
    #[must_use]
    pub fn compact_to(mut self, share: f64) -> Self {
        self.compact_to = clamped(share);
        self
    }

    /// A step that frees less than this share is left out, as long as the conversation is below 95 %; default 0.1.
    #[must_use]
    pub fn minimum_gain(mut self, share: f64) -> Self {
        self.minimum_gain = clamped(share);
        self
    }

    /// Number of last calls that stay in full while they fit; default 6.
    #[must_use]
    pub fn recent_calls_to_keep(mut self, calls: u64) -> Self {
        self.recent_calls = calls;
        self
    }

    /// The most that recent calls may take together; none by default. Parallel calls are never split.
    #[must_use]
    pub fn recent_budget(mut self, budget: Budget) -> Self {
        self.recent_budget = Some(budget);
        self
    }

    /// Facts in place, or a summary; default [`Style::Mask`].
    #[must_use]
    pub fn style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }

    /// The most tokens of a summary, estimated; default 500.
    #[must_use]
    pub fn max_history_summary_tokens(mut self, tokens: u64) -> Self {
        self.summary_tokens = tokens;
        self
    }

    /// True if what went wrong is quoted (the default) or only said to have failed.
    #[must_use]
    pub fn preserve_errors_verbatim(mut self, on: bool) -> Self {
        self.verbatim_errors = on;
        self
    }

    /// The most chars of a failure that are quoted; default 400.
    #[must_use]
    pub fn max_error_chars(mut self, chars: u64) -> Self {
        self.error_chars = chars;
        self
    }

    /// Policy of a tool. A `*` at the end of the name stands for any rest.
    #[must_use]
    pub fn tool(mut self, name: impl Into<String>, policy: ToolPolicy) -> Self {
        self.tools.push((name.into(), policy));
        self
    }

    /// Paths whose newest view stays in full while it fits. A `*` at the end stands for any rest.
    #[must_use]
    pub fn protected_paths(mut self, paths: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.protected = paths.into_iter().map(Into::into).collect();
        self
    }

    /// Prices of sending something again.
    #[must_use]
    pub fn economics(mut self, economics: Economics) -> Self {
        self.economics = economics;
        self
    }

    /// Broken pairs are an error instead of going through; for tests.
    #[must_use]
    pub fn throw_on_invalid(mut self, on: bool) -> Self {
        self.throws = on;
        self
    }

    /// Sets an option by its public name.
    ///
    /// ```
    /// use tooltrim::CompactOptions;
    /// use tooltrim::host::{NamedOption, OptionValue};
    ///
    /// let mut options = CompactOptions::unset();
    /// let error = options
    ///     .set(&NamedOption { name: "compactTo", value: OptionValue::Number(2.0), shown: "2" })
    ///     .unwrap_err();
    /// assert_eq!(error.to_string(), "compactTo: 2 is not a number from 0 to 1");
    /// ```
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for an unknown name, a wrong type, NaN or a number out of range. Fractions
    /// round down.
    pub fn set(&mut self, option: &NamedOption<'_>) -> Result<(), Error> {
        match option.name {
            "format" => {
                let OptionValue::Text(name) = &option.value else { return Err(option.wrong("the name of a format")) };
                self.format = MessageFormat::given(Some(name))?;
            }
            "window" => self.window = Some(crate::history::read_budget(option)?),
            "reserve" => self.reserve = Some(crate::history::read_budget(option)?),
            "triggerAt" => self.trigger_at = share(option)?,
            "compactTo" => self.compact_to = share(option)?,
            "minimumGain" => self.minimum_gain = share(option)?,
            "recentCallsToKeep" => self.recent_calls = option.size()?,
            "recentBudget" => self.recent_budget = Some(crate::history::read_budget(option)?),
            "style" => self.style = option.one_of(&[("mask", Style::Mask), ("summary", Style::Summary)])?,
            "maxHistorySummaryTokens" => self.summary_tokens = option.size()?,
            "summaryRole" => self.summary_by_assistant = option.one_of(&[("user", false), ("assistant", true)])?,
            "acknowledge" => self.acknowledge = option.boolean()?,
            "preserveErrorsVerbatim" => self.verbatim_errors = option.boolean()?,
            "maxErrorChars" => self.error_chars = option.size()?,
            "tools" => self.tools = tools(option)?,
            "protectedPaths" => self.protected = paths(option)?,
            "economics" => self.economics = economics(option)?,
            "mediaTokens" => self.media_tokens = option.size()?,
            "onInvalid" => self.throws = option.one_of(&[("pass", false), ("throw", true)])?,
            _ => return Err(option.unknown()),
        }
        Ok(())
    }

    /// The sizes that the shares are of, in the window's unit.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] when there is no window, or when budgets have different units.
    pub fn room(&self) -> Result<Budget, Error> {
        self.room_beside(None)
    }

    /// The same, with something else outside the messages than what the options say.
    pub(crate) fn room_beside(&self, reserve: Option<Budget>) -> Result<Budget, Error> {
        let wrong = |message: &str| Error::new(ErrorKind::InvalidOption, message.to_string());
        let window = self.window.ok_or_else(|| wrong("window: is missing; it is { tokens } or { chars }"))?;
        match (window, reserve.or(self.reserve)) {
            (window, None) => Ok(window),
            (Budget::Chars(window), Some(Budget::Chars(reserve))) => Ok(Budget::Chars(window.saturating_sub(reserve))),
            (Budget::Tokens(window), Some(Budget::Tokens(reserve))) => {
                Ok(Budget::Tokens(window.saturating_sub(reserve)))
            }
            _ => Err(wrong("reserve: is in another unit than window; both are in { tokens } or both in { chars }")),
        }
    }

    /// The policy of a tool: by its whole name, else by the longest name with a `*`.
    pub(crate) fn policy(&self, name: &str) -> Option<&ToolPolicy> {
        let whole = self.tools.iter().find(|(own, _)| own == name);
        let starts = |own: &str| own.strip_suffix('*').is_some_and(|start| name.starts_with(start));
        let best = self.tools.iter().filter(|(own, _)| starts(own)).max_by_key(|(own, _)| own.len());
        whole.or(best).map(|(_, policy)| policy)
    }

    pub(crate) fn protects(&self, path: &str) -> bool {
        self.protected.iter().any(|own| match own.strip_suffix('*') {
            Some(start) => path.starts_with(start),
            None => own == path,
        })
    }
}

fn clamped(share: f64) -> f64 {
    if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) }
}

fn share(option: &NamedOption<'_>) -> Result<f64, Error> {
    option.number("a number from 0 to 1", |share| (0.0..=1.0).contains(&share))
}

fn paths(option: &NamedOption<'_>) -> Result<Vec<String>, Error> {
    const RULE: &str = "a list of paths";
    let OptionValue::List(items) = &option.value else { return Err(option.wrong(RULE)) };
    let path = |item: &OptionValue| match item {
        OptionValue::Text(text) => Ok(text.clone()),
        _ => Err(option.wrong(RULE)),
    };
    items.iter().map(path).collect()
}

fn tools(option: &NamedOption<'_>) -> Result<Vec<(String, ToolPolicy)>, Error> {
    option.members("an object of tool names and policies", |name, member| {
        let mut policy = ToolPolicy::default();
        member.members("an object with category, keep, result", |name, member| {
            match name {
                "category" => policy.category = Some(crate::history::read_category(&member)?),
                "keep" => {
                    policy.keep = member.one_of(&[
                        ("always", KeepResult::Always),
                        ("normal", KeepResult::Normal),
                        ("never", KeepResult::Never),
                    ])?;
                }
                "result" => {
                    let mut result = TrimOptions::new();
                    member.members("an object of trim options", |name, inner| result.set_member(name, &inner))?;
                    policy.result = Some(result);
                }
                _ => return Err(member.unknown()),
            }
            Ok(())
        })?;
        Ok((String::from(name), policy))
    })
}

fn economics(option: &NamedOption<'_>) -> Result<Economics, Error> {
    let mut economics = Economics::default();
    let price = |member: &NamedOption<'_>| member.number("a number of 0 or more", |price| price >= 0.0);
    option.members("an object of prices", |name, member| {
        match name {
            "cacheRead" => economics.cache_read = price(&member)?,
            "cacheWrite" => economics.cache_write = price(&member)?,
            "expectedRequests" => economics.expected_requests = Some(price(&member)?),
            "onlyIfWorthwhile" => economics.only_if_worthwhile = member.boolean()?,
            _ => return Err(member.unknown()),
        }
        Ok(())
    })?;
    Ok(economics)
}
