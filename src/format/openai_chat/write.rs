//! Writes messages of Chat Completions, and of LangChain where the others are LangChain's.

use super::Format;
use crate::format::as_text::ALL;
use crate::format::prelude::*;

impl<T: Tree> Writes<T> for Format {
    fn new_result(&self, writer: &Writer<'_, T>, call: &Part, id: String, name: String, body: &str) -> New {
        let Some(message) = message_of(writer, call) else { return object(Vec::new()) };
        if call.has(Flags::NAMELESS) {
            return object(vec![("role", text("function")), ("name", text(name)), ("content", text(body))]);
        }
        if message.has(Key::Role) {
            return object(vec![("role", text("tool")), ("tool_call_id", text(id)), ("content", text(body))]);
        }
        // LangChain's: of the class of another result, or as data, in the envelope that the call has.
        let members =
            vec![("content", text(body)), ("tool_call_id", text(id)), ("name", text(name)), ("status", text("error"))];
        if message.has_class(Key::This) {
            return of_class("toolResult", tool_message(writer), members);
        }
        enveloped(call.place.and_then(|place| place.inner), "ToolMessage", "tool", members)
    }

    fn can_answer(&self, writer: &Writer<'_, T>, call: &Part, _node: &T) -> bool {
        let of_class = message_of(writer, call).is_some_and(|message| message.has_class(Key::This));
        !of_class || writer.creates || tool_message(writer).is_some()
    }

    fn can_say(&self, writer: &Writer<'_, T>) -> bool {
        let of_class = |message: &&Message| {
            let node = place_of(message).and_then(|place| message_at(writer.root, place));
            message.inner.is_none() && node.is_some_and(|node| node.has_class(Key::This))
        };
        let mut own = writer.original.iter().filter(of_class);
        let results = own.clone().any(|message| message.role == Role::Tool);
        !results || writer.creates || own.any(|message| message.role == Role::User)
    }

    fn new_message(&self, writer: &Writer<'_, T>, speaker: Role, body: &str) -> New {
        let mut others = writer.original.iter();
        if speaker != Role::Assistant {
            let first = others.next().and_then(place_of);
            return first.map_or_else(|| plain(speaker, body), |place| user_beside(writer, place, body));
        }
        let place = others.find(|message| message.role == Role::Assistant).and_then(place_of);
        let beside = place.and_then(|place| Some((place, writer.root.item(Key::This, place.message as usize)?)));
        match beside {
            Some((place, node)) if !node.has(Key::Role) => answer_beside(place, &node, body),
            _ => plain(speaker, body),
        }
    }

    fn as_text(&self, render: &mut Render<'_, T>, message: &Message) {
        let Some(place) = place_of(message) else { return };
        if message.role == Role::Tool {
            let body = message.parts.first().and_then(|part| render.rendered(part)).unwrap_or_default();
            let new = user_beside(render.writer, place, &body);
            render.changes.push(Change::Set(format!("/{}", place.message), new));
            return;
        }
        let calls: Vec<&Part> = message.parts.iter().filter(|part| part.kind == PartKind::Call).collect();
        if calls.is_empty() {
            return;
        }
        let body = calls.iter().filter_map(|part| render.rendered(part)).collect::<Vec<_>>().join("\n");
        for member in [Key::ToolCalls, Key::FunctionCallSnake] {
            if calls.iter().any(|part| part.place.is_some_and(|place| place.member == Some(member))) {
                render.changes.push(Change::Drop(pointer(place, &[Step::Key(member)])));
            }
        }
        render.changes.extend(drop_copies(render.writer.root, place));
        let copies = calls.iter().filter_map(|call| call.copy_place());
        render.changes.extend(copies.map(|copy| Change::Drop(pointer(copy, &[]))));
        let content = pointer(place, &[Step::Key(Key::Content)]);
        render.changes.push(match message.content {
            Content::List => {
                let held = message_at(render.writer.root, place).map(|held| held.shape(Key::Content));
                let Some(Shape::List(count)) = held else { return };
                let path = pointer(place, &[Step::Key(Key::Content), Step::At(count)]);
                Change::InsertPart(path, typed("text", text(body)))
            }
            Content::Text => {
                let before = message.parts.first().and_then(|part| render.node(part)?.text(Key::This, ALL));
                let before = before.filter(|before| !before.is_empty());
                Change::Text(content, before.map_or_else(|| body.clone(), |before| format!("{before}\n{body}")))
            }
            _ => Change::Text(content, body),
        });
    }
}

