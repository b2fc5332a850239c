//! Older exchanges leave, and a summary stands for them.

use serde_json::{Value, json};
use tooltrim::compaction::Request;
use tooltrim::{Compactor, estimate_tokens, validate_messages};

use crate::compaction::session::{
    ANTHROPIC, CHAT, GEMINI, STYLES, Turn, call, calls, failed, log, program, says, user, write,
};
use crate::compaction::support::{compact, compacted, read, results, rungs};

const HEAD: &str = "<!-- tool-history-summary";

fn session() -> Vec<Turn> {
    let read = |number: usize| {
        calls(vec![call("read_file", json!({"filePath": format!("src/{number}.ts")}), program(number, 30))])
    };
    let edit = json!({"filePath": "src/2.ts", "oldString": "one", "newString": "two"});
    vec![
        user("Find the wrong tariff."),
        read(1),
        read(2),
        calls(vec![
            call("edit_file", edit, program(5, 20)),
            failed("Bash", json!({"command": "make"}), format!("Error: no berth\n{}", program(6, 20))),
        ]),
        says("The tariff is in src/2.ts."),
        user("And the berths?"),
        read(3),
        calls(vec![call("Bash", json!({"command": "make berths"}), log(4, 40))]),
    ]
}

fn options() -> Value {
    json!({"window": {"chars": 8500}, "triggerAt": 0.6, "style": "summary", "recentCallsToKeep": 2, "compactTo": 0.45})
}

fn with(more: Value) -> Value {
    let mut options = options();
    options.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    options
}

#[test]
fn exchanges_leave_with_their_calls() {
    let out = compacted(&session(), CHAT, &options());
    assert_eq!(rungs(&out)[..4], ["folded"; 4]);
    assert_eq!(results(&out.messages), [program(3, 30), log(4, 40)]);
    let wording: Vec<&Value> = out.messages.iter().map(|message| &message["content"]).collect();
    assert_eq!(wording[0], "Find the wrong tariff.");
    assert_eq!(wording[2..4], [&json!("The tariff is in src/2.ts."), &json!("And the berths?")]);
    let summary = wording[1].as_str().unwrap();
    for what in ["src/1.ts", "src/2.ts", "Bash", "Error: no berth"] {
        assert!(summary.contains(what), "{what}: {summary}");
    }
}

/// Many write no text as an empty one.
#[test]
fn nothing_is_left_of_exchanges_without_words() {
    let mut messages = write(&session(), CHAT);
    for message in &mut messages {
        if message["content"].is_null() {
            message["content"] = json!("");
        }
    }
    let out = compact(&messages, &options()).messages;
    let empty = |message: &&Value| message["content"] == "" && message["tool_calls"].is_null();
    assert_eq!(out.iter().filter(empty).count(), 0, "{out:#?}");
}

#[test]
fn the_user_says_it_unless_told_otherwise() {
    assert_eq!(compacted(&session(), CHAT, &options()).messages[1]["role"], "user");
    let out = compacted(&session(), CHAT, &with(json!({"summaryRole": "assistant"})));
    assert_eq!(out.messages[1]["role"], "assistant");
}

#[test]
fn the_user_acknowledges_one_by_the_assistant() {
    for (name, style) in STYLES.into_iter().filter(|(name, _)| !name.starts_with("gemini")) {
        let options = with(json!({"acknowledge": true, "summaryRole": "assistant"}));
        let out = compacted(&session(), style, &options).messages;
        let texts: Vec<String> = out.iter().map(Value::to_string).collect();
        let at = texts.iter().position(|text| text.contains("[Earlier in this session")).unwrap();
        let is_of = |text: &str, names: [&str; 3]| names.iter().any(|name| text.contains(&format!("\":{name}")));
        assert!(is_of(&texts[at], ["\"assistant\"", "\"ai\"", "2"]), "{name}: {}", texts[at]);
        assert!(texts[at + 1].contains("Acknowledged previous context."), "{name}: {}", texts[at + 1]);
        assert!(is_of(&texts[at + 1], ["\"user\"", "\"human\"", "1"]), "{name}: {}", texts[at + 1]);
        assert_eq!(validate_messages(&out, Some(style.format)).unwrap(), [], "{name}");
    }
}

