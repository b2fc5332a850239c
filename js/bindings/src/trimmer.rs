//! Checked options of trimming, and what is planned with them.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use tooltrim::host::{OptionValue, Source};
use tooltrim::trimming::{Decode, Omitted, Unit};
use tooltrim::{Ref, TrimOptions, Trimmer, presets};
use wasm_bindgen::prelude::*;

use crate::host::{self, Failed};
use crate::options;
use crate::stream::{self, Stream};
use crate::text::{self, JsText};

/// Checked options. All methods take `&self`: a callback of the caller's may call them again.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Compiled {
    trimmer: Trimmer,
    safe_utf16: u32,
    cleans: bool,
    /// The numbers of refs differ from text to text: a trimmer for each.
    kept: RefCell<Option<Trimmer>>,
    /// Cuts are reported.
    report_cuts: Cell<bool>,
    /// Numbers of the last plan, for JavaScript to read: they never move.
    answer: Box<[Cell<f64>]>,
    /// Text of the last plan between the ends.
    between: RefCell<String>,
    /// Kept ranges of the last plan, if they are more than the ends.
    pieces: RefCell<Box<[f64]>>,
}

/// Numbers of an answer before those in the marker.
const MARKER: usize = 12;

#[wasm_bindgen]
impl Compiled {
    /// Checks options; `counter` is the caller's token counter or undefined.
    ///
    /// # Errors
    /// An `Error` with the `code` of [`tooltrim::ErrorKind`].
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue, counter: &JsValue) -> Result<Compiled, Failed> {
        let options = options::read(TrimOptions::new(), options, TrimOptions::set)?;
        let cleans = options.cleans();
        let options = options.on_truncate(stream::remember).positions(Unit::Utf16);
        let count = |marker: &str| text::saturate(host::count_tokens(counter, &JsValue::from_str(""), 0, marker, 0));
        let trimmer = Trimmer::with_counter(options, count)?;
        let safe_utf16 = u32::try_from(trimmer.safe_utf16()).unwrap_or(u32::MAX);
        let answer = vec![Cell::new(0.0); MARKER + trimmer.placeholders().len() + 2].into();
        let (kept, report_cuts, between, pieces) = Default::default();
        Ok(Self { trimmer, safe_utf16, cleans, kept, report_cuts, answer, between, pieces })
    }

    /// Returns the address of the answer, as 64-bit floats.
    #[must_use]
    pub fn answer(&self) -> u32 {
        self.answer.as_ptr() as u32
    }

    /// Returns the number of UTF-16 units up to which every text fits.
    #[must_use]
    pub fn safe_utf16(&self) -> u32 {
        self.safe_utf16
    }

    /// True when texts are cleaned first: by a [`Stream`].
    #[must_use]
    pub fn cleans(&self) -> bool {
        self.cleans
    }

    /// Sets whether the next plans report cuts, which may read all of a text.
    pub fn set_report_cuts(&self, on: bool) {
        self.report_cuts.set(on);
    }

    /// The next text is kept under this ref; 0: it is not kept.
    pub fn set_ref(&self, number: f64) {
        self.kept.replace(Some(self.trimmer.kept_under(Ref::new(number as u64))));
    }

    /// Returns a stream with these options.
    #[must_use]
    pub fn stream(&self) -> Stream {
        Stream::new(self.current(Trimmer::stream))
    }

    /// Checks that these options allow streams.
    ///
    /// # Errors
    /// As [`Compiled::new`].
    pub fn check_stream(&self) -> Result<(), Failed> {
        Ok(self.trimmer.check_stream()?)
    }

    /// True when bytes that are not UTF-8 are read as U+FFFD.
    #[must_use]
    pub fn lossy(&self) -> bool {
        self.trimmer.decode() == Decode::Replace
    }

    /// The literal pieces of the marker.
    #[must_use]
    pub fn marker_pieces(&self) -> Vec<String> {
        self.trimmer.marker_pieces().to_vec()
    }

    /// Returns which of bytes (1), lines (2) and tokens (4) are counted.
    #[must_use]
    pub fn counted(&self) -> u32 {
        let omitted = self.trimmer.nothing_omitted();
        u32::from(omitted.bytes.is_some())
            + 2 * u32::from(omitted.lines.is_some())
            + 4 * u32::from(omitted.tokens.is_some())
    }

    /// Plans a cut; `false` if the text fits. `len` is its length.
    /// The answer: head, tail, breaks (1 before, 2 after the marker; 4 if [`Compiled::take_between`] replaces all three; 8 if
    /// more than the ends is kept: [`Compiled::take_kept`]),
    /// omitted UTF-16 units, chars, bytes, lines and tokens; if cuts are reported, the unit of the first limit, the
    /// limit, the size before and after; then the numbers in the marker.
    #[must_use]
    pub fn plan(&self, text: &JsValue, len: u32) -> bool {
        self.plan_source(&JsText::new(text, &JsValue::UNDEFINED, len))
    }

    /// True when a text that is JSON stays JSON: of one that is over a limit [`Compiled::json`] is asked first.
    #[must_use]
    pub fn reads_json(&self) -> bool {
        self.trimmer.reads_json()
    }

    /// The result for a JSON text: 0 when it is none, 3 when it stays as it is although texts are cleaned. Of one that
    /// is over a limit 1 when only white space went, 2 when something was cut. The text
    /// is then [`Compiled::take_between`], and the answer that of [`Compiled::plan`] with chars and lines of white
    /// space last.
    #[must_use]
    pub fn json(&self, text: &JsValue, len: u32, counter: &JsValue) -> u32 {
        let is_over = self.trimmer.is_over(&JsText::new(text, counter, len));
        if !is_over && !self.cleans {
            return 0;
        }
        let mut whole = String::with_capacity(len as usize);
        JsText::new(text, &JsValue::UNDEFINED, len).pieces(|piece| whole.push_str(piece));
        if !is_over {
            return if self.trimmer.leaves_json(&whole) { 3 } else { 0 };
        }
        let count = |text: &str| text::saturate(host::count_tokens(counter, &JsValue::from_str(""), 0, text, 0));
        stream::take_reported();
        let Some(trimmed) = self.current(|trimmer| trimmer.trim_json(&whole, &count)) else { return 0 };
        let Omitted { utf16, chars, bytes, lines, tokens, .. } = trimmed.omitted;
        let [bytes, lines, tokens] = [bytes, lines, tokens].map(Option::unwrap_or_default);
        self.put(0, [0, 0, 0, utf16, chars, bytes, lines, tokens]);
        self.put(8, stream::take_reported());
        let cleaned = trimmed.cleaned.unwrap_or_default();
        self.put(self.answer.len() - 2, [cleaned.chars, cleaned.lines]);
        self.between.replace(trimmed.text.into_owned());
        1 + u32::from(trimmed.truncated)
    }

    /// Returns the text between head and tail of the last plan: rescued lines and markers.
    #[must_use]
    pub fn take_between(&self) -> String {
        self.between.take()
    }

    /// Returns the start and the end of each kept range of the last plan.
    #[must_use]
    pub fn take_kept(&self) -> Box<[f64]> {
        self.pieces.take()
    }

    /// [`Compiled::plan`] with the caller's token counter: each value that crosses costs.
    #[must_use]
    pub fn plan_counted(&self, text: &JsValue, len: u32, counter: &JsValue) -> bool {
        self.plan_source(&JsText::new(text, counter, len))
    }
}

