//! Conversations that cannot be made to fit, and how they say so.

use serde_json::{Value, json};
use tooltrim::compaction::{Request, Rung, compact_messages_with};
use tooltrim::host::{JsonTree, Memory};
use tooltrim::{Compactor, compact_messages};

use crate::compaction::session::{ANTHROPIC, CHAT, STYLES, Turn, call, calls, program, says, user, write};
use crate::compaction::support::{compact, compacted, read, results};

/// Long texts of the user, a text of the assistant, one call.
fn session() -> Vec<Turn> {
    let text = |number: usize| program(number, 60);
    vec![
        user(&text(1)),
        says(&text(2)),
        user(&text(3)),
        calls(vec![call("read_file", json!({"filePath": "src/a.ts"}), program(4, 40))]),
        says("Read."),
        user("And now?"),
    ]
}

fn options(when_full: &str) -> Value {
    json!({"window": {"chars": 5000}, "reserve": {"chars": 1000}, "whenFull": when_full})
}

#[test]
fn what_does_not_fit_is_sent_and_said() {
    for (name, style) in STYLES {
        let out = compacted(&session(), style, &options("send"));
        let report = &out.report;
        assert!(!report.fits && report.over_target, "{name}");
        assert_eq!(report.unfit[0].what, "user texts", "{name}");
        assert!(report.unfit[0].chars > 4000, "{name}");
        let notice = out.notice.unwrap();
        assert!(notice.contains("do not fit into 4,000; most of it is user texts"), "{notice}");
        let text = serde_json::to_string(&out.report).unwrap();
        assert!(text.contains(r#""window":{"chars":5000},"reserve":{"chars":1000},"unfit":[{"what":"user texts""#));
    }
}

#[test]
fn texts_alone_that_do_not_fit_are_said_too() {
    let texts = [user(&program(1, 400)), says("Yes."), user("And?")];
    let out = compacted(&texts, CHAT, &options("send"));
    assert!(!out.changed && !out.report.fits && out.notice.is_some());
    let small = compacted(&[user("Go."), says("Yes."), user("And?")], CHAT, &options("send"));
    assert!(small.report.fits && small.notice.is_none() && small.report.unfit.is_empty());
}

#[test]
fn it_is_said_with_each_request() {
    let messages = write(&[user(&"x".repeat(600))], CHAT);
    let options = read(&json!({"window": {"chars": 500}})).unwrap();
    let mut compactor = Compactor::new(options.clone()).unwrap();
    let first = compactor.next(&messages, Request::new()).unwrap();
    let again = compactor.next(&messages, Request::new()).unwrap();
    let restored = Compactor::from_state(&again.state, options).unwrap().next(&messages, Request::new()).unwrap();
    let notice = "\u{26a0}\u{fe0f} Context is too large: 600 chars do not fit into 500; most of it is user texts";
    for out in [first, again, restored] {
        assert_eq!((out.report.fits, out.notice.as_deref()), (false, Some(notice)));
    }
}

#[test]
fn old_texts_of_the_assistant_give_way_without_any_call() {
    let texts = [user("Go."), says(&program(1, 120)), user("More."), says("Yes."), user("And?")];
    let out = compacted(&texts, ANTHROPIC, &options("send"));
    assert!(out.changed && out.report.fits, "{:?}", out.report.after);
}

#[test]
fn users_are_cut_when_asked_to_and_the_last_word_never() {
    for (name, style) in STYLES {
        let out = compacted(&session(), style, &options("drop-oldest"));
        assert!(out.report.fits && out.report.after.chars <= 4000, "{name}: {:?}", out.report.after);
        assert!(serde_json::to_string(&out.messages).unwrap().contains("And now?"), "{name}");
    }
}

#[test]
fn an_error_is_given_where_wanted_and_names_the_sizes() {
    let messages = write(&session(), CHAT);
    let error = compact_messages(&messages, &read(&options("error")).unwrap()).unwrap_err();
    let text = error.to_string();
    assert!(text.ends_with(" chars do not fit into 4000, the window less the reserve"), "{text}");
    let roomy = json!({"window": {"chars": 1_000_000}, "whenFull": "error"});
    assert!(!compact(&messages, &roomy).changed);
}

#[test]
fn a_summary_takes_less_where_lines_do_not_fit() {
    let mut session = vec![user("Go.")];
    session.extend((0..60).map(|number| {
        calls(vec![call("read_file", json!({"filePath": format!("src/features/{number}.ts")}), program(number, 9))])
    }));
    session.push(user("And?"));
    let size = |when_full: &str| {
        let options = json!({"window": {"chars": 3000}, "whenFull": when_full});
        compacted(&session, CHAT, &options).report.after.chars
    };
    assert!(size("summary") <= size("send"));
}

#[test]
fn each_call_keeps_its_line_where_user_texts_alone_are_over_the_target() {
    let path = |number: usize| format!("src/{number}.ts");
    let mut session = vec![user(&program(1, 200))];
    session.extend(
        (0..20).map(|number| calls(vec![call("read_file", json!({"filePath": path(number)}), program(number, 30))])),
    );
    let size = compacted(&session, ANTHROPIC, &json!({"window": {"chars": 1_000_000}})).report.before.chars;
    let out = compacted(&session, ANTHROPIC, &json!({"window": {"chars": size}, "compactTo": 0.1}));
    assert!(out.report.over_target && out.report.fits);
    let text = Value::Array(out.messages).to_string();
    for number in 0..20 {
        assert!(text.contains(&path(number)), "{number}: {text}");
    }
}

#[test]
fn a_block_sums_up_the_oldest_calls_where_not_all_lines_fit() {
    let path = |number: usize| format!("src/harbour/berths/{number}.ts");
    let mut session = vec![user("Go.")];
    session.extend(
        (0..60).map(|number| {
            calls(vec![call("read_file", json!({"filePath": path(number)}), format!("{number} is free"))])
        }),
    );
    let out = compacted(&session, ANTHROPIC, &json!({"window": {"chars": 4000}, "triggerAt": 0, "compactTo": 0.4}));
    assert!(!out.report.over_target, "{:?}", out.report.after);
    assert!(out.report.after.chars > 1000, "the room is used: {:?}", out.report.after);
    let text = Value::Array(out.messages).to_string();
    assert!((20..60).filter(|number| text.contains(&path(*number))).count() > 20, "{text}");
}

#[test]
fn long_names_of_tools_leave_with_their_calls() {
    // The names take more than the target, and the lines more than what is left below the window beside them.
    let mut session = vec![user("Go.")];
    session.extend((0..500).map(|number| {
        let path = json!({"path": format!("src/some/folder/of/the/project/{number}.ts")});
        calls(vec![call("mcp__github__get_file_contents", path, program(number, 20))])
    }));
    let out = compacted(&session, ANTHROPIC, &json!({"window": {"chars": 40_000}, "compactTo": 0.3}));
    assert!(!out.report.over_target, "{:?}", out.report.after);
}

#[test]
fn edits_of_a_file_are_one_line_of_a_block() {
    let mut session = vec![user("Go.")];
    session.extend((0..60).map(|number| {
        let (old, new) = (program(number, 1 + number % 9), program(number, 2 + number % 7));
        let input = json!({"path": format!("src/{}.ts", number % 3), "old_string": old, "new_string": new});
        calls(vec![call("edit_file", input, String::from("ok"))])
    }));
    let out = compacted(&session, ANTHROPIC, &json!({"window": {"chars": 20_000}, "triggerAt": 0, "compactTo": 0.1}));
    let block = out.messages[1]["content"].to_string();
    assert!(block.contains("- Edited src/0.ts (18 times)"), "{block}");
    assert_eq!(block.matches("src/0.ts").count(), 1, "{block}");
}

#[test]
fn recent_exchanges_leave_where_nothing_else_reaches_the_target() {
    let mut session = vec![user(&program(1, 90))];
    session.extend((0..40).map(|number| {
        let path = json!({"filePath": format!("src/{number}.ts")});
        calls(vec![call("read_file", path, program(number, 60))])
    }));
    let size = compacted(&session, ANTHROPIC, &json!({"window": {"chars": 1_000_000}})).report.before.chars;
    let spoken = write(&session, ANTHROPIC)[0]["content"].as_str().map_or(0, str::len) as u64;
    let to = |target: u64| {
        let options = json!({"window": {"chars": size}, "triggerAt": 0, "compactTo": {"chars": target}});
        compacted(&session, ANTHROPIC, &options).report
    };
    let rungs = |target: u64| to(target).exchanges.iter().rev().map(|exchange| exchange.rung).collect::<Vec<_>>();
    assert!(!rungs(spoken + 600)[..6].contains(&Rung::Folded), "they stay while lines of others leave room");
    let least = to(spoken + 250);
    assert!(!least.over_target && least.exchanges[35].rung == Rung::Folded, "{:?}", least.after);
    assert_ne!(rungs(spoken + 250)[0], Rung::Folded, "the model speaks next");
    assert_ne!(rungs(spoken + 10)[1], Rung::Folded, "they stay where even that would not do");
}

/// Outputs of commands, and a search at the end that the model has not seen.
fn search_at_the_end(commands: usize, hits: usize) -> Vec<Turn> {
    let command = |number: usize| {
        let output = format!("line {number} of it\n").repeat(100 + number);
        calls(vec![call("bash", json!({"command": format!("x{number}")}), output)])
    };
    let found = (0..hits).map(|at| format!("src/file{}.ts:{at}: found here\n", at % 70)).collect::<Vec<_>>().concat();
    let mut session = vec![user("go")];
    session.extend((0..commands).map(command));
    session.push(calls(vec![call("bash", json!({"command": "rg here"}), found.trim_end().to_owned())]));
    session
}

#[test]
fn a_near_miss_of_the_target_costs_little_of_it() {
    let session = search_at_the_end(12, 900);
    for window in (20_000..60_000).step_by(1009).chain(43_250..43_320) {
        let options = json!({"window": {"chars": window}, "triggerAt": 0, "compactTo": 0.5, "recentCallsToKeep": 6});
        let after = compacted(&session, ANTHROPIC, &options).report.after.chars;
        assert!(after <= window / 2 && after * 20 > window * 9, "{after} of {}", window / 2);
    }
}

#[test]
fn the_newest_result_keeps_its_ends_while_others_can_shrink() {
    let session = search_at_the_end(60, 1200);
    for window in (4000..40_000).step_by(1009).chain((27_000..28_800).step_by(100)) {
        let options = json!({"window": {"chars": window}, "triggerAt": 0, "compactTo": 0.5});
        let newest = results(&compacted(&session, ANTHROPIC, &options).messages).pop().unwrap();
        assert!(newest.starts_with("src/file0.ts:0: found here"), "{window}: {newest}");
    }
}

/// Also of a later request, and of messages that come back as they were sent, with the block of ours in them.
#[test]
fn the_kinds_that_do_not_fit_sum_up_to_all_that_is_sent() {
    let mut written = 0;
    let mut check = |messages: &[Value], way: &str, state: Option<&Value>| {
        let given = json!({"window": {"chars": 1500}, "style": way, "whenFull": "summary", "recentCallsToKeep": 2});
        let mut memory = state.map_or_else(Memory::new, |state| Memory::read(&JsonTree::Value(state)).unwrap());
        let out = compact_messages_with(messages, &read(&given).unwrap(), &mut memory, Request::new()).unwrap();
        let sum: u64 = out.report.unfit.iter().map(|kind| kind.chars).sum();
        assert!(!out.report.fits && sum == out.report.after.chars, "{way}: {sum} of {:?}", out.report.after);
        let ours = out.report.unfit.iter().any(|kind| kind.what == "blocks and summaries");
        let text = Value::from(out.messages.clone()).to_string();
        assert_eq!(ours, text.contains("[Earlier in this session:]"), "{way}: {:?}", out.report.unfit);
        written += usize::from(ours);
        out
    };
    let read_file = |at: usize| call("read_file", json!({"filePath": format!("src/berths/{at}.ts")}), program(at, 30));
    for (_, style) in STYLES {
        for way in ["mask", "summary"] {
            let mut turns = vec![user(&program(1, 60)), says("Yes.")];
            turns.extend((0..60).map(|at| calls(vec![read_file(at)])));
            let messages = write(&turns, style);
            let first = check(&messages, way, None);
            turns.push(calls(vec![read_file(60)]));
            let grown = write(&turns, style);
            check(&grown, way, Some(&first.state));
            let back = [&first.messages[..], &grown[messages.len()..]].concat();
            check(&back, way, Some(&first.state));
        }
    }
    assert!(written >= 18, "{written}");
}
