//! Recognises base64, and the type of its content.

use crate::quick::find;

/// Number of chars whose statistics are evaluated.
pub(super) const SAMPLE: usize = 256;

/// Base64 of the first bytes of a file (RFC 4648), and its type.
const MAGIC: [(&str, &str); 16] = [
    ("iVBORw0KGg", "image/png"),
    ("R0lGODlh", "image/gif"),
    ("R0lGODdh", "image/gif"),
    ("/9j/4", "image/jpeg"),
    ("UklGR", "audio, video or image/webp (RIFF)"),
    ("PHN2Zy", "image/svg+xml"),
    ("AAABAA", "image/x-icon"),
    ("JVBERi0", "application/pdf"),
    ("UEsDBB", "application/zip"),
    ("H4sI", "application/gzip"),
    ("AGFzbQE", "application/wasm"),
    ("N3q8ryc", "application/x-7z-compressed"),
    ("d09GM", "font/woff2"),
    ("d09GR", "font/woff"),
    ("T2dnUw", "audio/ogg"),
    ("f0VMR", "application/x-elf"),
];

/// Returns the content type, by the first chars.
pub(super) fn kind(run: &str) -> Option<&'static str> {
    MAGIC.iter().find(|(magic, _)| run.starts_with(magic)).map(|(_, kind)| *kind)
}

/// Bytes of the two base64 alphabets, standard and URL-safe.
const ALPHABET: [bool; 256] = {
    let (mut alphabet, mut byte) = ([false; 256], 0_u8);
    while byte < 128 {
        alphabet[byte as usize] = byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_');
        byte += 1;
    }
    alphabet
};

pub(crate) fn is_base64(byte: u8) -> bool {
    ALPHABET[usize::from(byte)]
}

/// Returns how many bytes from the start hold no possible base64 run: up to the last word, or up to a run of `shortest`
/// chars.
pub(super) fn without_runs(text: &str, shortest: usize) -> usize {
    let (mut at, bytes) = (0, text.as_bytes());
    while at < bytes.len() {
        let window = bytes.get(at..(at + shortest).min(bytes.len())).unwrap_or_default();
        match window.iter().rposition(|&byte| !is_base64(byte)) {
            Some(last) => at += last + 1,
            None => break,
        }
    }
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

/// Returns `true` if a run looks like 6 random bits per char: typical shares of each class, many distinct chars,
/// frequent changes of class.
pub(super) fn looks_random(run: &str) -> bool {
    let (mut seen, mut classes, mut changes, mut before) = (0_u128, [0_usize; 4], 0, 4);
    for byte in run.bytes().filter(|&byte| byte != b'\n').take(SAMPLE) {
        let class = match byte {
            b'a'..=b'z' => 0,
            b'A'..=b'Z' => 1,
            b'0'..=b'9' => 2,
            _ => 3,
        };
        seen |= 1 << (byte & 127);
        classes[class] += 1;
        changes += usize::from(class != before);
        before = class;
    }
    let [lower, upper, digits, _] = classes;
    let share = |count: usize, percent: core::ops::RangeInclusive<usize>| percent.contains(&(count * 100 / SAMPLE));
    // Random: 41, 41, 16 and 64 percent, 63 different chars.
    share(lower, 20..=65)
        && share(upper, 20..=65)
        && share(digits, 5..=35)
        && share(changes, 45..=85)
        && seen.count_ones() >= 40
}

/// Returns `true` if a text contains `;base64,`, or `run` chars of the alphabet in a row.
pub(crate) fn may_hold_base64(text: &str, run: usize) -> bool {
    let mut length = 0;
    let is_run = |byte: u8| {
        length = if is_base64(byte) { length + 1 } else { 0 };
        length >= run
    };
    find(text, ";base64,").is_some() || text.bytes().any(is_run)
}
