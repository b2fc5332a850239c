//! The interface `signals`.

use std::cell::RefCell;

use tooltrim::ErrorKind;
use tooltrim::signals::{CutSizes, Metrics, disclaimer_for, format_truncation_log, mentions_truncation};

use crate::Component;
use crate::bindings::exports::tooltrim::core::signals as wit;
use crate::messages::json;

impl wit::Guest for Component {
    type Metrics = RefCell<Metrics>;

    fn format_truncation_log(event: wit::Event) -> String {
        format_truncation_log(sizes(&event))
    }

    fn disclaimer_for(json: String, text: Option<String>) -> Result<Option<String>, wit::Error> {
        let value = crate::messages::json(&json, "json", ErrorKind::InvalidOption)?;
        Ok(disclaimer_for(&value).map(|usual| text.unwrap_or_else(|| usual.to_owned())))
    }

    fn mentions_truncation(text: String) -> bool {
        mentions_truncation(&text)
    }

    fn session_bytes(json_text: String) -> Result<u64, wit::Error> {
        let value = json(&json_text, "json", ErrorKind::InvalidOption)?;
        Ok(value.to_string().len() as u64)
    }
}

impl wit::GuestMetrics for RefCell<Metrics> {
    fn new() -> Self {
        Self::default()
    }

    fn check(&self, more: u32) {
        self.borrow_mut().check(more.into());
    }

    fn record_events(&self, events: Vec<wit::Event>) {
        let mut metrics = self.borrow_mut();
        for event in &events {
            metrics.record(sizes(event));
        }
    }

    fn violation(&self, tool: String, contract: String) {
        self.borrow_mut().violation(&tool, &contract);
    }

    fn session(&self, name: String, bytes: u64) {
        self.borrow_mut().session(&name, bytes);
    }

    fn prometheus(&self) -> String {
        self.borrow().prometheus()
    }

    fn snapshot(&self) -> String {
        self.borrow().to_json()
    }
}

fn sizes(event: &wit::Event) -> CutSizes<'_> {
    CutSizes::new(&event.label, event.unit.into(), event.before.into(), event.after.into())
}
