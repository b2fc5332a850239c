//! Gemini contents, as JavaScript and as Python write them.

mod check;
mod read;

use super::define::Facts;
use crate::history::conversation::Role;
use crate::history::pair::Grouping;
use crate::tree::{Key, Tree};

pub(super) struct Format;

pub(super) const FACTS: Facts = Facts {
    name: "gemini",
    providers: &["google"],
    grouping: Grouping::Position,
    names_results: true,
    flags_failures: true,
    object_results: true,
    stands: |between| matches!(between, [message] if message.role == Role::User),
    parts: Key::Parts,
    text_content: false,
    assistant: "model",
    calls_follow_user: true,
    ..Facts::COMMON
};

/// The member of a part that is its call, and the call.
pub(super) fn function_call<T: Tree>(node: &T) -> Option<(Key, T)> {
    [Key::FunctionCall, Key::FunctionCallSnake].into_iter().find_map(|key| Some((key, node.child(key)?)))
}

/// The member of a part that is its response, and that.
fn function_response<T: Tree>(node: &T) -> Option<(Key, T)> {
    [Key::FunctionResponse, Key::FunctionResponseSnake].into_iter().find_map(|key| Some((key, node.child(key)?)))
}
