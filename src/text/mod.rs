//! One string: is it within the limits, and if not, what is kept of it.
//!
//! `fits` answers first and cheaply. `plan` works on positions and numbers (`budget`: what may be spent and how far
//! it reaches; `cut`: where the two cuts fall; `tally`: what that omits). Rendering only joins.

mod budget;
mod counted;
mod cut;
mod earlier;
mod encoding;
mod fits;
mod for_values;
mod guard;
mod kept;
mod marker_choice;
mod named;
mod options;
mod plan;
pub mod presets;
mod rescue;
mod rules;
pub(crate) mod select;
mod stream;
mod tally;
mod tokens;

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

pub(crate) use cut::before_white_space;
pub use encoding::not_utf16;
use encoding::{Encoding, encoding};
pub(crate) use named::{PART_NAMES, STRING_NAMES};
pub use options::{Count, DEFAULT_MARKER, Decode, Format, Keep, Snap, TokenCounter, TrimOptions};
pub use plan::Plan;
pub use select::RescueOptions;
pub use stream::TrimStream;
use stream::{Decoder, Ends};

use crate::error::{Error, ErrorKind};
use crate::event::{Noise, Omitted, TruncationEvent};
use crate::facts::{Facts, Sizes};
use crate::marker::Placeholder;
use crate::measure;
use crate::plain::PLAIN;
use crate::refs::Ref;
use crate::source::{Source, StrSource};
use crate::tree::JsonText;
use rules::Rules;
pub(crate) use select::{Selected, about};

/// Chars of an end beyond what a limit can keep: context of a cut.
const ENDS_SLACK: usize = 64;

/// A text within its limits, and what is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct Trimmed<'a> {
    /// The text: borrowed and the very input when nothing was cut.
    pub text: Cow<'a, str>,
    /// True when a limit cut something away.
    pub truncated: bool,
    /// Sizes of the missing text.
    pub omitted: Omitted,
    /// Noise that cleaning removed first; none if it changed nothing.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub cleaned: Option<Noise>,
    /// Under which a store keeps the text, where one was given and something was cut.
    #[cfg_attr(feature = "serde", serde(rename = "ref", skip_serializing_if = "Option::is_none"))]
    pub reference: Option<Ref>,
    /// Pieces of the input that stand in `text`, in order: where each starts and ends, in bytes. Positions in the text that
    /// [`crate::clean`] returns where cleaning changed the input, and in the decoded text where bytes were replaced. Empty
    /// for a text that was rewritten as JSON.
    ///
    /// ```
    /// let log = "start\nstep 1\nstep 2\nstep 3\nstep 4\nstep 5\nstep 6\nerror: step 7 failed\n";
    /// assert_eq!(tooltrim::trim(log, 60)?.kept, [(0, 6), (41, 69)]);
    /// # Ok::<(), tooltrim::Error>(())
    /// ```
    pub kept: Vec<(u64, u64)>,
}

/// A text without its byte order mark, which no JSON begins with.
pub(crate) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Options that are checked once, for many texts.
///
/// ```
/// use tooltrim::{TrimOptions, Trimmer};
///
/// let trimmer = Trimmer::new(TrimOptions::new().max_bytes(2000).max_lines(50))?;
/// assert!(!trimmer.trim("short").truncated);
/// # Ok::<(), tooltrim::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trimmer {
    rules: Rules,
}

impl Trimmer {
    /// Creates a trimmer, and checks the options.
    ///
    /// # Errors
    /// As [`crate::trim`].
    pub fn new(options: impl Into<TrimOptions>) -> Result<Self, Error> {
        Self::with_counter(options, |_| 0)
    }

    /// Creates a trimmer for options whose `tokens` a host counts: `count` counts the marker's tokens.
    ///
    /// # Errors
    /// As [`crate::trim`].
    pub fn with_counter(options: impl Into<TrimOptions>, count: impl Fn(&str) -> usize) -> Result<Self, Error> {
        Self::checked(options.into(), &count)
    }

    /// Compiled once, whatever the options are made of.
    fn checked(options: TrimOptions, count: &dyn Fn(&str) -> usize) -> Result<Self, Error> {
        Ok(Self { rules: Rules::check(options, count)? })
    }

