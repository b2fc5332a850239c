//! When a conversation is compacted, how far, and what is to be spared.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::call::Category;
use crate::call::path::pattern;
use crate::compact::mark::{Target, Trigger, trigger};
use crate::error::{Error, ErrorKind};
use crate::format::MessageFormat;
use crate::format::Thinking;
use crate::history::{Budget, read_budget};
use crate::number::shown;
use crate::options::{NamedOption, OptionValue};
use crate::text::{PART_NAMES, TrimOptions};

/// The style of older exchanges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Style {
    /// A fact in the place of each result; the structure stays. The default.
    #[default]
    Mask,
    /// Older exchanges leave; a summary replaces them.
    Summary,
}

/// Whose message a summary is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SummaryRole {
    /// The user's. The default.
    #[default]
    User,
    /// The assistant's.
    Assistant,
}

/// True if results of a tool are kept when others give way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeepResult {
    /// In full, whatever the size.
    Always,
    /// Shrinks like any other result.
    #[default]
    Normal,
    /// No more than a fact once it is not recent.
    Never,
}

/// Share of the spare room that a growing conversation spends: kept text is sent, and billed, with each request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Economy {
    /// All of it.
    Keep,
    /// Part of it. The default.
    #[default]
    Balanced,
    /// As little as is useful.
    Save,
}

impl Economy {
    /// Share of the room between the smallest form of a conversation and the target.
    pub(crate) const fn share(self) -> f64 {
        match self {
            Self::Keep => 1.0,
            Self::Balanced => 0.5,
            Self::Save => 0.1,
        }
    }
}

/// Treatment of runs of lines that also stand in another result, or in the arguments of another call.
///
/// ```
/// use serde_json::json;
/// use tooltrim::compaction::{Repeats, Request};
/// use tooltrim::{Budget, CompactOptions, Compactor};
///
/// let rates: String = (0..60).map(|n| format!("const RATE_{n}: u32 = {};\n", n * 25)).collect();
/// let mut messages = vec![json!({"role": "user", "content": "Add a rate."})];
/// for id in ["a", "b"] {
///     let call = json!({"type": "tool_use", "id": id, "name": "read_file", "input": {"path": "src/rates.rs"}});
///     messages.push(json!({"role": "assistant", "content": [call]}));
///     messages.push(json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": rates}]}));
/// }
/// let options = CompactOptions::new(Budget::Tokens(200_000)).repeats(Repeats::Reference);
/// let sent = Compactor::new(options)?.next(&messages, Request::new())?.messages;
/// assert_eq!(sent[4]["content"][0]["content"], "[… lines 1–60 as in the read of src/rates.rs above …]\n");
/// # Ok::<(), tooltrim::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Repeats {
    /// A step puts the name of the newer call in their place. The default.
    #[default]
    Step,
    /// The same, and a result that arrives in a `Compactor` names older calls in their place at once, without a step.
    Reference,
    /// They stay.
    Keep,
}

/// Treatment of messages that do not fit even after everything that may be cut was cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhenFull {
    /// They are sent; the report and the notice say that they do not fit. The default.
    #[default]
    Send,
    /// Old texts of the user are shortened, the oldest the most.
    DropOldest,
    /// A summary replaces older exchanges, as with [`Style::Summary`].
    Summary,
    /// An error.
    Error,
}

/// Policy of a tool.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ToolPolicy {
    /// Category; `None` derives it from the name.
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
    /// Price of a cached token, relative to an uncached one.
    pub cache_read: f64,
    /// Price of writing a token to the cache.
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

