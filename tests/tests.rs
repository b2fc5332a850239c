//! The tests of the crate from outside, as one program: linking one for each file took longer than running them.
//!
//! `cargo test golden::` runs the tests of one file.

#![allow(missing_docs, clippy::needless_pass_by_value, reason = "tests")]

mod support;

mod about;
mod about_around;
mod about_failures;
mod about_numbers;
mod about_rows;
mod about_words;
mod categories;
mod clean;
mod clean_and_trim;
mod compaction;
mod cut_twice;
mod edits;
mod extreme_limits;
mod golden;
mod golden_calls;
mod golden_compaction;
mod golden_messages;
mod golden_store;
mod golden_tools;
mod golden_values;
mod honest;
mod host;
mod kept;
mod laws;
mod laws_calls;
mod laws_history;
mod laws_messages;
mod messages;
mod messages_before;
mod messages_larger;
mod messages_pairs;
mod messages_rules;
mod oracle;
mod presets;
mod redact;
mod rescue;
mod rescue_headers;
mod rescue_json;
mod rescue_kinds;
mod rescue_order;
mod serde;
mod session_logs;
mod signals;
mod small_limits;
mod store_index;
mod store_laws;
mod stream;
mod tokens;
mod tools;
mod utf16;
mod values;
