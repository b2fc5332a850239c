//! Selects the calls that stay, and summarizes the others.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::config::{Dialect, TruncationConfig};
use super::lines::headed;
use super::notice::notice;
use super::read::ReadCalls;
use super::weigh::{is_over, tokens, tokens_of_text};
use crate::call::Calls;

/// The outcome for a history of calls.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct TruncationDecision {
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
    /// A line for users; nothing if nothing is truncated, and with [`TruncationConfig::reference`].
    pub notice: Option<String>,
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
    /// A line for users: how many calls the summary covers, and the tokens before and after.
    pub notice: Option<String>,
}

impl TruncationConfig {
    /// Decides about a history of calls. Total: there is no history that it fails on.
    ///
    /// Time follows the number of calls and the size of their arguments, not that of results.
    pub fn plan<C: Calls + ?Sized>(&self, calls: &C) -> TruncationPlan {
        self.plan_by(calls, |truncated| Some(ReadCalls::new(calls, self).summary(truncated))).unwrap_or_default()
    }

    /// Decides as [`plan`](Self::plan) does, with a summary from elsewhere, such as from a model.
    ///
    /// ```
    /// # #[cfg(feature = "serde_json")] {
    /// use tooltrim::{ToolCall, TruncationConfig};
    ///
    /// let calls: Vec<ToolCall> =
    ///     (1..=20).map(|n| ToolCall::new(format!("call_{n}"), "read_file", "x".repeat(900))).collect();
    /// let config = TruncationConfig::new();
    /// // Falls back to the built-in summary.
    /// let plan = config.plan_with_summary(&calls, "All files are empty.").unwrap_or_else(|| config.plan(&calls));
    /// assert_eq!(plan.summary.as_deref(), Some("[Earlier in this session:]\nAll files are empty."));
    /// # }
    /// ```
    ///
    /// The text follows our head line and cannot forge other lines of ours. Returns `None` if nothing is truncated, and
    /// if the text is empty or, with the head line, over the limit of tokens.
    pub fn plan_with_summary<C: Calls + ?Sized>(&self, calls: &C, summary: &str) -> Option<TruncationPlan> {
        self.plan_by(calls, |_| self.accept(summary))
    }

    /// A summariser's text as a summary; nothing if it is empty or over the limit.
    pub(super) fn accept(&self, text: &str) -> Option<String> {
        let fits = |text: &String| tokens_of_text(text, self.dialect) <= self.max_history_summary_tokens;
        Some(text).filter(|text| !text.trim().is_empty()).map(headed).filter(fits)
    }

    /// Plans with a summary of the calls at given positions; nothing if nothing is truncated, or without a summary.
    fn plan_by<C: Calls + ?Sized>(
        &self,
        calls: &C,
        summarize: impl FnOnce(&[usize]) -> Option<String>,
    ) -> Option<TruncationPlan> {
        let recent_from = self.recent_from(calls.len());
        if recent_from == 0 || !self.is_over(calls) {
            return None;
        }
        // Dropping calls by id would drop or keep both of a repeated id. The reference summarizes by position all the
        // same.
        let repeated = match self.dialect {
            Dialect::Own => calls.repeated(recent_from),
            Dialect::Reference => Vec::new(),
        };
        let truncated = but(recent_from, &repeated);
        if truncated.is_empty() {
            return None;
        }
        let summary = summarize(&truncated)?;
        let numbers = (truncated.len(), calls.len());
        let (gone, written) = (tokens(calls, truncated, self.dialect), tokens_of_text(&summary, self.dialect) as f64);
        let stays = || repeated.iter().copied().chain(recent_from..calls.len());
        let notice = self.notice(numbers, &summary, || {
            let stay = tokens(calls, stays(), self.dialect);
            (gone + stay, written + stay)
        });
        let tokens_saved = (gone - written).clamp(0.0, f64::MAX);
        Some(TruncationPlan { recent_from, repeated, summary: Some(summary), tokens_saved, notice })
    }

    /// The line for users, of how many calls the summary covers and the tokens before and after. The reference has none.
    pub(super) fn notice(
        &self,
        numbers: (usize, usize),
        summary: &str,
        tokens: impl FnOnce() -> (f64, f64),
    ) -> Option<String> {
        (self.dialect == Dialect::Own).then(|| {
            // A limit of 0 tokens leaves no summary.
            let how = if summary.is_empty() { "tool calls removed" } else { "tool calls summarized" };
            let (before, after) = tokens();
            let whole = |tokens: f64| (tokens + 0.5) as u64;
            notice(numbers, how, (whole(before), whole(after)))
        })
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
/// let notice = truncation.notice.unwrap_or_default();
/// assert!(notice.starts_with("\u{26a0}\u{fe0f} Context compacted to save tokens: 14 of 20 tool calls summarized, "));
/// # }
/// ```
///
/// Truncates nothing unless the calls exceed both the threshold and the number to keep. The summary is always within
/// its limit, and no line of it is a tool's own.
pub fn compute_truncation<C: Calls + ?Sized>(calls: &C, config: &TruncationConfig) -> TruncationDecision {
    let plan = config.plan(calls);
    let ids = |from: usize, to: usize| (from..to).map(|at| calls.id(at).into_owned());
    let recent_call_ids: BTreeSet<String> = ids(plan.recent_from, calls.len()).collect();
    let truncated_call_ids = ids(0, plan.recent_from).filter(|id| !recent_call_ids.contains(id)).collect();
    TruncationDecision {
        should_truncate: plan.summary.is_some(),
        // A limit may leave no room for any.
        summary: plan.summary.filter(|summary| !summary.is_empty()),
        recent_call_ids,
        truncated_call_ids,
        tokens_saved: plan.tokens_saved,
        notice: plan.notice,
    }
}
