//! Conversations as JSON text.

use serde_json::{Value, json};
use tooltrim::calls::Rendering;
use tooltrim::compaction::Thinking;
use tooltrim::host::{
    JsonTree, detect_format_of, inspect_messages_of, redact_arguments, validate_messages_after_of, validate_messages_of,
};
use tooltrim::messages::{Edit, MessageOptions, apply_edits, to_json_patch};
use tooltrim::{MessageFormat, extract_tool_calls, render_as_text, repair_messages, validate_messages};

use crate::answer::{Answer, Fault, text};
use crate::compaction::{Callbacks, callbacks};
use crate::options;

pub(crate) fn answer(operation: &str, given: &[&[u8]]) -> Option<Result<Answer, Fault>> {
    Some(match operation {
        "detect_format" => detect(given),
        "validate_messages" => validate(given),
        "extract_tool_calls" => extract(given),
        "repair_messages" => repair(given),
        "apply_edits" => apply(given),
        "to_json_patch" => patch(given),
        "render_as_text" => render(given),
        "inspect_messages" => inspect(given),
        "redact_call" => redact_call(given),
        _ => return None,
    })
}

fn detect(given: &[&[u8]]) -> Result<Answer, Fault> {
    let messages = value(text(given, 0)?)?;
    let found = detect_format_of(&JsonTree::Value(&messages));
    Ok(Answer::default().json(&found.map(MessageFormat::name)))
}

fn validate(given: &[&[u8]]) -> Result<Answer, Fault> {
    let (messages, options) = (list(text(given, 0)?)?, options_of(given)?);
    let problems = match text(given, 3)? {
        "" => validate_messages(&messages, options)?,
        before => {
            let before = value(before)?;
            validate_messages_after_of(&JsonTree::Value(&messages.into()), &JsonTree::Value(&before), options)?
        }
    };
    Ok(Answer::default().json(&problems))
}

fn extract(given: &[&[u8]]) -> Result<Answer, Fault> {
    Ok(Answer::default().json(&extract_tool_calls(&list(text(given, 0)?)?, format(given)?)?))
}

fn repair(given: &[&[u8]]) -> Result<Answer, Fault> {
    let repaired = repair_messages(&list(text(given, 0)?)?, options_of(given)?)?;
    let edits: Vec<Value> = repaired.edits.iter().map(Edit::to_json).collect();
    Ok(Answer::default().json(&json!({
        "edits": edits,
        "repairs": repaired.repairs,
        "problems": repaired.problems,
        "reason": repaired.reason,
    })))
}

fn apply(given: &[&[u8]]) -> Result<Answer, Fault> {
    let applied = apply_edits(&list(text(given, 0)?)?, &edits(text(given, 1)?)?)?;
    Ok(Answer::default().json(&applied))
}

fn patch(given: &[&[u8]]) -> Result<Answer, Fault> {
    Ok(Answer::default().json(&to_json_patch(&edits(text(given, 0)?)?)))
}

fn render(given: &[&[u8]]) -> Result<Answer, Fault> {
    let rendering = Rendering::given(Some(text(given, 2)?).filter(|name| !name.is_empty()))?;
    let rendered = render_as_text(&list(text(given, 0)?)?, format(given)?, rendering)?;
    Ok(Answer::default().json(&rendered))
}

/// Messages, format, and which functions the caller gave.
fn inspect(given: &[&[u8]]) -> Result<Answer, Fault> {
    let messages = list(text(given, 0)?)?;
    let asked = options::members(text(given, 2)?)?;
    let Callbacks { count, redact, .. } = callbacks(&asked);
    let mut host = tooltrim::compaction::Host::new();
    host.count = count;
    host.redact = redact;
    let inspection = inspect_messages_of(&JsonTree::Messages(&messages), format(given)?, host)?;
    Ok(Answer::default().json(&inspection))
}

/// Arguments as JSON, a result, and which functions the caller gave: the parts of a call that a summarizer may see.
fn redact_call(given: &[&[u8]]) -> Result<Answer, Fault> {
    let (args, result) = (text(given, 0)?, text(given, 1)?);
    let Callbacks { redact, .. } = callbacks(&options::members(text(given, 2)?)?);
    Ok(match redact {
        Some(redact) => Answer::default().text(redact_arguments(args, redact)).text(redact(result)),
        None => Answer::default().text(args).text(result),
    })
}

fn format(given: &[&[u8]]) -> Result<Option<MessageFormat>, Fault> {
    Ok(MessageFormat::given(Some(text(given, 1)?).filter(|name| !name.is_empty()))?)
}

/// The format and the binding of thinking.
fn options_of(given: &[&[u8]]) -> Result<MessageOptions, Fault> {
    let mut options = MessageOptions::from(format(given)?);
    options.thinking = Thinking::given(Some(text(given, 2)?).filter(|name| !name.is_empty()))?;
    Ok(options.no_prefill(text(given, 4)? == "no"))
}

fn value(text: &str) -> Result<Value, Fault> {
    serde_json::from_str(text)
        .map_err(|error| Fault { code: "INVALID_MESSAGES", message: std::format!("messages: is not JSON: {error}") })
}

/// Messages; what is no list is refused in the words of the core.
pub(crate) fn list(text: &str) -> Result<Vec<Value>, Fault> {
    match value(text)? {
        Value::Array(messages) => Ok(messages),
        other => Ok(validate_messages_of(&JsonTree::Value(&other), None).map(|_| Vec::new())?),
    }
}

fn edits(text: &str) -> Result<Vec<Edit>, Fault> {
    Ok(Edit::list_from_json(serde_json::from_str(text).unwrap_or_default())?)
}
