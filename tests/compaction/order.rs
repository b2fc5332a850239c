//! What gives way first, and what last.

use serde_json::{Value, json};

use crate::compaction::session::{ANTHROPIC, CHAT, Turn, call, calls, log, program, says, user};
use crate::compaction::support::{arguments, compacted, results, rungs};

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
fn the_older_the_shorter() {
    let read = |number: usize| {
        calls(vec![call("read_file", json!({"filePath": format!("src/{number}.ts")}), program(number, 200))])
    };
    let session: Vec<Turn> = std::iter::once(user("Go.")).chain((0..30).map(read)).collect();
    let options =
        |to: f64| json!({"window": {"chars": 300_000}, "triggerAt": 0, "compactTo": to, "recentCallsToKeep": 0});
    for to in [0.1, 0.2, 0.4] {
        let out = compacted(&session, ANTHROPIC, &options(to));
        let sizes: Vec<usize> = results(&out.messages).iter().map(String::len).collect();
        // Whole lines are kept: of two that may take nearly the same either may be the longer one by a line.
        assert!(sizes.windows(2).all(|pair| pair[0] < pair[1] + 160), "{to}: {sizes:?}");
        assert!(sizes[0] * 4 < sizes[29], "{to}: {sizes:?}");
        let target = to * 300_000.0;
        assert!(out.report.after.chars as f64 > target * 0.9, "{to}: the room is used, {:?}", out.report.after);
    }
}

/// What all comes to with recent results as they are, and all else as short as it gets.
fn least() -> f64 {
    let mut least = options(0.0);
    least["tools"] = json!({"read_file": {"keep": "never"}});
    let smallest = compacted(&session(), ANTHROPIC, &least).report;
    let recent: u64 = smallest.exchanges[3..].iter().map(|one| one.chars_before - one.chars_after).sum();
    (smallest.after.chars + recent) as f64
}

#[test]
fn recent_results_are_whole_as_long_as_they_fit_with_all_else_as_short_as_it_gets() {
    let whole = results(&compacted(&session(), ANTHROPIC, &options(1.0)).messages);
    let mut seen = (0, 0);
    for to in targets() {
        let out = results(&compacted(&session(), ANTHROPIC, &options(to)).messages);
        if out[3..] == whole[3..] {
            seen.0 += 1;
        } else {
            seen.1 += 1;
            assert!(to * 20_000.0 < least() + 100.0, "{to}, {}: {out:#?}", least());
        }
    }
    assert!(seen.0 > 5 && seen.1 > 5, "{seen:?}");
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
    assert_eq!(rungs(&out), ["fact", "fact", "full", "fact", "fact"]);
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

#[test]
fn a_patch_that_is_cut_still_names_each_of_its_files() {
    let paths: Vec<String> = (0..12).map(|number| format!("src/features/long-name-{number}.ts")).collect();
    let hunk = |path: &String| format!("*** Update File: {path}\n@@\n-{}\n+{}\n", program(1, 12), program(2, 12));
    let patch = format!("*** Begin Patch\n{}*** End Patch", paths.iter().map(hunk).collect::<String>());
    let mut session = vec![user("Go."), calls(vec![call("apply_patch", json!({"input": patch}), "Done.")])];
    session.extend((0..8).map(|number| {
        calls(vec![call("read_file", json!({"filePath": format!("{number}.ts")}), program(number, 60))])
    }));
    session.extend([says("Done."), user("And?")]);
    for to in (1..40).map(|step| f64::from(step) * 0.025) {
        let options = json!({"window": {"chars": 40_000}, "triggerAt": 0, "compactTo": to});
        let compaction = compacted(&session, ANTHROPIC, &options);
        let all = serde_json::to_string(&compaction.messages).unwrap();
        for path in &paths {
            assert!(all.contains(path), "{to}: {path}");
        }
    }
}

#[test]
fn a_recent_result_that_would_leave_nothing_of_the_others_shrinks_first() {
    let mut session = vec![user("Go.")];
    session.extend((0..8).map(|number| {
        calls(vec![call("read_file", json!({"filePath": format!("{number}.ts")}), program(number, 40))])
    }));
    session.push(calls(vec![call("read_file", json!({"filePath": "large.ts"}), program(9, 400))]));
    let options = json!({"window": {"chars": 45_000}, "triggerAt": 0, "compactTo": 0.5});
    let left = rungs(&compacted(&session, ANTHROPIC, &options));
    assert_eq!(left.last(), Some(&"trimmed"));
    assert!(!left.contains(&"fact"), "{left:?}");
}

#[test]
fn error_lines_stand_where_they_stood() {
    let output: String = (0..300)
        .map(|at| match at {
            40 => "src/berth.ts(4,15): error TS2305: Module 'harbour' has no exported member 'berthAt'.\n".into(),
            200 => "src/depot.ts(9,2): error TS2304: Cannot find name 'tariff'.\n".into(),
            299 => "Found 2 errors.\nExit code: 2\n".into(),
            _ => format!("checked src/{at}.ts, and all that it imports\n"),
        })
        .collect();
    let mut session = vec![user("Go."), calls(vec![call("Bash", json!({"command": "tsc"}), output)])];
    session.extend((0..9).map(|number| {
        calls(vec![call("read_file", json!({"filePath": format!("{number}.ts")}), program(number, 40))])
    }));
    let mut trimmed = 0;
    for policy in
        [json!({}), json!({"Bash": {"result": {"keep": "tail"}}}), json!({"Bash": {"result": {"keep": "head"}}})]
    {
        for to in targets() {
            let mut options = options(to);
            options["tools"] = policy.clone();
            let out = compacted(&session, CHAT, &options);
            if rungs(&out)[0] != "trimmed" {
                continue;
            }
            trimmed += 1;
            let text = &results(&out.messages)[0];
            let at = |line: &str| text.find(line).unwrap_or_else(|| panic!("{line}: {text}"));
            let (first, last) = (at("error TS2305"), at("Found 2 errors."));
            assert!(first < last && !text.starts_with("Found"), "{text}");
        }
    }
    assert!(trimmed > 10, "{trimmed}");
}

#[test]
fn a_policy_of_a_tool_leaves_no_escape_sequence() {
    let output = "\u{1b}[32m\u{2713}\u{1b}[39m stamp \u{1b}[1mok\u{1b}[22m\n".repeat(200);
    let mut session = vec![user("Go."), calls(vec![call("Bash", json!({"command": "npm test"}), output)])];
    session.extend((0..3).map(|number| {
        calls(vec![call("read_file", json!({"filePath": format!("{number}.ts")}), program(number, 40))])
    }));
    let mut options = options(0.5);
    options["tools"] = json!({"Bash": {"result": {"keep": "tail"}}});
    let out = compacted(&session, CHAT, &options);
    assert_eq!(rungs(&out)[0], "trimmed");
    assert!(!results(&out.messages)[0].contains('\u{1b}'));
}
