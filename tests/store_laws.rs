//! The laws of a store, with random texts and random use; and each of its errors by name.

use crate::support::store_model;

use crate::support::{cases, spec, text};
use proptest::prelude::*;
use store_model::{LEAST, Model};
use tooltrim::outputs::Retrieved;
use tooltrim::{Error, ErrorKind, OutputStore, Ref, Retrieve, TrimOptions, measure, trim};

/// What is done with one of the texts: true puts it, false gets it.
fn steps() -> impl Strategy<Value = Vec<(bool, usize)>> {
    proptest::collection::vec((proptest::bool::weighted(0.6), 0..15_usize), 0..80)
}

fn numbered(number: usize) -> String {
    if number == 14 { String::new() } else { format!("{number} ").repeat(30 + 20 * number) }
}

fn pages(text: &str, part: &Retrieve) -> Vec<Retrieved> {
    let first = part.read(text).unwrap();
    let rest = 2..=first.pages;
    [first].into_iter().chain(rest.map(|page| part.clone().page(page).read(text).unwrap())).collect()
}

/// Without the line that says which page it is.
fn body(page: &Retrieved) -> &str {
    if page.truncated { &page.text[..page.text.rfind("... [page ").unwrap()] } else { &page.text }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(150), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_store_behaves_as_a_model_of_it(steps in steps()) {
        let mut store = OutputStore::with_max_bytes(LEAST as u64);
        let mut model = Model::default();
        for (puts, number) in steps {
            let text = numbered(number);
            let reference = Ref::of(&text).unwrap();
            if puts {
                prop_assert_eq!(store.put(&text), Some(reference));
                model.put(&text);
            } else {
                prop_assert_eq!(store.get(reference).ok().map(str::to_owned), model.get(&text));
            }
        }
    }

    #[test]
    fn all_that_is_held_is_within_the_limit(
        texts in proptest::collection::vec((text(), 1..50_usize), 1..20),
        max_bytes in 1000..4000_usize,
    ) {
        let mut store = OutputStore::with_max_bytes(max_bytes as u64);
        let mut refs = Vec::new();
        for (text, times) in &texts {
            let text = text.repeat(*times);
            refs.push(store.put(&text).unwrap());
            // What came last is there: whole, or its ends.
            let held = store.get(refs[refs.len() - 1]).unwrap();
            if text.len() <= max_bytes {
                prop_assert_eq!(held, &text);
            }
            refs.sort_unstable();
            refs.dedup();
            let sum: usize = refs.iter().filter_map(|each| Some(store.clone().get(*each).ok()?.len())).sum();
            prop_assert!(sum <= max_bytes, "{} of {}", sum, max_bytes);
        }
    }

    #[test]
    fn equal_texts_have_equal_refs_in_every_store_and_others_have_others(texts in proptest::collection::vec(text(), 1..12)) {
        let (mut store, mut other) = (OutputStore::new(), OutputStore::new());
        other.put("a text of its own");
        let refs: Vec<Ref> = texts.iter().map(|text| store.put(text).unwrap()).collect();
        for (text, reference) in texts.iter().zip(&refs).rev() {
            prop_assert_eq!(other.put(text), Some(*reference));
        }
        for (text, reference) in texts.iter().zip(&refs) {
            for (other, another) in texts.iter().zip(&refs) {
                prop_assert_eq!(text == other, reference == another);
            }
            prop_assert_eq!(store.get(*reference).unwrap(), text);
        }
    }

    #[test]
    fn what_is_trimmed_with_a_store_obeys_every_limit(text in text(), spec in spec(), given in 0..1200_usize) {
        let mut store = OutputStore::with_max_bytes(100_000);
        for n in 0..given {
            store.put(&format!("{n}"));
        }
        let plain = trim(&text, spec.options());
        match (store.trim(&text, spec.options()), plain) {
            (Ok(kept), Ok(plain)) => {
                prop_assert_eq!(kept.truncated, plain.truncated);
                prop_assert_eq!(kept.reference.is_some(), kept.truncated);
                let sizes = measure(&kept.text);
                for (size, limit) in [
                    (sizes.chars, spec.chars), (sizes.utf16, spec.utf16), (sizes.bytes, spec.bytes), (sizes.lines, spec.lines),
                ] {
                    // An input that fits is the input.
                    prop_assert!(!kept.truncated || limit.is_none_or(|limit| size <= limit), "{:?}", kept.text);
                }
                if let Some(reference) = kept.reference {
                    prop_assert_eq!(store.get(reference).unwrap(), &text);
                    // The markers of these options are not ours: without `{ref}` they name nothing.
                    if !spec.marker.contains("full text") {
                        let again = store.trim(&text, spec.options()).unwrap();
                        prop_assert_eq!(again.reference, Some(reference));
                        prop_assert_eq!(again.text, kept.text);
                    }
                }
            }
            (kept, plain) => prop_assert_eq!(kept.map_err(|error| error.kind()).err(), plain.map_err(|error| error.kind()).err()),
        }
    }

    #[test]
    fn pages_are_the_whole_text_and_hold_their_limit(text in text(), times in 1..20_usize, max_chars in 200..900_usize) {
        let text = text.repeat(times);
        let part = Retrieve::new().max_chars(max_chars);
        let all = pages(&text, &part);
        for page in &all {
            prop_assert!(page.text.chars().count() <= max_chars);
        }
        // A page that ends within a line ends with a break of its own.
        let (mut rest, total) = (&*text, text.chars().count() as u64);
        for (at, page) in all.iter().enumerate() {
            let body = body(page);
            let end = body.char_indices().nth((total - page.omitted.chars) as usize).map_or(body.len(), |(at, _)| at);
            let (own, added) = body.split_at(end);
            prop_assert!(added.is_empty() || added == "\n", "page {at}: {added:?}");
            prop_assert!(rest.starts_with(own), "page {at}: {own:?}");
            rest = &rest[own.len()..];
        }
        prop_assert_eq!(rest, "");
    }

    #[test]
    fn what_stands_on_other_pages_is_counted(text in text(), times in 1..20_usize, max_chars in 200..900_usize) {
        let text = text.repeat(times);
        let all = pages(&text, &Retrieve::new().max_chars(max_chars));
        let total = text.chars().count() as u64;
        let here = |page: &Retrieved| total - page.omitted.chars;
        prop_assert_eq!(all.iter().map(here).sum::<u64>(), total);
        for page in &all {
            let shown = body(page).chars().count() as u64;
            prop_assert!(shown == here(page) || shown == here(page) + 1);
        }
    }

    #[test]
    fn lines_are_those_of_the_text(text in text(), first in 1..40_u64, more in 0..10_u64) {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let found = Retrieve::new().lines(first, first + more).max_chars(1_000_000).read(&text);
        if first as usize > lines.len() {
            prop_assert_eq!(found.unwrap_err().kind(), ErrorKind::InvalidOption);
        } else {
            let last = lines.len().min((first + more) as usize);
            prop_assert_eq!(found.unwrap().text, lines[first as usize - 1..last].concat());
        }
    }

    #[test]
    fn a_pattern_finds_what_a_search_of_each_line_finds(
        text in text(), pattern in "[a-eE=]{1,2}|word|\u{301}", context in 0..3_usize,
    ) {
        let lines: Vec<&str> = text.split_inclusive('\n').map(|line| line.strip_suffix('\n').unwrap_or(line)).collect();
        prop_assume!(lines.iter().all(|line| line.len() <= 500));
        let hits: Vec<bool> = lines.iter().map(|line| line.contains(&pattern)).collect();
        let (mut expected, mut last) = (String::new(), None);
        for (at, line) in lines.iter().enumerate() {
            let near = &hits[at.saturating_sub(context)..lines.len().min(at + context + 1)];
            if !near.contains(&true) {
                continue;
            }
            if context > 0 && last.is_some_and(|last| at > last + 1) {
                expected.push_str("--\n");
            }
            last = Some(at);
            expected += &[(at + 1).to_string().as_str(), if hits[at] { ":" } else { "-" }, line, "\n"].concat();
        }
        let part = Retrieve::new().pattern(&*pattern).context(context as u64).max_chars(10_000_000);
        prop_assert_eq!(part.read(&text).unwrap().text, expected);
        // Whatever is found in small letters is found when their size does not count.
        let any = part.ignore_case(true).read(&text).unwrap().text;
        prop_assert!(any.matches(':').count() >= hits.iter().filter(|hit| **hit).count());
    }

    #[test]
    fn hits_hold_the_limit_as_well(text in text(), times in 1..4_usize, max_chars in 200..900_usize) {
        let text = text.repeat(times);
        let part = Retrieve::new().pattern("a").ignore_case(true).context(1).max_chars(max_chars);
        let count = part.read(&text).unwrap().pages;
        for page in [1, count.div_ceil(2), count] {
            prop_assert!(part.clone().page(page).read(&text).unwrap().text.chars().count() <= max_chars);
        }
    }

    #[test]
    fn no_text_is_a_ref_by_accident(text in "\\PC{0,9}|[#(]?[0-9a-zA-Z]{7,9}") {
        match text.parse::<Ref>() {
            Ok(reference) => {
                let lower = text.to_ascii_lowercase().replace(['i', 'l'], "1").replace('o', "0");
                prop_assert!(lower.contains(&reference.to_string()[1..]));
            }
            Err(error) => prop_assert_eq!(error.kind(), ErrorKind::UnknownRef),
        }
    }
}

