//! Options of trimming: limits, and what to keep.

use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;

use super::named::{DECODES, FORMATS, KEEPS, SNAPS, margin};
use super::select::RescueOptions;
use crate::clean::CleanOptions;
use crate::event::{TruncationEvent, Unit};
use crate::options::NamedOption;
use crate::plain::PLAIN;

/// The part of a text that survives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// The start.
    Head,
    /// The end.
    Tail,
    /// Both ends.
    #[default]
    Ends,
    /// Only the marker.
    None,
}

/// Positions at which a text may be cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Snap {
    /// Between any two code points.
    Char,
    /// Between graphemes: no emoji or accented letter is split, but one of more than 4,096 UTF-16 units may be.
    Grapheme,
    /// Between lines; a line too long for its share is cut between graphemes.
    #[default]
    Line,
}

/// The format of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Lines of text.
    #[default]
    Text,
    /// JSON, if it is: one that is over a limit is bounded as a value and stays parseable.
    Json,
}

/// Handling of bytes that are not UTF-8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decode {
    /// Refuse them: [`crate::ErrorKind::InvalidEncoding`].
    #[default]
    Strict,
    /// Read each as U+FFFD.
    Replace,
}

/// A unit of which the omitted part can be counted on request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// UTF-8 bytes.
    Bytes,
    /// Lines.
    Lines,
    /// Estimated tokens.
    Tokens,
}

/// A caller's token counter.
pub type TokenCounter = Arc<dyn Fn(&str) -> usize + Send + Sync>;

/// Source of token counts.
#[derive(Clone, Default)]
pub(crate) enum Counter {
    #[default]
    Estimate,
    Given(TokenCounter),
    /// The owner of the text counts: [`crate::host::Source::count_tokens`].
    Source,
}

type Listen = dyn Fn(&TruncationEvent) + Send + Sync;

/// Listener for cuts.
#[derive(Clone, Default)]
pub(crate) struct Listener(pub(crate) Option<Arc<Listen>>);

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Some" } else { "None" })
    }
}

impl fmt::Debug for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Estimate => "Estimate",
            Self::Given(_) => "Given",
            Self::Source => "Source",
        })
    }
}

