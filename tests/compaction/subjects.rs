//! What a call was about is never lost: it stays in the arguments, in the fact or in the line of the block.

use serde_json::{Value, json};

use crate::compaction::session::{
    ANTHROPIC, CHAT, Call, STYLES, Turn, call, calls, failed, log, program, says, user, wide,
};
use crate::compaction::support::{arguments, compact, compacted, results};

/// Numbers that are the same in each run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// Kinds of calls that [`about`] makes.
const KINDS: usize = 23;

/// A call of that kind whose subject is `name`, which nothing else contains.
fn about(kind: usize, name: &str, result: String) -> Call {
    let deep = format!("packages/{}/{name}.ts", "harbour-tariffs/".repeat(22));
    let (tool, args) = match kind {
        // Tools whose arguments are known.
        0 => ("read_file", json!({"filePath": format!("src/{name}.ts"), "startLine": 1, "endLine": 80})),
        1 => ("read_file", json!({"filePath": deep})),
        2 => ("Bash", json!({"command": format!("make {name}"), "description": "Make it"})),
        3 => ("Bash", json!({"command": format!("cd /srv/app && npx tool {} --only {name}", "--flag x ".repeat(30))})),
        4 => (
            "shell",
            json!({"command": ["bash", "-lc", format!("npm test -- {} {name}", "--reporter dot ".repeat(12))]}),
        ),
        5 => ("grep_search", json!({"query": name, "isRegexp": true})),
        6 => ("grep_search", json!({"query": format!("({}|{name})", "tariff|berth|pallet|".repeat(12))})),
        7 => ("fetch_webpage", json!({"url": format!("https://example.org/{}/{name}", "a/b".repeat(110))})),
        8 => (
            "edit_file",
            json!({"path": format!("src/{name}.ts"), "old_string": program(1, 9), "new_string": program(2, 9)}),
        ),
        9 => ("read_many_files", json!({"paths": ["src/a.ts", format!("src/{name}.ts")], "note": program(3, 12)})),
        10 => ("list_dir", json!({"path": format!("src/{name}")})),
        // Others: servers of MCP, agents, services.
        11 => ("mcp__linear_server__get_issue", json!({"id": name, "includeRelations": true})),
        12 => ("get_reservation_details", json!({"reservation_id": name})),
        13 => ("search_direct_flight", json!({"origin": "JFK", "destination": name, "date": "2024-05-20"})),
        14 => (
            "Task",
            json!({"description": format!("Find {name}"), "prompt": program(4, 30), "subagent_type": "general"}),
        ),
        15 => ("query_db", json!({"sql": format!("SELECT {} FROM {name}", "tariff, berth, ".repeat(20))})),
        16 => ("mcp__puppeteer__click", json!({"selector": format!("#{name}"), "script": program(5, 12)})),
        17 => {
            ("book", json!({"account": name, "notes": [program(6, 5), program(7, 5)], "items": [1, 2, 3], "all": true}))
        }
        // Programs that call tools.
        18 => (
            "exec",
            json!({"input": format!("const r = await tools.exec_command({{cmd: 'make {name}'}}); text(r.output)")}),
        ),
        19 => (
            "exec",
            json!({"input": format!("{}await tools.exec_command({{cmd: 'make {name}'}});\n{}", "await go();\n".repeat(40), "text(1);\n".repeat(40))}),
        ),
        20 => (
            "exec",
            json!({"code": format!("{}await tools.apply_patch(`*** Begin Patch\n*** Update File: src/{name}.ts\n@@\n-a\n+b\n*** End Patch`);\n{}", "await go();\n".repeat(40), "text(1);\n".repeat(40))}),
        ),
        21 => ("upsert", json!({"record": {"key": name, "body": program(8, 20)}, "options": {"text": wide(300)}})),
        _ => ("weigh", json!({"text": format!("{} {name}", wide(300))})),
    };
    if kind % 7 == 3 { failed(tool, args, result) } else { call(tool, args, result) }
}

