//! The interface `messages`: conversations as JSON text.

use serde_json::Value;
use tooltrim::calls::Rendering;
use tooltrim::compaction::{Host, Thinking};
use tooltrim::host::{
    JsonTree, Repair, detect_format_of, inspect_messages_of, validate_messages_after_of, validate_messages_of,
};
use tooltrim::messages::{Edit, MessageOptions, Problem, apply_edits, to_json_patch};
use tooltrim::{
    ErrorKind, MessageFormat, extract_tool_calls, redact_secrets, render_as_text, repair_messages, validate_messages,
};

use crate::Component;
use crate::bindings::exports::tooltrim::core::messages as wit;
use crate::json::parse;

const FORMATS: [(MessageFormat, wit::MessageFormat); 6] = [
    (MessageFormat::OpenAiChat, wit::MessageFormat::OpenaiChat),
    (MessageFormat::OpenAiResponses, wit::MessageFormat::OpenaiResponses),
    (MessageFormat::Anthropic, wit::MessageFormat::Anthropic),
    (MessageFormat::Gemini, wit::MessageFormat::Gemini),
    (MessageFormat::AiSdk, wit::MessageFormat::AiSdk),
    (MessageFormat::VsCode, wit::MessageFormat::Vscode),
];

impl wit::Guest for Component {
    fn detect_format(messages: String) -> Result<Option<wit::MessageFormat>, wit::Error> {
        let messages = json(&messages, "messages", ErrorKind::InvalidMessages)?;
        let found = detect_format_of(&JsonTree::Value(&messages));
        Ok(FORMATS.into_iter().find(|(format, _)| found == Some(*format)).map(|(_, format)| format))
    }

    fn extract_tool_calls(messages: String, format: Option<wit::MessageFormat>) -> Result<String, wit::Error> {
        // They have no members that JSON lacks.
        Ok(serde_json::to_string(&extract_tool_calls(&list(&messages)?, named(format))?).unwrap_or_default())
    }

    fn validate_messages(
        messages: String,
        format: Option<wit::MessageFormat>,
        thinking: Option<wit::ThinkingBinding>,
        before: Option<String>,
        prefill: Option<bool>,
    ) -> Result<Vec<wit::Problem>, wit::Error> {
        let (messages, options) = (list(&messages)?, options(format, thinking, prefill));
        let before = before.map(|before| json(&before, "before", ErrorKind::InvalidOption)).transpose()?;
        let problems = match before {
            Some(before) => {
                validate_messages_after_of(&JsonTree::Value(&messages.into()), &JsonTree::Value(&before), options)?
            }
            None => validate_messages(&messages, options)?,
        };
        Ok(problems.into_iter().map(Into::into).collect())
    }

    fn repair_messages(
        messages: String,
        format: Option<wit::MessageFormat>,
        thinking: Option<wit::ThinkingBinding>,
        prefill: Option<bool>,
    ) -> Result<wit::RepairedMessages, wit::Error> {
        let repaired = repair_messages(&list(&messages)?, options(format, thinking, prefill))?;
        let changed = !repaired.edits.is_empty();
        Ok(wit::RepairedMessages {
            messages: if changed { written(repaired.messages) } else { messages },
            changed,
            edits: written(repaired.edits.iter().map(Edit::to_json).collect()),
            repairs: repaired.repairs.into_iter().map(Into::into).collect(),
            problems: repaired.problems.into_iter().map(Into::into).collect(),
            reason: repaired.reason.map(str::to_owned),
        })
    }

    fn apply_edits(messages: String, edits: String) -> Result<String, wit::Error> {
        let (given, edits) = (list(&messages)?, read(&edits)?);
        if edits.is_empty() {
            return Ok(messages);
        }
        Ok(written(apply_edits(&given, &edits)?))
    }

    fn to_json_patch(edits: String) -> Result<String, wit::Error> {
        Ok(to_json_patch(&read(&edits)?).to_string())
    }

    fn render_as_text(
        messages: String,
        format: Option<wit::MessageFormat>,
        rendering: Option<wit::Rendering>,
    ) -> Result<String, wit::Error> {
        let given = list(&messages)?;
        let rendered = render_as_text(&given, named(format), rendering.map(Rendering::from).unwrap_or_default())?;
        Ok(if rendered == given { messages } else { written(rendered) })
    }

    fn inspect_messages(
        messages: String,
        format: Option<wit::MessageFormat>,
        redact: Option<bool>,
    ) -> Result<String, wit::Error> {
        let given = list(&messages)?;
        let mut host = Host::new();
        if redact == Some(true) {
            host.redact = Some(&redacted);
        }
        let inspection = inspect_messages_of(&JsonTree::Messages(&given), named(format), host)?;
        // It has no members that JSON lacks.
        Ok(serde_json::to_string(&inspection).unwrap_or_default())
    }
}

/// A text without secrets, for hosts that quote it.
pub(crate) fn redacted(text: &str) -> String {
    redact_secrets(text).into_owned()
}

/// Parses a text; errors name it `name`.
pub(crate) fn json(text: &str, name: &str, kind: ErrorKind) -> Result<Value, wit::Error> {
    parse(text).map_err(|error| failed(kind, format!("{name}: is not JSON: {error}")))
}

pub(crate) fn failed(kind: ErrorKind, message: String) -> wit::Error {
    wit::Error { code: kind.code().to_owned(), message }
}

pub(crate) fn list(messages: &str) -> Result<Vec<Value>, wit::Error> {
    match json(messages, "messages", ErrorKind::InvalidMessages)? {
        Value::Array(messages) => Ok(messages),
        // The core names the fault.
        other => Ok(validate_messages_of(&JsonTree::Value(&other), None).map(|_| Vec::new())?),
    }
}

fn read(edits: &str) -> Result<Vec<Edit>, wit::Error> {
    Ok(Edit::list_from_json(json(edits, "edits", ErrorKind::InvalidOption)?)?)
}

pub(crate) fn written(values: Vec<Value>) -> String {
    Value::Array(values).to_string()
}

fn named(format: Option<wit::MessageFormat>) -> Option<MessageFormat> {
    FORMATS.into_iter().find(|(_, given)| format == Some(*given)).map(|(format, _)| format)
}

fn options(
    format: Option<wit::MessageFormat>,
    thinking: Option<wit::ThinkingBinding>,
    prefill: Option<bool>,
) -> MessageOptions {
    let mut options = MessageOptions::from(named(format)).no_prefill(prefill == Some(false));
    options.thinking = thinking.map(|thinking| match thinking {
        wit::ThinkingBinding::Prefix => Thinking::Prefix,
        wit::ThinkingBinding::Loop => Thinking::Loop,
        wit::ThinkingBinding::Calls => Thinking::Calls,
    });
    options
}

/// The format with its name in the interface.
pub(crate) fn written_format(format: MessageFormat) -> wit::MessageFormat {
    let own = FORMATS.into_iter().find(|(known, _)| *known == format);
    own.map_or(wit::MessageFormat::OpenaiChat, |(_, own)| own)
}

impl From<Problem> for wit::Problem {
    fn from(problem: Problem) -> Self {
        Self {
            path: problem.path,
            rule: problem.rule.name().to_owned(),
            message: problem.message,
            providers: problem.providers.iter().copied().map(str::to_owned).collect(),
        }
    }
}

impl From<Repair> for wit::Repair {
    fn from(repair: Repair) -> Self {
        Self { path: repair.path, rule: repair.rule.name().to_owned(), action: repair.action.name().to_owned() }
    }
}
