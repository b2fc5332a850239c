//! Log line, metrics and disclaimer of cuts.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use js_sys::Array;
use tooltrim::signals::{CutSizes, CutUnit, Datasets, Histogram, Metrics};
use wasm_bindgen::prelude::*;

use crate::out::object;

/// The log line of a cut; none when there is no such unit.
#[wasm_bindgen]
#[must_use]
pub fn truncation_log(label: Option<String>, unit: &str, before: f64, after: f64) -> Option<String> {
    let label = label.unwrap_or_default();
    let cut = CutSizes::new(&label, CutUnit::from_name(unit)?, before as u64, after as u64);
    Some(tooltrim::signals::format_truncation_log(cut))
}

/// Returns words and numbers that JavaScript needs: the paragraph for readers, the name of the flag, the default size
/// of a session warning, and the phrases that report a cut.
#[wasm_bindgen]
#[must_use]
pub fn signal_words() -> Array {
    let words = [tooltrim::signals::DISCLAIMER.into(), tooltrim::signals::TRUNCATION_FLAG.into()];
    let signs = tooltrim::signals::TRUNCATION_SIGNS.map(JsValue::from_str);
    words.into_iter().chain([JsValue::from_f64(tooltrim::signals::SESSION_WARN_BYTES as f64)]).chain(signs).collect()
}

/// The upper bounds of a histogram; none when there is no such unit.
#[wasm_bindgen]
#[must_use]
pub fn bucket_bounds(unit: &str) -> Vec<f64> {
    let bounds = |unit| Histogram::of(unit).buckets().map(|(bound, _)| bound as f64).collect();
    CutUnit::from_name(unit).map_or_else(Vec::new, bounds)
}

/// Names of datasets, a bounded number.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct CutDatasets(RefCell<Datasets>);

#[wasm_bindgen]
impl CutDatasets {
    /// None yet.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> CutDatasets {
        Self::default()
    }

    /// The name for a label.
    #[must_use]
    pub fn name(&self, label: Option<String>) -> String {
        self.0.borrow_mut().name(&label.unwrap_or_default())
    }
}

/// Cuts counted.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct CutMetrics(RefCell<Metrics>);

#[wasm_bindgen]
impl CutMetrics {
    /// Nothing counted yet.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> CutMetrics {
        Self::default()
    }

    /// Adds to the number of checks.
    pub fn check(&self, more: f64) {
        self.0.borrow_mut().check(more as u64);
    }

    /// Counts a cut.
    pub fn record(&self, label: Option<String>, unit: &str, before: f64, after: f64) {
        let Some(unit) = CutUnit::from_name(unit) else { return };
        let label = label.unwrap_or_default();
        self.0.borrow_mut().record(CutSizes::new(&label, unit, before as u64, after as u64));
    }

    /// Counts a contract that failed.
    pub fn violation(&self, tool: &str, contract: &str) {
        self.0.borrow_mut().violation(tool, contract);
    }

    /// Sets the size of a session state.
    pub fn session(&self, name: &str, bytes: f64) {
        self.0.borrow_mut().session(name, bytes as u64);
    }

    /// The text format of Prometheus.
    #[must_use]
    pub fn prometheus(&self) -> String {
        self.0.borrow().prometheus()
    }

    /// The same as plain objects.
    #[must_use]
    pub fn snapshot(&self) -> JsValue {
        let metrics = self.0.borrow();
        let datasets = metrics.datasets().map(|(name, dataset)| {
            let sizes = dataset.sizes().map(|(unit, before, after)| {
                (unit.name(), object([("original", histogram(before)), ("truncated", histogram(after))]))
            });
            let content = [("events", number(dataset.events())), ("sizes", object(sizes))];
            (name, object(content))
        });
        let sessions = metrics.sessions().map(|(gauge, bytes)| (gauge, number(bytes)));
        let violations: Array = metrics
            .violations()
            .map(|(tool, contract, count)| {
                object([("tool", tool.into()), ("contract", contract.into()), ("count", number(count))])
            })
            .collect();
        let content = [
            ("checks", number(metrics.checks())),
            ("datasets", object(datasets)),
            ("sessions", object(sessions)),
            ("violations", violations.into()),
        ];
        object(content)
    }
}

fn number(number: u64) -> JsValue {
    JsValue::from_f64(number as f64)
}

fn histogram(histogram: &Histogram) -> JsValue {
    let bucket = |(at_most, count)| JsValue::from(Array::of2(&number(at_most), &number(count)));
    let buckets: Array = histogram.buckets().map(bucket).collect();
    object([("count", number(histogram.count())), ("sum", number(histogram.sum())), ("buckets", buckets.into())])
}
