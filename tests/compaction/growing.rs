//! Conversations that go on: what was decided stays decided.

use serde_json::{Value, json};
use tooltrim::compaction::{Compaction, Host, Request};
use tooltrim::host::{JsonTree, Memory, compact_messages_of};
use tooltrim::{Budget, CompactOptions, Compactor, ErrorKind, compact_messages};

use crate::compaction::session::{ANTHROPIC, CHAT, STYLES, Turn, call, calls, log, program, user, write};
use crate::compaction::support::{read, results, rungs, undone};
use crate::support::cases;

fn session(count: usize) -> Vec<Turn> {
    let turn = |number: usize| {
        let path = json!({"filePath": format!("src/{number}.ts")});
        if number % 5 == 4 { user("Go on.") } else { calls(vec![call("read_file", path, program(number, 30))]) }
    };
    std::iter::once(user("Go.")).chain((0..count).map(turn)).collect()
}

fn options() -> Value {
    json!({"window": {"chars": 12_000}, "recentCallsToKeep": 2})
}

fn compactor() -> Compactor {
    Compactor::new(read(&options()).unwrap()).unwrap()
}

fn from(state: &Value) -> Compactor {
    Compactor::from_state(state, read(&options()).unwrap()).unwrap()
}

fn next(compactor: &mut Compactor, messages: &[Value]) -> Compaction {
    compactor.next(messages, Request::new()).unwrap()
}

fn force() -> Request {
    let mut request = Request::new();
    request.force = true;
    request
}

#[test]
fn between_steps_what_went_out_goes_out_again() {
    for (name, style) in STYLES {
        let messages = write(&session(30), style);
        let mut compactor = compactor();
        let (mut before, mut steps): (Vec<Value>, usize) = (Vec::new(), 0);
        for end in 1..=messages.len() {
            let Ok(out) = compactor.next(&messages[..end], Request::new()) else { panic!("{name}") };
            steps += usize::from(out.notice.is_some());
            if out.notice.is_none() {
                assert_eq!(out.messages[..before.len()], before, "{name}, {end}");
            }
            assert!(out.report.forked_at.is_none(), "{name}, {end}");
            before = out.messages;
        }
        assert!((2..10).contains(&steps), "{name}: {steps}");
    }
}

#[test]
fn each_step_says_from_where_on_it_changed_something() {
    let messages = write(&session(30), CHAT);
    let mut compactor = compactor();
    let mut before: Vec<Value> = Vec::new();
    for end in 1..=messages.len() {
        let out = next(&mut compactor, &messages[..end]);
        if out.notice.is_some() {
            let first = out.report.first_changed_message.unwrap();
            let kept = first.min(before.len());
            assert_eq!(out.messages[..kept], before[..kept]);
        }
        before = out.messages;
    }
}

#[test]
fn one_that_was_restored_goes_on_as_the_one_that_was_not() {
    let messages = write(&session(30), ANTHROPIC);
    let mut compactor = compactor();
    for end in 1..=messages.len() {
        let mut restored = from(&compactor.state());
        let (one, two) = (next(&mut compactor, &messages[..end]), next(&mut restored, &messages[..end]));
        assert_eq!(
            (one.messages, one.edits, one.report, one.notice),
            (two.messages, two.edits, two.report, two.notice)
        );
        assert_eq!((compactor.state(), one.state), (restored.state(), two.state));
    }
}

#[test]
fn messages_as_they_went_out_are_known_again() {
    let messages = write(&session(12), CHAT);
    let mut compactor = compactor();
    let first = next(&mut compactor, &messages);
    assert!(first.changed);
    // The host keeps what went out, and adds to that.
    let mut own = first.messages.clone();
    own.extend(write(&[user("And?")], CHAT));
    let second = next(&mut compactor, &own);
    assert_eq!((second.messages, second.report.forked_at), (own, None));
}

#[test]
fn a_step_can_be_asked_for() {
    let messages = write(&session(6), CHAT);
    let mut compactor = compactor();
    assert!(!next(&mut compactor, &messages).changed);
    let mut request = force();
    request.compact_to = Some(0.25.into());
    let out = compactor.next(&messages, request).unwrap();
    assert!(out.changed && out.report.after.chars <= 3000, "{:?}", out.report.after);
    let asked = compactor.next(&messages, request).unwrap();
    assert_eq!(asked.messages, out.messages, "it is there already");
}

