//! The verbs on messages that are `serde_json` values.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value;

use super::MessageFormat;
use super::apply::apply_edits;
use super::as_text::render_as_text_of;
use super::build::edits;
use super::edit::Edit;
use super::extract::{Piece, PieceKind, extract_tool_calls_of, piece_text};
use super::messages::{MessageOptions, detect_format_of, repair_messages_of, validate_messages_of};
use super::problem::{Problem, pointer};
use super::repair::Repair;
use super::verify::verify_of;
use crate::call::Rendering;
use crate::error::Error;
use crate::tree::{JsonTree, Words, well_formed};

/// The format of messages, by their shape; none when no format knows any of them.
///
/// ```
/// use serde_json::json;
/// use tooltrim::MessageFormat;
/// use tooltrim::messages::detect_format;
///
/// let messages = [json!({"role": "user", "parts": [{"text": "hi"}]})];
/// assert_eq!(detect_format(&messages), Some(MessageFormat::Gemini));
/// ```
///
/// The first message that only one format knows decides. Messages that several formats have, such as
/// `{ role, content: "hi" }`, count as OpenAI's chat when there are no others.
#[must_use]
pub fn detect_format(messages: &[Value]) -> Option<MessageFormat> {
    detect_format_of(&JsonTree::Messages(messages))
}

/// The rules that messages break, in the order of the messages.
///
/// ```
/// use serde_json::json;
/// use tooltrim::validate_messages;
/// use tooltrim::messages::Rule;
///
/// let messages = [
///     json!({"role": "user", "content": "Which files are there?"}),
///     json!({"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "ls", "input": {}}]}),
///     json!({"role": "user", "content": [{"type": "text", "text": "Never mind."}]}),
/// ];
/// let problems = validate_messages(&messages, None)?;
/// assert_eq!(problems[0].rule, Rule::CallWithoutResult);
/// assert_eq!(problems[0].path, "/1/content/0");
/// assert_eq!(problems[0].message, "the call toolu_1 has no result");
/// assert_eq!(problems[0].providers, ["anthropic"]);
/// # Ok::<(), tooltrim::Error>(())
/// ```
///
/// # Errors
/// [`crate::ErrorKind::InvalidMessages`] for what is no list of objects, [`crate::ErrorKind::UnknownFormat`] when no
/// format is given and none is found.
pub fn validate_messages(messages: &[Value], options: impl Into<MessageOptions>) -> Result<Vec<Problem>, Error> {
    validate_messages_of(&JsonTree::Messages(messages), options)
}

/// Messages that their provider takes.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct RepairedMessages {
    /// The messages.
    pub messages: Vec<Value>,
    /// Changes by position in the original; empty if no rule was broken.
    pub edits: Vec<Edit>,
    /// Repairs.
    pub repairs: Vec<Repair>,
    /// Problems that remain.
    pub problems: Vec<Problem>,
    /// Why nothing was changed although there is something to mend: a check of the result failed.
    pub reason: Option<&'static str>,
}

/// Repairs messages so that their provider accepts them: the fewest changes, deterministic, and all reported.
///
/// ```
/// use serde_json::json;
/// use tooltrim::repair_messages;
/// use tooltrim::messages::Action;
///
/// let messages = [
///     json!({"role": "user", "content": "Which files are there?"}),
///     json!({"role": "assistant", "tool_calls": [
///         {"id": "call_1", "type": "function", "function": {"name": "ls", "arguments": "{}"}},
///     ]}),
///     json!({"role": "user", "content": "Never mind."}),
/// ];
/// let repaired = repair_messages(&messages, None)?;
/// assert_eq!(repaired.messages[2], json!({
///     "role": "tool", "tool_call_id": "call_1", "content": "[No result was recorded for this call.]",
/// }));
/// assert_eq!(repaired.repairs[0].action, Action::Inserted);
/// # Ok::<(), tooltrim::Error>(())
/// ```
///
/// # Errors
/// As [`validate_messages`].
pub fn repair_messages(messages: &[Value], options: impl Into<MessageOptions>) -> Result<RepairedMessages, Error> {
    let options = options.into();
    let plan = repair_messages_of(&JsonTree::Messages(messages), options, false)?;
    let edits = edits(messages, plan.changes);
    // Edits may not apply to very unusual messages; then nothing changes.
    let Ok(repaired) = apply_edits(messages, &edits) else {
        return untouched(messages, options, "an edit does not fit the messages");
    };
    let (before, after) = (JsonTree::Messages(messages), JsonTree::Messages(&repaired));
    if let Some(reason) = verify_of(&before, &after, options, plan.problems.len())? {
        return untouched(messages, options, reason);
    }
    Ok(RepairedMessages { messages: repaired, edits, repairs: plan.repairs, problems: plan.problems, reason: None })
}

fn untouched(messages: &[Value], options: MessageOptions, reason: &'static str) -> Result<RepairedMessages, Error> {
    let problems = validate_messages(messages, options)?;
    let (edits, repairs) = (Vec::new(), Vec::new());
    Ok(RepairedMessages { messages: messages.to_vec(), edits, repairs, problems, reason: Some(reason) })
}

