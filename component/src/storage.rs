//! The host's storage: a namespace of it for each store.

use tooltrim::Ref;

use crate::bindings::exports::tooltrim::core::store as wit;
use crate::bindings::tooltrim::core::storage;
use crate::text::wrong;

/// Keys of one store.
pub(crate) struct Namespace {
    prefix: String,
    /// The list of refs as it was last read or written.
    state: Option<String>,
}

/// Name of the list of refs. Texts are under their refs.
const STATE: &str = "state";

impl Namespace {
    /// Checks a name.
    pub(crate) fn new(name: &str) -> Result<Self, wit::Error> {
        if name.is_empty() {
            return Err(wrong("namespace: \"\" is not a text of one char or more".to_owned()));
        }
        Ok(Self { prefix: format!("tooltrim-core:{name}:"), state: None })
    }

    /// Reads the list of refs.
    pub(crate) fn open(&mut self) -> Result<Option<&str>, wit::Error> {
        self.state = self.get(STATE, "reading the refs")?;
        Ok(self.state.as_deref())
    }

    /// Writes the list of refs, if it has changed.
    pub(crate) fn save(&mut self, state: String) -> Result<(), wit::Error> {
        if self.state.as_ref() != Some(&state) {
            self.set(STATE, &state, "writing the refs")?;
            self.state = Some(state);
        }
        Ok(())
    }

    pub(crate) fn read(&self, reference: Ref) -> Result<Option<String>, wit::Error> {
        self.get(&reference.to_string(), &format!("reading {reference}"))
    }

    pub(crate) fn write(&self, reference: Ref, text: &str) -> Result<(), wit::Error> {
        self.set(&reference.to_string(), text, &format!("writing {reference}"))
    }

    pub(crate) fn delete(&self, reference: Ref) -> Result<(), wit::Error> {
        let key = self.key(&reference.to_string());
        storage::delete(&key).map_err(|why| failed(&format!("deleting {reference}"), &why))
    }

    fn get(&self, name: &str, operation: &str) -> Result<Option<String>, wit::Error> {
        storage::get(&self.key(name)).map_err(|why| failed(operation, &why))
    }

    fn set(&self, name: &str, value: &str, operation: &str) -> Result<(), wit::Error> {
        storage::set(&self.key(name), value).map_err(|why| failed(operation, &why))
    }

    fn key(&self, name: &str) -> String {
        [&self.prefix, name].concat()
    }
}

/// The error of a storage that failed.
pub(crate) fn failed(operation: &str, why: &str) -> wit::Error {
    wit::Error { code: "BACKEND_FAILED".to_owned(), message: format!("backend: {operation} failed: {why}") }
}
