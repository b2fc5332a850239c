//! `cargo fuzz run json`: see `tooltrim_fuzz::json`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tooltrim_fuzz::json::check(data));
