//! The laws of trimming, with random text and random options.

use crate::support::{cases, check, spec, text};
use proptest::prelude::*;
use tooltrim::measuring::TokenEstimator;
use tooltrim::{ErrorKind, Keep, Snap, TrimOptions, Trimmer, estimate_tokens, measure, trim};

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(800), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_result_obeys_the_laws(text in text(), spec in spec()) {
        match trim(&text, spec.options()) {
            Ok(trimmed) => { check(&text, &spec, &trimmed); }
            Err(error) => prop_assert_eq!(error.kind(), ErrorKind::MarkerTooLong),
        }
    }

    #[test]
    fn whole_lines_stay_whole_unless_one_is_too_long(text in text(), spec in spec()) {
        let text: String = text.split('\n').map(|line| line.chars().take(60).collect::<String>() + "\n").collect();
        // With room for the longest line in each end, no line is cut.
        let spec = crate::support::Spec {
            snap: Snap::Line, trim_end: false, marker: crate::support::MARKERS[0],
            chars: Some(300), utf16: None, bytes: None, lines: None, tokens: None,
            head: None, tail: None, share: 0.5, ..spec
        };
        let Ok(trimmed) = trim(&text, spec.options()) else { return Ok(()) };
        if trimmed.truncated {
            let (head, tail) = check(&text, &spec, &trimmed);
            prop_assert!(head == 0 || text[..head].ends_with('\n'));
            prop_assert!(tail == text.len() || tail == 0 || text[..tail].ends_with('\n'));
        }
    }

    #[test]
    fn head_and_tail_chars_bound_each_end(text in text(), spec in spec()) {
        // A text that holds our marker could be explained in two ways.
        let text = text.replace("truncated", "");
        prop_assume!(!spec.marker.is_empty());
        let Ok(trimmed) = trim(&text, spec.options()) else { return Ok(()) };
        if trimmed.truncated {
            let (head, tail) = check(&text, &spec, &trimmed);
            prop_assert!(text[..head].chars().count() <= spec.head.unwrap_or(usize::MAX));
            prop_assert!(text[tail..].chars().count() <= spec.tail.unwrap_or(usize::MAX));
            match spec.keep {
                // Without a marker the result does not say where the gap is.
                _ if spec.marker.is_empty() => {}
                Keep::Head => prop_assert_eq!(tail, text.len()),
                Keep::Tail => prop_assert_eq!(head, 0),
                Keep::None => prop_assert_eq!((head, tail), (0, text.len())),
                Keep::Ends => {}
            }
        }
    }

    #[test]
    fn the_estimate_does_not_depend_on_how_a_text_is_cut_into_pieces(text in text(), step in 1..9_usize) {
        let mut estimator = TokenEstimator::new();
        let chars: Vec<char> = text.chars().collect();
        for piece in chars.chunks(step) {
            estimator.push(&piece.iter().collect::<String>());
        }
        prop_assert_eq!(estimator.tokens(), estimate_tokens(&text));
    }

    #[test]
    fn measures_agree_with_the_standard_library(text in text()) {
        use unicode_segmentation::UnicodeSegmentation;
        let sizes = measure(&text);
        prop_assert_eq!(sizes.chars, text.chars().count());
        prop_assert_eq!(sizes.utf16, text.encode_utf16().count());
        prop_assert_eq!(sizes.bytes, text.len());
        prop_assert_eq!(sizes.lines, text.split_inclusive('\n').count());
        prop_assert_eq!(sizes.graphemes, text.graphemes(true).count());
        prop_assert!(sizes.tokens <= 4 * sizes.utf16);
    }

    #[test]
    fn bytes_are_trimmed_as_the_text_they_hold(text in text(), spec in spec()) {
        let Ok(trimmer) = Trimmer::new(spec.options()) else { return Ok(()) };
        prop_assert_eq!(trimmer.trim_bytes(text.as_bytes()).unwrap(), trimmer.trim(&text));
    }

    #[test]
    fn whatever_the_bytes_nothing_panics(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        let strict = Trimmer::new(100).unwrap();
        let lossy = Trimmer::new(TrimOptions::new().max_bytes(100).decode(tooltrim::trimming::Decode::Replace)).unwrap();
        prop_assert_eq!(strict.trim_bytes(&bytes).is_ok(), std::str::from_utf8(&bytes).is_ok());
        prop_assert!(lossy.trim_bytes(&bytes).unwrap().text.len() <= 100.max(bytes.len()));
    }
}

#[test]
fn the_largest_limits_are_no_trouble() {
    let text = "word ".repeat(1000);
    let max = usize::MAX;
    let all = TrimOptions::new().max_chars(max).max_utf16(max).max_bytes(max).max_lines(max).max_tokens(max);
    assert!(!trim(&text, all.clone()).unwrap().truncated);
    assert!(!trim(&text, all.clone().tokens(str::len)).unwrap().truncated);
    let cut = trim(&text, all.max_chars(100).tokens(str::len)).unwrap();
    assert_eq!(cut.text.chars().count(), 100);
}

#[test]
fn a_counter_of_large_numbers_wastes_no_room() {
    let text = "word ".repeat(2000);
    let options = TrimOptions::new().max_tokens(5_000_000).tokens(|text| text.len() * 1000);
    let length = trim(&text, options).unwrap().text.len();
    assert!((4500..=5000).contains(&length), "{length}");
}

/// Not a benchmark: a quadratic search would take minutes here, and the rest less than a second.
#[test]
fn endless_clusters_take_no_endless_time() {
    for piece in ["\u{301}", "\u{1100}", "\u{1f469}\u{200d}", "\u{1f1e6}", "\u{915}\u{94d}", "\r", "\u{e01}"] {
        let text = format!("e{}", piece.repeat(300_000));
        assert_eq!(measure(&text).chars, text.chars().count());
        for snap in [Snap::Grapheme, Snap::Line] {
            for keep in [Keep::Head, Keep::Tail, Keep::Ends] {
                let options = TrimOptions::new().snap(snap).keep(keep);
                assert!(trim(&text, options.clone().max_chars(100_000)).unwrap().truncated);
                assert!(trim(&text, options.max_tokens(2000)).unwrap().truncated);
            }
        }
    }
}
