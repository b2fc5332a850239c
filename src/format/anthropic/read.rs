//! Reads messages of the Messages API.

use super::Format;
use crate::format::prelude::*;

impl<T: View> Sees<T> for Format {
    fn sees_block(&self, block: &T) -> Option<Seen> {
        let hint = match block.tag(Key::Type) {
            Tag::ToolUse | Tag::ToolResultSnake | Tag::ServerToolUse | Tag::McpToolUse | Tag::ContainerUpload => {
                return Some(Seen::Only);
            }
            tag if is_hosted_result(tag) => return Some(Seen::Only),
            Tag::Text => block.has(Key::CacheControl),
            Tag::Image => block.child(Key::Source).is_some(),
            tag => matches!(tag, Tag::Thinking | Tag::RedactedThinking | Tag::Document | Tag::SearchResult),
        };
        hint.then_some(Seen::Hint)
    }
}

impl<T: Tree> Reads<T> for Format {
    fn message(&self, node: &T, at: usize, reader: &mut Reader<T>) -> Message {
        let mut message = Message::new(at, speaker(node.tag(Key::Role)));
        read_content(node, Key::Content, &mut message, reader, read_part);
        message
    }

    fn id(&self, _node: &T, part: &Part) -> Vec<Key> {
        vec![if part.kind == PartKind::Result { Key::ToolUseId } else { Key::Id }]
    }
}

fn read_part<T: Tree>(item: &T, place: Place, reader: &mut Reader<T>) -> Part {
    let hosted = Flags::default().with(Flags::HOSTED);
    let (kind, flags, id) = match item.tag(Key::Type) {
        Tag::Text => (PartKind::Text, Flags::default(), None),
        Tag::ToolUse => (PartKind::Call, Flags::default(), Some(Key::Id)),
        Tag::ToolResultSnake => (PartKind::Result, Flags::default(), Some(Key::ToolUseId)),
        Tag::Thinking | Tag::RedactedThinking => (PartKind::Thinking, Flags::default(), None),
        Tag::ServerToolUse | Tag::McpToolUse => (PartKind::Call, hosted, Some(Key::Id)),
        tag if is_hosted_result(tag) => (PartKind::Result, hosted, Some(Key::ToolUseId)),
        Tag::Other if item.has(Key::ToolUseId) => (PartKind::Result, hosted, Some(Key::ToolUseId)),
        Tag::SearchResult => (PartKind::Media, Flags::default(), None),
        _ => (if is_media(item) { PartKind::Media } else { PartKind::Other }, Flags::default(), None),
    };
    let mut part = Part::new(kind, place);
    part.flags = flags;
    part.id = id.and_then(|id| item.word(id, &mut reader.words));
    match kind {
        PartKind::Text => part.units = text_units(item, Key::Text),
        PartKind::Call => part.name = item.word(Key::Name, &mut reader.words),
        PartKind::Result => {
            part.units = content_units(item, Key::Content);
            part.flags = part.flags.when(item.shape(Key::IsErrorSnake) == Shape::Flag(true), Flags::ERROR);
        }
        PartKind::Thinking => {
            // Encrypted thinking weighs by three quarters of its length, as base64 of a text.
            part.units = text_units(item, Key::Thinking) + text_units(item, Key::Data) / 4 * 3;
            part.flags = part.flags.when(is_signed(item), Flags::SIGNED);
        }
        _ => {}
    }
    part
}

fn is_hosted_result(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::WebSearchToolResult
            | Tag::WebFetchToolResult
            | Tag::CodeExecutionToolResult
            | Tag::BashCodeExecutionToolResult
            | Tag::TextEditorCodeExecutionToolResult
            | Tag::ToolSearchToolResult
            | Tag::AdvisorToolResult
            | Tag::McpToolResult
    )
}

fn text_units<T: Tree>(item: &T, key: Key) -> usize {
    if let Shape::Text(units) = item.shape(key) { units } else { 0 }
}
