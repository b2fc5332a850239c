//! Checks results, also of texts that were cut before: each line is shown verbatim or replaced by a marker, each number in a
//! marker is true, and streams give the same.

use crate::support::cases;
use proptest::prelude::*;
use tooltrim::signals::mentions_truncation;
use tooltrim::{TrimStream, Trimmed, trim};

/// A number with separators.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<String> =
        digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group).into()).collect();
    groups.join(",")
}

fn counted(number: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// The markers that tell the truth of a gap.
fn markers(gap: &str, line: &str, whole_lines: bool) -> Vec<String> {
    // The cut may split an earlier marker.
    let least = if mentions_truncation(gap) || mentions_truncation(&[gap, line].concat()) && !mentions_truncation(line)
    {
        "at least "
    } else {
        ""
    };
    let chars = counted(gap.chars().count(), "char");
    let lines = counted(gap.lines().count(), "line");
    let mut all = vec![format!("... [truncated {least}{chars}] ...")];
    if whole_lines {
        all.extend([format!("[\u{2026} {least}{lines}]"), format!("[\u{2026} {least}{lines}, {chars}]")]);
    }
    all
}

fn eats(rest: &mut &str, text: &str) -> bool {
    let left = rest.strip_prefix(text);
    *rest = left.unwrap_or(rest);
    left.is_some()
}

/// Passes the line that names all files or folders.
fn eats_overview(rest: &mut &str) {
    if let Some((line, after)) = rest.split_once('\n')
        && line.starts_with("[\u{2026} ")
        && line.contains(": ")
    {
        *rest = after;
    }
}

/// Checks that a result is the kept pieces of its text, and between them true markers, breaks and ellipses.
fn check(text: &str, trimmed: &Trimmed<'_>) {
    let (result, mut rest) = (&*trimmed.text, &*trimmed.text);
    let missing = trimmed.omitted.chars as usize;
    let pieces = trimmed.kept.iter().map(|(from, to)| (*from as usize, *to as usize));
    let starts_line = |at: usize| at == 0 || at == text.len() || text[..at].ends_with('\n');
    // What no marker has counted yet, and whether it is whole lines.
    let (mut gap, mut whole, mut at, mut shown) = (String::new(), true, 0, 0);
    for (from, to) in pieces.chain([(text.len(), text.len())]) {
        let skipped = &text[at..from];
        if !skipped.is_empty() {
            shown += skipped.chars().count();
            whole &= starts_line(at) && starts_line(from);
            gap.push_str(skipped);
            if !starts_line(at) {
                eats(&mut rest, "\u{2026}");
            }
            let broke = eats(&mut rest, "\n");
            eats_overview(&mut rest);
            let total = markers(text, "", false)
                .remove(0)
                .replace(&counted(text.chars().count(), "char"), &counted(missing, "char"));
            let all =
                markers(&gap, text[from..].lines().next().filter(|_| !starts_line(from)).unwrap_or_default(), whole);
            let found = all.iter().chain([&total]).find(|marker| eats(&mut rest, marker));
            if found.is_some() {
                (gap, whole) = (String::new(), true);
                eats(&mut rest, "\n");
            } else {
                // Only a part of a line may be counted later.
                assert!(
                    !whole || broke || rest.starts_with('\u{2026}') || rest.starts_with("... [-"),
                    "{all:?} at {rest:?} in {result:?}"
                );
            }
            if !starts_line(from) {
                eats(&mut rest, "\u{2026}");
            }
        }
        let piece = &text[from..to];
        if !rest.starts_with(piece) {
            eats_overview(&mut rest);
        }
        let place = (rest.len() - rest.trim_start_matches(['\u{2026}', '\n']).len()).min(rest.len());
        let at_place = rest.find(piece).filter(|found| *found <= place);
        assert!(at_place.is_some(), "{piece:?} after {gap:?} is not at {rest:?} in {result:?}");
        rest = &rest[at_place.unwrap_or_default() + piece.len()..];
        at = to;
    }
    assert_eq!(shown, missing, "{result:?}");
    assert!(rest.trim_matches(['\u{2026}', '\n']).is_empty(), "{rest:?} of {result:?}");
}

fn checked(text: &str, limits: &[usize]) {
    let mut text = text.to_owned();
    for limit in limits {
        let trimmed = trim(&text, *limit).unwrap();
        check(&text, &trimmed);
        let mut stream = TrimStream::new(*limit).unwrap();
        text.as_bytes().chunks(7000).for_each(|piece| stream.push_bytes(piece).unwrap());
        assert_eq!(stream.finish().unwrap(), trimmed);
        text = trimmed.text.into_owned();
    }
}

#[test]
fn real_outputs_are_shown_honestly_through_three_cuts() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../evals/facts/outputs");
    let mut count = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for limits in [[8000, 4000, 2000], [4000, 1000, 500], [2000, 400, 100], [20_000, 12_000, 150]] {
            checked(&text, &limits);
        }
        count += 1;
    }
    assert!(count > 40);
}

/// Lines of logs, tables, sources and the like, and of earlier cuts.
fn part() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        4 => (0..2000_usize).prop_map(|n| format!("12:0{}:{:02} step {n} of the build is done", n % 10, n % 60)),
        2 => (0..2000_usize).prop_map(|n| format!("src/part{}.ts:{n}: const value{n} = {};", n % 7, n * 31)),
        1 => (0..90_usize).prop_map(|n| format!("ERROR: disk {n} is full")),
        1 => (0..90_usize).prop_map(|n| format!("    at part{n} (src/part.ts:{n}:1)")),
        1 => "[a-z0-9 \u{e9}\u{1f680}]{0,200}",
        1 => (200..3000_usize).prop_map(|n| "x1 ".repeat(n)),
        1 => Just("[package]".to_owned()),
        1 => Just(String::new()),
    ];
    let one = |line: &str, at: usize| [line, ["", " ok", " again"][at % 3], "\n"].concat();
    (line, 1..60_usize).prop_map(move |(line, times)| (0..times).map(|at| one(&line, at)).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(400)))]

    #[test]
    fn drawn_texts_are_shown_honestly_through_three_cuts(
        parts in proptest::collection::vec(part(), 1..20), limits in [100..9000_usize, 100..4000, 100..1000], ends in proptest::bool::ANY,
    ) {
        let text = parts.concat();
        checked(if ends { &text } else { text.trim_end() }, &limits);
    }
}
