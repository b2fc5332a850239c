//! The table and the rules against the crate `unicode-segmentation`, and against Unicode's own cases.

mod cases;
mod laws;
mod packed;

use std::string::String;
use std::vec::Vec;

use unicode_segmentation::UnicodeSegmentation;

use super::class::Class;
use super::rules::Clusters;

/// A char of each class.
const REPRESENTATIVES: [(Class, char); 18] = [
    (Class::Other, 'a'),
    (Class::Control, '\u{200b}'),
    (Class::Extend, '\u{300}'),
    (Class::Linker, '\u{94d}'),
    (Class::NonJoiner, '\u{200c}'),
    (Class::Joiner, '\u{200d}'),
    (Class::SpacingMark, '\u{903}'),
    (Class::Prepend, '\u{600}'),
    (Class::L, '\u{1100}'),
    (Class::V, '\u{1161}'),
    (Class::T, '\u{11a8}'),
    (Class::Regional, '\u{1f1e6}'),
    (Class::Pictographic, '\u{1f600}'),
    (Class::Consonant, '\u{915}'),
    (Class::Cr, '\r'),
    (Class::Lf, '\n'),
    (Class::Lv, '\u{ac00}'),
    (Class::Lvt, '\u{ac01}'),
];

/// The places in a text where clusters begin.
fn ours(text: &str) -> Vec<usize> {
    let mut clusters = Clusters::new();
    text.char_indices().filter(|&(_, c)| clusters.begins_with(c)).map(|(at, _)| at).collect()
}

fn theirs(text: &str) -> Vec<usize> {
    text.grapheme_indices(true).map(|(at, _)| at).collect()
}

/// Checks all that reads boundaries on one text.
fn agree(text: &str) {
    let expected = theirs(text);
    assert_eq!(ours(text), expected, "{text:?}");
    for (at, c) in text.char_indices() {
        let known = super::rules::is_boundary(&text[..at], c, true);
        assert_eq!(known, Some(expected.binary_search(&at).is_ok()), "{text:?} at {at}");
    }
}

fn string(chars: &[char]) -> String {
    chars.iter().collect()
}

#[test]
fn all_sequences_of_four_classes_break_as_theirs_do() {
    let chars = REPRESENTATIVES.map(|(_, c)| c);
    for a in chars {
        for b in chars {
            for c in chars {
                for d in chars {
                    let text = string(&[a, b, c, d]);
                    assert_eq!(ours(&text), theirs(&text), "{text:?}");
                }
            }
        }
    }
}

#[test]
fn each_code_point_breaks_as_theirs_do_beside_a_char_of_each_class() {
    let mut text = String::new();
    for c in '\0'..=char::MAX {
        text.clear();
        for (_, other) in REPRESENTATIVES {
            text.extend([other, c]);
        }
        assert_eq!(ours(&text), theirs(&text), "{c:?}");
    }
}