#[test]
fn a_step_can_be_taken_back() {
    let messages = write(&session(12), CHAT);
    let mut compactor = compactor();
    assert!(next(&mut compactor, &messages).changed);
    let mut back = from(&undone(&compactor.state()));
    let out = next(&mut back, &messages);
    assert!(!out.changed && out.messages == messages);
    assert_eq!(out.notice.is_none(), out.report.fits);
    // It is not tried again at once, but when there is more.
    let mut more = messages.clone();
    more.extend(write(&[user(&program(1, 20))], CHAT));
    assert!(!next(&mut back, &more).changed);
    assert!(next(&mut back, &write(&session(18), CHAT)).changed);
}

#[test]
fn only_the_last_step_is_taken_back() {
    let mut compactor = compactor();
    let first = next(&mut compactor, &write(&session(12), CHAT));
    let messages = write(&session(22), CHAT);
    let second = next(&mut compactor, &messages);
    assert!(first.notice.is_some() && second.notice.is_some());
    let out = next(&mut from(&undone(&compactor.state())), &messages);
    assert_eq!(out.messages[..first.messages.len()], first.messages);
    assert_eq!(out.messages[first.messages.len()..], messages[first.messages.len()..]);
}

#[test]
fn without_a_step_there_is_nothing_to_take_back() {
    let mut memory = Memory::new();
    assert!(!memory.undo());
    assert!(memory.is_empty());
}

#[test]
fn what_was_decided_about_another_branch_is_forgotten() {
    let messages = write(&session(12), CHAT);
    let mut compactor = compactor();
    assert!(next(&mut compactor, &messages).changed);
    let mut other = messages.clone();
    other[6]["content"] = json!(log(9, 40));
    let out = next(&mut compactor, &other[..8]);
    assert_eq!(out.report.forked_at, Some(6));
    assert_eq!(out.messages[6], other[6]);
    // What came before is as it went out.
    assert_eq!(results(&out.messages)[0].len(), results(&from_first(&messages).messages)[0].len());
}

fn from_first(messages: &[Value]) -> Compaction {
    next(&mut compactor(), messages)
}

#[test]
fn a_shorter_conversation_is_a_fork() {
    let messages = write(&session(12), CHAT);
    let mut compactor = compactor();
    let whole = next(&mut compactor, &messages);
    let out = next(&mut compactor, &messages[..5]);
    assert_eq!(out.messages, whole.messages[..5]);
    assert_eq!(out.report.forked_at, Some(5));
}

#[test]
fn what_is_read_again_is_spared_from_then_on() {
    let mut turns = session(12);
    let mut compactor = compactor();
    let first = next(&mut compactor, &write(&turns, CHAT));
    assert_ne!(rungs(&first)[0], "full");
    turns.push(calls(vec![call("read_file", json!({"filePath": "src/0.ts"}), program(0, 30))]));
    let out = next(&mut compactor, &write(&turns, CHAT));
    assert_eq!(out.report.re_reads, ["src/0.ts"]);
    let again = rungs(&out).len() - 1;
    turns.extend(session(16).into_iter().skip(13));
    turns.extend(session(16).into_iter().skip(13));
    let out = compactor.next(&write(&turns, CHAT), force()).unwrap();
    assert_eq!(rungs(&out)[again], "full", "{:?}", out.report.exchanges);
}

/// Memory of some steps, with its JSON.
fn memory() -> Memory {
    let options = read(&options()).unwrap();
    let mut memory = Memory::new();
    for count in [12, 22] {
        let messages = write(&session(count), CHAT);
        let host = tooltrim::compaction::Host::new();
        compact_messages_of(&JsonTree::Messages(&messages), &options, &mut memory, Request::new(), host).unwrap();
    }
    assert_eq!(memory.steps(), 2);
    memory
}

fn restored(memory: &Memory) -> Memory {
    let json: Value = serde_json::from_str(&memory.to_json()).unwrap();
    Memory::read(&JsonTree::Value(&json)).unwrap()
}

#[test]
fn a_state_comes_back_as_it_was() {
    let mut memory = memory();
    assert_eq!(restored(&memory), memory);
    memory.undo();
    assert_eq!(restored(&memory), memory);
}

#[test]
fn a_state_with_an_odd_bill_comes_back_as_it_was() {
    let mut memory = memory();
    memory.observe(1000.0, 3000.0);
    assert_eq!(restored(&memory), memory);
}

