//! The grammar of RFC 8259.

use alloc::string::String;
use alloc::vec::Vec;

use super::JsonText;
use super::accepted::ACCEPTED;
use super::refused::REFUSED;

/// The cases of a table that are read, or are not, with what they are cases of.
fn cases(table: &'static [(&str, &[&str])], read: bool) -> Vec<(&'static str, &'static str)> {
    let cases = table.iter().flat_map(|(what, texts)| texts.iter().map(|text| (*what, *text)));
    cases.filter(|(_, text)| JsonText::parse(*text).is_some() == read).collect()
}

#[test]
fn what_is_json_is_read() {
    assert_eq!(cases(ACCEPTED, false), []);
    assert!(cases(ACCEPTED, true).len() > 80);
}

#[test]
fn what_is_no_json_is_refused() {
    assert_eq!(cases(REFUSED, true), []);
    assert!(cases(REFUSED, false).len() > 150);
}

#[test]
fn no_text_that_is_cut_off_is_json() {
    for text in
        cases(ACCEPTED, true).iter().map(|(_, text)| text.trim_end()).filter(|text| text.ends_with(['}', ']', '"']))
    {
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            assert!(JsonText::parse(&text[..end]).is_none(), "{:?}", &text[..end]);
        }
    }
}

#[test]
fn a_control_character_or_quote_is_found_wherever_it_stands() {
    for length in 0..40 {
        for at in 0..length {
            for (byte, is_json) in
                [('\u{1f}', false), ('"', false), ('\u{20}', true), ('\u{80}', true), ('\u{5d}', true)]
            {
                let text: String = (0..length).map(|place| if place == at { byte } else { 'x' }).collect();
                let json = alloc::format!("[\"{text}\"]");
                assert_eq!(JsonText::parse(json.as_str()).is_some(), is_json, "{json:?}");
            }
        }
    }
}

#[test]
fn a_depth_of_100_000_is_read() {
    let depth = 100_000;
    let lists = "[".repeat(depth) + &"]".repeat(depth);
    assert!(JsonText::parse(lists.as_str()).is_some());
    assert!(JsonText::parse(&lists[1..]).is_none());
    assert!(JsonText::parse(&lists[..lists.len() - 1]).is_none());
    let mixed = "[{\"a\":".repeat(depth) + "0" + &"}]".repeat(depth);
    assert!(JsonText::parse(mixed.as_str()).is_some());
    assert!(JsonText::parse(mixed.replacen("}]", "]}", 1)).is_none());
}
