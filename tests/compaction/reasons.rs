//! Why something was or was not kept, as the report says it.

use serde_json::{Value, json};

use crate::compaction::session::{ANTHROPIC, Call, Turn, call, calls, failed, log, program, user};
use crate::compaction::support::{compact, compacted, reasons};

fn read(path: &str, number: usize) -> Call {
    call("read_file", json!({"filePath": path}), program(number, 40))
}

fn options() -> Value {
    json!({"window": {"chars": 8000}, "triggerAt": 0, "compactTo": 0.3, "recentCallsToKeep": 1})
}

fn reasons_of(wording: Vec<Call>) -> Vec<&'static str> {
    let mut session = vec![user("Go.")];
    session.extend(wording.into_iter().map(|one| calls(vec![one])));
    reasons(&compacted(&session, ANTHROPIC, &options()))
}

#[test]
fn a_view_of_a_file_that_was_changed_since() {
    let edit = json!({"filePath": "a.ts", "oldString": "one", "newString": "two"});
    let reasons =
        reasons_of(vec![read("a.ts", 1), call("edit_file", edit, log(2, 30)), read("b.ts", 3), read("c.ts", 4)]);
    assert_eq!(reasons, ["file changed since", "old", "newest view", "recent"]);
}

#[test]
fn what_was_repeated_later() {
    let search = || call("grep_search", json!({"query": "tariff"}), log(1, 40));
    let reasons = reasons_of(vec![read("./a.ts", 1), search(), read("a.ts", 1), search(), read("b.ts", 2)]);
    assert_eq!(reasons, ["repeated later", "repeated later", "newest view", "old", "recent"]);
}

#[test]
fn what_failed_and_what_passed_later() {
    let test = |number| json!({"command": format!("npm test {number}")});
    let failure = || format!("Error: 3 tests failed\n{}", log(1, 40));
    let reasons = reasons_of(vec![
        failed("Bash", test(1), failure()),
        failed("Bash", test(2), failure()),
        call("Bash", test(1), log(3, 40)),
        read("b.ts", 2),
    ]);
    assert_eq!(reasons, ["failed, passed later", "failed", "old", "recent"]);
}

#[test]
fn what_is_small() {
    let reasons = reasons_of(vec![call("ls", json!({"path": "src"}), "a.ts"), read("a.ts", 1), read("b.ts", 2)]);
    assert_eq!(reasons, ["small", "newest view", "recent"]);
}

#[test]
fn what_the_provider_ran_stays() {
    let text = program(1, 40);
    let found = json!([{"type": "web_search_result", "title": "Tariffs", "url": "https://example.org", "encrypted_content": text}]);
    let messages = vec![
        json!({"role": "user", "content": "Go."}),
        json!({"role": "assistant", "content": [
            {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "tariffs"}},
            {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": found},
            {"type": "tool_use", "id": "toolu_1", "name": "read_file", "input": {"path": "a.ts"}},
        ]}),
        json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": program(2, 100)}]}),
        json!({"role": "user", "content": "Go on."}),
    ];
    let mut options = options();
    options["recentCallsToKeep"] = json!(0);
    let out = compact(&messages, &options);
    assert_eq!(reasons(&out)[0], "run by the provider");
    assert_eq!(out.messages[1]["content"][1], messages[1]["content"][1]);
}

#[test]
fn nothing_had_to_be_done() {
    let session = [user("Go."), calls(vec![read("a.ts", 1)])];
    let out = compacted(&session, ANTHROPIC, &json!({"window": {"chars": 100_000}}));
    assert_eq!(reasons(&out), ["no step was needed"]);
    assert!(!out.changed && out.notice.is_none());
}

#[test]
fn the_report_names_files_failures_and_what_was_read_only() {
    let edit = json!({"filePath": "b.ts", "oldString": "one", "newString": "two"});
    let session: [Turn; 6] = [
        user("Go."),
        calls(vec![read("a.ts", 1)]),
        calls(vec![read("b.ts", 2)]),
        calls(vec![call("edit_file", edit, "done")]),
        calls(vec![failed("Bash", json!({"command": "make"}), format!("Error: no tariff\n{}", log(1, 60)))]),
        calls(vec![read("a.ts", 1)]),
    ];
    let report = compacted(&session, ANTHROPIC, &options()).report;
    let trails = |trails: &[tooltrim::compaction::FileTrail]| -> Vec<(String, u32, u32)> {
        trails.iter().map(|trail| (trail.path.clone(), trail.calls, trail.last_message)).collect()
    };
    assert_eq!(trails(&report.read), [("a.ts".into(), 2, 9)]);
    assert_eq!(trails(&report.edited), [("b.ts".into(), 2, 5)]);
    assert_eq!(report.open_failures, ["Error: no tariff"]);
}

#[test]
fn sizes_before_and_after_are_those_of_arguments_and_result() {
    let args = json!({"filePath": "a.ts"});
    let session =
        [user("Go."), calls(vec![read("a.ts", 1)]), calls(vec![read("b.ts", 2)]), calls(vec![read("c.ts", 3)])];
    let out = compacted(&session, ANTHROPIC, &options());
    let first = &out.report.exchanges[0];
    assert_eq!((first.id.as_str(), first.name.as_str()), ("c0", "read_file"));
    assert_eq!(first.chars_before, (args.to_string().len() + program(1, 40).len()) as u64);
    let content = &out.messages[2]["content"][0]["content"];
    let left = out.messages[1]["content"][0]["input"].to_string().len() + content.as_str().unwrap().len();
    assert_eq!(first.chars_after, left as u64);
}
