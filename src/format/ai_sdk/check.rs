//! Checks for what the AI SDK refuses before it sends anything.

use super::Format;
use crate::format::prelude::*;
use crate::format::write::NO_ERROR;

impl<T: Tree> Checks<T> for Format {
    fn check_message(&self, check: &mut Check<'_, T>, at: usize, message: &Message) {
        if message.content == Content::Missing || (message.role == Role::Tool && message.content == Content::Text) {
            let detail = "the content is not of a kind that it can have";
            check.message(Rule::EmptyMessage, at, &[Key::Content], detail, Fix::Drop);
        }
    }

    fn check_part(&self, check: &mut Check<'_, T>, at: PartAt, part: &Part, node: &T) {
        let is_call = matches!(part.kind, PartKind::Call | PartKind::Exchange) && !part.has(Flags::ALONE);
        // The input of a custom tool of OpenAI is any text, but hardly the beginning of an object.
        if let Some(fix) = cut_object(node, Key::Input).filter(|_| is_call) {
            check.part(Rule::ArgumentsType, at, &[Key::Input], "the arguments are an object that is cut off", fix);
        }
        let compacted = || {
            let mut options =
                [Key::ProviderOptions, Key::ProviderMetadata].into_iter().filter_map(|key| node.child(key));
            options
                .any(|held| held.child(Key::AnthropicMember).is_some_and(|own| own.tag(Key::Type) == Tag::Compaction))
        };
        if part.kind == PartKind::Text && part.units == 0 && compacted() {
            check.part(Rule::EmptyText, at, &[Key::Text], "a compaction has content", Fix::Drop);
        }
        // With Claude behind it, a failed result without a text is refused.
        let value = || node.child(Key::Output).filter(|output| output.tag(Key::Type) == Tag::ErrorText);
        let (held, keys): (_, &[Key]) = match part.kind {
            PartKind::Exchange => (Some(node.shape(Key::ErrorText)), &[Key::ErrorText]),
            _ => (value().map(|output| output.shape(Key::Value)), &[Key::Output, Key::Value]),
        };
        if part.has(Flags::ERROR) && held == Some(Shape::Text(0)) {
            let fix = Fix::Set(NO_ERROR.into());
            check.part(Rule::ErrorWithoutText, at, keys, "a failed result has a text", fix);
        }
        let is_typed = || node.child(Key::Output).is_some_and(|output| output.shape(Key::Type).is_there());
        if part.kind == PartKind::Result && !part.has(Flags::NAMELESS) && !is_typed() {
            let detail = "the output does not say of which type it is";
            check.part(Rule::ResultType, at, &[Key::Output], detail, Fix::Wrap);
        }
    }
}
