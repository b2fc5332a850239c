//! What is different about tools and files.

use serde_json::{Value, json};

use crate::compaction::session::{ANTHROPIC, Turn, call, calls, log, program, user};
use crate::compaction::support::{compacted, reasons, results, rungs};

fn session() -> Vec<Turn> {
    vec![
        user("Go."),
        calls(vec![call("mcp__depot__stock", json!({"depot": 1}), program(1, 40))]),
        calls(vec![call("read_file", json!({"filePath": "docs/plan.md"}), program(2, 40))]),
        calls(vec![call("read_file", json!({"filePath": "src/a.ts"}), program(3, 40))]),
        calls(vec![call("mcp__depot__stock", json!({"depot": 2}), program(4, 40))]),
        calls(vec![call("Bash", json!({"command": "make berths"}), log(5, 40))]),
    ]
}

fn options(more: Value) -> Value {
    let mut options = json!({"window": {"chars": 9000}, "triggerAt": 0, "compactTo": 0.4, "recentCallsToKeep": 1});
    options.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    options
}

#[test]
fn always_keeps_results_whole() {
    let out = compacted(&session(), ANTHROPIC, &options(json!({"tools": {"mcp__depot__stock": {"keep": "always"}}})));
    let held = results(&out.messages);
    assert_eq!((held[0].as_str(), held[3].as_str()), (&*program(1, 40), &*program(4, 40)));
    assert_eq!((reasons(&out)[0], rungs(&out)[0]), ("kept: tools", "full"));
    let out = compacted(&session(), ANTHROPIC, &options(json!({"tools": {"*": {"keep": "always"}}, "compactTo": 0})));
    assert!(out.report.over_target && rungs(&out).iter().all(|rung| *rung == "full"));
}

#[test]
fn never_keeps_no_more_than_a_fact() {
    let more = json!({"tools": {"mcp__depot__stock": {"keep": "never"}}, "compactTo": 0.7});
    let out = compacted(&session(), ANTHROPIC, &options(more));
    for at in [0, 3] {
        assert_eq!(rungs(&out)[at], "fact");
        assert_eq!(reasons(&out)[at], "not kept: tools");
    }
}

#[test]
fn never_leaves_recent_results_alone() {
    let more = json!({"tools": {"*": {"keep": "never"}}, "recentCallsToKeep": 2, "compactTo": 0.6});
    let out = compacted(&session(), ANTHROPIC, &options(more));
    assert_eq!(rungs(&out)[3..], ["full", "full"]);
}

#[test]
fn a_star_stands_for_any_rest_and_the_longest_name_holds() {
    let tools =
        json!({"tools": {"*": {"keep": "never"}, "mcp__*": {"keep": "always"}, "mcp__other*": {"keep": "never"}}});
    let out = compacted(&session(), ANTHROPIC, &options(tools));
    assert_eq!(reasons(&out)[..2], ["kept: tools", "not kept: tools"]);
    let tools = json!({"tools": {"mcp__*": {"keep": "never"}, "mcp__depot__stock": {"keep": "always"}}});
    assert_eq!(reasons(&compacted(&session(), ANTHROPIC, &options(tools)))[0], "kept: tools");
}

#[test]
fn a_category_says_what_a_tool_does() {
    let read = json!({"look_into": {"category": "read", "keep": "never"}, "*": {"keep": "never"}});
    let session = [
        user("Go."),
        calls(vec![call("look_into", json!({"path": "src/a.ts"}), program(1, 80))]),
        calls(vec![call("think", json!({"about": "it"}), program(2, 200))]),
    ];
    let more = json!({"tools": read, "recentCallsToKeep": 0});
    let out = compacted(&session, ANTHROPIC, &options(more));
    let size = program(1, 80).len();
    let size = format!("{},{:03}", size / 1000, size % 1000);
    assert_eq!(results(&out.messages)[0], format!("[Earlier: Read src/a.ts ({size} chars)]"));
    assert_eq!(out.report.exchanges[0].category.name(), "read");
}

#[test]
fn a_result_is_trimmed_as_its_tool_wants_it() {
    let tools = json!({"tools": {"Bash": {"result": {"keep": "head", "marker": "~~"}}}, "compactTo": 0.15});
    let out = compacted(&session(), ANTHROPIC, &options(tools));
    let held = results(&out.messages).pop().unwrap();
    assert_eq!(rungs(&out)[4], "trimmed");
    assert!(held.starts_with(log(5, 40).lines().next().unwrap()) && held.trim_end().ends_with("~~"), "{held}");
}

#[test]
fn the_newest_view_of_a_protected_path_stays() {
    for path in ["docs/plan.md", "docs/*"] {
        let out = compacted(&session(), ANTHROPIC, &options(json!({"protectedPaths": [path], "compactTo": 0.5})));
        assert_eq!(results(&out.messages)[1], program(2, 40), "{path}");
    }
    let mut session = session();
    session.insert(5, calls(vec![call("read_file", json!({"filePath": "docs/plan.md"}), program(6, 40))]));
    let out = compacted(&session, ANTHROPIC, &options(json!({"protectedPaths": ["docs/plan.md"], "compactTo": 0.5})));
    let held = results(&out.messages);
    assert!(held[1].len() < program(2, 40).len() && held[4] == program(6, 40));
}

#[test]
fn a_protected_path_that_does_not_fit_gives_way() {
    let out = compacted(&session(), ANTHROPIC, &options(json!({"protectedPaths": ["*"], "compactTo": 0.1})));
    assert!(!out.report.over_target);
}
