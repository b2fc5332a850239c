//! `cargo fuzz run values`: see `tooltrim_fuzz::values`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tooltrim_fuzz::values::check(data));