#[test]
fn a_bill_corrects_the_estimate() {
    let options = read(&json!({"window": {"tokens": 5000}})).unwrap();
    let messages = write(&session(6), CHAT);
    let mut compactor = Compactor::new(options.clone()).unwrap();
    let before = next(&mut compactor, &messages);
    assert!(!before.changed);
    let state = compactor.state();
    let mut memory = Memory::read(&JsonTree::Value(&state)).unwrap();
    let tokens = before.report.after.tokens as f64;
    memory.observe(tokens * 2.0, tokens);
    let state = serde_json::from_str(&memory.to_json()).unwrap();
    let out = next(&mut Compactor::from_state(&state, options).unwrap(), &messages);
    assert_eq!(out.report.before.tokens, before.report.before.tokens * 2);
    assert!(out.changed && out.report.after.tokens <= 2500, "{:?}", out.report.after);
}

#[test]
fn what_is_no_state_is_refused() {
    let whole: Value = serde_json::from_str(&memory().to_json()).unwrap();
    let mut others = vec![json!(null), json!({}), json!([]), json!("state"), json!({"version": 3})];
    for (member, value) in [
        ("version", json!(4)),
        ("came", json!("zz")),
        ("came", json!("00000000")),
        ("patches", json!([[1]])),
        ("patches", json!([[9, 0, 0, 3, "x"], [1, 0, 0, 3, "x"]])),
        ("patches", json!([[1, 0, 7, 3, "x"]])),
        ("patches", json!([[1, 0, 0, 9, "x"]])),
        ("before", json!(null)),
        ("billed", json!(0)),
    ] {
        let mut other = whole.clone();
        other[member] = value;
        others.push(other);
    }
    for other in others {
        let error = Compactor::from_state(&other, read(&options()).unwrap()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption);
        assert_eq!(error.message(), "state: is not a state of a compactor", "{other}");
    }
    assert!(Compactor::from_state(&whole, read(&options()).unwrap()).is_ok());
    let earlier = json!({"version": 2, "sum": "0"});
    let error = Compactor::from_state(&earlier, read(&options()).unwrap()).unwrap_err();
    assert_eq!(error.message(), "state: is one of an earlier version; start a new compactor without it");
}

#[test]
fn a_state_of_another_conversation_does_no_harm() {
    let state: Value = serde_json::from_str(&memory().to_json()).unwrap();
    let messages = write(&[user("Hi."), calls(vec![call("ls", json!({}), "a")])], ANTHROPIC);
    let out = next(&mut from(&state), &messages);
    assert_eq!((out.messages, out.report.forked_at), (messages, Some(0)));
}

#[test]
fn undo_and_observe_are_there_in_rust_too() {
    let mut messages = vec![json!({"role": "user", "content": "Count the pallets."})];
    for at in 0..20 {
        let id = format!("call_{at}");
        let function = json!({"name": "read_file", "arguments": format!("{{\"filePath\":\"src/{at}.ts\"}}")});
        messages
            .push(json!({"role": "assistant", "tool_calls": [{"id": id, "type": "function", "function": function}]}));
        messages.push(json!({"role": "tool", "tool_call_id": id, "content": "pallet ".repeat(200)}));
    }
    let mut compactor = Compactor::new(CompactOptions::new(Budget::Chars(20_000))).unwrap();
    assert_eq!(compactor.undo().unwrap_err().to_string(), "undo: there was no request yet");
    assert!(compactor.next(&messages, Request::new()).unwrap().changed);
    let undone = compactor.undo().unwrap();
    assert_eq!((undone.changed, undone.messages), (false, messages.clone()));
    // Nor is the step tried again at once.
    let before = compactor.next(&messages, Request::new()).unwrap();
    assert!(!before.changed);
    compactor.observe(2 * before.report.after.tokens);
    let after = compactor.next(&messages, Request::new()).unwrap().report.after.tokens;
    assert!(after.abs_diff(2 * before.report.after.tokens) <= 1, "{after}");
}

#[test]
fn an_undo_without_a_step_takes_none_however_full_the_window_is() {
    let messages = write(&session(20), ANTHROPIC);
    let tokens =
        compact_messages(&messages, &CompactOptions::new(Budget::Tokens(1 << 40))).unwrap().report.after.tokens;
    let options = CompactOptions::new(Budget::Tokens(2 * tokens)).recent_calls_to_keep(0);
    let mut compactor = Compactor::new(options).unwrap();
    assert!(!next(&mut compactor, &messages).changed);
    compactor.observe(2 * tokens - 10);
    let undone = compactor.undo().unwrap();
    assert!(!undone.changed && undone.notice.is_none(), "{:?}", undone.notice);
    assert_eq!(undone.messages, messages);
    // The next request is one like any other.
    assert!(next(&mut compactor, &messages).changed);
}

