//! What gives way first, and what last.

use serde_json::{Value, json};

use crate::session::{ANTHROPIC, CHAT, Turn, call, calls, log, program, says, user};
use crate::support::{arguments, compacted, results, rungs};

const SAID: &str =
    "The tariffs are settled by weight: each pallet is weighed at the depot, and what is over goes to the next berth.";

/// Old results, old arguments, what was said before the last question, and two recent results.
fn session() -> Vec<Turn> {
    let read = |number: usize| {
        calls(vec![call("read_file", json!({"filePath": format!("src/{number}.ts")}), program(number, 80))])
    };
    let edit = json!({"filePath": "src/9.ts", "oldString": program(9, 20), "newString": program(10, 20)});
    vec![
        user("Find the wrong tariff."),
        read(1),
        read(2),
        calls(vec![call("replace_string_in_file", edit, "The file was changed.")]),
        says(SAID),
        user("And the berths?"),
        read(3),
        calls(vec![call("Bash", json!({"command": "make berths"}), log(4, 70))]),
    ]
}

fn options(to: f64) -> Value {
    json!({"window": {"chars": 20_000}, "triggerAt": 0, "compactTo": to, "recentCallsToKeep": 2})
}

/// The targets that are looked at, from the largest on.
fn targets() -> impl Iterator<Item = f64> {
    (1..=40).rev().map(|part| f64::from(part) / 40.0)
}

#[test]
fn recent_results_are_whole_as_long_as_old_ones_are_more_than_a_line() {
    let whole = results(&compacted(&session(), ANTHROPIC, &options(1.0)).messages);
    let mut seen = (false, false);
    for to in targets() {
        let out = results(&compacted(&session(), ANTHROPIC, &options(to)).messages);
        if out[3..] == whole[3..] {
            seen.0 = true;
        } else {
            seen.1 = true;
            assert!(out[..2].iter().all(|old| old.len() <= 200), "{to}: {out:#?}");
        }
    }
    assert_eq!(seen, (true, true));
}

#[test]
fn recent_results_are_whole_as_long_as_old_arguments_and_texts_are() {
    let whole = compacted(&session(), ANTHROPIC, &options(1.0)).messages;
    for to in targets() {
        let out = compacted(&session(), ANTHROPIC, &options(to)).messages;
        if results(&out)[3..] != results(&whole)[3..] {
            assert_ne!(arguments(&out)[2], arguments(&whole)[2], "{to}");
            assert!(!Value::Array(out).to_string().contains(SAID), "{to}");
        }
    }
}

#[test]
fn old_results_give_way_before_old_arguments() {
    let whole = arguments(&compacted(&session(), ANTHROPIC, &options(1.0)).messages);
    let size = compacted(&session(), ANTHROPIC, &options(1.0)).report.before.chars as f64;
    // What the two old results hold is more than has to go.
    let out = compacted(&session(), ANTHROPIC, &options((size - 1500.0) / 20_000.0));
    assert_eq!(arguments(&out.messages), whole, "{:#?}", out.report.exchanges);
    assert!(Value::Array(out.messages).to_string().contains(SAID));
}

#[test]
fn older_recent_results_give_way_before_newer_ones() {
    let whole = results(&compacted(&session(), ANTHROPIC, &options(1.0)).messages);
    let mut trimmed = 0;
    for to in targets() {
        let out = results(&compacted(&session(), ANTHROPIC, &options(to)).messages);
        if out[4] != whole[4] {
            assert!(out[3].len() < whole[3].len(), "{to}");
            trimmed += 1;
        }
    }
    assert!(trimmed > 0);
}

#[test]
fn recent_results_keep_1000_units_while_others_can_give() {
    let whole = compacted(&session(), ANTHROPIC, &options(1.0)).messages;
    let mut below = 0;
    for to in targets().chain([0.02, 0.01, 0.0]) {
        let out = compacted(&session(), ANTHROPIC, &options(to)).messages;
        // Whole lines: the last one may not fit.
        if results(&out)[3..].iter().any(|result| result.len() < 900) {
            below += 1;
            assert!(results(&out)[3..].iter().all(|result| result.len() <= 1000), "{to}");
            assert_ne!(arguments(&out)[2], arguments(&whole)[2], "{to}");
        }
    }
    assert!(below > 0);
}

#[test]
fn what_the_assistant_said_last_stays() {
    let mut session = session();
    session.push(says(SAID));
    for to in [0.5, 0.1, 0.0] {
        let out = compacted(&session, CHAT, &options(to)).messages;
        assert_eq!(out.last().unwrap()["content"], SAID, "{to}");
    }
}

#[test]
fn the_smallest_stands_for_each_result_in_a_line() {
    let out = compacted(&session(), ANTHROPIC, &options(0.0));
    assert!(out.report.over_target);
    for result in results(&out.messages) {
        assert!(
            result == "The file was changed." || (result.starts_with("[Earlier: ") && result.len() < 60),
            "{result}"
        );
    }
    assert_eq!(rungs(&out), ["counted", "counted", "full", "counted", "counted"]);
}

#[test]
fn which_files_were_changed_is_not_lost() {
    for to in targets().chain([0.0]) {
        let out = compacted(&session(), ANTHROPIC, &options(to)).messages;
        assert!(Value::Array(out).to_string().contains("src/9.ts"), "{to}");
    }
}

#[test]
fn small_results_stay_as_they_are() {
    let mut session = session();
    session.insert(1, calls(vec![call("ls", json!({"path": "src"}), "a.ts\nb.ts\n")]));
    let out = compacted(&session, ANTHROPIC, &options(0.0));
    assert_eq!(results(&out.messages)[0], "a.ts\nb.ts\n");
}
