//! Kept ranges: each is in the result as it was, in order, and around them nothing but markers is.

use crate::support::noise::{noisy, switches};
use crate::support::{cases, spec, text};
use proptest::prelude::*;
use tooltrim::trimming::{Decode, Format, Unit};
use tooltrim::{Snap, TrimOptions, TrimStream, Trimmed, Trimmer, clean, measure, trim};

/// In no text and no marker of ours.
const MARKER: &str = "\u{29be}";

/// Returns the ranges in bytes as text, and checks that they are disjoint and in order.
fn pieces<'a>(text: &'a str, trimmed: &Trimmed<'_>) -> Vec<&'a str> {
    let mut last = 0;
    let mut piece = |&(from, to): &(u64, u64)| {
        assert!(last <= from && from < to, "{:?}", trimmed.kept);
        last = to;
        &text[from as usize..to as usize]
    };
    trimmed.kept.iter().map(&mut piece).collect()
}

/// Returns the result without its pieces, each found after the one before.
fn rest(text: &str, trimmed: &Trimmed<'_>) -> String {
    let (mut left, mut rest) = (&*trimmed.text, String::new());
    for piece in pieces(text, trimmed) {
        let (before, after) = left.split_once(piece).unwrap_or_else(|| panic!("{piece:?} in {left:?}"));
        rest += before;
        left = after;
    }
    rest + left
}

/// Checks the pieces of a result with [`MARKER`].
fn check(text: &str, trimmed: &Trimmed<'_>) {
    let rest = rest(text, trimmed);
    let is_ours = |c: char| matches!(c, '\n' | '\u{2026}') || MARKER.contains(c);
    assert!(rest.chars().all(is_ours), "{rest:?} of {:?}, {:?}", trimmed.text, trimmed.kept);
    let kept: usize = pieces(text, trimmed).iter().map(|piece| measure(piece).chars).sum();
    assert_eq!(kept as u64 + trimmed.omitted.chars, measure(text).chars as u64, "{:?}", trimmed.kept);
    if !trimmed.truncated {
        assert_eq!(pieces(text, trimmed).concat(), text);
    }
}

/// Ranges in another unit.
fn in_unit(text: &str, kept: &[(u64, u64)], size: impl Fn(&str) -> usize) -> Vec<(u64, u64)> {
    let size = |at: u64| size(&text[..at as usize]) as u64;
    kept.iter().map(|&(from, to)| (size(from), size(to))).collect()
}

fn with_failures(text: &str) -> String {
    format!("{text}\nerror: disk full\n{text}ok\nok {text}TypeError: no {text}\n{text}")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(300), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn around_the_kept_pieces_only_markers_are(text in text(), spec in spec(), rescue: bool, counter in 0..3_usize) {
        let text = if rescue { with_failures(&text) } else { text };
        let options = spec.options().marker(MARKER).rescue(rescue);
        let options = if counter == 1 { options.tokens(|text| text.len() / 3) } else { options };
        let Ok(trimmer) = Trimmer::new(options.clone()) else { return Ok(()) };
        let trimmed = trimmer.trim(&text);
        check(&text, &trimmed);
        let utf16 = trim(&text, options.clone().positions(Unit::Utf16)).unwrap();
        prop_assert_eq!(utf16.kept, in_unit(&text, &trimmed.kept, |text| measure(text).utf16));
        let chars = trim(&text, options.positions(Unit::Chars)).unwrap();
        prop_assert_eq!(chars.kept, in_unit(&text, &trimmed.kept, |text| measure(text).chars));
    }

    #[test]
    fn beside_our_own_markers_pieces_stand_in_the_result(text in text(), limit in 0..3000_usize) {
        let text = with_failures(&text);
        let trimmed = trim(&text, limit).unwrap();
        rest(&text, &trimmed);
        prop_assert_eq!(pieces(&text, &trimmed).concat().chars().count() as u64 + trimmed.omitted.chars,
            measure(&text).chars as u64);
    }

    #[test]
    fn of_long_lines_no_more_is_said_to_be_kept_than_is_shown(
        lines in proptest::collection::vec((0..3000_usize, 0..4_usize, 0..3000_usize), 3..9),
        limit in 500..4000_usize,
    ) {
        let words = ["error: disk full", "warning: low", "    at f (a.js:1:2)", ""];
        let text = lines.iter().enumerate().map(|(line, &(before, word, after))| {
            let fill = |times: usize| format!("{line} ").repeat(times);
            format!("{}{}{}\n", fill(before), words[word], fill(after))
        }).collect::<Vec<_>>().concat();
        check(&text, &trim(&text, TrimOptions::new().max_chars(limit).marker(MARKER).rescue(true)).unwrap());
    }

    #[test]
    fn pieces_of_a_cleaned_text_are_those_of_what_cleaning_leaves(
        text in noisy(),
        spec in spec(),
        switches in switches(),
        rescue: bool,
    ) {
        let options = spec.options().marker(MARKER).rescue(rescue);
        let Ok(trimmer) = Trimmer::new(options.clone().clean(switches)) else { return Ok(()) };
        let trimmed = trimmer.trim(&text);
        let cleaned = clean(&text, &switches);
        rest(&cleaned.text, &trimmed);
        if trimmed.cleaned.map_or(0, |noise| noise.chars) == cleaned.chars as u64 {
            check(&cleaned.text, &trimmed);
        }
    }
}