#[test]
fn an_undo_is_for_the_window_of_the_last_request_and_with_functions_of_the_host() {
    let mut messages = write(&session(40), ANTHROPIC);
    let options = CompactOptions::new(Budget::Chars(1_000_000)).recent_calls_to_keep(0);
    let mut compactor = Compactor::new(options).unwrap();
    let counted = std::cell::Cell::new(0);
    let count = |text: &str| {
        counted.set(counted.get() + 1);
        text.len() as u64 / 4
    };
    let mut host = Host::new();
    host.count = Some(&count);
    let mut request = Request::new();
    request.window = Some(Budget::Tokens(4_000));
    assert!(compactor.next_with(&messages, request, host).unwrap().changed);
    messages.push(json!({"role": "assistant", "content": "I go on."}));
    compactor.next_with(&messages, request, host).unwrap();
    counted.set(0);
    let undone = compactor.undo_with(host).unwrap();
    assert_eq!(undone.report.window, Some(Budget::Tokens(4_000)));
    assert!(counted.get() > 0);
}

#[test]
fn what_stands_outside_the_messages_of_a_request_counts_for_it_alone() {
    let messages = write(&session(20), ANTHROPIC);
    let options = CompactOptions::new(Budget::Chars(100_000)).recent_calls_to_keep(0);
    let mut compactor = Compactor::new(options).unwrap();
    assert!(!next(&mut compactor, &messages).changed);
    let mut request = Request::new();
    request.reserve = Some(Budget::Chars(90_000));
    let small = compactor.next(&messages, request).unwrap();
    assert!(small.report.after.chars <= 5_000, "{:?}", small.report.after);
    assert_eq!(next(&mut compactor, &messages).messages, small.messages);
    request.reserve = Some(Budget::Tokens(10));
    let error = compactor.next(&messages, request).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    assert!(error.message().starts_with("reserve: is in another unit than window"), "{error}");
}

#[test]
fn a_step_keeps_the_form_that_an_earlier_one_gave() {
    for (name, style) in STYLES {
        let messages = write(&session(120), style);
        let options = json!({"window": {"chars": 40_000}, "recentCallsToKeep": 2});
        let mut compactor = Compactor::new(read(&options).unwrap()).unwrap();
        let (mut before, mut steps, mut kept): (Vec<Value>, usize, usize) = (Vec::new(), 0, 0);
        for end in 1..=messages.len() {
            let out = compactor.next(&messages[..end], Request::new()).unwrap();
            if out.notice.is_some() {
                steps += 1;
                let first = before.iter().zip(&out.messages).position(|(one, other)| one != other);
                // Between the first third and the end are the calls that came since.
                kept += usize::from(first.is_some_and(|first| first * 3 > before.len()));
            }
            before = out.messages;
        }
        assert!(steps >= 3 && kept * 3 >= steps, "{name}: {kept} of {steps}");
    }
}

#[test]
fn a_long_conversation_takes_few_steps_within_its_target() {
    let output = "a line of output\n".repeat(20);
    // What the user said is 5, 17 and 45 % of the window.
    let nightly = cases(1) > 1;
    let large = [(9_000, 450), (20_000, 3_400), (20_000, 9_000)];
    for (window, text) in if nightly { large } else { [(9_000, 450), (9_000, 1_530), (9_000, 4_050)] } {
        let options = json!({"window": {"chars": window}});
        let mut compactor = Compactor::new(read(&options).unwrap()).unwrap();
        let mut session = vec![user(&"x".repeat(text))];
        let mut steps = Vec::new();
        for number in 0..window / 36 {
            let command = json!({"command": format!("npm test -- part{number}")});
            session.push(calls(vec![call("Bash", command, output.as_str())]));
            let out = compactor.next(&write(&session, ANTHROPIC), Request::new()).unwrap();
            steps.push(out.notice.is_some());
            assert!(out.report.fits, "{window}, {text}, {number}: {:?}", out.report.after);
            let once = || crate::compaction::support::compacted(&session, ANTHROPIC, &options).report.over_target;
            assert!(!out.report.over_target || once(), "{window}, {text}, {number}: {:?}", out.report.after);
        }
        let last = &steps[steps.len() * 4 / 5..];
        let taken = last.iter().filter(|step| **step).count();
        assert!(taken * 4 <= last.len(), "{window}, {text}: {taken} steps in {} requests", last.len());
    }
}
