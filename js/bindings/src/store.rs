//! The index of a store, and helpers for its texts, which stay in JavaScript.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use tooltrim::host::{Fingerprint, Print as Taken, StoreIndex as Index};
use tooltrim::{Ref, Retrieve};
use wasm_bindgen::prelude::*;

use crate::host::Failed;
use crate::js::Array;
use crate::options;
use crate::text::JsText;

/// Index of kept texts and their numbers. All methods take `&self`: a callback may call them again.
#[wasm_bindgen]
#[derive(Debug)]
pub struct StoreIndex {
    index: RefCell<Index>,
    /// The text that was asked about last.
    asked: Cell<Taken>,
    evicted: RefCell<Vec<u64>>,
}

#[wasm_bindgen]
impl StoreIndex {
    /// Creates an index for `max_bytes`; `state` is that of an earlier one, or empty.
    ///
    /// # Errors
    /// An `Error` with the code `INVALID_OPTION`.
    #[wasm_bindgen(constructor)]
    pub fn new(max_bytes: &JsValue, state: &str) -> Result<StoreIndex, Failed> {
        let least = Index::new(0).max_bytes();
        let max_bytes = options::at_least("maxBytes", max_bytes, least)?.unwrap_or(Index::default().max_bytes());
        let index = Index::from_state(max_bytes, state)?;
        let (asked, evicted) = Default::default();
        Ok(Self { index: RefCell::new(index), asked, evicted })
    }

    /// The number that a text has, or would get; [`StoreIndex::put`] is then about this text.
    #[must_use]
    pub fn number_of(&self, text: &JsValue, len: u32) -> f64 {
        let mut print = Fingerprint::new();
        JsText::new(text, &JsValue::UNDEFINED, len).pieces(|piece| print.push(piece));
        self.ask(print.print())
    }

    /// [`StoreIndex::number_of`] for a text that went by; `words` is its `Print.words`. Numbers, as they may come from
    /// another module.
    #[must_use]
    pub fn number_of_print(&self, words: &[u64]) -> f64 {
        self.ask(words.try_into().map_or_else(|_| Taken::default(), Taken::from_words))
    }

    /// The text that was asked about last has its number from now on, whatever comes before it is kept.
    pub fn reserve(&self) {
        self.index.borrow_mut().reserve(self.asked.get());
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
        let placed = self.index.borrow_mut().put(self.asked.get(), bytes as u64);
        self.evicted.replace(placed.evicted);
        placed.new
    }

    /// Takes a text back in that had left.
    pub fn put_back(&self, number: f64, bytes: f64) {
        let evicted = self.index.borrow_mut().put_back(number as u64, bytes as u64);
        self.evicted.replace(evicted);
    }

    /// The numbers that left with the last text that came in.
    #[must_use]
    pub fn take_evicted(&self) -> Vec<f64> {
        self.evicted.take().into_iter().map(|number| number as f64).collect()
    }

    /// Numbers up to this one were given elsewhere.
    pub fn skip_to(&self, number: f64) {
        self.index.borrow_mut().skip_to(number as u64);
    }

    /// True for a text that is larger than the whole store.
    #[must_use]
    pub fn is_larger(&self, number: f64) -> bool {
        self.index.borrow().is_larger(number as u64)
    }

    /// A text was used.
    pub fn touch(&self, number: f64) {
        self.index.borrow_mut().touch(number as u64);
    }

    /// True for a number that was given.
    #[must_use]
    pub fn knows(&self, number: f64) -> bool {
        self.index.borrow().knows(number as u64)
    }

    /// A text is safe elsewhere.
    pub fn written(&self, number: f64) {
        self.index.borrow_mut().written(number as u64);
    }

    /// No text is safe elsewhere any more.
    pub fn forget_written(&self) {
        self.index.borrow_mut().forget_written();
    }

    /// The texts that are held and not safe elsewhere.
    #[must_use]
    pub fn unwritten(&self) -> Vec<f64> {
        self.index.borrow().unwritten().into_iter().map(|number| number as f64).collect()
    }

    /// A text left the backend.
    pub fn left(&self, number: f64) {
        self.index.borrow_mut().left(number as u64);
    }

    /// The highest number that was given.
    #[must_use]
    pub fn given(&self) -> f64 {
        self.index.borrow().given() as f64
    }

    /// The error for a number under which nothing is held.
    #[must_use]
    pub fn missing(&self, number: f64) -> JsValue {
        Failed::from(self.index.borrow().missing(number as u64)).into()
    }

    /// Returns the state.
    #[must_use]
    pub fn state(&self) -> String {
        self.index.borrow().state()
    }

    /// The part of the state that is about the numbers above `number`.
    #[must_use]
    pub fn state_after(&self, number: f64) -> String {
        self.index.borrow().state_after(number as u64)
    }

    /// True when every text of a state has the same number here.
    #[must_use]
    pub fn agrees_with(&self, state: &str) -> bool {
        self.index.borrow().agrees_with(state)
    }
}

impl StoreIndex {
    fn ask(&self, print: Taken) -> f64 {
        self.asked.set(print);
        self.index.borrow().number_of(print) as f64
    }
}

/// The number of a ref as a model or a program writes it.
///
/// # Errors
/// An `Error` with the code `UNKNOWN_REF`.
#[wasm_bindgen]
pub fn ref_number(reference: &str) -> Result<f64, Failed> {
    Ok(reference.parse::<Ref>()?.number() as f64)
}

/// The error for a ref that a conversation was not given.
#[wasm_bindgen]
#[must_use]
pub fn ref_not_given(number: f64) -> JsValue {
    Failed::from(tooltrim::outputs::not_given(Ref::new(number as u64))).into()
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
    let mut whole = String::with_capacity(len as usize);
    JsText::new(text, &JsValue::UNDEFINED, len).pieces(|piece| whole.push_str(piece));
    let found = wanted.read(&whole)?;
    let numbers = [found.page, found.pages, found.omitted.utf16, found.omitted.chars];
    let row: Array = [JsValue::from_str(&found.text), JsValue::from_str(&found.about)].into_iter().collect();
    for number in numbers {
        row.push(&JsValue::from_f64(number as f64));
    }
    Ok(row)
}
