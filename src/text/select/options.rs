//! Options of rescue: patterns, and the share of the limit.

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::Error;
use crate::failure::within::without_bars;
use crate::options::{NamedOption, OptionValue};
use crate::quick::{find, trim};

options! {
    /// Options of rescuing important lines.
    ///
    /// ```
    /// use tooltrim::{TrimOptions, trim};
    /// use tooltrim::trimming::RescueOptions;
    ///
    /// let mut log: String = (1..=500).map(|n| format!("step {n} of the deployment is done\n")).collect();
    /// log.insert_str(log.len() / 2, "step 250a: error: disk full\nquota exceeded on node7\n");
    /// let options = TrimOptions::new().max_chars(400).rescue(RescueOptions::new().include(["quota"]));
    /// let text = trim(&log, &options)?.text.into_owned();
    /// assert!(text.contains("error: disk full") && text.contains("quota exceeded on node7"));
    /// # Ok::<(), tooltrim::Error>(())
    /// ```
    #[derive(Clone, Debug, PartialEq)]
    pub struct RescueOptions {
        on: bool = true;
        /// Maximum share of the limit for rescued lines and their markers, 0 to 1. Unused room goes to the ends. By default
        /// 0.9 of a text that failed (an exit code or the summary of a runner says so), 0.3 of others, but room for a few
        /// lines, and 0.9 with `include`.
        share: Option<f64> = None => |option| option.share().map(Some), (share: f64 => Some(share));
        /// Lines that hold one of these texts come before those that rules select, but for the first failure.
        include: Vec<String> = Vec::new() => texts, (texts: impl IntoIterator<Item = impl Into<String>> => owned(texts));
        /// Lines that hold one of these texts are never rescued.
        exclude: Vec<String> = Vec::new() => texts, (texts: impl IntoIterator<Item = impl Into<String>> => owned(texts));
        required: Vec<String> = Vec::new();
        reads_on: bool = false;
    }
}

/// Share for a text that failed: its error is what is needed of it.
const MOST: f64 = 0.9;
/// Share for other texts, where lines that look like errors are seldom worth more than the ends.
const LITTLE: f64 = 0.3;
/// Bytes of a few lines and their markers, for which there is room in small limits as well.
const LINES: f64 = 1500.0;

/// Bytes from which on a required line may be the start of one that was cut.
const LONG: usize = 140;

/// `true` is the default, `false` no rescue.
impl From<bool> for RescueOptions {
    fn from(on: bool) -> Self {
        Self { on, ..Self::default() }
    }
}

impl RescueOptions {
    /// Selects errors, warnings, their context, and conspicuous lines.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads `true`, `false` or an object: a member that is given changes the default.
    pub(crate) fn read(option: &NamedOption<'_>) -> Result<Option<Self>, Error> {
        let mut rescue = Self::new();
        match option.value {
            OptionValue::Bool(on) => return Ok(Some(on.into())),
            _ => option.set_members("true, false or an object", |member| rescue.set(member))?,
        }
        Ok(Some(rescue))
    }

    /// The share of a limit of about `bytes` bytes. Lines that a caller includes are asked for.
    pub(crate) fn share_of(&self, of_kind: Option<f64>, bytes: usize, failed: impl Fn() -> bool) -> f64 {
        let usual = || {
            let few = LINES / bytes.max(1) as f64;
            let little = of_kind.unwrap_or(LITTLE);
            if few >= MOST || !self.include.is_empty() || failed() { MOST } else { little.max(few) }
        };
        self.share.unwrap_or_else(usual).clamp(0.0, 1.0)
    }

    /// The texts of `include`.
    pub(super) fn includes(&self) -> &[String] {
        &self.include
    }

    /// Keeps these lines before all others, and whole. Each is given without rules at its ends, a long one by its start.
    pub(crate) fn requiring(mut self, texts: Vec<String>) -> Self {
        self.required = texts;
        self
    }

    /// Of texts that are read on from their beginning, such as sources, the ends say more than lines out of the middle.
    pub(crate) fn reading_on(mut self) -> Self {
        self.reads_on = true;
        self
    }

    pub(crate) fn reads_on(&self) -> bool {
        self.reads_on
    }

    pub(crate) fn requires(&self, line: &str) -> bool {
        let is = |text: &String, line: &str| {
            line == text || text.len() >= LONG && line.starts_with(text.as_str()) && line.len() > text.len()
        };
        if self.required.is_empty() {
            return false;
        }
        let line = trim(line);
        self.required.iter().any(|text| is(text, line) || is(text, without_bars(line)))
    }

    pub(crate) fn included(&self, line: &str) -> Option<usize> {
        first_of(&self.include, line)
    }

    /// Returns `true` for a line that the caller asks for.
    pub(crate) fn asks_for(&self, line: &str) -> bool {
        self.included(line).is_some() || self.requires(line)
    }

    pub(crate) fn is_on(&self) -> bool {
        self.on
    }

    /// Sets an option by its public name: `share`, `include`, `exclude`.
    ///
    /// ```
    /// use tooltrim::host::{NamedOption, OptionValue};
    /// use tooltrim::trimming::RescueOptions;
    ///
    /// let mut options = RescueOptions::new();
    /// let error = options.set(&NamedOption { name: "share", value: OptionValue::Number(2.0), shown: "2" }).unwrap_err();
    /// assert_eq!(error.to_string(), "share: 2 is not a number from 0 to 1");
    /// ```
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for an unknown name or a wrong value.
    pub fn set(&mut self, option: &NamedOption<'_>) -> Result<(), Error> {
        self.set_declared(option, &[])
    }
}

/// Returns where the first of some texts begins.
pub(super) fn first_of(texts: &[String], line: &str) -> Option<usize> {
    texts.iter().filter_map(|text| find(line, text)).min()
}

fn texts(option: &NamedOption<'_>) -> Result<Vec<String>, Error> {
    option.texts("a list of strings, none of them empty", |text| !text.is_empty())
}

fn owned(texts: impl IntoIterator<Item = impl Into<String>>) -> Vec<String> {
    texts.into_iter().map(Into::into).collect()
}
