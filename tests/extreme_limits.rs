//! Limits at the ends of their range, each way in: a huge limit cuts nothing, and no sum of limits wraps.

use serde_json::{Value, json};
use tooltrim::compaction::Request;
use tooltrim::trimming::{Decode, RescueOptions};
use tooltrim::{
    Budget, CompactOptions, Compactor, Keep, OutputStore, Snap, TrimOptions, TrimStream, Trimmer, ValueOptions, trim,
    trim_value,
};

const HUGE: [usize; 7] =
    [usize::MAX, usize::MAX - 1, usize::MAX / 2, usize::MAX / 3, usize::MAX / 4 + 1, usize::MAX / 14, 1 << 53];

/// More than a stream holds of a text whose limit is small.
fn text() -> String {
    (0..13_000)
        .map(|at| format!("line {at} of the text \u{1f680}") + if at == 9000 { ": error\n" } else { "\n" })
        .collect()
}

type Set = fn(TrimOptions, usize) -> TrimOptions;

const LIMITS: [(&str, Set); 6] = [
    ("maxChars", TrimOptions::max_chars),
    ("maxUtf16", TrimOptions::max_utf16),
    ("maxBytes", TrimOptions::max_bytes),
    ("maxLines", TrimOptions::max_lines),
    ("maxTokens", TrimOptions::max_tokens),
    ("tokens", |options, limit| options.max_tokens(limit).tokens(|text| text.len() / 4)),
];

fn shapes() -> Vec<TrimOptions> {
    let new = TrimOptions::new;
    vec![
        new(),
        new().rescue(false),
        new().rescue(RescueOptions::new().share(1.0)),
        new().keep(Keep::Head),
        new().keep(Keep::Tail),
        new().keep(Keep::None),
        new().snap(Snap::Char).decode(Decode::Replace),
        new().head_chars(usize::MAX).tail_chars(usize::MAX),
        new().clean(true),
    ]
}

fn streamed(text: &str, options: TrimOptions) -> String {
    let mut stream = TrimStream::new(options).unwrap();
    for piece in text.as_bytes().chunks(10_000) {
        stream.push_bytes(piece).unwrap();
    }
    stream.finish().unwrap().text.into_owned()
}

#[test]
fn a_huge_limit_cuts_nothing() {
    let text = text();
    for (name, set) in LIMITS {
        for limit in HUGE {
            for options in shapes() {
                let options = set(options, limit);
                assert!(trim(&text, options.clone()).unwrap().text == text, "{name} {limit}");
                assert!(streamed(&text, options.clone()) == text, "stream: {name} {limit}");
                assert!(Trimmer::new(options).unwrap().trim_bytes(text.as_bytes()).unwrap().text == text);
            }
        }
    }
}

#[test]
fn a_huge_limit_beside_a_small_one_changes_nothing() {
    let text = text();
    for (name, set) in LIMITS {
        for limit in HUGE {
            for options in shapes() {
                let small = options.max_chars(3000);
                let both = if name == "maxChars" {
                    set(small.clone().max_bytes(9000), limit)
                } else {
                    set(small.clone(), limit)
                };
                let small = if name == "maxChars" { set(small, 3000).max_bytes(9000) } else { small };
                let expected = if name == "maxChars" { None } else { Some(trim(&text, small).unwrap().text) };
                let whole = trim(&text, both.clone()).unwrap().text;
                assert!(expected.is_none_or(|expected| expected.len().abs_diff(whole.len()) < 1000), "{name} {limit}");
                assert!(streamed(&text, both) == whole, "stream: {name} {limit}");
            }
        }
    }
}

#[test]
fn values_stores_and_windows_take_huge_limits() {
    let value = json!({ "rows": (0..500).map(|at| json!({ "id": at, "text": "x".repeat(90) })).collect::<Vec<_>>() });
    let messages: Vec<Value> = vec![
        json!({ "role": "user", "content": "go" }),
        json!({ "role": "assistant", "content": null, "tool_calls": [
            { "id": "a", "type": "function", "function": { "name": "read", "arguments": "{\"path\":\"a.ts\"}" } }] }),
        json!({ "role": "tool", "tool_call_id": "a", "content": text() }),
    ];
    for limit in HUGE {
        let options = ValueOptions::new().max_items(limit).max_keys(limit).max_total_bytes(limit).unwrap();
        assert_eq!(*trim_value(&value, &options).unwrap().value, value, "{limit}");
        let mut store = OutputStore::with_max_bytes(limit as u64);
        let reference = store.put("a text").unwrap();
        assert!(store.get(reference).is_ok());
        for window in [Budget::Chars(limit as u64), Budget::Tokens(limit as u64)] {
            let mut compactor = Compactor::new(CompactOptions::new(window)).unwrap();
            let compaction = compactor.next(&messages, Request::new()).unwrap();
            assert_eq!(compaction.messages, messages, "{limit}");
        }
    }
}
