//! Broken messages, and options that are none.

use serde_json::{Value, json};
use tooltrim::{Budget, CompactOptions, Compactor, ErrorKind, compact_messages, validate_messages};

use crate::compaction::session::{CHAT, STYLES, Style, Turn, call, calls, log, program, user, write};
use crate::compaction::support::{compact, read, results};

fn session() -> Vec<Turn> {
    let read = |number: usize| {
        calls(vec![call("read_file", json!({"filePath": format!("{number}.ts")}), program(number, 40))])
    };
    std::iter::once(user("Go.")).chain((0..6).map(read)).chain([user("And?")]).collect()
}

/// A call without a result, and a result without a call.
fn broken() -> Vec<Value> {
    let mut messages = write(&session(), CHAT);
    messages.remove(2);
    messages.insert(1, json!({"role": "tool", "tool_call_id": "gone", "content": program(9, 40)}));
    messages
}

#[test]
fn broken_pairs_go_through_and_are_reported() {
    let messages = broken();
    let out = compact(&messages, &json!({"window": {"chars": 8000}, "recentCallsToKeep": 1}));
    assert!(out.changed);
    let rules: Vec<&str> = out.report.problems.iter().map(|problem| problem.rule.name()).collect();
    assert_eq!(rules, ["result-without-call", "call-without-result"]);
    assert_eq!(out.messages.len(), messages.len());
    assert_eq!(out.messages[1], messages[1], "a result that nobody asked for is not touched");
}

#[test]
fn all_results_of_a_call_leave_with_it() {
    let list = |number: usize| {
        calls(vec![call("bash", json!({"command": format!("ls {number}")}), log(number, 20 + number % 3))])
    };
    let turns: Vec<Turn> = [user("Go.")].into_iter().chain((0..40).map(list)).collect();
    let counted = |messages: &[Value], style: Style| {
        let found = validate_messages(messages, Some(style.format)).unwrap();
        let of = |rule: &str| found.iter().filter(|problem| problem.rule.name() == rule).count();
        (of("duplicate-result"), of("result-without-call"))
    };
    for (name, style) in STYLES.into_iter().filter(|(name, _)| !["ai-sdk ui", "gemini"].contains(name)) {
        let mut messages = write(&turns, style);
        // The second call and one that is recent were answered twice.
        for at in [messages.len() - 3, 4] {
            messages.insert(at + 1, messages[at].clone());
        }
        assert_eq!(counted(&messages, style), (2, 0), "{name}");
        for way in ["mask", "summary"] {
            let out = compact(&messages, &json!({"window": {"chars": 8000}, "style": way, "compactTo": 0.4}));
            assert!(out.messages.len() < 40, "{name} {way}");
            assert_eq!(counted(&out.messages, style), (1, 0), "{name} {way}: {:#?}", out.messages);
            let again = compact(&out.messages, &json!({"window": {"chars": 1e12}, "format": style.format.name()}));
            assert_eq!(again.report.before.chars, out.report.after.chars, "{name} {way}");
        }
    }
}

#[test]
fn broken_pairs_are_an_error_where_that_is_wanted() {
    let options = read(&json!({"window": {"chars": 8000}, "onInvalid": "throw"})).unwrap();
    let error = compact_messages(&broken(), &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidMessages);
    assert!(error.message().starts_with("messages/1: "), "{error}");
    let error = compact_messages(&broken(), &CompactOptions::new(Budget::Chars(9)).throw_on_invalid(true)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidMessages);
    assert!(compact_messages(&write(&session(), CHAT), &options).is_ok());
}

#[test]
fn what_is_no_conversation_is_refused() {
    let options = read(&json!({"window": {"chars": 8000}})).unwrap();
    let kind = |messages: &[Value]| compact_messages(messages, &options).unwrap_err().kind();
    assert_eq!(kind(&[json!(7)]), ErrorKind::InvalidMessages);
    assert_eq!(kind(&[json!({"text": "hi"})]), ErrorKind::UnknownFormat);
}

