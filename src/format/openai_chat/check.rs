//! Checks for what Chat Completions refuses.

use super::Format;
use crate::format::prelude::*;
use crate::format::shared::ROOM;

impl<T: Tree> Checks<T> for Format {
    fn check_role(&self, check: &mut Check<'_, T>, at: usize, message: &Message) {
        // LangChain's order to remove a message is none that is sent.
        if check.node_of(message).is_some_and(|node| node.tag(Key::Type) != Tag::Remove) {
            check.unknown_role(at, message);
        }
    }

    fn check_message(&self, check: &mut Check<'_, T>, at: usize, message: &Message) {
        let Some(node) = check.node_of(message).filter(|_| message.role != Role::Unknown) else { return };
        check.raw_calls(at, &node);
        if node.shape(Key::ToolCalls) == Shape::List(0)
            && message.inner.is_none()
            && (node.has(Key::Role) || !node.has(Key::Type))
        {
            check.message(
                Rule::EmptyToolCalls,
                at,
                &[Key::ToolCalls],
                "a list of calls has at least one",
                Fix::DropMember,
            );
        }
        let held = node.shape(Key::FunctionCallSnake);
        if held.is_there() && held != Shape::Object {
            check.message(Rule::EmptyPart, at, &[Key::FunctionCallSnake], "a call is an object", Fix::DropMember);
        }
        if message.content == Content::Whole {
            let fix = match node.shape(Key::Content) {
                Shape::Text(_) | Shape::List(_) => return,
                Shape::Absent | Shape::Null => Fix::Set(String::new()),
                _ => Fix::Write,
            };
            check.message(Rule::ResultType, at, &[Key::Content], "the content is neither a text nor a list", fix);
            return;
        }
        let says_nothing = message.content == Content::Missing && message.parts.is_empty();
        let other = [Key::Refusal, Key::Audio].iter().any(|key| node.shape(*key).is_there());
        if says_nothing && !other && place_of(message).is_some() {
            check.message(Rule::EmptyMessage, at, &[Key::Content], "there is neither content nor a call", Fix::Drop);
        }
    }

    fn check_part(&self, check: &mut Check<'_, T>, at: PartAt, part: &Part, node: &T) {
        if part.kind != PartKind::Call {
            return;
        }
        let in_list = part.place.is_some_and(|place| place.member == Some(Key::ToolCalls));
        if in_list && self.calls_nothing(node) {
            let name = part.name.map_or_else(|| "unknown_tool".into(), |name| check.text_of(name));
            let message = "there is no function that is called";
            check.part(Rule::MissingToolName, at, &[Key::Function], message, Fix::Function(name));
            return;
        }
        let leaf = self.arguments(node, part);
        if leaf.kind != LeafKind::Text {
            return;
        }
        let held = match leaf.steps.as_slice() {
            [Step::Key(holder), Step::Key(last)] => node.child(*holder).map(|held| (held, *last)),
            [Step::Key(last)] => Some((*node, *last)),
            _ => None,
        };
        let Some((holder, last)) = held else { return };
        let (fix, message) = match holder.shape(last) {
            Shape::Text(_) if part.has(Flags::FREE) => return,
            Shape::Text(_) => match as_json(&holder, last) {
                Some(fix) => (fix, NO_JSON),
                None => return,
            },
            Shape::Absent | Shape::Null => (Fix::Set("{}".into()), NO_TEXT),
            _ => (Fix::Write, NO_TEXT),
        };
        check.report(Rule::ArgumentsType, Subject::Part(at), leaf.steps, message, fix);
    }

    /// True of a call that has no function, no custom tool, and no arguments as LangChain writes them.
    fn calls_nothing(&self, node: &T) -> bool {
        let object = |key| node.child(key).is_some_and(|held| held.shape(Key::This) == Shape::Object);
        !object(Key::Function) && !object(Key::CustomMember) && !node.has(Key::Args)
    }
}

impl<T: Tree> Check<'_, T> {
    /// Calls as the API answered them: LangChain sends them where it found none of its own, as with broken arguments.
    fn raw_calls(&mut self, at: usize, node: &T) {
        let kept =
            node.child(Key::AdditionalKwargs).filter(|_| !matches!(node.shape(Key::ToolCalls), Shape::List(1..)));
        let Some((kept, Shape::List(count))) = kept.map(|kept| (kept, kept.shape(Key::ToolCalls))) else { return };
        for index in 0..count.min(ROOM) {
            let function = kept.item(Key::ToolCalls, index).and_then(|call| call.child(Key::Function));
            let Some(fix) = function.and_then(|function| as_json(&function, Key::Arguments)) else { continue };
            let [kwargs, calls] = [Key::AdditionalKwargs, Key::ToolCalls].map(Step::Key);
            let [function, arguments] = [Key::Function, Key::Arguments].map(Step::Key);
            let steps = vec![kwargs, calls, Step::At(index), function, arguments];
            self.report(Rule::ArgumentsType, Subject::Message(at), steps, NO_JSON, fix);
        }
    }
}