fn refused(result: Result<impl Sized, Error>, kind: ErrorKind, message: &str) {
    let error = result.err().expect("an error");
    assert_eq!((error.kind(), error.message()), (kind, message));
}

#[test]
fn a_ref_that_is_not_there_says_why() {
    let mut store = OutputStore::with_max_bytes(0);
    let unknown = "ref: #k3f9a2bx was never given, or has left the store: only the newest results are kept";
    refused(store.get("#k3f9a2bx".parse().unwrap()), ErrorKind::UnknownRef, unknown);
    let first = store.put(&"a".repeat(600)).unwrap();
    store.put(&"b".repeat(600));
    let evicted = format!("ref: {first} was evicted: the store holds at most 1000 bytes");
    refused(store.get(first), ErrorKind::UnknownRef, &evicted);
    refused(store.retrieve(first, &Retrieve::new()), ErrorKind::UnknownRef, &evicted);
}

#[test]
fn what_is_no_ref_is_quoted_in_part() {
    refused("#R1".parse::<Ref>(), ErrorKind::UnknownRef, "ref: \"#R1\" is not a ref such as #k3f9a2bx");
    let long = format!("ref: \"{}\" is not a ref such as #k3f9a2bx", "\u{1f600}".repeat(40));
    refused("\u{1f600}".repeat(90).parse::<Ref>(), ErrorKind::UnknownRef, &long);
    refused("#00000000".parse::<Ref>(), ErrorKind::UnknownRef, "ref: \"#00000000\" is not a ref such as #k3f9a2bx");
    assert_eq!((Ref::new(0), Ref::new(1 << 40)), (None, None));
    assert_eq!(Ref::new((1 << 40) - 1).unwrap().to_string(), "#zzzzzzzz");
}

