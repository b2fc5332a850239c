//! Options of value trimming: limits, and the paths to which they apply.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::path::Pattern;
use crate::error::{Error, ErrorKind};
use crate::measure::saturate;
use crate::options::{NamedOption, OptionValue};
use crate::text::{STRING_NAMES, TrimOptions};

/// Most bytes of a string unless another limit is given.
pub(super) const STRING_BYTES: usize = 2000;
/// Most bytes of a value unless another limit or a schema is given.
pub(super) const TOTAL_BYTES: usize = 50_000;
/// Deepest level that is walked, whatever the options: JSON readers refuse much deeper values.
pub(super) const DEEPEST: usize = 1000;

/// Treatment of strings that are over their limit.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "there is one of them in the options")]
pub enum Strings {
    /// A message with the original size replaces the string.
    #[default]
    Replace,
    /// The string is trimmed. Limits of its own apply as well; without one, the limit of strings does.
    Trim(TrimOptions),
}

/// Limit for a path: trim options of strings, and how many items or members stay.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Limit {
    /// Trim options of a string.
    pub text: Option<TrimOptions>,
    /// Most items of a list.
    pub max_items: Option<usize>,
    /// Most members of an object.
    pub max_keys: Option<usize>,
}

impl Limit {
    /// Trims strings with these options.
    #[must_use]
    pub fn text(options: impl Into<TrimOptions>) -> Self {
        Self { text: Some(options.into()), ..Self::default() }
    }

    /// Limits a list to its first `items` items.
    #[must_use]
    pub fn max_items(mut self, items: usize) -> Self {
        self.max_items = Some(items);
        self
    }

    /// Limits an object to its first `keys` members.
    #[must_use]
    pub fn max_keys(mut self, keys: usize) -> Self {
        self.max_keys = Some(keys);
        self
    }
}

options! {
    /// Options of value trimming.
    ///
    /// ```
    /// use serde_json::json;
    /// use tooltrim::{ValueOptions, trim_value};
    /// use tooltrim::values::Limit;
    ///
    /// let options = ValueOptions::new().max_items(2).limit("[*].title", Limit::text(60))?;
    /// let value = json!([{"title": "a title that is much too long to be kept whole in here, or is it not"}, {}, {}]);
    /// let trimmed = trim_value(&value, &options)?;
    /// assert_eq!(trimmed.value.as_array().map(Vec::len), Some(2));
    /// assert_eq!(trimmed.cuts[0].path, "");
    /// assert_eq!(trimmed.cuts[1].path, "/0/title");
    /// # Ok::<(), tooltrim::Error>(())
    /// ```
    #[derive(Clone, Debug)]
    pub struct ValueOptions {
        /// Limits strings to `bytes` bytes of UTF-8.
        max_string_bytes: Option<usize> = None => NamedOption::count, (bytes: usize => Some(bytes));
        /// Limits each list to its first `items` items.
        max_items: Option<usize> = None => NamedOption::count, (items: usize => Some(items));
        /// Limits each object to its first `members` members.
        max_keys: Option<usize> = None => NamedOption::count, (members: usize => Some(members));
        /// Limits nesting to `levels` levels, 1,000 at most; the value itself is the first. Empty lists and objects stay.
        max_depth: usize = 128 => |option| option.count().map(|levels| levels.min(DEEPEST)),
            (levels: usize => levels.min(DEEPEST));
        max_total_bytes: Option<usize> = None => total_bytes, hidden;
        limits: Vec<(Pattern, Limit)> = Vec::new() => limits, hidden;
        /// Sets the treatment of strings that are over their limit.
        strings: Option<Strings> = None => strings, (strings: Strings => Some(strings));
        keeps_base64: bool = false;
        /// What the model is looking for: within [`ValueOptions::max_total_bytes`], values that answer it come first, and what
        /// identifies them; see [`TrimOptions::about`].
        about: Option<String> = None => NamedOption::text, (question: impl Into<String> => Some(question.into()));
        /// Finds the words of [`ValueOptions::about`] by their synonyms as well; see [`TrimOptions::synonyms`].
        synonyms: bool = true => NamedOption::boolean;
        /// Sets this member of the value to `true` if something was cut.
        flag: Option<String> = None => NamedOption::text, (name: &str => Some(name.to_string()));
        /// Names the tool that returned the value: the first part of the labels of cuts.
        tool_name: Option<String> = None => NamedOption::text, (name: &str => Some(name.to_string()));
    }
}

