//! Keeps full results and reads them back: whole, by lines, by pattern, by page.
//!
//! `print` compares texts, `index` numbers and evicts them, `retrieve` shows a part of one (`rows`: its rows; `seek`:
//! matches of a pattern), `state` is the persistent part, `durable` serves owners that keep texts elsewhere as well, and
//! `asked` reads what a model asks for. [`OutputStore`] combines them for Rust; JavaScript holds its
//! own strings by the same index.

#[cfg(feature = "serde_json")]
mod asked;
mod durable;
mod given;
mod index;
mod lower;
mod named;
mod print;
mod retrieve;
mod rows;
mod seek;
mod sip;
mod state;

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};

pub use crate::refs::Ref;
#[cfg(feature = "serde_json")]
pub use asked::{Asked, RETRIEVE_TOOL};
pub use given::{ConversationStore, GivenRefs, not_given};
pub use index::{Placed, StoreIndex};
pub use print::{Fingerprint, Print};
pub use retrieve::{Retrieve, Retrieved};

use crate::error::{Error, ErrorKind};
use crate::forms;
use crate::measure::saturate;
use crate::text::{Snap, TrimOptions, Trimmed, Trimmer, trim};

/// Store of cut texts, within a limit, to be read back by their [`Ref`].
///
/// ```
/// use tooltrim::{OutputStore, Retrieve};
///
/// let mut store = OutputStore::new();
/// let log = (1..=5000).map(|n| format!("step {n} ok\n")).collect::<String>();
/// let trimmed = store.trim(&log, 4000)?;
/// assert!(trimmed.text.contains("chars; full text: #R1] ..."));
///
/// let reference = trimmed.reference.unwrap();
/// let part = store.retrieve(reference, &Retrieve::new().lines(2500, 2501))?;
/// assert_eq!(part.text, "step 2500 ok\nstep 2501 ok\n");
/// let found = store.retrieve(reference, &Retrieve::new().pattern("step 4999"))?;
/// assert_eq!(found.text, "4999:step 4999 ok\n");
/// # Ok::<(), tooltrim::Error>(())
/// ```
///
/// Equal texts have one ref, even after eviction. It holds 16 MiB of texts by default and evicts the least recently
/// used first. A text larger than the whole store keeps its ends, with a marker between.
#[derive(Clone, Debug, Default)]
pub struct OutputStore {
    index: StoreIndex,
    texts: BTreeMap<u64, String>,
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

    /// Creates a store from a state: its refs are known, and equal texts get them again. The texts themselves are not
    /// included.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOption`] for an invalid or modified state.
    pub fn from_state(state: &str, max_bytes: u64) -> Result<Self, Error> {
        Ok(Self { index: StoreIndex::from_state(max_bytes, StoreIndex::unsealed(state)?)?, texts: BTreeMap::new() })
    }

    /// The state for [`OutputStore::from_state`]: 42 bytes for each text that it knows.
    #[must_use]
    pub fn state(&self) -> String {
        self.index.sealed_state()
    }

    /// Keeps a text.
    pub fn put(&mut self, text: &str) -> Ref {
        self.put_known(text, &Fingerprint::of(text))
    }

    fn put_known(&mut self, text: &str, print: &Fingerprint) -> Ref {
        let held = within(text, self.index.max_bytes());
        let placed = self.index.put(print, held.len() as u64);
        for number in &placed.evicted {
            self.texts.remove(number);
        }
        if placed.new && self.index.holds(placed.number) {
            self.texts.insert(placed.number, held);
        }
        Ref::new(placed.number)
    }

    /// A text that is kept; it is then the last to leave.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownRef`] for one that was never given, or has left.
    pub fn get(&mut self, reference: Ref) -> Result<&str, Error> {
        self.index.touch(reference.number());
        self.texts.get(&reference.number()).map(String::as_str).ok_or_else(|| self.index.missing(reference.number()))
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
        let mut result = trimmer.kept_under(self.index.number_of(&print)).trim(text);
        if result.truncated {
            result.reference = Some(self.put_known(text, &print));
        }
        Ok(result)
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

impl StoreIndex {
    /// Why a text is not there.
    #[must_use]
    pub fn missing(&self, number: u64) -> Error {
        let (reference, given) = (Ref::new(number), self.given());
        unknown(match given {
            _ if self.has_left(number) => {
                format!("ref: {reference} has left the store: only the newest results are kept")
            }
            _ if self.knows(number) => {
                format!("ref: {reference} was evicted: the store holds at most {} bytes", self.max_bytes())
            }
            0 => format!("ref: {reference} was never given; nothing has been kept yet"),
            _ => format!("ref: {reference} was never given; the refs go up to {}", Ref::new(given)),
        })
    }
}

fn unknown(message: String) -> Error {
    Error::new(ErrorKind::UnknownRef, message)
}
