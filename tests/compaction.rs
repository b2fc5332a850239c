//! Conversations that get smaller: what gives way, in which order, how far, and what stands there then.
#![allow(missing_docs, clippy::needless_pass_by_value, reason = "tests")]

#[path = "compaction/facts.rs"]
mod facts;
#[path = "compaction/session.rs"]
#[allow(dead_code, reason = "not every test needs all formats")]
mod session;
#[path = "compaction/support.rs"]
mod support;
