//! `cargo fuzz run messages`: see `tooltrim_fuzz::messages`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tooltrim_fuzz::messages::check(data));
