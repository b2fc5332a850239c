//! Shapes of other libraries, which look like a format here and are none: read as one, most of them would lose their calls.

use super::shared::ROOM;
use crate::tree::{Key, Shape, Tag, View};

/// A shape that is not read: whose it is, and how to get messages that are.
#[derive(Debug)]
pub(crate) struct Foreign {
    pub(crate) name: &'static str,
    pub(crate) way_out: &'static str,
}

const BEDROCK: Foreign =
    Foreign { name: "Bedrock Converse", way_out: "give each block its `type`, as the Messages API has it" };
const PYDANTIC: Foreign =
    Foreign { name: "PydanticAI", way_out: "compact what its model class sends, such as the messages for OpenAI" };
const MASTRA: Foreign =
    Foreign { name: "Mastra's storage", way_out: "convert them with `MessageList`, to messages of AI SDK" };
const AGENT_FRAMEWORK: Foreign =
    Foreign { name: "Microsoft Agent Framework", way_out: "compact what its chat client sends" };
const LLAMA_INDEX: Foreign =
    Foreign { name: "LlamaIndex", way_out: "convert them with `to_openai_message_dicts` or its like" };
pub(crate) const AI_SDK_4: Foreign =
    Foreign { name: "AI SDK 4", way_out: "convert them with `convertToCoreMessages` of that version, or update" };

/// Returns whose shape a message has, if it is one that no format here reads.
pub(crate) fn foreign<T: View>(message: &T) -> Option<&'static Foreign> {
    if message.has(Key::ToolInvocations) {
        return Some(&AI_SDK_4);
    }
    if message.shape(Key::Contents) != Shape::Absent {
        return Some(&AGENT_FRAMEWORK);
    }
    if first(message, Key::Blocks).is_some_and(|block| block.has(Key::BlockType)) {
        return Some(&LLAMA_INDEX);
    }
    if first(message, Key::Parts).is_some_and(|part| part.has(Key::PartKind)) {
        return Some(&PYDANTIC);
    }
    let held = message.child(Key::Content)?;
    match message.shape(Key::Content) {
        Shape::Object if first(&held, Key::Parts).is_some() => Some(&MASTRA),
        Shape::List(_) => {
            let block = first(message, Key::Content)?;
            let names = [Key::ToolUse, Key::ToolResult, Key::ReasoningContentCamel, Key::CachePoint, Key::Text];
            let bedrock = block.tag(Key::Type) == Tag::None && names.into_iter().any(|name| block.has(name));
            bedrock.then_some(&BEDROCK)
        }
        _ => None,
    }
}

/// The first item of a list that is there.
fn first<T: View>(holder: &T, list: Key) -> Option<T> {
    let Shape::List(count) = holder.shape(list) else { return None };
    (0..count.min(ROOM)).find_map(|at| holder.item(list, at))
}
