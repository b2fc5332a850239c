//! Options once checked: what the planner works with.

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;

use super::budget::Budget;
use super::marker_choice::{Gaps, MarkerPlace};
use super::options::{Counted, Counter, DEFAULT_MAX_CHARS, Decode, Format, Keep, Limits, Listener, Snap, TrimOptions};
use super::select::RescueOptions;
use super::select::about::Question;
use crate::clean::CleanOptions;
use crate::error::{Error, ErrorKind};
use crate::event::Unit;
use crate::forms;
use crate::marker::{Marker, Placeholder};
use crate::measure::{MOST_PER_UNIT, saturate};
use crate::plain::{Full, PLAIN};

/// A number ten digits wide.
pub(super) const WIDE: u64 = 9_999_999_999;

/// Checked options.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "options, most of which callers know as such")]
pub(crate) struct Rules {
    /// Lines as newlines; tokens with the margin taken off. The span is the most bytes that a token limit lets through,
    /// however cheap they are: what is held of a stream is bounded.
    pub(crate) limits: Budget,
    /// Value and unit of `{limit}`.
    pub(crate) limit: u64,
    pub(crate) unit: Unit,
    pub(crate) label: Option<String>,
    pub(crate) listener: Listener,
    pub(crate) keep: Keep,
    pub(crate) head_share: f64,
    pub(crate) head_chars: Option<usize>,
    pub(crate) tail_chars: Option<usize>,
    pub(crate) snap: Snap,
    pub(crate) marker: Marker,
    /// Beside it for gaps between lines that are rescued.
    pub(crate) gaps: Option<Gaps>,
    /// Cut ends of lines get an ellipsis: only beside our own marker on a line of its own.
    pub(crate) marks: bool,
    pub(crate) trim_end: bool,
    pub(crate) decode: Decode,
    /// The counts to take: asked for, or needed for a limit or the marker.
    pub(crate) count: Counted,
    /// Results say how many lines are missing: not where only gaps between rescued lines do.
    pub(crate) tells_lines: bool,
    pub(crate) counter: Counter,
    pub(super) clean: CleanOptions,
    pub(crate) rescue: Full<RescueOptions>,
    /// What lines come first for; then the options above are there, if only to say that nothing else is selected.
    pub(crate) about: Full<Arc<Question>>,
    /// The caller asked for it, so that it holds for strings of a JSON text, too.
    pub(super) rescue_asked: bool,
    pub(super) json: bool,
    /// Ref under which the original is stored, as a number; 0 if there is none.
    pub(crate) reference: u64,
    /// Unit of the kept ranges.
    pub(super) positions: Unit,
    /// No piece that is kept begins like a form of ours.
    pub(crate) guards: bool,
}

