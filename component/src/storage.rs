//! The host's storage: a namespace of it for each store.

use tooltrim::Ref;

use crate::bindings::exports::tooltrim::core::store as wit;
use crate::bindings::tooltrim::core::storage;
use crate::text::wrong;

/// Keys of one store: a prefix, and a ref.
pub(crate) struct Namespace {
    prefix: String,
}

impl Namespace {
    /// Checks a name.
    pub(crate) fn new(name: &str) -> Result<Self, wit::Error> {
        if name.is_empty() {
            return Err(wrong("namespace: \"\" is not a text of one char or more".to_owned()));
        }
        Ok(Self { prefix: format!("tooltrim-core:{name}:") })
    }

    pub(crate) fn read(&self, reference: Ref) -> Result<Option<String>, wit::Error> {
        storage::get(&self.key(reference)).map_err(|why| failed(&format!("reading {reference}"), &why))
    }

    /// Writes a text, unless another one is there under the same ref.
    pub(crate) fn write(&self, reference: Ref, text: &str) -> Result<(), wit::Error> {
        let operation = format!("writing {reference}");
        // An unreadable entry is replaced.
        let there = self.read(reference).unwrap_or_default();
        if there.is_some_and(|there| there != text && Ref::of(&there) == Some(reference)) {
            // The ends of a text that exceeds this store never replace the whole text.
            let is_whole = Ref::of(text) == Some(reference);
            return if is_whole { Err(failed(&operation, "another text has this ref")) } else { Ok(()) };
        }
        storage::set(&self.key(reference), text).map_err(|why| failed(&operation, &why))
    }

    fn key(&self, reference: Ref) -> String {
        format!("{}{reference}", self.prefix)
    }
}

/// The error of a storage that failed.
pub(crate) fn failed(operation: &str, why: &str) -> wit::Error {
    wit::Error { code: "BACKEND_FAILED".to_owned(), message: format!("backend: {operation} failed: {why}") }
}
