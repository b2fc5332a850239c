//! Golden results that Rust and JavaScript must both reproduce byte for byte.
//!
//! `TOOLTRIM_BLESS=1 cargo test golden` writes them anew; read the diff before committing it.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use tooltrim::host::NamedOption;
use tooltrim::{TrimOptions, measure, trim};

use crate::support::golden as golden_file;
use golden_file::{check, option_value};

/// Texts as pieces and how often each is repeated, so that large ones stay readable.
fn texts() -> Vec<(&'static str, Vec<(&'static str, usize)>)> {
    vec![
        ("empty", vec![]),
        ("short", vec![("hello", 1)]),
        ("lines", vec![("a line of some length, with an end.\n", 40)]),
        ("numbered", vec![("start\n", 1), ("step ok\n", 60), ("error: disk full\n", 1)]),
        ("no last newline", vec![("first\n", 1), ("line\n", 80), ("last", 1)]),
        ("one giant line", vec![("0123456789", 60)]),
        ("giant line between short ones", vec![("top\n", 3), ("word ", 200), ("\n", 1), ("end\n", 3)]),
        ("crlf", vec![("windows line\r\n", 50)]),
        ("only newlines", vec![("\n", 500)]),
        ("only spaces", vec![(" ", 5000)]),
        ("a", vec![("a", 5000)]),
        ("nul and bom", vec![("\u{feff}", 1), ("bin\0ary ", 60)]),
        ("zwj emoji", vec![("\u{1f469}\u{200d}\u{1f680}", 80)]),
        ("flags", vec![("\u{1f1e9}\u{1f1ea}", 150)]),
        ("odd flags", vec![("\u{1f1e6}", 301)]),
        ("combining", vec![("e\u{301}\u{323}", 150)]),
        ("endless marks", vec![("e", 1), ("\u{301}", 900), (" end", 1)]),
        ("hangul", vec![("\u{1112}\u{1161}\u{11ab}", 100), ("\u{d55c}", 100)]),
        ("conjuncts", vec![("\u{915}\u{94d}\u{937}\u{93f}", 100)]),
        ("rtl", vec![("\u{202e}\u{5e9}\u{5dc}\u{5d5}\u{5dd}\u{202c} ", 70)]),
        ("cjk", vec![("\u{5de5}\u{5177}\u{306e}\u{51fa}\u{529b}\u{3002}\n", 70)]),
        ("latin-1", vec![("r\u{e9}sum\u{e9} na\u{ef}ve\n", 60)]),
        ("mixed log", vec![("[12:00:01] \u{2713} build \u{672c}\u{8a9e} \u{1f680} ok (3 ms)\n", 40)]),
        ("code", vec![("fn main() {\n    let x = vec![1, 2, 3];\n    println!(\"{x:?}\");\n}\n\n", 30)]),
        ("json", vec![("{\"id\":12345,\"name\":\"it's O'Neill's\",\"tags\":[\"a\",\"b\"]},", 40)]),
        ("base64", vec![("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ", 40)]),
        ("white space before a cut", vec![("word   \n\n\n", 60)]),
        ("our own marker", vec![("... [truncated 12 chars] ...\n", 40)]),
        ("long mixed", vec![("\u{1f680} lift off \u{2014} it's fine; x=1\n", 9000)]),
    ]
}

