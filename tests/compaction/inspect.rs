//! What an inspection tells of a conversation: the figures of compaction's report, of messages that stay as they are.

use std::collections::BTreeSet;

use serde_json::{Value, json, to_value};
use tooltrim::messages::{CharsByKind, Inspection, Stale};
use tooltrim::{extract_tool_calls, inspect_messages};

use crate::compaction::session::{ANTHROPIC, CHAT, STYLES, Turn, call, calls, failed, log, program, says, user, write};
use crate::compaction::support::compact;

fn read(path: &str, number: usize) -> Turn {
    calls(vec![call("read_file", json!({"filePath": path}), program(number, 10))])
}

fn run(command: &str, error: Option<&str>) -> Turn {
    let args = json!({"command": command});
    calls(vec![match error {
        Some(error) => failed("Bash", args, error),
        None => call("Bash", args, log(1, 4)),
    }])
}

fn edit(path: &str) -> Turn {
    let args = json!({"filePath": path, "oldString": "one", "newString": "two \"quoted\""});
    calls(vec![call("edit_file", args, "Done.")])
}

fn session() -> Vec<Turn> {
    vec![
        user("The tariff is wrong. \u{1f4e6}"),
        says("I shall look."),
        read("src/berth.ts", 1),
        read("src/pallet.ts", 2),
        run("npm test", Some("Error: berth 7 is full\nexit code: 1\n")),
        edit("src/berth.ts"),
        run("npm test -- --watch", Some("Error: berth 7 is full\nexit code: 1\n")),
        read("./src/berth.ts", 3),
        calls(vec![
            call("grep_search", json!({"query": "tariff", "path": "src"}), log(2, 3)),
            call("get_issue", json!({"id": "ENG-17"}), "open"),
        ]),
        run("npm test", None),
        read("src/pallet.ts", 2),
        says("All pass."),
    ]
}

fn inspected(messages: &[Value]) -> Inspection {
    inspect_messages(messages, None).unwrap()
}

fn sum(chars: &CharsByKind) -> u64 {
    let CharsByKind { system, user, assistant, thinking, arguments, results, other, .. } = chars;
    system + user + assistant + thinking + arguments + results + other
}

/// The report of a step, which counts tokens one by one as its window is in tokens.
fn assert_as_reported(messages: &[Value], name: &str) {
    let inspection = inspected(messages);
    let options = json!({"window": {"tokens": 100_000}, "triggerAt": 0, "compactTo": 0, "recentCallsToKeep": 0});
    let report = compact(messages, &options).report;
    assert_eq!(inspection.size, report.before, "{name}");
    assert_eq!(sum(&inspection.parts), inspection.size.chars, "{name}");
    assert_eq!(inspection.messages.len(), messages.len());
    assert_eq!(inspection.messages.iter().map(sum).sum::<u64>(), inspection.size.chars, "{name}");

    let extracted = extract_tool_calls(messages, None).unwrap();
    assert_eq!(inspection.calls.len(), extracted.len());
    for ((call, exchange), extracted) in inspection.calls.iter().zip(&report.exchanges).zip(&extracted) {
        assert_eq!((&call.call_id, &call.name, call.category), (&exchange.id, &exchange.name, exchange.category));
        assert_eq!(
            (call.is_error, call.is_answered, call.group),
            (extracted.is_error, extracted.is_answered, extracted.group),
            "{name}: {}",
            call.call_id
        );
        let at = |path: &str| path.split('/').nth(1).and_then(|at| at.parse::<usize>().ok());
        assert_eq!(Some(call.message), at(&extracted.call_path), "{name}");
        assert_eq!(call.result_message, extracted.result_path.as_deref().and_then(at), "{name}");
        let stale = match exchange.reason {
            "failed, passed later" => Some(Stale::Resolved),
            "file changed since" => Some(Stale::Changed),
            "repeated later" => Some(Stale::Repeated),
            // Other reasons come first.
            "small" | "run by the provider" | "failed" => call.stale,
            _ => None,
        };
        assert_eq!(call.stale, stale, "{name}: {}", call.call_id);
    }
    let open: BTreeSet<&str> =
        inspection.failures.iter().filter(|group| !group.resolved).map(|group| group.line.as_str()).collect();
    assert_eq!(open, report.open_failures.iter().map(String::as_str).collect(), "{name}");
    let named = |edited: bool| {
        let files = inspection.files.iter().filter(move |file| (file.edits > 0) == edited);
        files.map(|file| (file.path.clone(), file.reads + file.edits, file.last_message)).collect::<Vec<_>>()
    };
    for (edited, trails) in [(true, &report.edited), (false, &report.read)] {
        let trails: Vec<_> = trails.iter().map(|trail| (trail.path.clone(), trail.calls, trail.last_message)).collect();
        assert_eq!(named(edited), trails, "{name}");
    }
}

#[test]
fn all_of_it_is_as_compaction_reports_it() {
    for (name, style) in STYLES {
        assert_as_reported(&write(&session(), style), name);
    }
}

#[test]
fn tokens_of_calls_and_texts_are_those_of_the_conversation() {
    let turns: Vec<Turn> = session().into_iter().filter(|turn| matches!(turn, Turn::Calls(..))).collect();
    let messages = write(&turns, ANTHROPIC);
    let inspection = inspected(&messages);
    let tokens: u64 = inspection.calls.iter().map(|call| call.tokens).sum();
    assert_eq!(inspection.size.tokens, tokens + 4 * messages.len() as u64);
    let chars: u64 = inspection.calls.iter().map(|call| call.args_chars + call.result_chars).sum();
    assert_eq!(inspection.size.chars, chars);
}

