//! The interface `calls`.

use serde_json::{Number, Value};
use tooltrim::calls::{Categories, Category, Threshold};
use tooltrim::{Budget, ErrorKind, ToolCall, TruncationConfig, compute_truncation};

use crate::Component;
use crate::bindings::exports::tooltrim::core::calls as wit;

impl wit::Guest for Component {
    fn compute_truncation(
        calls: Vec<wit::ToolCall>,
        config: Option<wit::TruncationConfig>,
    ) -> Result<wit::Truncation, wit::Error> {
        let config = config.map(read).transpose()?.unwrap_or_default();
        let calls: Vec<ToolCall> = calls.into_iter().map(ToolCall::from).collect();
        let truncation = compute_truncation(&calls, &config);
        Ok(wit::Truncation {
            should_truncate: truncation.should_truncate,
            summary: truncation.summary,
            recent_call_ids: truncation.recent_call_ids.into_iter().collect(),
            truncated_call_ids: truncation.truncated_call_ids.into_iter().collect(),
            tokens_saved: truncation.tokens_saved,
            notice: truncation.notice,
        })
    }
}

fn read(given: wit::TruncationConfig) -> Result<TruncationConfig, wit::Error> {
    let mut config = TruncationConfig::new();
    if let Some(calls) = given.recent_calls_to_keep {
        config = config.recent_calls_to_keep(calls.into());
    }
    if let Some(tokens) = given.max_history_summary_tokens {
        config = config.max_history_summary_tokens(tokens.into());
    }
    if let Some(on) = given.preserve_errors_verbatim {
        config = config.preserve_errors_verbatim(on);
    }
    if let Some(threshold) = given.truncation_threshold {
        config = config.truncation_threshold(read_threshold(threshold)?);
    }
    let own = given.categories.into_iter().flatten();
    Ok(config.categories(own.fold(Categories::default(), |all, (name, category)| all.with(name, category.into()))))
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
                return Err(wit::Error {
                    code: ErrorKind::InvalidOption.code().to_owned(),
                    message: format!("truncationThreshold.share: {shown} is not a number from 0 to 1"),
                });
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

mirror! { Category { Read, Write, Terminal, Search, Other } }

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