#[test]
fn results_with_repeated_ids_stay_with_their_calls() {
    let text = write(&session(), CHAT);
    let text = Value::Array(text).to_string();
    let text = (1..6).fold(text, |text, at| text.replace(&format!("\"c{at}\""), "\"c0\""));
    let messages: Vec<Value> = serde_json::from_str(&text).unwrap();
    let out = compact(&messages, &json!({"window": {"chars": 10_000}, "recentCallsToKeep": 2}));
    assert_eq!(results(&out.messages)[4..], [program(4, 40), program(5, 40)]);
}

#[test]
fn options_are_refused_by_name_value_and_rule() {
    for (options, message) in [
        (json!({"window": 200_000}), "window: 200000 is not { utf16 }, { chars } or { tokens }"),
        (json!({"window": {"bytes": 1}}), "window: {\"bytes\":1} is not { utf16 }, { chars } or { tokens }"),
        (json!({"triggerAt": 1.5}), "triggerAt: 1.5 is not a number from 0 to 1"),
        (
            json!({"compactTo": "half"}),
            "compactTo: \"half\" is not a number from 0 to 1, { tokens }, { chars } or { utf16 }",
        ),
        (json!({"compactTo": {"utf16": -1}}), "compactTo.utf16: -1 is not a number of 0 or more"),
        (json!({"triggerAt": {"utf16": -1}}), "triggerAt.utf16: -1 is not a number of 0 or more"),
        (
            json!({"triggerAt": {"tokens": 1, "chars": 1}}),
            "triggerAt: {\"tokens\":1,\"chars\":1} is not a number from 0 to 1, { tokens }, { chars }, { utf16 } or { calls }",
        ),
        (json!({"minimumGain": -0.1}), "minimumGain: -0.1 is not a number from 0 to 1"),
        (json!({"recentCallsToKeep": -1}), "recentCallsToKeep: -1 is not a number of 0 or more"),
        (json!({"style": "fold"}), "style: \"fold\" is not one of \"mask\", \"summary\""),
        (json!({"summaryRole": "system"}), "summaryRole: \"system\" is not one of \"user\", \"assistant\""),
        (json!({"acknowledge": 1}), "acknowledge: 1 is not true or false"),
        (json!({"preserveErrorsVerbatim": null}), "preserveErrorsVerbatim: null is not true or false"),
        (json!({"onInvalid": "repair"}), "onInvalid: \"repair\" is not one of \"pass\", \"throw\""),
        (
            json!({"tools": {"ls": {"keep": "some"}}}),
            "tools.ls.keep: \"some\" is not one of \"always\", \"normal\", \"never\"",
        ),
        (json!({"tools": {"ls": {"hide": true}}}), "tools.ls.hide: is not an option; known are category, keep, result"),
        (
            json!({"tools": {"ls": {"result": {"maxChars": -1}}}}),
            "tools.ls.result.maxChars: -1 is not a number of 0 or more",
        ),
        (json!({"protectedPaths": "src"}), "protectedPaths: \"src\" is not a list of paths"),
        (json!({"protectedPaths": [1]}), "protectedPaths: [1] is not a list of paths"),
        (json!({"economics": {"cacheRead": -1}}), "economics.cacheRead: -1 is not a number of 0 or more"),
        (
            json!({"economics": {"cache": 1}}),
            "economics.cache: is not an option; known are cacheRead, cacheWrite, expectedRequests, onlyIfWorthwhile",
        ),
        (json!({"format": 1}), "format: 1 is not the name of a format"),
    ] {
        let error = read(&options).unwrap_err();
        assert_eq!((error.kind(), error.message()), (ErrorKind::InvalidOption, message));
    }
    let error = read(&json!({"windows": 1})).unwrap_err();
    assert!(error.message().starts_with("windows: is not an option; known are onInvalid, format, window, reserve, "));
}

#[test]
fn a_window_has_to_be_there_and_in_the_unit_of_the_reserve() {
    let error = Compactor::new(read(&json!({})).unwrap()).unwrap_err();
    assert_eq!(error.message(), "window: is missing; it is { tokens }, { chars } or { utf16 }");
    let both = read(&json!({"window": {"chars": 1}, "reserve": {"tokens": 1}})).unwrap();
    let error = Compactor::new(both).unwrap_err();
    assert!(error.message().starts_with("reserve: is in another unit than window"), "{error}");
}
