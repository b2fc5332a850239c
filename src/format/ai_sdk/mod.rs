//! Messages of the AI SDK: `ModelMessage` with its `content`, `UIMessage` with its `parts`.

mod check;
mod read;
mod write;

use super::prelude::*;

pub(super) struct Format;

pub(super) const FACTS: Facts = Facts {
    name: "ai-sdk",
    // The library refuses some itself; the provider behind it the others.
    providers: &["anthropic", "openai", "google"],
    enforced_elsewhere: (
        &[
            Rule::CallWithoutResult,
            Rule::OpenCall,
            Rule::ResultType,
            Rule::UnknownRole,
            Rule::EmptyMessage,
            Rule::EmptyPart,
            Rule::ApprovalWithoutRequest,
            Rule::RequestWithoutCall,
        ],
        &["ai-sdk"],
    ),
    quirks: &[Quirk::NamedResults, Quirk::FlaggedFailures, Quirk::RunsApproved],
    result_role: Role::Tool,
    stands: |between| {
        let none_speaks = between.iter().all(|message| !matches!(message.role, Role::User | Role::System));
        none_speaks && between.last().is_some_and(|message| message.role == Role::Tool)
    },
    hosted_result: Some(Rule::ResultWithoutCall),
    ..Facts::COMMON
};
