//! Session logs: real ones, and small ones of our own.
#![allow(missing_docs, reason = "tests")]

#[path = "support/golden.rs"]
#[allow(dead_code, reason = "no options here")]
mod golden_file;

mod session_logs {
    use super::golden_file;

    mod fixtures;
    mod golden;
    mod laws;
}
