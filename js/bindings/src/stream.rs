//! A text that arrives in pieces.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::RefCell;

use atomic_refcell::AtomicRefCell;
use tooltrim::trimming::{Noise, Omitted, TruncationEvent, Unit};
use tooltrim::{Ref, TrimStream};
use wasm_bindgen::prelude::*;

use crate::host::Failed;
use crate::text::JsText;
use crate::{host, text};

/// The last reported cut.
static TOLD: AtomicRefCell<Option<TruncationEvent>> = AtomicRefCell::new(None);

/// Keeps a cut for the next answer.
pub(crate) fn remember(event: &TruncationEvent) {
    *TOLD.borrow_mut() = Some(event.clone());
}

/// Takes the cut reported since the last call: its unit, the limit, the size before and after.
pub(crate) fn take_reported() -> [u64; 4] {
    TOLD.borrow_mut().take().map_or([0; 4], |event| {
        let unit = Unit::ALL.iter().position(|unit| *unit == event.unit).unwrap_or_default();
        [unit as u64, event.limit, event.before, event.after]
    })
}

/// The start and the end of each range.
pub(crate) fn flat(kept: &[(u64, u64)]) -> impl Iterator<Item = f64> {
    kept.iter().flat_map(|&(from, to)| [from as f64, to as f64])
}

/// A stream in the making, and the text of its result. All methods take `&self`: a callback of the caller's may call
/// them again.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Stream {
    stream: RefCell<Option<TrimStream>>,
    text: RefCell<String>,
}

impl Stream {
    pub(crate) fn new(stream: TrimStream) -> Self {
        Self { stream: RefCell::new(Some(stream)), text: RefCell::default() }
    }

    fn with<T>(&self, none: T, call: impl FnOnce(&mut TrimStream) -> T) -> T {
        let Some(mut stream) = self.stream.take() else { return none };
        let result = call(&mut stream);
        self.stream.replace(Some(stream));
        result
    }
}

#[wasm_bindgen]
impl Stream {
    /// Adds a string of `len` UTF-16 units that does not end inside a surrogate pair.
    ///
    /// # Errors
    /// As [`Stream::push_bytes`], which may have ended inside a char.
    pub fn push(&self, text: &JsValue, len: u32) -> Result<(), Failed> {
        let read = |stream: &mut TrimStream| {
            JsText::new(text, &JsValue::UNDEFINED, len).pieces(|piece| stream.push(piece));
            stream.push_bytes(&[])
        };
        Ok(self.with(Ok(()), read)?)
    }

    /// Reads on in UTF-8, cut anywhere.
    ///
    /// # Errors
    /// An `Error` with the code `INVALID_ENCODING`.
    pub fn push_bytes(&self, bytes: &[u8]) -> Result<(), Failed> {
        Ok(self.with(Ok(()), |stream| stream.push_bytes(bytes))?)
    }

    /// Returns a stream with the text so far.
    #[must_use]
    pub fn so_far(&self) -> Option<Stream> {
        self.stream.borrow().as_ref().map(|stream| Self::new(stream.so_far()))
    }

    /// The text is kept under this ref: markers name it. 0: it is not kept.
    pub fn set_ref(&self, number: f64) {
        self.with((), |stream| stream.keep_under(Ref::new(number as u64)));
    }

    /// The UTF-16 units that are no longer held: from here up to there.
    #[must_use]
    pub fn gone(&self) -> Vec<f64> {
        let (from, to) = self.with((0, 0), |stream| stream.gone());
        vec![from as f64, to as f64]
    }

    /// Ends the stream. Returns numbers: truncated, cleaned, 0; as in `Compiled::plan` the omitted UTF-16 units, chars,
    /// bytes, lines and tokens, and the reported cut; chars and lines removed by cleaning; UTF-16 units of head and
    /// tail; the start and the end of each kept range. The text is [`Stream::take_text`].
    ///
    /// # Errors
    /// As [`Stream::push_bytes`].
    pub fn finish(&self, counter: &JsValue) -> Result<Vec<f64>, Failed> {
        let Some(stream) = self.stream.take() else { return Ok(Vec::new()) };
        *TOLD.borrow_mut() = None;
        let count = |piece: &str| text::saturate(host::count_tokens(counter, &JsValue::from_str(""), 0, piece, 0));
        let (trimmed, head, tail) = stream.finish_parts(count)?;
        let Omitted { utf16, chars, bytes, lines, tokens, .. } = trimmed.omitted;
        let [bytes, lines, tokens] = [bytes, lines, tokens].map(Option::unwrap_or_default);
        let mut answer = vec![u64::from(trimmed.truncated), u64::from(trimmed.cleaned.is_some()), 0];
        answer.extend([utf16, chars, bytes, lines, tokens]);
        answer.extend(take_reported());
        let Noise { chars, lines, .. } = trimmed.cleaned.unwrap_or_default();
        answer.extend([chars, lines, head as u64, tail as u64]);
        self.text.replace(trimmed.text.into_owned());
        Ok(answer.into_iter().map(|number| number as f64).chain(flat(&trimmed.kept)).collect())
    }

    /// The text of the result, once.
    #[must_use]
    pub fn take_text(&self) -> String {
        self.text.take()
    }
}
