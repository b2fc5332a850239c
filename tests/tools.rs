//! Tools: whatever they answer, the text is within the limits.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use crate::values::laws::values;
use proptest::prelude::*;
use tooltrim::tools::{NO_RESULT, contract_failure, toolify_async};
use tooltrim::{ErrorKind, ToolOptions, TrimOptions, toolify};

const MARKER: &str = "\n\n... (tool result truncated from middle to save you from context overload) ...\n\n";

fn finished<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    for _ in 0..1000 {
        if let Poll::Ready(answer) = future.as_mut().poll(&mut context) {
            return answer;
        }
    }
    panic!("it never ends")
}

#[test]
fn five_thousand_chars_are_left_alone_and_of_more_the_ends_stay() {
    let repeat = toolify(|count: usize| "\u{1f4dd}".repeat(count), ToolOptions::new()).unwrap();
    assert_eq!(repeat(5000), "\u{1f4dd}".repeat(5000));
    let ends = "\u{1f4dd}".repeat(2000);
    assert_eq!(repeat(5001), format!("{ends}{MARKER}{ends}"));
}

#[test]
fn errors_and_messages_of_contracts_are_within_the_limit() {
    let fails = toolify(|(): ()| Err::<(), _>("x".repeat(1_000_000)), ToolOptions::new()).unwrap();
    assert_eq!(fails(()).chars().count(), 4081);
    let options = ToolOptions::new().precondition(|(): &()| (false, "x".repeat(1_000_000)));
    assert_eq!(toolify(|(): ()| 1, options).unwrap()(()).chars().count(), 4081);
    let options = ToolOptions::parse(|(): ()| Err::<(), _>("x".repeat(1_000_000)));
    assert_eq!(toolify(|(): ()| 1, options).unwrap()(()).chars().count(), 4081);
}

#[test]
fn the_word_for_nothing_stays_whole_or_a_marker_stands_in_its_place() {
    for (output, expected) in [
        (TrimOptions::new().max_chars(39), NO_RESULT),
        (TrimOptions::new().max_chars(38), "... [-39] ..."),
        (TrimOptions::new().max_chars(5), "\u{2026}"),
        (TrimOptions::new().max_chars(5).marker(""), ""),
    ] {
        let options = || ToolOptions::new().output(output.clone());
        assert_eq!(toolify(|(): ()| (), options()).unwrap()(()), expected);
        assert_eq!(toolify(|(): ()| None::<u8>, options()).unwrap()(()), expected);
        assert_eq!(toolify(|(): ()| "", options()).unwrap()(()), "");
    }
}

#[test]
fn a_call_converts_then_asks_all_contracts_then_runs() {
    let order = Arc::new(Mutex::new(Vec::new()));
    let note = |what: &'static str| {
        let order = Arc::clone(&order);
        move || order.lock().unwrap().push(what)
    };
    let (parse, before, after, tool) = (note("parse"), note("pre"), note("post"), note("tool"));
    let options = ToolOptions::parse(move |given: String| {
        parse();
        given.parse::<i32>()
    })
    .precondition(move |number| {
        before();
        (*number > 0, "It must be positive")
    })
    .postcondition(move |number| {
        after();
        u8::try_from(*number).map(|_| true).map_err(|_| "out of range\n  - forged")
    });
    let wrapped = toolify(
        move |number: i32| {
            tool();
            number * 2
        },
        options,
    )
    .unwrap();
    assert_eq!(wrapped("21".into()), "42");
    assert_eq!(order.lock().unwrap().split_off(0), ["parse", "pre", "post", "tool"]);
    let both = "Contract validation failed:\nPreconditions:\n  - It must be positive\nPostconditions:\n  - Tool Failed: out of range\n      - forged";
    assert_eq!(wrapped("-1".into()), both);
    assert_eq!(order.lock().unwrap().split_off(0), ["parse", "pre", "post"]);
    assert_eq!(wrapped("x".into()), "Tool Failed: bad input: invalid digit found in string");
    assert_eq!(order.lock().unwrap().split_off(0), ["parse"]);
}

#[test]
fn an_async_tool_is_awaited_and_bounded() {
    let tool = |count: usize| {
        let mut left = 3;
        let wait = poll_fn(move |_| {
            left -= 1;
            if left > 0 { Poll::Pending } else { Poll::Ready(()) }
        });
        async move {
            wait.await;
            "x".repeat(count)
        }
    };
    let options = ToolOptions::new().precondition(|count: &usize| (*count < 10_000, "too many"));
    let wrapped = toolify_async(tool, options).unwrap();
    assert_eq!(finished(wrapped(3)), "xxx");
    assert_eq!(finished(wrapped(9000)).chars().count(), 4081);
    assert_eq!(finished(wrapped(10_000)), contract_failure(&["too many"], &[]));
}

