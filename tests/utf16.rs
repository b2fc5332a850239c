//! UTF-16 is read as the text it is, at once and in pieces.

use crate::support::cases;
use proptest::prelude::*;
use tooltrim::trimming::Decode;
use tooltrim::{ErrorKind, TrimOptions, TrimStream, Trimmer};

fn units(text: &str, big: bool, mark: bool) -> Vec<u8> {
    let mark = mark.then_some(0xfeff);
    let to = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
    mark.into_iter().chain(text.encode_utf16()).flat_map(to).collect()
}

fn streamed(options: &TrimOptions, bytes: &[u8], piece: usize) -> Result<String, tooltrim::Error> {
    let mut stream = TrimStream::new(options.clone())?;
    for piece in bytes.chunks(piece) {
        stream.push_bytes(piece)?;
    }
    Ok(stream.finish()?.text.into_owned())
}

fn at_once(options: &TrimOptions, bytes: &[u8]) -> Result<String, tooltrim::Error> {
    Ok(Trimmer::new(options.clone())?.trim_bytes(bytes)?.text.into_owned())
}

#[test]
fn a_log_of_powershell_is_trimmed_as_its_text() {
    let text: String = (0..900).map(|at| format!("step {at} took {} ms\r\n", at * 7 % 90)).collect::<Vec<_>>().concat();
    let options = TrimOptions::new().max_chars(600);
    for (big, mark) in [(false, true), (true, true), (false, false), (true, false)] {
        let bytes = units(&text, big, mark);
        let read = if mark { format!("\u{feff}{text}") } else { text.clone() };
        let expected = Trimmer::new(options.clone()).unwrap().trim(&read).text.into_owned();
        assert_eq!(at_once(&options, &bytes).unwrap(), expected);
        assert_eq!(streamed(&options, &bytes, 700).unwrap(), expected);
    }
}

#[test]
fn names_with_nul_between_them_are_utf8() {
    let options = TrimOptions::new().max_chars(4000);
    for text in ["a\0b\0c\0", "src/a.rs\0src/b.rs\0", "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", "a", ""] {
        assert_eq!(at_once(&options, text.as_bytes()).unwrap(), text);
        assert_eq!(streamed(&options, text.as_bytes(), 1).unwrap(), text);
    }
}

#[test]
fn half_a_pair_is_named_with_its_offset_or_replaced() {
    let mut bytes = units("ab", false, true);
    bytes.extend([0x00, 0xd8]);
    bytes.extend(units("c", false, false));
    for piece in [1, 3, 100] {
        let error = streamed(&TrimOptions::new().max_chars(99), &bytes, piece).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidEncoding);
        assert!(error.to_string().contains("byte 6 (0xd800) is not UTF-16"), "{error}");
    }
    let replacing = TrimOptions::new().max_chars(99).decode(Decode::Replace);
    bytes.push(7);
    assert_eq!(at_once(&replacing, &bytes).unwrap(), "\u{feff}ab\u{fffd}c\u{fffd}");
    assert_eq!(streamed(&replacing, &bytes, 1).unwrap(), "\u{feff}ab\u{fffd}c\u{fffd}");
}

#[test]
fn what_is_so_far_there_includes_the_first_bytes() {
    let mut stream = TrimStream::new(99).unwrap();
    stream.push_bytes(b"a").unwrap();
    assert_eq!(stream.so_far().finish().unwrap().text, "a");
    stream.push_bytes(b"\0").unwrap();
    assert_eq!(stream.so_far().finish().unwrap().text, "a\0");
    stream.push_bytes(b"bc").unwrap();
    assert_eq!(stream.finish().unwrap().text, "a\0bc");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200)))]

    #[test]
    fn pieces_give_what_the_whole_gives(
        text in "[a-z \\n\\x00\u{e9}\u{4e2d}\u{1f600}]{0,700}", big: bool, mark: bool, piece in 1..50_usize, cut in 0..3_usize,
        replace: bool,
    ) {
        let mut bytes = units(&text, big, mark);
        bytes.truncate(bytes.len().saturating_sub(cut));
        let options = TrimOptions::new().max_chars(200);
        let options = if replace { options.decode(Decode::Replace) } else { options };
        prop_assert_eq!(streamed(&options, &bytes, piece), at_once(&options, &bytes));
    }
}