#[test]
fn of_two_texts_with_one_ref_the_first_stays_and_the_other_is_kept_under_none() {
    let [one, other] = [1_353_447, 1_427_216].map(|number| format!("{number} {}", "line of output\n".repeat(20)));
    assert_eq!(Ref::of(&one), Ref::of(&other));
    let mut store = OutputStore::with_max_bytes(1000);
    let reference = store.put(&one).unwrap();
    let trimmed = store.trim(&other, 120).unwrap();
    assert_eq!((trimmed.reference, trimmed.truncated), (None, true));
    assert!(trimmed.text.contains("; full text: none]"), "{}", trimmed.text);
    assert_eq!(store.get(reference).unwrap(), one);
    // Also after the first has left.
    store.put(&"x".repeat(900));
    assert_eq!((store.holds(reference), store.put(&other)), (false, None));
    assert!(store.restore(reference, &other).is_err());
    store.restore(reference, &one).unwrap();
    assert_eq!(store.get(reference).unwrap(), one);
}

#[test]
fn only_the_text_of_a_ref_is_taken_back() {
    let reference = OutputStore::new().put("one").unwrap();
    let mut later = OutputStore::with_max_bytes(1000);
    let wrong = format!("text: is not the text of {reference}");
    refused(later.restore(reference, "two"), ErrorKind::InvalidOption, &wrong);
    later.restore(reference, "one").unwrap();
    later.restore(reference, "one").unwrap();
    assert_eq!(later.get(reference).unwrap(), "one");
    assert_eq!((later.bytes(), later.texts().len(), later.unwritten()), (3, 1, vec![]));
}

