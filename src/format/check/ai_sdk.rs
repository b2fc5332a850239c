//! What the AI SDK refuses before it sends anything.

use super::{Check, Fix, Subject};
use crate::format::leaf::Step;
use crate::format::rules::Rule;
use crate::history::conversation::{Content, Flags, PartKind, Role};
use crate::tree::{Key, Tree};

impl<T: Tree> Check<'_, T> {
    pub(super) fn ai_sdk(&mut self) {
        for (at, message) in self.messages.iter().enumerate() {
            if message.role == Role::Unknown {
                self.unknown_role(Subject::Message(at), message);
            }
            if message.content == Content::Missing || (message.role == Role::Tool && message.content == Content::Text) {
                let steps = [Step::Key(Key::Content)];
                let subject = Subject::Message(at);
                self.report(
                    Rule::EmptyMessage,
                    subject,
                    &steps,
                    "the content is not of a kind that it can have",
                    Fix::Drop,
                );
            }
        }
        for place in 0..self.nodes.len() {
            let Some((at, part, node)) = self.noded(place) else { continue };
            if part.kind != PartKind::Result || part.has(Flags::NAMELESS) {
                continue;
            }
            let typed = node.child(Key::Output).is_some_and(|output| output.shape(Key::Type).is_there());
            if !typed {
                let steps = [Step::Key(Key::Output)];
                let message = "the output does not say of which type it is";
                self.report(Rule::ResultType, Subject::Part(at), &steps, message, Fix::Wrap);
            }
        }
    }
}
