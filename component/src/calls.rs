//! The interface `calls`.

use std::collections::BTreeSet;

use serde_json::{Number, Value};
use tooltrim::calls::{Categories, Category, Rendering, Threshold};
use tooltrim::{Budget, ToolCall, TruncationConfig, compute_truncation};

use crate::Component;
use crate::bindings::exports::tooltrim::core::calls as wit;
use crate::manager::Manager;
use crate::options::with;
use crate::text::wrong;

impl wit::Guest for Component {
    type Manager = Manager;

    fn compute_truncation(
        calls: Vec<wit::ToolCall>,
        config: Option<wit::TruncationConfig>,
    ) -> Result<wit::TruncationDecision, wit::Error> {
        Ok(truncation(&read_calls(calls), &read(config)?))
    }

    fn compute_truncation_with(
        calls: Vec<wit::ToolCall>,
        summary: String,
        config: Option<wit::TruncationConfig>,
    ) -> Result<Option<wit::TruncationDecision>, wit::Error> {
        let (calls, config) = (read_calls(calls), read(config)?);
        Ok(config.plan_with_summary(&calls, &summary).map(|plan| {
            let ids = |calls: &[ToolCall]| calls.iter().map(|call| call.call_id.clone()).collect::<BTreeSet<_>>();
            let (older, recent) = calls.split_at_checked(plan.recent_from).unwrap_or((&calls, &[]));
            let (older, recent) = (ids(older), ids(recent));
            wit::TruncationDecision {
                should_truncate: plan.summary.is_some(),
                summary: plan.summary.filter(|summary| !summary.is_empty()),
                truncated_call_ids: older.difference(&recent).cloned().collect(),
                recent_call_ids: recent.into_iter().collect(),
                tokens_saved: plan.tokens_saved,
                notice: plan.notice,
            }
        }))
    }

    fn categorize_tool_call(name: String, categories: Vec<(String, wit::Category)>) -> wit::Category {
        own(categories).categorize(&name).into()
    }
}

/// What `compute-truncation` answers.
pub(crate) fn truncation(calls: &[ToolCall], config: &TruncationConfig) -> wit::TruncationDecision {
    let truncation = compute_truncation(calls, config);
    wit::TruncationDecision {
        should_truncate: truncation.should_truncate,
        summary: truncation.summary,
        recent_call_ids: truncation.recent_call_ids.into_iter().collect(),
        truncated_call_ids: truncation.truncated_call_ids.into_iter().collect(),
        tokens_saved: truncation.tokens_saved,
        notice: truncation.notice,
    }
}

fn read_calls(calls: Vec<wit::ToolCall>) -> Vec<ToolCall> {
    calls.into_iter().map(ToolCall::from).collect()
}

fn own(categories: Vec<(String, wit::Category)>) -> Categories {
    categories.into_iter().fold(Categories::default(), |all, (name, category)| all.with(name, category.into()))
}

/// Reads a configuration.
pub(crate) fn read(given: Option<wit::TruncationConfig>) -> Result<TruncationConfig, wit::Error> {
    let Some(given) = given else { return Ok(TruncationConfig::new()) };
    let mut config = match given.dialect {
        Some(wit::Dialect::Reference) => TruncationConfig::reference(),
        Some(wit::Dialect::Standard) | None => TruncationConfig::new(),
    };
    config = with(config, given.recent_calls_to_keep.map(Into::into), TruncationConfig::recent_calls_to_keep);
    config =
        with(config, given.max_history_summary_tokens.map(Into::into), TruncationConfig::max_history_summary_tokens);
    config = with(config, given.preserve_errors_verbatim, TruncationConfig::preserve_errors_verbatim);
    config = with(config, given.rendering.map(Rendering::from), TruncationConfig::rendering);
    if let Some(threshold) = given.truncation_threshold {
        config = config.truncation_threshold(read_threshold(threshold)?);
    }
    Ok(config.categories(own(given.categories.unwrap_or_default())))
}

fn read_threshold(threshold: wit::Threshold) -> Result<Threshold, wit::Error> {
    Ok(match threshold {
        wit::Threshold::Written(size) => Threshold::Written(size.into()),
        wit::Threshold::Chars(size) => Threshold::Size(Budget::Chars(size.into())),
        wit::Threshold::Tokens(size) => Threshold::Size(Budget::Tokens(size.into())),
        wit::Threshold::Calls(calls) => Threshold::Calls(calls.into()),
        wit::Threshold::Share(wit::Part { share, of }) => {
            // The only number here that its type does not bound. NaN is in no range.
            if !(0.0..=1.0).contains(&share) {
                // Not by `f64`'s own formatting, which would weigh more than this module.
                let shown = Number::from_f64(share).map_or_else(|| "this value".to_owned(), |share| share.to_string());
                return Err(wrong(format!("truncationThreshold.share: {shown} is not a number from 0 to 1")));
            }
            Threshold::Share(share, of.into())
        }
    })
}

impl From<wit::Budget> for Budget {
    fn from(budget: wit::Budget) -> Self {
        match budget {
            wit::Budget::Chars(size) => Self::Chars(size.into()),
            wit::Budget::Tokens(size) => Self::Tokens(size.into()),
        }
    }
}

mirror! {
    Category { Read, Write, Terminal, Search, Other }
    Rendering { Comments, Brackets }
}

impl From<Category> for wit::Category {
    fn from(category: Category) -> Self {
        match category {
            Category::Read => Self::Read,
            Category::Write => Self::Write,
            Category::Terminal => Self::Terminal,
            Category::Search => Self::Search,
            // Future categories, too.
            _ => Self::Other,
        }
    }
}

impl From<wit::ToolCall> for ToolCall {
    fn from(given: wit::ToolCall) -> Self {
        let mut call = Self::new(given.call_id, given.name, given.result);
        if let Some(args) = given.args {
            // A model may write broken JSON, or nest it deeper than the parser allows; neither is a reason to fail.
            call.args = serde_json::from_str(&args).unwrap_or(Value::String(args));
        }
        call.is_error = given.is_error;
        call.token_count = given.token_count;
        call.category = given.category.map(Category::from);
        call
    }
}
