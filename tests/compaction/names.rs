//! Names out of calls that left: the block lists those that nothing sent holds.

use proptest::prelude::*;
use serde_json::{Value, json};
use tooltrim::compaction::{Host, Request, Target};
use tooltrim::host::{JsonTree, Memory, compact_messages_of};
use tooltrim::{Budget, Compactor, Error};

use crate::compaction::laws::{options, session, sized, style};
use crate::compaction::session::{ANTHROPIC, CHAT, STYLES, Turn, call, calls, program, user, write};
use crate::compaction::support::{compact, read, undone};
use crate::support::cases;

const LINE: &str = "- Names in what was removed: ";

/// Reads of files, each with names of its own, and one name that stands in all but the last twenty.
fn reads(count: usize) -> Vec<Turn> {
    let shared = "import { sharedHelper } from \"../lib/shared\";\n".to_owned() + &"sharedHelper();\n".repeat(4);
    let read = |number: usize| {
        let result = if number + 20 < count { shared.clone() } else { String::new() } + &program(number, 30);
        calls(vec![call("read_file", json!({"path": format!("src/{number}.ts")}), result)])
    };
    [vec![user("Fix it.")], (0..count).map(read).collect()].concat()
}

/// All texts, with the escapes of arguments that are texts undone.
fn texts(value: &Value) -> String {
    match value {
        Value::String(text) => text.replace("\\n", "\n").replace("\\\"", "\"") + "\n",
        Value::Array(items) => items.iter().map(texts).collect(),
        Value::Object(members) => members.values().map(texts).collect(),
        _ => String::new(),
    }
}

/// The names that the messages list, and all else that they say.
fn listed(messages: &[Value]) -> (Vec<String>, String) {
    let all: String = messages.iter().map(texts).collect();
    let Some((before, after)) = all.split_once(&format!("\n{LINE}")) else { return (Vec::new(), all) };
    let (names, after) = after.split_once('\n').unwrap();
    (names.split(", ").map(str::to_owned).collect(), format!("{before}\n{after}"))
}

/// Number of times that a name stands in a text by itself.
fn times(text: &str, name: &str) -> usize {
    let is_part = |c: char| c.is_alphanumeric() || "_$/-\\".contains(c);
    let stands = |(at, _): &(usize, &str)| {
        let after = text[at + name.len()..].trim_start_matches('.');
        !text[..*at].ends_with(|c| is_part(c) || c == '.') && !after.starts_with(is_part)
    };
    text.match_indices(name).filter(stands).count()
}

fn small(names: f64) -> Value {
    json!({"window": {"chars": 20_000}, "compactTo": 0.12, "minimumGain": 0, "names": names})
}

#[test]
fn the_most_frequent_name_comes_first_and_none_without_the_option() {
    for (format, style) in STYLES {
        let messages = write(&reads(60), style);
        let out = compact(&messages, &small(0.1));
        let (names, rest) = listed(&out.messages);
        assert_eq!(
            (names.first().map(String::as_str), out.report.names),
            (Some("sharedHelper"), names.len() as u64),
            "{format}"
        );
        assert!(names.len() > 5 && !rest.contains(LINE), "{format}: {names:?}");
        assert!(names.join(", ").len() + LINE.len() <= 240 && out.report.after.chars <= 2_400, "{format}");
        let without = compact(&messages, &small(0.0));
        assert_eq!((listed(&without.messages).0, without.report.names), (vec![], 0), "{format}");
    }
}

#[test]
fn where_nothing_leaves_nothing_changes() {
    let messages = write(&reads(30), CHAT);
    let roomy = |names: f64| json!({"window": {"chars": 40_000}, "compactTo": 0.6, "triggerAt": 0.5, "minimumGain": 0, "names": names});
    let (with, without) = (compact(&messages, &roomy(1.0)), compact(&messages, &roomy(0.0)));
    assert!(with.changed && with.messages.len() == messages.len());
    assert_eq!(with.messages, without.messages);
}

#[test]
fn a_name_that_is_sent_is_not_listed() {
    let mut session = reads(60);
    session.push(user("What is sharedHelper for?"));
    let (names, rest) = listed(&compact(&write(&session, ANTHROPIC), &small(0.1)).messages);
    assert!(!names.is_empty() && !names.contains(&"sharedHelper".to_owned()), "{names:?}");
    assert!(names.iter().all(|name| times(&rest, name) == 0), "{names:?}");
}

