//! Reports cuts to people and monitors: a log line, metrics, a disclaimer for readers.
//!
//! Nothing here is global: callers pass in the cuts that [`crate::TrimOptions::on_truncate`] and [`crate::trim_value`]
//! report.

mod dataset;
mod disclaimer;
mod histogram;
mod json;
mod log;
mod metrics;
mod prometheus;
mod sizes;

pub use crate::forms::{TRUNCATION_SIGNS, mentions_truncation};
pub use dataset::Datasets;
#[cfg(feature = "serde_json")]
pub use disclaimer::disclaimer_for;
pub use disclaimer::{DISCLAIMER, TRUNCATION_FLAG};
pub use histogram::Histogram;
pub use log::format_truncation_log;
pub use metrics::{Dataset, Metrics, SESSION_WARN_BYTES};
pub use sizes::{CutSizes, CutUnit};

/// Dataset name of cuts without a label.
const UNLABELLED: &str = "unlabelled";