    /// Trims a text that is read as text, whatever its format is.
    pub(crate) fn trim_text<'a>(&self, text: &'a str) -> Trimmed<'a> {
        let changed = if self.rules.clean().is_none() {
            self.trimmed(&StrSource(text), &|_| usize::MAX, None).map(|(trimmed, _)| trimmed)
        } else {
            let mut stream = self.stream();
            stream.push(text);
            stream.finish().ok().filter(|trimmed| trimmed.truncated || trimmed.cleaned.is_some())
        };
        changed.unwrap_or_else(|| self.unchanged(text))
    }

    /// A text as it came.
    pub(crate) fn unchanged<'a>(&self, text: &'a str) -> Trimmed<'a> {
        Trimmed {
            text: Cow::Borrowed(text),
            truncated: false,
            omitted: self.nothing_omitted(),
            cleaned: None,
            reference: None,
            kept: kept::whole(text, self.rules.positions),
        }
    }

    /// The same for a text that is kept under this ref: markers name it. Of a text that could not be kept they name none.
    #[must_use]
    pub fn kept_under(&self, reference: Option<Ref>) -> Self {
        let mut rules = self.rules.clone();
        rules.reference = reference.map_or(0, Ref::number);
        Self { rules }
    }

    /// Returns `true` if a text certainly fits by its length, and no other option applies to it.
    pub(crate) fn surely_fits(&self, text: &str) -> bool {
        self.rules.clean().is_none() && text.len() <= self.rules.safe_utf16()
    }

    /// True if a text may come in pieces.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOption`] for [`Format::Json`]: what a JSON text can do without is known at its end.
    pub fn check_stream(&self) -> Result<(), Error> {
        if self.rules.json() {
            let message = "format: \"json\" needs the whole text: it is not for streams";
            return Err(Error::new(ErrorKind::InvalidOption, message.into()));
        }
        Ok(())
    }

    /// A text that comes in pieces, with these options; [`Format::Json`] is passed over, see [`Trimmer::check_stream`].
    #[must_use]
    pub fn stream(&self) -> TrimStream {
        TrimStream::of(self.clone())
    }

    /// The result for a text that is clean but over a limit, and its plan; `count` is the owner's own token counter,
    /// `known` the lines that matter where they were looked for.
    fn trimmed(
        &self,
        source: &dyn Source,
        count: &dyn Fn(&str) -> usize,
        known: Option<&Selected>,
    ) -> Option<(Trimmed<'static>, Plan)> {
        let plan = self.plan_with(source, known)?;
        let text = self.render(source, &plan);
        let (text, cleaned) = stream::settle(self, text, count);
        if let Some(listener) = &self.rules.listener.0 {
            let event = self.event(source, &plan);
            let after = if cleaned.is_some() { measure::size_in(&text, event.unit) } else { event.after };
            listener(&TruncationEvent { after, ..event });
        }
        let kept = self.kept(source, &plan, cleaned.map(|_| &*text));
        let omitted = plan.omitted;
        let trimmed = Trimmed { text: Cow::Owned(text), truncated: true, omitted, cleaned, reference: None, kept };
        Some((trimmed, plan))
    }

    fn render(&self, source: &dyn Source, plan: &Plan) -> String {
        let (mut first, mut last) = (Vec::new(), Vec::new());
        let head = source.read(0, plan.head, &mut first);
        let tail = source.read(plan.tail, source.len(), &mut last);
        [head, &plan.marker_text(&self.rules), tail].concat()
    }

    /// The text of bytes: UTF-8, or UTF-16 by its byte order mark or its NULs.
    pub(crate) fn decoded<'a>(&self, bytes: &'a [u8]) -> Result<Cow<'a, str>, Error> {
        let replace = self.rules.decode == Decode::Replace;
        if encoding(bytes) != Encoding::Utf8 {
            let (mut decoder, mut text) = (Decoder::default(), String::with_capacity(bytes.len()));
            decoder.push(bytes, replace, |piece| text.push_str(piece))?;
            decoder.finish(replace, |piece| text.push_str(piece))?;
            return Ok(Cow::Owned(text));
        }
        match str::from_utf8(bytes) {
            Ok(text) => Ok(Cow::Borrowed(text)),
            Err(_) if replace => Ok(String::from_utf8_lossy(bytes)),
            Err(error) => {
                let offset = error.valid_up_to();
                Err(not_utf8(bytes.get(offset).copied().unwrap_or_default(), offset as u64))
            }
        }
    }

    /// Plans a cut of a text that may live elsewhere; `None` if it is within all limits.
    ///
    /// The source is a trait object: the planner is compiled once, whoever owns the text.
    #[must_use]
    pub fn plan(&self, source: &dyn Source) -> Option<Plan> {
        self.plan_with(source, None)
    }

    fn plan_with(&self, source: &dyn Source, known: Option<&Selected>) -> Option<Plan> {
        let rules = &self.rules;
        let fits = fits::fits(source, rules);
        match (rules.limits.tokens, &rules.counter) {
            (Some(limit), options::Counter::Given(_) | options::Counter::Source) => {
                counted::plan(source, rules, limit, &|| self.selected(source, known))
            }
            (Some(limit), options::Counter::Estimate) if fits && fits::estimate_within(source, rules, limit) => None,
            (None, _) if fits => None,
            _ => Some(Plan::new(source, rules, self.selected(source, known).as_ref())),
        }
    }

    /// True when a text is over a limit.
    #[must_use]
    pub fn is_over(&self, source: &dyn Source) -> bool {
        let rules = &self.rules;
        match (rules.limits.tokens, &rules.counter) {
            (Some(limit), options::Counter::Given(_) | options::Counter::Source) => {
                counted::is_over(source, rules, limit)
            }
            (Some(limit), options::Counter::Estimate) => {
                !fits::fits(source, rules) || !fits::estimate_within(source, rules, limit)
            }
            (None, _) => !fits::fits(source, rules),
        }
    }

    /// The lines that matter, where they are to be rescued.
    fn selected(&self, source: &dyn Source, known: Option<&Selected>) -> Option<Selected> {
        let options = self.rules.rescue.get()?;
        let selected = match known.filter(|_| !PLAIN) {
            Some(known) => known.clone(),
            None => rescue::select(source, options, &self.rules),
        };
        // Without rescue and without an answer nothing was selected.
        (options.is_on() || selected.answers).then_some(selected)
    }

    /// The head, the marker and the tail of a text; of one that fits the text is the head.
    pub(crate) fn parts(&self, source: &dyn Source) -> (String, String, String) {
        let piece = |from, to| String::from(source.read(from, to, &mut Vec::new()));
        match self.plan(source) {
            Some(plan) => (piece(0, plan.head), plan.marker_text(&self.rules), piece(plan.tail, source.len())),
            None => (piece(0, source.len()), String::new(), String::new()),
        }
    }

    /// True for a JSON text that is to stay JSON: while it is within the limits, cleaning leaves it alone. Noise in
    /// JSON is data, and lines that repeat are not noise there.
    #[must_use]
    pub fn leaves_json(&self, text: &str) -> bool {
        self.rules.json() && self.rules.clean().is_some() && JsonText::parse(without_mark(text)).is_some()
    }

    /// True when a text that is JSON stays JSON.
    #[must_use]
    pub fn reads_json(&self) -> bool {
        self.rules.json()
    }

    /// The event of a plan.
    #[must_use]
    pub fn event(&self, source: &dyn Source, plan: &Plan) -> TruncationEvent {
        let (before, after) = plan.sizes(source, &self.rules);
        self.event_of(before, after, plan.omitted)
    }

    fn event_of(&self, before: u64, after: u64, omitted: Omitted) -> TruncationEvent {
        let Rules { unit, limit, .. } = self.rules;
        TruncationEvent { label: self.rules.label.clone(), unit, limit, before, after, omitted }
    }

    /// Returns the number of UTF-16 units up to which every text is within all limits.
    #[must_use]
    pub fn safe_utf16(&self) -> usize {
        self.rules.safe_utf16()
    }

    /// Returns how many chars of each end decide how an ASCII text is trimmed, if no more of it is read: nothing is
    /// rescued, cleaned or kept as JSON, and neither lines nor tokens count. [`Trimmer::trim_ends`] takes these.
    #[must_use]
    pub fn reach(&self) -> Option<usize> {
        let rules = &self.rules;
        let reads_more = rules.rescue.get().is_some() || self.needs_all() || rules.count.lines || rules.count.tokens;
        let limits = [rules.limits.chars, rules.limits.utf16, rules.limits.bytes];
        let least = limits.into_iter().flatten().min().filter(|_| !reads_more)?;
        // Twice the limit: whether the line that is cut would fit alone.
        least.checked_mul(2)?.checked_add(ENDS_SLACK)
    }

    /// Trims an ASCII text of which only both ends are at hand, [`Trimmer::reach`] chars of each; `between` chars are
    /// between them. As [`Trimmer::trim`] of the whole.
    #[must_use]
    pub fn trim_ends(&self, head: &str, tail: &str, between: u64) -> Option<Trimmed<'static>> {
        let facts = Facts { hole: Sizes::ascii(between), ..Facts::default() };
        let count = |_: &str| usize::MAX;
        self.trimmed(&Ends::new(head, tail, &facts, &count), &count, None).map(|(trimmed, _)| trimmed)
    }

    /// Handling of bytes that are not UTF-8.
    #[must_use]
    pub fn decode(&self) -> Decode {
        self.rules.decode
    }

    /// Returns the literal pieces of the marker; the numbers of [`Trimmer::placeholders`] go between them, unless
    /// [`Plan::replaces_pieces`].
    #[must_use]
    pub fn marker_pieces(&self) -> &[String] {
        &self.rules.marker.pieces
    }

    /// The numbers in the marker, in order; [`Plan::value`] has their values.
    #[must_use]
    pub fn placeholders(&self) -> &[Placeholder] {
        &self.rules.marker.placeholders
    }

    /// The counts of a text that fits: 0 in each unit that is asked for.
    #[must_use]
    pub fn nothing_omitted(&self) -> Omitted {
        let count = self.rules.count;
        Omitted {
            bytes: count.bytes.then_some(0),
            lines: self.rules.tells_lines.then_some(0),
            tokens: count.tokens.then_some(0),
            ..Omitted::default()
        }
    }
}

/// The error for bytes that are not UTF-8 from the given byte on.
#[must_use]
pub fn not_utf8(byte: u8, offset: u64) -> Error {
    let message =
        format!("text: byte {offset} (0x{byte:02x}) is not UTF-8; use decode \"replace\" to read it as U+FFFD");
    Error::new(ErrorKind::InvalidEncoding, message)
}