#[test]
fn the_assistant_acknowledges_it_where_that_is_wanted() {
    let out = compacted(&session(), CHAT, &with(json!({"acknowledge": true}))).messages;
    assert_eq!(out[2], json!({"role": "assistant", "content": "Acknowledged previous context."}));
    assert_eq!(out[1]["role"], "user");
}

#[test]
fn it_has_no_more_tokens_than_it_may() {
    for most in [40, 80, 500] {
        let out = compacted(&session(), CHAT, &with(json!({"maxHistorySummaryTokens": most})));
        let summary = out.messages[1]["content"].as_str().unwrap();
        assert!(estimate_tokens(summary) <= most, "{most}: {summary}");
    }
}

#[test]
fn a_limit_that_has_no_room_for_the_number_of_calls_is_said_not_to_hold() {
    let note = "maxHistorySummaryTokens: a summary says at least how many calls left, which takes more";
    let (mut held, mut missed) = (0, 0);
    for most in 0..60 {
        for more in [
            json!({}),
            json!({"acknowledge": true}),
            json!({"style": "mask", "whenFull": "summary", "window": {"chars": 700}}),
        ] {
            let mut options = with(more);
            options["maxHistorySummaryTokens"] = json!(most);
            let out = compacted(&session(), CHAT, &options);
            let ours = |message: &&Value| {
                message["content"]
                    .as_str()
                    .is_some_and(|text| text.starts_with("[Earlier") && message["role"] == "user")
            };
            let Some(summary) = out.messages.iter().find(ours) else { continue };
            let summary = summary["content"].as_str().unwrap();
            let holds = estimate_tokens(summary) <= most;
            assert_eq!(
                out.report.notes.iter().any(|other| *other == note),
                !holds,
                "{most}: {summary} {:?}",
                out.report.notes
            );
            assert!(holds || summary.ends_with(" tool call(s)"), "{most}: {summary}");
            if holds { held += 1 } else { missed += 1 }
        }
    }
    assert!(held > 50 && missed > 5, "{held} {missed}");
}

#[test]
fn messages_stay_valid_in_every_format_and_role() {
    for (name, style) in STYLES {
        for more in
            [json!({}), json!({"summaryRole": "assistant"}), json!({"acknowledge": true}), json!({"compactTo": 0.1})]
        {
            let messages = write(&session(), style);
            let out = compact(&messages, &with(more.clone()));
            assert!(rungs(&out).contains(&"folded"), "{name}, {more}");
            assert_eq!(
                validate_messages(&out.messages, Some(style.format)).unwrap(),
                [],
                "{name}, {more}: {:#?}",
                out.messages
            );
            let written = Value::Array(out.messages).to_string();
            for wording in ["Find the wrong tariff.", "And the berths?"] {
                assert!(written.contains(wording), "{name}, {more}");
            }
        }
    }
}

#[test]
fn what_is_recent_and_what_is_always_kept_stays() {
    let out =
        compacted(&session(), ANTHROPIC, &with(json!({"tools": {"edit_file": {"keep": "always"}}, "compactTo": 0.7})));
    // Parallel calls leave together or not at all.
    let rungs = rungs(&out);
    assert_eq!((rungs[0], rungs[2], &rungs[4..]), ("folded", "full", &["full", "full"][..]), "{rungs:?}");
    assert_ne!(rungs[3], "folded");
}

#[test]
fn it_stays_until_the_next_step_and_covers_more_then() {
    let mut compactor = Compactor::new(read(&options()).unwrap()).unwrap();
    let mut turns = session();
    let first = compactor.next(&write(&turns, CHAT), Request::new()).unwrap();
    turns.push(user("Thanks."));
    let second = compactor.next(&write(&turns, CHAT), Request::new()).unwrap();
    assert_eq!(second.messages[..first.messages.len()], first.messages);
    turns.extend(session().into_iter().skip(1));
    let third = compactor.next(&write(&turns, CHAT), Request::new()).unwrap();
    assert!(third.notice.is_some());
    let marks = third
        .messages
        .iter()
        .filter(|message| message["content"].as_str().is_some_and(|wording| wording.starts_with(HEAD)));
    assert!(marks.count() <= 1, "{:#?}", third.messages);
    assert!(rungs(&third).iter().filter(|rung| **rung == "folded").count() > 4);
}

