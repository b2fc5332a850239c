//! Detects UTF-16 by its byte order mark, or by NUL in every second byte of the first kilobyte; all else is UTF-8.
//!
//! `PowerShell` and `reg export` write UTF-16. UTF-8 never contains the bytes 0xff and 0xfe, and rarely NUL.

use alloc::format;

use crate::error::{Error, ErrorKind};

/// Number of first bytes that decide.
const SNIFFED: usize = 1024;
/// Minimum length without a mark: short names separated by NUL are not UTF-16.
const LEAST: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum Encoding {
    Utf8,
    Utf16 { big: bool },
}

/// Returns the encoding of a text by its first bytes.
pub(in crate::text) fn encoding(bytes: &[u8]) -> Encoding {
    let first = bytes.get(..SNIFFED).unwrap_or(bytes);
    let is_nul = |odd: usize| first.iter().skip(odd).step_by(2).all(|byte| *byte == 0);
    let has_nul = |odd: usize| first.iter().skip(odd).step_by(2).any(|byte| *byte == 0);
    match first {
        [0xff, 0xfe, ..] => Encoding::Utf16 { big: false },
        [0xfe, 0xff, ..] => Encoding::Utf16 { big: true },
        _ if first.len() < LEAST => Encoding::Utf8,
        _ if is_nul(1) && !has_nul(0) => Encoding::Utf16 { big: false },
        _ if is_nul(0) && !has_nul(1) => Encoding::Utf16 { big: true },
        _ => Encoding::Utf8,
    }
}

/// Returns `true` once the encoding no longer depends on later bytes.
pub(in crate::text) fn tells(bytes: &[u8]) -> bool {
    let marked = matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
    let nul = |odd: usize| bytes.iter().skip(odd).step_by(2).all(|byte| *byte == 0);
    bytes.len() >= SNIFFED || marked || bytes.len() > 1 && !nul(0) && !nul(1)
}

/// The error for a unit of UTF-16 without its other half, or half a unit.
#[must_use]
pub fn not_utf16(unit: u16, offset: u64) -> Error {
    let message =
        format!("text: byte {offset} (0x{unit:04x}) is not UTF-16; use decode \"replace\" to read it as U+FFFD");
    Error::new(ErrorKind::InvalidEncoding, message)
}
