//! Selects the calls that stay, and summarizes the others.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

#[cfg(feature = "serde_json")]
use serde_json::Value;

use super::History;
use super::config::TruncationConfig;
use super::lines::headed;
use super::notice::notice;
use super::summary::summarize;
use super::weigh::{is_over, tokens, tokens_of_text};
use crate::call::Call;
use crate::call::path::base_of;
use crate::format::calls::Calls;
#[cfg(feature = "serde_json")]
use crate::tree::JsonTree;
use crate::tree::Tree;

/// The outcome for a list of calls.
#[derive(Clone, Debug, Default, PartialEq)]
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
    /// Decides about a list of calls. Total: there is no list that it fails on.
    ///
    /// `summary` is a text from elsewhere, such as from a model, in place of the built-in summary. It follows our head line
    /// and cannot forge other lines of ours. With it, `None` is returned if nothing is truncated, and if the text is empty
    /// or, with the head line, over the limit of tokens.
    ///
    /// ```
    /// # #[cfg(feature = "serde_json")] {
    /// use serde_json::{Value, json};
    /// use tooltrim::TruncationConfig;
    /// use tooltrim::host::JsonTree;
    ///
    /// let call = |n| json!({"callId": format!("call_{n}"), "name": "read_file", "result": "x".repeat(900)});
    /// let calls: Vec<Value> = (1..=20).map(call).collect();
    /// let (calls, config) = (JsonTree::Messages(&calls), TruncationConfig::new());
    /// // Falls back to the built-in summary.
    /// let plan = config.plan(&calls, Some("All files are empty.")).or_else(|| config.plan(&calls, None)).unwrap();
    /// assert_eq!(plan.summary.as_deref(), Some("[Earlier in this session:]\nAll files are empty."));
    /// # }
    /// ```
    ///
    /// Time follows the number of calls and the size of their arguments, not that of results.
    pub fn plan<T: Tree>(&self, calls: &T, summary: Option<&str>) -> Option<TruncationPlan> {
        self.plan_of(&Calls::new(calls), summary)
    }

    /// Decides as [`plan`](Self::plan) does, by id.
    pub fn decide<T: Tree>(&self, calls: &T, summary: Option<&str>) -> Option<TruncationDecision> {
        let calls = Calls::new(calls);
        let plan = self.plan_of(&calls, summary)?;
        let ids = |from: usize, to: usize| (from..to).map(|at| calls.id(at));
        let recent_call_ids: BTreeSet<String> = ids(plan.recent_from, calls.len()).collect();
        let truncated_call_ids = ids(0, plan.recent_from).filter(|id| !recent_call_ids.contains(id)).collect();
        Some(TruncationDecision {
            should_truncate: plan.summary.is_some(),
            // A limit may leave no room for any.
            summary: plan.summary.filter(|summary| !summary.is_empty()),
            recent_call_ids,
            truncated_call_ids,
            tokens_saved: plan.tokens_saved,
            notice: plan.notice,
        })
    }

    fn plan_of<T: Tree>(&self, calls: &Calls<T>, summary: Option<&str>) -> Option<TruncationPlan> {
        if let Some(text) = summary {
            return self.plan_by(calls, |_| self.accept(text));
        }
        let own = |positions: &[usize]| Some(self.summary_of(calls, &self.read(calls), positions));
        Some(self.plan_by(calls, own).unwrap_or_default())
    }

    pub(super) fn read<T: Tree>(&self, calls: &Calls<T>) -> Vec<Call> {
        calls.read(&self.categories, self.dialect.is_own())
    }

    /// The built-in summary of the calls at some positions of a list that was read.
    pub(super) fn summary_of<T: Tree>(&self, list: &Calls<T>, calls: &[Call], positions: &[usize]) -> String {
        let base = base_of(calls.iter().map(|call| &call.effect));
        let (calls, ends) = (calls.iter().collect::<Vec<_>>(), |at: usize, most: usize| list.ends(at, most));
        summarize(History { calls: &calls, ends: &ends, base: base.as_deref() }, positions, self)
    }

    /// A summariser's text as a summary; nothing if it is empty or over the limit.
    pub(super) fn accept(&self, text: &str) -> Option<String> {
        let fits = |text: &String| tokens_of_text(text, self.dialect) <= self.max_history_summary_tokens;
        Some(text).filter(|text| !text.trim().is_empty()).map(headed).filter(fits)
    }

    /// Plans with a summary of the calls at given positions; nothing if nothing is truncated, or without a summary.
    fn plan_by<T: Tree>(
        &self,
        calls: &Calls<T>,
        summarize: impl FnOnce(&[usize]) -> Option<String>,
    ) -> Option<TruncationPlan> {
        let recent_from = self.recent_from(calls.len());
        if recent_from == 0 || !is_over(calls, self.truncation_threshold, self.dialect) {
            return None;
        }
        // Dropping calls by id would drop or keep both of a repeated id. The reference summarizes by position all the
        // same.
        let repeated = if self.dialect.is_own() { calls.repeated(recent_from) } else { Vec::new() };
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
        (self.dialect.is_own()).then(|| {
            // A limit of 0 tokens leaves no summary.
            let how = if summary.is_empty() { "tool calls removed" } else { "tool calls summarized" };
            let (before, after) = tokens();
            let whole = |tokens: f64| (tokens + 0.5) as u64;
            notice(numbers, how, (whole(before), whole(after)))
        })
    }

    /// True when the calls are over the threshold, however few they are.
    pub fn is_over<T: Tree>(&self, calls: &T) -> bool {
        is_over(&Calls::new(calls), self.truncation_threshold, self.dialect)
    }

    /// Tokens of all calls: as counted by the caller, else estimated.
    ///
    /// A text up to 2,048 UTF-16 units is estimated as a whole, a longer one by the density of its ends, and 8 are
    /// added for a call. Of more than 256 calls, 64 are estimated and stand for the others.
    pub fn tokens<T: Tree>(&self, calls: &T) -> f64 {
        let calls = Calls::new(calls);
        tokens(&calls, 0..calls.len(), self.dialect)
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

/// Decides which calls of a list stay, and summarizes the others.
///
/// ```
/// use serde_json::{Value, json};
/// use tooltrim::{TruncationConfig, compute_truncation};
///
/// let read = |n| json!({
///     "callId": format!("call_{n}"),
///     "name": "read_file",
///     "args": {"path": format!("src/{n}.rs")},
///     "result": "x".repeat(900),
/// });
/// let calls: Vec<Value> = (1..=20).map(read).collect();
/// let truncation = compute_truncation(&calls, &TruncationConfig::new());
///
/// assert!(truncation.should_truncate);
/// assert_eq!(truncation.recent_call_ids.len(), 6);
/// let summary = truncation.summary.unwrap_or_default();
/// assert!(summary.starts_with("[Earlier in this session:]\n- Read 14 file(s): src/1.rs, src/2.rs, src/3.rs, +11 more\n"));
/// let notice = truncation.notice.unwrap_or_default();
/// assert!(notice.starts_with("\u{26a0}\u{fe0f} Context compacted to save tokens: 14 of 20 tool calls summarized, "));
/// ```
///
/// A call is an object such as [`crate::extract_tool_calls`] returns. `isError`, `tokenCount` and `category` may be absent:
/// a failure is then told by the result, tokens are estimated, and the category follows from the name. The JSON text of an
/// object counts as `args`, too. Truncates nothing unless the calls exceed both the threshold and the number to keep. The
/// summary is always within its limit, and no line of it is a tool's own.
#[cfg(feature = "serde_json")]
#[must_use]
pub fn compute_truncation(calls: &[Value], config: &TruncationConfig) -> TruncationDecision {
    // Only a summary from elsewhere is refused.
    config.decide(&JsonTree::Messages(calls), None).unwrap_or_default()
}
