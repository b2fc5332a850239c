//! What several test files share: nasty texts, option sets, and the laws as one check.

pub mod golden;
pub mod naive;
pub mod noise;
pub mod parts;
pub mod store_model;
pub mod streams;

use std::collections::HashSet;

use proptest::prelude::*;
use serde_json::Value;
use tooltrim::trimming::Count;
use tooltrim::{Keep, Snap, TrimOptions, Trimmed, measure, trim};
use unicode_segmentation::UnicodeSegmentation;

/// How many inputs a law draws: this many in CI, ten times as many with `TOOLTRIM_RUNS=10`, as every night.
pub fn cases(in_ci: u32) -> u32 {
    let times = std::env::var("TOOLTRIM_RUNS").map_or(1.0, |times| times.parse().expect("TOOLTRIM_RUNS: a number"));
    (f64::from(in_ci) * times).max(1.0) as u32
}

/// Pieces that break careless code.
pub const NASTY: &[&str] = &[
    "",
    "a",
    "word ",
    "    ",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "\t",
    "\0",
    "\u{feff}",
    "e\u{301}",
    "\u{1f469}\u{200d}\u{1f680}",
    "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
    "\u{1f1e9}\u{1f1ea}",
    "\u{1f1e6}",
    "\u{1112}\u{1161}\u{11ab}",
    "\u{d55c}",
    "\u{d7}",
    "\u{e9}",
    "\u{672c}\u{8a9e}",
    "\u{5e9}\u{5dc}\u{5d5}\u{5dd}",
    "\u{202e}rtl\u{202c}",
    "\u{915}\u{94d}\u{937}",
    "\u{200d}",
    "\u{600} ",
    " \u{301}",
    "\u{fe0f}",
    "\u{10ffff}",
    "... [truncated 12 chars] ...",
    "error: cannot find `x`\n",
    "0123456789",
    "=====",
    "a line of some length, with punctuation; and an end.\n",
];

/// Levels of a value.
/// Levels that hold something.
pub fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(depth).max().map_or(0, |inner| 1 + inner),
        Value::Object(members) => members.values().map(depth).max().map_or(0, |inner| 1 + inner),
        _ => 0,
    }
}

pub fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => proptest::sample::select(NASTY).prop_map(str::to_owned),
        1 => "\\PC{0,12}",
        1 => (proptest::sample::select(NASTY), 1..40_usize).prop_map(|(piece, times)| piece.repeat(times)),
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// Options as plain values, to check a result against.
#[derive(Clone, Debug)]
pub struct Spec {
    pub chars: Option<usize>,
    pub utf16: Option<usize>,
    pub bytes: Option<usize>,
    pub lines: Option<usize>,
    pub tokens: Option<usize>,
    pub keep: Keep,
    pub share: f64,
    pub head: Option<usize>,
    pub tail: Option<usize>,
    pub snap: Snap,
    pub marker: &'static str,
    pub trim_end: bool,
}

pub const MARKERS: &[&str] = &[
    "... [truncated {count} chars] ...",
    "",
    "~",
    "\n<{omittedChars}|{omittedBytes}|{omittedLines}>\n",
    "[{firstOmittedLine}-{lastOmittedLine} of {totalLines}]",
    "{keptChars}/{totalChars}/{totalBytes}/{limit}",
    "{omittedTokens} tokens \u{1f44b}",
];

fn limit() -> impl Strategy<Value = Option<usize>> {
    prop_oneof![2 => Just(None), 1 => (0..20_usize).prop_map(Some), 3 => (0..400_usize).prop_map(Some)]
}

pub fn spec() -> impl Strategy<Value = Spec> {
    let limits = (limit(), limit(), limit(), limit(), limit());
    let keep = prop_oneof![
        1 => Just(Keep::Head),
        1 => Just(Keep::Tail),
        4 => Just(Keep::Ends),
        1 => Just(Keep::None)
    ];
    let snap = prop_oneof![Just(Snap::Char), Just(Snap::Grapheme), Just(Snap::Line)];
    let ends = (0.0..=1.0_f64, limit(), limit());
    (limits, keep, ends, snap, proptest::sample::select(MARKERS), any::<bool>()).prop_map(
        |((chars, utf16, bytes, lines, tokens), keep, (share, head, tail), snap, marker, trim_end)| Spec {
            chars,
            utf16,
            bytes,
            lines,
            tokens,
            keep,
            share,
            head,
            tail,
            snap,
            marker,
            trim_end,
        },
    )
}

impl Spec {
    pub fn options(&self) -> TrimOptions {
        let mut options = TrimOptions::new()
            .keep(self.keep)
            .head_share(self.share)
            .snap(self.snap)
            .marker(self.marker)
            .trim_end(self.trim_end)
            .count(Count::Bytes)
            .count(Count::Lines)
            .rescue(false);
        let set = |options: TrimOptions, limit: Option<usize>, set: fn(TrimOptions, usize) -> TrimOptions| match limit {
            Some(limit) => set(options, limit),
            None => options,
        };
        options = set(options, self.chars, TrimOptions::max_chars);
        options = set(options, self.utf16, TrimOptions::max_utf16);
        options = set(options, self.bytes, TrimOptions::max_bytes);
        options = set(options, self.lines, TrimOptions::max_lines);
        options = set(options, self.tokens, TrimOptions::max_tokens);
        options = set(options, self.head, TrimOptions::head_chars);
        set(options, self.tail, TrimOptions::tail_chars)
    }

