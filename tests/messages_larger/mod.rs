//! Larger conversations: of each format one that is in order and holds most of what the format has, and one that is
//! broken in many ways at once.

use serde_json::Value;
use tooltrim::MessageFormat;

mod ai_sdk;
mod anthropic;
mod gemini;
mod openai_chat;
mod openai_responses;
mod vscode;

/// A conversation and its format; none where the shape tells nothing.
pub struct Conversation {
    pub name: &'static str,
    pub format: MessageFormat,
    pub messages: Value,
}

fn conversation(name: &'static str, format: MessageFormat, messages: Value) -> Conversation {
    Conversation { name, format, messages }
}

pub fn conversations() -> Vec<Conversation> {
    [
        openai_chat::conversations(),
        openai_responses::conversations(),
        anthropic::conversations(),
        gemini::conversations(),
        ai_sdk::conversations(),
        vscode::conversations(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
