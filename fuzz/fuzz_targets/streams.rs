//! `cargo fuzz run streams`: see `tooltrim_fuzz::streams`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tooltrim_fuzz::streams::check(data));