    /// The limits as they hold: 4,000 chars when none is given.
    fn chars_limit(&self) -> usize {
        let none = self.utf16.or(self.bytes).or(self.lines).or(self.tokens).is_none();
        self.chars.unwrap_or(if none { 4000 } else { usize::MAX })
    }
}

/// Checks the laws of one result; answers where the head ends and the tail begins.
pub fn check(text: &str, spec: &Spec, trimmed: &Trimmed<'_>) -> (usize, usize) {
    check_limits(spec, spec.options(), trimmed);
    let result = trimmed.text.as_ref();
    if !trimmed.truncated {
        assert!(matches!(trimmed.text, std::borrow::Cow::Borrowed(_)));
        assert_eq!(result, text);
        assert_eq!((trimmed.omitted.utf16, trimmed.omitted.chars), (0, 0));
        return (text.len(), text.len());
    }
    find_gap(text, spec, trimmed)
}

/// The result is within all limits, and trimming it again changes nothing.
pub fn check_limits(spec: &Spec, options: TrimOptions, trimmed: &Trimmed<'_>) {
    let result = trimmed.text.as_ref();
    let sizes = measure(result);
    assert!(sizes.chars <= spec.chars_limit(), "chars {sizes:?}");
    assert!(sizes.utf16 <= spec.utf16.unwrap_or(usize::MAX), "utf16 {sizes:?}");
    assert!(sizes.bytes <= spec.bytes.unwrap_or(usize::MAX), "bytes {sizes:?}");
    assert!(sizes.lines <= spec.lines.unwrap_or(usize::MAX), "lines {sizes:?}");
    let limit = spec.tokens.map_or(f64::MAX, |limit| limit as f64);
    assert!(sizes.tokens as f64 * 1.1 <= limit, "tokens {sizes:?}");

    let again = trim(result, options).unwrap();
    assert!(!again.truncated, "twice changes nothing");
    assert_eq!(again.text, result);
}

/// Finds the gap whose head, marker and tail make the result and whose numbers are those that were reported. A result
/// does not always say which it was (`aaa` without an `a`), so any that explains all of it will do.
fn find_gap(text: &str, spec: &Spec, trimmed: &Trimmed<'_>) -> (usize, usize) {
    let result = trimmed.text.as_ref();
    let missing = trimmed.omitted.bytes.unwrap() as usize;
    assert!(missing > 0, "something is missing when it says so");
    let boundaries: HashSet<usize> = text.grapheme_indices(true).map(|(at, _)| at).chain([text.len()]).collect();
    for head in (0..=text.len() - missing).filter(|&at| text.is_char_boundary(at)) {
        if !result.as_bytes().starts_with(&text.as_bytes()[..head]) {
            break;
        }
        let tail = head + missing;
        if !text.is_char_boundary(tail) || !result[head..].ends_with(&text[tail..]) {
            continue;
        }
        let Some(middle) = result.get(head..result.len() - (text.len() - tail)) else { continue };
        let explains = |template: &str| {
            let marker = render(template, text, spec, head, tail, trimmed.omitted.tokens);
            let line = spec.snap == Snap::Line && !marker.is_empty();
            let before = line && head > 0 && !text[..head].ends_with('\n') && !marker.starts_with('\n');
            let after = line && tail < text.len() && !marker.ends_with('\n');
            middle == format!("{}{marker}{}", if before { "\n" } else { "" }, if after { "\n" } else { "" })
        };
        let gap = measure(&text[head..tail]);
        let omitted = trimmed.omitted;
        let counts = (omitted.chars as usize, omitted.utf16 as usize, omitted.lines.map(|lines| lines as usize));
        let head_whole = spec.snap == Snap::Char || boundaries.contains(&head);
        let tail_whole = spec.snap == Snap::Char || boundaries.contains(&tail);
        if forms(spec.marker).iter().any(|form| explains(form))
            && counts == (gap.chars, gap.utf16, Some(gap.lines))
            && head_whole
            && tail_whole
        {
            return (head, tail);
        }
    }
    panic!("no gap on allowed boundaries explains the result {result:?} and {:?}", trimmed.omitted);
}

/// The default marker has shorter forms, a caller's own has not.
fn forms(marker: &'static str) -> Vec<&'static str> {
    let shorter = ["... [truncated {count} char] ...", "... [-{count}] ...", "\u{2026}", ""];
    if marker == MARKERS[0] { [&[marker], &shorter[..]].concat() } else { vec![marker] }
}

fn render(template: &str, text: &str, spec: &Spec, head: usize, tail: usize, tokens: Option<u64>) -> String {
    let (gap, all) = (measure(&text[head..tail]), measure(text));
    let first = text[..head].matches('\n').count() + 1;
    let limit = spec.chars.or(spec.utf16).or(spec.bytes).or(spec.lines).or(spec.tokens).unwrap_or(4000);
    let number = |number: usize| number.to_string();
    template
        .replace("{count}", &number(gap.chars))
        .replace("{omittedChars}", &number(gap.chars))
        .replace("{omittedBytes}", &number(gap.bytes))
        .replace("{omittedLines}", &number(gap.lines))
        .replace("{omittedTokens}", &tokens.unwrap_or_default().to_string())
        .replace("{totalChars}", &number(all.chars))
        .replace("{totalBytes}", &number(all.bytes))
        .replace("{totalLines}", &number(all.lines))
        .replace("{keptChars}", &number(all.chars - gap.chars))
        .replace("{limit}", &number(limit))
        .replace("{firstOmittedLine}", &number(first))
        .replace("{lastOmittedLine}", &number(first + gap.lines - 1))
}
