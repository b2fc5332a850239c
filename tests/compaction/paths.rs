//! One file, however its path is written: what is stale, protected, listed and counted.

use serde_json::{Value, json};
use tooltrim::compaction::Request;
use tooltrim::host::JsonTree;
use tooltrim::{Compactor, TruncationConfig, inspect_messages};

use crate::compaction::session::{ANTHROPIC, Call, Turn, call, calls, program, user, wide, write};
use crate::compaction::support::{self, compacted, reasons, results, rungs};

fn session(all: Vec<Call>) -> Vec<Turn> {
    let mut session = vec![user("Go.")];
    session.extend(all.into_iter().map(|one| calls(vec![one])));
    session
}

fn read(path: &str, number: usize) -> Call {
    call("read_file", json!({"filePath": path}), program(number, 40))
}

fn edit(path: &str) -> Call {
    call("edit_file", json!({"filePath": path, "oldString": "one", "newString": "two"}), "Done.")
}

fn options(more: Value) -> Value {
    let mut options = json!({"window": {"chars": 9000}, "triggerAt": 0, "compactTo": 0.4, "recentCallsToKeep": 1});
    options.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    options
}

/// Why the result of the first of some calls is as it is.
fn first_reason(mut all: Vec<Call>) -> &'static str {
    all.extend([read("src/y.ts", 8), read("src/z.ts", 9)]);
    reasons(&compacted(&session(all), ANTHROPIC, &options(json!({}))))[0]
}

const WINDOWS: [&str; 5] = [
    r"C:\repo\src\a.ts",
    "c:/repo/src/a.ts",
    r"c:\repo\.\src\a.ts",
    "file:///c%3A/repo/src/a.ts",
    "file:///C:/repo/src/a.ts",
];

#[test]
fn an_edit_makes_a_view_stale_however_either_writes_the_path() {
    for one in WINDOWS {
        for other in WINDOWS {
            assert_eq!(first_reason(vec![read(one, 1), edit(other)]), "file changed since", "{one}, {other}");
        }
        assert_eq!(first_reason(vec![read(one, 1), read(WINDOWS[0], 1)]), "repeated later", "{one}");
        assert_ne!(first_reason(vec![read(one, 1), edit(r"C:\repo\src\A.ts")]), "file changed since", "{one}");
    }
    assert_eq!(first_reason(vec![read("file:///repo/a%20b.ts", 1), edit("/repo//a b.ts")]), "file changed since");
}

#[test]
fn a_relative_path_is_that_below_a_folder_that_calls_name() {
    let test = |folder: &str| call("exec_command", json!({"cmd": "npm test", "workdir": folder}), "ok");
    for (one, other) in [("src/a.ts", "/repo/src/a.ts"), ("/repo/src/a.ts", "./src/a.ts")] {
        assert_eq!(first_reason(vec![read(one, 1), edit(other), test("/repo")]), "file changed since", "{one}");
        assert_ne!(first_reason(vec![read(one, 1), edit(other), test("/srv")]), "file changed since", "{one}");
        // Files that share only the end of their paths.
        assert_ne!(first_reason(vec![read(one, 1), edit(other)]), "file changed since", "{one}");
    }
    let shows = call("exec_command", json!({"cmd": "cat a.ts", "workdir": r"C:\repo\src"}), program(1, 40));
    assert_eq!(first_reason(vec![shows, edit("c:/repo/src/a.ts")]), "file changed since");
    let within = call("read_file", json!({"path": "a.ts", "cwd": "/repo/src"}), program(1, 40));
    assert_eq!(first_reason(vec![within, edit("/repo/src/a.ts")]), "file changed since");
}

#[test]
fn a_path_protects_a_file_however_it_is_written() {
    let all = |path: &str| {
        let shell = call("Bash", json!({"command": "make", "cwd": r"C:\repo"}), wide(600));
        session(vec![shell, read(path, 2), read("src/a.ts", 3), read("src/b.ts", 4), read("src/c.ts", 5)])
    };
    let kept = |path: &str, protected: &str| {
        let more = json!({"protectedPaths": [protected], "compactTo": 0.5});
        results(&compacted(&all(path), ANTHROPIC, &options(more)).messages)[1] == program(2, 40)
    };
    for path in [r"C:\repo\docs\plan.md", "c:/repo/docs/plan.md", "docs/plan.md", "file:///c%3A/repo/docs/plan.md"] {
        for protected in [r"C:\repo\docs\plan.md", "./docs/*", "c:/repo/docs/*", r"docs\plan.md"] {
            assert!(kept(path, protected), "{path}, {protected}");
        }
        for protected in ["plan.md", "doc/*", "/repo/docs/*", r"D:\repo\docs\*"] {
            assert!(!kept(path, protected), "{path}, {protected}");
        }
    }
}

#[test]
fn a_file_that_is_read_again_by_another_path_is_protected() {
    let mut turns = session((0..8).map(|number| read(&format!("C:\\repo\\{number}.ts"), number)).collect());
    let mut compactor = Compactor::new(support::read(&options(json!({"recentCallsToKeep": 2}))).unwrap()).unwrap();
    let mut next = |turns: &[Turn]| compactor.next(&write(turns, ANTHROPIC), Request::new()).unwrap();
    let first = next(&turns);
    assert_ne!(rungs(&first)[0], "full");
    turns.push(calls(vec![read("c:/repo/0.ts", 0)]));
    let out = next(&turns);
    assert_eq!(out.report.re_reads, ["c:/repo/0.ts"]);
}

#[test]
fn a_file_is_listed_once_as_its_first_call_writes_it() {
    let all = vec![read(r"C:\repo\a.ts", 1), edit("c:/repo/a.ts"), read("file:///c%3A/repo/a.ts", 1)];
    let files = inspect_messages(&write(&session(all), ANTHROPIC), None).unwrap().files;
    assert_eq!(files.len(), 1, "{files:?}");
    assert_eq!((&*files[0].path, files[0].reads, files[0].edits), (r"C:\repo\a.ts", 2, 1));
}

#[test]
fn a_summary_counts_a_file_once() {
    let read = |path: &str| json!({"callId": path, "name": "read_file", "args": {"path": path}, "result": "text"});
    let history = [read(r"C:\repo\a.ts"), read("c:/repo/a.ts"), read("src/b.ts")];
    let made = TruncationConfig::new().recent_calls_to_keep(0).compacted(&JsonTree::Messages(&history), None, None);
    let summary = made.unwrap().summary.unwrap();
    assert!(summary.contains("- Read 3 file(s): C:\\repo\\a.ts, src/b.ts\n"), "{summary}");
}
