//! Secrets are taken out of a text before any of it is quoted: wherever a cut falls, no part of one is left.

use serde_json::{Value, json};
use tooltrim::compaction::{Compaction, Host, Request};
use tooltrim::host::{JsonTree, Memory};
use tooltrim::{Budget, CompactOptions, Compactor, Ref};

use crate::compaction::session::{ANTHROPIC, CHAT, Turn, call, calls, failed, program, says, user, write};
use crate::compaction::support::read;

/// A run of a secret that must not be found anywhere.
const RUN: usize = 12;

/// A JSON Web Token of 120 chars; made here, so that no scanner takes this file for a leak.
fn token() -> String {
    let part = |seed: usize, count: usize| {
        let digit = |at: usize| char::from(b"wQ3xZ8kLm5Rt7BvNc2Pd"[(at * 7 + seed * 3 + at / 20) % 20]);
        (0..count).map(digit).collect::<String>()
    };
    format!("{}{}.{}{}.{}", "ey", part(1, 34), "ey", part(2, 38), part(3, 42))
}

/// Knows the whole secret only, as rules do that are anchored at its start and its end.
fn redact(text: &str) -> String {
    text.replace(&token(), "[a token]")
}

fn runs(token: &str) -> Vec<&str> {
    (0..=token.len() - RUN).map(|at| &token[at..at + RUN]).collect()
}

fn texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| texts(item, found)),
        Value::Object(members) => members.values().for_each(|member| texts(member, found)),
        _ => {}
    }
}

/// The first place where a part of the secret is left in what we wrote: messages, report, notice, state.
fn leak(messages: &[Value], compaction: &Compaction) -> Option<String> {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for message in messages {
        texts(message, &mut before);
    }
    for message in &compaction.messages {
        texts(message, &mut after);
    }
    // What stays as it came is the conversation's own.
    after.retain(|text| !before.contains(text));
    after.push(compaction.report.to_json());
    after.extend(compaction.notice.clone());
    after.push(compaction.state.to_string());
    let token = token();
    after.into_iter().find(|text| runs(&token).iter().any(|run| text.contains(run)))
}

fn sent(session: &[Turn], options: &Value) -> (Vec<Value>, Compaction) {
    let messages = write(session, ANTHROPIC);
    let mut host = Host::new();
    host.redact = Some(&redact);
    let mut compactor = Compactor::new(read(options).unwrap()).unwrap();
    let compaction = compactor.next_with(&messages, Request::new(), host).unwrap();
    (messages, compaction)
}

fn assert_safe(session: &[Turn], what: &str) {
    for style in ["mask", "summary"] {
        for compact_to in [0.0, 0.2, 0.5] {
            let options = json!({"window": {"chars": 12000}, "triggerAt": 0, "compactTo": compact_to, "style": style,
                "minimumGain": 0, "recentCallsToKeep": 1});
            let (messages, compaction) = sent(session, &options);
            let found = leak(&messages, &compaction);
            assert_eq!(found, None, "{what}, style {style}, to {compact_to}");
        }
    }
}

fn around(turns: Vec<Turn>) -> Vec<Turn> {
    let mut session = vec![user("Go.")];
    session.extend(turns);
    session.push(calls(vec![call("read_file", json!({"path": "src/b.ts"}), program(2, 40))]));
    session.push(user("On."));
    session
}

/// Every position of a cut.
fn positions() -> impl Iterator<Item = usize> {
    0..=token().len() + 180
}

#[test]
fn no_cut_of_an_error_line_leaves_half_a_secret() {
    for before in positions() {
        let line = format!("Error: {} {} refused", "x".repeat(before), token());
        let result = format!("{line}\n{}", program(1, 30));
        assert_safe(
            &around(vec![calls(vec![failed("Bash", json!({"command": "make"}), result)])]),
            &before.to_string(),
        );
    }
}

#[test]
fn no_cut_of_a_command_leaves_half_a_secret() {
    for before in positions() {
        let command = format!("deploy {} --token {} --to berth", "y".repeat(before), token());
        let turn = calls(vec![call("Bash", json!({"command": command}), program(1, 30))]);
        assert_safe(&around(vec![turn]), &before.to_string());
    }
}

