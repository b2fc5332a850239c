//! `trim`: a JSON text stays JSON where the options ask for it, any other is trimmed as text. Here and not in `text`, because
//! value trimming builds on text trimming. For JSON it searches for the total at which all limits hold, whatever their units.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::about::Answered;
use super::json::{Written, written};
use super::rules::{JSON_LEVELS, Rules};
use super::walk::Values;
use crate::error::Error;
use crate::event::Noise;
use crate::facts::Sizes;
use crate::measure::{TokenEstimator, estimate_tokens};
use crate::number::part;
use crate::plain::PLAIN;
use crate::source::StrSource;
use crate::text::{TrimOptions, Trimmed, Trimmer, without_mark};
use crate::tree::{Form, JsonText, ValueSource as _};

/// Trims a text to its limits, marker included.
///
/// ```
/// let log = "start\nstep 1\nstep 2\nstep 3\nstep 4\nstep 5\nstep 6\nerror: step 7 failed\n";
/// let trimmed = tooltrim::trim(log, 60)?;
/// assert_eq!(trimmed.text, "start\n[\u{2026} 5 lines]\nstep 6\nerror: step 7 failed\n");
/// assert_eq!(trimmed.omitted.chars, 35);
///
/// assert!(matches!(tooltrim::trim(log, 4000)?.text, std::borrow::Cow::Borrowed(_)));
/// # Ok::<(), tooltrim::Error>(())
/// ```
///
/// The second argument is a limit in chars or [`TrimOptions`]. Trimming the result again with the same options returns
/// it unchanged. One pass over the text finds the lines that matter; with `rescue(false)` the cost follows the limit, but
/// for a fast pass that counts omissions.
///
/// # Errors
/// [`crate::ErrorKind::InvalidOption`] and [`crate::ErrorKind::MarkerTooLong`], before the text is read.
pub fn trim(text: &str, options: impl Into<TrimOptions>) -> Result<Trimmed<'_>, Error> {
    Ok(Trimmer::new(options)?.trim(text))
}

impl Trimmer {
    /// Trims a text. Total: there is a result for every text.
    #[must_use]
    pub fn trim<'a>(&self, text: &'a str) -> Trimmed<'a> {
        if !PLAIN && self.reads_json() {
            if !self.is_over(&StrSource(text)) {
                return if self.leaves_json(text) { self.unchanged(text) } else { self.trim_text(text) };
            }
            if let Some(bounded) = self.trim_json(text, &|_| usize::MAX) {
                return bounded;
            }
        }
        self.trim_text(text)
    }

    /// Decodes bytes and trims the text: UTF-8, or UTF-16 if they begin with its byte order mark, or if they are at least 16
    /// and every second byte of the first kilobyte is NUL. A byte order mark is kept as the char it is.
    ///
    /// ```
    /// use tooltrim::{TrimOptions, Trimmer};
    /// use tooltrim::trimming::Decode;
    ///
    /// let trimmer = Trimmer::new(TrimOptions::new().decode(Decode::Replace))?;
    /// assert_eq!(trimmer.trim_bytes(b"caf\xe9")?.text, "caf\u{fffd}");
    /// # Ok::<(), tooltrim::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidEncoding`] with the offset of the first bad byte, unless [`crate::trimming::Decode::Replace`] is set.
    pub fn trim_bytes<'a>(&self, bytes: &'a [u8]) -> Result<Trimmed<'a>, Error> {
        Ok(match self.decoded(bytes)? {
            Cow::Borrowed(text) => self.trim(text),
            Cow::Owned(text) => {
                let trimmed = self.trim(&text);
                Trimmed { text: Cow::Owned(trimmed.text.into_owned()), ..trimmed }
            }
        })
    }

    /// The text that comes out, where that is another one.
    pub(super) fn trim_owned(&self, text: &str) -> Option<String> {
        let trimmed = self.trim(text);
        (trimmed.truncated || trimmed.cleaned.is_some()).then(|| trimmed.text.into_owned())
    }

    /// Trims a JSON text that is over a limit, to JSON; `None` if it is not JSON, or if the limits leave no room for
    /// JSON. A number is never cut: a text in its place reports that it is missing, and where none fits, nothing stays. `count` is the owner's own token
    /// counter.
    #[must_use]
    pub fn trim_json(&self, text: &str, count: &dyn Fn(&str) -> usize) -> Option<Trimmed<'static>> {
        if PLAIN {
            return None;
        }
        let bounded = match bounded_json(text, self, count) {
            Some(bounded) => bounded,
            None => self.without_number(text)?,
        };
        let mut omitted = self.nothing_omitted();
        (omitted.utf16, omitted.chars) = (bounded.omitted.utf16, bounded.omitted.chars);
        omitted.bytes = omitted.bytes.map(|_| bounded.omitted.bytes);
        omitted.tokens = omitted.tokens.map(|_| bounded.omitted_tokens);
        let truncated = !bounded.complete;
        if truncated {
            self.report(text, &bounded.text, omitted);
        }
        let cleaned = bounded.blanks.map(|blanks| Noise { chars: blanks.chars, lines: blanks.newlines });
        let (text, kept) = (Cow::Owned(bounded.text), Vec::new());
        Some(Trimmed { text, truncated, omitted, cleaned, reference: None, kept })
    }
}

