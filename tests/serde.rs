//! Public types as JSON, in JavaScript's spelling: what Rust writes is what the other hosts know.

use serde_json::{Value, from_value, json, to_value};
use tooltrim::compaction::Rung;
use tooltrim::messages::Edit;
use tooltrim::trimming::RescueOptions;
use tooltrim::{
    Budget, CleanOptions, CompactOptions, Compactor, OutputStore, Ref, Retrieve, TrimOptions, TruncationConfig,
    ValueOptions, compact_messages, extract_tool_calls, measure, repair_messages, trim, trim_value, validate_messages,
};

#[test]
fn options_are_read_from_json() {
    let options: TrimOptions = from_value(json!({"maxChars": 60, "keep": "head", "rescue": {"share": 0.5}})).unwrap();
    let log = "a line of a log that goes on\n".repeat(20);
    let same = TrimOptions::new().max_chars(60).keep(tooltrim::Keep::Head).rescue(RescueOptions::new().share(0.5));
    assert_eq!(trim(&log, &options).unwrap(), trim(&log, &same).unwrap());

    let clean: CleanOptions = from_value(json!({"ansi": true})).unwrap();
    assert_eq!(clean, CleanOptions::new().ansi(true));
    let page: Retrieve = from_value(json!({"lines": "2-3", "ignoreCase": true})).unwrap();
    assert_eq!(page, Retrieve::new().lines(2, 3).ignore_case(true));
    let threshold = json!({"share": 0.25, "of": {"tokens": 1000}});
    let config: TruncationConfig = from_value(json!({"truncationThreshold": threshold})).unwrap();
    let share = tooltrim::calls::Threshold::Share(0.25, Budget::Tokens(1000));
    assert_eq!(config, TruncationConfig::new().truncation_threshold(share));
}

#[test]
fn a_wrong_option_is_named_with_its_value_and_the_rule() {
    let wrong = |error: serde_json::Error| error.to_string();
    let trim = |options: Value| wrong(from_value::<TrimOptions>(options).unwrap_err());
    assert_eq!(trim(json!({"maxChars": -1})), "maxChars: -1 is not a number of 0 or more");
    assert!(trim(json!({"maxchars": 1})).starts_with("maxchars: is not an option; known are maxChars, maxUtf16, "));
    assert_eq!(trim(json!({"clean": {"ansi": 1}})), "clean.ansi: 1 is not true or false");
    assert_eq!(trim(json!([1])), "options: [1] is not an object");
    let compact = |options: Value| wrong(from_value::<CompactOptions>(options).unwrap_err());
    assert_eq!(compact(json!({"compactTo": 2})), "compactTo: 2 is not a number from 0 to 1");
    let value = |options: Value| wrong(from_value::<ValueOptions>(options).unwrap_err());
    assert_eq!(value(json!({"maxTotalBytes": null})), "maxTotalBytes: null is not a number of 2 or more");
}

#[test]
fn results_are_written_as_other_hosts_know_them() {
    assert_eq!(
        to_value(measure("é\n")).unwrap(),
        json!({"chars": 2, "utf16": 2, "bytes": 3, "lines": 1, "graphemes": 2, "tokens": 3})
    );
    let cuts = trim_value(&json!({"items": [1, 2, 3]}), &ValueOptions::new().max_items(1)).unwrap().cuts;
    let cut = json!({"path": "/items", "kind": "items", "before": 3, "after": 1, "limit": 1, "label": "items"});
    assert_eq!(to_value(cuts).unwrap(), json!([cut]));

    let calls = [json!({"id": "c1", "type": "function", "function": {"name": "ls", "arguments": "{}"}})];
    let messages = [json!({"role": "user", "content": "go"}), json!({"role": "assistant", "tool_calls": calls})];
    let messages = messages.into_iter().chain([json!({"role": "user", "content": "on"})]).collect::<Vec<_>>();
    let problems = validate_messages(&messages, None).unwrap();
    let problem = to_value(&problems).unwrap()[0].clone();
    assert_eq!(
        (problem["rule"].as_str(), problem["path"].as_str()),
        (Some(problems[0].rule.name()), Some("/1/tool_calls/0"))
    );

    let mut compactor = Compactor::new(CompactOptions::new(Budget::Chars(10_000))).unwrap();
    let report = compactor.next(&messages, tooltrim::compaction::Request::new()).unwrap().report;
    let json: Value = serde_json::from_str(&report.to_json()).unwrap();
    assert_eq!(json["exchanges"][0]["rung"], Rung::Full.name());
    assert_eq!((&json["firstChangedMessage"], &json["overTarget"]), (&Value::Null, &json!(false)));
    assert!(json.get("forkedAt").is_none());
}

#[test]
fn whole_results_are_written_and_what_goes_on_from_them_is_read_back() {
    let log = "a line of a log that goes on\n".repeat(20);
    let trimmed = trim(&log, 60).unwrap();
    let written = to_value(&trimmed).unwrap();
    let omitted = json!({"utf16": trimmed.omitted.utf16, "chars": trimmed.omitted.chars});
    assert_eq!(written, json!({"text": trimmed.text, "truncated": true, "omitted": omitted, "kept": trimmed.kept}));
    let mut store = OutputStore::new();
    let kept = TrimOptions::new().max_chars(200);
    let kept = to_value(store.trim(&log, &kept).unwrap()).unwrap();
    assert_eq!(kept["ref"], json!("#90e9m1bx"));
    assert_eq!(from_value::<Ref>(kept["ref"].clone()).unwrap(), Ref::of(&log).unwrap());
    assert!(from_value::<Ref>(json!("the log")).unwrap_err().to_string().contains("is not a ref such as #k3f9a2bx"));

    let calls = [json!({"id": "c1", "type": "function", "function": {"name": "ls", "arguments": "{}"}})];
    let messages = [json!({"role": "user", "content": "go"}), json!({"role": "assistant", "tool_calls": calls})];
    let repaired = repair_messages(&messages, None).unwrap();
    let written = to_value(&repaired).unwrap();
    assert_eq!(written["edits"][0], repaired.edits[0].to_json());
    assert_eq!(from_value::<Vec<Edit>>(written["edits"].clone()).unwrap(), repaired.edits);
    assert!(from_value::<Edit>(json!({"text": "/1"})).is_err());
    let call = to_value(extract_tool_calls(&messages, None).unwrap()).unwrap();
    assert_eq!((&call[0]["callId"], &call[0]["isAnswered"]), (&json!("c1"), &json!(false)));

    let compacted = compact_messages(&messages, &CompactOptions::new(Budget::Chars(1000))).unwrap();
    let written = to_value(&compacted).unwrap();
    assert_eq!(written["messages"], json!(messages));
    assert_eq!(written["report"], to_value(&compacted.report).unwrap());

    let error = trim("text", TrimOptions::new().max_chars(5).marker("[cut off]")).unwrap_err();
    assert_eq!(to_value(&error).unwrap(), json!({"code": "MARKER_TOO_LONG", "message": error.message()}));
}