options! {
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
        /// The format of the messages; found by their shape when it is not set.
        format: Option<MessageFormat> = None => format, (format: MessageFormat => Some(format));
        window: Option<Budget> = None => read_budget, hidden;
        /// Size outside the messages: system prompt, tool schemas, the answer. In the unit of the window.
        reserve: Option<Budget> = None => read_budget, (reserve: Budget => Some(reserve));
        /// Nothing happens until this is passed: a share of the window (less the reserve), a size, or a number of calls
        /// since the last step; default 0.8.
        trigger_at: Trigger = Trigger::Share(0.8) => trigger, (mark: impl Into<Trigger> => mark.into());
        /// Target of a step: a share of the window (less the reserve), or a size; default 0.5. Below a trigger that is a
        /// size, the share is of that; with a number of calls it is of the size of the messages.
        compact_to: Target = Target::Share(0.5) => Target::read, (target: impl Into<Target> => target.into());
        /// Share of the room up to the target that a growing conversation spends; default [`Economy::Balanced`].
        economy: Economy = Economy::Balanced => |option| option.one_of(&ECONOMIES);
        /// Treatment of messages that cannot be made to fit; default [`WhenFull::Send`].
        when_full: WhenFull = WhenFull::Send => |option| option.one_of(&WHEN_FULL);
        /// A step that frees less than this share is left out, as long as the conversation is below 95 %; default 0.1.
        minimum_gain: f64 = 0.1 => NamedOption::share, (share: f64 => clamped(share));
        /// Number of last calls that stay in full while they fit; by default 6, of which a result of more than half of the
        /// target shrinks like older ones.
        recent_calls_to_keep: Option<u64> = None => |option| option.size().map(Some), (calls: u64 => Some(calls));
        /// The most that recent calls may take together; none by default. Parallel calls are never split.
        recent_budget: Option<Budget> = None => read_budget, (budget: Budget => Some(budget));
        /// Facts in place, or a summary; default [`Style::Mask`].
        style: Style = Style::Mask => |option| option.one_of(&[("mask", Style::Mask), ("summary", Style::Summary)]);
        /// The most tokens of a summary, estimated; by default 500, or a quarter of a target that is larger than 8,000
        /// UTF-16 units.
        max_history_summary_tokens: Option<u64> = None => |option| option.size().map(Some), (tokens: u64 => Some(tokens));
        /// Whose message a summary is; default [`SummaryRole::User`].
        summary_role: SummaryRole = SummaryRole::User => |option| option.one_of(&SUMMARY_ROLES);
        /// True if a summary is answered, by the assistant or, if it is the assistant's, by the user; for providers that
        /// want turns to alternate; default false.
        acknowledge: bool = false => NamedOption::boolean;
        /// Errors are quoted (the default) rather than only mentioned.
        preserve_errors_verbatim: bool = true => NamedOption::boolean;
        /// The most chars of a failure that are quoted; default 400.
        max_error_chars: u64 = 400 => NamedOption::size;
        tools: Vec<(String, ToolPolicy)> = Vec::new() => tools, hidden;
        /// Paths whose newest view stays in full while it fits. A trailing `*` matches any rest.
        protected_paths: Vec<String> = Vec::new() => |option| option.texts("a list of paths", |_| true),
            (paths: impl IntoIterator<Item = impl Into<String>> => paths.into_iter().map(Into::into).collect());
        /// Prices of sending something again.
        economics: Economics = Economics::default() => economics;
        /// Binding of thinking; by default the one that the format and its signatures suggest.
        thinking: Option<Thinking> = None => |option| Thinking::read(option).map(Some), (thinking: Thinking => Some(thinking));
        /// Limit on images and files: past it, the oldest become lines until half the limit is left. None by default.
        recent_media: Option<u64> = None => |option| option.at_least(1).map(Some), (media: u64 => Some(media.max(1)));
        /// Treatment of runs of lines that stand twice; default [`Repeats::Step`].
        repeats: Repeats = Repeats::Step => |option| option.one_of(&REPEATS);
        /// Share of the target of a step that names out of removed calls may take in the block or summary; default 0: none.
        names: f64 = 0.0 => NamedOption::share, (share: f64 => clamped(share));
        /// Tokens of an image or a file; default 1,600.
        media_tokens: u64 = 1600 => NamedOption::size;
        throws: bool = false;
    }
}

const ECONOMIES: [(&str, Economy); 3] =
    [("keep", Economy::Keep), ("balanced", Economy::Balanced), ("save", Economy::Save)];
const REPEATS: [(&str, Repeats); 3] =
    [("step", Repeats::Step), ("reference", Repeats::Reference), ("keep", Repeats::Keep)];
const WHEN_FULL: [(&str, WhenFull); 4] = [
    ("send", WhenFull::Send),
    ("drop-oldest", WhenFull::DropOldest),
    ("summary", WhenFull::Summary),
    ("error", WhenFull::Error),
];
const SUMMARY_ROLES: [(&str, SummaryRole); 2] = [("user", SummaryRole::User), ("assistant", SummaryRole::Assistant)];

impl CompactOptions {
    /// The defaults for a context window of this size.
    #[must_use]
    pub fn new(window: Budget) -> Self {
        Self { window: Some(window), ..Self::unset() }
    }

    /// The defaults, without a window: it has to be set by name.
    #[must_use]
    pub fn unset() -> Self {
        Self::default()
    }

