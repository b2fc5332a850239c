//! Keeps full results and reads them back: whole, by lines, by pattern, by page.
//!
//! A text's ref is a hash of it (`print`, `sha`), so stores agree on refs without knowing each other. `index` knows and
//! evicts texts, `retrieve` shows a part of one (`rows`: its rows; `seek`: matches of a pattern), and `asked` reads what
//! a model asks for. [`OutputStore`] combines them for Rust; JavaScript holds its own strings by the same index.

mod asked;
mod given;
mod indent;
mod index;
mod lower;
mod named;
mod print;
mod retrieve;
mod rows;
mod seek;
mod sha;

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub use crate::refs::Ref;
pub use asked::{Asked, RETRIEVE_TOOL};
pub use given::{ConversationStore, GivenRefs, not_given};
pub use index::{Placed, StoreIndex};
pub use print::{Fingerprint, Print};
pub use retrieve::{Retrieve, Retrieved};

use crate::error::{Error, ErrorKind};
use crate::forms;
use crate::measure::saturate;
use crate::text::{Snap, TrimOptions, Trimmed, Trimmer};
use crate::value::trim;

/// Store of cut texts, within a limit, to be read back by their [`Ref`].
///
/// ```
/// use tooltrim::{OutputStore, Retrieve};
///
/// let mut store = OutputStore::new();
/// let log = (1..=5000).map(|n| format!("step {n} ok\n")).collect::<String>();
/// let trimmed = store.trim(&log, 4000)?;
/// assert!(trimmed.text.contains("chars; full text: #a13s6nag] ..."));
///
/// let reference = trimmed.reference.unwrap();
/// let part = store.retrieve(reference, &Retrieve::new().lines(2500, 2501))?;
/// assert_eq!(part.text, "step 2500 ok\nstep 2501 ok\n");
/// let found = store.retrieve(reference, &Retrieve::new().pattern("step 4999"))?;
/// assert_eq!(found.text, "4999:step 4999 ok\n");
/// # Ok::<(), tooltrim::Error>(())
/// ```
///
/// Equal texts have equal refs, also in other stores. It holds 16 MiB of texts by default and evicts the least recently
/// used first. A text larger than the whole store keeps its ends, with a marker between.
///
/// Texts can be kept elsewhere as well, such as in files or a database: the store says what is due and checks what comes
/// back.
///
/// ```
/// use tooltrim::OutputStore;
///
/// let mut files = std::collections::BTreeMap::new();
/// let mut store = OutputStore::new();
/// let reference = store.put("a long log").expect("no other text has its ref");
/// for due in store.unwritten() {
///     files.insert(due, store.get(due)?.to_owned());
///     store.written(due);
/// }
/// let mut later = OutputStore::new();
/// later.restore(reference, &files[&reference])?;
/// assert_eq!(later.get(reference)?, "a long log");
/// # Ok::<(), tooltrim::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct OutputStore {
    index: StoreIndex,
    texts: BTreeMap<Ref, String>,
}

impl OutputStore {
    /// An empty store for 16 MiB.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an empty store for `max_bytes` bytes of UTF-8, at least 1,000.
    #[must_use]
    pub fn with_max_bytes(max_bytes: u64) -> Self {
        Self { index: StoreIndex::new(max_bytes), texts: BTreeMap::new() }
    }

    /// Keeps a text, and returns its ref. `None` if the store knows another text by this ref, which takes a collision of
    /// 40 bits: the first one stays, and this one is not kept.
    pub fn put(&mut self, text: &str) -> Option<Ref> {
        self.put_known(text, &Fingerprint::of(text))
    }

    fn put_known(&mut self, text: &str, print: &Fingerprint) -> Option<Ref> {
        let held = within(text, self.index.max_bytes());
        let placed = self.index.put(print, held.len() as u64);
        let reference = placed.reference;
        self.settle(&placed, held);
        reference
    }

    fn settle(&mut self, placed: &Placed, text: String) {
        for evicted in &placed.evicted {
            self.texts.remove(evicted);
        }
        if let Some(reference) = placed.reference.filter(|reference| placed.new && self.index.holds(*reference)) {
            self.texts.insert(reference, text);
        }
    }

