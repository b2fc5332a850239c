//! Golden values that Rust and JavaScript must both bound to the same bytes.
//!
//! `TOOLTRIM_BLESS=1 cargo test golden_values` writes them anew; read the diff before committing it.

use serde_json::{Map, Value, json};
use tooltrim::host::NamedOption;
use tooltrim::values::{TrimmedValue, ValueTrimmer};
use tooltrim::{TrimOptions, ValueOptions, trim};

use crate::support::golden as golden_file;
use golden_file::{check, option_value};

fn issues(count: usize) -> Value {
    let issue = |n: usize| {
        json!({
            "id": 9_007_199_254_740_000_u64 + n as u64,
            "title": format!("Crash no. {n} \u{1f680}"),
            "open": n.is_multiple_of(3),
            "labels": ["bug", "p1"],
            "body": "It crashes.\n\n```\nerror: \"disk\" full\n```\n".repeat(1 + n % 7 * 12),
            "user": {"login": "ann", "id": n, "avatar": null},
        })
    };
    (0..count).map(issue).collect()
}

fn nested(depth: usize) -> Value {
    (0..depth)
        .fold(json!("the end of it"), |inner, n| if n % 2 == 0 { json!([inner, n]) } else { json!({"in": inner}) })
}

fn values() -> Vec<(&'static str, Value)> {
    let base64 = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ".repeat(20);
    let map: Map<String, Value> =
        (0..80).map(|n| (format!("key-{n}"), json!({"n": n, "text": "x".repeat(n)}))).collect();
    vec![
        ("null", json!(null)),
        ("a text", json!("a text \"with\" escapes \\ and \u{1}\n".repeat(90))),
        (
            "texts",
            json!({"short": "a", "long": "long ".repeat(600), "emoji": "\u{1f469}\u{200d}\u{1f680}".repeat(300), "n": 1}),
        ),
        ("issues", json!({"total_count": 40, "items": issues(6)})),
        ("numbers", (0..3000).collect()),
        ("a map", Value::Object(map)),
        ("nested", nested(20)),
        ("deep", nested(100)),
        ("base64", json!({"chart": base64, "uri": format!("see data:image/png;base64,{base64}"), "text": "no"})),
        ("json in a text", json!({"content": [{"type": "text", "text": issues(4).to_string()}], "isError": false})),
        (
            "odd names",
            json!({"": 1, "a/b~c": vec!["x"; 9], "__proto__": {"constructor": "y".repeat(300)}, "...": "...", "k".repeat(2500): true}),
        ),
        ("lists of lists", (0..60).map(|n| json!([n, format!("row {n}"), vec![n; 5]])).collect()),
        (
            "our words",
            json!(["[3 items omitted]", "[truncated]", {"...": "[9 keys omitted]", "truncation_applied": true}]),
        ),
    ]
}

fn options() -> Vec<Value> {
    vec![
        json!({}),
        json!({"maxStringBytes": 100}),
        json!({"maxStringBytes": 8, "flag": "cut"}),
        json!({"maxItems": 3, "maxKeys": 4}),
        json!({"maxDepth": 3}),
        json!({"maxDepth": 50}),
        json!({"maxTotalBytes": 2}),
        json!({"maxTotalBytes": 60}),
        json!({"maxTotalBytes": 700}),
        json!({"maxTotalBytes": 4000, "flag": "truncation_applied"}),
        json!({"maxTotalBytes": 1500, "maxStringBytes": 200, "maxItems": 8, "base64": "keep"}),
        json!({"maxTotalBytes": 900, "strings": {"keep": "head", "marker": "~", "snap": "grapheme"}}),
        json!({"strings": {"maxChars": 60, "snap": "char"}}),
        json!({"limits": {"items[*].body": {"maxChars": 40, "marker": "..."}, "items": {"maxItems": 2}, "**.text": {"maxBytes": 50}, "[1]": {"maxItems": 1}}}),
    ]
}

fn schemas() -> Vec<(&'static str, Value)> {
    let issue = json!({"type": "object", "properties": {
        "title": {"type": "string", "maxLength": 8},
        "body": {"anyOf": [{"type": "string", "maxLength": 130}, {"type": "null"}]},
        "labels": {"type": "array", "maxItems": 1},
        "user": {"maxProperties": 2},
    }});
    vec![
        (
            "issues",
            json!({"properties": {"items": {"maxItems": 3, "items": {"$ref": "#/$defs/issue"}}}, "$defs": {"issue": issue}}),
        ),
        ("numbers", json!({"allOf": [{"maxItems": 9}, {"maxItems": 4}], "items": {"maximum": 3}})),
        ("a map", json!({"maxProperties": 5, "additionalProperties": {"properties": {"text": {"maxLength": 2}}}})),
        (
            "nested",
            json!({"$ref": "#", "items": {"$ref": "#/properties/in"}, "properties": {"in": {"maxItems": 1, "items": {"maxProperties": 0}}}}),
        ),
    ]
}

