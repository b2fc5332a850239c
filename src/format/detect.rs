//! Which format messages have, by their shape. Formats look alike where there are no tools: `{ role, content: "…" }` is a
//! message in four of them. So the first message that only one format knows decides, and without one it is OpenAI's chat,
//! whose rules such messages keep in any case.

use super::anthropic::is_hosted_result;
use super::openai_chat::role_of;
use super::shared::ROOM;
use super::{MessageFormat, count_of};
use crate::history::conversation::Role;
use crate::tree::{Key, Shape, Tag, Tree};

/// The format of a list of messages; none when there is no message that any format knows.
pub(crate) fn detect<T: Tree>(root: &T) -> Option<MessageFormat> {
    let count = count_of(root).ok()?;
    let (mut hint, mut fallback) = (None, None);
    for at in 0..count {
        let Some(message) = root.item(Key::This, at) else { break };
        match of_message(&message) {
            Seen::Only(format) => return Some(format),
            Seen::Hint(format) => hint = hint.or(Some(format)),
            Seen::Likely(format) => fallback = fallback.or(Some(format)),
            Seen::Nothing => {}
        }
    }
    hint.or(fallback)
}

enum Seen {
    /// No other format has this.
    Only(MessageFormat),
    /// Others have it now and then.
    Hint(MessageFormat),
    /// It is there in several.
    Likely(MessageFormat),
    Nothing,
}

fn of_message<T: Tree>(message: &T) -> Seen {
    use MessageFormat::{AiSdk, Gemini, OpenAiChat, OpenAiResponses, VsCode};
    let (role, tag) = (message.tag(Key::Role), message.tag(Key::Type));
    // What the Messages API answered is of the type `message`, too.
    let answered = tag == Tag::Message && message.item(Key::Content, 0).is_some();
    if is_item(tag) && !(answered && matches!(of_blocks(message), Some(Seen::Only(_)))) {
        return Seen::Only(OpenAiResponses);
    }
    if role == Tag::Model {
        return Seen::Only(Gemini);
    }
    if role == Tag::Other && message.number(Key::Role).is_some() {
        return Seen::Only(VsCode);
    }
    if let Shape::List(count) = message.shape(Key::Parts) {
        let first = (0..count.min(ROOM)).find_map(|at| message.item(Key::Parts, at));
        let typed = first.is_none_or(|part| part.has(Key::Type));
        return match first {
            None => Seen::Hint(AiSdk),
            Some(_) => Seen::Only(if typed { AiSdk } else { Gemini }),
        };
    }
    let is_chat = message.shape(Key::ToolCalls).is_there()
        || message.has(Key::ToolCallId)
        || message.shape(Key::FunctionCallSnake) == Shape::Object
        || (role == Tag::None && role_of(message).1 != Role::Unknown);
    if is_chat {
        return Seen::Only(OpenAiChat);
    }
    if let Some(seen) = of_blocks(message) {
        return seen;
    }
    if role_of(message).1 == Role::Unknown { Seen::Nothing } else { Seen::Likely(OpenAiChat) }
}

/// True of the types of Responses items; a `message` with a role is one, too.
fn is_item(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::Message
            | Tag::FunctionCall
            | Tag::FunctionCallOutput
            | Tag::FunctionCallResult
            | Tag::CustomToolCall
            | Tag::CustomToolCallOutput
            | Tag::LocalShellCall
            | Tag::LocalShellCallOutput
            | Tag::ShellCall
            | Tag::ShellCallOutput
            | Tag::ComputerCall
            | Tag::ComputerCallOutput
            | Tag::ComputerCallResult
            | Tag::ApplyPatchCall
            | Tag::ApplyPatchCallOutput
            | Tag::ToolSearchCall
            | Tag::ToolSearchOutput
            | Tag::McpCall
            | Tag::McpListTools
            | Tag::McpApprovalRequest
            | Tag::McpApprovalResponse
            | Tag::HostedToolCall
            | Tag::WebSearchCall
            | Tag::FileSearchCall
            | Tag::CodeInterpreterCall
            | Tag::ImageGenerationCall
            | Tag::Program
            | Tag::ProgramOutput
            | Tag::Reasoning
            | Tag::ItemReference
    )
}

/// What the blocks of a message say.
fn of_blocks<T: Tree>(message: &T) -> Option<Seen> {
    let Shape::List(count) = message.shape(Key::Content) else { return None };
    let mut hint = None;
    for block in (0..count.min(ROOM)).filter_map(|at| message.item(Key::Content, at)) {
        match of_block(&block) {
            Seen::Only(format) => return Some(Seen::Only(format)),
            Seen::Hint(format) => hint = hint.or(Some(format)),
            _ => {}
        }
    }
    hint.map(Seen::Hint)
}

fn of_block<T: Tree>(block: &T) -> Seen {
    use MessageFormat::{AiSdk, Anthropic, OpenAiChat, OpenAiResponses, VsCode};
    match block.tag(Key::Type) {
        Tag::ToolUse | Tag::ToolResultSnake | Tag::ServerToolUse | Tag::McpToolUse | Tag::ContainerUpload => {
            Seen::Only(Anthropic)
        }
        tag if is_hosted_result(tag) => Seen::Only(Anthropic),
        Tag::ToolCallPart | Tag::ToolResultPart | Tag::ToolApprovalRequest | Tag::ToolApprovalResponse => {
            Seen::Only(AiSdk)
        }
        Tag::Thinking | Tag::RedactedThinking | Tag::Document | Tag::SearchResult => Seen::Hint(Anthropic),
        Tag::Text if block.has(Key::CacheControl) => Seen::Hint(Anthropic),
        Tag::Image if block.child(Key::Source).is_some() => Seen::Hint(Anthropic),
        Tag::Image if block.has(Key::Image) => Seen::Hint(AiSdk),
        Tag::File if block.has(Key::MediaType) => Seen::Hint(AiSdk),
        Tag::Reasoning => Seen::Hint(AiSdk),
        Tag::InputText | Tag::OutputText | Tag::InputImage | Tag::InputFile => Seen::Hint(OpenAiResponses),
        Tag::ImageType | Tag::InputAudio | Tag::Refusal | Tag::File => Seen::Hint(OpenAiChat),
        Tag::None => {
            let by_kind = matches!(
                block.tag(Key::Kind),
                Tag::Text | Tag::Thinking | Tag::ToolCallKind | Tag::ToolResultKind | Tag::DataKind
            );
            let of_class = by_kind
                || matches!(block.shape(Key::CallIdCamel), Shape::Text(_))
                || block.has(Key::Value)
                || block.has(Key::MimeType);
            if of_class { Seen::Only(VsCode) } else { Seen::Nothing }
        }
        _ => Seen::Nothing,
    }
}