    /// A text that is kept; it is then the last to leave.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownRef`] for one that is not here, or has left.
    pub fn get(&mut self, reference: Ref) -> Result<&str, Error> {
        self.index.touch(reference);
        self.texts.get(&reference).map(String::as_str).ok_or_else(|| self.index.missing(reference))
    }

    /// Returns a part of a kept text.
    ///
    /// # Errors
    /// As [`OutputStore::get`] and [`Retrieve::read`].
    pub fn retrieve(&mut self, reference: Ref, part: &Retrieve) -> Result<Retrieved, Error> {
        part.read(self.get(reference)?)
    }

    /// [`trim`] that keeps cut texts: our own markers then name the ref, others can with `{ref}`.
    ///
    /// # Errors
    /// As [`trim`].
    pub fn trim<'a>(&mut self, text: &'a str, options: impl Into<TrimOptions>) -> Result<Trimmed<'a>, Error> {
        let mut options: TrimOptions = options.into();
        options.keeping = true;
        let trimmer = Trimmer::new(options)?;
        if trimmer.surely_fits(text) {
            return Ok(trimmer.trim(text));
        }
        let print = Fingerprint::of(text);
        let mut result = trimmer.kept_under(self.index.reference(&print)).trim(text);
        if result.truncated {
            result.reference = self.put_known(text, &print);
        }
        Ok(result)
    }

    /// Returns `true` if a text is in memory.
    #[must_use]
    pub fn holds(&self, reference: Ref) -> bool {
        self.index.holds(reference)
    }

    /// Returns the bytes in memory.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.index.used()
    }

    /// Returns the number of texts evicted before they were written elsewhere.
    #[must_use]
    pub fn lost(&self) -> u64 {
        self.index.lost()
    }

    /// Returns the texts in memory with their refs.
    #[must_use]
    pub fn texts(&self) -> impl ExactSizeIterator<Item = (Ref, &str)> {
        self.texts.iter().map(|(reference, text)| (*reference, text.as_str()))
    }

    /// Returns the refs of texts in memory that are not written elsewhere, the least recently used first.
    #[must_use]
    pub fn unwritten(&self) -> Vec<Ref> {
        self.index.unwritten()
    }

    /// Notes that a text is written elsewhere: it is evicted before those that are not.
    pub fn written(&mut self, reference: Ref) {
        self.index.written(reference);
    }

    /// Takes back a text that was written elsewhere. A no-op if it is in memory.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOption`] for another text than the one with this ref.
    pub fn restore(&mut self, reference: Ref, text: &str) -> Result<(), Error> {
        let placed = self.index.put_back(reference, &Fingerprint::of(text), has_ends(text));
        let placed = placed.ok_or_else(|| retrieve::invalid(format!("text: is not the text of {reference}")))?;
        let held = within(text, self.index.max_bytes());
        self.settle(&placed, held);
        Ok(())
    }
}

/// Returns the held part of a text: all of it, or its ends if it is larger than the whole store.
fn within(text: &str, max_bytes: u64) -> String {
    let limit = saturate(max_bytes);
    if text.len() <= limit {
        return text.to_string();
    }
    let options = TrimOptions::new().max_bytes(limit).snap(Snap::Line).marker(TOO_LARGE_MARKER).rescue(false);
    // No room for the marker: then for nothing.
    trim(text, options).map(|trimmed| trimmed.text.into_owned()).unwrap_or_default()
}

/// Marker in a text that is larger than the whole store.
pub const TOO_LARGE_MARKER: &str = forms::NOT_KEPT.written;

/// Returns `true` if a text has the marker of one that is larger than its store.
#[must_use]
pub fn has_ends(text: &str) -> bool {
    text.contains(TOO_LARGE_MARKER.rsplit('}').next().unwrap_or_default())
}

impl StoreIndex {
    /// Why a text is not there.
    #[must_use]
    pub fn missing(&self, reference: Ref) -> Error {
        unknown(if self.knows(reference) {
            format!("ref: {reference} was evicted: the store holds at most {} bytes", self.max_bytes())
        } else {
            format!("ref: {reference} was never given, or has left the store: only the newest results are kept")
        })
    }
}

fn unknown(message: String) -> Error {
    Error::new(ErrorKind::UnknownRef, message)
}
