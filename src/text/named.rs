//! The options of a trim by their public names: one table.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

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
    /// assert_eq!(error.to_string(), "maxChars: -1 is not a number of 0 or more");
    /// ```
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for an unknown name, a wrong type, NaN or a number out of range. Fractions
    /// round down; infinity is no limit.
    pub fn set(&mut self, option: &NamedOption<'_>) -> Result<(), Error> {
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
            _ => self.set_declared(option)?,
        }
        Ok(())
    }

    /// As [`TrimOptions::set`] for a member of another option, whose path is in the error.
    pub(crate) fn set_member(&mut self, name: &str, member: &NamedOption<'_>) -> Result<(), Error> {
        // Parts of a larger whole share its store and scope.
        if name == "store" || name == "scope" {
            return Err(member.unknown());
        }
        let set = self.set(&NamedOption { name, value: member.value.clone(), shown: member.shown });
        let within = member.name.strip_suffix(name).unwrap_or_default();
        set.map_err(|error| Error::new(error.kind(), format!("{within}{}", error.message())))
    }

    /// The options that differ from the defaults, by name: what [`TrimOptions::set`] would need.
    #[must_use]
    pub fn named(&self) -> Vec<(&'static str, OptionValue)> {
        let mut named = Vec::new();
        let sizes = [
            ("maxChars", self.limits.chars),
            ("maxUtf16", self.limits.utf16),
            ("maxBytes", self.limits.bytes),
            ("maxLines", self.limits.lines),
            ("maxTokens", self.limits.tokens),
            ("headChars", self.head_chars),
            ("tailChars", self.tail_chars),
        ];
        for (name, size) in sizes {
            named.extend(size.map(|size| (name, OptionValue::Number(size as f64))));
        }
        let defaults = Self::default();
        if (self.head_share - defaults.head_share).abs() > f64::EPSILON {
            named.push(("headShare", OptionValue::Number(self.head_share)));
        }
        if self.keep != defaults.keep {
            named.extend(name_of(&KEEPS, self.keep).map(|name| ("keep", name)));
        }
        if self.snap != defaults.snap {
            named.extend(name_of(&SNAPS, self.snap).map(|name| ("snap", name)));
        }
        if self.format == Format::Json {
            named.push(("format", OptionValue::Text("json".to_string())));
        }
        named.extend(self.marker.clone().map(|marker| ("marker", OptionValue::Text(marker))));
        if self.trim_end {
            named.push(("trimEnd", OptionValue::Bool(true)));
        }
        named.extend(self.rescue.as_ref().map(|rescue| ("rescue", rescue.named())));
        if self.cleans() {
            named.push(("clean", self.clean.named()));
        }
        named
    }
}

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

fn name_of<T: Copy + PartialEq>(names: &[(&str, T)], value: T) -> Option<OptionValue> {
    names.iter().find(|(_, known)| *known == value).map(|(name, _)| OptionValue::Text((*name).to_string()))
}

impl NamedOption<'_> {
    /// A strategy of [`super::presets::context_trimmer`], also as the reference spells it: `CENTER_LINES`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for any other name.
    pub fn mode(&self) -> Result<Mode, Error> {
        const MODES: [(&str, Mode); 4] =
            [("head", Mode::Head), ("tail", Mode::Tail), ("center", Mode::Center), ("centerLines", Mode::CenterLines)];
        // The reference writes `CENTER_LINES` and `center_lines`.
        if let OptionValue::Text(name) = &self.value {
            let alike =
                |known: &str| [known.to_ascii_uppercase(), known.to_ascii_lowercase()].contains(&name.replace('_', ""));
            if let Some((_, mode)) = MODES.into_iter().find(|(known, _)| alike(known)) {
                return Ok(mode);
            }
        }
        self.one_of(&MODES)
    }
}