fn read(options: &Value) -> ValueOptions {
    let mut read = ValueOptions::new();
    for (name, value) in options.as_object().into_iter().flatten() {
        let option = NamedOption { name, value: option_value(value), shown: &value.to_string() };
        read.set(&option).expect("an option");
    }
    read
}

fn result(trimmed: &TrimmedValue<'_>) -> Value {
    let cut = |cut: &tooltrim::values::Cut| json!({"path": cut.path, "kind": cut.kind.name(), "before": cut.before, "after": cut.after});
    let cuts: Vec<Value> = trimmed.cuts.iter().map(cut).collect();
    // A value that fits is the input: null stands for it.
    let value = if cuts.is_empty() { Value::Null } else { trimmed.value.clone().into_owned() };
    json!({"value": value, "truncated": trimmed.truncated, "cuts": cuts})
}

fn texts() -> Vec<(&'static str, String)> {
    vec![
        ("pretty", serde_json::to_string_pretty(&issues(9)).expect("json")),
        ("as written", r#"{"big": 123456789012345678901234567890, "e": 1.50E+3, "u": "\u00e9\ud83d\ude00\/", "a": 1, "a": 2, "list": [ 1, 2 , 3 ]}"#.to_owned()),
        ("long, as written", format!(r"[{}0]", r#"{"n": 1.10, "t": "\u00e9\ud83d\ude00\/ and more of it", "n": 2.0} , "#.repeat(60))),
        ("no json", "{\"a\": 1,}\n".repeat(80)),
        ("a long text", json!("text ".repeat(200)).to_string()),
    ]
}

fn text_options() -> Vec<Value> {
    vec![
        json!({"format": "json", "maxBytes": 400}),
        json!({"format": "json", "maxChars": 90, "keep": "head"}),
        json!({"format": "json", "maxUtf16": 1000, "keep": "tail", "count": ["bytes"]}),
        json!({"format": "json", "maxTokens": 150}),
        json!({"format": "json", "maxLines": 1, "maxChars": 600, "marker": "~"}),
        json!({"format": "json", "maxBytes": 1, "marker": ""}),
    ]
}

fn text_case(name: &str, text: &str, options: &Value) -> Value {
    let mut read = TrimOptions::new();
    for (name, value) in options.as_object().into_iter().flatten() {
        let option = NamedOption { name, value: option_value(value), shown: &value.to_string() };
        read.set(&option).expect("an option");
    }
    let trimmed = trim(text, read).expect("options");
    let mut omitted = json!({"utf16": trimmed.omitted.utf16, "chars": trimmed.omitted.chars});
    for (name, size) in
        [("bytes", trimmed.omitted.bytes), ("lines", trimmed.omitted.lines), ("tokens", trimmed.omitted.tokens)]
    {
        if let Some(size) = size {
            omitted[name] = json!(size);
        }
    }
    let mut result = json!({"text": trimmed.text, "truncated": trimmed.truncated, "omitted": omitted});
    if let Some(cleaned) = trimmed.cleaned {
        result["cleaned"] = json!({"chars": cleaned.chars, "lines": cleaned.lines});
    }
    json!({"name": name, "text": text, "options": options, "result": result})
}

#[test]
fn values_are_bounded_as_written_down() {
    let mut cases = Vec::new();
    for (name, value) in values() {
        for options in options() {
            let bounds = ValueTrimmer::new(&read(&options)).expect("options");
            let trimmed = bounds.trim(&value).expect("no cycle");
            // The same through the text.
            let text = value.to_string();
            let as_text = bounds.trim_json(&text).expect("json");
            assert_eq!(as_text.json, trimmed.value.to_string(), "{name} {options}");
            assert_eq!(as_text.cuts, trimmed.cuts, "{name} {options}");
            cases.push(json!({"name": name, "options": options, "result": result(&trimmed)}));
        }
    }
    for (name, schema) in schemas() {
        let value = values().into_iter().find(|(known, _)| *known == name).map(|(_, value)| value).expect("a value");
        let bounds = ValueTrimmer::with_schema(&ValueOptions::new(), &schema.to_string()).expect("a schema");
        let trimmed = bounds.trim(&value).expect("no cycle");
        cases.push(json!({"name": name, "options": {}, "schema": schema, "result": result(&trimmed)}));
    }
    let texts: Vec<Value> = texts()
        .iter()
        .flat_map(|(name, text)| text_options().into_iter().map(move |options| text_case(name, text, &options)))
        .collect();
    let values: Map<String, Value> = values().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    check("values.json", "values", &json!({"values": values, "cases": cases, "texts": texts}));
}
