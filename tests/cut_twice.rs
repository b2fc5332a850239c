//! A text that was cut before is cut again: a number then names the least that is missing, and a cut line says so.

use crate::support::cases;
use proptest::prelude::*;
use tooltrim::signals::mentions_truncation;

use tooltrim::{Snap, TrimOptions, trim};

fn kept(text: &str, limit: usize) -> String {
    trim(text, limit).unwrap().text.into_owned()
}

fn steps(count: usize) -> String {
    let step = |at: usize| format!("step {at} of the build is done, and it took {} ms", at * 7 % 311);
    (0..count).map(|at| step(at) + "\n").collect()
}

#[test]
fn a_gap_that_holds_a_marker_says_at_least() {
    // Two cuts, so that neither marker is the rare line that rescue keeps.
    let parts = [kept(&steps(2000), 3000), kept(&steps(1000), 3000), kept(&steps(900), 3000)];
    assert!(parts.iter().all(|part| mentions_truncation(part) && !part.contains("at least")), "{parts:?}");
    let marker = parts[1].lines().find(|line| mentions_truncation(line)).unwrap();
    let mut text = parts.concat();
    for limit in [4000, 1000, 400] {
        text = kept(&text, limit);
        assert!(text.contains(marker) || text.contains(" at least "), "{text}");
    }
    assert!(text.contains(" at least "), "{text}");
}

#[test]
fn a_part_of_one_long_line_that_was_cut_before_says_at_least() {
    let line = "x1 ".repeat(9000);
    let once = kept(&line, 4000);
    assert!(once.contains("\u{2026}\n... [truncated 23,"), "{once}");
    let twice = kept(&once, 1000);
    assert!(twice.contains("... [truncated at least "), "{twice}");
    // Also where the marker stood within the line.
    let inline = trim(&line, TrimOptions::new().max_chars(4000).snap(Snap::Char)).unwrap().text;
    assert!(kept(&inline, 1000).contains("... [truncated at least "), "{inline}");
}

#[test]
fn a_marker_beside_the_gap_leaves_its_count_exact() {
    let text = ["... [truncated 9,000 chars] ...\n", &steps(200)].concat();
    let text = kept(&text, 2000);
    assert!(text.starts_with("... [truncated 9,000 chars] ...\n") && !text.contains("at least"), "{text}");
}

#[test]
fn a_marker_of_the_callers_own_stays_as_it_is() {
    let once = kept(&steps(2000), 8000);
    let twice = trim(&once, TrimOptions::new().max_chars(1000).marker("<{count} gone>")).unwrap();
    assert!(twice.text.contains(" gone>") && !twice.text.contains("at least"), "{}", twice.text);
}

#[test]
fn a_number_that_a_cut_splits_is_no_other_number() {
    let line = format!("{}total 9876543210 EUR{}", "a ".repeat(800), " b".repeat(800));
    for limit in 200..260 {
        let text = kept(&line, limit);
        let (head, tail) = text.split_once("\n... [truncated ").unwrap();
        assert!(head.ends_with('\u{2026}') && tail.split_once('\n').unwrap().1.starts_with('\u{2026}'), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300)))]

    /// Marks and longer markers are within the limit, and a text that was cut is not cut again.
    #[test]
    fn three_cuts_hold_their_limits(words in proptest::collection::vec("[a-z0-9\u{e9}\u{1f680} \n]{1,300}", 1..40), limits in [60..4000_usize, 50..2000, 40..1000]) {
        let mut text = words.concat();
        for limit in limits {
            for options in [TrimOptions::new().max_chars(limit), TrimOptions::new().max_bytes(limit), TrimOptions::new().max_tokens(limit)] {
                let cut = trim(&text, options.clone()).unwrap().text.into_owned();
                prop_assert_eq!(&trim(&cut, options).unwrap().text, &cut);
            }
            text = kept(&text, limit);
            prop_assert!(text.chars().count() <= limit);
        }
    }
}
