//! How bytes are encoded: as UTF-8, or as UTF-16 if a byte order mark begins them or every second byte of the first
//! kilobyte is NUL.
//!
//! `PowerShell` and `reg export` write files so. A text in UTF-8 has neither: 0xff and 0xfe are never in it, and NUL is rare.

use alloc::format;

use crate::error::{Error, ErrorKind};

/// Bytes that tell.
const SNIFFED: usize = 1024;
/// Bytes without a mark that suffice: a few names with NUL between them are no UTF-16.
const LEAST: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum Encoding {
    Utf8,
    Utf16 { big: bool },
}

/// The encoding of a text that begins with these bytes.
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

/// Returns `true` if the encoding of a text that begins so is known, however it goes on.
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