#[test]
fn a_block_that_stays_keeps_its_names() {
    let messages = write(&reads(68), CHAT);
    let options = read(&small(0.1)).unwrap();
    let first = Compactor::new(options.clone()).unwrap().next(&messages[..121], Request::new()).unwrap();
    assert!(first.report.names > 0);
    let (mut stayed, mut grew) = (0, 0);
    for target in (4_000_u64..12_000).step_by(500) {
        let mut request = Request::new();
        request.force = true;
        request.compact_to = Some(Target::Size(Budget::Chars(target)));
        let out = Compactor::from_state(&first.state, options.clone()).unwrap().next(&messages, request).unwrap();
        assert!(out.notice.is_some() && out.report.after.chars <= target, "{target}");
        let is_same = out.messages[..2] == first.messages[..2];
        assert_eq!(is_same, out.report.first_changed_message > Some(1), "{target}");
        if is_same {
            assert_eq!(out.report.names, first.report.names, "{target}");
            stayed += 1;
        } else {
            grew += 1;
        }
    }
    assert!(stayed > 0 && grew > 0, "{stayed} {grew}");
}

#[test]
fn what_came_back_keeps_the_names_of_what_is_gone() {
    let messages = write(&reads(60), ANTHROPIC);
    let first = compact(&messages, &small(0.1));
    let known = listed(&first.messages).0;
    let more: Vec<Value> = write(&reads(20), ANTHROPIC).split_off(1);
    let other = |text: String, number: usize| text.replace(&format!("\"c{number}\""), &format!("\"d{number}\""));
    let rename = |message: &Value| serde_json::from_str(&(0..20).fold(message.to_string(), other)).unwrap();
    let grown = [first.messages.clone(), more.iter().map(rename).collect()].concat();
    let options = read(&small(0.1)).unwrap();
    let mut compactor = Compactor::from_state(&first.state, options).unwrap();
    let next = compactor.next(&grown, Request::new()).unwrap();
    let (names, rest) = listed(&next.messages);
    assert!(next.notice.is_some() && next.report.after.chars <= 2_400);
    assert!(!rest.contains(LINE), "one line: {rest}");
    assert!(names.contains(&known[0]) && next.report.names == names.len() as u64, "{known:?} {names:?}");
}

#[test]
fn names_are_read_from_the_redacted_texts() {
    let messages = write(&reads(60), ANTHROPIC);
    let redact = |text: &str| text.replace("sharedHelper", "[hidden]");
    let mut host = Host::new();
    host.redact = Some(&redact);
    let mut memory = Memory::new();
    compact_messages_of(&JsonTree::Messages(&messages), &read(&small(0.1)).unwrap(), &mut memory, Request::new(), host)
        .unwrap();
    let state = memory.to_json();
    assert!(state.contains(LINE) && !state.contains("sharedHelper"), "{state}");
}

#[test]
fn a_limit_of_the_summary_holds_its_names() {
    let messages = write(&reads(60), ANTHROPIC);
    for most in [60, 120, 400] {
        let options =
            json!({"window": {"chars": 20_000}, "style": "summary", "maxHistorySummaryTokens": most, "names": 1});
        let out = compact(&messages, &options);
        assert_eq!(out.report.notes, [""; 0], "{most}");
        let text = out.messages[1]["content"].as_str().unwrap();
        assert!(tooltrim::estimate_tokens(text) <= most, "{most}");
    }
}

#[test]
fn an_undone_step_takes_its_names_along() {
    let messages = write(&reads(60), CHAT);
    let options = read(&small(0.1)).unwrap();
    let out = Compactor::new(options.clone()).unwrap().next(&messages, Request::new()).unwrap();
    assert!(out.report.names > 0);
    let back = Compactor::from_state(&undone(&out.state), options).unwrap().next(&messages, Request::new()).unwrap();
    assert_eq!((back.messages, back.report.names), (messages, 0));
}

#[test]
fn a_share_is_from_0_to_1() {
    let refused =
        |value: Value| read(&json!({"names": value})).map_err(|error: Error| error.message().to_owned()).unwrap_err();
    assert_eq!(refused(json!(1.5)), "names: 1.5 is not a number from 0 to 1");
    assert_eq!(refused(json!(-0.1)), "names: -0.1 is not a number from 0 to 1");
    assert_eq!(refused(json!("all")), "names: \"all\" is not a number from 0 to 1");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(100), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn each_name_stood_twice_in_what_left_and_stands_nowhere_else(
        session in session(), more in 0..40_usize, style in style(), options in options(), names in 0.01..1.0_f64,
    ) {
        let messages = write(&[session, reads(more)].concat(), style);
        let mut options = sized(&messages, &options);
        options["names"] = json!(names);
        let out = compact(&messages, &options);
        let (names, rest) = listed(&out.messages);
        prop_assert_eq!(out.report.names, names.len() as u64);
        let came: String = messages.iter().map(texts).collect();
        for name in &names {
            prop_assert!((8..=80).contains(&name.len()), "{}", name);
            prop_assert!(times(&came, name) >= 2, "{}", name);
            prop_assert_eq!(times(&rest, name), 0, "{}", name);
        }
    }
}
