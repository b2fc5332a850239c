//! Where the room goes: edits that went well, what is new, and commands of calls that leave.

use serde_json::{Value, json};

use crate::compaction::session::{ANTHROPIC, CHAT, Turn, call, calls, failed, log, program, user, write};
use crate::compaction::support::{compact, results};

fn to(messages: &[Value], chars: u64) -> Vec<Value> {
    compact(messages, &json!({"window": {"chars": chars}, "triggerAt": 0, "compactTo": 1, "minimumGain": 0})).messages
}

fn later(number: usize) -> Turn {
    calls(vec![call("bash", json!({"command": format!("make part{number}")}), log(number, 12))])
}

fn edits(failed_too: bool) -> Vec<Value> {
    let edit = json!({"path": "src/a.ts", "old_string": "one", "new_string": "two"});
    let edit = if failed_too { failed("edit_file", edit, log(90, 50)) } else { call("edit_file", edit, log(90, 50)) };
    let mut session = vec![user("Fix it."), calls(vec![edit])];
    session.push(calls(vec![call("read_file", json!({"path": "src/b.ts"}), program(2, 50))]));
    session.extend((0..8).map(later));
    write(&session, ANTHROPIC)
}

#[test]
fn the_result_of_an_edit_that_went_well_gives_way_first() {
    let messages = edits(false);
    let all: usize = results(&messages).iter().map(String::len).sum();
    let sent = results(&to(&messages, all as u64 - 1_200));
    assert!(sent[0].len() < 700, "{}", sent[0]);
    assert_eq!(sent[1], program(2, 50));
    // One that failed says why.
    let sent = results(&to(&edits(true), all as u64 - 1_200));
    assert!(sent[0].len() > 700, "{}", sent[0]);
}

#[test]
fn a_new_result_leaves_room_for_the_others() {
    let read = |number: usize, lines| {
        calls(vec![call("read_file", json!({"path": format!("src/{number}.ts")}), program(number, lines))])
    };
    let mut session = vec![user("Fix it.")];
    session.extend((0..12).map(|number| read(number, 40)));
    session.push(read(12, 300));
    let messages = write(&session, CHAT);
    let sent = to(&messages, 16_000);
    assert_eq!(sent.len(), messages.len());
    let all = results(&sent);
    let last = all.last().unwrap();
    assert!(last.len() > 2_000 && last.len() < 8_000, "{}", last.len());
    let rest = "\n[The rest was left out to fit the window: ask for less at a time, such as a range of lines]";
    assert!(last.ends_with(rest), "{last}");
    assert!(!all[..12].iter().any(|result| result.contains("[The rest")));
}

#[test]
fn a_block_keeps_commands_as_long_as_there_is_room() {
    let command =
        |number: usize| format!("cargo test -p part{number} -- --exact {} --nocapture", "one::two::three ".repeat(5));
    let mut session = vec![user("Fix it.")];
    session
        .extend((0..60).map(|number| calls(vec![call("bash", json!({"command": command(number)}), log(number, 6))])));
    let messages = write(&session, ANTHROPIC);
    let shown = |chars| Value::from(to(&messages, chars)).to_string();
    let has = |chars: u64| shown(chars).contains(&format!("\\n- Ran `{}`", command(0)));
    assert!((16..60).any(|halves| has(halves * 500)), "{}", shown(20_000));
    assert!(shown(8_000).contains("[Earlier in this session:]") && !has(8_000), "{}", shown(8_000));
}