/// A call with its result, and where they are in the messages. As JSON it is a call as [`crate::compute_truncation`] takes
/// it.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ExtractedToolCall {
    /// The id of the call.
    pub call_id: String,
    /// The name of the tool.
    pub name: String,
    /// The arguments: an object, or null.
    pub args: Value,
    /// The result as text.
    pub result: String,
    /// True if the call failed.
    pub is_error: bool,
    /// True when there is a result.
    pub is_answered: bool,
    /// True when the provider ran it.
    pub is_hosted: bool,
    /// Parallel calls have the same number, from 0 on.
    pub group: usize,
    /// JSON Pointer (RFC 6901) to the call.
    pub call_path: String,
    /// JSON Pointer to the result.
    pub result_path: Option<String>,
}

/// Extracts the calls of messages, each with its result.
///
/// ```
/// use serde_json::json;
/// use tooltrim::extract_tool_calls;
///
/// let messages = [
///     json!({"role": "model", "parts": [{"functionCall": {"name": "ls", "args": {"path": "src"}}}]}),
///     json!({"role": "user", "parts": [{"functionResponse": {"name": "ls", "response": {"output": "lib.rs"}}}]}),
/// ];
/// let calls = extract_tool_calls(&messages, None)?;
/// assert_eq!(calls[0].name, "ls");
/// assert_eq!(calls[0].args, json!({"path": "src"}));
/// assert_eq!(calls[0].result, "lib.rs");
/// assert_eq!(calls[0].result_path.as_deref(), Some("/1/parts/0"));
/// # Ok::<(), tooltrim::Error>(())
/// ```
///
/// The texts of a result are joined by line breaks; a JSON value is written compactly, and an image or a file becomes
/// its type in brackets. Results without a call are not included: [`validate_messages`] reports them.
///
/// # Errors
/// As [`validate_messages`].
pub fn extract_tool_calls(messages: &[Value], format: Option<MessageFormat>) -> Result<Vec<ExtractedToolCall>, Error> {
    let mut calls = Vec::new();
    extract_tool_calls_of(&JsonTree::Messages(messages), format, |found, words| {
        let text = |word: Option<_>| word.map(|word| words.text(word)).unwrap_or_default();
        let result: Vec<String> = found.result.iter().map(piece_text).collect();
        calls.push(ExtractedToolCall {
            call_id: text(found.id),
            name: text(found.name),
            args: found.args.as_ref().map(arguments).unwrap_or_default(),
            result: result.join("\n"),
            is_error: found.is_error,
            is_answered: found.is_answered,
            is_hosted: found.is_hosted,
            group: found.group,
            call_path: pointer(found.call, &[]),
            result_path: found.answer.map(|place| pointer(place, &[])),
        });
    })?;
    Ok(calls)
}

/// Returns the arguments; text that is not a JSON object becomes an object with that text.
fn arguments(piece: &Piece<JsonTree<'_>>) -> Value {
    let JsonTree::Value(value) = piece.value else { return Value::Null };
    let written = value.as_str().filter(|_| piece.kind == PieceKind::Written);
    // Other parsers take escapes of half a pair.
    match written.map(|text| serde_json::from_str::<Value>(&well_formed(text))) {
        Some(Ok(parsed)) if parsed.is_object() => parsed,
        _ if value.is_object() => value.clone(),
        _ => value.as_str().map(|text| serde_json::json!({"input": text})).unwrap_or_default(),
    }
}

/// Renders calls and results as texts, for gateways that accept no tool items. One way only.
///
/// ```
/// use serde_json::json;
/// use tooltrim::render_as_text;
/// use tooltrim::calls::Rendering;
///
/// let messages = [
///     json!({"role": "assistant", "tool_calls": [
///         {"id": "call_1", "type": "function", "function": {"name": "ls", "arguments": "{}"}},
///     ]}),
///     json!({"role": "tool", "tool_call_id": "call_1", "content": "lib.rs"}),
/// ];
/// assert_eq!(render_as_text(&messages, None, Rendering::Comments)?, [
///     json!({"role": "assistant", "content": "<!-- prior-tool: ls | id: call_1 | args: {} -->"}),
///     json!({"role": "user", "content": "<!-- prior-tool-result: call_1 -->\nlib.rs"}),
/// ]);
/// # Ok::<(), tooltrim::Error>(())
/// ```
///
/// Result lines that begin like our own markers get a leading backslash, so a tool cannot forge a call.
///
/// # Errors
/// As [`validate_messages`].
pub fn render_as_text(
    messages: &[Value],
    format: Option<MessageFormat>,
    rendering: Rendering,
) -> Result<Vec<Value>, Error> {
    let changes = render_as_text_of(&JsonTree::Messages(messages), format, rendering, false)?;
    apply_edits(messages, &edits(messages, changes))
}
