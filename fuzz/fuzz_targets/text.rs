//! `cargo fuzz run text`: see `tooltrim_fuzz::text`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tooltrim_fuzz::text::check(data));
