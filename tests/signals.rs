//! What is told of cuts: the log line, metrics, the paragraph for readers.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tooltrim::signals::{
    CutSizes, CutUnit, DISCLAIMER, Metrics, TRUNCATION_SIGNS, disclaimer_for, format_truncation_log,
    mentions_truncation,
};
use tooltrim::{TrimOptions, ValueOptions, trim, trim_value};

fn line(label: &str) -> String {
    format_truncation_log(CutSizes::new(label, CutUnit::Bytes, 5000, 500))
}

#[test]
fn a_cut_by_bytes_logs_the_line_of_the_reference() {
    assert_eq!(
        line("fetch_reddit.posts[3].snippet"),
        "Truncation: dataset=fetch_reddit.posts[3].snippet original_bytes=5000 truncated_bytes=500"
    );
}

#[test]
fn each_unit_has_its_own_fields() {
    for unit in CutUnit::ALL {
        let name = unit.name();
        assert_eq!(
            format_truncation_log(CutSizes::new("t", unit, 9, 4)),
            format!("Truncation: dataset=t original_{name}=9 truncated_{name}=4")
        );
        assert_eq!(CutUnit::from_name(name), Some(unit));
    }
}

#[test]
fn a_text_that_is_trimmed_logs_its_label_and_sizes() {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&lines);
    let listen = move |event: &_| kept.lock().unwrap().push(format_truncation_log(event));
    let options = TrimOptions::new().max_chars(100).label("build log").on_truncate(listen.clone());
    trim(&"\u{1f600}".repeat(300), options).unwrap();
    trim(&"x\n".repeat(300), TrimOptions::new().max_lines(3).on_truncate(listen)).unwrap();
    assert_eq!(
        *lines.lock().unwrap(),
        [
            "Truncation: dataset=\"build log\" original_chars=300 truncated_chars=100",
            "Truncation: dataset=unlabelled original_lines=300 truncated_lines=3",
        ]
    );
}

#[test]
fn each_cut_of_a_value_logs_the_tool_and_the_path() {
    let value = json!({ "posts": [{ "snippet": "x".repeat(3000) }], "ids": [1, 2, 3] });
    let options = ValueOptions::new().tool_name("fetch_reddit").max_items(2);
    let lines: Vec<_> = trim_value(&value, &options).unwrap().cuts.iter().map(format_truncation_log).collect();
    assert_eq!(
        lines,
        [
            "Truncation: dataset=fetch_reddit.posts[0].snippet original_bytes=3000 truncated_bytes=85",
            "Truncation: dataset=fetch_reddit.ids original_items=3 truncated_items=2",
        ]
    );
}

