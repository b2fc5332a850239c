//! Cleaning and then trimming: what is counted, and the laws.

use crate::support::cases;
use crate::support::noise;

use std::borrow::Cow;

use crate::support::spec;
use noise::{noisy, switches};
use proptest::prelude::*;
use tooltrim::trimming::{Count, Format};
use tooltrim::{CleanOptions, Keep, Snap, TrimOptions, TrimStream, Trimmer, clean, measure, presets, trim};

fn all() -> TrimOptions {
    TrimOptions::new().clean(true)
}

#[test]
fn a_text_is_clean_before_its_limits_are_looked_at() {
    let text = "\x1b[32mok\x1b[0m\n".repeat(9) + "done\n";
    let trimmed = trim(&text, all().max_chars(50)).unwrap();
    assert_eq!(trimmed.text, "ok\nok\nok\nok\nok\nok\nok\nok\nok\ndone\n");
    assert!(!trimmed.truncated);
    let cleaned = trimmed.cleaned.unwrap();
    assert_eq!((cleaned.chars, cleaned.lines), (81, 0));
    assert_eq!(trimmed.omitted.chars, 0);
}

#[test]
fn json_within_its_limits_is_not_cleaned() {
    let object = serde_json::json!({"id": 1, "tags": ["a", "a"], "colour": "\u{1b}[31mred"});
    let text = serde_json::to_string_pretty(&vec![object; 50]).unwrap();
    let trimmed = trim(&text, presets::api_response().clean(true)).unwrap();
    assert!(matches!(trimmed.text, Cow::Borrowed(same) if same == text));
    assert_eq!((trimmed.truncated, trimmed.cleaned), (false, None));

    // What is no JSON is text like others.
    let log = "retry\n".repeat(50);
    let trimmed = trim(&log, presets::api_response().clean(true)).unwrap();
    assert_eq!((trimmed.text.len() < log.len(), trimmed.cleaned.is_some()), (true, true));
}

#[test]
fn numbers_and_words_over_a_limit_are_json_that_says_so() {
    for text in ["12345678901234567890", "-1.5e300", "true", "null", "[12345678901234567890]", "{\"a\":1234567890123}"]
    {
        for limit in 2..text.len() {
            let options = TrimOptions::new().format(Format::Json).max_bytes(limit).marker("");
            let trimmed = trim(text, options.clone()).unwrap();
            assert!(trimmed.text.len() <= limit && trimmed.truncated, "{text}, {limit}: {}", trimmed.text);
            let left: serde_json::Value = serde_json::from_str(&trimmed.text).expect("JSON");
            let is_number = |value: &serde_json::Value| value.is_number();
            let mut inner = left.as_array().into_iter().flatten().chain(left.get("a"));
            assert!(!is_number(&left) && !inner.any(is_number), "half a number: {left}");
            assert!(!trim(&trimmed.text, options).unwrap().truncated);
        }
    }
}

#[test]
fn totals_speak_of_the_input_and_omitted_counts_of_the_clean_text() {
    let line = |n: usize| format!("\x1b[1mstep {n} of the build\x1b[0m\n");
    let text: String = (10..60).map(line).collect();
    let options = all().max_chars(150).marker("[{count} of {totalChars}, kept {keptChars}, {totalLines} lines]");
    let trimmed = trim(&text, options).unwrap();
    let clean_chars = 50 * 21;
    assert_eq!(trimmed.cleaned.unwrap().chars, 50 * 8);
    let omitted = trimmed.omitted.chars;
    let marker = format!("[{omitted} of {}, kept {}, 50 lines]\n", text.len(), clean_chars - omitted);
    assert_eq!(trimmed.text.len() as u64, clean_chars - omitted + marker.len() as u64);
    assert!(trimmed.text.contains(&marker), "{}", trimmed.text);
}