#[test]
fn it_can_be_taken_back() {
    let messages = write(&session(), CHAT);
    let mut compactor = Compactor::new(read(&options()).unwrap()).unwrap();
    assert!(compactor.next(&messages, Request::new()).unwrap().changed);
    let state = crate::compaction::support::undone(&compactor.state());
    let out =
        Compactor::from_state(&state, read(&options()).unwrap()).unwrap().next(&messages, Request::new()).unwrap();
    assert_eq!(out.messages, messages);
}

#[test]
fn within_the_target_or_said_to_be_over() {
    for to in [0.9, 0.6, 0.5, 0.3, 0.1, 0.0] {
        let out = compacted(&session(), CHAT, &with(json!({"triggerAt": 0, "compactTo": to, "minimumGain": 0})));
        assert_eq!(
            out.report.over_target,
            out.report.after.chars > (8500.0 * to) as u64,
            "{to}: {:?}",
            out.report.after
        );
    }
}

#[test]
fn the_reported_size_is_that_of_what_goes_out() {
    let out = compacted(&session(), CHAT, &options());
    let again = compact(&out.messages, &json!({"window": {"chars": 1_000_000}}));
    assert_eq!(out.report.after.chars, again.report.before.chars);
}

#[test]
fn the_reported_tokens_are_those_of_what_goes_out() {
    let out = compacted(&session(), CHAT, &options());
    let again = compact(&out.messages, &json!({"window": {"chars": 1_000_000}}));
    assert_eq!(out.report.after.tokens, again.report.before.tokens);
}

#[test]
fn what_a_summary_could_not_follow_is_said() {
    let notes = |style, more: Value| compacted(&session(), style, &with(more)).report.notes.join("; ");
    assert_eq!(notes(CHAT, json!({"acknowledge": true})), "");
    let own = notes(CHAT, json!({"acknowledge": true, "summaryRole": "assistant"}));
    assert_eq!(own, "");
    let gemini = notes(GEMINI, json!({"acknowledge": true}));
    assert!(gemini.contains("acknowledge: in this format no answer may stand in front of calls"), "{gemini}");
    let role = notes(GEMINI, json!({"summaryRole": "assistant"}));
    assert!(role.contains("summaryRole: in this format the summary is the user's"), "{role}");
    let recent = notes(CHAT, json!({"recentCallsToKeep": 50}));
    assert!(recent.contains("style: no exchange could leave"), "{recent}");
}

#[test]
fn unless_given_its_limit_follows_the_target() {
    let failing = |number: usize| {
        let command = format!("npm test -- harbour/berths/{number}");
        let error =
            format!("Error: berth {number} of the northern harbour is full, and no other one is free\nexit code: 1");
        calls(vec![call("Bash", json!({"command": command}), error)])
    };
    let session: Vec<Turn> = std::iter::once(user("Go.")).chain((0..800).map(failing)).collect();
    let named = |limit: Value| {
        let mut options = json!({"window": {"chars": 1_000_000}, "triggerAt": 0, "compactTo": 0.3, "style": "summary",
            "minimumGain": 0});
        if !limit.is_null() {
            options["maxHistorySummaryTokens"] = limit;
        }
        let mut request = Request::new();
        request.force = true;
        request.compact_to = Some(0.1.into());
        let out = Compactor::new(read(&options).unwrap()).unwrap().next(&write(&session, CHAT), request).unwrap();
        Value::Array(out.messages).to_string().matches("Error: berth").count()
    };
    assert!(named(Value::Null) > named(json!(500)), "{} {}", named(Value::Null), named(json!(500)));
}
