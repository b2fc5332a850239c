//! Which calls are recent: the last ones, and what came with them.

use serde_json::{Value, json};

use crate::compaction::session::{ANTHROPIC, Call, Turn, call, calls, program, user};
use crate::compaction::support::{compacted, reasons, rungs};

fn read(number: usize) -> Call {
    call("read_file", json!({"filePath": format!("src/{number}.ts")}), program(number, 30))
}

/// One call after the other, and three at once at the end.
fn session() -> Vec<Turn> {
    let mut session = vec![user("Go.")];
    session.extend((0..4).map(|number| calls(vec![read(number)])));
    session.push(calls(vec![read(4), read(5), read(6)]));
    session
}

fn recent(more: Value) -> Vec<bool> {
    let mut options = json!({"window": {"chars": 8000}, "triggerAt": 0, "compactTo": 0});
    options.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    reasons(&compacted(&session(), ANTHROPIC, &options)).iter().map(|reason| *reason == "recent").collect()
}

fn last(count: usize) -> Vec<bool> {
    (0..7).map(|at| at + count >= 7).collect()
}

#[test]
fn six_calls_are_recent_by_default() {
    assert_eq!(recent(json!({})), last(6));
}

#[test]
fn none_may_be() {
    assert_eq!(recent(json!({"recentCallsToKeep": 0})), last(0));
}

#[test]
fn parallel_calls_are_never_split() {
    for calls in 1..=3 {
        assert_eq!(recent(json!({"recentCallsToKeep": calls})), last(3));
    }
    assert_eq!(recent(json!({"recentCallsToKeep": 4})), last(4));
}

#[test]
fn a_budget_bounds_them() {
    let size =
        |number: usize| (json!({"filePath": format!("src/{number}.ts")}).to_string() + &program(number, 30)).len();
    let group = size(4) + size(5) + size(6);
    for (budget, count) in [(group - 1, 0), (group, 3), (group + size(3) - 1, 3), (group + size(3), 4)] {
        assert_eq!(recent(json!({"recentBudget": {"chars": budget}})), last(count), "{budget}");
    }
    assert_eq!(recent(json!({"recentBudget": {"tokens": 1_000_000}})), last(6));
    assert_eq!(recent(json!({"recentBudget": {"tokens": 10}})), last(0));
}

#[test]
fn they_stay_whole_while_they_fit() {
    let options = json!({"window": {"chars": 9400}, "triggerAt": 0, "compactTo": 0.5, "recentCallsToKeep": 3});
    let out = compacted(&session(), ANTHROPIC, &options);
    assert_eq!(rungs(&out)[4..], ["full", "full", "full"]);
    assert!(!out.report.over_target);
}
