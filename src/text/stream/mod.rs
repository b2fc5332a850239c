//! Streams: the result of a trim without ever holding the whole text.
//!
//! `decoder` and `utf8` turn bytes into text, `cleaning` removes noise, `window` holds the two ends, and `ends` presents them to
//! the planner as the whole. So streams reuse the planner.

mod cleaning;
mod decoder;
mod ends;
mod utf8;
mod window;

use alloc::borrow::Cow;
use alloc::string::String;
use core::mem::take;

use super::kept::whole;
use super::rescue::selector;
use super::select::Selector;
use super::{Decode, TrimOptions, Trimmed, Trimmer};
use crate::error::Error;
use crate::facts::{Facts, Sizes};
use crate::measure::Sampler;
use crate::plain::Full;
use crate::refs::Ref;
use crate::source::{Source, floor};
use cleaning::Cleaning;
pub(super) use cleaning::settle;
pub(super) use decoder::Decoder;
pub(super) use ends::Ends;
use window::Window;

/// Bytes that are cleaned at a time: what comes of them is held.
const PIECE: usize = 16 * 1024;

/// [`crate::trim`] for a text that comes in pieces, cut anywhere: the same result, without holding the text.
///
/// ```
/// use tooltrim::TrimStream;
///
/// let mut stream = TrimStream::new(60)?;
/// for piece in ["start\nstep 1\nstep 2\nst", "ep 3\nstep 4\nstep 5\nstep 6\n", "error: step 7 failed\n"] {
///     stream.push(piece);
/// }
/// let trimmed = stream.finish()?;
/// assert_eq!(trimmed.text, "start\n[\u{2026} 5 lines]\nstep 6\nerror: step 7 failed\n");
/// # Ok::<(), tooltrim::Error>(())
/// ```
///
/// Between two calls it holds at most 64 bytes for each unit of the smallest limit, and 1 MiB, whatever it is given;
/// with [`TrimOptions::clean`] also what a [`crate::cleaning::Cleaner`] holds, with [`TrimOptions::rescue`] the lines
/// that may be kept. A line may be long: with no limit but [`TrimOptions::max_lines`] it holds twice as many lines as
/// the result may have, and with no limit at all everything. [`TrimStream::finish`] copies what is held once. Linear in
/// the text, at the speed of counting and copying it.
#[derive(Clone, Debug)]
pub struct TrimStream {
    trimmer: Trimmer,
    decoder: Decoder,
    failed: Option<Error>,
    cleaning: Full<Cleaning>,
    /// Buffer for cleaned text.
    cleaned: String,
    window: Window,
    sampler: Option<Sampler>,
    selector: Full<Selector>,
}

impl TrimStream {
    /// Creates a stream, and checks the options.
    ///
    /// # Errors
    /// As [`crate::trim`], and for [`crate::trimming::Format::Json`].
    pub fn new(options: impl Into<TrimOptions>) -> Result<Self, Error> {
        let trimmer = Trimmer::new(options)?;
        trimmer.check_stream()?;
        Ok(trimmer.stream())
    }

    pub(super) fn of(trimmer: Trimmer) -> Self {
        let rules = &trimmer.rules;
        Self {
            cleaning: Full::new(Cleaning::of(rules)),
            window: Window::new(rules),
            sampler: rules.count.tokens.then(Sampler::default),
            selector: Full::new(selector(rules)),
            decoder: Decoder::default(),
            failed: None,
            cleaned: String::new(),
            trimmer,
        }
    }

    /// Adds text. After bytes that end inside a char, the char is incomplete; if that is an error,
    /// [`TrimStream::finish`] reports it.
    pub fn push(&mut self, text: &str) {
        if self.failed.is_none() && self.decoder.is_between_chars() {
            self.decoder.skip(text.len());
            self.read(text);
        } else if !text.is_empty() {
            // It is remembered.
            let _ = self.push_bytes(text.as_bytes());
        }
    }

