//! Types and roles: content, parts and arguments of the type that a format has them in.

use crate::format::prelude::*;

impl<T: Tree> Check<'_, T> {
    /// True when parts are objects of a class of their own.
    pub(super) fn is_of_classes(&self) -> bool {
        self.nodes.iter().any(|(_, node)| node.has_class(Key::This))
    }

    /// Content that is an object or a number: nothing of it is lost.
    pub(super) fn odd_content(&mut self, at: usize, message: &Message) {
        let Some(node) = self.node_of(message) else { return };
        let member = self.format.rules().content(&node);
        let fix = match node.shape(member) {
            Shape::Object => Fix::List,
            _ if self.format.has(Quirk::PartsOnly) => Fix::None,
            _ => Fix::Write,
        };
        if node.shape(member) == Shape::Object && node.json_units(member) <= 2 {
            // Calls beside it are content enough.
            let fix = if message.parts.is_empty() { Fix::Drop } else { Fix::Set(String::new()) };
            self.message(Rule::EmptyMessage, at, &[member], "a message has content", fix);
            return;
        }
        let detail = "the content is neither a text nor a list";
        self.message(Rule::ContentType, at, &[member], detail, fix);
    }

    /// Parts that are nothing: null, or a hole in the list.
    pub(super) fn holes(&mut self) {
        for (message, held) in self.messages.iter().enumerate() {
            if held.content == Content::Odd {
                self.odd_content(message, held);
            }
            for (part, what) in held.parts.iter().enumerate().filter(|(_, what)| what.kind == PartKind::Other) {
                let Some(place) = what.place else { continue };
                let called = place.member == Some(Key::ToolCalls);
                let node = self.conversation.node(self.root, what);
                if node.is_some_and(|node| matches!(node.shape(Key::This), Shape::Text(_)) && !node.is_blank(Key::This))
                    && !called
                {
                    let fix = if self.is_of_classes() { Fix::None } else { Fix::TextPart };
                    self.part(Rule::PartType, PartAt { message, part }, &[], "a part is an object, not a text", fix);
                } else if called || node.is_none_or(|node| matches!(node.shape(Key::This), Shape::Text(_))) {
                    self.part(Rule::EmptyPart, PartAt { message, part }, &[], "a part is an object", Fix::Drop);
                }
            }
        }
    }

    /// Reports a role that the format does not have. Its content is kept: calls become the assistant's, their results
    /// the tools', and everything else the user's.
    pub(crate) fn unknown_role(&mut self, at: usize, message: &Message) {
        let node = self.node_of(message);
        let by_role =
            node.is_some_and(|node| node.has(Key::Role) || !node.has_class(Key::This)) && message.inner.is_none();
        let by_number = node.is_some_and(|node| node.number(Key::Role).is_some());
        let detail = node.and_then(|node| node.text(Key::Role, 20)).unwrap_or_default();
        let speaks = matches!(&*detail.to_ascii_lowercase(), "assistant" | "model" | "ai" | "bot")
            || message.parts.iter().any(|part| matches!(part.kind, PartKind::Call | PartKind::Exchange));
        let facts = self.format.facts();
        let role = match speaks {
            _ if facts.result_role == Role::Tool && message.has_results() => "tool",
            true => facts.assistant,
            false => "user",
        };
        let fix = match by_role {
            false => Fix::None,
            true if by_number && self.format.has(Quirk::NumberedRoles) => Fix::Number(if speaks { 2 } else { 1 }),
            true => Fix::Set(role.into()),
        };
        self.message(Rule::UnknownRole, at, &[Key::Role], "the role is not known", fix);
    }
}
