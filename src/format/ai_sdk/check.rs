//! Checks for what the AI SDK refuses before it sends anything.

use super::Format;
use crate::format::prelude::*;

impl<T: Tree> Checks<T> for Format {
    fn check_message(&self, check: &mut Check<'_, T>, at: usize, message: &Message) {
        if message.content == Content::Missing || (message.role == Role::Tool && message.content == Content::Text) {
            let detail = "the content is not of a kind that it can have";
            check.message(Rule::EmptyMessage, at, &[Key::Content], detail, Fix::Drop);
        }
    }

    fn check_part(&self, check: &mut Check<'_, T>, at: PartAt, part: &Part, node: &T) {
        let is_typed = || node.child(Key::Output).is_some_and(|output| output.shape(Key::Type).is_there());
        if part.kind == PartKind::Result && !part.has(Flags::NAMELESS) && !is_typed() {
            let detail = "the output does not say of which type it is";
            check.part(Rule::ResultType, at, &[Key::Output], detail, Fix::Wrap);
        }
    }
}
