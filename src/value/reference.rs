//! The functions that others know from elsewhere.

use alloc::format;
use alloc::string::String;

use crate::error::Error;
use crate::options::NamedOption;
use crate::source::{Source, StrSource};

/// Returns the first bytes of a text, including the suffix: at most `max_bytes`.
///
/// ```
/// use tooltrim::values::truncate_string_to_bytes;
///
/// let text = "A business summary that goes on and on and on, far longer than anyone would read it.";
/// assert_eq!(truncate_string_to_bytes(text, 60, "...", true), "A business summary that goes... [truncated, 84 chars total]");
/// assert_eq!(truncate_string_to_bytes("short", 60, "...", true), "short");
/// ```
/// Cuts the head between chars and trims white space at its end; then follow `suffix` and, with `says_size`, the number
/// of chars. If both do not fit, only the suffix is added, or nothing: the limit always holds, and is never an error.
#[must_use]
pub fn truncate_string_to_bytes(text: &str, max_bytes: usize, suffix: &str, says_size: bool) -> String {
    let chars = says_size.then(|| text.chars().count());
    cut_to_bytes(&StrSource(text), max_bytes, suffix, chars).unwrap_or_else(|| text.into())
}

options! {
    /// Options of [`truncate_string_to_bytes`], for hosts without typed options.
    #[derive(Clone, Debug)]
    pub struct ByteLimit {
        /// The most bytes.
        max_bytes: usize = 2000 => NamedOption::count;
        /// Text after the head.
        suffix: String = "...".into() => NamedOption::text;
        /// True to add the original number of chars.
        size_signal: bool = true => NamedOption::boolean;
        // The host keeps it.
        label: Option<String> = None => NamedOption::text, hidden;
    }
}

impl ByteLimit {
    /// Sets an option by its public name.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for an unknown name or a wrong type.
    pub fn set(&mut self, option: &NamedOption<'_>) -> Result<(), Error> {
        if option.is_kept_by_host()? { Ok(()) } else { self.set_declared(option) }
    }

    /// The most bytes.
    #[must_use]
    pub fn most(&self) -> usize {
        self.max_bytes
    }

    /// A text within its limit, as [`truncate_string_to_bytes`] cuts it.
    #[must_use]
    pub fn truncate(&self, text: &str) -> String {
        truncate_string_to_bytes(text, self.max_bytes, &self.suffix, self.size_signal)
    }

    /// Up to where the head of a text is kept, and what comes after it; none for a text that fits.
    #[must_use]
    pub fn plan(&self, text: &dyn Source) -> Option<(usize, String)> {
        // Counting chars reads all of the text, so it is done only on demand.
        plan_bytes(text, self.max_bytes, &self.suffix, None)?;
        let chars = self.size_signal.then(|| text.chars(0, text.len()));
        plan_bytes(text, self.max_bytes, &self.suffix, chars)
    }
}

/// Returns the text within `most` bytes, if it is longer.
pub(super) fn cut_to_bytes(text: &dyn Source, most: usize, suffix: &str, chars: Option<usize>) -> Option<String> {
    let (head, after) = plan_bytes(text, most, suffix, chars)?;
    let mut buffer = alloc::vec::Vec::new();
    Some([text.read(0, head, &mut buffer), &after].concat())
}

/// Up to where the head is kept, and what comes after it; none for a text that fits.
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
