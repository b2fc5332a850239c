//! Gemini contents, as JavaScript and as Python write them.

use super::Reader;
use super::shared::content_units;
use super::shared::read_content;
use crate::history::conversation::{Flags, Message, Part, PartKind, Place, Role};
use crate::tree::{Key, Shape, Tag, Tree};

pub(super) fn read<T: Tree>(node: &T, at: usize, reader: &mut Reader<T>) -> Message {
    let role = match node.tag(Key::Role) {
        // One content alone may go without a role: it is the user's.
        Tag::User | Tag::Function | Tag::None => Role::User,
        Tag::Model => Role::Assistant,
        _ => Role::Unknown,
    };
    let mut message = Message::new(at, role);
    read_content(node, Key::Parts, &mut message, reader, read_part);
    // Without a role it is taken for the user's, who calls nothing.
    if message.has_calls() && node.tag(Key::Role) == Tag::None {
        message.role = Role::Unknown;
    }
    message
}

/// The first of two names that a member has.
pub(super) fn either<T: Tree>(item: &T, camel: Key, snake: Key) -> Option<T> {
    item.child(camel).or_else(|| item.child(snake))
}

/// The same, of an object.
fn held<T: Tree>(item: &T, camel: Key, snake: Key) -> Option<T> {
    either(item, camel, snake).filter(|held| held.shape(Key::This) == Shape::Object)
}

fn read_part<T: Tree>(item: &T, place: Place, reader: &mut Reader<T>) -> Part {
    let mut part = Part::new(PartKind::Other, place);
    let signed = || item.has(Key::ThoughtSignature) || item.has(Key::ThoughtSignatureSnake);
    if let Shape::Text(units) = item.shape(Key::Text) {
        let thought = item.shape(Key::Thought) == Shape::Flag(true);
        part.kind = if thought { PartKind::Thinking } else { PartKind::Text };
        part.units = units;
        // Nothing asks for the signature of any other text.
        part.flags = part.flags.when((thought || units == 0) && signed(), Flags::SIGNED);
    } else if let Some(call) = held(item, Key::FunctionCall, Key::FunctionCallSnake) {
        part.kind = PartKind::Call;
        part.flags = part.flags.when(signed(), Flags::SIGNED);
        part.id = call.word(Key::Id, &mut reader.words);
        part.name = call.word(Key::Name, &mut reader.words);
    } else if let Some(response) = held(item, Key::FunctionResponse, Key::FunctionResponseSnake) {
        part.kind = PartKind::Result;
        part.id = response.word(Key::Id, &mut reader.words);
        part.name = response.word(Key::Name, &mut reader.words);
        if let Some(response) = response.child(Key::Response) {
            part.units = response_units(&response);
            part.flags = part.flags.when(response.child(Key::Error).is_some(), Flags::ERROR);
        }
    } else if either(item, Key::ExecutableCode, Key::ExecutableCodeSnake).is_some() {
        part.kind = PartKind::Call;
        part.flags = part.flags.with(Flags::HOSTED);
    } else if either(item, Key::CodeExecutionResult, Key::CodeExecutionResultSnake).is_some() {
        part.kind = PartKind::Result;
        part.flags = part.flags.with(Flags::HOSTED);
    } else if let Some(call) = item.child(Key::ToolCall) {
        part.kind = PartKind::Call;
        part.flags = part.flags.with(Flags::HOSTED);
        part.id = call.word(Key::Id, &mut reader.words);
    } else if let Some(response) = item.child(Key::ToolResponse) {
        part.kind = PartKind::Result;
        part.flags = part.flags.with(Flags::HOSTED);
        part.id = response.word(Key::Id, &mut reader.words);
    } else if either(item, Key::InlineData, Key::InlineDataSnake).is_some()
        || either(item, Key::FileData, Key::FileDataSnake).is_some()
    {
        part.kind = PartKind::Media;
    }
    part
}

fn response_units<T: Tree>(response: &T) -> usize {
    match text_member(response) {
        Some(member) => content_units(response, member),
        None => response.json_units(Key::This),
    }
}

/// The member of a response that is its text.
pub(super) fn text_member<T: Tree>(response: &T) -> Option<Key> {
    [Key::Output, Key::Result, Key::Error, Key::Content]
        .into_iter()
        .find(|member| matches!(response.shape(*member), Shape::Text(_)))
}
