//! Reads messages of Chat Completions and of LangChain.

use super::Format;
use crate::format::prelude::*;
use crate::format::shared::ROOM;

impl<T: View> Sees<T> for Format {
    fn sees_message(&self, message: &T) -> Option<Seen> {
        let known = role_of(message).1 != Role::Unknown;
        let only = message.shape(Key::ToolCalls).is_there()
            || message.has(Key::ToolCallId)
            || message.shape(Key::FunctionCallSnake) == Shape::Object
            || (known && message.tag(Key::Role) == Tag::None);
        // Content of another kind speaks for nothing: blocks may do so by themselves.
        let says = || match message.shape(Key::Content) {
            Shape::Text(_) | Shape::Number | Shape::Flag(_) | Shape::Null => true,
            Shape::List(count) => {
                let mut blocks = (0..count.min(ROOM)).filter_map(|at| message.item(Key::Content, at));
                count == 0 || blocks.any(|block| is_known(&block))
            }
            Shape::Object => message.child(Key::Content).is_some_and(|block| is_known(&block)),
            _ => false,
        };
        if only { Some(Seen::Only) } else { (known && says()).then_some(Seen::Likely) }
    }

    fn sees_block(&self, block: &T) -> Option<Seen> {
        let tags = [Tag::ImageType, Tag::InputAudio, Tag::Refusal, Tag::File];
        tags.contains(&block.tag(Key::Type)).then_some(Seen::Hint)
    }
}

impl<T: Tree> Reads<T> for Format {
    fn message(&self, node: &T, at: usize, reader: &mut Reader<T>) -> Message {
        let (inner, role) = role_of(node);
        let mut message = Message::new(at, role);
        message.inner = inner;
        match inner.and_then(|inner| node.child(inner)) {
            Some(held) => read_held(&held, &mut message, reader),
            None => read_held(node, &mut message, reader),
        }
        message
    }

    fn arguments(&self, node: &T, part: &Part) -> Leaf {
        let keys: &[Key] = if node.child(Key::Function).is_some() {
            &[Key::Function, Key::Arguments]
        } else if node.child(Key::CustomMember).is_some() {
            &[Key::CustomMember, Key::Input]
        } else if node.has(Key::Args) {
            &[Key::Args]
        } else {
            &[Key::Arguments]
        };
        leaf_at(keys, part)
    }

    fn id(&self, _node: &T, part: &Part) -> Vec<Key> {
        vec![if part.kind == PartKind::Result { Key::ToolCallId } else { Key::Id }]
    }

    fn name(&self, node: &T, _part: &Part) -> Vec<Key> {
        let holder = [Key::Function, Key::CustomMember].into_iter().find(|key| node.child(*key).is_some());
        holder.into_iter().chain([Key::Name]).collect()
    }
}

/// True of a block that chat has: a text, or one with a type that is known.
fn is_known<T: View>(block: &T) -> bool {
    matches!(block.shape(Key::This), Shape::Text(_)) || !matches!(block.tag(Key::Type), Tag::None | Tag::Other)
}

fn read_held<T: Tree>(node: &T, message: &mut Message, reader: &mut Reader<T>) {
    let answers = message.role == Role::Unknown && node.has(Key::ToolCallId);
    if message.role == Role::Tool || answers {
        message.content = Content::Whole;
        let mut result = Part::new(PartKind::Result, message.place(None, None));
        result.id = node.word(Key::ToolCallId, &mut reader.words);
        result.name = node.word(Key::Name, &mut reader.words);
        result.units = content_units(node, Key::Content);
        result.flags = result.flags.when(node.tag(Key::Status) == Tag::Error, Flags::ERROR);
        if result.id.is_none() && node.tag(Key::Role) == Tag::Function {
            result.flags = result.flags.with(Flags::NAMELESS);
        }
        let result = reader.kept(*node, result);
        message.parts.push(result);
        return;
    }
    read_content(node, Key::Content, message, reader, |item, place, _| read_part(item, place));
    if matches!(message.role, Role::User | Role::System) {
        return;
    }
    if let Shape::List(count) = node.shape(Key::ToolCalls) {
        for at in 0..count {
            let place = message.place(Some(Key::ToolCalls), Some(at));
            let call = node.item(Key::ToolCalls, at);
            message.parts.push(match call {
                Some(call) => {
                    let part = read_call(&call, place, reader);
                    reader.kept(call, part)
                }
                None => Part::new(PartKind::Other, place),
            });
        }
        join_copies(node, message, reader);
    }
    let call = node.child(Key::FunctionCallSnake).filter(|call| call.shape(Key::This) == Shape::Object);
    if let Some(call) = call {
        let mut part = read_function(&call, message.place(Some(Key::FunctionCallSnake), None), reader);
        part.flags = part.flags.with(Flags::NAMELESS);
        message.parts.push(reader.kept(call, part));
    }
}

