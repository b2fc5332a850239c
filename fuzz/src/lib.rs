//! What must hold for any input: one function for each fuzz target, of the bytes of an input.
//!
//! `fuzz_targets/` hands them to libFuzzer, `src/bin/run.rs` mutates inputs itself, `tests/corpus.rs` runs the seeds
//! once. See README.md.

mod built;
pub mod corpus;
mod input;
pub mod json;
pub mod messages;
pub mod mutation;
mod options;
pub mod store;
pub mod streams;
pub mod text;
pub mod values;

// Shared with the tests of the core.
#[path = "../../tests/laws_messages/checks.rs"]
mod checks;
#[path = "../../tests/laws_messages/harm.rs"]
#[allow(dead_code, reason = "its strategies are for proptest")]
mod harm;
#[path = "../../tests/laws_messages/neutral.rs"]
mod neutral;
#[path = "../../tests/support/mod.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod support;

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name on the command line, and that of its file in `fuzz_targets/`.
    pub name: &'static str,
    /// Panics when a law is broken.
    pub check: fn(&[u8]),
    /// The longest input worth trying: oracles are slow.
    pub longest: usize,
}

/// All targets in Rust; the reader of the proxy is in `js/`.
pub const TARGETS: [Target; 6] = [
    Target { name: "text", check: text::check, longest: 3000 },
    Target { name: "values", check: values::check, longest: 6000 },
    Target { name: "json", check: json::check, longest: 6000 },
    Target { name: "messages", check: messages::check, longest: 12_000 },
    Target { name: "streams", check: streams::check, longest: 12_000 },
    Target { name: "store", check: store::check, longest: 4000 },
];
