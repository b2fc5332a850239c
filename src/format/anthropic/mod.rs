//! Anthropic Messages.

mod check;
mod read;
mod write;

use super::prelude::*;

pub(super) struct Format;

pub(super) const FACTS: Facts = Facts {
    name: "anthropic",
    providers: &["anthropic"],
    enforced_elsewhere: (&[Rule::FirstMessageRole], &["anthropic", "amazon-bedrock"]),
    grouping: Grouping::Turn,
    limits: Limits { plain_id: true, longest_name: 200, ..Limits::NONE },
    quirks: &[Quirk::UniqueIds, Quirk::FlaggedFailures, Quirk::ResultsFirst, Quirk::ObjectArguments],
    stands: |between| between.iter().skip_while(|next| continues_calls(next)).all(|message| message.role == Role::User),
    results_at: |messages, call| run_end(messages, call + 1, continues_calls),
    hosted_call: Some(Rule::ServerCallWithoutResult),
    hosted_result: Some(Rule::ServerResultWithoutCall),
    ..Facts::COMMON
};

/// Messages of one role are one turn: "consecutive user or assistant turns will be combined" (API reference).
fn continues_calls(message: &Message) -> bool {
    message.role == Role::Assistant && message.parts.iter().all(Part::is_call)
}
