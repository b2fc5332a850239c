//! Counters of cuts, for a monitor.

use alloc::string::String;
use alloc::vec::Vec;

use super::dataset::{OTHER, dataset};
use super::{CutSizes, CutUnit, Datasets, Histogram};
use crate::sorted::Sorted;

/// Default size in bytes from which a session state deserves a warning.
pub const SESSION_WARN_BYTES: u64 = 50_000;

/// Maximum number of session states with a gauge.
const MOST_SESSIONS: usize = 100;

/// Cuts by dataset, with their sizes, and the number of checks.
///
/// ```
/// use tooltrim::signals::{CutSizes, CutUnit, Metrics};
///
/// let mut metrics = Metrics::new();
/// metrics.check(10);
/// metrics.record(CutSizes::new("fetch.posts[3].text", CutUnit::Bytes, 9000, 500));
/// metrics.session("stock_data", 1200);
///
/// let text = metrics.prometheus();
/// assert!(text.contains("truncation_checks_total 10\n"));
/// assert!(text.contains("truncation_events_total{dataset=\"fetch.posts[*].text\"} 1\n"));
/// assert!(text.contains("truncation_original_bytes_sum{dataset=\"fetch.posts[*].text\"} 9000\n"));
/// assert!(text.contains("stock_data_bytes 1200\n"));
/// metrics.violation("order", "precondition 1");
/// assert!(metrics.prometheus().contains(
///     "contract_violations_total{tool=\"order\",contract=\"precondition 1\"} 1\n",
/// ));
/// ```
///
/// Memory is bounded, whatever the labels: see [`Datasets`].
#[derive(Clone, Debug, Default)]
pub struct Metrics {
    checks: u64,
    names: Datasets,
    datasets: Sorted<String, Dataset>,
    /// Gauges by name; the one set last is last.
    sessions: Vec<(String, u64)>,
    /// Failed contracts by tool and contract.
    violations: Sorted<(String, String), u64>,
}

/// Maximum number of pairs of tool and contract with a counter of their own.
const MOST_CONTRACTS: usize = 500;

/// The cuts of one dataset.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    events: u64,
    sizes: Sorted<CutUnit, (Histogram, Histogram)>,
}

impl Dataset {
    /// Returns the number of cuts.
    #[must_use]
    pub fn events(&self) -> u64 {
        self.events
    }

    /// Returns the sizes before and after, by unit.
    pub fn sizes(&self) -> impl Iterator<Item = (CutUnit, &Histogram, &Histogram)> {
        self.sizes.as_slice().iter().map(|(unit, (before, after))| (*unit, before, after))
    }

    pub(super) fn sizes_in(&self, unit: CutUnit) -> Option<&(Histogram, Histogram)> {
        self.sizes.get(&unit)
    }
}

impl Metrics {
    /// Creates metrics with nothing counted.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts `more` texts and values that were checked, cut or not.
    pub fn check(&mut self, more: u64) {
        self.checks = self.checks.saturating_add(more);
    }

    /// Counts a cut.
    pub fn record<'a>(&mut self, cut: impl Into<CutSizes<'a>>) {
        let CutSizes { label, unit, before, after } = cut.into();
        let dataset = self.datasets.get_or_insert_with(self.names.name(label), Dataset::default);
        dataset.events += 1;
        let sizes = dataset.sizes.get_or_insert_with(unit, || (Histogram::of(unit), Histogram::of(unit)));
        sizes.0.add(before);
        sizes.1.add(after);
    }

    /// Counts a contract that failed. After 500 pairs of tool and contract every new one counts as `other`.
    pub fn violation(&mut self, tool: &str, contract: &str) {
        let mut pair = (dataset(tool), dataset(contract));
        if self.violations.as_slice().len() >= MOST_CONTRACTS && !self.violations.contains(&pair) {
            pair = (OTHER.into(), OTHER.into());
        }
        *self.violations.get_or_insert_with(pair, || 0) += 1;
    }

    /// Returns the failed contracts: tool, contract and number.
    pub fn violations(&self) -> impl Iterator<Item = (&str, &str, u64)> {
        self.violations.as_slice().iter().map(|((tool, contract), count)| (tool.as_str(), contract.as_str(), *count))
    }

    /// Sets the gauge `{name}_bytes`: the size of a session state.
    ///
    /// Chars that a metric's name cannot contain become `_`. A name that begins like our own metrics gets the prefix
    /// `session_`. After 100 names the gauge set longest ago is dropped.
    pub fn session(&mut self, name: &str, bytes: u64) {
        let gauge = gauge(name);
        self.sessions.retain(|(known, _)| *known != gauge);
        if self.sessions.len() >= MOST_SESSIONS {
            self.sessions.remove(0);
        }
        self.sessions.push((gauge, bytes));
    }

    /// Returns the number of texts and values that were checked.
    #[must_use]
    pub fn checks(&self) -> u64 {
        self.checks
    }

    /// Returns the datasets, by name.
    pub fn datasets(&self) -> impl Iterator<Item = (&str, &Dataset)> + Clone {
        self.datasets.as_slice().iter().map(|(name, dataset)| (name.as_str(), dataset))
    }

    /// Returns the gauges and their bytes.
    pub fn sessions(&self) -> impl Iterator<Item = (&str, u64)> {
        self.sessions.iter().map(|(name, bytes)| (name.as_str(), *bytes))
    }
}

/// Returns the name of a gauge as the exposition format allows it: `[a-zA-Z_:][a-zA-Z0-9_:]*`, here without the colon,
/// which is reserved for rules.
fn gauge(name: &str) -> String {
    let allowed = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let mut gauge: String = name.chars().take(200).map(allowed).collect();
    if gauge.is_empty() {
        gauge.push_str("session");
    } else if gauge.starts_with("truncation_") || gauge == "truncation" {
        gauge.insert_str(0, "session_");
    } else if gauge.starts_with(|c: char| c.is_ascii_digit()) {
        gauge.insert(0, '_');
    }
    gauge.push_str("_bytes");
    gauge
}

#[cfg(test)]
mod tests {
    use super::{MOST_SESSIONS, Metrics, gauge};
    use alloc::format;

    #[test]
    fn every_session_name_makes_a_valid_gauge_that_is_none_of_our_own() {
        assert_eq!(gauge("stock_data"), "stock_data_bytes");
        assert_eq!(gauge(""), "session_bytes");
        assert_eq!(gauge("7 seas:\n{x=\"y\"}"), "_7_seas___x__y___bytes");
        assert_eq!(gauge("truncation_original"), "session_truncation_original_bytes");
        assert_eq!(gauge("\u{65e5}\u{672c}"), "___bytes");
    }

    #[test]
    fn gauges_are_bounded_and_the_oldest_goes() {
        let mut metrics = Metrics::new();
        for n in 0..MOST_SESSIONS as u64 {
            metrics.session(&format!("s{n}"), n);
        }
        metrics.session("s0", 7);
        metrics.session("new", 9);
        assert_eq!(metrics.sessions().count(), MOST_SESSIONS);
        assert!(metrics.sessions().all(|(name, _)| name != "s1_bytes"));
        assert!(metrics.sessions().any(|session| session == ("s0_bytes", 7)));
        assert_eq!(metrics.sessions().last(), Some(("new_bytes", 9)));
    }
}
