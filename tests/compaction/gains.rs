//! Tests when a step is worth taking, and the note that says so.

use serde_json::{Value, json};
use tooltrim::Compactor;
use tooltrim::compaction::{CompactionReport, Request};

use crate::compaction::session::{ANTHROPIC, CHAT, Turn, call, calls, program, user, write};
use crate::compaction::support::{compacted, read, undone};

const ONLY_THE_TRIGGER: &str = "triggerAt is passed, but the messages are smaller than compactTo";
const TOO_LITTLE: &str = "a step would free less than minimumGain";
const LITTLE: &str = "the step freed little: nearly all that is left is recent, or may not be touched";

fn session() -> Vec<Turn> {
    let read = |number: usize| {
        calls(vec![call("read_file", json!({"filePath": format!("src/{number}.ts")}), program(number, 40))])
    };
    std::iter::once(user("Go.")).chain((0..12).map(read)).collect()
}

fn size() -> u64 {
    compacted(&session(), CHAT, &json!({"window": {"chars": 1_000_000}})).report.before.chars
}

/// A step at this window, down to that many chars.
fn step(window: u64, to: u64, gain: f64) -> CompactionReport {
    let options = json!({"window": {"chars": window}, "triggerAt": 0, "compactTo": {"chars": to}, "minimumGain": gain});
    compacted(&session(), CHAT, &options).report
}

#[test]
fn a_target_above_the_size_is_said_unless_the_step_was_forced() {
    let size = size();
    let said = |trigger: f64, to: u64, force: bool| {
        let options = json!({"window": {"chars": 2 * size}, "triggerAt": trigger, "compactTo": {"chars": to}});
        let mut request = Request::new();
        request.force = force;
        let mut compactor = Compactor::new(read(&options).unwrap()).unwrap();
        let report = compactor.next(&write(&session(), CHAT), request).unwrap().report;
        let is_idle = report.notes.iter().any(|note| *note == "force: the messages are already smaller than compactTo");
        assert_eq!(is_idle, force && to == size && report.first_changed_message.is_none(), "{:?}", report.notes);
        report.notes.iter().any(|note| *note == ONLY_THE_TRIGGER)
    };
    assert!(said(0.1, size, false));
    assert!(!said(0.1, size - 1, false), "it is above the target");
    assert!(!said(0.1, size / 2, true) && !said(0.1, size, true), "the step was asked for");
    assert!(!said(0.9, size, true) && !said(0.9, size, false), "the trigger is not passed");
}

#[test]
fn above_95_percent_of_the_window_every_gain_counts() {
    // The size is 95 % of a window to the char.
    let padded = |more: usize| {
        let mut turns = session();
        turns[0] = user(&"x".repeat(3 + more));
        turns
    };
    let turns = padded((19 - size() % 19) as usize % 19);
    let size = compacted(&turns, CHAT, &json!({"window": {"chars": 1_000_000}})).report.before.chars;
    assert_eq!(size % 19, 0);
    let notes = |window: u64| {
        let to = json!({"chars": size * 9 / 10});
        let options = json!({"window": {"chars": window}, "triggerAt": 0, "compactTo": to, "minimumGain": 1});
        let out = compacted(&turns, CHAT, &options);
        (out.changed, out.report.notes.iter().any(|note| *note == TOO_LITTLE))
    };
    assert_eq!(notes(size / 19 * 20), (false, true));
    assert_eq!(notes(size / 19 * 20 - 1), (true, false));
}

#[test]
fn a_step_that_frees_the_least_gain_to_the_char_is_taken() {
    let size = size();
    let freed = |gain: f64| {
        let report = step(2 * size, size * 4 / 5, gain);
        (report.before.chars - report.after.chars, report.notes.iter().any(|note| *note == TOO_LITTLE))
    };
    let (gain, _) = freed(0.0);
    assert!(gain > 0);
    let share = |of: u64| (of as f64 + 0.5) / size as f64;
    assert_eq!(freed(share(gain)), (gain, false));
    assert_eq!(freed(share(gain + 1)), (0, true));
}

#[test]
fn a_step_that_frees_less_than_a_tenth_of_the_window_says_so() {
    let (size, to) = (size(), size() * 9 / 10);
    let gain = |report: &CompactionReport| report.before.chars - report.after.chars;
    let freed = gain(&step(2 * size, to, 0.0));
    for (window, little) in [(10 * freed + 5, false), (10 * freed + 15, true), (20 * freed, true)] {
        assert!(window > size, "{window}");
        let report = step(window, to, 0.0);
        assert_eq!((gain(&report), report.notes.iter().any(|note| *note == LITTLE)), (freed, little), "{window}");
    }
}

#[test]
fn a_step_that_was_taken_back_is_tried_again_once_there_is_more_than_the_least_gain() {
    let options = json!({"window": {"chars": 12_000}, "recentCallsToKeep": 2});
    let options = || read(&options).unwrap();
    let mut messages = write(&session(), CHAT);
    messages.push(json!({"role": "user", "content": "?"}));
    let mut compactor = Compactor::new(options()).unwrap();
    assert!(compactor.next(&messages, Request::new()).unwrap().changed);
    let changes = |more: usize| {
        let mut back = Compactor::from_state(&undone(&compactor.state()), options()).unwrap();
        assert!(!back.next(&messages, Request::new()).unwrap().changed);
        let mut longer = messages.clone();
        longer.push(json!({"role": "user", "content": "x".repeat(more)}));
        back.next(&longer, Request::new()).unwrap().changed
    };
    assert!(!changes(1200), "a tenth of the window");
    assert!(changes(1201));
}

#[test]
fn each_call_keeps_its_line_in_a_window_of_tokens_too() {
    let path = |number: usize| format!("src/{number}.ts");
    let mut session = vec![user(&program(1, 200))];
    session.extend(
        (0..20).map(|number| calls(vec![call("read_file", json!({"filePath": path(number)}), program(number, 30))])),
    );
    let size = compacted(&session, ANTHROPIC, &json!({"window": {"tokens": 1_000_000}})).report.before.tokens;
    let out = compacted(&session, ANTHROPIC, &json!({"window": {"tokens": size}, "compactTo": 0.1}));
    assert!(out.report.over_target && out.report.fits);
    let text = Value::Array(out.messages).to_string();
    for number in 0..20 {
        assert!(text.contains(&path(number)), "{number}: {text}");
    }
}