#[test]
fn what_was_taken_out_of_a_long_text_is_counted_exactly() {
    let text = "\x1b[1mone\x1b[0m\ntwo\r\nthree\n\n\n\n\nretry\nretry\nretry\nretry\nretry\nretry\nretry\nretry\n\
        retry\nretry\nretry\nretry\nretry\nretry\nretry\n"
        .repeat(20_000);
    let cleaned = clean(&text, &CleanOptions::all().repeated_lines(false));
    let options = all().max_chars(500).clean(CleanOptions::all().repeated_lines(false));
    let noise = trim(&text, &options).unwrap().cleaned.unwrap();
    assert_eq!((noise.chars, noise.lines), (cleaned.chars as u64, cleaned.lines as u64));

    let cleaned = clean(&text, &CleanOptions::all());
    let trimmed = trim(&text, all().max_chars(500).marker("[{totalLines} lines]")).unwrap();
    let noise = trimmed.cleaned.unwrap();
    assert_eq!((noise.chars, noise.lines), (cleaned.chars as u64, cleaned.lines as u64));
    assert!(noise.lines > 20_000 && trimmed.text.contains(&format!("[{} lines]\n", 22 * 20_000)));
}

#[test]
fn a_text_that_is_clean_and_fits_is_the_very_input() {
    let text = "all is well\n";
    assert!(matches!(trim(text, all()).unwrap().text, Cow::Borrowed(same) if same == text));
    let nine = text.repeat(9);
    let cut = trim(&nine, all().max_chars(60).clean(CleanOptions::new().ansi(true))).unwrap();
    assert!(cut.truncated && cut.cleaned.is_none());
}

#[test]
fn a_result_is_as_clean_as_the_text_it_was_cut_from() {
    // The ends meet in more blank lines than stay.
    let lines: Vec<String> = (0..40).map(|n| format!("line {n}\n")).collect();
    let text = format!("start\n\n\n{}\n\n\nend\n", lines.concat());
    let options = all().max_chars(20).marker("").snap(Snap::Char);
    let trimmed = trim(&text, &options).unwrap();
    assert!(!trimmed.text.contains("\n\n\n\n"), "{:?}", trimmed.text);
    assert!(!trim(&trimmed.text, &options).unwrap().truncated);
    // A marker is no exception.
    let coloured = trim(&text, all().max_chars(60).marker("\x1b[2m[{count} chars]\x1b[0m")).unwrap();
    assert!(coloured.text.contains("[2") || coloured.text.contains("[3"), "{:?}", coloured.text);
    assert!(!coloured.text.contains('\x1b'));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(300), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn trimming_again_changes_nothing(text in noisy(), spec in spec(), switches in switches()) {
        let Ok(trimmer) = Trimmer::new(spec.options().clean(switches)) else { return Ok(()) };
        let trimmed = trimmer.trim(&text);
        let sizes = measure(&trimmed.text);
        prop_assert!(spec.chars.is_none_or(|limit| sizes.chars <= limit));
        prop_assert!(spec.utf16.is_none_or(|limit| sizes.utf16 <= limit));
        prop_assert!(spec.bytes.is_none_or(|limit| sizes.bytes <= limit));
        prop_assert!(spec.lines.is_none_or(|limit| sizes.lines <= limit));
        prop_assert!(spec.tokens.is_none_or(|limit| sizes.tokens as f64 * 1.1 <= limit as f64));
        let again = trimmer.trim(&trimmed.text);
        prop_assert!(matches!(again.text, Cow::Borrowed(_)), "{:?} became {:?}", trimmed.text, again.text);
        prop_assert!(!again.truncated && again.cleaned.is_none());
    }

    #[test]
    fn what_is_trimmed_is_what_cleaning_leaves(text in noisy(), spec in spec(), switches in switches()) {
        let Ok(trimmer) = Trimmer::new(spec.options().clean(switches).marker("[{count}]")) else { return Ok(()) };
        let cleaned = clean(&text, &switches);
        let trimmed = trimmer.trim(&text);
        let expected = trim(&cleaned.text, spec.options().marker("[{count}]")).unwrap();
        prop_assert_eq!(trimmed.truncated, expected.truncated);
        prop_assert_eq!(trimmed.omitted, expected.omitted);
        let changed = matches!(cleaned.text, Cow::Owned(_));
        if !expected.truncated {
            prop_assert_eq!(trimmed.cleaned.map(|noise| noise.chars), changed.then_some(cleaned.chars as u64));
        }
        if !changed || trimmed.cleaned.is_some_and(|noise| noise.chars == cleaned.chars as u64) {
            prop_assert_eq!(trimmed.text.as_ref(), expected.text.as_ref());
        }
    }

    #[test]
    fn a_stream_is_cleaned_as_the_whole(
        text in noisy(),
        times in 1..60_usize,
        spec in spec(),
        switches in switches(),
        step in 1..3000_usize,
    ) {
        let options = spec.options().clean(switches).count(Count::Tokens).keep(Keep::Ends);
        let Ok(trimmer) = Trimmer::new(options) else { return Ok(()) };
        let text = text.repeat(times);
        let mut stream = trimmer.stream();
        text.as_bytes().chunks(step).for_each(|chunk| stream.push_bytes(chunk).unwrap());
        let (ours, expected) = (stream.finish().unwrap(), trimmer.trim(&text));
        prop_assert_eq!(ours.text.as_ref(), expected.text.as_ref());
        let facts = |trimmed: &tooltrim::Trimmed<'_>| (trimmed.truncated, trimmed.omitted, trimmed.cleaned);
        prop_assert_eq!(facts(&ours), facts(&expected));
        prop_assert_eq!(ours.kept, expected.kept);
    }
}

