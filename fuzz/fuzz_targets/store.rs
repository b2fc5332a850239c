//! `cargo fuzz run store`: see `tooltrim_fuzz::store`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tooltrim_fuzz::store::check(data));
