//! The resource `manager`: a history of calls that grows.

use std::cell::RefCell;

use tooltrim::calls::CompactedHistory;
use tooltrim::{Budget, ToolCall, TruncationConfig};

use crate::bindings::exports::tooltrim::core::calls as wit;
use crate::calls::{read, truncation};
use crate::narrow;

/// The calls, each with its tokens.
pub(crate) struct Manager {
    config: TruncationConfig,
    calls: RefCell<Vec<ToolCall>>,
}

impl wit::GuestManager for Manager {
    fn create(config: Option<wit::TruncationConfig>) -> Result<wit::Manager, wit::Error> {
        Ok(wit::Manager::new(Self { config: read(config)?, calls: RefCell::default() }))
    }

    fn add(&self, call: wit::ToolCall) -> f64 {
        let mut call = ToolCall::from(call);
        call.token_count = call.token_count.filter(|count| count.is_finite() && *count >= 0.0);
        let tokens = self.config.tokens(core::slice::from_ref(&call));
        call.token_count = Some(tokens);
        self.calls.borrow_mut().push(call);
        tokens
    }

    fn calls(&self) -> Vec<wit::ToolCall> {
        self.calls.borrow().iter().cloned().map(Into::into).collect()
    }

    fn history_length(&self) -> u32 {
        narrow(self.calls.borrow().len())
    }

    fn total_tokens(&self) -> f64 {
        // Not a sum, which is -0 where there are none.
        self.calls.borrow().iter().filter_map(|call| call.token_count).fold(0.0, |all, tokens| all + tokens)
    }

    fn should_truncate(&self) -> bool {
        self.config.is_over(&*self.calls.borrow())
    }

    fn truncation(&self) -> wit::TruncationDecision {
        truncation(&self.calls.borrow(), &self.config)
    }

    fn compacted_history(&self, budget_tokens: Option<u32>) -> wit::CompactedHistory {
        self.config.compacted(&*self.calls.borrow(), budget(budget_tokens)).into()
    }

    fn compacted_history_with(&self, summary: String, budget_tokens: Option<u32>) -> Option<wit::CompactedHistory> {
        let calls = self.calls.borrow();
        self.config.compacted_with_summary(&*calls, budget(budget_tokens), &summary).map(Into::into)
    }

    fn clear(&self) {
        self.calls.borrow_mut().clear();
    }
}

fn budget(tokens: Option<u32>) -> Option<Budget> {
    tokens.map(|tokens| Budget::Tokens(tokens.into()))
}

impl From<CompactedHistory> for wit::CompactedHistory {
    fn from(history: CompactedHistory) -> Self {
        let recent = history.recent_calls.into_iter().map(|call| wit::FormattedToolEntry {
            call_text: call.call_text,
            result_text: call.result_text,
            is_error: call.is_error,
        });
        Self {
            summary: history.summary,
            recent_calls: recent.collect(),
            truncated_count: narrow(history.truncated_count),
            original_count: narrow(history.original_count),
            notice: history.notice,
        }
    }
}
