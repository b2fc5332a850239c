//! When a step is taken, and when it is left out.

use serde_json::{Value, json};
use tooltrim::compaction::Compaction;

use crate::compaction::session::{ANTHROPIC, CHAT, Turn, call, calls, program, user, write};
use crate::compaction::support::{compact, compacted, read};

fn session() -> Vec<Turn> {
    let read = |number: usize| {
        calls(vec![call("read_file", json!({"filePath": format!("src/{number}.ts")}), program(number, 40))])
    };
    let mut session = vec![user("Go.")];
    session.extend((0..8).map(read));
    session
}

fn size(unit: &str) -> u64 {
    let before = compacted(&session(), CHAT, &json!({"window": {"chars": 10_000_000}})).report.before;
    if unit == "chars" { before.chars } else { before.tokens }
}

fn with(options: Value) -> Compaction {
    compacted(&session(), CHAT, &options)
}

#[test]
fn nothing_happens_up_to_the_mark() {
    for unit in ["chars", "tokens"] {
        let size = size(unit);
        let out = with(json!({"window": {unit: size}, "triggerAt": 1}));
        assert!(!out.changed && out.notice.is_none() && out.edits.is_empty());
        let out = with(json!({"window": {unit: size - 1}, "triggerAt": 1}));
        assert!(out.changed && out.notice.is_some(), "{unit}");
    }
}

#[test]
fn the_mark_is_at_80_percent_and_the_target_at_50() {
    let size = size("chars");
    let window = size * 10 / 8;
    assert!(!with(json!({"window": {"chars": window + 2}})).changed);
    let out = with(json!({"window": {"chars": window - 2}}));
    assert!(out.changed);
    assert!(
        out.report.after.chars <= window / 2 && out.report.after.chars * 10 >= window * 4,
        "{:?}",
        out.report.after
    );
}

#[test]
fn the_notice_says_how_much() {
    let out = with(json!({"window": {"chars": size("chars")}}));
    let notice = out.notice.unwrap();
    assert!(notice.contains("of 8 tool results"), "{notice}");
}

#[test]
fn a_step_that_gains_little_is_left_out() {
    // Nearly all is recent: what is old frees little.
    let options = |gain: f64| {
        json!({
            "window": {"chars": size("chars") * 10 / 9}, "compactTo": 0.88, "minimumGain": gain,
        })
    };
    let out = with(options(0.1));
    assert!(!out.changed, "{:?}", out.report);
    assert_eq!(out.report.notes, ["a step would free less than minimumGain"]);
    assert!(with(options(0.01)).changed);
}

#[test]
fn every_gain_counts_when_the_window_is_nearly_full() {
    let options =
        |part: u64| json!({"window": {"chars": size("chars") * 100 / part}, "compactTo": 0.92, "minimumGain": 0.3});
    assert!(!with(options(94)).changed);
    assert!(with(options(97)).changed);
}

#[test]
fn a_step_that_does_not_pay_is_left_out_where_that_is_wanted() {
    let options = |requests: u32, only: bool| {
        json!({
            "window": {"chars": size("chars") * 10 / 9},
            "economics": {"expectedRequests": requests, "onlyIfWorthwhile": only},
        })
    };
    let out = with(options(0, true));
    assert!(!out.changed);
    assert_eq!(out.report.notes, ["a step would not pay within the requests that are expected"]);
    let requests = out.report.break_even_requests.unwrap();
    assert!(requests > 0);
    assert!(with(options(requests as u32, true)).changed);
    assert!(!with(options(requests as u32 - 1, true)).changed);
    assert!(with(options(0, false)).changed);
}

#[test]
fn without_calls_nothing_happens() {
    let messages = write(&[user(&program(1, 100)), user(&program(2, 100))], ANTHROPIC);
    let out = compact(&messages, &json!({"window": {"chars": 100}, "format": "anthropic"}));
    assert!(!out.changed && out.messages == messages);
    let out = compact(&[], &json!({"window": {"chars": 100}}));
    assert!(!out.changed && out.messages.is_empty());
}

#[test]
fn what_was_not_changed_in_front_is_reported_for_the_cache() {
    let out = with(json!({"window": {"chars": size("chars")}, "compactTo": 0.9}));
    let first = out.report.first_changed_message.unwrap();
    let messages = write(&session(), CHAT);
    assert_eq!(out.messages[..first], messages[..first]);
    assert_ne!(out.messages[first], messages[first]);
}

#[test]
fn a_mark_is_a_share_a_size_or_a_number_of_calls() {
    let session: Vec<Turn> = core::iter::once(user("Go."))
        .chain((0..10).map(|number| {
            calls(vec![call("read_file", json!({"filePath": format!("{number}.ts")}), program(number, 30))])
        }))
        .collect();
    let size = compacted(&session, CHAT, &json!({"window": {"chars": 1_000_000}})).report.before;
    let steps = |mark: serde_json::Value, window: serde_json::Value| {
        let options = json!({"window": window, "triggerAt": mark, "compactTo": 0.001, "minimumGain": 0});
        compacted(&session, CHAT, &options).changed
    };
    for window in [json!({"chars": 1_000_000}), json!({"tokens": 1_000_000})] {
        for (mark, passed) in [
            (json!({"calls": 9}), true),
            (json!({"calls": 10}), false),
            (json!({"chars": size.chars - 1}), true),
            (json!({"chars": size.chars}), false),
            (json!({"utf16": size.chars - 1}), true),
            (json!({"utf16": size.chars}), false),
            (json!({"tokens": size.tokens - 1}), true),
            (json!({"tokens": size.tokens}), false),
            (json!(0), true),
            (json!(1), false),
        ] {
            assert_eq!(steps(mark.clone(), window.clone()), passed, "{mark} of {window}");
        }
    }
    // A full window is always above the mark.
    assert!(steps(json!({"calls": 1000}), json!({"chars": size.chars - 1})));
    for wrong in [json!({}), json!({"calls": 1, "chars": 2}), json!({"share": 0.5}), json!("half"), json!(null)] {
        let error = read(&json!({"window": {"chars": 1}, "triggerAt": wrong})).unwrap_err();
        assert!(
            error.to_string().contains("a number from 0 to 1, { tokens }, { chars }, { utf16 } or { calls }"),
            "{error}"
        );
    }
}

#[test]
fn a_mark_below_the_target_takes_its_place() {
    let session: Vec<Turn> = core::iter::once(user("Go."))
        .chain((0..40).map(|number| {
            calls(vec![call("read_file", json!({"filePath": format!("{number}.ts")}), program(number, 30))])
        }))
        .collect();
    let options = |mark| json!({"window": {"chars": 1_000_000}, "triggerAt": mark});
    let out = compacted(&session, CHAT, &options(json!({"chars": 20_000})));
    assert!(out.changed && out.report.after.chars <= 10_000, "{:?}", out.report.after);
    let again = compact(&out.messages, &options(json!({"chars": 20_000})));
    assert!(!again.changed);
    // Of a number of calls no size follows.
    let out = compacted(&session, CHAT, &options(json!({"calls": 10})));
    assert_eq!(out.report.notes, ["triggerAt is passed, but the messages are smaller than compactTo"]);
}
