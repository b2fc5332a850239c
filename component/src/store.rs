//! The interface `store`: its resources share the texts.

use std::cell::RefCell;
use std::rc::Rc;

use tooltrim::outputs::{GivenRefs, RETRIEVE_TOOL, not_given};
use tooltrim::{OutputStore, Ref};

use crate::Component;
use crate::bindings::exports::tooltrim::core::store as wit;
use crate::held::Held;
use crate::narrow;
use crate::options::reporting;
use crate::storage::Namespace;
use crate::text::{returned, wrong};

impl wit::Guest for Component {
    type OutputStore = Store;
    type Conversation = View;

    fn tool_for_models() -> wit::RetrieveTool {
        let [name, description, parameters] = RETRIEVE_TOOL.map(str::to_owned);
        wit::RetrieveTool { name, description, parameters }
    }
}

/// A store.
pub(crate) struct Store(pub(crate) Rc<RefCell<Held>>);

impl Store {
    fn around(store: OutputStore, namespace: Option<Namespace>) -> wit::OutputStore {
        wit::OutputStore::new(Self(Rc::new(RefCell::new(Held::new(store, namespace)))))
    }
}

impl wit::GuestOutputStore for Store {
    fn create(max_bytes: Option<u64>, namespace: Option<String>) -> Result<wit::OutputStore, wit::Error> {
        let namespace = namespace.map(|name| Namespace::new(&name)).transpose()?;
        Ok(Self::around(store(max_bytes)?, namespace))
    }

    fn put(&self, text: String) -> Option<String> {
        Some(self.0.borrow_mut().put(&text)?.to_string())
    }

    fn get(&self, reference: String) -> Result<String, wit::Error> {
        let reference: Ref = reference.parse()?;
        Ok(self.0.borrow_mut().text(reference)?.to_owned())
    }

    fn has(&self, reference: String) -> bool {
        reference.parse().is_ok_and(|reference| self.0.borrow().store.holds(reference))
    }

    fn trim(&self, text: String, options: Option<wit::TrimOptions>) -> Result<wit::Trimmed, wit::Error> {
        let mut held = self.0.borrow_mut();
        let Held { store, own, .. } = &mut *held;
        returned(|| store.conversation(own).trim(&text, reporting(options)))
    }

    fn retrieve(&self, reference: String, part: Option<wit::RetrieveOptions>) -> Result<wit::Retrieved, wit::Error> {
        let reference: Ref = reference.parse()?;
        self.0.borrow_mut().retrieve(reference, part)
    }

    fn answer(&self, arguments: String, max_utf16: Option<u32>) -> wit::RetrievalAnswer {
        self.0.borrow_mut().answer(&arguments, max_utf16, None)
    }

    fn conversation(&self, given: Vec<String>) -> Result<wit::Conversation, wit::Error> {
        let given = given.iter().map(|reference| reference.parse()).collect::<Result<GivenRefs, _>>()?;
        self.0.borrow_mut().viewed.extend(given.iter());
        Ok(wit::Conversation::new(View { held: Rc::clone(&self.0), given: RefCell::new(given) }))
    }

    fn flush(&self) -> Result<u32, wit::Error> {
        self.0.borrow_mut().flush()
    }

    fn texts(&self) -> Vec<(String, String)> {
        let held = self.0.borrow();
        held.store.texts().map(|(reference, text)| (reference.to_string(), text.to_owned())).collect()
    }

    fn restore(&self, reference: String, text: String) -> Result<(), wit::Error> {
        Ok(self.0.borrow_mut().store.restore(reference.parse()?, &text)?)
    }

    fn stats(&self) -> wit::StoreStats {
        let Held { store, .. } = &*self.0.borrow();
        wit::StoreStats { bytes: store.bytes(), texts: narrow(store.texts().len()), lost: store.lost() }
    }
}

fn store(max_bytes: Option<u64>) -> Result<OutputStore, wit::Error> {
    const USUAL: u64 = 16 * 1024 * 1024;
    const LEAST: u64 = 1000;
    let bytes = max_bytes.unwrap_or(USUAL);
    if bytes < LEAST {
        return Err(wrong(format!("maxBytes: {bytes} is not a number of {LEAST} or more")));
    }
    Ok(OutputStore::with_max_bytes(bytes))
}

/// A conversation's view of a store.
pub(crate) struct View {
    pub(crate) held: Rc<RefCell<Held>>,
    given: RefCell<GivenRefs>,
}

impl View {
    /// Keeps a text, and gives the conversation its ref.
    pub(crate) fn keep(&self, text: &str) -> Option<Ref> {
        let mut held = self.held.borrow_mut();
        let reference = held.store.put(text);
        held.viewed.extend(reference);
        self.given.borrow_mut().extend(reference);
        reference
    }

    fn checked(&self, reference: &str) -> Result<Ref, wit::Error> {
        let reference: Ref = reference.parse()?;
        if self.given.borrow().contains(reference) { Ok(reference) } else { Err(not_given(reference).into()) }
    }
}

impl wit::GuestConversation for View {
    fn put(&self, text: String) -> Option<String> {
        Some(self.keep(&text)?.to_string())
    }

    fn get(&self, reference: String) -> Result<String, wit::Error> {
        let reference = self.checked(&reference)?;
        Ok(self.held.borrow_mut().text(reference)?.to_owned())
    }

    fn has(&self, reference: String) -> bool {
        self.checked(&reference).is_ok_and(|reference| self.held.borrow().store.holds(reference))
    }

    fn trim(&self, text: String, options: Option<wit::TrimOptions>) -> Result<wit::Trimmed, wit::Error> {
        let mut held = self.held.borrow_mut();
        let mut given = self.given.borrow_mut();
        let Held { store, viewed, .. } = &mut *held;
        returned(|| {
            let trimmed = store.conversation(&mut given).trim(&text, reporting(options))?;
            viewed.extend(trimmed.reference);
            Ok(trimmed)
        })
    }

    fn retrieve(&self, reference: String, part: Option<wit::RetrieveOptions>) -> Result<wit::Retrieved, wit::Error> {
        let reference = self.checked(&reference)?;
        self.held.borrow_mut().retrieve(reference, part)
    }

    fn answer(&self, arguments: String, max_utf16: Option<u32>) -> wit::RetrievalAnswer {
        self.held.borrow_mut().answer(&arguments, max_utf16, Some(&self.given.borrow()))
    }

    fn given(&self) -> Vec<String> {
        self.given.borrow().iter().map(|reference| reference.to_string()).collect()
    }
}
