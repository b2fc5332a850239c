//! Session logs: real ones, and small ones of our own.

mod session_logs {
    mod fixtures;
}