#[test]
fn stale_calls_name_the_next_call_that_makes_them_so() {
    let inspection = inspected(&write(&session(), ANTHROPIC));
    let stale: Vec<_> = inspection.calls.iter().map(|call| call.stale.zip(call.stale_by)).collect();
    let mut expected = [None; 10];
    expected[0] = Some((Stale::Changed, 3));
    expected[1] = Some((Stale::Repeated, 9));
    expected[2] = Some((Stale::Resolved, 8));
    assert_eq!(stale, expected);

    // Of several later calls the next one.
    let turns = [read("a.ts", 1), edit("a.ts"), edit("a.ts"), run("make", None), run("make", None), run("make", None)];
    let inspection = inspected(&write(&turns, ANTHROPIC));
    let by: Vec<_> = inspection.calls.iter().map(|call| call.stale_by).collect();
    assert_eq!(by, [Some(1), None, None, Some(4), Some(5), None]);
}

#[test]
fn subjects_are_files_queries_commands_and_what_else_arguments_name() {
    let inspection = inspected(&write(&session(), CHAT));
    let subjects: Vec<_> = inspection.calls.iter().map(|call| call.subject.as_deref().unwrap_or_default()).collect();
    let expected = [
        ["src/berth.ts", "src/pallet.ts", "npm test", "src/berth.ts", "npm test -- --watch"],
        ["./src/berth.ts", "\"tariff\" in src", "ENG-17", "npm test", "src/pallet.ts"],
    ];
    assert_eq!(subjects, expected.concat());

    let long = "x".repeat(5000);
    let many: Vec<String> = (0..200).map(|n| format!("{long}{n}.ts")).collect();
    let turns = [
        calls(vec![call("read_file", json!({"paths": many}), "x"), call("grep", json!({"query": long}), "x")]),
        calls(vec![call(&long, json!({}), "x"), call("delete_file", json!({"paths": many}), "x")]),
        calls(vec![call("bash", json!({"command": format!("a\n{long}")}), "x")]),
    ];
    for call in inspected(&write(&turns, ANTHROPIC)).calls {
        let subject = call.subject.unwrap_or_default();
        assert!(subject.chars().count() < 1500 && call.name.chars().count() < 200);
        assert!(!subject.contains('\n'));
    }
}

#[test]
fn files_tell_what_their_reads_take() {
    let inspection = inspected(&write(&session(), ANTHROPIC));
    let units = |number| program(number, 10).encode_utf16().count() as u64;
    let files: Vec<_> = inspection.files.iter().map(|file| to_value(file).unwrap()).collect();
    let (berth, pallet) = (units(1) + units(3), 2 * units(2));
    let last = |call: usize| inspection.calls[call].message;
    let expected = [
        json!({"path": "src/berth.ts", "reads": 2, "edits": 1, "readChars": berth, "staleChars": units(1), "lastMessage": last(5)}),
        json!({"path": "src/pallet.ts", "reads": 2, "edits": 0, "readChars": pallet, "staleChars": units(2), "lastMessage": last(9)}),
    ];
    assert_eq!(files, expected);

    let both = calls(vec![call("read_file", json!({"paths": ["a.ts", "b.ts", "c.ts"]}), "12345678")]);
    let shares: Vec<_> = inspected(&write(&[both], ANTHROPIC)).files.iter().map(|file| file.read_chars).collect();
    assert_eq!(shares, [4, 2, 2]);
}

#[test]
fn equal_failures_are_one_group() {
    let inspection = inspected(&write(&session(), ANTHROPIC));
    let group = json!({"line": "Error: berth 7 is full", "count": 2, "calls": [2, 4], "resolved": false});
    assert_eq!(to_value(&inspection.failures).unwrap(), json!([group]));
    let turns = [run("make", Some("Error: no berth")), run("make", None)];
    assert!(inspected(&write(&turns, ANTHROPIC)).failures[0].resolved);
}

#[test]
fn an_editor_that_shows_a_file_is_judged_alike_everywhere() {
    let refused = "Invalid `path` parameter: hello.py. The path should be an absolute path, starting with `/`.";
    let with = |command: &str| {
        let args = json!({"command": command, "path": "hello.py", "file_text": "print(1)"});
        write(&[user("Go."), calls(vec![call("str_replace_editor", args, refused)])], CHAT)
    };
    for command in ["view", "create", "str_replace"] {
        assert_as_reported(&with(command), command);
    }
    // What a file says is no failure; what an edit answers can be one.
    let failed = |command| extract_tool_calls(&with(command), None).unwrap()[0].is_error;
    assert_eq!([failed("view"), failed("create")], [false, true]);
}

#[test]
fn nothing_and_broken_pairs_are_inspected_too() {
    assert_eq!(inspected(&[]), Inspection::default());
    let mut messages = write(&session(), ANTHROPIC);
    messages.drain(..3);
    assert_as_reported(&messages, "a result without its call");
    messages.truncate(2);
    assert_as_reported(&messages, "a call without its result");
    assert!(inspect_messages(&[json!({"name": "hi"})], None).is_err());
}