#[test]
fn the_name_is_the_label_and_both_listeners_are_told() {
    let reported = Arc::new(Mutex::new(Vec::new()));
    let listener = |who: &'static str| {
        let reported = Arc::clone(&reported);
        move |event: &tooltrim::trimming::TruncationEvent| {
            reported.lock().unwrap().push((who, event.label.clone(), event.before));
        }
    };
    let output = TrimOptions::new().max_chars(50).on_truncate(listener("output"));
    let options = ToolOptions::new().name("dump").output(output).on_truncate(listener("tool"));
    assert_eq!(toolify(|(): ()| "x".repeat(60), options).unwrap()(()).chars().count(), 50);
    let label = Some("dump".to_owned());
    assert_eq!(*reported.lock().unwrap(), [("output", label.clone(), 60), ("tool", label, 60)]);
}

#[test]
fn wrong_options_are_told_when_the_tool_is_wrapped() {
    let wrapped = toolify(|(): ()| 1, ToolOptions::new().output(TrimOptions::new().max_chars(5).marker("[cut here]")));
    assert_eq!(wrapped.err().map(|error| error.kind()), Some(ErrorKind::MarkerTooLong));
}

proptest! {
    #[test]
    fn whatever_happens_the_answer_is_within_the_limits(
        result in prop_oneof![values().prop_map(Ok), "(?s).{0,300}".prop_map(Err)],
        before in prop::collection::vec((any::<bool>(), "(?s).{0,80}"), 0..3),
        after in prop::collection::vec((any::<bool>(), "(?s).{0,80}"), 0..3),
        bad in prop::option::weighted(0.1, "(?s).{0,300}"),
        limit in 1_usize..300,
    ) {
        let mut options = ToolOptions::parse(move |(): ()| bad.clone().map_or(Ok(()), Err))
            .output(TrimOptions::new().max_chars(limit).marker("~"));
        for answer in before {
            options = options.precondition(move |(): &()| answer.clone());
        }
        for answer in after {
            options = options.postcondition(move |(): &()| answer.clone());
        }
        let answer = toolify(move |()| result.clone(), options).unwrap()(());
        prop_assert!(answer.chars().count() <= limit);
    }

    #[test]
    fn no_message_can_pass_for_another_item(
        before in prop::collection::vec("m(\n|\r|\r\n|\u{b}|\u{85}|\u{2028}|  - |Postconditions:|a| ){0,12}", 1..5),
        after in prop::collection::vec("m(\n|\r|\r\n|\u{c}|\u{2029}|  - |Preconditions:|a| ){0,12}", 1..5),
    ) {
        let text = contract_failure(&before, &after);
        let lines: Vec<&str> = text.split(['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}']).collect();
        let items = lines.iter().filter(|line| line.starts_with("  - ")).count();
        prop_assert_eq!(items, before.len() + after.len());
        let heads: Vec<_> = lines.iter().filter(|line| !line.starts_with("    ") && !line.starts_with("  - ")).collect();
        prop_assert_eq!(heads, [&"Contract validation failed:", &"Preconditions:", &"Postconditions:"]);
    }
}

#[test]
fn an_invariant_is_checked_before_and_after_the_call_and_each_violation_is_an_event() {
    let stock = Arc::new(AtomicI64::new(1));
    let violations = Arc::new(Mutex::new(Vec::new()));
    let ticks = Arc::new(AtomicI64::new(0));
    let (seen, left, taken) = (Arc::clone(&violations), Arc::clone(&stock), Arc::clone(&stock));
    let options = ToolOptions::new()
        .name("take")
        .precondition(|count: &i64| (*count > 0, "count must be above 0"))
        .invariant(move |_| (left.load(Ordering::Relaxed) >= 0, "stock is below 0"))
        .clock(move || Duration::from_millis(ticks.fetch_add(1, Ordering::Relaxed) as u64))
        .on_violation(move |violation| seen.lock().unwrap().push(violation.clone()));
    let take = toolify(move |count: i64| taken.fetch_sub(count, Ordering::Relaxed) - count, options).unwrap();
    assert_eq!(take(1), "0");
    assert_eq!(take(2), "Contract validation failed after the tool ran:\nInvariants:\n  - stock is below 0");
    assert_eq!(
        take(0),
        "Contract validation failed:\nPreconditions:\n  - count must be above 0\nInvariants:\n  - stock is below 0",
    );
    let violations = violations.lock().unwrap();
    let rows: Vec<_> =
        violations.iter().map(|one| (one.tool.as_deref(), one.contract.as_str(), one.after_call)).collect();
    let tool = Some("take");
    assert_eq!(rows, [(tool, "invariant 1", true), (tool, "precondition 1", false), (tool, "invariant 1", false)]);
    assert!(violations.iter().all(|one| one.took == Some(Duration::from_millis(1)) && one.all_took > one.took));
    assert_eq!(stock.load(Ordering::Relaxed), -2);
}

#[test]
fn errors_name_no_home_folder() {
    let open = toolify(|(): ()| Err::<(), _>("cannot open /home/ann/notes.txt"), ToolOptions::new()).unwrap();
    assert_eq!(open(()), "Tool Failed: cannot open ~/notes.txt");
}