/// A session, and the subject of each of its calls.
fn drawn(seed: u64) -> (Vec<Turn>, Vec<String>) {
    let (mut dice, mut names) = (Dice(seed), Vec::new());
    let mut turns = vec![user("Settle the tariffs.")];
    for number in 0..28 {
        let group = (0..=dice.below(2)).map(|more| {
            let name = format!("zq{number}{more}qz");
            names.push(name.clone());
            let lines = [0, 3, 20, 90][dice.below(4)];
            about((number * 2 + more + seed as usize) % KINDS, &name, log(number, lines))
        });
        turns.push(calls(group.collect()));
        if dice.below(4) == 0 {
            turns.push(says("I shall go on with the next one."));
            turns.push(user("Go on."));
        }
    }
    (turns, names)
}

#[test]
fn each_call_names_its_subject_in_every_format_at_every_size() {
    let (mut named, mut summed_up) = (0, 0);
    for seed in 0..6 {
        let (turns, subjects) = drawn(seed);
        for (format, style) in STYLES {
            let size = compacted(&turns, style, &json!({"window": {"chars": 1e12}})).report.before.chars;
            for share in [0.5, 0.3, 0.2, 0.1, 0.05] {
                let window = (size as f64 * share) as u64;
                let options = json!({"window": {"chars": window}, "triggerAt": 0, "compactTo": 1, "minimumGain": 0,
                    "recentCallsToKeep": 1});
                let text = Value::from(compacted(&turns, style, &options).messages).to_string();
                // Where there is no room for a line a call, a summary counts them.
                if ["(es)", "(s)", " tool calls]"].iter().any(|count| text.contains(count)) {
                    summed_up += 1;
                    continue;
                }
                named += 1;
                for name in &subjects {
                    assert!(text.contains(name.as_str()), "{name} at {share} of {format}, {seed}: {text}");
                }
            }
        }
    }
    assert!(named > 2 * summed_up, "{named} and {summed_up}");
}

/// Options by which each result is a fact, or the least of it with `room` for everything.
fn options(room: usize) -> Value {
    json!({"window": {"chars": room}, "triggerAt": 0, "compactTo": 1, "minimumGain": 0, "recentCallsToKeep": 0,
        "tools": {"*": {"keep": "never"}}})
}

fn fact(one: Call) -> String {
    let session = [user("Go."), calls(vec![one]), calls(vec![call("think", json!({"about": "it"}), wide(40_000))])];
    results(&compacted(&session, ANTHROPIC, &options(36_000)).messages).remove(0)
}

/// The arguments of a call where there is room for nothing.
fn least(one: Call) -> Value {
    let session = [user("Go."), calls(vec![one]), calls(vec![call("think", json!({"about": "it"}), wide(300))])];
    arguments(&compacted(&session, CHAT, &options(1)).messages).remove(0)
}

#[test]
fn a_fact_of_any_tool_names_its_short_arguments() {
    for (name, args, subject) in [
        ("mcp__linear_server__get_issue", json!({"includeRelations": true, "id": "ENG-17"}), "ENG-17"),
        ("search_direct_flight", json!({"origin": "JFK", "destination": "SEA"}), "JFK, SEA"),
        ("mcp__github__get_issue", json!({"owner": "octo", "issue_number": 12}), "octo, issue_number 12"),
        ("Task", json!({"prompt": program(1, 9), "description": "Find the parser"}), "Find the parser"),
        ("mcp__puppeteer__click", json!({"selector": "#save"}), "#save"),
        ("upsert", json!({"record": {"key": "K7"}, "quick": false}), "K7"),
    ] {
        assert_eq!(fact(call(name, args, wide(900))), format!("[Earlier: Used {name}: {subject} (900 chars)]"));
    }
}

#[test]
fn a_long_subject_keeps_both_of_its_ends() {
    let path = format!("/srv/{}/tariffs.ts", "harbour/".repeat(50));
    let read = fact(call("read_file", json!({"path": path}), wide(900)));
    assert!(read.starts_with("[Earlier: Read /srv/harbour/") && read.contains("/tariffs.ts (900 chars)]"), "{read}");
    let sql = format!("SELECT {} FROM tariffs", "weight, ".repeat(40));
    let query = fact(call("query_db", json!({"sql": sql}), wide(900)));
    assert!(query.starts_with("[Earlier: Used query_db: SELECT weight") && query.contains("FROM tariffs ("), "{query}");
    let run = fact(call("Bash", json!({"command": format!("npm test -- {} last", "--flag ".repeat(30))}), wide(900)));
    assert!(run.starts_with("[Earlier: Ran `npm test -- --flag") && run.contains(" last` ("), "{run}");
}

