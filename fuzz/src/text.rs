//! One text with all options: against a slow planner, against the laws of a cut, and with all that has no oracle.

use tooltrim::{ErrorKind, Keep, Snap, TrimOptions, Trimmer, clean, measure, trim};
use unicode_segmentation::UnicodeSegmentation;

use crate::input::Input;
use crate::options::{all, check_clean, spec, switches};
use crate::support;
use crate::support::naive::{MARKER, Task, naive};
use crate::support::streams::owned;

/// Options first, then the text.
///
/// # Panics
/// When a law is broken.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    match input.up_to(3) {
        0 => as_a_slow_planner(&mut input),
        1 => explained_by_one_gap(&mut input),
        2 => with_all_options(&mut input),
        _ => measured_and_cleaned(&mut input),
    }
}

fn as_a_slow_planner(input: &mut Input<'_>) {
    let task = Task {
        limit: 12 + input.up_to(400),
        keep: input.pick(&[Keep::Ends, Keep::Head, Keep::Tail, Keep::None]),
        snap: input.pick(&[Snap::Line, Snap::Grapheme, Snap::Char]),
        share: if input.flag() { input.share() } else { 0.5 },
        trim_end: input.flag(),
    };
    let options = TrimOptions::new().max_chars(task.limit).keep(task.keep).snap(task.snap);
    let options = options.head_share(task.share).trim_end(task.trim_end).marker(MARKER).rescue(false);
    let text = input.text();
    let trimmed = trim(&text, &options).expect("a marker that has room");
    match naive(&text, task) {
        None => assert!(!trimmed.truncated),
        Some(expected) => assert_eq!(trimmed.text, expected),
    }
}

fn explained_by_one_gap(input: &mut Input<'_>) {
    let spec = spec(input);
    let text = input.text();
    match trim(&text, spec.options()) {
        Ok(trimmed) => drop(support::check(&text, &spec, &trimmed)),
        Err(error) => assert_eq!(error.kind(), ErrorKind::MarkerTooLong),
    }
}

fn with_all_options(input: &mut Input<'_>) {
    let all = all(input);
    let text = input.text();
    let within = match Trimmer::new(&all.options) {
        Ok(within) => within,
        Err(error) => return assert_eq!(error.kind(), ErrorKind::MarkerTooLong),
    };
    let trimmed = all.check(|text| owned(within.trim(text)), &text);
    let bytes = within.trim_bytes(text.as_bytes()).expect("UTF-8");
    assert_eq!(owned(bytes), trimmed, "bytes are trimmed as the text that they hold");
}

fn measured_and_cleaned(input: &mut Input<'_>) {
    let switches = switches(input);
    let text = input.text();
    check_clean(&text, switches);
    for text in [&*text, &clean(&text, &switches).text] {
        let sizes = measure(text);
        assert_eq!(sizes.chars, text.chars().count());
        assert_eq!(sizes.utf16, text.encode_utf16().count());
        assert_eq!(sizes.lines, text.split_inclusive('\n').count());
        assert_eq!(sizes.graphemes, text.graphemes(true).count());
    }
}