options! {
    /// Options of trimming. With no limit given, `max_chars` is 4,000.
    ///
    /// ```
    /// use tooltrim::{Keep, Snap, TrimOptions, trim};
    ///
    /// let options = TrimOptions::new().max_chars(60).keep(Keep::Head).snap(Snap::Grapheme);
    /// let log = "compiling a\ncompiling b\ncompiling c\ncompiling d\ncompiling e\ncompiling f\n";
    /// let trimmed = trim(log, &options)?;
    /// assert_eq!(trimmed.text, "compiling a\ncompiling b\ncompilin... [truncated 40 chars] ...");
    /// # Ok::<(), tooltrim::Error>(())
    /// ```
    ///
    /// A plain number converts into options: `trim(text, 4000)`.
    #[derive(Clone, Debug)]
    pub struct TrimOptions {
        limits: Limits = Limits::default();
        /// The part that survives. Default: both ends.
        keep: Keep = Keep::default() => |option| option.one_of(&KEEPS);
        /// The head's share of the room, 0 to 1, if both ends are kept. Room that one end cannot use is used by the
        /// other.
        head_share: f64 = 0.5 => NamedOption::share;
        /// The most chars to keep of the head. The limits stay the threshold.
        head_chars: Option<u64> = None => NamedOption::size, (chars: usize => Some(chars as u64));
        /// The most chars to keep of the tail. The limits stay the threshold.
        tail_chars: Option<u64> = None => NamedOption::size, (chars: usize => Some(chars as u64));
        /// Positions at which the text may be cut. Default: between lines.
        snap: Snap = Snap::default() => |option| option.one_of(&SNAPS);
        /// The marker's template; see [`crate::trimming::Placeholder`] for the numbers it can carry. `{{` is a brace.
        marker: Option<String> = None => NamedOption::text, (template: impl Into<String> => Some(template.into()));
        /// Drops white space before the marker.
        trim_end: bool = false => NamedOption::boolean;
        /// Handling of bytes that are not UTF-8. Default: refuse them.
        decode: Decode = Decode::default() => |option| option.one_of(&DECODES);
        count: Counted = Counted::default();
        positions: Unit = Unit::Bytes;
        counter: Counter = Counter::default();
        /// Factor on a token count before it is compared: 1.1 for the estimate, 1 for a counter.
        token_margin: Option<f64> = None => margin, (margin: f64 => Some(margin));
        /// Name of the text in events of [`TrimOptions::on_truncate`].
        label: Option<String> = None => NamedOption::text, (label: impl Into<String> => Some(label.into()));
        listener: Listener = Listener::default();
        /// Keeps lines that matter out of what [`TrimOptions::keep`] omits: `true`, `false` or [`RescueOptions`]. Default: on
        /// where both ends are kept.
        ///
        /// Whole lines, whatever the snap, each with what it stands under: a hunk with its file. Unless a marker is given,
        /// gaps between them say lines.
        rescue: Option<RescueOptions> = None => RescueOptions::read,
            (rescue: impl Into<RescueOptions> => Some(rescue.into()));
        /// What the model is looking for, in a few words: lines that answer it come first, whatever [`TrimOptions::keep`]
        /// and [`TrimOptions::rescue`] say of them. Where the question finds nothing, the result is the one without it.
        ///
        /// ```
        /// use tooltrim::{TrimOptions, trim};
        ///
        /// let mut log: String = (1..=300).map(|n| format!("08:{:02} parcel {n} scanned\n", n % 60)).collect();
        /// log.insert_str(log.len() / 2, "08:31 parcel 7712 is held\n  reason: no street in the address\n");
        /// let text = trim(&log, TrimOptions::new().max_chars(200).about("why was parcel 7712 held?"))?.text.into_owned();
        /// assert!(text.contains("no street in the address"));
        /// # Ok::<(), tooltrim::Error>(())
        /// ```
        /// By words: stems, parts of identifiers, numbers, and a list of English synonyms; no model. A question of only
        /// stop words, an empty one among them, is none.
        about: Option<String> = None => NamedOption::text, (question: impl Into<String> => Some(question.into()));
        /// Finds the words of [`TrimOptions::about`] by their synonyms as well. Default: `true`.
        ///
        /// ```
        /// use tooltrim::{TrimOptions, trim};
        ///
        /// let mut log: String = (1..=300).map(|n| format!("08:{:02} parcel {n} scanned\n", n % 60)).collect();
        /// log.insert_str(log.len() / 2, "08:31 the entry for Lima was purged\n");
        /// let options = TrimOptions::new().max_chars(200).about("what was deleted?");
        /// assert!(trim(&log, &options)?.text.contains("purged"));
        /// assert!(!trim(&log, options.synonyms(false).rescue(false))?.text.contains("purged"));
        /// # Ok::<(), tooltrim::Error>(())
        /// ```
        synonyms: bool = true => NamedOption::boolean;
        /// Removes noise before the limits are applied: `true`, or [`CleanOptions`].
        ///
        /// ```
        /// use tooltrim::{TrimOptions, trim};
        ///
        /// let text = "\x1b[32mok\x1b[0m\n".repeat(3);
        /// let trimmed = trim(&text, TrimOptions::new().clean(true))?;
        /// assert_eq!((trimmed.text.as_ref(), trimmed.cleaned.unwrap().chars), ("ok\nok\nok\n", 27));
        /// # Ok::<(), tooltrim::Error>(())
        /// ```
        ///
        /// Totals in the marker and the size before in events are those of the input; omissions and their lines are
        /// those of the clean text. The result is clean, also where the ends meet.
        clean: CleanOptions = CleanOptions::default() => CleanOptions::read_member, (clean: impl Into<CleanOptions> => clean.into());
        /// Keeps a JSON text valid: lists lose items, objects members, strings their middle, and the rest is compact.
        /// Numbers are never cut; with [`TrimOptions::clean`] a JSON text within the limits stays unchanged.
        ///
        /// ```
        /// use tooltrim::{TrimOptions, trim};
        /// use tooltrim::trimming::Format;
        ///
        /// let answer = r#"{"id": 12345678901234567890, "body": "It crashes. It crashes. It crashes. It crashes. It crashes."}"#;
        /// let trimmed = trim(answer, TrimOptions::new().max_chars(80).format(Format::Json))?;
        /// assert_eq!(trimmed.text, r#"{"id":12345678901234567890,"body":"It cras... [truncated 44 chars] ...crashes."}"#);
        /// # Ok::<(), tooltrim::Error>(())
        /// ```
        /// Numbers and escapes keep their spelling. [`TrimOptions::keep`] selects the ends of lists and strings, and
        /// [`TrimOptions::clean`] applies to strings that are cut. Text that is not JSON is trimmed as text. Streams
        /// refuse this option, because they do not hold the whole.
        format: Format = Format::default() => |option| option.one_of(&FORMATS);
        // Full texts are stored: markers may name the ref.
        keeping: bool = false;
    }
}

/// The largest sizes that a result may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Limits {
    pub(crate) chars: Option<u64>,
    pub(crate) utf16: Option<u64>,
    pub(crate) bytes: Option<u64>,
    pub(crate) lines: Option<u64>,
    pub(crate) tokens: Option<u64>,
    /// One was given, if only as infinite.
    pub(crate) given: bool,
}

