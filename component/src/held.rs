//! The texts of a store, in memory and in the host's storage.

use tooltrim::outputs::{Asked, GivenRefs, not_given};
use tooltrim::{ErrorKind, OutputStore, Ref, Retrieve};

use crate::bindings::exports::tooltrim::core::store as wit;
use crate::narrow;
use crate::options::with;
use crate::storage::{Namespace, failed};

/// A store, which its views and compactors share.
pub(crate) struct Held {
    pub(crate) store: OutputStore,
    pub(crate) namespace: Option<Namespace>,
    /// Refs that the store gave itself, and those that conversations were given.
    pub(crate) own: GivenRefs,
    pub(crate) viewed: GivenRefs,
}

/// The largest answer to a model unless another is given, in UTF-16 units.
const ANSWER: u32 = 20_000;

impl Held {
    pub(crate) fn new(store: OutputStore, namespace: Option<Namespace>) -> Self {
        Self { store, namespace, own: GivenRefs::new(), viewed: GivenRefs::new() }
    }

    /// Keeps a text, as the store itself.
    pub(crate) fn put(&mut self, text: &str) -> Option<Ref> {
        let reference = self.store.put(text);
        self.own.extend(reference);
        reference
    }

    /// A text, from memory or else from the storage.
    pub(crate) fn text(&mut self, reference: Ref) -> Result<&str, wit::Error> {
        if let Some(namespace) = &self.namespace
            && !self.store.holds(reference)
            && let Some(text) = namespace.read(reference)?
            && let Err(error) = self.store.restore(reference, &text)
            && error.kind() == ErrorKind::InvalidOption
        {
            let why = "it holds another text under this ref";
            return Err(failed(&format!("reading {reference}"), why));
        }
        Ok(self.store.get(reference)?)
    }

    pub(crate) fn retrieve(
        &mut self,
        reference: Ref,
        part: Option<wit::RetrieveOptions>,
    ) -> Result<wit::Retrieved, wit::Error> {
        let part = part.map(read).unwrap_or_default();
        let found = part.read(self.text(reference)?)?;
        Ok(wit::Retrieved {
            ref_: reference.to_string(),
            text: found.text,
            about: found.about,
            page: narrow(found.page),
            pages: narrow(found.pages),
            omitted_chars: narrow(found.omitted.chars),
            omitted_utf16: narrow(found.omitted.utf16),
        })
    }

    /// Answers a model; `given` are the refs of its conversation, if it has a view.
    pub(crate) fn answer(
        &mut self,
        arguments: &str,
        max_utf16: Option<u32>,
        given: Option<&GivenRefs>,
    ) -> wit::RetrievalAnswer {
        match self.answered(arguments, max_utf16.unwrap_or(ANSWER), given) {
            Ok(text) => wit::RetrievalAnswer { text, is_error: false },
            Err(error) => wit::RetrievalAnswer { text: Asked::failure(&error.message), is_error: true },
        }
    }

    fn answered(&mut self, arguments: &str, max_utf16: u32, given: Option<&GivenRefs>) -> Result<String, wit::Error> {
        let asked = Asked::read(arguments)?;
        let reference = asked.reference();
        let is_given = match given {
            Some(given) => given.contains(reference),
            // The store's own tool refuses what only a conversation was given.
            None => self.own.contains(reference) || !self.viewed.contains(reference),
        };
        if !is_given {
            return Err(not_given(reference).into());
        }
        Ok(asked.answer(self.text(reference)?, max_utf16 as usize)?)
    }

    /// Writes what the storage does not have yet, and returns the number of texts.
    pub(crate) fn flush(&mut self) -> Result<u32, wit::Error> {
        let Self { store, namespace: Some(namespace), .. } = self else { return Ok(0) };
        let due = store.unwritten();
        for reference in &due {
            namespace.write(*reference, store.get(*reference)?)?;
            store.written(*reference);
        }
        Ok(narrow(due.len()))
    }
}

fn read(given: wit::RetrieveOptions) -> Retrieve {
    let mut part = with(Retrieve::new(), given.lines, |part, wit::LineSpan { first, last }| {
        part.lines(first.into(), last.map_or(u64::MAX, Into::into))
    });
    part = with(part, given.pattern, Retrieve::pattern);
    part = with(part, given.chosen, |part, lines| part.chosen(lines.into_iter().map(Into::into).collect()));
    part = with(part, given.max_chars, |part, chars| part.max_chars(chars as usize));
    part = with(part, given.guarded.filter(|guarded| *guarded), |part, _| part.guarded());
    part = with(part, given.about, Retrieve::about);
    part = with(part, given.ignore_case, Retrieve::ignore_case);
    part = with(part, given.context, |part, lines| part.context(lines.into()));
    with(part, given.page, |part, page| part.page(page.into()))
}
