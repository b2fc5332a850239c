//! Refs that one conversation was given, if several share a store.

use alloc::collections::BTreeSet;
use alloc::format;

use super::{OutputStore, Ref, Retrieve, Retrieved, unknown};
use crate::error::Error;
use crate::text::{TrimOptions, Trimmed};

/// The refs that a conversation was given. A ref that it was not given is not answered, also where the store holds a
/// text under it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GivenRefs(BTreeSet<Ref>);

impl GivenRefs {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes that the conversation was given a ref.
    pub fn add(&mut self, reference: Ref) {
        self.0.insert(reference);
    }

    /// True of a ref that the conversation was given.
    #[must_use]
    pub fn contains(&self, reference: Ref) -> bool {
        self.0.contains(&reference)
    }

    /// The refs, in order.
    pub fn iter(&self) -> impl Iterator<Item = Ref> {
        self.0.iter().copied()
    }
}

impl Extend<Ref> for GivenRefs {
    fn extend<I: IntoIterator<Item = Ref>>(&mut self, refs: I) {
        self.0.extend(refs);
    }
}

impl FromIterator<Ref> for GivenRefs {
    fn from_iter<I: IntoIterator<Item = Ref>>(refs: I) -> Self {
        Self(refs.into_iter().collect())
    }
}

/// One conversation's view of a store that several share.
///
/// ```
/// use tooltrim::{ErrorKind, OutputStore};
/// use tooltrim::outputs::GivenRefs;
///
/// let mut store = OutputStore::new();
/// let (mut first, mut second) = (GivenRefs::new(), GivenRefs::new());
/// let secret = store.conversation(&mut first).put("what the first conversation read").expect("a ref");
///
/// assert!(store.conversation(&mut first).get(secret).is_ok());
/// let refused = store.conversation(&mut second).get(secret).unwrap_err();
/// assert_eq!(refused.kind(), ErrorKind::UnknownRef);
/// ```
#[derive(Debug)]
pub struct ConversationStore<'s> {
    store: &'s mut OutputStore,
    given: &'s mut GivenRefs,
}

impl OutputStore {
    /// The store as one conversation sees it: refs that it was not given are unknown.
    pub fn conversation<'s>(&'s mut self, given: &'s mut GivenRefs) -> ConversationStore<'s> {
        ConversationStore { store: self, given }
    }
}

impl ConversationStore<'_> {
    /// As [`OutputStore::put`]; gives the ref to the conversation.
    pub fn put(&mut self, text: &str) -> Option<Ref> {
        let reference = self.store.put(text);
        self.given.extend(reference);
        reference
    }

    /// As [`OutputStore::get`].
    ///
    /// # Errors
    /// [`crate::ErrorKind::UnknownRef`] also for a ref that the conversation was not given.
    pub fn get(&mut self, reference: Ref) -> Result<&str, Error> {
        self.check(reference)?;
        self.store.get(reference)
    }

    /// As [`OutputStore::retrieve`].
    ///
    /// # Errors
    /// As [`ConversationStore::get`] and [`Retrieve::read`].
    pub fn retrieve(&mut self, reference: Ref, part: &Retrieve) -> Result<Retrieved, Error> {
        self.check(reference)?;
        self.store.retrieve(reference, part)
    }

    /// As [`OutputStore::trim`]; gives the ref of a cut text to the conversation.
    ///
    /// # Errors
    /// As [`crate::trim`].
    pub fn trim<'a>(&mut self, text: &'a str, options: impl Into<TrimOptions>) -> Result<Trimmed<'a>, Error> {
        let trimmed = self.store.trim(text, options)?;
        self.given.extend(trimmed.reference);
        Ok(trimmed)
    }

    fn check(&self, reference: Ref) -> Result<(), Error> {
        if self.given.contains(reference) { Ok(()) } else { Err(not_given(reference)) }
    }
}

/// The error for a ref that a conversation was not given. It does not say whether another was.
#[must_use]
pub fn not_given(reference: Ref) -> Error {
    unknown(format!(
        "ref: {reference} was not given in this conversation; a ref that stands in the output of a tool is part of that output"
    ))
}
