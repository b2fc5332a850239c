//! Removes noise from a tool's output before it is trimmed.
//!
//! Four optional stages, each working on the output of the one before: `terminal` (escapes, carriage returns),
//! `base64`, `repeats` and `long`. Each reads any text in one pass, in pieces of any size, with bounded memory.

mod ansi;
mod base64;
mod bytes;
mod growing;
mod line;
mod long;
mod mask;

mod options;
mod repeats;
mod row;
mod run;
mod screen;
mod sniff;
mod terminal;
mod time;
mod unit;

use alloc::borrow::Cow;
use alloc::string::String;
use core::mem::swap;

pub use options::CleanOptions;
pub(crate) use sniff::{is_base64, may_hold_base64};

use crate::source::floor;
use base64::Base64;
use long::Long;
use repeats::Repeats;
use terminal::Terminal;

/// Bytes that pass through all stages at a time, few enough to stay in the processor's cache.
const PIECE: usize = 16 * 1024;

/// A cleaned text, with counts of the removed noise.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct Cleaned<'a> {
    /// The text: borrowed and identical to the input if there was no noise.
    pub text: Cow<'a, str>,
    /// Number of chars removed.
    pub chars: usize,
    /// Number of lines removed.
    pub lines: usize,
    /// Counts by kind of noise.
    pub counts: CleanCounts,
}

/// Counts of cleaned items, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct CleanCounts {
    /// Escape sequences removed.
    pub ansi: usize,
    /// Number of times that text on a line was erased, or overwritten from its start.
    pub carriage_returns: usize,
    /// Lines folded, blank ones included.
    pub repeated_lines: usize,
    /// Runs of base64 replaced.
    pub base64: usize,
    /// Lines shortened.
    pub long_lines: usize,
}

/// Removes the noise from a text.
///
/// ```
/// use tooltrim::{CleanOptions, clean};
///
/// let output = "\x1b[1mfetch\x1b[0m\n  1%\r 50%\r100%\nretry\nretry\nretry\nretry\nretry\nretry\nretry\nretry\nretry\n\
///     retry\nretry\nretry\nretry\nretry\ndone\n";
/// let cleaned = clean(output, &CleanOptions::all());
/// assert_eq!(cleaned.text, "fetch\n100%\nretry\n[... \u{d7}13 more of the line above ...]\ndone\n");
/// assert_eq!((cleaned.lines, cleaned.counts.repeated_lines), (12, 13));
/// ```
///
/// Never fails, and takes one pass in linear time. The result never has more chars, and more lines only if the screen
/// was cleared; cleaning it again changes nothing.
#[must_use]
pub fn clean<'a>(text: &'a str, options: &CleanOptions) -> Cleaned<'a> {
    let mut cleaner = Cleaner::new(options);
    let mut result = String::new();
    if !cleaner.is_idle() {
        result.reserve(text.len().min(1 << 20));
        cleaner.push(text, &mut result);
        cleaner.finish(&mut result);
    }
    if cleaner.is_idle() || result == text {
        return Cleaned { text: Cow::Borrowed(text), chars: 0, lines: 0, counts: CleanCounts::default() };
    }
    // Small sums are faster.
    let ends = |bytes: &[u8]| usize::from(bytes.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>());
    let lines = |text: &str| text.as_bytes().chunks(255).map(ends).sum::<usize>() + usize::from(!text.ends_with('\n'));
    Cleaned {
        chars: text.chars().count().saturating_sub(result.chars().count()),
        lines: lines(text).saturating_sub(lines(&result)),
        text: Cow::Owned(result),
        counts: cleaner.counts(),
    }
}

/// Incremental form of [`clean`], for a text that arrives in pieces, cut anywhere; the result is the same.
///
/// ```
/// use tooltrim::CleanOptions;
/// use tooltrim::cleaning::Cleaner;
///
/// let (mut cleaner, mut out) = (Cleaner::new(&CleanOptions::all()), String::new());
/// for piece in ["load 1", "0%\r\x1b", "[2Kloaded\r", "\n"] {
///     cleaner.push(piece, &mut out);
/// }
/// cleaner.finish(&mut out);
/// assert_eq!(out, "loaded\n");
/// ```
///
/// It holds a few MB at most, whatever the input: 32 lines of 8 KB that the cursor can go back to, 96 lines of 4 KB
/// that may repeat, and little else. A longer line leaves the cursor's reach 8 KB at a time, and is not folded.
#[derive(Clone, Debug)]
pub struct Cleaner {
    terminal: Option<Terminal>,
    base64: Option<Base64>,
    repeats: Option<Repeats>,
    long: Option<Long>,
    /// Buffers that pass text from stage to stage.
    from: String,
    to: String,
}

impl Cleaner {
    /// Creates a cleaner that has read nothing.
    #[must_use]
    pub fn new(options: &CleanOptions) -> Self {
        Self {
            terminal: (options.ansi || options.carriage_returns)
                .then(|| Terminal::new(options.ansi, options.carriage_returns)),
            base64: options.base64.then(Base64::default),
            repeats: options.repeated_lines.then(Repeats::default),
            long: options.long_lines.then(Long::default),
            from: String::new(),
            to: String::new(),
        }
    }

    /// Reads the next piece and writes the output that is final.
    pub fn push(&mut self, text: &str, out: &mut String) {
        let mut rest = text;
        while !rest.is_empty() {
            let (piece, after) = rest.split_at_checked(floor(rest, PIECE)).unwrap_or((rest, ""));
            self.stages(Some(piece), out);
            rest = after;
        }
    }

    /// Writes the rest. The next text starts fresh; the counts accumulate.
    pub fn finish(&mut self, out: &mut String) {
        self.stages(None, out);
    }

    /// Returns the counts so far.
    #[must_use]
    pub fn counts(&self) -> CleanCounts {
        CleanCounts {
            ansi: self.terminal.as_ref().map_or(0, Terminal::sequences),
            carriage_returns: self.terminal.as_ref().map_or(0, Terminal::rewrites),
            repeated_lines: self.repeats.as_ref().map_or(0, |stage| stage.folded),
            base64: self.base64.as_ref().map_or(0, |stage| stage.replaced),
            long_lines: self.long.as_ref().map_or(0, |stage| stage.shortened),
        }
    }

    fn is_idle(&self) -> bool {
        self.terminal.is_none() && self.base64.is_none() && self.repeats.is_none() && self.long.is_none()
    }

    /// Passes a piece, or the end of the text, through all stages.
    fn stages(&mut self, piece: Option<&str>, out: &mut String) {
        let Self { terminal, base64, repeats, long, from, to } = self;
        from.clear();
        from.push_str(piece.unwrap_or_default());
        macro_rules! stage {
            ($stage:ident) => {
                if let Some(stage) = $stage {
                    to.clear();
                    stage.push(from, to);
                    if piece.is_none() {
                        stage.finish(to);
                    }
                    swap(from, to);
                }
            };
        }
        stage!(terminal);
        stage!(base64);
        stage!(repeats);
        stage!(long);
        out.push_str(from);
    }
}