#[test]
fn what_is_held_is_bounded_also_when_there_is_much_to_clean() {
    let mut stream = TrimStream::new(all().max_chars(1000)).unwrap();
    for n in 0..100_000 {
        stream.push(&format!("\x1b[2K\r{n} of 100000\x1b[1A\nretry\nretry\n\x1b[32mok {n}\x1b[0m\r\n"));
        assert!(stream.held() <= 64 * 1000 + (1 << 20));
    }
    assert!(stream.finish().unwrap().text.chars().count() <= 1000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(50)))]

    #[test]
    fn json_stays_json_whatever_is_cleaned(
        texts in prop::collection::vec(noisy(), 0..6), repeat in 1_usize..12, pretty in any::<bool>(),
        limit in prop::option::of(2_usize..400), switches in switches(),
    ) {
        let value = serde_json::json!(vec![serde_json::json!({"id": 1, "texts": texts}); repeat]);
        let text = if pretty { serde_json::to_string_pretty(&value).unwrap() } else { value.to_string() };
        let options = TrimOptions::new().format(Format::Json).clean(switches).marker("");
        let options = options.max_bytes(limit.unwrap_or(1_000_000));
        let trimmed = trim(&text, options.clone()).unwrap();
        prop_assert!(trimmed.text.len() <= limit.unwrap_or(1_000_000));
        prop_assert!(serde_json::from_str::<serde_json::Value>(&trimmed.text).is_ok(), "{}", trimmed.text);
        if text.len() <= limit.unwrap_or(1_000_000) {
            prop_assert!(matches!(trimmed.text, Cow::Borrowed(_)));
        }
        let twice = trim(&trimmed.text, options).unwrap();
        prop_assert!(matches!(twice.text, Cow::Borrowed(_)) && !twice.truncated && twice.cleaned.is_none());
    }
}

#[test]
fn a_json_text_is_one_cut_to_a_listener() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    let (cuts, before) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let (seen, size) = (Arc::clone(&cuts), Arc::clone(&before));
    let options = all().format(Format::Json).max_chars(45).on_truncate(move |event| {
        seen.fetch_add(1, Relaxed);
        size.store(event.before, Relaxed);
    });
    let text = format!("[[\"{}\"]]", "a".repeat(40));
    assert!(trim(&text, options).unwrap().truncated);
    assert_eq!((cuts.load(Relaxed), before.load(Relaxed)), (1, 46));
}
