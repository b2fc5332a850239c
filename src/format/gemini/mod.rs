//! Gemini contents, as JavaScript and as Python write them.

mod check;
mod read;
mod write;

use super::prelude::*;

pub(super) struct Format;

pub(super) const FACTS: Facts = Facts {
    name: "gemini",
    providers: &["google"],
    grouping: Grouping::Position,
    quirks: &[
        Quirk::NamedResults,
        Quirk::FlaggedFailures,
        Quirk::ObjectResults,
        Quirk::PartsOnly,
        Quirk::CallsFollowUser,
    ],
    stands: |between| matches!(between, [message] if message.role == Role::User),
    parts: Key::Parts,
    assistant: "model",
    ..Facts::COMMON
};

/// The member of a part that is its call, and the call.
fn function_call<T: Tree>(node: &T) -> Option<(Key, T)> {
    [Key::FunctionCall, Key::FunctionCallSnake].into_iter().find_map(|key| Some((key, node.child(key)?)))
}

/// The member of a part that is its response, and that.
fn function_response<T: Tree>(node: &T) -> Option<(Key, T)> {
    [Key::FunctionResponse, Key::FunctionResponseSnake].into_iter().find_map(|key| Some((key, node.child(key)?)))
}