#[test]
fn pieces_of_rescued_lines_are_what_is_shown_of_them() {
    let long = format!("{}error: disk full{}", "a ".repeat(2000), " b".repeat(2000));
    let text = format!("{}{long}\n{}", "start\n".repeat(300), "end\n".repeat(300));
    let trimmed = trim(&text, 1000).unwrap();
    let shown = pieces(&text, &trimmed).into_iter().find(|piece| piece.contains("disk full")).unwrap();
    assert!(shown.len() < 300 && !shown.contains('\n') && trimmed.text.contains(shown), "{shown}");
}

#[test]
fn lines_that_cleaning_took_where_the_ends_meet_are_not_kept() {
    let lines = (0..40).map(|n| format!("line {n}\n")).collect::<Vec<_>>().concat();
    let text = format!("start\n\n\n{lines}\n\nend\n");
    let mut again = 0;
    for limit in 11..60 {
        for snap in [Snap::Char, Snap::Line] {
            let options = TrimOptions::new().max_chars(limit).marker("").snap(snap).rescue(false);
            let trimmed = trim(&text, options.clean(true)).unwrap();
            again += usize::from(trimmed.cleaned.is_some());
            // Nothing but pieces, and blank lines of the breaks between them.
            assert_eq!(rest(&text, &trimmed).trim(), "", "{:?} of {:?}", trimmed.kept, trimmed.text);
        }
    }
    assert!(again > 2, "{again}");
}

#[test]
fn a_text_that_was_rewritten_as_json_has_no_pieces() {
    let json = format!("[{}]", ["\"item\""; 100].join(", "));
    let options = |limit| TrimOptions::new().max_chars(limit).format(Format::Json);
    assert_eq!(trim(&json, options(100)).unwrap().kept, []);
    assert_eq!(trim(&json, options(750)).unwrap().kept, []);
    assert_eq!(trim(&json, options(4000)).unwrap().kept, [(0, json.len() as u64)]);
    assert_eq!(trim("not JSON", options(4000)).unwrap().kept, [(0, 8)]);
}

#[test]
fn an_empty_text_has_no_pieces() {
    assert_eq!(trim("", 10).unwrap().kept, []);
    assert_eq!(TrimStream::new(10).unwrap().finish().unwrap().kept, []);
    assert_eq!(trim("whole", 10).unwrap().kept, [(0, 5)]);
}

#[test]
fn pieces_of_bytes_are_those_of_the_decoded_text() {
    let replacing = Trimmer::new(TrimOptions::new().max_chars(40).decode(Decode::Replace)).unwrap();
    let bytes = b"caf\xe9 ".repeat(20);
    let text = "caf\u{fffd} ".repeat(20);
    let trimmed = replacing.trim_bytes(&bytes).unwrap();
    let pieces = pieces(&text, &trimmed);
    assert!(trimmed.text.starts_with(pieces[0]) && trimmed.text.ends_with(pieces[1]), "{:?}", trimmed.kept);
    assert_eq!(trimmed.kept[1].1, text.len() as u64);
}