fn option_sets() -> Vec<Value> {
    vec![
        json!({"maxChars": 200, "rescue": false}),
        json!({"maxChars": 200, "snap": "char", "rescue": false}),
        json!({"maxChars": 200, "snap": "grapheme", "keep": "head"}),
        json!({"maxUtf16": 150, "snap": "grapheme", "keep": "tail", "marker": "<{omittedChars}>"}),
        json!({"maxBytes": 180, "headShare": 0.3, "marker": "[{omittedBytes} of {totalBytes} bytes]", "rescue": false}),
        json!({"maxLines": 9, "marker": "[lines {firstOmittedLine}-{lastOmittedLine} of {totalLines}: {omittedLines}]", "rescue": false}),
        json!({"maxTokens": 60, "rescue": false}),
        json!({"maxTokens": 40, "maxChars": 170, "maxLines": 12, "keep": "tail", "snap": "char", "marker": "[{omittedTokens} tokens]"}),
        json!({"maxChars": 300, "headChars": 40, "tailChars": 60, "snap": "char", "marker": "\n[{keptChars} of {totalChars}, limit {limit}]\n", "rescue": false}),
        json!({"maxBytes": 100, "keep": "head", "snap": "char", "trimEnd": true, "marker": "... [truncated, {totalChars} chars total]"}),
        json!({"maxBytes": 120, "keep": "none", "marker": "value exceeds size limit ({totalBytes} bytes, max {limit})"}),
        json!({"maxChars": 64, "marker": "", "count": ["bytes", "lines", "tokens"], "rescue": false}),
        json!({"maxChars": 0, "marker": "", "rescue": false}),
        json!({"maxChars": 20, "rescue": false}),
    ]
}

fn named(options: &Value) -> TrimOptions {
    let mut result = TrimOptions::new();
    for (name, value) in options.as_object().unwrap() {
        let shown = value.to_string();
        result.set(&NamedOption { name, value: option_value(value), shown: &shown }).unwrap();
    }
    result
}

fn build(pieces: &[(&str, usize)]) -> String {
    pieces.iter().map(|(piece, times)| piece.repeat(*times)).collect()
}

fn written_texts() -> Value {
    texts().into_iter().map(|(name, pieces)| (name.to_owned(), json!(pieces))).collect::<Map<_, _>>().into()
}

