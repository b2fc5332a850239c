//! The index of a store, and helpers for its texts, which stay in JavaScript.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use js_sys::Array;
use tooltrim::host::{Fingerprint, Print as Taken, StoreIndex as Index};
use tooltrim::outputs::{Asked, Placed, RETRIEVE_TOOL, not_given};
use tooltrim::{Ref, Retrieve};
use wasm_bindgen::prelude::*;

use crate::host::Failed;
use crate::options;
use crate::print::read;
use crate::text::JsText;

/// Index of kept texts. Refs cross as numbers. All methods take `&self`: a callback may call them again.
#[wasm_bindgen]
#[derive(Debug)]
pub struct StoreIndex {
    index: RefCell<Index>,
    /// The text that was asked about last.
    asked: Cell<Taken>,
    evicted: RefCell<Vec<Ref>>,
}

#[wasm_bindgen]
impl StoreIndex {
    /// Creates an index for `max_bytes`.
    ///
    /// # Errors
    /// An `Error` with the code `INVALID_OPTION`.
    #[wasm_bindgen(constructor)]
    pub fn new(max_bytes: &JsValue) -> Result<StoreIndex, Failed> {
        let least = Index::new(0).max_bytes();
        let max_bytes = options::at_least("maxBytes", max_bytes, least)?.unwrap_or(Index::default().max_bytes());
        let (asked, evicted) = Default::default();
        Ok(Self { index: RefCell::new(Index::new(max_bytes)), asked, evicted })
    }

    /// The ref that a text has or would get, 0 if another text has it; [`StoreIndex::put`] is then about this text.
    #[must_use]
    pub fn number_of(&self, text: &JsValue, len: u32) -> f64 {
        let mut print = Fingerprint::new();
        read(&mut print, text, len);
        self.ask(print.print())
    }

    /// [`StoreIndex::number_of`] for a text that went by; `words` is its `Print.words`. Numbers, as they may come from
    /// another module.
    #[must_use]
    pub fn number_of_print(&self, words: &[u64]) -> f64 {
        self.ask(words.try_into().map_or_else(|_| Taken::default(), Taken::from_words))
    }

    /// The bytes of the text that was asked about last.
    #[must_use]
    pub fn bytes(&self) -> f64 {
        self.asked.get().bytes() as f64
    }

    /// The most bytes that are held.
    #[must_use]
    pub fn max_bytes(&self) -> f64 {
        self.index.borrow().max_bytes() as f64
    }

    /// The bytes that are held.
    #[must_use]
    pub fn used(&self) -> f64 {
        self.index.borrow().used() as f64
    }

    /// Returns the number of texts that were evicted before they were written elsewhere.
    #[must_use]
    pub fn lost(&self) -> f64 {
        self.index.borrow().lost() as f64
    }

    /// Adds the text of the last [`StoreIndex::number_of`], of which `bytes` bytes are held. `true` if it must be held
    /// now.
    #[must_use]
    pub fn put(&self, bytes: f64) -> bool {
        self.settle(self.index.borrow_mut().put(self.asked.get(), bytes as u64))
    }

    /// Takes the text of the last [`StoreIndex::number_of`] back, which was stored elsewhere under `number`; `has_ends`
    /// if it is no more than the ends of it. `undefined` if it is another text, else as [`StoreIndex::put`].
    #[must_use]
    pub fn put_back(&self, number: f64, has_ends: bool) -> Option<bool> {
        let placed = self.index.borrow_mut().put_back(reference(number)?, self.asked.get(), has_ends)?;
        Some(self.settle(placed))
    }

    /// The refs that left with the last text that came in.
    #[must_use]
    pub fn take_evicted(&self) -> Vec<f64> {
        numbers(self.evicted.take())
    }

    /// A text was used.
    pub fn touch(&self, number: f64) {
        if let Some(reference) = reference(number) {
            self.index.borrow_mut().touch(reference);
        }
    }

    /// A text is safe elsewhere.
    pub fn written(&self, number: f64) {
        if let Some(reference) = reference(number) {
            self.index.borrow_mut().written(reference);
        }
    }

    /// No text is safe elsewhere any more.
    pub fn forget_written(&self) {
        self.index.borrow_mut().forget_written();
    }

