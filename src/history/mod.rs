//! Truncates a list of tool calls: selects those that stay and summarizes the others.
//!
//! `config` holds when and how much, `weigh` measures calls, `truncate` selects. `summary` writes the replacement from
//! `groups` (by category), `lines`, `finer` (one line per call) and `errors`; compaction uses it too, and the line for
//! users in `notice`. `compacted` writes calls that stay as text.

mod compacted;
mod config;
mod errors;
mod finer;
mod groups;
mod lines;
mod notice;
mod summary;
mod truncate;
mod weigh;

use alloc::string::String;

pub use compacted::{CompactedHistory, FormattedToolEntry};
pub use config::{Budget, Threshold, TruncationConfig};
pub(crate) use config::{read_budget, read_budget_as};
pub(crate) use lines::{HEAD, MORE_FAILURES, headed};
pub(crate) use notice::notice;
pub(crate) use summary::summarize;
#[cfg(feature = "serde_json")]
pub use truncate::compute_truncation;
pub use truncate::{TruncationDecision, TruncationPlan};

use crate::call::Call;

/// Reads both ends of a result, of the given UTF-16 units each.
pub(crate) type Ends<'a> = &'a dyn Fn(usize, usize) -> (String, String);

/// The calls of a history, oldest first, and both ends of their results.
#[derive(Clone, Copy)]
pub(crate) struct History<'a> {
    pub(crate) calls: &'a [&'a Call],
    pub(crate) ends: Ends<'a>,
    /// The folder that relative paths start from, if calls name it.
    pub(crate) base: Option<&'a str>,
}

impl History<'_> {
    /// A result, or both ends of it on lines of their own.
    fn result(&self, at: usize, most: usize) -> String {
        let (head, tail) = (self.ends)(at, most);
        let gap = self.calls[at].result_units > 2 * most as u64;
        [&*head, if gap { "\n" } else { "" }, &*tail].concat()
    }
}