/// Logs with failures of many tools among harmless lines, and noise.
fn logs() -> Vec<(&'static str, Vec<(&'static str, usize)>)> {
    const INFO: &str = "2026-03-12 05:27:12 INFO jobs.storage stored part 7 with 0 errors\n";
    let among = |pieces: &[(&'static str, usize)]| {
        let mut all = vec![(INFO, 40)];
        for &piece in pieces {
            all.extend([piece, (INFO, 25)]);
        }
        all
    };
    let rustc = "error[E0382]: borrow of moved value: `queue`\n   --> src/cart.rs:240:5\n    |\n240 |     queue(cache);\n    \
                 |     ^^^^^ value borrowed here after move\n\n";
    let python =
        "Traceback (most recent call last):\n  File \"/srv/a.py\", line 3, in run\n    go()\nKeyError: 'cart'\n";
    vec![
        ("rustc, then python", among(&[(rustc, 1), (python, 3), ("Process completed with exit code 2.\n", 1)])),
        (
            "crlf",
            among(&[
                ("src\\a.c(12): error C2065: 'x': undeclared identifier\r\n", 1),
                ("\r\n", 3),
                ("FAILED test_a\r\n", 9),
            ]),
        ),
        (
            "other languages",
            among(&[
                ("cp: /var/a: \u{6ca1}\u{6709}\u{90a3}\u{4e2a}\u{6587}\u{4ef6}\n", 1),
                ("a.c:388:4: erreur: \u{ab} x \u{bb} non d\u{e9}clar\u{e9}\n", 1),
                ("\u{1f680} \u{30a8}\u{30e9}\u{30fc}: \u{78c1}\u{76d8}\n", 1),
            ]),
        ),
        ("no word for it", among(&[("checksum of 0047.sql is 27588b9d; recorded was ac65657e\n", 1)])),
        (
            "long lines",
            among(&[
                ("f(1);", 2000),
                ("Uncaught TypeError: \u{1f469}\u{200d}\u{1f680} is not a function", 1),
                ("g(2);", 2000),
                ("\n", 1),
            ]),
        ),
        (
            "many alike",
            vec![
                ("worker 1: ERROR: job gave up\n", 30),
                ("error: disk full\n", 1),
                ("ok\n", 200),
                ("error: no route\n", 1),
            ],
        ),
        (
            "colours and repetitions",
            among(&[
                ("\u{1b}[31m\u{d7}\u{1b}[39m suite > case\n\u{1b}[1m\u{1b}[31mE  assert 4 == 3\u{1b}[0m\n", 2),
                ("fetch\u{1b}[2K 10%\r 50%\r100%\n", 4),
            ]),
        ),
        ("no last newline", vec![("step ok\n", 100), ("error: disk full\n", 1), ("step ok\n", 100), ("end", 1)]),
    ]
}

fn log_options() -> Vec<Value> {
    vec![
        json!({"maxChars": 600, "rescue": true}),
        json!({"maxBytes": 500, "rescue": true, "keep": "none", "marker": "[{omittedLines} lines, {omittedBytes} bytes]"}),
        json!({"maxLines": 14, "rescue": true, "keep": "tail", "marker": "[{firstOmittedLine}-{lastOmittedLine} of {totalLines}]"}),
        json!({"maxTokens": 200, "rescue": {"share": 0.5}, "keep": "head", "count": ["tokens"]}),
        json!({"maxUtf16": 700, "rescue": {"include": ["part 7"], "exclude": ["KeyError"]}, "snap": "char"}),
        json!({"maxChars": 500, "rescue": true, "clean": true}),
        json!({"maxChars": 900, "clean": {"ansi": true, "repeatedLines": true}}),
    ]
}

#[test]
fn rescuing_and_cleaning_gives_the_golden_results() {
    check_trims("rescue.json", logs(), &log_options());
}

#[test]
fn trimming_gives_the_golden_results() {
    check_trims("trim.json", texts(), &option_sets());
}

fn check_trims(file: &str, texts: Vec<(&'static str, Vec<(&'static str, usize)>)>, option_sets: &[Value]) {
    let written: Map<_, _> = texts.iter().map(|(name, pieces)| ((*name).to_owned(), json!(pieces))).collect();
    let mut cases = Vec::new();
    for (name, pieces) in texts {
        let text = build(&pieces);
        for options in option_sets {
            let mut case = json!({"text": name, "options": options});
            match trim(&text, named(options)) {
                Ok(trimmed) => {
                    let omitted = trimmed.omitted;
                    let mut counts = BTreeMap::from([("utf16", Some(omitted.utf16)), ("chars", Some(omitted.chars))]);
                    counts.extend([("bytes", omitted.bytes), ("lines", omitted.lines), ("tokens", omitted.tokens)]);
                    counts.retain(|_, count| count.is_some());
                    // A text that fits is the input: no need to write it twice.
                    let changed = trimmed.truncated || trimmed.cleaned.is_some();
                    let text = changed.then_some(trimmed.text);
                    case["result"] = json!({"text": text, "truncated": trimmed.truncated, "omitted": counts});
                    if let Some(noise) = trimmed.cleaned {
                        case["result"]["cleaned"] = json!({"chars": noise.chars, "lines": noise.lines});
                    }
                }
                Err(error) => case["error"] = json!({"code": error.kind().code(), "message": error.message()}),
            }
            cases.push(case);
        }
    }
    check(file, "texts", &json!({"texts": written, "cases": cases}));
}

#[test]
fn measuring_gives_the_golden_sizes() {
    let cases: Vec<Value> = texts()
        .into_iter()
        .map(|(name, pieces)| {
            let sizes = measure(&build(&pieces));
            json!({"text": name, "measures": {
                "chars": sizes.chars, "utf16": sizes.utf16, "bytes": sizes.bytes,
                "lines": sizes.lines, "graphemes": sizes.graphemes, "tokens": sizes.tokens,
            }})
        })
        .collect();
    check("measure.json", "texts", &json!({"texts": written_texts(), "cases": cases}));
}
