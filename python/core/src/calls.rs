//! A history of tool calls, as a JSON list of calls.

use serde_json::{Value, json};
use tooltrim::calls::Categories;
use tooltrim::{Budget, ToolCall, TruncationConfig, compute_truncation};

use crate::answer::{Answer, Fault, text};
use crate::options;

pub(crate) fn answer(operation: &str, given: &[&[u8]]) -> Option<Result<Answer, Fault>> {
    Some(match operation {
        "compute_truncation" => compute(given),
        "history_compacted" => compacted(given),
        "history_size" => size(given),
        "categorize" => categorize(given),
        _ => return None,
    })
}

/// Config, calls, and whether the units and words are those of the reference.
fn compute(given: &[&[u8]]) -> Result<Answer, Fault> {
    let (config, calls) = read(given)?;
    let done = compute_truncation(&calls, &config);
    Ok(Answer::default().json(&json!({
        "shouldTruncate": done.should_truncate,
        "summary": done.summary,
        "recentCallIds": done.recent_call_ids,
        "truncatedCallIds": done.truncated_call_ids,
        "tokensSaved": done.tokens_saved,
        "notice": done.notice,
    })))
}

fn compacted(given: &[&[u8]]) -> Result<Answer, Fault> {
    let (config, calls) = read(given)?;
    let budget = text(given, 3)?;
    let budget = if budget.is_empty() {
        None
    } else {
        let value: Value = serde_json::from_str(budget).unwrap_or_default();
        Some(Budget::Tokens(options::with("budgetTokens", &value, |option| option.size())?))
    };
    Ok(Answer::default().json(&config.compacted(&calls, budget)))
}

fn size(given: &[&[u8]]) -> Result<Answer, Fault> {
    let (config, calls) = read(given)?;
    Ok(Answer::default().json(&json!({ "tokens": config.tokens(&calls), "isOver": config.is_over(&calls) })))
}

fn read(given: &[&[u8]]) -> Result<(TruncationConfig, Vec<ToolCall>), Fault> {
    let usual = if text(given, 2)? == "reference" { TruncationConfig::reference() } else { TruncationConfig::new() };
    let config = options::read(usual, text(given, 0)?, TruncationConfig::set)?;
    let wrong = |error| Fault::option(format!("calls: {error}"));
    Ok((config, serde_json::from_str(text(given, 1)?).map_err(wrong)?))
}

fn categorize(given: &[&[u8]]) -> Result<Answer, Fault> {
    let own = text(given, 1)?;
    let categories = if own.is_empty() {
        Categories::default()
    } else {
        let value: Value = serde_json::from_str(own).unwrap_or_default();
        options::with("categories", &value, Categories::read)?
    };
    Ok(Answer::default().text(categories.categorize(text(given, 0)?).name()))
}