/// LangChain keeps the calls of Claude in the content as well, and sends these blocks: each belongs to its call.
fn join_copies<T: Tree>(node: &T, message: &mut Message, reader: &mut Reader<T>) {
    let first =
        message.parts.iter().position(|part| part.place.is_some_and(|place| place.member == Some(Key::ToolCalls)));
    let mut calls = message.parts.split_off(first.unwrap_or(message.parts.len()));
    message.parts.retain(|part| {
        let index = part.place.and_then(|place| place.index).filter(|_| part.kind == PartKind::Other);
        let block = index.and_then(|index| node.item(Key::Content, index as usize));
        let Some(block) = block.filter(|block| block.tag(Key::Type) == Tag::ToolUse) else { return true };
        let id = block.word(Key::Id, &mut reader.words);
        let call = calls.iter_mut().find(|call| call.id == id && id.is_some() && call.copy.is_none());
        call.is_none_or(|call| {
            call.copy = index;
            false
        })
    });
    message.parts.append(&mut calls);
}

/// Returns the role and the member that holds the message: LangChain also writes `{ lc, id, kwargs }` and `{ type, data
/// }`.
fn role_of<T: View>(node: &T) -> (Option<Key>, Role) {
    let by_role = role(node.tag(Key::Role));
    if by_role != Role::Unknown {
        return (None, by_role);
    }
    let by_type = role(node.tag(Key::Type));
    if node.has(Key::Content) {
        return (None, by_type);
    }
    if let (Shape::Object, true) = (node.shape(Key::Data), by_type != Role::Unknown) {
        return (Some(Key::Data), by_type);
    }
    if let (Some(held), Shape::List(count)) = (node.child(Key::Kwargs), node.shape(Key::Id)) {
        let class = count.checked_sub(1).and_then(|last| node.item(Key::Id, last)).map(|class| class.tag(Key::This));
        let by_class = match class {
            Some(Tag::AiClass | Tag::AiChunk) => Role::Assistant,
            Some(Tag::HumanClass | Tag::HumanChunk) => Role::User,
            Some(Tag::SystemClass | Tag::SystemChunk) => Role::System,
            Some(Tag::ToolClass | Tag::ToolChunk) => Role::Tool,
            _ => role(held.tag(Key::Type)),
        };
        return (Some(Key::Kwargs), by_class);
    }
    (None, by_type)
}

fn role(tag: Tag) -> Role {
    match tag {
        Tag::System | Tag::Developer | Tag::SystemChunk => Role::System,
        Tag::User | Tag::Human | Tag::HumanChunk => Role::User,
        Tag::Assistant | Tag::Ai | Tag::AiChunk => Role::Assistant,
        Tag::Tool | Tag::Function | Tag::ToolChunk => Role::Tool,
        _ => Role::Unknown,
    }
}

fn read_part<T: Tree>(item: &T, place: Place) -> Part {
    let kind = match item.tag(Key::Type) {
        Tag::Text => PartKind::Text,
        Tag::Thinking | Tag::RedactedThinking | Tag::Reasoning => PartKind::Thinking,
        Tag::ImageType | Tag::Image | Tag::InputAudio | Tag::Audio | Tag::File | Tag::Document | Tag::Media => {
            PartKind::Media
        }
        _ => PartKind::Other,
    };
    let mut part = Part::new(kind, place);
    // Mistral has a list of texts at `thinking`, LangChain a text there or at `reasoning`.
    let held = [Key::Text, Key::Thinking, Key::Reasoning].into_iter().find(|key| item.shape(*key).is_there());
    if let (PartKind::Text | PartKind::Thinking, Some(key)) = (kind, held) {
        part.units = content_units(item, key);
    }
    let signed = kind == PartKind::Thinking && is_signed(item);
    part.flags = part.flags.when(signed, Flags::SIGNED);
    part
}

/// `{ id, function: { name, arguments } }`, `{ id, custom: { name, input } }`, or LangChain's `{ id, name, args }`.
fn read_call<T: Tree>(call: &T, place: Place, reader: &mut Reader<T>) -> Part {
    let object = |key| call.child(key).filter(|held| held.shape(Key::This) == Shape::Object);
    let mut part = if let Some(function) = object(Key::Function) {
        read_function(&function, place, reader)
    } else if let Some(custom) = object(Key::CustomMember) {
        let mut part = Part::new(PartKind::Call, place);
        part.name = custom.word(Key::Name, &mut reader.words);
        part.flags = part.flags.with(Flags::FREE);
        part
    } else if call.shape(Key::This) == Shape::Object {
        let mut part = Part::new(PartKind::Call, place);
        part.name = call.word(Key::Name, &mut reader.words);
        part
    } else {
        return Part::new(PartKind::Other, place);
    };
    part.id = call.word(Key::Id, &mut reader.words);
    part
}

fn read_function<T: Tree>(function: &T, place: Place, reader: &mut Reader<T>) -> Part {
    let mut part = Part::new(PartKind::Call, place);
    part.name = function.word(Key::Name, &mut reader.words);
    part.flags = part.flags.with(Flags::WRITTEN);
    part
}
