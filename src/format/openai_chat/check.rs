//! What Chat Completions refuses.

use super::Format;
use crate::format::check::{Check, Fix, Subject, place_of};
use crate::format::define::{Checks, Reads};
use crate::format::leaf::{LeafKind, Step};
use crate::format::rules::Rule;
use crate::history::conversation::{Content, PartKind, Role};
use crate::tree::{Key, Shape, Tag, Tree};

impl<T: Tree> Checks<T> for Format {
    fn check(&self, check: &mut Check<'_, T>) {
        for (at, message) in check.messages.iter().enumerate() {
            let Some(node) = check.node_of(message) else { continue };
            let subject = Subject::Message(at);
            // LangChain's order to remove a message is none that is sent.
            if message.role == Role::Unknown && node.tag(Key::Type) == Tag::Remove {
                continue;
            }
            if message.role == Role::Unknown {
                check.unknown_role(subject, message);
                continue;
            }
            if node.shape(Key::ToolCalls) == Shape::List(0)
                && message.inner.is_none()
                && (node.has(Key::Role) || !node.has(Key::Type))
            {
                let steps = [Step::Key(Key::ToolCalls)];
                check.report(
                    Rule::EmptyToolCalls,
                    subject,
                    &steps,
                    "a list of calls has at least one",
                    Fix::DropMember,
                );
            }
            let held = node.shape(Key::FunctionCallSnake);
            if held.is_there() && held != Shape::Object {
                let steps = [Step::Key(Key::FunctionCallSnake)];
                check.report(Rule::EmptyPart, subject, &steps, "a call is an object", Fix::DropMember);
            }
            if message.content == Content::Whole {
                let fix = match node.shape(Key::Content) {
                    Shape::Text(_) | Shape::List(_) => continue,
                    Shape::Absent | Shape::Null => Fix::Set(alloc::string::String::new()),
                    _ => Fix::Write,
                };
                let steps = [Step::Key(Key::Content)];
                check.report(Rule::ResultType, subject, &steps, "the content is neither a text nor a list", fix);
                continue;
            }
            let says_nothing = message.content == Content::Missing && message.parts.is_empty();
            let other = [Key::Refusal, Key::Audio].iter().any(|key| node.shape(*key).is_there());
            if says_nothing && !other && place_of(message).is_some() {
                let steps = [Step::Key(Key::Content)];
                check.report(Rule::EmptyMessage, subject, &steps, "there is neither content nor a call", Fix::Drop);
            }
        }
        for place in 0..check.nodes.len() {
            let Some((at, part, node)) = check.noded(place) else { continue };
            if part.kind != PartKind::Call {
                continue;
            }
            let in_list = part.place.is_some_and(|place| place.member == Some(Key::ToolCalls));
            if in_list && self.calls_nothing(&node) {
                let name = part.name.map_or_else(|| "unknown_tool".into(), |name| check.text_of(name));
                let steps = [Step::Key(Key::Function)];
                let message = "there is no function that is called";
                check.report(Rule::MissingToolName, Subject::Part(at), &steps, message, Fix::Function(name));
                continue;
            }
            let leaf = self.arguments(&node, part);
            if leaf.kind != LeafKind::Text {
                continue;
            }
            let holder = match leaf.steps.as_slice() {
                [Step::Key(holder), Step::Key(last)] => node.child(*holder).map(|held| held.shape(*last)),
                [Step::Key(last)] => Some(node.shape(*last)),
                _ => None,
            };
            let fix = match holder {
                Some(Shape::Text(_)) | None => continue,
                Some(Shape::Absent | Shape::Null) => Fix::Set("{}".into()),
                Some(_) => Fix::Write,
            };
            check.report(Rule::ArgumentsType, Subject::Part(at), &leaf.steps, "the arguments are no text", fix);
        }
    }
    /// True of a call that has no function, no custom tool, and no arguments as LangChain writes them.
    fn calls_nothing(&self, node: &T) -> bool {
        let object = |key| node.child(key).is_some_and(|held| held.shape(Key::This) == Shape::Object);
        !object(Key::Function) && !object(Key::CustomMember) && !node.has(Key::Args)
    }
}
