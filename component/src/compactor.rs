//! The resource `compactor`.

use std::cell::RefCell;

use serde_json::Value;
use tooltrim::compaction::{Compaction, Host, Request, Target, Thinking};
use tooltrim::host::{NamedOption, OptionValue};
use tooltrim::messages::Edit;
use tooltrim::{Error, ErrorKind};

use crate::bindings::exports::tooltrim::core::compaction as wit;
use crate::compaction::read_options;
use crate::messages::{json, list, redacted, written};
use crate::store::{Store, View};

/// A compactor, and the last messages as they came.
pub(crate) struct Compactor {
    compactor: RefCell<tooltrim::Compactor>,
    last: RefCell<String>,
}

impl wit::GuestCompactor for Compactor {
    fn create(options: String, state: Option<String>) -> Result<wit::Compactor, wit::Error> {
        let options = read_options(&options)?;
        let compactor = match state {
            Some(state) => {
                let state: Value = json(&state, "state", ErrorKind::InvalidOption)?;
                tooltrim::Compactor::from_state(&state, options)?
            }
            None => tooltrim::Compactor::new(options)?,
        };
        Ok(wit::Compactor::new(Self { compactor: RefCell::new(compactor), last: RefCell::default() }))
    }

    fn next(
        &self,
        messages: String,
        request: Option<wit::CompactorRequest>,
        store: Option<wit::OutputStoreBorrow<'_>>,
    ) -> Result<wit::Compaction, wit::Error> {
        let Some(store) = store else { return self.compact(messages, request.as_ref(), Host::new()) };
        let held = &store.get::<Store>().0;
        let keep = |text: &str| held.borrow_mut().put(text);
        let mut host = Host::new();
        host.keep = Some(&keep);
        self.compact(messages, request.as_ref(), host)
    }

    fn next_in(
        &self,
        messages: String,
        request: Option<wit::CompactorRequest>,
        conversation: wit::ConversationBorrow<'_>,
    ) -> Result<wit::Compaction, wit::Error> {
        let view = conversation.get::<View>();
        let keep = |text: &str| view.keep(text);
        let mut host = Host::new();
        host.keep = Some(&keep);
        self.compact(messages, request.as_ref(), host)
    }

    fn undo(&self) -> Result<wit::Compaction, wit::Error> {
        let mut compactor = self.compactor.borrow_mut();
        let done = compactor.undo()?;
        Ok(answer(done, self.last.borrow().clone()))
    }

    fn observe(&self, input_tokens: f64, outside: Option<f64>) -> Result<(), wit::Error> {
        let outside = outside.unwrap_or(0.0);
        for (name, size) in [("inputTokens", input_tokens), ("outside", outside)] {
            NamedOption { name, value: OptionValue::Number(size), shown: "this value" }.size()?;
        }
        self.compactor.borrow_mut().observe_with(input_tokens, outside);
        Ok(())
    }

    fn state(&self) -> String {
        self.compactor.borrow().state().to_string()
    }
}

impl Compactor {
    fn compact(
        &self,
        messages: String,
        request: Option<&wit::CompactorRequest>,
        host: Host<'_>,
    ) -> Result<wit::Compaction, wit::Error> {
        // With the shorter life of what is set here.
        let mut host = host;
        let given = list(&messages)?;
        let mut wanted = Request::new();
        host.summary = request.and_then(|request| request.summary.as_deref());
        if let Some(request) = request {
            wanted.force = request.force.unwrap_or(false);
            wanted.compact_to = request.compact_to.map(target).transpose()?;
            wanted.reserve = request.reserve.map(Into::into);
            wanted.window = request.window.map(Into::into);
            wanted.thinking = Thinking::given(request.thinking.as_deref())?;
            wanted.hold = request.hold.unwrap_or(false);
            if request.redact == Some(true) {
                host.redact = Some(&redacted);
            }
        }
        let done = self.compactor.borrow_mut().next_with(&given, wanted, host)?;
        self.last.replace(messages.clone());
        Ok(answer(done, messages))
    }
}

/// The target of one step: the same rule and words as for the option of that name.
pub(crate) fn target(share: f64) -> Result<Target, Error> {
    let shown = share.to_string();
    Target::read(&NamedOption { name: "compactTo", value: OptionValue::Number(share), shown: &shown })
}

/// A compaction, whose messages are the very input where nothing changed.
pub(crate) fn answer(done: Compaction, messages: String) -> wit::Compaction {
    wit::Compaction {
        messages: if done.changed { written(done.messages) } else { messages },
        changed: done.changed,
        edits: written(done.edits.iter().map(Edit::to_json).collect()),
        report: done.report.to_json(),
        notice: done.notice,
        state: done.state.to_string(),
    }
}
