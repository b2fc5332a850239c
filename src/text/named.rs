//! The options of a trim by their public names: one table.

use super::options::{Count, Counter, Decode, Format, Keep, Limits, Snap, TrimOptions};
use super::presets::Mode;
use crate::error::Error;
use crate::options::{NamedOption, OptionValue};

pub(super) const KEEPS: [(&str, Keep); 4] =
    [("head", Keep::Head), ("tail", Keep::Tail), ("ends", Keep::Ends), ("none", Keep::None)];
pub(super) const SNAPS: [(&str, Snap); 3] = [("char", Snap::Char), ("grapheme", Snap::Grapheme), ("line", Snap::Line)];
pub(super) const DECODES: [(&str, Decode); 2] = [("strict", Decode::Strict), ("replace", Decode::Replace)];
pub(super) const FORMATS: [(&str, Format); 2] = [("text", Format::Text), ("json", Format::Json)];
const COUNTS: [(&str, Count); 3] = [("bytes", Count::Bytes), ("lines", Count::Lines), ("tokens", Count::Tokens)];

impl TrimOptions {
    /// Sets an option by its public name.
    ///
    /// ```
    /// use tooltrim::TrimOptions;
    /// use tooltrim::host::{NamedOption, OptionValue};
    ///
    /// let mut options = TrimOptions::new();
    /// let error = options
    ///     .set(&NamedOption { name: "maxChars", value: OptionValue::Number(-1.0), shown: "-1" })
    ///     .unwrap_err();
    /// assert_eq!(error.message(), "maxChars: -1 is not a number of 0 or more");
    /// ```
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for an unknown name, a wrong type, NaN or a number out of range. Fractions
    /// round down; infinity is no limit.
    pub fn set(&mut self, option: &NamedOption<'_>) -> Result<(), Error> {
        self.set_among(option, &OWN_NAMES)
    }

    /// As [`TrimOptions::set`], but of the options that are not declared only `names` are known: those of
    /// [`OWN_NAMES`] that it may have, and those that the caller reads.
    pub(crate) fn set_among(&mut self, option: &NamedOption<'_>, names: &[&'static str]) -> Result<(), Error> {
        if !names.contains(&option.name) {
            return self.set_declared(option, names);
        }
        let limits = &mut self.limits;
        match option.name {
            "maxChars" => limits.chars = limits.given(option)?,
            "maxUtf16" => limits.utf16 = limits.given(option)?,
            "maxBytes" => limits.bytes = limits.given(option)?,
            "maxLines" => limits.lines = limits.given(option)?,
            "maxTokens" => limits.tokens = limits.given(option)?,
            // The host has the store, and passes the number of a ref.
            "store" => match option.value {
                OptionValue::Object(_) | OptionValue::Other => self.keeping = true,
                _ => return Err(option.wrong("an OutputStore")),
            },
            "tokens" => match option.value {
                OptionValue::Function => self.counter = Counter::Source,
                _ => return Err(option.wrong("a function (text) => number")),
            },
            "count" => {
                let OptionValue::List(units) = &option.value else {
                    return Err(option.wrong("a list of \"bytes\", \"lines\", \"tokens\""));
                };
                for unit in units {
                    let each = NamedOption { value: unit.clone(), ..*option };
                    *self = core::mem::take(self).count(each.one_of(&COUNTS)?);
                }
            }
            // The host has the function and calls it with the result of `Trimmer::event`.
            _ if option.is_kept_by_host()? => {}
            _ => return Err(option.unknown(names)),
        }
        Ok(())
    }
}

/// Options that are not declared: those of each string of a value, then the counter, then those of a whole result.
const OWN_NAMES: [&str; 10] =
    ["maxChars", "maxUtf16", "maxBytes", "maxLines", "maxTokens", "count", "onTruncate", "tokens", "store", "scope"];
/// Those of a string of a value. The host's counter would be called for each.
pub(crate) const STRING_NAMES: &[&str] = OWN_NAMES.split_at(7).0;
/// Those of a part of a larger whole, which has the store and the scope.
pub(crate) const PART_NAMES: &[&str] = OWN_NAMES.split_at(8).0;

pub(super) fn margin(option: &NamedOption<'_>) -> Result<f64, Error> {
    option.number("a number above 0", |margin| margin.is_finite() && margin > 0.0)
}

impl Limits {
    /// Infinity is a limit that is given and is none: the default does not come in its place.
    fn given(&mut self, option: &NamedOption<'_>) -> Result<Option<u64>, Error> {
        let size = option.size()?;
        self.given = true;
        Ok((size < u64::MAX).then_some(size))
    }
}

impl NamedOption<'_> {
    /// A strategy of [`super::presets::context_trimmer`], also as the reference spells it: `CENTER_LINES`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for any other name.
    pub fn mode(&self) -> Result<Mode, Error> {
        // The reference writes `CENTER_LINES` and `center_lines`.
        if let OptionValue::Text(name) = &self.value {
            let alike =
                |known: &str| [known.to_ascii_uppercase(), known.to_ascii_lowercase()].contains(&name.replace('_', ""));
            if let Some(mode) = Mode::ALL.into_iter().find(|mode| alike(mode.name())) {
                return Ok(mode);
            }
        }
        self.one_of(&Mode::ALL.map(|mode| (mode.name(), mode)))
    }
}