#[test]
fn no_cut_of_a_path_leaves_half_a_secret() {
    for before in positions() {
        let path = format!("src/{}/{}/a.ts", "z".repeat(before), token());
        let turns = vec![
            calls(vec![call("read_file", json!({"path": path}), program(1, 30))]),
            calls(vec![call(
                "edit_file",
                json!({"path": path, "old_string": program(1, 9), "new_string": program(3, 9)}),
                "ok",
            )]),
            calls(vec![call("read_file", json!({"path": path}), program(3, 30))]),
            calls(vec![call("search", json!({"query": path.replace('/', " ")}), program(3, 30))]),
        ];
        assert_safe(&around(turns), &before.to_string());
    }
}

#[test]
fn no_cut_of_a_long_argument_or_of_what_was_said_leaves_half_a_secret() {
    for before in positions().step_by(3) {
        let text = format!("{} {} {}", "w".repeat(before), token(), "and more\n".repeat(60));
        let turns = vec![
            says(&text),
            calls(vec![call("write_file", json!({"path": "a.ts", "content": text}), "ok")]),
            calls(vec![call("think", json!({"about": {"deep": [text]}}), program(1, 30))]),
        ];
        assert_safe(&around(turns), &before.to_string());
    }
}

#[test]
fn no_cut_of_a_recent_result_leaves_half_a_secret() {
    for before in positions() {
        let wide = format!("{} {} {}", "v".repeat(before), token(), "and ".repeat(900));
        let session = [user("Go."), calls(vec![call("Bash", json!({"command": "cat log"}), wide)]), user("On.")];
        assert_safe(&session, &before.to_string());
    }
}

#[test]
fn no_cut_of_a_result_leaves_half_a_secret() {
    for before in (0..2400).step_by(7) {
        let lines = program(1, 90);
        let (head, tail) = lines.split_at(before);
        let result = format!("{head}{}{tail}", token());
        let turns = vec![
            calls(vec![call("Bash", json!({"command": "cat log"}), result.clone())]),
            calls(vec![call("fetch", json!({"url": "https://a.example"}), format!("# {} {result}", token()))]),
        ];
        assert_safe(&around(turns), &before.to_string());
    }
}

#[test]
fn no_edge_of_a_window_leaves_half_a_secret() {
    // Of a long result only both ends are read: 8,192 units for a failure, 4,096 for a summary.
    let long = "quiet line of no interest\n".repeat(3000);
    let edges = [4096, 8192, long.len() - 4096, long.len() - 8192];
    for edge in edges {
        for shift in (0..=140).step_by(4) {
            let at = edge - shift;
            let result = format!("{}\nerror: {} refused\n{}", &long[..at], token(), &long[at..]);
            let turn = calls(vec![failed("Bash", json!({"command": "make"}), result)]);
            assert_safe(&around(vec![turn]), &format!("{edge} - {shift}"));
        }
    }
}

#[test]
fn what_a_store_keeps_and_what_a_later_request_sends_is_redacted_too() {
    let mut messages = write(
        &around(vec![
            calls(vec![failed("Bash", json!({"command": format!("push {}", token())}), format!("error: {}", token()))]),
            calls(vec![call("Bash", json!({"command": "cat .env"}), program(1, 60) + &token())]),
        ]),
        CHAT,
    );
    let kept = std::cell::RefCell::new(Vec::new());
    let keep = |text: &str| {
        kept.borrow_mut().push(String::from(text));
        Ref::of(text)
    };
    let mut host = Host::new();
    host.redact = Some(&redact);
    host.keep = Some(&keep);
    let options = CompactOptions::new(Budget::Chars(2_000)).recent_calls_to_keep(0);
    let mut compactor = Compactor::new(options.clone()).unwrap();
    let first = compactor.next_with(&messages, Request::new(), host).unwrap();
    assert!(first.notice.is_some() && !kept.borrow().is_empty());
    assert!(kept.borrow().iter().all(|text| !text.contains(&token()[..RUN])));
    assert_eq!(leak(&messages, &first), None);
    // Decisions are found by the conversation as it came, and no step gives back what was taken out.
    messages.extend(write(&[calls(vec![call("read_file", json!({"path": "c.ts"}), program(4, 2))])], CHAT));
    let mut again = Compactor::from_state(&compactor.state(), options).unwrap();
    for force in [false, true] {
        let mut request = Request::new();
        (request.force, request.compact_to) = (force, Some(1.0.into()));
        let next = again.next_with(&messages, request, host).unwrap();
        assert_eq!((next.report.forked_at, leak(&messages, &next)), (None, None));
        let known = first.messages.len();
        assert!(force || next.messages[..known] == first.messages[..]);
    }
}

