//! When a step is taken, and when it is left out.

use serde_json::{Value, json};
use tooltrim::Compactor;
use tooltrim::compaction::{Compaction, Request};

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
}

/// 40 reads of 1,700 chars.
fn reads(count: usize) -> Vec<Turn> {
    let read = |number: usize| {
        calls(vec![call("read_file", json!({"filePath": format!("{number}.ts")}), program(number, 30))])
    };
    core::iter::once(user("Go.")).chain((0..count).map(read)).collect()
}

#[test]
fn a_number_of_calls_compacts_to_a_share_of_what_is_there() {
    for window in [json!({"chars": 1_000_000}), json!({"tokens": 1_000_000})] {
        let options =
            |to| json!({"window": window, "triggerAt": {"calls": 10}, "compactTo": to, "recentCallsToKeep": 2});
        let size = compacted(&reads(40), CHAT, &json!({"window": window})).report.before;
        for to in [0.5, 0.3] {
            let out = compacted(&reads(40), CHAT, &options(to));
            let (before, after) = match window.get("chars") {
                Some(_) => (size.chars, out.report.after.chars),
                None => (size.tokens, out.report.after.tokens),
            };
            assert!(out.changed && out.report.notes.is_empty(), "{:?}", out.report.notes);
            assert!(after as f64 <= before as f64 * to && after as f64 > before as f64 * to * 0.7, "{before} {after}");
        }
    }
}

#[test]
fn the_count_of_calls_starts_again_with_a_step() {
    let messages = write(&reads(120), CHAT);
    let options = json!({"window": {"tokens": 128_000}, "triggerAt": {"calls": 10}});
    let mut compactor = Compactor::new(read(&options).unwrap()).unwrap();
    let mut steps = Vec::new();
    for call in 1..=120 {
        if compactor.next(&messages[..=2 * call], Request::new()).unwrap().notice.is_some() {
            steps.push(call);
        }
        let state = compactor.state();
        compactor = Compactor::from_state(&state, read(&options).unwrap()).unwrap();
    }
    assert_eq!(steps, (1..=10).map(|step| 11 * step).collect::<Vec<_>>());
}

#[test]
fn a_mark_in_the_other_unit_is_what_the_target_is_a_share_of() {
    for (window, mark, unit) in [
        (json!({"tokens": 128_000}), json!({"chars": 20_000}), "chars"),
        (json!({"chars": 1_000_000}), json!({"tokens": 5000}), "tokens"),
    ] {
        let most = mark[unit].as_f64().unwrap() * 0.5;
        let out = compacted(&reads(40), CHAT, &json!({"window": window, "triggerAt": mark}));
        let after = if unit == "chars" { out.report.after.chars } else { out.report.after.tokens };
        assert!(out.changed && after as f64 <= most * 1.1 && after as f64 > most * 0.7, "{after} of {most}");
    }
}

#[test]
fn a_target_holds_in_the_unit_of_the_mark_where_the_window_is_smaller_too() {
    // Almost no token, and one for two chars.
    let dense = (0..150).map(|at| format!("{:x}#{:x}\n", at * 104_729 + 7, at * 7_919)).collect::<Vec<_>>().concat();
    let messages = write(
        &[
            user("Go."),
            calls(vec![call("bash", json!({"command": "one"}), "timeout".repeat(1700))]),
            calls(vec![call("bash", json!({"command": "two"}), dense)]),
        ],
        CHAT,
    );
    let options = json!({"window": {"chars": 6_900}, "triggerAt": {"tokens": 700}});
    let out = compact(&messages, &options);
    assert!(out.report.before.tokens > 700 && out.report.before.chars > 13_000, "{:?}", out.report.before);
    assert!(out.report.after.tokens <= 350 && !out.report.over_target, "{:?}", out.report.after);
    let mut compactor = Compactor::from_state(&out.state, read(&options).unwrap()).unwrap();
    let again = compactor.next(&messages, Request::new()).unwrap();
    assert_eq!((again.notice, again.messages), (None, out.messages));
    // What cannot be met is said.
    let mut long = messages.clone();
    long[0]["content"] = json!("Go on. ".repeat(300));
    assert!(compact(&long, &options).report.over_target);
}

/// Requests of a conversation in which texts of the user take this share of the window: how many of them change an earlier
/// message, and how many have a notice.
fn rewrites(share: f64) -> (usize, usize, usize) {
    const WINDOW: f64 = 60_000.0;
    let mut session = vec![user(&"All of this is asked for. ".repeat((WINDOW * share / 26.0) as usize))];
    session.extend((0..59).map(|number| {
        calls(vec![call("read_file", json!({"filePath": format!("src/{number}.ts")}), program(number, 12))])
    }));
    let messages = write(&session, CHAT);
    let mut compactor = Compactor::new(read(&json!({"window": {"chars": WINDOW}})).unwrap()).unwrap();
    let (mut sent, mut rewrites, mut notices, mut misfits): (Vec<Value>, _, _, _) = (Vec::new(), 0, 0, 0);
    for end in (3..=messages.len()).step_by(2) {
        let out = compactor.next(&messages[..end], Request::new()).unwrap();
        rewrites += usize::from(!out.messages.starts_with(&sent));
        notices += usize::from(out.notice.is_some());
        misfits += usize::from(!out.report.fits);
        sent = out.messages;
    }
    (rewrites, notices, misfits)
}

#[test]
fn steps_that_gain_nothing_are_left_out() {
    for (share, most) in [(0.85, 8), (0.93, 10), (0.97, 25), (1.02, 6)] {
        let (rewrites, notices, misfits) = rewrites(share);
        assert!(rewrites <= most, "{share}: {rewrites} of 59 requests rewrite earlier messages");
        assert!(notices <= rewrites + 1 + misfits, "{share}: {notices} notices");
    }
}

#[test]
fn a_notice_says_what_its_step_did() {
    let messages = write(&reads(60), CHAT);
    let mut compactor = Compactor::new(read(&json!({"window": {"chars": 30_000}})).unwrap()).unwrap();
    let mut before = 0;
    let mut steps = 0;
    for end in (3..=messages.len()).step_by(2) {
        let out = compactor.next(&messages[..end], Request::new()).unwrap();
        if let Some(notice) = out.notice {
            let words: Vec<String> = notice.replace(',', "").split(' ').map(String::from).collect();
            let number = |at: usize| words[at].parse::<u64>().unwrap();
            let arrow = words.iter().position(|word| word == "->").unwrap();
            // What was sent last, and one exchange.
            assert!(number(arrow - 1) >= before && number(arrow - 1) < before + 900, "{notice}: {before}");
            assert_eq!(number(arrow + 1), out.report.after.tokens);
            assert!(number(6) <= 20, "{notice}");
            steps += 1;
        }
        before = out.report.after.tokens;
    }
    assert!(steps > 3);
}
