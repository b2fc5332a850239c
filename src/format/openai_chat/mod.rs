//! OpenAI Chat Completions, and LangChain where its messages differ: types for roles, arguments as objects, and a class
//! or an envelope around them.

mod check;
mod read;
mod write;

pub(super) use write::drop_copies;

use super::prelude::*;

pub(super) struct Format;

pub(super) const FACTS: Facts = Facts {
    name: "openai-chat",
    providers: &["openai"],
    limits: Limits { longest_id: 40, longest_name: 128, plain_name: true, ..Limits::NONE },
    quirks: &[Quirk::WholeResults],
    result_role: Role::Tool,
    stands: |between| between.iter().all(|message| message.role == Role::Tool),
    results_at: |messages, call| run_end(messages, call + 1, |message| message.role == Role::Tool),
    ..Facts::COMMON
};
