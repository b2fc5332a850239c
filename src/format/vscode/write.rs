//! Writes parts and messages as plain data, or as objects of the classes that others in the conversation have.

use super::Format;
use crate::format::prelude::*;

impl<T: Tree> Writes<T> for Format {
    fn new_result(&self, writer: &Writer<'_, T>, call: &Part, id: String, _name: String, body: &str) -> New {
        let of_class = writer.node(call).is_some_and(|node| node.has_class(Key::This));
        let body = writer.text_like(of_class, body);
        let mut members = vec![("callId", text(id)), ("content", New::List(vec![body])), ("isError", New::Flag(true))];
        if of_class {
            return writer.of_class("toolResult", PartKind::Result, members);
        }
        members.insert(0, ("kind", text("toolResult")));
        object(members)
    }

    fn can_answer(&self, writer: &Writer<'_, T>, _call: &Part, node: &T) -> bool {
        writer.can_make(node, PartKind::Result) && writer.can_make(node, PartKind::Text)
    }

    fn can_say(&self, writer: &Writer<'_, T>) -> bool {
        sample_part(writer).is_none_or(|part| writer.can_make(&part, PartKind::Text))
    }

    fn speech(&self, writer: &Writer<'_, T>, speaker: Role, parts: Vec<New>) -> New {
        let first = writer.original.first().and_then(place_of);
        let sample = first.and_then(|place| Some((place, message_at(writer.root, place)?)));
        let Some((place, node)) = sample else { return object(Vec::new()) };
        let by_assistant = speaker == Role::Assistant;
        let role = match node.number(Key::Role) {
            Some(_) => New::Number(if by_assistant { 2 } else { 1 }),
            None => text(if by_assistant { "assistant" } else { "user" }),
        };
        let members = vec![("role", role), ("content", New::List(parts))];
        if !node.has_class(Key::This) {
            return object(members);
        }
        let like = Some(pointer(place, &[]));
        New::Object(NewObject { kind: "message", like, copies: false, is_foreign: false, members })
    }

    fn text_part(&self, writer: &Writer<'_, T>, body: &str) -> New {
        let of_class = sample_part(writer).is_some_and(|part| part.has_class(Key::This));
        writer.text_like(of_class, body)
    }

    fn text_of(&self, what: New, _speaker: Role) -> New {
        object(vec![("kind", text("text")), ("value", what)])
    }
}

fn sample_part<T: Tree>(writer: &Writer<'_, T>) -> Option<T> {
    writer.root.item(Key::This, 0)?.item(Key::Content, 0)
}

impl<T: Tree> Writer<'_, T> {
    /// True when objects of that kind are plain data, are found somewhere, or can be made.
    fn can_make(&self, beside: &T, kind: PartKind) -> bool {
        !beside.has_class(Key::This) || self.creates || self.sample(kind).is_some()
    }

    /// Returns the place of a part of that kind. Results contain texts, too.
    fn sample(&self, kind: PartKind) -> Option<Pointer> {
        let lists = || self.original.iter().filter(|message| message.content == Content::List);
        let parts = || lists().flat_map(|message| &message.parts);
        if let Some(part) = parts().find(|part| part.kind == kind) {
            return part.place.map(|place| pointer(place, &[]));
        }
        let mut results = parts().filter(|part| kind == PartKind::Text && part.kind == PartKind::Result);
        results.find_map(|part| {
            let node = part_node(self.root, part.place?)?;
            let text = |at: &usize| {
                node.item(Key::Content, *at).is_some_and(|block| matches!(block.shape(Key::Value), Shape::Text(_)))
            };
            let Shape::List(count) = node.shape(Key::Content) else { return None };
            let at = (0..count).find(text)?;
            Some(pointer(part.place?, &[Step::Key(Key::Content), Step::At(at)]))
        })
    }

    /// An object of the class that others of its kind have.
    fn of_class(&self, kind: &'static str, part: PartKind, members: Vec<(&'static str, New)>) -> New {
        let like = self.sample(part);
        New::Object(NewObject { kind, is_foreign: like.is_none(), like, copies: false, members })
    }

    /// A text, of the class of others or as plain data.
    fn text_like(&self, of_class: bool, body: &str) -> New {
        let value = ("value", text(body));
        if of_class {
            return self.of_class("text", PartKind::Text, vec![value]);
        }
        object(vec![("kind", text("text")), value])
    }
}