#[test]
fn no_label_forges_a_second_line_or_field() {
    let forged = "t original_bytes=1 truncated_bytes=1\nTruncation: dataset=other";
    assert_eq!(
        line(forged),
        "Truncation: dataset=\"t original_bytes=1 truncated_bytes=1\\nTruncation: dataset=other\" original_bytes=5000 truncated_bytes=500"
    );
    let hostile = [
        ("a b", r#""a b""#),
        ("a=b", r#""a=b""#),
        ("say \"hi\"", r#""say \"hi\"""#),
        ("c:\\x", r#""c:\\x""#),
        ("\r\n\t", r#""\r\n\t""#),
        ("\u{0}\u{1b}[2J\u{85}", r#""\u0000\u001b[2J\u0085""#),
        ("a\u{2028}b\u{2029}", r#""a\u2028b\u2029""#),
        ("\u{202e}txt.exe\u{2066}\u{feff}", r#""\u202etxt.exe\u2066\ufeff""#),
        ("'", r#""'""#),
        (" ", "\" \""),
        ("", "unlabelled"),
        ("caf\u{e9}/\u{6771}\u{4eac}", "caf\u{e9}/\u{6771}\u{4eac}"),
    ];
    for (label, shown) in hostile {
        assert_eq!(line(label), format!("Truncation: dataset={shown} original_bytes=5000 truncated_bytes=500"));
        if let Some(text) = shown.strip_prefix('"') {
            let back: Value = serde_json::from_str(&format!("\"{text}")).unwrap();
            assert_eq!(back, json!(label), "{shown} is the label as JSON");
        }
    }
}

#[test]
fn counts_come_out_as_prometheus_reads_them() {
    let mut metrics = Metrics::new();
    metrics.check(7);
    metrics.record(CutSizes::new("a\"\\\nb", CutUnit::Bytes, 300, 256));
    metrics.record(CutSizes::new("a\"\\\nb", CutUnit::Bytes, 20_000_000, 257));
    metrics.record(CutSizes::new("t.ids[12]", CutUnit::Items, 4, 0));
    metrics.session("stock_data", 51_234);
    let expected = r#"# HELP truncation_checks_total Texts and values that were checked.
# TYPE truncation_checks_total counter
truncation_checks_total 7
# HELP truncation_events_total Cuts.
# TYPE truncation_events_total counter
truncation_events_total{dataset="a\"\\ b"} 2
truncation_events_total{dataset="t.ids[*]"} 1
# HELP truncation_original_bytes Sizes before cuts, in bytes.
# TYPE truncation_original_bytes histogram
truncation_original_bytes_bucket{dataset="a\"\\ b",le="256"} 0
truncation_original_bytes_bucket{dataset="a\"\\ b",le="1024"} 1
truncation_original_bytes_bucket{dataset="a\"\\ b",le="4096"} 1
truncation_original_bytes_bucket{dataset="a\"\\ b",le="16384"} 1
truncation_original_bytes_bucket{dataset="a\"\\ b",le="65536"} 1
truncation_original_bytes_bucket{dataset="a\"\\ b",le="262144"} 1
truncation_original_bytes_bucket{dataset="a\"\\ b",le="1048576"} 1
truncation_original_bytes_bucket{dataset="a\"\\ b",le="4194304"} 1
truncation_original_bytes_bucket{dataset="a\"\\ b",le="16777216"} 1
truncation_original_bytes_bucket{dataset="a\"\\ b",le="+Inf"} 2
truncation_original_bytes_sum{dataset="a\"\\ b"} 20000300
truncation_original_bytes_count{dataset="a\"\\ b"} 2
# HELP truncation_truncated_bytes Sizes after cuts, in bytes.
# TYPE truncation_truncated_bytes histogram
truncation_truncated_bytes_bucket{dataset="a\"\\ b",le="256"} 1
truncation_truncated_bytes_bucket{dataset="a\"\\ b",le="1024"} 2
"#;
    let text = metrics.prometheus();
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains("truncation_original_items_bucket{dataset=\"t.ids[*]\",le=\"4\"} 1\n"));
    assert!(text.contains("truncation_truncated_items_bucket{dataset=\"t.ids[*]\",le=\"4\"} 1\n"));
    assert!(!text.contains("_chars"), "a unit that never came has no metric");
    assert!(text.ends_with("# TYPE stock_data_bytes gauge\nstock_data_bytes 51234\n"));
}

#[test]
fn no_cut_is_lost_when_there_are_too_many_datasets() {
    let mut metrics = Metrics::new();
    for n in 0..2000 {
        metrics.record(CutSizes::new(&format!("user{n}.bio[{n}]"), CutUnit::Chars, n, 1));
    }
    assert_eq!(metrics.datasets().count(), 501);
    assert_eq!(metrics.datasets().map(|(_, dataset)| dataset.events()).sum::<u64>(), 2000);
    let other = metrics.datasets().find(|(name, _)| *name == "other").unwrap().1;
    assert_eq!(other.events(), 1500);
    let (unit, before, after) = other.sizes().next().unwrap();
    assert_eq!((unit, before.count(), before.sum(), after.sum()), (CutUnit::Chars, 1500, (500..2000).sum(), 1500));
}

#[test]
fn the_paragraph_comes_when_the_flag_is_set_or_a_text_says_so() {
    let cut = "x".repeat(3000);
    let replaced = trim_value(&json!({ "body": cut }), &ValueOptions::new()).unwrap().value.into_owned();
    for reported in [
        json!({ "truncation_applied": true }),
        json!([[{ "deep": { "truncation_applied": true } }]]),
        json!("[1, 2\n\n(response truncated)"),
        replaced,
    ] {
        assert_eq!(disclaimer_for(&reported), Some(DISCLAIMER), "{reported}");
    }
    for whole in [
        json!({ "truncation_applied": false }),
        json!({ "truncation_applied": "true" }),
        json!({ "value exceeds size limit": 1 }),
        json!(["Response Truncated", null, 1, ""]),
    ] {
        assert_eq!(disclaimer_for(&whole), None, "{whole}");
    }
    assert!(TRUNCATION_SIGNS.into_iter().all(|sign| mentions_truncation(&sign.replace("{count}", "40"))));
}

#[test]
fn a_value_of_a_hundred_thousand_levels_is_walked_without_recursion() {
    let mut value = json!({ "truncation_applied": true });
    for _ in 0..100_000 {
        value = Value::Array(vec![value]);
    }
    assert!(disclaimer_for(&value).is_some());
    // serde_json drops a deep value recursively.
    while let Value::Array(mut items) = value {
        value = items.pop().unwrap();
    }
}