impl Rules {
    /// Checks options; `count` answers for [`Counter::Source`] while there is no source yet.
    pub(crate) fn check(options: TrimOptions, count: impl Fn(&str) -> usize) -> Result<Self, Error> {
        let TrimOptions { mut limits, head_share, count: counted, ref counter, .. } = options;
        if limits == Limits::default() {
            limits.chars = Some(DEFAULT_MAX_CHARS);
        }
        // NaN is in no range.
        if !(0.0..=1.0).contains(&head_share) {
            return Err(invalid("headShare", "must be a number from 0 to 1"));
        }
        let margin = options.token_margin.unwrap_or(if matches!(counter, Counter::Estimate) { 1.1 } else { 1.0 });
        if !(margin.is_finite() && margin > 0.0) {
            return Err(invalid("tokenMargin", "must be a number above 0"));
        }
        let rescue = &options.rescue;
        if rescue.as_ref().and_then(|rescue| rescue.share).is_some_and(|share| !(0.0..=1.0).contains(&share)) {
            return Err(invalid("rescue.share", "must be a number from 0 to 1"));
        }
        let by_order = [limits.chars, limits.utf16, limits.bytes, limits.lines, limits.tokens];
        let first = Unit::ALL.into_iter().zip(by_order).find_map(|(unit, limit)| Some((unit, limit?)));
        let (unit, limit) = first.unwrap_or((Unit::Chars, 0));
        let place = MarkerPlace { limits, limit, margin, counter, count: &count, keeping: options.keeping };
        let marker = place.marker(options.marker.as_deref())?;
        let about = options.about.as_deref().filter(|_| !PLAIN);
        let about = about.and_then(|about| Question::new(about, options.synonyms)).map(Arc::new);
        let rescue = options.rescues().or_else(|| about.is_some().then(|| false.into()));
        let gaps = if options.marker.is_none() && rescue.is_some() { place.gaps(&marker)? } else { None };
        let begins = marker.pieces.first().map(String::as_str).unwrap_or_default();
        let marks =
            options.snap == Snap::Line && options.marker.is_none() && begins.starts_with(forms::TRUNCATED.begins);
        let uses = |placeholder| marker.uses(placeholder);
        let tells_lines = counted.lines
            || limits.lines.is_some()
            || uses(Placeholder::OmittedLines)
            || uses(Placeholder::TotalLines)
            || uses(Placeholder::FirstOmittedLine)
            || uses(Placeholder::LastOmittedLine);
        Ok(Self {
            limits: Budget {
                chars: limits.chars.map(saturate),
                utf16: limits.utf16.map(saturate),
                bytes: limits.bytes.map(saturate),
                newlines: limits.lines.map(saturate),
                tokens: limits.tokens.map(|limit| without_margin(limit, margin)),
                span: limits.tokens.map(|limit| span(limit, &marker)),
            },
            limit,
            unit,
            label: options.label,
            listener: options.listener,
            keep: match options.keep {
                // What the other end leaves free is not spent on an end that is to have nothing.
                Keep::Ends if head_share >= 1.0 => Keep::Head,
                Keep::Ends if head_share <= 0.0 => Keep::Tail,
                keep => keep,
            },
            head_share,
            head_chars: options.head_chars.map(saturate),
            tail_chars: options.tail_chars.map(saturate),
            snap: options.snap,
            trim_end: options.trim_end,
            decode: options.decode,
            count: Counted {
                bytes: counted.bytes
                    || limits.bytes.is_some()
                    || uses(Placeholder::OmittedBytes)
                    || uses(Placeholder::TotalBytes),
                lines: tells_lines || gaps.is_some(),
                tokens: counted.tokens || limits.tokens.is_some() || uses(Placeholder::OmittedTokens),
            },
            tells_lines,
            counter: options.counter,
            clean: options.clean,
            gaps,
            marks,
            marker,
            rescue: Full::new(rescue),
            about: Full::new(about),
            rescue_asked: options.rescue.is_some(),
            json: options.format == Format::Json,
            reference: 0,
            positions: options.positions,
            guards: false,
        })
    }

    /// True where the caller says how much of an end is kept: only failures take room beside it.
    pub(crate) fn has_sized_ends(&self) -> bool {
        self.head_chars.is_some() || self.tail_chars.is_some()
    }

