//! A history of tool calls, as a JSON list of calls.

use serde_json::Value;
use tooltrim::calls::Categories;
use tooltrim::{TruncationConfig, compute_truncation};

use crate::answer::{Answer, Fault, text};
use crate::options;

pub(crate) fn answer(operation: &str, given: &[&[u8]]) -> Option<Result<Answer, Fault>> {
    Some(match operation {
        "compute_truncation" => compute(given),
        "categorize" => categorize(given),
        _ => return None,
    })
}

/// Config, calls, and whether the units and words are those of the reference.
fn compute(given: &[&[u8]]) -> Result<Answer, Fault> {
    let usual = if text(given, 2)? == "reference" { TruncationConfig::reference() } else { TruncationConfig::new() };
    let config = options::read(usual, text(given, 0)?, TruncationConfig::set)?;
    let calls: Vec<Value> =
        serde_json::from_str(text(given, 1)?).map_err(|error| Fault::option(format!("calls: {error}")))?;
    Ok(Answer::default().json(&compute_truncation(&calls, &config)))
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