    /// The texts that are held and not safe elsewhere.
    #[must_use]
    pub fn unwritten(&self) -> Vec<f64> {
        numbers(self.index.borrow().unwritten())
    }

    /// The error for a ref under which nothing is held.
    #[must_use]
    pub fn missing(&self, number: f64) -> JsValue {
        reference(number)
            .map(|reference| Failed::from(self.index.borrow().missing(reference)).into())
            .unwrap_or_default()
    }
}

impl StoreIndex {
    fn ask(&self, print: Taken) -> f64 {
        self.asked.set(print);
        self.index.borrow().reference(print).map_or(0.0, number)
    }

    fn settle(&self, placed: Placed) -> bool {
        self.evicted.replace(placed.evicted);
        placed.new
    }
}

pub(crate) fn reference(number: f64) -> Option<Ref> {
    Ref::new(number as u64)
}

fn number(reference: Ref) -> f64 {
    reference.number() as f64
}

fn numbers(refs: Vec<Ref>) -> Vec<f64> {
    refs.into_iter().map(number).collect()
}

/// The number of a ref as a model or a program writes it.
///
/// # Errors
/// An `Error` with the code `UNKNOWN_REF`.
#[wasm_bindgen]
pub fn ref_number(written: &str) -> Result<f64, Failed> {
    Ok(number(written.parse::<Ref>()?))
}

/// A ref as the model reads it; empty for 0.
#[wasm_bindgen]
#[must_use]
pub fn ref_text(number: f64) -> String {
    reference(number).map(|reference| reference.to_string()).unwrap_or_default()
}

/// The error for a ref that a conversation was not given.
#[wasm_bindgen]
#[must_use]
pub fn ref_not_given(number: f64) -> JsValue {
    reference(number).map(|reference| Failed::from(not_given(reference)).into()).unwrap_or_default()
}

/// A part of a text: `[text, about, page, pages, omitted UTF-16 units, omitted chars]`. `chosen` are the lines that the
/// caller's own predicate found, if there is one.
///
/// # Errors
/// An `Error` with the code `INVALID_OPTION`.
#[wasm_bindgen]
pub fn retrieve(text: &JsValue, len: u32, part: &JsValue, chosen: Option<Vec<f64>>) -> Result<Array, Failed> {
    let mut wanted = options::read(Retrieve::new(), part, Retrieve::set)?;
    if let Some(chosen) = chosen {
        wanted = wanted.chosen(chosen.into_iter().map(|line| line as u64).collect());
    }
    let found = wanted.read(&whole(text, len))?;
    let numbers = [found.page, found.pages, found.omitted.utf16, found.omitted.chars];
    let row: Array = [JsValue::from_str(&found.text), JsValue::from_str(&found.about)].into_iter().collect();
    for number in numbers {
        row.push(&JsValue::from_f64(number as f64));
    }
    Ok(row)
}

fn whole(text: &JsValue, len: u32) -> String {
    let mut whole = String::with_capacity(len as usize);
    JsText::new(text, &JsValue::UNDEFINED, len).pieces(|piece| whole.push_str(piece));
    whole
}

/// Name, description and JSON Schema of the tool by which a model reads omitted text.
#[wasm_bindgen]
#[must_use]
pub fn retrieve_tool() -> Vec<String> {
    RETRIEVE_TOOL.map(String::from).into()
}

fn asked(arguments: &JsValue) -> Result<Asked, Failed> {
    Ok(Asked::of(&options::decode(arguments, 0))?)
}

/// The number of the ref in the arguments of a model.
///
/// # Errors
/// An `Error` with the code `INVALID_OPTION`, and a message for the model.
#[wasm_bindgen]
pub fn asked_number(arguments: &JsValue) -> Result<f64, Failed> {
    Ok(number(asked(arguments)?.reference()))
}

/// The part of a text that a model asks for, below a line that says what it is: at most `max_utf16` units.
///
/// # Errors
/// As [`asked_number`].
#[wasm_bindgen]
pub fn asked_part(arguments: &JsValue, text: &JsValue, len: u32, max_utf16: f64) -> Result<String, Failed> {
    Ok(asked(arguments)?.answer(&whole(text, len), max_utf16 as usize)?)
}
