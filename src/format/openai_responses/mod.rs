//! Items of OpenAI's Responses, and of the OpenAI Agents SDK where they differ: camel case, `function_call_result`.

mod check;
mod read;
mod write;

use super::prelude::*;

pub(super) struct Format;

pub(super) const FACTS: Facts = Facts {
    name: "openai-responses",
    providers: &["openai"],
    grouping: Grouping::Items,
    limits: Limits { longest_id: 64, longest_name: 128, plain_name: true, ..Limits::NONE },
    quirks: &[Quirk::UniqueIds, Quirk::WholeResults, Quirk::TypedObjects, Quirk::Continues],
    stands: |_| true,
    // Behind all calls of the group and the results that are there.
    results_at: |messages, call| {
        let calls = run_end(messages, call + 1, |next| next.content == Content::Whole && next.has_calls());
        run_end(messages, calls, Message::has_results)
    },
    ..Facts::COMMON
};
