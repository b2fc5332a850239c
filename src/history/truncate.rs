//! Selects the calls that stay, and summarizes the others.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::config::{Dialect, TruncationConfig};
use super::read::ReadCalls;
use super::weigh::{is_over, tokens, tokens_of_text};
use crate::call::Calls;

/// The outcome for a history of calls.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Truncation {
    /// True if older calls are to be replaced by the summary.
    pub should_truncate: bool,
    /// The older calls in a few lines.
    pub summary: Option<String>,
    /// The ids of calls that stay as they are.
    pub recent_call_ids: BTreeSet<String>,
    /// Ids of the summarized calls. No id is in both sets.
    pub truncated_call_ids: BTreeSet<String>,
    /// Tokens of the truncated calls less those of the summary; an estimate unless all counts were given.
    pub tokens_saved: f64,
}

/// The same by position, for hosts that hold the ids themselves.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct TruncationPlan {
    /// Calls from here on are recent, those before truncated; all are recent when it is 0.
    pub recent_from: usize,
    /// Earlier calls that are recent all the same, as a later one has their id; in order. Not looked for by
    /// [`TruncationConfig::reference`].
    pub repeated: Vec<usize>,
    /// The older calls in a few lines.
    pub summary: Option<String>,
    /// Tokens of the truncated calls less those of the summary.
    pub tokens_saved: f64,
}

impl TruncationConfig {
    /// Decides about a history of calls. Total: there is no history that it fails on.
    ///
    /// Time follows the number of calls and the size of their arguments, not that of results.
    pub fn plan<C: Calls + ?Sized>(&self, calls: &C) -> TruncationPlan {
        let recent_from = self.recent_from(calls.len());
        if recent_from == 0 || !self.is_over(calls) {
            return TruncationPlan::default();
        }
        // Dropping calls by id would drop or keep both of a repeated id. The reference summarizes by position all the
        // same.
        let repeated = match self.dialect {
            Dialect::Own => calls.repeated(recent_from),
            Dialect::Reference => Vec::new(),
        };
        let truncated = but(recent_from, &repeated);
        if truncated.is_empty() {
            return TruncationPlan::default();
        }
        let summary = ReadCalls::new(calls, self).summary(&truncated);
        let saved = tokens(calls, truncated, self.dialect) - tokens_of_text(&summary, self.dialect) as f64;
        TruncationPlan { recent_from, repeated, summary: Some(summary), tokens_saved: saved.clamp(0.0, f64::MAX) }
    }

    /// True when the calls are over the threshold, however few they are.
    pub fn is_over<C: Calls + ?Sized>(&self, calls: &C) -> bool {
        is_over(calls, self.truncation_threshold, self.dialect)
    }

    /// Tokens of all calls: as counted by the caller, else estimated.
    ///
    /// A text up to 2,048 UTF-16 units is estimated as a whole, a longer one by the density of its ends, and 8 are
    /// added for a call. Of more than 256 calls, 64 are estimated and stand for the others.
    pub fn tokens<C: Calls + ?Sized>(&self, calls: &C) -> f64 {
        tokens(calls, 0..calls.len(), self.dialect)
    }

    /// The position of the first call that is recent by number.
    pub(crate) fn recent_from(&self, calls: usize) -> usize {
        calls.saturating_sub(usize::try_from(self.recent_calls_to_keep).unwrap_or(usize::MAX))
    }
}

/// The positions before `end` but for some.
fn but(end: usize, without: &[usize]) -> Vec<usize> {
    let mut without = without.iter().copied().peekable();
    (0..end).filter(|at| without.next_if_eq(at).is_none()).collect()
}

/// Decides which calls of a history stay, and summarizes the others.
///
/// ```
/// # #[cfg(feature = "serde_json")] {
/// use tooltrim::{ToolCall, TruncationConfig, compute_truncation};
///
/// let calls: Vec<ToolCall> = (1..=20)
///     .map(|n| ToolCall::new(format!("call_{n}"), "read_file", "x".repeat(900)).arg("path", format!("src/{n}.rs")))
///     .collect();
/// let truncation = compute_truncation(&calls, &TruncationConfig::new());
///
/// assert!(truncation.should_truncate);
/// assert_eq!(truncation.recent_call_ids.len(), 6);
/// let summary = truncation.summary.unwrap_or_default();
/// assert!(summary.starts_with("[Earlier in this session:]\n- Read 14 file(s): src/1.rs, src/2.rs, src/3.rs, +11 more\n"));
/// # }
/// ```
///
/// Truncates nothing unless the calls exceed both the threshold and the number to keep. The summary is always within
/// its limit, and no line of it is a tool's own.
pub fn compute_truncation<C: Calls + ?Sized>(calls: &C, config: &TruncationConfig) -> Truncation {
    let plan = config.plan(calls);
    let ids = |from: usize, to: usize| (from..to).map(|at| calls.id(at).into_owned());
    let recent_call_ids: BTreeSet<String> = ids(plan.recent_from, calls.len()).collect();
    let truncated_call_ids = ids(0, plan.recent_from).filter(|id| !recent_call_ids.contains(id)).collect();
    Truncation {
        should_truncate: plan.summary.is_some(),
        summary: plan.summary,
        recent_call_ids,
        truncated_call_ids,
        tokens_saved: plan.tokens_saved,
    }
}
