//! Byte truncation of single strings, as known from other libraries.

use alloc::format;
use alloc::string::String;

use crate::error::Error;
use crate::options::{KEPT_BY_HOST, NamedOption};
use crate::source::{Source, StrSource};

/// Truncates a text to `max_bytes` bytes, added text included.
///
/// ```
/// use tooltrim::values::truncate_string_to_bytes;
///
/// let text = "A business summary that goes on and on and on, far longer than anyone would read it.";
/// assert_eq!(truncate_string_to_bytes(text, 60, "...", true), "A business summary that goes... [truncated, 84 chars total]");
/// assert_eq!(truncate_string_to_bytes("short", 60, "...", true), "short");
/// ```
/// Cuts between chars and removes white space at the end of the head, then adds `suffix` and, with `says_size`, the
/// number of chars of the text. If both do not fit, adds only the suffix, or nothing: the limit always holds, and the
/// function never fails.
#[must_use]
pub fn truncate_string_to_bytes(text: &str, max_bytes: usize, suffix: &str, says_size: bool) -> String {
    let chars = says_size.then(|| text.chars().count());
    cut_to_bytes(&StrSource(text), max_bytes, suffix, chars).unwrap_or_else(|| text.into())
}

options! {
    /// Options of [`truncate_string_to_bytes`], for hosts whose options are not typed.
    #[derive(Clone, Debug)]
    pub struct ByteLimit {
        /// Sets the limit in bytes.
        max_bytes: usize = 2000 => NamedOption::count;
        /// Sets the text after the head.
        suffix: String = "...".into() => NamedOption::text;
        /// Adds the number of chars of the text if `true`.
        size_signal: bool = true => NamedOption::boolean;
        // Kept by the host.
        label: Option<String> = None => NamedOption::text, hidden;
    }
}

impl ByteLimit {
    /// Sets an option by its public name.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for an unknown name or a wrong type.
    pub fn set(&mut self, option: &NamedOption<'_>) -> Result<(), Error> {
        if option.is_kept_by_host()? { Ok(()) } else { self.set_declared(option, &KEPT_BY_HOST) }
    }

    /// Returns the limit in bytes.
    #[must_use]
    pub fn most(&self) -> usize {
        self.max_bytes
    }

    /// Truncates a text to the limit, as [`truncate_string_to_bytes`] does.
    #[must_use]
    pub fn truncate(&self, text: &str) -> String {
        truncate_string_to_bytes(text, self.max_bytes, &self.suffix, self.size_signal)
    }

    /// Returns the end of the kept head and the text after it; `None` for a text that fits.
    #[must_use]
    pub fn plan(&self, text: &dyn Source) -> Option<(usize, String)> {
        // Counting chars reads the whole text: only if the text is cut and the count reported.
        plan_bytes(text, self.max_bytes, &self.suffix, None)?;
        let chars = self.size_signal.then(|| text.chars(0, text.len()));
        plan_bytes(text, self.max_bytes, &self.suffix, chars)
    }
}

/// Truncates a text to `most` bytes; `None` for a text that fits.
pub(super) fn cut_to_bytes(text: &dyn Source, most: usize, suffix: &str, chars: Option<usize>) -> Option<String> {
    let (head, after) = plan_bytes(text, most, suffix, chars)?;
    let mut buffer = alloc::vec::Vec::new();
    Some([text.read(0, head, &mut buffer), &after].concat())
}

/// Returns the end of the kept head and the text after it; `None` for a text that fits.
pub(super) fn plan_bytes(
    text: &dyn Source,
    most: usize,
    suffix: &str,
    chars: Option<usize>,
) -> Option<(usize, String)> {
    let len = text.len();
    let (least, largest) = text.bounds().bytes;
    if largest <= most || least <= most && text.bytes(0, len) <= most {
        return None;
    }
    let with_size = chars.map(|chars| format!("{suffix} [truncated, {chars} chars total]"));
    let wordings = [with_size.as_deref(), Some(suffix)];
    let after = wordings.into_iter().flatten().find(|after| after.len() <= most).unwrap_or_default();
    let head = text.skip_bytes(0, len, most - after.len());
    Some((crate::text::before_white_space(text, head), after.into()))
}