impl Trimmer {
    /// Returns what is left of a number where not even an empty text fits: a part of it would be another number. `None`
    /// for any other text.
    fn without_number(&self, text: &str) -> Option<BoundedJson> {
        let json = JsonText::parse(without_mark(text))?;
        if !matches!(json.root().form, Form::Plain(_)) {
            return None;
        }
        let omitted = Sizes::of(json.token(json.root().node));
        let omitted_tokens = if self.counts_tokens() { estimate_tokens(text) as u64 } else { 0 };
        let fits = |text: &str| self.excess(text, &estimate_tokens).is_none();
        let text = super::words::first_fitting(&["\u{2026}"], fits);
        Some(BoundedJson { text, omitted, omitted_tokens, complete: false, blanks: None })
    }
}

/// A bounded JSON text.
#[derive(Debug)]
struct BoundedJson {
    text: String,
    /// Sizes of the missing parts of the compact text.
    omitted: Sizes,
    omitted_tokens: u64,
    /// `true` if nothing is missing.
    complete: bool,
    /// Sizes of the removed white space between tokens, if there was any.
    blanks: Option<Sizes>,
}

/// Bounds a JSON text to all limits of a trimmer.
fn bounded_json(text: &str, trimmer: &Trimmer, count: &dyn Fn(&str) -> usize) -> Option<BoundedJson> {
    let text = without_mark(text);
    let json = JsonText::parse(text)?;
    let (mut sizes, mut tokens) = (Sizes::default(), TokenEstimator::new());
    json.compact_pieces(0, |piece| {
        sizes = sizes.plus(Sizes::of(piece));
        if trimmer.counts_tokens() {
            tokens.push(piece);
        }
    });
    let whole = sizes.bytes as usize;
    let blanks = (whole < text.len()).then(|| Sizes::of(text).less(sizes));
    // Call a counter only for text that may fit.
    let may_fit = !trimmer.is_surely_over(&sizes)
        && (!trimmer.has_counter() || trimmer.bytes_within(&sizes, tokens.tokens() as u64) * 3 / 2 >= whole);
    if blanks.is_some() && may_fit {
        let mut compact = String::with_capacity(whole);
        json.write_compact(0, &mut compact);
        if trimmer.excess(&compact, count).is_none() {
            let omitted = Sizes::default();
            return Some(BoundedJson { text: compact, omitted, omitted_tokens: 0, complete: true, blanks });
        }
    }
    let (mut over, mut best): (usize, Option<(usize, Written)>) = (whole.saturating_add(1), None);
    let mut bytes = trimmer.bytes_within(&sizes, tokens.tokens() as u64).min(whole).max(2);
    // What answers a question is looked for once, whatever the total.
    let values = Values(&json);
    let answered = Answered::of(&values, &Rules::of_json(bytes, trimmer.without_limits(), JSON_LEVELS)).ok()?;
    let mut tries = if trimmer.has_counter() { COUNTED_TRIES } else { TRIES };
    loop {
        let rules = Rules::of_json(bytes, trimmer.without_limits(), JSON_LEVELS);
        let plan = answered.as_ref().and_then(|answered| answered.plan(&values, &rules, bytes));
        let answers = plan.is_some();
        let plan = plan.map_or_else(|| super::total::plan(&values, &rules, bytes), Ok).ok()?;
        let next = written(&json, &plan);
        let excess = trimmer.excess(&next.text, count);
        let guess = if let Some((size, limit)) = excess {
            over = bytes.min(over);
            part(next.text.len(), limit, size)
        } else {
            let best_bytes = best.as_ref().map_or(0, |(bytes, _)| *bytes);
            let fullness = trimmer.fullness(&next.text);
            if bytes >= best_bytes {
                best = Some((bytes, next));
            }
            if fullness >= NEAR {
                break;
            }
            // Answers are chosen to the byte: twice what is left is room for one that did not fit.
            if answers { part(bytes, 3000 - 2 * fullness, 1000) } else { bytes + (over - bytes) / 2 }
        };
        let low = best.as_ref().map_or(1, |(bytes, _)| *bytes);
        // Near enough: within a fiftieth.
        if over <= low + 1 + low / 50 {
            break;
        }
        tries = tries.saturating_sub(1);
        bytes = match (&best, tries) {
            (Some(_), 0) => break,
            // Tokens need not follow bytes: what fits is found all the same.
            (None, 0 | 1) => {
                tries = NEARER;
                over / 4
            }
            _ => guess,
        };
        bytes = bytes.max(low + 1).min(over - 1);
    }
    let (_, written) = best?;
    let kept = Sizes::of(&written.text).less(written.added);
    let kept_tokens = if trimmer.counts_tokens() { estimate_tokens(&written.text) } else { 0 };
    let omitted_tokens = tokens.tokens().saturating_sub(kept_tokens) as u64;
    Some(BoundedJson { omitted: sizes.less(kept), omitted_tokens, text: written.text, complete: false, blanks })
}

/// Thousandths of a limit that are near enough to it.
const NEAR: u64 = 970;
/// Most attempts if each calls a caller's counter.
const COUNTED_TRIES: usize = 4;
/// Most attempts at a result near its limits.
const TRIES: usize = 7;
/// Attempts after each leap down, while none fits.
const NEARER: usize = 3;
