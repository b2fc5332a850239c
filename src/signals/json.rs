//! Metrics as JSON.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Histogram, Metrics};
use crate::tree::quoted;

impl Metrics {
    /// Returns all counts as JSON, in the shape that they have in JavaScript.
    ///
    /// ```
    /// let mut metrics = tooltrim::signals::Metrics::new();
    /// metrics.check(2);
    /// metrics.violation("order", "precondition 1");
    /// assert_eq!(
    ///     metrics.to_json(),
    ///     r#"{"checks":2,"datasets":{},"sessions":{},"violations":[{"tool":"order","contract":"precondition 1","count":1}]}"#,
    /// );
    /// ```
    #[must_use]
    pub fn to_json(&self) -> String {
        let datasets = self.datasets().map(|(name, dataset)| {
            let sizes = dataset.sizes().map(|(unit, before, after)| {
                (unit.name(), object([("original", histogram(before)), ("truncated", histogram(after))]))
            });
            (name, object([("events", dataset.events().to_string()), ("sizes", object(sizes))]))
        });
        let violations = self.violations().map(|(tool, contract, count)| {
            object([("tool", text(tool)), ("contract", text(contract)), ("count", count.to_string())])
        });
        object([
            ("checks", self.checks().to_string()),
            ("datasets", object(datasets)),
            ("sessions", object(self.sessions().map(|(gauge, bytes)| (gauge, bytes.to_string())))),
            ("violations", list(violations)),
        ])
    }
}

fn histogram(sizes: &Histogram) -> String {
    let buckets = list(sizes.buckets().map(|(at_most, count)| format!("[{at_most},{count}]")));
    object([("count", sizes.count().to_string()), ("sum", sizes.sum().to_string()), ("buckets", buckets)])
}

/// Members by name, whose values are JSON.
fn object<'a>(members: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let members = members.into_iter().map(|(name, value)| format!("{}:{value}", text(name)));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

fn text(text: &str) -> String {
    let mut json = String::new();
    quoted(text, &mut json);
    json
}
