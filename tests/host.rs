//! What a host does with a plan, which owns the text and joins the parts itself: it comes to the text that `trim` returns.

use crate::support::{cases, spec, text};
use proptest::prelude::*;
use tooltrim::host::{Plan, StrSource};
use tooltrim::trimming::{RescueOptions, TruncationEvent, Unit};
use tooltrim::{TrimOptions, Trimmer, measure};

/// The head, the marker and the tail, as a host joins them that reads no more of the text.
fn joined(trimmer: &Trimmer, text: &str, plan: &Plan) -> String {
    let mut marker = String::new();
    let numbers = trimmer.placeholders().iter().map(|placeholder| plan.value(*placeholder).to_string());
    for (piece, number) in trimmer.marker_pieces().iter().zip(numbers.chain([String::new()])) {
        marker += piece;
        marker += &number;
    }
    let middle = plan.replaces_pieces(trimmer).unwrap_or_else(|| [plan.before, &marker, plan.after].concat());
    [&text[..plan.head], &middle, &text[plan.tail..]].concat()
}

fn size(text: &str, unit: Unit) -> u64 {
    let sizes = measure(text);
    let size = match unit {
        Unit::Chars => sizes.chars,
        Unit::Utf16 => sizes.utf16,
        Unit::Bytes => sizes.bytes,
        Unit::Lines => sizes.lines,
        Unit::Tokens => sizes.tokens,
    };
    size as u64
}

fn agrees(text: &str, options: TrimOptions) -> Result<(), TestCaseError> {
    let Ok(checked) = Trimmer::new(options) else { return Ok(()) };
    let trimmed = checked.trim(text);
    let source = StrSource(text);
    let Some(plan) = checked.plan(&source) else {
        prop_assert!(!trimmed.truncated && !checked.is_over(&source));
        return Ok(());
    };
    prop_assert!(checked.is_over(&source));
    prop_assert_eq!(joined(&checked, text, &plan), &*trimmed.text);
    prop_assert_eq!(plan.omitted, trimmed.omitted);
    prop_assert_eq!(plan.kept(Unit::Bytes, [plan.head, plan.tail, text.len()].map(|at| at as u64)), trimmed.kept);
    let TruncationEvent { unit, before, after, omitted, .. } = checked.event(&source, &plan);
    prop_assert_eq!((before, after), (size(text, unit), size(&trimmed.text, unit)), "{:?}", unit);
    prop_assert_eq!(omitted, trimmed.omitted);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(300), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_parts_of_a_plan_make_the_text_and_its_event_has_the_sizes(text in text(), spec in spec()) {
        agrees(&text, spec.options())?;
    }

    #[test]
    fn rescued_lines_stand_between_the_ends_of_a_plan(text in text(), spec in spec(), ours in any::<bool>()) {
        let text = format!("{text}\nerror: disk full\n{text}ok\nok\nTypeError: no\n{text}");
        let options = if ours { TrimOptions::new().max_chars(spec.chars.unwrap_or(300)) } else { spec.options() };
        agrees(&text, options.rescue(RescueOptions::new()))?;
    }
}

#[test]
fn what_is_more_than_pieces_and_digits_comes_whole() {
    let middle = |text: &str, options: TrimOptions| {
        let trimmer = Trimmer::new(options).unwrap();
        trimmer.plan(&StrSource(text)).unwrap().replaces_pieces(&trimmer)
    };
    // Lines between the ends.
    let log = "ok\n".repeat(200) + "error: disk full\n" + &"ok\n".repeat(200);
    let lines = middle(&log, TrimOptions::new().max_chars(200).marker("~").rescue(RescueOptions::new()));
    assert!(lines.unwrap().contains("error: disk full"));
    // Groups of digits, where no line is cut.
    let mut seen = 0;
    for count in 330..400 {
        let options = TrimOptions::new().max_chars(100).rescue(false);
        let text = "ab\n".repeat(count);
        let chars = Trimmer::new(options.clone()).unwrap().trim(&text).omitted.chars;
        assert_eq!(middle(&text, options).is_some(), chars > 999, "{chars}");
        seen += usize::from(chars == 999);
    }
    assert!(seen > 0);
}
