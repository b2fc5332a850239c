//! Reads VS Code's messages.

use super::Format;
use crate::format::prelude::*;

impl<T: View> Sees<T> for Format {
    fn sees_message(&self, message: &T) -> Option<Seen> {
        let numbered = message.shape(Key::Role) == Shape::Number;
        numbered.then_some(Seen::Only)
    }

    fn sees_block(&self, block: &T) -> Option<Seen> {
        let kinds = [Tag::Text, Tag::Thinking, Tag::ToolCallKind, Tag::ToolResultKind, Tag::DataKind];
        let of_class = block.tag(Key::Type) == Tag::None
            && (kinds.contains(&block.tag(Key::Kind))
                || matches!(block.shape(Key::CallIdCamel), Shape::Text(_))
                || block.has(Key::Value)
                || block.has(Key::MimeType));
        of_class.then_some(Seen::Only)
    }
}

impl<T: Tree> Reads<T> for Format {
    fn message(&self, node: &T, at: usize, reader: &mut Reader<T>) -> Message {
        let mut message = Message::new(at, role_of(node));
        read_content(node, Key::Content, &mut message, reader, read_part);
        message
    }

    fn is_sent(&self, node: &T) -> bool {
        !is_mark(node)
    }

    fn id(&self, _node: &T, _part: &Part) -> Vec<Key> {
        vec![Key::CallIdCamel]
    }
}

/// `LanguageModelChatMessageRole`: 1 is the user, 2 the assistant; 3, the system, is still a proposal.
fn role_of<T: Tree>(node: &T) -> Role {
    match node.tag(Key::Role) {
        Tag::Other => match node.number(Key::Role) {
            Some(1.0) => Role::User,
            Some(2.0) => Role::Assistant,
            Some(3.0) => Role::System,
            _ => Role::Unknown,
        },
        tag => speaker(tag),
    }
}

fn read_part<T: Tree>(item: &T, place: Place, reader: &mut Reader<T>) -> Part {
    let kind = kind_of(item);
    let mut part = Part::new(kind, place);
    match kind {
        PartKind::Call => {
            part.id = item.word(Key::CallIdCamel, &mut reader.words);
            part.name = item.word(Key::Name, &mut reader.words);
        }
        PartKind::Result => {
            part.id = item.word(Key::CallIdCamel, &mut reader.words);
            part.units = content_units(item, Key::Content);
            part.flags = part.flags.when(item.shape(Key::IsError) == Shape::Flag(true), Flags::ERROR);
        }
        PartKind::Text => part.units = content_units(item, Key::Value),
        PartKind::Thinking => {
            part.units = content_units(item, Key::Value);
            let signed = item.child(Key::Metadata).is_some_and(|own| is_signed(&own));
            part.flags = part.flags.when(signed, Flags::SIGNED);
        }
        _ => {}
    }
    part
}

fn kind_of<T: Tree>(item: &T) -> PartKind {
    if is_mark(item) {
        return PartKind::Other;
    }
    match item.tag(Key::Kind) {
        Tag::Text => return PartKind::Text,
        Tag::Thinking => return PartKind::Thinking,
        Tag::ToolCallKind => return PartKind::Call,
        Tag::ToolResultKind => return PartKind::Result,
        Tag::DataKind => return PartKind::Media,
        _ => {}
    }
    if item.has(Key::CallIdCamel) {
        let calls = item.has(Key::Name) || item.has(Key::Input);
        return if calls { PartKind::Call } else { PartKind::Result };
    }
    match item.shape(Key::Value) {
        // A thinking part is made with an id and metadata, be they undefined.
        Shape::Text(_) if !item.has(Key::Metadata) => PartKind::Text,
        Shape::Text(_) | Shape::List(_) => PartKind::Thinking,
        _ if item.has(Key::MimeType) => PartKind::Media,
        _ => PartKind::Other,
    }
}
