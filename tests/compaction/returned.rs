//! Compacted messages that come back with their state: what is ours in them stays known as ours.

use crate::support::cases;
use proptest::prelude::*;
use serde_json::{Value, json};
use tooltrim::compaction::{Compaction, Request, compact_messages_with};
use tooltrim::host::{JsonTree, Memory};
use tooltrim::{Compactor, compact_messages, validate_messages};

use crate::compaction::laws::{options, session, sized};
use crate::compaction::session::{ANTHROPIC, CHAT, STYLES, Style, Turn, call, calls, failed, log, user, write};
use crate::compaction::support::{compact, read};

/// The compacted messages again, with what was added and the state.
fn again(sent: &[Value], added: &[Value], options: &Value, state: &Value) -> Compaction {
    let messages = [sent, added].concat();
    let mut memory = Memory::read(&JsonTree::Value(state)).unwrap();
    compact_messages_with(&messages, &read(options).unwrap(), &mut memory, Request::new()).unwrap()
}

fn rules(messages: &[Value], style: Style) -> Vec<String> {
    let found = validate_messages(messages, Some(style.format)).unwrap();
    found.into_iter().map(|problem| format!("{}: {}", problem.path, problem.message)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(40), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_came_back_with_its_state_stays(
        session in session(), style in prop::sample::select(STYLES.to_vec()), options in options(), oldest in prop::bool::ANY,
    ) {
        let messages = write(&session, style.1);
        let mut options = sized(&messages, &options);
        if oldest {
            options["whenFull"] = json!("drop-oldest");
        }
        options["format"] = json!(style.1.format.name());
        let first = compact(&messages, &options);
        let second = again(&first.messages, &[], &options, &first.state);
        prop_assert_eq!(&second.edits, &vec![], "{:#?}", first.messages);
        prop_assert_eq!((second.report.forked_at, second.report.fits), (None, first.report.fits));
        prop_assert_eq!(second.report.before.chars, first.report.after.chars);
        prop_assert_eq!(&second.state, &first.state);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(40), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_grows_from_what_was_sent_stays_valid(
        session in session(), style in prop::sample::select(STYLES.to_vec()), options in options(),
        ends in prop::collection::vec(0.1..1.0_f64, 1..6), acknowledged in prop::bool::ANY,
    ) {
        let messages = write(&session, style.1);
        let mut options = sized(&messages, &options);
        options["format"] = json!(style.1.format.name());
        options["acknowledge"] = json!(acknowledged);
        prop_assume!(rules(&messages, style.1).is_empty());
        let mut ends: Vec<usize> = ends.iter().map(|part| (messages.len() as f64 * part) as usize + 1).collect();
        ends.sort_unstable();
        let mut last = compact(&messages[..1], &options);
        let mut from = 1;
        for end in ends {
            let end = end.clamp(from, messages.len());
            // A call without its result is no request.
            if !rules(&messages[..end], style.1).is_empty() {
                continue;
            }
            let given = [&last.messages[..], &messages[from..end]].concat();
            let next = again(&last.messages, &messages[from..end], &options, &last.state);
            prop_assert_eq!(next.report.forked_at, None);
            prop_assert_eq!(rules(&next.messages, style.1), Vec::<String>::new(), "{:#?} to {:#?}", given, next.messages);
            let text = Value::from(next.messages.clone()).to_string();
            prop_assert!(text.matches("[Earlier in this session:]").count() <= 1, "{:#?} to {:#?}", given, next.messages);
            prop_assert!(!next.report.notes.iter().any(|note| note.starts_with("nothing was changed")), "{:?}", next.report.notes);
            let weighed = compact(&next.messages, &json!({"window": {"chars": 1e12}, "format": style.1.format.name()}));
            prop_assert_eq!(weighed.report.before.chars, next.report.after.chars);
            (last, from) = (next, end);
        }
    }
}

/// Reads, edits and commands of which some fail.
fn exchange(number: usize) -> Turn {
    calls(vec![match number % 7 {
        3 => failed(
            "bash",
            json!({"command": format!("npm test p{number}")}),
            // Said in formats without a flag, too.
            format!("{}Error: E{number} is bad\n{}exit code: 1", log(number, 20), log(number, 20)),
        ),
        5 => call(
            "edit_file",
            json!({"path": format!("src/e{number}.ts"), "old": "a\n".repeat(40), "new": "b\n".repeat(40)}),
            "ok",
        ),
        _ => call("read_file", json!({"path": format!("src/f{number}.ts")}), log(number, 14)),
    }])
}

#[test]
fn behind_an_image_that_became_a_line_a_summary_stays_ours() {
    let image = json!({"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo"}});
    let mut messages = vec![json!({"role": "user", "content": [image]})];
    for number in 1..=8 {
        let id = format!("call_{number}");
        let function = json!({"name": "bash", "arguments": format!("{{\"command\":\"npm test -- part{number}\"}}")});
        let call = json!({"id": id, "type": "function", "function": function});
        messages.push(json!({"role": "assistant", "content": null, "tool_calls": [call]}));
        messages.push(json!({"role": "tool", "tool_call_id": id, "content": "ok"}));
    }
    messages.push(json!({"role": "user", "content": "And?"}));
    let options = json!({"window": {"chars": 400}, "style": "summary", "whenFull": "drop-oldest"});
    let first = compact(&messages, &options);
    let head = |messages: &[Value]| messages[1]["content"].as_str().unwrap_or_default().to_string();
    assert!(head(&first.messages).starts_with("[Earlier in this session:]"), "{:#?}", first.messages);
    let second = again(&first.messages, &[], &options, &first.state);
    assert_eq!((second.report.forked_at, second.edits), (None, vec![]));
    assert_eq!(head(&second.messages), head(&first.messages));
}

#[test]
fn a_conversation_that_grows_from_what_was_sent_is_bounded_like_the_whole() {
    for (name, style) in [("chat", CHAT), ("anthropic", ANTHROPIC)] {
        for (window, way) in [(6000, "mask"), (3000, "mask"), (6000, "summary")] {
            let options = json!({"window": {"chars": window}, "style": way});
            let mut whole = Compactor::new(read(&options).unwrap()).unwrap();
            let mut turns = vec![user("Fix it.")];
            let first = compact_messages(&write(&turns, style), &read(&options).unwrap()).unwrap();
            let (mut sent, mut state) = (first.messages, first.state);
            let mut lost = Vec::new();
            for number in 0..120 {
                let before = write(&turns, style).len();
                turns.push(exchange(number));
                let messages = write(&turns, style);
                let one = whole.next(&messages, Request::new()).unwrap();
                let two = again(&sent, &messages[before..], &options, &state);
                assert!(!one.report.fits || two.report.fits, "{name} {way} {window}: {number} {:?}", two.report.unfit);
                assert_eq!(rules(&two.messages, style), Vec::<String>::new(), "{name} {way} {window}: {number}");
                let text = Value::from(two.messages.clone()).to_string();
                let blocks = text.matches("[Earlier in this session:]").count();
                assert!(blocks <= 1, "{name} {way} {window}: {number}");
                assert_eq!(two.messages[0], messages[0]);
                let errors = |messages: &[Value]| {
                    let text = Value::from(messages.to_vec()).to_string();
                    (0..=number).filter(|at| text.contains(&format!("Error: E{at} is bad"))).count()
                };
                if errors(&one.messages) > errors(&two.messages) {
                    lost.push((number, errors(&one.messages), errors(&two.messages)));
                }
                (sent, state) = (two.messages, two.state);
            }
            assert!(lost.is_empty(), "{name} {way} {window}: {lost:?}");
        }
    }
}

#[test]
fn a_fact_of_ours_keeps_its_failure_in_formats_without_a_flag() {
    let failure = format!("{}Error: cannot find module './x'\nexit code: 1", log(1, 8));
    let turns: Vec<Turn> = [user("Go.")]
        .into_iter()
        .chain([calls(vec![call("bash", json!({"command": "node server/start.js --port 8080 --watch"}), failure)])])
        .chain((0..60).map(exchange).filter(|turn| matches!(turn, Turn::Calls(_, calls) if !calls[0].failed)))
        .collect();
    let options = json!({"window": {"chars": 12_000}, "compactTo": 0.6});
    let first = compact(&write(&turns, CHAT), &options);
    assert_eq!(first.report.open_failures, ["Error: cannot find module './x'"]);
    let small = json!({"window": {"chars": 6_000}, "compactTo": 0.4});
    let second = again(&first.messages, &[json!({"role": "user", "content": "And?"})], &small, &first.state);
    assert!(second.changed);
    let text = Value::from(second.messages.clone()).to_string();
    assert!(text.contains("FAILED") && text.contains("Error: cannot find module './x'"), "{text}");
    assert!(!text.contains("[Earlier: [Earlier"), "{text}");
}

#[test]
fn the_task_of_the_user_stays_the_last_word_when_a_block_came_back() {
    let task = format!("Please mend this.\n{}", log(3, 60));
    let mut turns = vec![user(&log(2, 40)), Turn::Says("Well.".into()), user(&task)];
    turns.extend((0..60).map(exchange));
    let options = json!({"window": {"chars": 5_000}, "whenFull": "drop-oldest"});
    let first = compact(&write(&turns, CHAT), &options);
    let more: Vec<Value> = write(&turns, CHAT).split_off(3).into_iter().take(20).collect();
    let renamed = (0..10).fold(Value::from(more).to_string(), |text, digit| {
        text.replace(&format!("\"c{digit}"), &format!("\"d{digit}"))
    });
    let more: Vec<Value> = serde_json::from_str(&renamed).unwrap();
    let second = again(&first.messages, &more, &options, &first.state);
    assert!(second.changed);
    for (pass, sent) in [("first", &first.messages), ("second", &second.messages)] {
        assert!(sent.iter().any(|message| message["content"] == task), "{pass}: {sent:#?}");
    }
}