#[test]
fn the_shell_in_front_of_a_command_is_no_part_of_it() {
    for command in [
        json!(["bash", "-lc", "make tariffs"]),
        json!("/bin/zsh -lc 'make tariffs'"),
        json!("cd /srv/app && make tariffs"),
        json!(["powershell.exe", "-Command", "make tariffs"]),
    ] {
        assert_eq!(
            fact(call("shell", json!({"command": command}), wide(900))),
            "[Earlier: Ran `make tariffs` (900 chars)]"
        );
    }
}

#[test]
fn a_list_of_paths_stays_a_list_with_all_that_is_short() {
    let read = |paths: Vec<String>| {
        least(call("read_many_files", json!({"paths": paths, "note": program(1, 30)}), wide(900)))["paths"].clone()
    };
    assert_eq!(read(vec!["/src/a.ts".into(), "/src/b.ts".into()]), json!(["/src/a.ts", "/src/b.ts"]));
    assert_eq!(read(vec!["/src/a.ts".into()]), json!(["/src/a.ts"]));
    let many = (0..40).map(|number| format!("/src/depot/{number}.ts")).collect();
    assert_eq!(read(many), json!(["/src/depot/0.ts", "...[38 more]", "/src/depot/39.ts"]));
    let item = |path: &str| json!({"path": path, "why": program(1, 9)});
    let outlines =
        call("get_outlines", json!({"files": [item("a.ts"), item("b.ts"), item("c.ts"), item("d.ts")]}), wide(900));
    assert_eq!(least(outlines)["files"], json!(["a.ts", "b.ts", "c.ts", "d.ts"]));
}

#[test]
fn least_arguments_keep_what_the_call_was_about() {
    let body = program(1, 30);
    for (name, args, kept) in [
        ("get_issue", json!({"id": "ENG-17", "body": body, "also": body}), json!({"id": "ENG-17"})),
        ("book", json!({"account": "A7", "seats": 2, "a": body, "b": body}), json!({"account": "A7", "seats": 2})),
        ("read_file", json!({"path": "src/a.ts", "note": body}), json!({"path": "src/a.ts"})),
    ] {
        let left = least(call(name, args, wide(900)));
        for (name, value) in kept.as_object().unwrap() {
            assert_eq!(&left[name], value, "{left}");
        }
        assert!(left.to_string().len() < 200, "{left}");
    }
    // What was left out in front of a command is marked, too.
    let command = format!("cd /srv/harbour-and-depot/packages/tariffs && npm test{}", " --flag".repeat(6));
    let left = least(call("Bash", json!({"command": command, "note": body}), wide(900)));
    assert_eq!(left["command"], json!(format!("... npm test{}", " --flag".repeat(6))));
    let sql = format!("SELECT {} FROM tariffs", "weight, ".repeat(40));
    let left = least(call("query_db", json!({"sql": sql, "body": body}), wide(900)));
    let left = left["sql"].as_str().unwrap();
    assert!(left.starts_with("SELECT weight") && left.ends_with("FROM tariffs") && left.len() < 80, "{left}");
}

#[test]
fn arguments_that_are_cut_off_keep_what_can_be_read_of_them() {
    let arguments = format!("{{\"id\": \"ENG-17\", \"content\": \"{}", "tariff ".repeat(60));
    let messages = json!([
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": null, "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "update_issue", "arguments": arguments}},
        ]},
        {"role": "tool", "tool_call_id": "c1", "content": wide(900)},
        {"role": "assistant", "content": "Done."},
    ]);
    let out = compact(messages.as_array().unwrap(), &options(1)).messages;
    assert!(Value::from(out.clone()).to_string().contains("ENG-17"), "{out:#?}");
}
