//! Options for what people trim most, by name.
//!
//! ```
//! use tooltrim::{presets, trim};
//!
//! let page = "word ".repeat(20_000);
//! assert!(trim(&page, presets::response(50_000))?.text.len() <= 50_000);
//! # Ok::<(), tooltrim::Error>(())
//! ```

use alloc::string::ToString;
use alloc::vec::Vec;

use super::options::{DEFAULT_MARKER, TrimOptions};
use crate::forms;
use crate::options::{NamedOption, OptionValue};

pub(super) const TOOLIFY: &str = forms::TOOLIFY.written;
pub(super) const FIELD: &str = forms::FIELD.written;
pub(super) const CHECKPOINT: &str = forms::CHECKPOINT.written;
const RESPONSE: &str = forms::RESPONSE.written;
/// The markers of presets: our words.
pub(super) const MARKERS: [&str; 4] = [TOOLIFY, FIELD, CHECKPOINT, RESPONSE];

/// A value in the table.
#[derive(Clone, Copy)]
enum Given {
    Size(u32),
    Share(f64),
    Word(&'static str),
    On,
    Off,
    /// An object with these switched on.
    Switches(&'static [&'static str]),
}
use Given::{Off, On, Share, Size, Switches, Word};

/// The marker with plain digits, and the ends alone: those that take these presets compare every byte.
const TRUNCATED: (&str, Given) = ("marker", Word(DEFAULT_MARKER));
const ENDS: (&str, Given) = ("rescue", Off);

type Row = &'static [(&'static str, Given)];

/// The presets, each as options by their public names; the first is the limit. A table is a third of the code that
/// builds them.
const ROWS: [(&str, Row); 12] = [
    (
        "toolify",
        &[
            ("maxChars", Size(5000)),
            ("headChars", Size(2000)),
            ("tailChars", Size(2000)),
            ("snap", Word("char")),
            ("marker", Word(TOOLIFY)),
            ENDS,
        ],
    ),
    ("head", &[("maxChars", Size(4000)), ("keep", Word("head")), ("snap", Word("char")), TRUNCATED, ENDS]),
    ("tail", &[("maxChars", Size(4000)), ("keep", Word("tail")), ("snap", Word("char")), TRUNCATED, ENDS]),
    ("center", &[("maxChars", Size(4000)), ("snap", Word("char")), TRUNCATED, ENDS]),
    ("centerLines", &[("maxChars", Size(4000)), TRUNCATED, ENDS]),
    (
        "field",
        &[
            ("maxBytes", Size(2000)),
            ("keep", Word("head")),
            ("snap", Word("char")),
            ("marker", Word(FIELD)),
            ("trimEnd", On),
        ],
    ),
    ("checkpoint", &[("maxBytes", Size(2000)), ("keep", Word("none")), ("marker", Word(CHECKPOINT))]),
    (
        "response",
        &[("maxBytes", Size(50_000)), ("keep", Word("head")), ("snap", Word("grapheme")), ("marker", Word(RESPONSE))],
    ),
    ("apiResponse", &[("maxBytes", Size(50_000)), ("snap", Word("grapheme")), ("format", Word("json"))]),
    (
        "terminal",
        &[
            ("maxChars", Size(30_000)),
            ("headShare", Share(0.3)),
            ("rescue", On),
            // Base64 that a command printed may be what it was asked for.
            ("clean", Switches(&["ansi", "carriageReturns", "repeatedLines"])),
        ],
    ),
    ("fileRead", &[("maxBytes", Size(50_000)), ("maxLines", Size(2000)), ("keep", Word("head"))]),
    ("search", &[("maxBytes", Size(20_000)), ("keep", Word("head"))]),
];

/// The names of all presets.
#[cfg(test)]
pub(crate) fn names() -> [&'static str; ROWS.len()] {
    ROWS.map(|(name, _)| name)
}

/// For bindings: a preset as options by their public names, of which the first is the limit; empty for any other name.
#[must_use]
pub fn named(preset: &str) -> Vec<(&'static str, OptionValue)> {
    let row = ROWS.iter().find(|(name, _)| *name == preset).map_or(&[][..], |(_, row)| row);
    let value = |given: &Given| match *given {
        Size(size) => OptionValue::Number(size.into()),
        Share(share) => OptionValue::Number(share),
        Word(text) => OptionValue::Text(text.to_string()),
        On => OptionValue::Bool(true),
        Off => OptionValue::Bool(false),
        Switches(names) => {
            OptionValue::Object(names.iter().map(|name| (name.to_string(), OptionValue::Bool(true))).collect())
        }
    };
    row.iter().map(|(name, given)| (*name, value(given))).collect()
}

fn options(preset: &str) -> TrimOptions {
    let mut options = TrimOptions::new();
    for (name, value) in named(preset) {
        // A test sets all that the table holds.
        let _ = options.set(&NamedOption { name, value, shown: "" });
    }
    options
}

/// A tool's result on its way to the model: over 5,000 chars, the first and the last 2,000 stay.
#[must_use]
pub fn toolify() -> TrimOptions {
    options("toolify")
}

named! {
    /// The strategy of [`context_trimmer`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Mode {
        /// The start.
        Head = "head",
        /// The end.
        Tail = "tail",
        /// Both ends.
        Center = "center",
        /// Both ends, whole lines.
        CenterLines = "centerLines",
    }
}

/// One of four plain strategies within `max_chars` (4,000 is usual).
#[must_use]
pub fn context_trimmer(mode: Mode, max_chars: usize) -> TrimOptions {
    options(mode.name()).max_chars(max_chars)
}

/// A field with a declared limit (2,000 bytes is usual): its head, and how long it was.
#[must_use]
pub fn field(max_bytes: usize) -> TrimOptions {
    options("field").max_bytes(max_bytes)
}

/// The last checkpoint before a model (2,000 bytes is usual): what is still too long is replaced.
#[must_use]
pub fn checkpoint(max_bytes: usize) -> TrimOptions {
    options("checkpoint").max_bytes(max_bytes)
}

/// A whole response (50,000 bytes is usual): its head.
#[must_use]
pub fn response(max_bytes: usize) -> TrimOptions {
    options("response").max_bytes(max_bytes)
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
    options("apiResponse")
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
    options("terminal")
}

/// A file that was read: its first 2,000 lines or 50,000 bytes.
#[must_use]
pub fn file_read() -> TrimOptions {
    options("fileRead")
}

/// Search hits: the first 20,000 bytes.
#[must_use]
pub fn search() -> TrimOptions {
    options("search")
}