#[test]
fn taking_back_evicts_others_that_are_written() {
    let mut store = OutputStore::with_max_bytes(1000);
    let texts = ["a", "b", "c"].map(|text| text.repeat(400));
    let refs = [0, 1, 2].map(|at| store.put(&texts[at]).unwrap());
    for reference in refs {
        store.written(reference);
    }
    assert!(!store.holds(refs[0]));
    store.restore(refs[0], &texts[0]).unwrap();
    assert_eq!(store.texts().count(), 2);
    assert!(store.holds(refs[0]) && !store.holds(refs[1]));
    assert_eq!(store.lost(), 1);
}

#[test]
fn parts_that_are_not_there_are_refused() {
    let read = |part: Retrieve| part.read("a\nb\n");
    let invalid = ErrorKind::InvalidOption;
    refused(read(Retrieve::new().lines(3, 4)), invalid, "lines: 3-4 are not lines of a text of 2");
    refused(read(Retrieve::new().lines(2, 1)), invalid, "lines: 2-1 are not lines of a text of 2");
    refused(read(Retrieve::new().lines(0, 1)), invalid, "lines: 0-1 are not lines of a text of 2");
    refused(read(Retrieve::new().pattern("")), invalid, "pattern: \"\" is in every line; leave it out");
    let broken = "pattern: has a line break, but is searched for within single lines";
    refused(read(Retrieve::new().pattern("a\nb")), invalid, broken);
    refused(read(Retrieve::new().max_chars(199)), invalid, "maxChars: 199 is not a number of 200 or more");
    for page in [0, 2, u64::MAX] {
        assert_eq!(read(Retrieve::new().page(page)).unwrap_err().kind(), invalid);
    }
}

#[test]
fn a_marker_that_names_a_ref_needs_a_store() {
    let options = || TrimOptions::new().max_chars(100).marker("<{ref}>");
    assert_eq!(trim("a", options()).unwrap_err().kind(), ErrorKind::InvalidOption);
    let mut store = OutputStore::new();
    assert!(store.trim(&"a\n".repeat(200), options()).unwrap().text.contains("\n<#228kd6yc>\n"));
}

#[test]
fn a_text_larger_than_the_store_keeps_its_ends_and_its_ref() {
    let mut store = OutputStore::with_max_bytes(1000);
    let text = (0..1000).map(|n| format!("{n}\n")).collect::<Vec<_>>().concat();
    let reference = store.put(&text).unwrap();
    let held = store.get(reference).unwrap().to_owned();
    assert!(held.len() <= 1000 && held.starts_with("0\n1\n") && held.ends_with("998\n999\n"));
    assert!(held.contains(" bytes are not kept: the text is larger than its store]"), "{held}");
    assert_eq!(store.put(&text), Some(reference));
    assert_eq!(store.get(reference).unwrap(), held);
    let mut later = OutputStore::with_max_bytes(1000);
    later.restore(reference, &held).unwrap();
    assert_eq!(later.get(reference).unwrap(), held);
}

#[test]
fn lines_of_json_on_one_line_are_those_of_its_indented_form() {
    let rows: Vec<_> = (0..900).map(|id| format!(r#"{{"id":{id},"note":"a note"}}"#)).collect();
    let json = format!("[{}]", rows.join(","));
    let found = Retrieve::new().lines(6, 8).read(&json).unwrap();
    assert_eq!(found.text, "  {\n    \"id\": 1,\n    \"note\": \"a note\"\n");
    assert_eq!(found.about, "lines 6-8 of 3,602 (of the JSON, indented)");
    let last = Retrieve::new().lines(3602, u64::MAX).read(&json).unwrap();
    assert_eq!(last.text, "]\n");
    // Whole, and where something is looked for, it is what was stored.
    assert_eq!(Retrieve::new().max_chars(100_000).read(&json).unwrap().text, json);
    let hit = Retrieve::new().pattern(r#""id":450,"#).read(&json).unwrap().text;
    assert!(hit.starts_with("1:(from char ") && hit.len() < 600 && hit.contains(&rows[450]), "{hit}");
}
