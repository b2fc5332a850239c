//! Calls in programs: what they read, changed and ran is known as if each stood alone.

use serde_json::{Value, json};
use tooltrim::compaction::{Host, Request};
use tooltrim::host::JsonTree;
use tooltrim::{Compactor, TruncationConfig};

use crate::compaction::session::wide;
use crate::compaction::support::{arguments, compact, read, results};

/// A call of `exec` as Codex records it in code mode, and its result.
fn exec(id: usize, code: &str, result: &str) -> [Value; 2] {
    let id = format!("call_{id}");
    [
        json!({"type": "custom_tool_call", "call_id": id, "name": "exec", "input": code}),
        json!({"type": "custom_tool_call_output", "call_id": id, "output": result}),
    ]
}

fn session(programs: &[(&str, &str)]) -> Vec<Value> {
    let mut messages = vec![json!({"role": "user", "content": "Go."})];
    messages.extend(programs.iter().enumerate().flat_map(|(at, (code, result))| exec(at, code, result)));
    messages.extend(exec(99, "text(1)", &wide(40_000)));
    messages
}

fn options() -> Value {
    json!({"window": {"chars": 40_000}, "triggerAt": 0, "recentCallsToKeep": 0, "tools": {"*": {"keep": "never"}}})
}

/// Returns the text in place of each program's result.
fn facts(programs: &[(&str, &str)]) -> Vec<String> {
    let mut facts = results(&compact(&session(programs), &options()).messages);
    facts.pop();
    facts
}

const PATCH: &str = r#"text(await tools.apply_patch("*** Begin Patch\n*** Update File: src/a.ts\n@@\n-one\n+two\n*** Add File: src/b.ts\n+three\n*** End Patch"));"#;
const TEST: &str = r#"const r = await tools.exec_command({"cmd": "npm test", "workdir": "/repo"}); text(r.output)"#;
const READ: &str = "text((await tools.exec_command({cmd: 'cat src/a.ts', workdir: '/repo'})).output)";

#[test]
fn a_line_names_what_a_program_did() {
    let both = format!("{PATCH}\n{TEST}");
    let three = "await Promise.all([tools.exec_command({cmd: 'npm test'}), tools.exec_command({cmd: 'npm run lint'}),
        tools.update_plan({plan: []})])";
    let other = "text(await tools.mcp__linear__get_issue({id: 'ENG-17', deep: true}))";
    for (code, line) in [
        (TEST, "Ran `npm test`"),
        (READ, "Read src/a.ts"),
        (PATCH, "Edited src/a.ts, src/b.ts"),
        (&both, "Edited src/a.ts, src/b.ts, +1 more call"),
        (three, "Ran `npm test`, +2 more calls"),
        (other, "Used mcp__linear__get_issue: ENG-17"),
        ("text('no tools.exec_command(')", "Used exec: text('no tools.exec_command(')"),
    ] {
        assert_eq!(facts(&[(code, &wide(900))]), [format!("[Earlier: {line} (900 chars)]")], "{code}");
    }
}

#[test]
fn files_of_programs_are_listed_and_go_stale() {
    let (long, patched) = (wide(900), wide(300));
    let out = compact(&session(&[(READ, &long), (PATCH, &patched)]), &options());
    let paths = |trails: &[tooltrim::compaction::FileTrail]| -> Vec<String> {
        trails.iter().map(|trail| trail.path.clone()).collect()
    };
    assert_eq!(paths(&out.report.edited), ["src/a.ts", "src/b.ts"]);
    assert_eq!(results(&out.messages)[0], "[Earlier: Read src/a.ts (900 chars); changed since]");
}

#[test]
fn a_failure_in_a_program_passes_later_in_another() {
    let failure = format!("Error: 3 tests failed\nexit code: 1\n{}", wide(900));
    let (long, fixed) = (wide(900), format!("{PATCH}\n{TEST}"));
    for later in [TEST, "await tools.exec_command({ workdir: '/repo', cmd: 'npm test' })", &fixed] {
        let facts = facts(&[(TEST, &failure), (later, &long)]);
        assert!(facts[0].contains("- FAILED") && facts[0].contains("; passed later]"), "{later}: {}", facts[0]);
    }
    let lint = "await tools.exec_command({cmd: 'npm run lint', workdir: '/repo'})";
    assert!(!facts(&[(TEST, &failure), (lint, &long)])[0].contains("passed later"));
    // Which of its calls failed is unknown.
    let both = format!("{TEST}\n{lint}");
    assert!(!facts(&[(&both, &failure), (TEST, &long)])[0].contains("passed later"));
    assert!(facts(&[(&both, &failure), (TEST, &long), (lint, &long)])[0].contains("passed later"));
}

#[test]
fn a_program_that_codex_reports_as_failed_has_failed() {
    let header = |status: &str| format!("Script {status}\nWall time 0.1 seconds\nOutput:\n");
    let refused = header("failed")
        + "\nScript error:\nError: apply_patch verification failed: src/a.ts has changed\n"
        + &wide(900);
    assert!(facts(&[(PATCH, &refused)])[0].starts_with("[Earlier: Edited src/a.ts, src/b.ts - FAILED ("));
    let tests = |outcome: &str| header("completed") + outcome + &wide(900);
    assert!(facts(&[(TEST, &tests("Error: cannot reach the registry\n"))])[0].contains("- FAILED ("));
    assert!(!facts(&[(TEST, &tests("ok\n"))])[0].contains("FAILED"));
}