/// LangChain keeps what the API answered, and sends it when it finds no calls of its own.
pub(crate) fn drop_copies<T: Tree>(root: &T, place: Place) -> Option<Change> {
    let copies = message_at(root, place)?.child(Key::AdditionalKwargs)?;
    let steps = [Step::Key(Key::AdditionalKwargs), Step::Key(Key::ToolCalls)];
    copies.has(Key::ToolCalls).then(|| Change::Drop(pointer(place, &steps)))
}

/// The message that a call came in, with its envelope.
fn message_of<T: Tree>(writer: &Writer<'_, T>, call: &Part) -> Option<T> {
    writer.root.item(Key::This, call.place?.message as usize)
}

fn tool_message<T: Tree>(writer: &Writer<'_, T>) -> Option<Place> {
    let mut results = writer.original.iter().filter(|message| message.role == Role::Tool && message.inner.is_none());
    results.find_map(|message| message.parts.first()?.place)
}

/// A message of LangChain's, of the class of another one.
fn of_class(kind: &'static str, like: Option<Place>, members: Vec<(&'static str, New)>) -> New {
    let like = like.map(|place| pointer(place, &[]));
    New::Object(NewObject { kind, is_foreign: like.is_none(), like, copies: true, members })
}

/// A message of LangChain's as data, in an envelope.
fn enveloped(inner: Option<Key>, class: &str, kind: &str, mut members: Vec<(&'static str, New)>) -> New {
    match inner {
        Some(Key::Kwargs) => object(vec![
            ("lc", New::Number(1)),
            ("type", text("constructor")),
            ("id", New::List(["langchain_core", "messages", class].into_iter().map(text).collect())),
            ("kwargs", object(members)),
        ]),
        Some(_) => object(vec![("type", text(kind)), ("data", object(members))]),
        None => {
            members.insert(0, ("type", text(kind)));
            object(members)
        }
    }
}

/// A message of the user beside another one.
fn user_beside<T: Tree>(writer: &Writer<'_, T>, place: Place, body: &str) -> New {
    let node = writer.root.item(Key::This, place.message as usize);
    let Some(node) = node.filter(|node| !node.has(Key::Role)) else { return plain(Role::User, body) };
    let members = vec![("content", text(body))];
    if !node.has_class(Key::This) {
        return enveloped(place.inner, "HumanMessage", "human", members);
    }
    let users = |message: &&Message| message.role == Role::User && message.inner.is_none();
    let like = writer.original.iter().find(users).and_then(place_of);
    if like.is_none() && !writer.creates {
        return plain(Role::User, body);
    }
    of_class("user", like, members)
}

/// A text of the assistant as LangChain has it.
fn answer_beside<T: Tree>(place: Place, node: &T, body: &str) -> New {
    let mut members = vec![("content", text(body))];
    if !node.has_class(Key::This) {
        return enveloped(place.inner, "AIMessage", "ai", members);
    }
    members.extend([
        ("tool_calls", New::List(Vec::new())),
        ("additional_kwargs", object(Vec::new())),
        ("tool_call_chunks", New::List(Vec::new())),
        ("invalid_tool_calls", New::List(Vec::new())),
    ]);
    of_class("assistant", Some(Place { inner: None, ..place }), members)
}
