//! Random texts of chars of each class, read whole and in windows.

use std::prelude::rust_2024::*;

use proptest::prelude::*;
use proptest::sample::select;

use super::super::{CHUNK, LOOK, ceil, count, floor};
use super::{REPRESENTATIVES, agree, theirs};
use crate::source::StrSource;

/// Texts in which long clusters are common: a run of one class is repeated many times.
fn text() -> impl Strategy<Value = String> {
    let of_a_class = || select(REPRESENTATIVES.to_vec()).prop_map(|(_, c)| c);
    let run = prop_oneof![
        6 => of_a_class().prop_map(String::from),
        2 => any::<char>().prop_map(String::from),
        1 => (proptest::collection::vec(of_a_class(), 1..4), 1..40_usize)
            .prop_map(|(piece, times)| piece.iter().collect::<String>().repeat(times)),
    ];
    proptest::collection::vec(run, 0..24).prop_map(|runs| runs.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn boundaries_are_theirs(text in text()) {
        agree(&text);
    }

    #[test]
    fn searches_in_windows_find_their_boundaries(text in text()) {
        let source = StrSource(&text);
        let mut all = theirs(&text);
        prop_assert_eq!(count(&source), all.len());
        all.push(text.len());
        for (at, _) in text.char_indices() {
            let after = all.partition_point(|&boundary| boundary < at);
            let before = all.partition_point(|&boundary| boundary <= at) - 1;
            prop_assert_eq!(floor(&source, 0, at), all[before]);
            prop_assert_eq!(ceil(&source, at, text.len()), all[after]);
            prop_assert_eq!(floor(&source, all[before / 2], at), all[before]);
        }
    }
}

#[test]
fn clusters_on_the_edge_of_a_window_are_counted_once() {
    for piece in ["\r\n", "e\u{301}", "\u{1f1e9}\u{1f1ea}", "\u{1f469}\u{200d}\u{1f680}", "\u{915}\u{94d}\u{937}"] {
        for shift in 0..piece.len() {
            let text = "a".repeat(CHUNK - shift) + piece + &"b".repeat(9);
            assert_eq!(count(&StrSource(&text)), CHUNK - shift + 1 + 9, "{piece:?} {shift} bytes before the edge");
        }
    }
}

#[test]
fn a_search_goes_back_a_limited_way() {
    // One cluster, longer than that.
    let text = "e".to_owned() + &"\u{301}".repeat(LOOK + 100);
    let source = StrSource(&text);
    let at = text.len() - 2;
    assert_eq!(floor(&source, 0, at), at - 2 * LOOK);
    assert_eq!(ceil(&source, at, text.len()), text.len());
    assert_eq!(count(&source), 1);
}