    /// Reads on in UTF-8, cut anywhere, even within a char; in UTF-16 where the first bytes say so, see
    /// [`Trimmer::trim_bytes`].
    ///
    /// ```
    /// use tooltrim::TrimStream;
    ///
    /// let mut stream = TrimStream::new(4000)?;
    /// for piece in "na\u{ef}ve".as_bytes().chunks(3) {
    ///     stream.push_bytes(piece)?;
    /// }
    /// assert_eq!(stream.finish()?.text, "na\u{ef}ve");
    /// # Ok::<(), tooltrim::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidEncoding`] with the offset of the first bad byte in all that was read, unless
    /// [`Decode::Replace`] is set; then, and from then on, nothing more is read.
    pub fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.decode(|decoder, replace, each| decoder.push(bytes, replace, each))
    }

    /// Returns a stream that has read the same, without bytes that end within a char: its result is the one so far.
    ///
    /// ```
    /// use tooltrim::TrimStream;
    ///
    /// let mut stream = TrimStream::new(4000)?;
    /// stream.push_bytes(b"3 of 9 done, caf\xc3")?;
    /// assert_eq!(stream.so_far().finish()?.text, "3 of 9 done, caf");
    /// stream.push_bytes(b"\xa9")?;
    /// assert_eq!(stream.finish()?.text, "3 of 9 done, caf\u{e9}");
    /// # Ok::<(), tooltrim::Error>(())
    /// ```
    ///
    /// Listeners of the options hear of its cuts, too. Copies what is held.
    #[must_use]
    pub fn so_far(&self) -> Self {
        let mut stream = self.clone();
        // The first bytes may be held. What is bad among them is no char yet, and is reported in the end.
        let _ = stream.decode(|decoder, replace, each| decoder.decide(replace, &mut { each }));
        Self { decoder: Decoder::default(), failed: self.failed.clone(), ..stream }
    }

    /// Sets the ref under which the owner stores the text, as [`Trimmer::kept_under`].
    pub fn keep_under(&mut self, reference: Option<Ref>) {
        self.trimmer = self.trimmer.kept_under(reference);
    }

    /// Ends the text, and returns the result.
    ///
    /// # Errors
    /// As [`TrimStream::push_bytes`], also for bytes that end within a char.
    pub fn finish(self) -> Result<Trimmed<'static>, Error> {
        self.finish_with(|_| usize::MAX)
    }

    /// As [`TrimStream::finish`], for options whose `tokens` a host counts.
    ///
    /// # Errors
    /// As [`TrimStream::finish`].
    pub fn finish_with(self, count: impl Fn(&str) -> usize) -> Result<Trimmed<'static>, Error> {
        self.finish_parts(count).map(|(trimmed, ..)| trimmed)
    }

    /// As [`TrimStream::finish_with`], with the UTF-16 units of the kept head and tail.
    #[doc(hidden)]
    pub fn finish_parts(mut self, count: impl Fn(&str) -> usize) -> Result<(Trimmed<'static>, usize, usize), Error> {
        self.decode(|decoder, replace, each| decoder.finish(replace, each))?;
        if let Some(mut cleaning) = self.cleaning.take() {
            let mut cleaned = take(&mut self.cleaned);
            cleaning.finish(&mut cleaned);
            self.take(&cleaned);
            self.cleaning = Full::new(Some(cleaning));
        }
        let (head, tail, hole) = self.window.finish();
        let noise = self.cleaning.get().and_then(|cleaning| {
            let last = if tail.is_empty() { &head } else { &tail };
            let ends_open = !last.is_empty() && !last.ends_with('\n');
            cleaning.noise(hole.plus(Sizes::of(&head)).plus(Sizes::of(&tail)), ends_open)
        });
        let input = self.cleaning.get().filter(|_| noise.is_some()).map(Cleaning::input);
        let samples = self.sampler.filter(|_| hole.bytes > 0).map(Sampler::finish);
        let facts = Facts { hole, samples, input };
        let selected = self.selector.take().map(Selector::finish);
        // A trait object: another planner for this type would be large and no faster where it matters.
        let source: &dyn Source = &Ends::new(&head, &tail, &facts, &count);
        if let Some((trimmed, plan)) = self.trimmer.trimmed(source, &count, selected.as_ref()) {
            let cleaned = noise.map_or(trimmed.cleaned, |noise| Some(noise.plus(trimmed.cleaned)));
            let (head, tail) = (source.utf16(0, plan.head), source.utf16(plan.tail, source.len()));
            return Ok((Trimmed { cleaned, ..trimmed }, head, tail));
        }
        let (omitted, units) = (self.trimmer.nothing_omitted(), source.utf16(0, source.len()));
        let kept = whole(&head, self.trimmer.rules.positions);
        let text = Cow::Owned(head);
        let trimmed = Trimmed { text, truncated: false, omitted, cleaned: noise, reference: None, kept };
        Ok((trimmed, units, 0))
    }

    /// The UTF-16 units that are no longer held: from here up to there.
    #[doc(hidden)]
    #[must_use]
    pub fn gone(&self) -> (u64, u64) {
        self.window.gone()
    }

    /// The bytes that are held now, but for those of a [`crate::cleaning::Cleaner`] and of lines to rescue.
    #[must_use]
    pub fn held(&self) -> usize {
        self.window.held() + self.cleaned.capacity() + self.sampler.as_ref().map_or(0, Sampler::held)
    }

    fn decode(
        &mut self,
        step: impl FnOnce(&mut Decoder, bool, &mut dyn FnMut(&str)) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let replace = self.trimmer.decode() == Decode::Replace;
        let mut decoder = take(&mut self.decoder);
        let result = step(&mut decoder, replace, &mut |text| self.read(text));
        self.decoder = decoder;
        self.failed = result.as_ref().err().cloned();
        result
    }

    /// Cleans what there is to clean.
    fn read(&mut self, text: &str) {
        let Some(mut cleaning) = self.cleaning.take() else { return self.take(text) };
        let mut cleaned = take(&mut self.cleaned);
        let mut rest = text;
        while !rest.is_empty() {
            let (piece, after) = rest.split_at_checked(floor(rest, PIECE)).unwrap_or((rest, ""));
            cleaning.push(piece, &mut cleaned);
            self.take(&cleaned);
            cleaned.clear();
            rest = after;
        }
        (self.cleaning, self.cleaned) = (Full::new(Some(cleaning)), cleaned);
    }

    /// All text passes here once, cleaned and in order.
    fn take(&mut self, text: &str) {
        if let Some(sampler) = &mut self.sampler {
            sampler.push(text);
        }
        if let Some(selector) = self.selector.get_mut() {
            selector.push(text);
        }
        self.window.push(text);
    }
}