/// Omissions to count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counted {
    pub(crate) bytes: bool,
    pub(crate) lines: bool,
    pub(crate) tokens: bool,
}

/// Default marker of a gap.
pub const DEFAULT_MARKER: &str = crate::forms::TRUNCATED.written;
/// Of gaps between rescued lines, and of those that are short.
/// The limit when none is given.
pub(crate) const DEFAULT_MAX_CHARS: u64 = 4000;

impl TrimOptions {
    /// Options of rescue, if it is on: unless something else is said, where both ends are kept.
    pub(crate) fn rescues(&self) -> Option<RescueOptions> {
        if let Some(rescue) = &self.rescue {
            return Some(rescue.clone()).filter(RescueOptions::is_on);
        }
        let both = self.keep == Keep::Ends && self.head_share > 0.0 && self.head_share < 1.0;
        (!PLAIN && both).then(RescueOptions::new)
    }

    /// The same options with the ends alone, unless rescue was asked for.
    pub(crate) fn ends_alone(mut self) -> Self {
        self.rescue.get_or_insert(false.into());
        self
    }

    /// True when a limit is given.
    pub(crate) fn has_limits(&self) -> bool {
        self.limits != Limits::default()
    }

    /// The defaults: both ends, whole lines, `... [truncated {count} chars] ...`, 4,000 chars unless a limit is given.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Limits the result to `chars` code points, marker included.
    #[must_use]
    pub fn max_chars(mut self, limit: usize) -> Self {
        self.limits.chars = Some(limit as u64);
        self
    }

    /// Limits the result to a number of UTF-16 units, marker included.
    #[must_use]
    pub fn max_utf16(mut self, limit: usize) -> Self {
        self.limits.utf16 = Some(limit as u64);
        self
    }

    /// Limits the result to a number of UTF-8 bytes, marker included.
    #[must_use]
    pub fn max_bytes(mut self, limit: usize) -> Self {
        self.limits.bytes = Some(limit as u64);
        self
    }

    /// Limits the result to a number of lines, marker included.
    #[must_use]
    pub fn max_lines(mut self, limit: usize) -> Self {
        self.limits.lines = Some(limit as u64);
        self
    }

    /// Limits the result to a number of tokens, marker included: by the estimate times 1.1, or exactly by
    /// [`TrimOptions::tokens`].
    ///
    /// A text of blanks costs next to nothing: in a result over 128 KiB a token counts for at most 14 bytes.
    #[must_use]
    pub fn max_tokens(mut self, limit: usize) -> Self {
        self.limits.tokens = Some(limit as u64);
        self
    }

    /// Counts tokens by a tokenizer instead of the estimate. Called at most 8 times a cut.
    #[must_use]
    pub fn tokens(mut self, counter: impl Fn(&str) -> usize + Send + Sync + 'static) -> Self {
        self.counter = Counter::Given(Arc::new(counter));
        self
    }

    /// True when there is something to clean.
    #[must_use]
    pub fn cleans(&self) -> bool {
        !self.clean.is_none()
    }

    /// Counts the omitted part in one more unit.
    #[must_use]
    pub fn count(mut self, unit: Count) -> Self {
        match unit {
            Count::Bytes => self.count.bytes = true,
            Count::Lines => self.count.lines = true,
            Count::Tokens => self.count.tokens = true,
        }
        self
    }

    /// Sets a listener for cuts.
    ///
    /// ```
    /// use tooltrim::{TrimOptions, trim};
    ///
    /// let options = TrimOptions::new().max_chars(50).label("log").on_truncate(|event| {
    ///     assert_eq!((event.unit.name(), event.before, event.after), ("chars", 300, 50));
    /// });
    /// trim(&"x".repeat(300), &options)?;
    /// # Ok::<(), tooltrim::Error>(())
    /// ```
    #[must_use]
    pub fn on_truncate(mut self, listener: impl Fn(&TruncationEvent) + Send + Sync + 'static) -> Self {
        self.listener = Listener(Some(Arc::new(listener)));
        self
    }

    /// Sets the unit of [`super::Trimmed::kept`]: chars, UTF-16 units or bytes, as the host of a text counts.
    #[doc(hidden)]
    #[must_use]
    pub fn positions(mut self, unit: Unit) -> Self {
        self.positions = unit;
        self
    }
}

impl From<usize> for TrimOptions {
    fn from(max_chars: usize) -> Self {
        Self::new().max_chars(max_chars)
    }
}

impl From<&TrimOptions> for TrimOptions {
    fn from(options: &TrimOptions) -> Self {
        options.clone()
    }
}