    /// Sets the policy of a tool. A trailing `*` in the name matches any rest.
    #[must_use]
    pub fn tool(mut self, name: impl Into<String>, policy: ToolPolicy) -> Self {
        self.tools.push((name.into(), policy));
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
    /// assert_eq!(error.message(), "compactTo: 2 is not a number from 0 to 1");
    /// ```
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for an unknown name, a wrong type, NaN or a number out of range. Fractions
    /// round down.
    pub fn set(&mut self, option: &NamedOption<'_>) -> Result<(), Error> {
        match option.name {
            "onInvalid" => self.throws = option.one_of(&[("pass", false), ("throw", true)])?,
            _ => self.set_declared(option, &["onInvalid"])?,
        }
        Ok(())
    }

    /// Number of last calls that stay in full while they fit.
    pub(crate) fn recent(&self) -> u64 {
        const RECENT: u64 = 6;
        self.recent_calls_to_keep.unwrap_or(RECENT)
    }

    /// The sizes that the shares are of, in the window's unit.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] when there is no window, when budgets have different units, or when the reserve
    /// takes the whole window.
    pub fn room(&self) -> Result<Budget, Error> {
        let room = self.room_beside(None)?;
        self.target_in(room, None)?;
        Ok(room)
    }

    /// The same, with something else outside the messages than what the options say.
    pub(crate) fn room_beside(&self, reserve: Option<Budget>) -> Result<Budget, Error> {
        let wrong = |message: &str| Error::new(ErrorKind::InvalidOption, message.to_string());
        let window =
            self.window.ok_or_else(|| wrong("window: is missing; it is { tokens }, { chars } or { utf16 }"))?;
        let left = |window: u64, reserve: u64| match window.checked_sub(reserve) {
            Some(left) if left > 0 || reserve == 0 => Ok(left),
            _ => Err(wrong(&format!("reserve: {} is not less than the window of {window}", shown(reserve)))),
        };
        match (window, reserve.or(self.reserve)) {
            (window, None) => Ok(window),
            (Budget::Chars(window), Some(Budget::Chars(reserve))) => Ok(Budget::Chars(left(window, reserve)?)),
            (Budget::Tokens(window), Some(Budget::Tokens(reserve))) => Ok(Budget::Tokens(left(window, reserve)?)),
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

    /// Adds paths to the protected ones, and writes each as [`protects`](Self::protects) compares it: as it is, and below
    /// the folder that relative paths start from.
    pub(crate) fn protect<'p>(&mut self, paths: impl Iterator<Item = &'p String>, base: Option<&str>) {
        let all: Vec<String> = core::mem::take(&mut self.protected_paths).into_iter().chain(paths.cloned()).collect();
        let written = |path: &String| [pattern(path, None), pattern(path, base)];
        self.protected_paths = all.iter().flat_map(written).collect();
        self.protected_paths.dedup();
    }

    /// Returns `true` for the identity of a protected file.
    pub(crate) fn protects(&self, path: &str) -> bool {
        self.protected_paths.iter().any(|own| match own.strip_suffix('*') {
            Some(start) => path.starts_with(start),
            None => own == path,
        })
    }
}

pub(super) fn clamped(share: f64) -> f64 {
    if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) }
}

fn format(option: &NamedOption<'_>) -> Result<Option<MessageFormat>, Error> {
    let OptionValue::Text(name) = &option.value else { return Err(option.wrong("the name of a format")) };
    MessageFormat::given(Some(name))
}

fn tools(option: &NamedOption<'_>) -> Result<Vec<(String, ToolPolicy)>, Error> {
    option.members("an object of tool names and policies", |name, member| {
        let mut policy = ToolPolicy::default();
        member.members("an object with category, keep, result", |name, member| {
            match name {
                "category" => policy.category = Some(Category::read(&member)?),
                "keep" => {
                    policy.keep = member.one_of(&[
                        ("always", KeepResult::Always),
                        ("normal", KeepResult::Normal),
                        ("never", KeepResult::Never),
                    ])?;
                }
                "result" => {
                    let mut result = TrimOptions::new();
                    member.set_members("an object of trim options", |inner| result.set_among(inner, PART_NAMES))?;
                    policy.result = Some(result);
                }
                _ => return Err(member.unknown(&["category", "keep", "result"])),
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
            _ => return Err(member.unknown(&["cacheRead", "cacheWrite", "expectedRequests", "onlyIfWorthwhile"])),
        }
        Ok(())
    })?;
    Ok(economics)
}
