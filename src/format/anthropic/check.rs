//! Checks for what the Messages API refuses.

use super::Format;
use crate::format::prelude::*;
use crate::format::write::NO_ERROR;
use crate::tree::is_white_space;

/// The most cache breakpoints of a request.
const MOST_BREAKPOINTS: usize = 4;

impl<T: Tree> Checks<T> for Format {
    fn check_message(&self, check: &mut Check<'_, T>, at: usize, message: &Message) {
        check.anthropic_message(at, message, at + 1 == check.messages.len());
        let mut before = check.messages.iter().take(at);
        if message.role == Role::Assistant && before.all(|before| before.role == Role::System) {
            check.message(Rule::FirstMessageRole, at, &[], "the user does not speak first", Fix::Lead);
        }
    }

    fn check_part(&self, check: &mut Check<'_, T>, at: PartAt, part: &Part, node: &T) {
        let (kind, hosted) = (part.kind, part.has(Flags::HOSTED));
        match kind {
            PartKind::Text => {
                let whole = matches!(node.shape(Key::This), Shape::Text(_));
                // A message that is an empty text is an empty message.
                let member = if whole { Key::This } else { Key::Text };
                if node.shape(member) == Shape::Text(0) && !whole {
                    check.part(Rule::EmptyText, at, &[Key::Text], "a text has a char", Fix::Drop);
                } else if node.shape(member) != Shape::Text(0) && node.is_blank(member) {
                    let detail = "a text has more than white space";
                    if whole {
                        check.message(Rule::BlankText, at.message, &[Key::Content], detail, Fix::Drop);
                    } else {
                        check.part(Rule::BlankText, at, &[Key::Text], detail, Fix::Drop);
                    }
                }
            }
            PartKind::Result if !hosted => check.anthropic_result(at, node),
            PartKind::Thinking if node.tag(Key::Type) == Tag::Thinking => {
                // Endpoints of other providers give none, and refuse calls without the thinking before them.
                let wants_signature = check.asked.thinking != Some(Thinking::Calls);
                if wants_signature && !matches!(node.shape(Key::Signature), Shape::Text(1..)) {
                    let message = "thinking goes back with its signature";
                    check.part(Rule::ThinkingWithoutSignature, at, &[Key::Signature], message, Fix::Drop);
                }
                check.no_breakpoint(at, node, "thinking is no cache breakpoint");
            }
            PartKind::Thinking => check.no_breakpoint(at, node, "thinking is no cache breakpoint"),
            // Null is a compaction that failed, which the API takes back.
            _ if node.tag(Key::Type) == Tag::Compaction && node.shape(Key::Content) == Shape::Text(0) => {
                check.part(Rule::EmptyPart, at, &[Key::Content], "a compaction has content", Fix::Drop);
            }
            _ => {}
        }
    }

    fn check_all(&self, check: &mut Check<'_, T>) {
        let marked = check.nodes.iter().filter(|(_, node)| node.child(Key::CacheControl).is_some());
        let marked: Vec<PartAt> = marked.map(|(at, _)| *at).collect();
        let count = marked.len();
        // The oldest go: what is newer covers more.
        for at in marked.into_iter().take(count.saturating_sub(MOST_BREAKPOINTS)) {
            let message = format!("{count} cache breakpoints are more than {MOST_BREAKPOINTS}");
            check.part(Rule::TooManyCacheBreakpoints, at, &[Key::CacheControl], &message, Fix::DropMember);
        }
    }
}

impl<T: Tree> Check<'_, T> {
    fn anthropic_message(&mut self, at: usize, message: &Message, last: bool) {
        let empty = match message.content {
            Content::Text => message.parts.iter().all(|part| part.units == 0),
            Content::Odd => false,
            _ => message.parts.is_empty(),
        };
        if empty && !(last && message.role == Role::Assistant) {
            self.message(Rule::EmptyMessage, at, &[Key::Content], "a message has content", Fix::Drop);
        }
        if message.role != Role::Assistant {
            return;
        }
        let Some(end) = message.parts.len().checked_sub(1) else { return };
        let Some(part) = message.parts.get(end) else { return };
        let at = PartAt { message: at, part: end };
        // Only the last message is refused for it.
        if part.kind == PartKind::Thinking && last {
            self.part(Rule::ThinkingLast, at, &[], "a message does not end with thinking", Fix::Drop);
        }
        if let Some(call) = message.parts.iter().position(Part::is_call)
            && let Some(after) =
                message.parts.iter().skip(call).position(|part| !part.is_call() && part.kind != PartKind::Other)
        {
            let at = PartAt { part: call + after, ..at };
            self.part(Rule::CallsNotLast, at, &[], "calls are the last of their message", Fix::Reorder);
        }
        if last && part.kind == PartKind::Text {
            let member = if message.content == Content::Text { Key::This } else { Key::Text };
            let node = self.conversation.node(self.root, part);
            if let Some(node) = node.filter(|node| node.ends_blank(member) && !node.is_blank(member)) {
                let keys: Vec<Key> = Some(member).filter(|member| *member != Key::This).into_iter().collect();
                let text = node.text(member, usize::MAX >> 1).unwrap_or_default();
                let fix = Fix::Set(text.trim_end_matches(is_white_space).into());
                let message = "the last text of the assistant ends with white space";
                self.part(Rule::TrailingWhiteSpace, at, &keys, message, fix);
            }
        }
    }

    fn anthropic_result(&mut self, at: PartAt, node: &T) {
        if node.shape(Key::IsErrorSnake) == Shape::Flag(true) {
            let blocks = || match node.shape(Key::Content) {
                Shape::List(count) => count,
                _ => 0,
            };
            let mut blocks = (0..blocks()).filter_map(|at| node.item(Key::Content, at));
            if blocks.clone().any(|block| block.tag(Key::Type) != Tag::Text) {
                let message = "a failed result holds nothing but texts";
                self.part(Rule::ErrorWithMedia, at, &[Key::IsErrorSnake], message, Fix::DropMember);
            } else if !matches!(node.shape(Key::Content), Shape::Text(1..))
                && blocks.all(|block| block.shape(Key::Text) == Shape::Text(0))
            {
                let message = "a failed result has a text";
                self.part(Rule::ErrorWithoutText, at, &[Key::Content], message, Fix::Set(NO_ERROR.into()));
                return;
            }
        }
        match node.shape(Key::Content) {
            Shape::Absent | Shape::Null | Shape::Text(_) => {}
            Shape::List(count) => {
                let empty = |block: T| block.tag(Key::Type) == Tag::Text && block.shape(Key::Text) == Shape::Text(0);
                for index in (0..count).filter(|index| node.item(Key::Content, *index).is_some_and(empty)) {
                    let steps = vec![Step::Key(Key::Content), Step::At(index)];
                    self.report(Rule::EmptyText, Subject::Part(at), steps, "a text has a char", Fix::DropMember);
                }
            }
            _ => {
                let message = "the content is neither a text nor a list";
                self.part(Rule::ResultType, at, &[Key::Content], message, Fix::Write);
            }
        }
    }

    fn no_breakpoint(&mut self, at: PartAt, node: &T, message: &str) {
        if node.child(Key::CacheControl).is_some() {
            self.part(Rule::MisplacedCacheControl, at, &[Key::CacheControl], message, Fix::DropMember);
        }
    }
}
