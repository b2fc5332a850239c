//! Reads contents.

use super::{Format, function_call, function_response};
use crate::format::prelude::*;

impl<T: View> Sees<T> for Format {
    fn sees_message(&self, message: &T) -> Option<Seen> {
        let untyped = || first_part(message).is_some_and(|part| !part.has(Key::Type) && !part.has(Key::PartKind));
        (message.tag(Key::Role) == Tag::Model || untyped()).then_some(Seen::Only)
    }

    fn sees_block(&self, _block: &T) -> Option<Seen> {
        None
    }
}

impl<T: Tree> Reads<T> for Format {
    fn message(&self, node: &T, at: usize, reader: &mut Reader<T>) -> Message {
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

    fn arguments(&self, node: &T, part: &Part) -> Leaf {
        match function_call(node) {
            Some((member, _)) => leaf_at(&[member, Key::Args], part),
            None if node.has(Key::ToolCall) => leaf_at(&[Key::ToolCall, Key::Args], part),
            None => {
                let camel = node.has(Key::ExecutableCode);
                let member = if camel { Key::ExecutableCode } else { Key::ExecutableCodeSnake };
                leaf(vec![Step::Key(member), Step::Key(Key::Code)], LeafKind::Text)
            }
        }
    }

    fn result(&self, node: &T, _part: &Part) -> Vec<Leaf> {
        let Some((member, response)) = function_response(node) else {
            let executed = either(node, Key::CodeExecutionResult, Key::CodeExecutionResultSnake);
            let Some(executed) = executed else { return Vec::new() };
            let snake = node.has(Key::CodeExecutionResultSnake);
            let member = if snake { Key::CodeExecutionResultSnake } else { Key::CodeExecutionResult };
            return pieces(&executed, &[Step::Key(member)], Key::Output);
        };
        let held = response.child(Key::Response).map(|held| {
            let text = text_member(&held);
            let keys = [member, Key::Response].into_iter().chain(text);
            leaf(keys.map(Step::Key).collect(), if text.is_some() { LeafKind::Text } else { LeafKind::Json })
        });
        held.into_iter().chain(pieces(&response, &[Step::Key(member)], Key::Parts)).collect()
    }

    fn id(&self, node: &T, part: &Part) -> Vec<Key> {
        vec![holder(node, part), Key::Id]
    }

    fn name(&self, node: &T, part: &Part) -> Vec<Key> {
        vec![holder(node, part), Key::Name]
    }

    fn content(&self, _node: &T) -> Key {
        Key::Parts
    }
}

/// The member that holds a call or a response.
fn holder<T: Tree>(node: &T, part: &Part) -> Key {
    let held = if part.kind == PartKind::Result { function_response(node) } else { function_call(node) };
    held.map_or(Key::FunctionCall, |(key, _)| key)
}

/// The first of two names that a member has.
fn either<T: Tree>(item: &T, camel: Key, snake: Key) -> Option<T> {
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
fn text_member<T: Tree>(response: &T) -> Option<Key> {
    [Key::Output, Key::Result, Key::Error, Key::Content]
        .into_iter()
        .find(|member| matches!(response.shape(*member), Shape::Text(_)))
}
