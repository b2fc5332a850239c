//! What the AI SDK refuses before it sends anything.

use super::Format;
use crate::format::check::{Check, Fix, Subject};
use crate::format::define::Checks;
use crate::format::leaf::Step;
use crate::format::rules::Rule;
use crate::history::conversation::{Content, Flags, PartKind, Role};
use crate::tree::{Key, Tree};

impl<T: Tree> Checks<T> for Format {
    fn check(&self, check: &mut Check<'_, T>) {
        for (at, message) in check.messages.iter().enumerate() {
            if message.role == Role::Unknown {
                check.unknown_role(Subject::Message(at), message);
            }
            if message.content == Content::Missing || (message.role == Role::Tool && message.content == Content::Text) {
                let steps = [Step::Key(Key::Content)];
                let subject = Subject::Message(at);
                check.report(
                    Rule::EmptyMessage,
                    subject,
                    &steps,
                    "the content is not of a kind that it can have",
                    Fix::Drop,
                );
            }
        }
        for place in 0..check.nodes.len() {
            let Some((at, part, node)) = check.noded(place) else { continue };
            if part.kind != PartKind::Result || part.has(Flags::NAMELESS) {
                continue;
            }
            let typed = node.child(Key::Output).is_some_and(|output| output.shape(Key::Type).is_there());
            if !typed {
                let steps = [Step::Key(Key::Output)];
                let message = "the output does not say of which type it is";
                check.report(Rule::ResultType, Subject::Part(at), &steps, message, Fix::Wrap);
            }
        }
    }
}
