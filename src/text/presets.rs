//! Options for what people trim most, by name.
//!
//! ```
//! use tooltrim::{presets, trim};
//!
//! let page = "word ".repeat(20_000);
//! assert!(trim(&page, presets::response(50_000))?.text.len() <= 50_000);
//! # Ok::<(), tooltrim::Error>(())
//! ```

use super::options::{Format, Keep, Snap, TrimOptions};
use crate::clean::CleanOptions;
use crate::forms;

pub(super) const TOOLIFY: &str = forms::TOOLIFY.written;
pub(super) const FIELD: &str = forms::FIELD.written;
pub(super) const CHECKPOINT: &str = forms::CHECKPOINT.written;
const RESPONSE: &str = forms::RESPONSE.written;
/// The markers of presets: our words.
pub(super) const MARKERS: [&str; 4] = [TOOLIFY, FIELD, CHECKPOINT, RESPONSE];

/// A tool's result on its way to the model: over 5,000 chars, the first and the last 2,000 stay.
#[must_use]
pub fn toolify() -> TrimOptions {
    TrimOptions::new().max_chars(5000).head_chars(2000).tail_chars(2000).snap(Snap::Char).marker(TOOLIFY)
}

/// The strategy of [`context_trimmer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The start.
    Head,
    /// The end.
    Tail,
    /// Both ends.
    Center,
    /// Both ends, whole lines.
    CenterLines,
}

/// One of four plain strategies within `max_chars` (4,000 is usual).
#[must_use]
pub fn context_trimmer(mode: Mode, max_chars: usize) -> TrimOptions {
    let (keep, snap) = match mode {
        Mode::Head => (Keep::Head, Snap::Char),
        Mode::Tail => (Keep::Tail, Snap::Char),
        Mode::Center => (Keep::Ends, Snap::Char),
        Mode::CenterLines => (Keep::Ends, Snap::Line),
    };
    TrimOptions::new().max_chars(max_chars).keep(keep).snap(snap)
}

/// A field with a declared limit (2,000 bytes is usual): its head, and how long it was.
#[must_use]
pub fn field(max_bytes: usize) -> TrimOptions {
    TrimOptions::new().max_bytes(max_bytes).keep(Keep::Head).snap(Snap::Char).trim_end(true).marker(FIELD)
}

/// The last checkpoint before a model (2,000 bytes is usual): what is still too long is replaced.
#[must_use]
pub fn checkpoint(max_bytes: usize) -> TrimOptions {
    TrimOptions::new().max_bytes(max_bytes).keep(Keep::None).marker(CHECKPOINT)
}

/// A whole response (50,000 bytes is usual): its head.
#[must_use]
pub fn response(max_bytes: usize) -> TrimOptions {
    TrimOptions::new().max_bytes(max_bytes).keep(Keep::Head).snap(Snap::Grapheme).marker(RESPONSE)
}

/// A JSON answer of an API: 50,000 bytes of it, still JSON.
///
/// ```
/// use tooltrim::{presets, trim};
///
/// let answer = format!("[{}1]", "1, ".repeat(50_000));
/// let trimmed = trim(&answer, presets::api_response())?;
/// assert!(trimmed.text.len() <= 50_000 && trimmed.text.starts_with("[1,1,") && trimmed.text.ends_with(",1,1]"));
/// # Ok::<(), tooltrim::Error>(())
/// ```
#[must_use]
pub fn api_response() -> TrimOptions {
    TrimOptions::new().max_bytes(50_000).snap(Snap::Grapheme).format(Format::Json)
}

/// Terminal output: 30,000 chars as shown on its screen, without repeated lines; errors are kept, and of the rest three
/// tenths of the start and seven of the end, where results are.
///
/// ```
/// use tooltrim::{presets, trim};
///
/// let output = "\x1b[1mfetch\x1b[0m\n 10%\r 50%\r100%\n".to_string() + &"retry\n".repeat(14) + "done\n";
/// let trimmed = trim(&output, presets::terminal())?;
/// assert_eq!(trimmed.text, "fetch\n100%\nretry\n[... \u{d7}13 more of the line above ...]\ndone\n");
/// # Ok::<(), tooltrim::Error>(())
/// ```
#[must_use]
pub fn terminal() -> TrimOptions {
    // Base64 that a command printed may be what it was asked for.
    let noise = CleanOptions::new().ansi(true).carriage_returns(true).repeated_lines(true);
    TrimOptions::new().max_chars(30_000).head_share(0.3).rescue(true).clean(noise)
}

/// A file that was read: its first 2,000 lines or 50,000 bytes.
#[must_use]
pub fn file_read() -> TrimOptions {
    TrimOptions::new().max_lines(2000).max_bytes(50_000).keep(Keep::Head)
}

/// Search hits: the first 20,000 bytes.
#[must_use]
pub fn search() -> TrimOptions {
    TrimOptions::new().max_bytes(20_000).keep(Keep::Head)
}
