//! The interface `signals`.

use std::cell::RefCell;

use serde_json::{Map, Value, json as object};
use tooltrim::ErrorKind;
use tooltrim::signals::{
    CutSizes, CutUnit, Histogram, Metrics, disclaimer_for, format_truncation_log, mentions_truncation,
};

use crate::Component;
use crate::bindings::exports::tooltrim::core::signals as wit;
use crate::bindings::exports::tooltrim::core::text::CutUnit as WitUnit;
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
        let metrics = self.borrow();
        let datasets = metrics.datasets().map(|(name, dataset)| {
            let sizes = dataset.sizes().map(|(unit, before, after)| {
                let sizes = object!({"original": histogram(before), "truncated": histogram(after)});
                (unit.name().to_owned(), sizes)
            });
            (name.to_owned(), object!({"events": dataset.events(), "sizes": sizes.collect::<Map<_, _>>()}))
        });
        let sessions = metrics.sessions().map(|(gauge, bytes)| (gauge.to_owned(), Value::from(bytes)));
        let violations = metrics.violations();
        let violations = violations
            .map(|(tool, contract, count)| object!({"tool": tool, "contract": contract, "count": count}))
            .collect::<Vec<_>>();
        object!({
            "checks": metrics.checks(),
            "datasets": datasets.collect::<Map<_, _>>(),
            "sessions": sessions.collect::<Map<_, _>>(),
            "violations": violations,
        })
        .to_string()
    }
}

fn histogram(histogram: &Histogram) -> Value {
    let buckets: Vec<Value> = histogram.buckets().map(|(at_most, count)| object!([at_most, count])).collect();
    object!({"count": histogram.count(), "sum": histogram.sum(), "buckets": buckets})
}

fn sizes(event: &wit::Event) -> CutSizes<'_> {
    let unit = match event.unit {
        WitUnit::Chars => CutUnit::Chars,
        WitUnit::Utf16 => CutUnit::Utf16,
        WitUnit::Bytes => CutUnit::Bytes,
        WitUnit::Lines => CutUnit::Lines,
        WitUnit::Tokens => CutUnit::Tokens,
        WitUnit::Items => CutUnit::Items,
        WitUnit::Keys => CutUnit::Keys,
        WitUnit::Levels => CutUnit::Levels,
    };
    CutSizes::new(&event.label, unit, event.before.into(), event.after.into())
}