impl ValueOptions {
    /// Creates the defaults: strings of at most 2,000 bytes, 50,000 in all, 128 levels, no base64.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Limits the value to `bytes` bytes of compact JSON; 50,000 by default, with `usize::MAX` no limit.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOption`] for fewer than 2 bytes: no text, list or object is shorter.
    pub fn max_total_bytes(mut self, bytes: usize) -> Result<Self, Error> {
        if bytes < 2 {
            let message = alloc::format!("maxTotalBytes: {bytes} is not 2 or more");
            return Err(Error::new(ErrorKind::InvalidOption, message));
        }
        self.max_total_bytes = Some(bytes);
        Ok(self)
    }

    /// Limits values at a path, such as `results[*].title`. The last matching pattern applies.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOption`] for an invalid pattern.
    pub fn limit(mut self, pattern: &str, limit: Limit) -> Result<Self, Error> {
        self.limits.push((Pattern::parse(pattern)?, limit));
        Ok(self)
    }

    /// Keeps base64 unchanged.
    #[must_use]
    pub fn keep_base64(mut self) -> Self {
        self.keeps_base64 = true;
        self
    }

    /// Sets an option by its public name.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOption`] for an unknown name, a wrong type, NaN or a number out of range. Fractions round
    /// down.
    pub fn set(&mut self, option: &NamedOption<'_>) -> Result<(), Error> {
        match option.name {
            "base64" => self.keeps_base64 = option.one_of(&[("replace", false), ("keep", true)])?,
            _ if option.is_kept_by_host()? => {}
            _ => self.set_declared(option, &["base64", "scope", "onTruncate"])?,
        }
        Ok(())
    }
}

fn total_bytes(option: &NamedOption<'_>) -> Result<usize, Error> {
    option.at_least(2).map(saturate)
}

fn strings(option: &NamedOption<'_>) -> Result<Strings, Error> {
    if matches!(&option.value, OptionValue::Text(text) if text == "replace") {
        return Ok(Strings::Replace);
    }
    let mut trim = TrimOptions::new();
    option
        .set_members("\"replace\" or an object of trim options", |member| set_text(&mut trim, member, STRING_NAMES))?;
    Ok(Strings::Trim(trim))
}

/// Sets a trim option. Refuses the host's token counter, which would be called for each string; the estimate is used.
fn set_text(trim: &mut TrimOptions, member: &NamedOption<'_>, names: &[&'static str]) -> Result<(), Error> {
    if member.name == "tokens" {
        return Err(member.wrong("an option here: maxTokens uses the estimate"));
    }
    trim.set_among(member, names)
}

fn limits(option: &NamedOption<'_>) -> Result<Vec<(Pattern, Limit)>, Error> {
    let names = [STRING_NAMES, &["maxItems", "maxKeys"]].concat();
    option.members("an object of path patterns and limits", |pattern, member| {
        let mut limit = Limit::default();
        member.set_members("an object of trim options, maxItems and maxKeys", |inner| {
            match inner.name {
                "maxItems" => limit.max_items = Some(inner.count()?),
                "maxKeys" => limit.max_keys = Some(inner.count()?),
                _ => set_text(limit.text.get_or_insert_default(), inner, &names)?,
            }
            Ok(())
        })?;
        Ok((Pattern::parse(pattern)?, limit))
    })
}
