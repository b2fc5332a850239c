//! A store against a model of it, and what is read back against the text.

use tooltrim::outputs::Retrieved;
use tooltrim::trimming::Count;
use tooltrim::{OutputStore, Ref, Retrieve, TrimOptions};

use crate::input::Input;
use crate::options::all;
use crate::support::store_model::{LEAST, Model};

/// The longest text that a short body is repeated to: each page is looked for from the start.
const LONGEST: usize = 10_000;

/// How the store is used first, then its texts: pieces of the body.
///
/// # Panics
/// When a law is broken.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    match input.up_to(2) {
        0 => as_a_model(&mut input),
        1 => read_back(&mut input),
        _ => trimmed(&mut input),
    }
}

/// Each piece of the body says with its first byte what to do.
fn as_a_model(input: &mut Input<'_>) {
    let mut store = OutputStore::with_max_bytes(LEAST as u64);
    let (mut model, mut texts) = (Model::default(), Vec::<String>::new());
    let size = input.up_to(60) + 1;
    for piece in input.body.chunks(size) {
        let (first, rest) = (piece[0], String::from_utf8_lossy(&piece[1..]));
        if first % 8 < 4 {
            let Some(text) = texts.get(usize::from(first / 8)) else { continue };
            let got = store.get(Ref::of(text).expect("a ref")).map(str::to_owned);
            assert_eq!(got.ok(), model.get(text));
            continue;
        }
        let text = rest.repeat(usize::from(first / 8) % (LEAST / rest.len().max(1) + 1));
        // A text that is larger than the store keeps its ends; the model knows none.
        if text.len() <= LEAST {
            assert_eq!(store.put(&text), Ref::of(&text));
            model.put(&text);
            texts.push(text);
        }
    }
}

fn read_back(input: &mut Input<'_>) {
    let max_chars = 200 + input.up_to(900);
    let (first, more, context) = (input.up_to(50) as u64, input.up_to(20) as u64, input.up_to(3) as u64);
    let (times, ignore_case, page) = (input.pick(&[1, 1, 5, 40]), input.flag(), input.up_to(20) as u64);
    let text = input.text();
    // The pattern is a piece of the text.
    let (from, length) = (input.up_to(text.chars().count()), 1 + input.up_to(12));
    let pattern: String = text.chars().skip(from).take(length).collect();
    let text = text.repeat(times.min(LONGEST / text.len().max(1)).max(1));
    pages_are_the_text(&text, max_chars);

    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    match Retrieve::new().lines(first, first + more).max_chars(10_000_000).read(&text) {
        Ok(found) => {
            let last = lines.len().min((first + more) as usize);
            assert_eq!(found.text, lines[first as usize - 1..last].concat(), "lines {first}-{last}");
        }
        Err(_) => assert!(first == 0 || first as usize > lines.len(), "{first} of {} lines", lines.len()),
    }
    let mut part = Retrieve::new().context(context).ignore_case(ignore_case).max_chars(max_chars).page(page);
    part = if pattern.is_empty() { part.chosen(vec![first, first + more]) } else { part.pattern(&*pattern) };
    if let Ok(found) = part.read(&text) {
        assert!(found.text.chars().count() <= max_chars, "{} of {max_chars}", found.text.chars().count());
        assert_eq!((found.page, found.truncated), (page, found.pages > 1));
    }
    if !pattern.is_empty() && !pattern.contains('\n') && lines.iter().all(|line| line.len() <= 500) {
        let hits = lines.iter().filter(|line| line.trim_end_matches('\n').contains(&pattern)).count();
        let found = Retrieve::new().pattern(&*pattern).max_chars(10_000_000).read(&text).expect("a pattern");
        assert_eq!(found.text.matches('\n').count(), hits, "{pattern:?} in {:?}", found.text);
    }
}

/// Pages hold their limit, and are the whole text; one that ends within a line ends with a break of its own.
fn pages_are_the_text(text: &str, max_chars: usize) {
    let read = |page| Retrieve::new().max_chars(max_chars).page(page).read(text).expect("a page");
    let count = read(1).pages;
    let (mut rest, total) = (text, text.chars().count() as u64);
    for page in 1..=count {
        let page: Retrieved = read(page);
        assert!(page.text.chars().count() <= max_chars, "{} of {max_chars}", page.text.chars().count());
        let body =
            if page.truncated { &page.text[..page.text.rfind("... [page ").expect("which")] } else { &page.text };
        let own = body.char_indices().nth((total - page.omitted.chars) as usize).map_or(body.len(), |(at, _)| at);
        let (own, added) = body.split_at(own);
        assert!(added.is_empty() || added == "\n", "{added:?}");
        rest = rest.strip_prefix(own).expect("the next piece of the text");
    }
    assert_eq!(rest, "", "all pages are the text");
}

fn trimmed(input: &mut Input<'_>) {
    let mut store = OutputStore::with_max_bytes(100_000);
    for number in 0..input.pick(&[0, 1, 9, 99]) {
        store.put(&number.to_string());
    }
    let named = input.flag();
    let all = all(input);
    // The marker of these options names nothing: `{ref}` does.
    let marker = if named { "[{count}, {ref}]" } else { all.spec.marker };
    let options: TrimOptions = all.options.clone().marker(marker).count(Count::Bytes);
    let text = input.text();
    let Ok(kept) = store.trim(&text, &options) else { return };
    all.check_limits(&kept);
    assert_eq!(kept.reference.is_some(), kept.truncated);
    let Some(reference) = kept.reference else { return };
    if named {
        assert!(kept.text.contains(&reference.to_string()), "{kept:?} names {reference}: {options:?}");
    }
    assert_eq!(store.get(reference).expect("held"), text);
    let again = store.trim(&text, &options).expect("the same options");
    assert_eq!((again.reference, &again.text), (Some(reference), &kept.text));
}