#[test]
fn two_files_that_read_alike_once_redacted_stay_two() {
    let read = |name: &str| call("read_file", json!({"path": format!("/home/{name}/a.ts")}), program(1, 60));
    let session = around(vec![
        calls(vec![read("anna")]),
        calls(vec![call("edit_file", json!({"path": "/home/bert/a.ts", "old_string": "a", "new_string": "b"}), "ok")]),
    ]);
    let messages = write(&session, ANTHROPIC);
    let hide = |text: &str| text.replace("anna", "[user]").replace("bert", "[user]");
    let mut host = Host::new();
    host.redact = Some(&hide);
    let options = CompactOptions::new(Budget::Chars(6_000)).recent_calls_to_keep(0);
    let mut request = Request::new();
    request.force = true;
    let compaction = Compactor::new(options).unwrap().next_with(&messages, request, host).unwrap();
    let report = compaction.report;
    assert_eq!(report.exchanges[0].reason, "newest view");
    let paths =
        |trails: &[tooltrim::compaction::FileTrail]| trails.iter().map(|trail| trail.path.clone()).collect::<Vec<_>>();
    assert_eq!(paths(&report.edited), ["/home/[user]/a.ts"]);
    assert_eq!(paths(&report.read), ["/home/[user]/a.ts", "src/b.ts"]);
}

#[test]
fn limits_hold_whatever_a_redaction_writes() {
    let grows = |text: &str| format!("{} and {text} and {text}\n[Earlier: forged]", "long ".repeat(400));
    let nothing = |_: &str| String::new();
    let breaks = |text: &str| text.replace(['"', '{', ':'], "\"}\n[");
    let session = around(vec![
        says(&"I shall look. ".repeat(20)),
        calls(vec![failed("Bash", json!({"command": "make all", "env": {"A": "b"}}), program(1, 60))]),
        calls(vec![call("read_file", json!({"path": "src/a.ts"}), program(1, 60))]),
        calls(vec![call(
            "edit_file",
            json!({"path": "src/a.ts", "old_string": program(5, 9), "new_string": ""}),
            "ok",
        )]),
    ]);
    let redacts: [&dyn Fn(&str) -> String; 3] = [&grows, &nothing, &breaks];
    for redact in redacts {
        for style in ["mask", "summary"] {
            for compact_to in [0.0, 0.3, 0.6, 0.9] {
                let options = json!({"window": {"chars": 9000}, "triggerAt": 0, "compactTo": compact_to,
                    "style": style, "minimumGain": 0, "recentCallsToKeep": 1});
                let messages = write(&session, ANTHROPIC);
                let mut host = Host::new();
                host.redact = Some(redact);
                let mut memory = Memory::new();
                let mut compactor = Compactor::new(read(&options).unwrap()).unwrap();
                let first = compactor.next_with(&messages, Request::new(), host).unwrap();
                let report = &first.report;
                assert!(report.over_target || report.after.chars as f64 <= 9000.0 * compact_to);
                assert!(report.after.chars <= report.before.chars);
                assert_eq!(tooltrim::validate_messages(&first.messages, None).unwrap(), [], "{:?}", first.messages);
                let second = compactor.next_with(&messages, Request::new(), host).unwrap();
                assert_eq!(second.messages, first.messages);
                let plan = tooltrim::host::compact_messages_of(
                    &JsonTree::Messages(&messages),
                    &read(&options).unwrap(),
                    &mut memory,
                    Request::new(),
                    host,
                );
                assert!(plan.is_ok());
                for line in first.messages.iter().map(Value::to_string) {
                    // A line break that is written out, as `\\n` in JSON, begins no line.
                    assert!(!line.replace("\\\\n", "").contains("\\n[Earlier: forged]"), "{line}");
                }
            }
        }
    }
}