#[test]
fn the_least_of_a_program_names_what_it_did() {
    let code = format!("const before = await load();\n{}\n{PATCH}\n{TEST}", "await before.next();\n".repeat(60));
    let mut options = options();
    options["window"] = json!({"chars": 1});
    let left = arguments(&compact(&session(&[(&code, "ok")]), &options).messages).remove(0).to_string();
    assert!(left.contains("[Edited src/a.ts, src/b.ts, +1 more call]") && left.len() < 250, "{left}");
}

#[test]
fn a_summary_groups_programs_by_what_they_did() {
    let call = |code: &str| json!({"callId": code, "name": "exec", "args": {"input": code}, "result": "ok"});
    let history = [call(TEST), call(READ), call(PATCH)];
    let made = TruncationConfig::new().recent_calls_to_keep(0).compacted(&JsonTree::Messages(&history), None, None);
    let summary = made.unwrap().summary.unwrap();
    for line in ["npm test", "Read 1 file(s): src/a.ts", "src/a.ts, src/b.ts"] {
        assert!(summary.contains(line), "{line}: {summary}");
    }
    assert!(!summary.contains("await"), "{summary}");
}

#[test]
fn calls_of_a_providers_program_are_items_of_their_own() {
    let caller = json!({"type": "program", "caller_id": "prog_1"});
    let arguments = json!({"path": "src/a.ts", "oldText": "one", "newText": "two"}).to_string();
    let mut messages = vec![
        json!({"role": "user", "content": "Go."}),
        json!({"type": "program", "id": "p1", "call_id": "prog_1", "fingerprint": "f",
            "code": "text(await tools.edit_file({path: 'src/a.ts', oldText: 'one', newText: 'two'}))"}),
        json!({"type": "function_call", "call_id": "c1", "name": "edit_file", "arguments": arguments, "caller": caller}),
        json!({"type": "function_call_output", "call_id": "c1", "output": wide(900), "caller": caller}),
        json!({"type": "program_output", "call_id": "prog_1", "result": "ok", "status": "completed"}),
    ];
    messages.extend(exec(99, "text(1)", &wide(40_000)));
    let edited = compact(&messages, &options()).report.edited;
    assert_eq!(edited.iter().map(|trail| (&*trail.path, trail.calls)).collect::<Vec<_>>(), [("src/a.ts", 1)]);
}

#[test]
fn a_hosted_search_is_about_its_action() {
    let search =
        |action: Value| json!({"type": "web_search_call", "id": "ws_1", "status": "completed", "action": action});
    for (action, category, subject) in [
        (
            json!({"type": "search", "query": "tariff law", "queries": ["tariff law", "more"]}),
            "search",
            "\"tariff law\"",
        ),
        (json!({"type": "search", "queries": ["tariff law", "berths"]}), "search", "\"tariff law, berths\""),
        (json!({"type": "open_page", "url": "https://example.org/a"}), "read", "https://example.org/a"),
        (
            json!({"type": "find_in_page", "url": "https://example.org/a", "pattern": "berth"}),
            "read",
            "https://example.org/a for \"berth\"",
        ),
        (json!({"type": "find", "pattern": "berth"}), "read", "berth"),
    ] {
        let messages = [json!({"role": "user", "content": "Go."}), search(action)];
        let calls = tooltrim::inspect_messages(&messages, None).unwrap().calls;
        let found = (calls[0].category.name(), calls[0].subject.as_deref());
        assert_eq!(found, (category, Some(subject)));
    }
}

#[test]
fn calls_of_claudes_programs_are_blocks_of_their_own() {
    let caller = json!({"type": "code_execution_20260120", "tool_id": "srvtoolu_1"});
    let messages = [
        json!({"role": "user", "content": "Go."}),
        json!({"role": "assistant", "content": [
            {"type": "server_tool_use", "id": "srvtoolu_1", "name": "code_execution",
                "input": {"code": "print(await read_file(\"src/a.ts\"))"}},
            {"type": "tool_use", "id": "toolu_1", "name": "read_file", "input": {"path": "src/a.ts"}, "caller": caller},
        ]}),
        json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "text"}]}),
    ];
    let inspection = tooltrim::inspect_messages(&messages, None).unwrap();
    let reads: Vec<_> = inspection.files.iter().map(|file| (&*file.path, file.reads)).collect();
    assert_eq!(reads, [("src/a.ts", 1)]);
}

#[test]
fn a_secret_that_a_program_puts_together_is_redacted() {
    let code = "await tools.exec_command({cmd: 'login --token hunter' + '2-\\x73ecret'})";
    let redact = |text: &str| text.replace("hunter2-secret", "[a token]");
    let mut host = Host::new();
    host.redact = Some(&redact);
    let mut compactor = Compactor::new(read(&options()).unwrap()).unwrap();
    let out = compactor.next_with(&session(&[(code, &wide(900))]), Request::new(), host).unwrap();
    assert_eq!(results(&out.messages)[0], "[Earlier: Ran `login --token [a token]` (900 chars)]");
}
