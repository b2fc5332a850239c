//! Options of cleaning.

use crate::error::Error;
use crate::options::{NamedOption, OptionValue};

options! {
    /// Kinds of noise to remove, all off by default; [`CleanOptions::all`] is the meaning of `clean: true`.
    ///
    /// ```
    /// use tooltrim::{CleanOptions, clean};
    ///
    /// let options = CleanOptions::new().ansi(true);
    /// assert_eq!(clean("\x1b[32mok\x1b[0m 50%\r", &options).text, "ok 50%\r");
    /// assert_eq!(clean("\x1b[32mok\x1b[0m 50%\rdone", &CleanOptions::all()).text, "done0%");
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[allow(clippy::struct_excessive_bools, reason = "five independent switches")]
    pub struct CleanOptions {
        /// Removes escape sequences: colours, titles, the addresses of hyperlinks, cursor movements; and C1 controls,
        /// bells and shifts.
        ansi: bool = false => NamedOption::boolean;
        /// Applies carriage returns and backspaces as a terminal does; with [`CleanOptions::ansi`] also cursor
        /// movements and erasing. CR LF becomes LF.
        carriage_returns: bool = false => NamedOption::boolean;
        /// Folds repeated lines and blocks of up to 8 lines, lines that differ only in times, sizes and progress, and
        /// more than two blank lines in a row.
        repeated_lines: bool = false => NamedOption::boolean;
        /// Replaces long base64 with its type and size.
        base64: bool = false => NamedOption::boolean;
        /// Shortens the middle of lines of more than 2,000 chars.
        long_lines: bool = false => NamedOption::boolean;
    }
}

impl CleanOptions {
    /// Returns only the options that a terminal implements: escapes and carriage returns.
    pub(crate) fn terminal(self) -> Self {
        Self { ansi: self.ansi, carriage_returns: self.carriage_returns, ..Self::default() }
    }

    /// Creates options that clean nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns options that lose nothing a reader would miss: everything but [`CleanOptions::long_lines`].
    ///
    /// Colours and overwritten text are invisible on a screen too; a repeated line is counted; folded similar lines
    /// differ only in times, sizes and progress, and the first and the last are kept; base64 is unreadable. The middle
    /// of a long line, in contrast, would be lost.
    #[must_use]
    pub fn all() -> Self {
        Self { ansi: true, carriage_returns: true, repeated_lines: true, base64: true, long_lines: false }
    }

    /// Returns `true` if nothing is to be cleaned.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Reads `true`, `false` or an object; an object enables only the options that it sets to `true`.
    ///
    /// ```
    /// use tooltrim::CleanOptions;
    /// use tooltrim::host::{NamedOption, OptionValue};
    ///
    /// let value = OptionValue::Object(vec![("ansi".into(), OptionValue::Bool(true))]);
    /// let options = CleanOptions::read(&NamedOption { name: "options", value, shown: "{\"ansi\":true}" })?;
    /// assert_eq!(options, CleanOptions::new().ansi(true));
    /// # Ok::<(), tooltrim::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for anything else; the message names a member without a path.
    pub fn read(option: &NamedOption<'_>) -> Result<Self, Error> {
        if let OptionValue::Bool(on) = option.value {
            return Ok(on.into());
        }
        let mut options = Self::new();
        option.members("true, false or an object", |name, member| options.set(&NamedOption { name, ..member }))?;
        Ok(options)
    }

    /// Reads the same for a member of other options, which errors name by its path.
    pub(crate) fn read_member(option: &NamedOption<'_>) -> Result<Self, Error> {
        let mut options = Self::new();
        match option.value {
            OptionValue::Bool(on) => return Ok(on.into()),
            _ => option.set_members("true, false or an object", |member| options.set(member))?,
        }
        Ok(options)
    }

    /// Sets an option by its public name: `ansi`, `carriageReturns`, `repeatedLines`, `base64`, `longLines`.
    ///
    /// ```
    /// use tooltrim::CleanOptions;
    /// use tooltrim::host::{NamedOption, OptionValue};
    ///
    /// let mut options = CleanOptions::all();
    /// options.set(&NamedOption { name: "longLines", value: OptionValue::Bool(true), shown: "true" })?;
    /// assert_eq!(options, CleanOptions::all().long_lines(true));
    /// # Ok::<(), tooltrim::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for an unknown name or anything but a boolean.
    pub fn set(&mut self, option: &NamedOption<'_>) -> Result<(), Error> {
        self.set_declared(option, &[])
    }
}

/// `true` is [`CleanOptions::all`], `false` is [`CleanOptions::new`].
impl From<bool> for CleanOptions {
    fn from(on: bool) -> Self {
        if on { Self::all() } else { Self::new() }
    }
}
