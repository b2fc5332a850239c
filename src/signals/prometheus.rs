//! Metrics in the text format of Prometheus, version 0.0.4.

use alloc::format;
use alloc::string::String;
use core::fmt::{Display, Write};

use super::{CutUnit, Histogram, Metrics};

impl Metrics {
    /// Returns the text that a monitor scrapes: `text/plain; version=0.0.4; charset=utf-8`.
    ///
    /// Contains `truncation_checks_total`, `truncation_events_total{dataset}`, the histograms
    /// `truncation_original_bytes{dataset}` and `truncation_truncated_bytes{dataset}` for each unit recorded (`_chars`,
    /// `_lines` and so on), `contract_violations_total{tool,contract}` if contracts failed, and a gauge for each session
    /// state.
    #[must_use]
    pub fn prometheus(&self) -> String {
        let mut text = String::new();
        head(&mut text, "truncation_checks_total", "counter", "Texts and values that were checked.");
        line(&mut text, format_args!("truncation_checks_total {}", self.checks()));
        head(&mut text, "truncation_events_total", "counter", "Cuts.");
        for (name, dataset) in self.datasets() {
            let label = escaped(name);
            line(&mut text, format_args!("truncation_events_total{{dataset=\"{label}\"}} {}", dataset.events()));
        }
        for unit in CutUnit::ALL {
            self.sizes(&mut text, unit, "original", "Sizes before cuts", |(before, _)| before);
            self.sizes(&mut text, unit, "truncated", "Sizes after cuts", |(_, after)| after);
        }
        for (at, (tool, contract, count)) in self.violations().enumerate() {
            if at == 0 {
                head(&mut text, "contract_violations_total", "counter", "Contracts of tools that failed.");
            }
            let (tool, contract) = (escaped(tool), escaped(contract));
            line(
                &mut text,
                format_args!("contract_violations_total{{tool=\"{tool}\",contract=\"{contract}\"}} {count}"),
            );
        }
        for (gauge, bytes) in self.sessions() {
            head(&mut text, gauge, "gauge", "Size of a session state as compact JSON, in bytes.");
            line(&mut text, format_args!("{gauge} {bytes}"));
        }
        text
    }

    fn sizes(
        &self,
        text: &mut String,
        unit: CutUnit,
        which: &str,
        help: &str,
        side: fn(&(Histogram, Histogram)) -> &Histogram,
    ) {
        let unit_name = unit.name();
        let metric = format!("truncation_{which}_{unit_name}");
        let found = self.datasets().filter_map(|(name, dataset)| Some((escaped(name), side(dataset.sizes_in(unit)?))));
        let mut is_first = true;
        for (label, histogram) in found {
            if core::mem::take(&mut is_first) {
                head(text, &metric, "histogram", &format!("{help}, in {unit_name}."));
            }
            for (bound, count) in histogram.buckets() {
                line(text, format_args!("{metric}_bucket{{dataset=\"{label}\",le=\"{bound}\"}} {count}"));
            }
            let (count, sum) = (histogram.count(), histogram.sum());
            line(text, format_args!("{metric}_bucket{{dataset=\"{label}\",le=\"+Inf\"}} {count}"));
            line(text, format_args!("{metric}_sum{{dataset=\"{label}\"}} {sum}"));
            line(text, format_args!("{metric}_count{{dataset=\"{label}\"}} {count}"));
        }
    }
}

fn head(text: &mut String, metric: &str, kind: &str, help: &str) {
    line(text, format_args!("# HELP {metric} {help}\n# TYPE {metric} {kind}"));
}

/// Appends a line. Writing to a string cannot fail.
fn line(text: &mut String, content: impl Display) {
    _ = writeln!(text, "{content}");
}

/// Escapes the value of a label. A dataset's name contains no line break.
fn escaped(name: &str) -> String {
    name.replace('\\', "\\\\").replace('"', "\\\"")
}
