//! The WebAssembly module of the Python package: a request is a list of texts, the first of which names an operation; so
//! is the answer. Options and reports are JSON text with the names of the core, and long texts cross unescaped.

mod abi;
mod answer;
#[cfg(feature = "full")]
mod calls;
#[cfg(feature = "full")]
mod compaction;
mod host;
#[cfg(feature = "full")]
mod logs;
#[cfg(feature = "full")]
mod messages;
mod options;
#[cfg(feature = "full")]
mod signals;
#[cfg(feature = "full")]
mod store;
mod stream;
mod text;
mod tools;
#[cfg(feature = "full")]
mod values;

use answer::{Answer, Fault};

/// Answers an operation, or knows no such one.
type Module = fn(&str, &[&[u8]]) -> Option<Result<Answer, Fault>>;

/// Answers a request: the first module that knows the operation does.
fn answer(operation: &str, given: &[&[u8]]) -> Result<Answer, Fault> {
    let known: &[Module] = &[
        text::answer,
        stream::answer,
        tools::answer,
        #[cfg(feature = "full")]
        values::answer,
        #[cfg(feature = "full")]
        messages::answer,
        #[cfg(feature = "full")]
        compaction::answer,
        #[cfg(feature = "full")]
        calls::answer,
        #[cfg(feature = "full")]
        store::answer,
        #[cfg(feature = "full")]
        logs::answer,
        #[cfg(feature = "full")]
        signals::answer,
    ];
    known
        .iter()
        .find_map(|module| module(operation, given))
        .unwrap_or_else(|| Err(Fault::internal(&format!("{operation}: there is no such operation"))))
}
