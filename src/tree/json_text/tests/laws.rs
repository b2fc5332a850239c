//! The laws of JSON texts, with random text and `serde_json` as the judge.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::Value;

use super::{JsonText, json, members, read_back, value};
use crate::tree::values::{Member, ValueSource};

/// What random changes put into a text: all that the grammar knows, and what it does not.
const PIECES: &[&str] = &[
    "",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\"",
    "\\",
    "\\u",
    "\\u00",
    "\\ud83d",
    "\\ude00",
    "\\uD800",
    "\\n",
    "\\/",
    "\\x",
    "0",
    "1",
    "-",
    "+",
    ".",
    "e",
    "E",
    "1e5",
    "-0",
    "0.5",
    "true",
    "null",
    "fals",
    " ",
    "\n",
    "\t",
    "\r",
    "\u{b}",
    "\u{a0}",
    "\u{feff}",
    "\0",
    "\u{1f}",
    "\u{7f}",
    "é",
    "😀",
    "a",
    "'",
    "/",
    "//",
    "[]",
    "{}",
    "[1]",
    "{\"a\":1}",
    "\"\":",
    ",\"a\":",
];

#[derive(Clone, Debug)]
struct Edit {
    from: Index,
    bytes: usize,
    piece: &'static str,
}

fn edit() -> impl Strategy<Value = Edit> {
    (any::<Index>(), 0..3_usize, select(PIECES)).prop_map(|(from, bytes, piece)| Edit { from, bytes, piece })
}

fn edited(text: &str, edits: &[Edit]) -> String {
    edits.iter().fold(String::from(text), |mut text, edit| {
        let boundary = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let from = boundary(edit.from.index(text.len() + 1));
        let to = boundary(from + edit.bytes).max(from);
        text.replace_range(from..to, edit.piece);
        text
    })
}

/// The text as `serde_json` can judge it.
///
/// A value of its own must hold what it reads: it refuses escapes of half a surrogate pair and numbers over 1.8e308,
/// which RFC 8259 allows. Both are replaced by others of the same length that are JSON exactly if the first were. (A
/// depth over 128 it refuses as well; none is made here.)
fn tame(text: &str) -> String {
    let mut after_exponent = false;
    let text = text.replace("\\ud", "\\u0").replace("\\uD", "\\u0");
    let tamed = text.chars().map(|c| match c {
        '0'..='9' if after_exponent => '0',
        '+' | '-' => c,
        _ => {
            after_exponent = matches!(c, 'e' | 'E');
            c
        }
    });
    tamed.collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_json_is_read_and_nothing_else_is(text in json(), edits in proptest::collection::vec(edit(), 0..4)) {
        let text = edited(&text, &edits);
        let judged = serde_json::from_str::<Value>(&tame(&text));
        prop_assert_eq!(JsonText::parse(text.as_str()).is_some(), judged.is_ok(), "{:?}: {:?}", text, judged);
    }

    #[test]
    fn pieces_of_json_in_any_order_are_judged_alike(pieces in proptest::collection::vec(select(PIECES), 0..9), closed in any::<bool>()) {
        let inner: String = pieces.concat();
        let text = if closed { alloc::format!("[\"{inner}\",0]") } else { inner };
        let judged = serde_json::from_str::<Value>(&tame(&text));
        prop_assert_eq!(JsonText::parse(text.as_str()).is_some(), judged.is_ok(), "{:?}: {:?}", text, judged);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_that_a_text_holds_is_found(text in json()) {
        let json = JsonText::parse(text.as_str()).unwrap();
        prop_assert_eq!(read_back(&json, json.root()), serde_json::from_str::<Value>(&text).unwrap());
    }

    #[test]
    fn members_are_the_same_however_many_are_asked_for(text in json(), from in 0..12_usize, most in 1..12_usize) {
        let json = JsonText::parse(text.as_str()).unwrap();
        let mut containers = std::vec![json.root()];
        while let Some(container) = containers.pop() {
            let all = members(&json, container.node, usize::MAX);
            prop_assert_eq!(container.form.members().unwrap_or(0), all.len());
            prop_assert_eq!(&members(&json, container.node, most), &all);
            let mut some: Vec<Member> = Vec::new();
            json.members(container.node, from, most, &mut some);
            prop_assert!(some.iter().eq(all.iter().skip(from).take(most)));
            for (at, member) in all.iter().enumerate() {
                let token = json.name_token(container.node, at);
                prop_assert_eq!(token.len(), member.name);
                if member.name > 0 {
                    let name = json.name(container.node, at);
                    prop_assert_eq!(&serde_json::from_str::<String>(token).unwrap(), &name);
                    let last = (0..all.len()).rev().find(|at| json.name(container.node, *at) == name);
                    prop_assert_eq!(json.position(container.node, &name), last);
                }
            }
            containers.extend(all);
        }
    }

    #[test]
    fn compact_json_is_what_serde_json_prints(value in value()) {
        let text = serde_json::to_string_pretty(&value).unwrap();
        let json = JsonText::parse(text.as_str()).unwrap();
        let mut compact = String::new();
        json.write_compact(0, &mut compact);
        prop_assert_eq!(compact, serde_json::to_string(&value).unwrap());
    }

    #[test]
    fn compact_json_says_the_same_and_stays_as_it_is(text in json()) {
        let json = JsonText::parse(text.as_str()).unwrap();
        let mut compact = String::new();
        json.write_compact(0, &mut compact);
        let written = serde_json::from_str::<Value>(&compact).unwrap();
        prop_assert_eq!(written, serde_json::from_str::<Value>(&text).unwrap());
        let again = JsonText::parse(compact.as_str()).unwrap();
        prop_assert_eq!(again.token(0), compact.as_str());
    }

    #[test]
    fn pieces_of_a_text_together_are_the_text(text in ".{0,20}", choices in proptest::collection::vec(0..6_usize, 1..20)) {
        let mut written = String::new();
        let mut choices = choices.into_iter().cycle();
        super::written(&text, &mut || choices.next().unwrap_or_default(), &mut written);
        let json = JsonText::parse(written.as_str()).unwrap();
        let mut together = String::from("\"");
        for (at, c) in text.char_indices() {
            let piece = json.piece_token(0, at, at + c.len_utf8());
            prop_assert_eq!(serde_json::from_str::<String>(&alloc::format!("\"{piece}\"")).unwrap(), c.to_string());
            let (head, tail) = (json.piece_token(0, 0, at), json.piece_token(0, at, text.len()));
            prop_assert_eq!(alloc::format!("\"{head}{tail}\""), written.as_str());
            together.push_str(piece);
        }
        prop_assert_eq!(together + "\"", written);
    }
}
