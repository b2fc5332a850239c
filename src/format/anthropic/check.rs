//! What the Messages API refuses.

use alloc::format;

use super::Format;
use crate::format::check::{Check, Fix, Subject};
use crate::format::define::Checks;
use crate::format::leaf::Step;
use crate::format::rules::Rule;
use crate::history::conversation::{Content, Flags, Message, Part, PartAt, PartKind, Role};
use crate::tree::{Key, Shape, Tag, Tree, is_white_space};

/// The most cache breakpoints of a request.
const MOST_BREAKPOINTS: usize = 4;

impl<T: Tree> Checks<T> for Format {
    fn check(&self, check: &mut Check<'_, T>) {
        check.objects(&[Key::Input]);
        let last = check.messages.len().saturating_sub(1);
        for (at, message) in check.messages.iter().enumerate() {
            check.anthropic_message(at, message, at == last);
        }
        if check
            .messages
            .iter()
            .find(|message| message.role != Role::System)
            .is_some_and(|first| first.role == Role::Assistant)
        {
            let first = check.messages.iter().position(|message| message.role == Role::Assistant).unwrap_or_default();
            check.report(
                Rule::FirstMessageRole,
                Subject::Message(first),
                &[],
                "the user does not speak first",
                Fix::Lead,
            );
        }
        let mut breakpoints = 0;
        for place in 0..check.nodes.len() {
            let Some((at, part, node)) = check.noded(place) else { continue };
            check.anthropic_part(at, part, &node);
            if node.child(Key::CacheControl).is_some() {
                breakpoints += 1;
            }
        }
        check.breakpoints(breakpoints);
    }
}

impl<T: Tree> Check<'_, T> {
    fn anthropic_message(&mut self, at: usize, message: &Message, last: bool) {
        let subject = Subject::Message(at);
        if message.role == Role::Unknown {
            self.unknown_role(subject, message);
        }
        let empty = match message.content {
            Content::Text => message.parts.iter().all(|part| part.units == 0),
            Content::Odd => false,
            _ => message.parts.is_empty(),
        };
        if empty && !(last && message.role == Role::Assistant) {
            let steps = [Step::Key(Key::Content)];
            self.report(Rule::EmptyMessage, subject, &steps, "a message has content", Fix::Drop);
        }
        if message.role != Role::Assistant {
            return;
        }
        let Some(end) = message.parts.len().checked_sub(1) else { return };
        let Some(part) = message.parts.get(end) else { return };
        let part_subject = PartAt { message: at, part: end };
        // Only the last message is refused for it.
        if part.kind == PartKind::Thinking && last {
            self.part(Rule::ThinkingLast, part_subject, "a message does not end with thinking", Fix::Drop);
        }
        if let Some(call) = message.parts.iter().position(Part::is_call)
            && let Some(after) =
                message.parts.iter().skip(call).position(|part| !part.is_call() && part.kind != PartKind::Other)
        {
            let at = PartAt { message: at, part: call + after };
            let said = "calls are the last of their message";
            self.part(Rule::CallsNotLast, at, said, Fix::Reorder);
        }
        if last && part.kind == PartKind::Text {
            let member = if message.content == Content::Text { Key::This } else { Key::Text };
            let node = self.conversation.node(self.root, part);
            if let Some(node) = node.filter(|node| node.ends_blank(member) && !node.is_blank(member)) {
                let steps = if member == Key::This { alloc::vec![] } else { alloc::vec![Step::Key(member)] };
                let text = node.text(member, usize::MAX >> 1).unwrap_or_default();
                let fix = Fix::Set(text.trim_end_matches(is_white_space).into());
                let message = "the last text of the assistant ends with white space";
                self.report(Rule::TrailingWhiteSpace, Subject::Part(part_subject), &steps, message, fix);
            }
        }
    }

    fn anthropic_part(&mut self, at: PartAt, part: &Part, node: &T) {
        let (kind, hosted) = (part.kind, part.has(Flags::HOSTED));
        let text = |key| [Step::Key(key)];
        match kind {
            PartKind::Text => {
                let whole = matches!(node.shape(Key::This), Shape::Text(_));
                // A message that is an empty text is an empty message.
                let member = if whole { Key::This } else { Key::Text };
                if node.shape(member) == Shape::Text(0) && !whole {
                    self.report(Rule::EmptyText, Subject::Part(at), &text(Key::Text), "a text has a char", Fix::Drop);
                } else if node.shape(member) != Shape::Text(0) && node.is_blank(member) {
                    let (subject, steps) = if whole {
                        (Subject::Message(at.message), text(Key::Content))
                    } else {
                        (Subject::Part(at), text(Key::Text))
                    };
                    self.report(Rule::BlankText, subject, &steps, "a text has more than white space", Fix::Drop);
                }
            }
            PartKind::Result if !hosted => self.anthropic_result(at, node),
            PartKind::Thinking if node.tag(Key::Type) == Tag::Thinking => {
                if !matches!(node.shape(Key::Signature), Shape::Text(1..)) {
                    let message = "thinking goes back with its signature";
                    self.report(
                        Rule::ThinkingWithoutSignature,
                        Subject::Part(at),
                        &text(Key::Signature),
                        message,
                        Fix::Drop,
                    );
                }
                self.no_breakpoint(at, node, "thinking is no cache breakpoint");
            }
            PartKind::Thinking => self.no_breakpoint(at, node, "thinking is no cache breakpoint"),
            _ => {}
        }
    }

    fn anthropic_result(&mut self, at: PartAt, node: &T) {
        let content = Step::Key(Key::Content);
        match node.shape(Key::Content) {
            Shape::Absent | Shape::Null | Shape::Text(_) => {}
            Shape::List(count) => {
                for index in 0..count {
                    let block = node.item(Key::Content, index);
                    if block.is_some_and(|block| {
                        block.tag(Key::Type) == Tag::Text && block.shape(Key::Text) == Shape::Text(0)
                    }) {
                        let steps = [content, Step::At(index)];
                        self.report(Rule::EmptyText, Subject::Part(at), &steps, "a text has a char", Fix::DropMember);
                    }
                }
            }
            _ => {
                let message = "the content is neither a text nor a list";
                self.report(Rule::ResultType, Subject::Part(at), &[content], message, Fix::Write);
            }
        }
    }

    fn no_breakpoint(&mut self, at: PartAt, node: &T, message: &str) {
        if node.child(Key::CacheControl).is_some() {
            let steps = [Step::Key(Key::CacheControl)];
            self.report(Rule::MisplacedCacheControl, Subject::Part(at), &steps, message, Fix::DropMember);
        }
    }

    /// The oldest go: what is newer covers more.
    fn breakpoints(&mut self, count: usize) {
        let Some(over) = count.checked_sub(MOST_BREAKPOINTS).filter(|over| *over > 0) else { return };
        let marked = self.nodes.iter().filter(|(_, node)| node.child(Key::CacheControl).is_some()).map(|(at, _)| *at);
        for at in marked.take(over).collect::<alloc::vec::Vec<_>>() {
            let message = format!("{count} cache breakpoints are more than {MOST_BREAKPOINTS}");
            let steps = [Step::Key(Key::CacheControl)];
            self.report(Rule::TooManyCacheBreakpoints, Subject::Part(at), &steps, &message, Fix::DropMember);
        }
    }
}