impl Compiled {
    /// With the ref of the text that is on. It is taken out for the time of the call: a caller's counter may come back
    /// to us.
    fn current<T>(&self, call: impl FnOnce(&Trimmer) -> T) -> T {
        let kept = self.kept.take();
        let result = call(kept.as_ref().unwrap_or(&self.trimmer));
        self.kept.replace(kept);
        result
    }

    /// A trait object, so that one planner serves strings, streams and histories.
    fn plan_source(&self, source: &dyn Source) -> bool {
        let Some(cut) = self.current(|trimmer| trimmer.plan(source)) else {
            return false;
        };
        let between = cut.replaces_pieces(&self.trimmer);
        let breaks = match &between {
            Some(_) => 4 + 8 * u64::from(cut.has_pieces()),
            None => u64::from(!cut.before.is_empty()) + 2 * u64::from(!cut.after.is_empty()),
        };
        if cut.has_pieces() {
            let ends = [cut.head, cut.tail, source.len()].map(|at| at as u64);
            self.pieces.replace(stream::flat(&cut.kept(Unit::Utf16, ends)).collect());
        }
        self.between.replace(between.unwrap_or_default());
        let Omitted { utf16, chars, bytes, lines, tokens, .. } = cut.omitted;
        let [bytes, lines, tokens] = [bytes, lines, tokens].map(Option::unwrap_or_default);
        self.put(0, [cut.head as u64, cut.tail as u64, breaks, utf16, chars, bytes, lines, tokens]);
        if self.report_cuts.get() {
            let event = self.trimmer.event(source, &cut);
            let unit = Unit::ALL.iter().position(|unit| *unit == event.unit).unwrap_or_default();
            self.put(8, [unit as u64, 0, event.before, event.after]);
            // Wider than a position may be here.
            self.answer.get(9).into_iter().for_each(|cell| cell.set(event.limit as f64));
        }
        for (cell, placeholder) in self.answer.iter().skip(MARKER).zip(self.trimmer.placeholders()) {
            cell.set(cut.value(*placeholder) as f64);
        }
        true
    }

    fn put<const N: usize>(&self, from: usize, numbers: [u64; N]) {
        for (cell, number) in self.answer.iter().skip(from).zip(numbers) {
            cell.set(number as f64);
        }
    }
}

/// The names of the units, in the order of their numbers.
#[wasm_bindgen]
#[must_use]
pub fn unit_names() -> Vec<String> {
    Unit::ALL.iter().map(|unit| unit.name().to_owned()).collect()
}

/// The error for bytes that a strict decoder refused: `bytes` is a window that begins at `start`, between two chars.
#[wasm_bindgen]
#[must_use]
pub fn not_utf8(bytes: &[u8], start: f64) -> JsValue {
    let offset = core::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), |_| bytes.len());
    let byte = bytes.get(offset).copied().unwrap_or_default();
    Failed::from(tooltrim::trimming::not_utf8(byte, offset as u64 + start as u64)).into()
}

/// The error for half a pair of UTF-16, or half a unit.
#[wasm_bindgen]
#[must_use]
pub fn not_utf16(unit: u16, offset: f64) -> JsValue {
    Failed::from(tooltrim::trimming::not_utf16(unit, offset as u64)).into()
}

/// Returns a preset as a plain options object; `number` is its size, if it takes one.
///
/// # Errors
/// As [`Compiled::new`].
#[wasm_bindgen]
pub fn preset(name: &str, number: &JsValue) -> Result<JsValue, Failed> {
    let name = match name.strip_prefix("contextTrimmer:") {
        Some(mode) => options::mode(mode)?.name(),
        None => name,
    };
    let mut named = presets::named(name);
    if let Some((field, OptionValue::Number(limit))) = named.first_mut() {
        *limit = options::size(field, number, *limit as usize)? as f64;
    }
    Ok(options::write(&named))
}