    /// Returns the text that ends a cut line before the marker.
    pub(crate) fn line_end(&self, marks: bool) -> &'static str {
        match (marks, self.marker.needs_break_before()) {
            (true, _) => "\u{2026}\n",
            (false, true) => "\n",
            (false, false) => "",
        }
    }

    /// What to clean, if anything.
    pub(crate) fn clean(&self) -> Option<&CleanOptions> {
        if PLAIN { None } else { Some(&self.clean).filter(|clean| !clean.is_none()) }
    }

    /// True when a text that is JSON stays JSON.
    pub(crate) fn json(&self) -> bool {
        !PLAIN && self.json
    }

    /// The same rules for strings in a JSON text: without limits.
    pub(crate) fn for_strings(&self) -> Self {
        // The lines of a string are escapes in JSON: breaks around a marker would only take room.
        let snap = if self.snap == Snap::Line { Snap::Grapheme } else { self.snap };
        let rescue = match self.rescue.get() {
            Some(rescue) if self.rescue_asked => Some(rescue.clone()),
            _ => self.about.get().map(|_| false.into()),
        };
        // Of the text as a whole one cut is reported, not of each string, and not for each total that is tried.
        Self {
            limits: Budget::default(),
            json: false,
            snap,
            rescue: Full::new(rescue),
            listener: Listener::default(),
            marks: false,
            ..self.clone()
        }
    }

    /// The same rules for a text of which no part may stand alone: only the marker stays.
    pub(crate) fn marker_alone(&self) -> Self {
        let (rescue, about) = (Full::new(None), Full::new(None));
        Self { keep: Keep::None, rescue, about, gaps: None, json: false, ..self.clone() }
    }

    /// Bytes of the marker with each number ten digits wide.
    pub(crate) fn marker_bytes(&self) -> usize {
        self.marker.size(|_| WIDE).bytes
    }

    /// Returns the same rules with a limit of bytes; `None` if the marker does not fit.
    pub(crate) fn within_bytes(&self, bytes: usize) -> Option<Self> {
        let bytes = self.limits.bytes.map_or(bytes, |own| own.min(bytes));
        let fits = self.marker_bytes() <= bytes;
        let limits = Budget { bytes: Some(bytes), ..self.limits };
        fits.then(|| Self { limits, limit: bytes as u64, unit: Unit::Bytes, ..self.clone() })
    }

    /// Returns the same rules with a limit of chars; `None` if the marker does not fit.
    pub(crate) fn within_chars(&self, chars: usize) -> Option<Self> {
        let chars = self.limits.chars.map_or(chars, |own| own.min(chars));
        let fits = self.marker.size(|_| WIDE).chars <= chars;
        let limits = Budget { chars: Some(chars), ..self.limits };
        fits.then(|| Self { limits, limit: chars as u64, unit: Unit::Chars, ..self.clone() })
    }

    /// The most bytes that can be kept, as far as limits say so.
    pub(crate) fn most_bytes(&self) -> Option<usize> {
        let limits = self.limits;
        let times = |limit: Option<usize>, bytes: usize| limit.map(|limit| limit.saturating_mul(bytes));
        [times(limits.chars, 4), times(limits.utf16, 3), limits.bytes, limits.span].into_iter().flatten().min()
    }

    /// A text of no more UTF-16 units than this fits whatever it holds.
    pub(crate) fn safe_utf16(&self) -> usize {
        let limits = self.limits;
        let tokens = limits.tokens.map(|limit| match self.counter {
            Counter::Estimate => limit / MOST_PER_UNIT,
            Counter::Given(_) | Counter::Source => 0,
        });
        let bytes = limits.bytes.map(|limit| limit / 3);
        [limits.chars, limits.utf16, bytes, limits.newlines, tokens].into_iter().flatten().min().unwrap_or(usize::MAX)
    }
}

/// Bytes that are never too many for a token limit.
const FREE_BYTES: usize = 128 * 1024;
/// Maximum bytes that a token counts for, beyond those. Prose and code take 3 to 6, columns of blanks 10.
const BYTES_PER_TOKEN: usize = 14;

/// The bytes that a token limit lets through. The marker alone always fits.
fn span(limit: u64, marker: &Marker) -> usize {
    let marker = marker.size(|_| u64::MAX).bytes.saturating_mul(2);
    FREE_BYTES.max(marker).saturating_add(saturate(limit).saturating_mul(BYTES_PER_TOKEN))
}

/// The most tokens that stay within the limit when multiplied by the margin, in floating point as a caller checks it.
pub(super) fn without_margin(limit: u64, margin: f64) -> usize {
    let mut most = (limit as f64 / margin) as u64;
    while most > 0 && most as f64 * margin > limit as f64 {
        most -= 1;
    }
    saturate(most)
}

pub(super) fn invalid(field: &str, rule: &str) -> Error {
    Error::new(ErrorKind::InvalidOption, format!("{field}: {rule}"))
}
