//! Limits hold to the unit, as the report has it and as it is counted here.

use serde_json::{Value, json};
use tooltrim::{Budget, CompactOptions, compact_messages, estimate_tokens, extract_tool_calls};

use crate::compaction::session::{CHAT, STYLES, Turn, call, calls, failed, log, program, says, user, write};
use crate::compaction::support::{compact, compacted, read};

fn session() -> Vec<Turn> {
    let edit = json!({"filePath": "src/\u{e9}.ts", "oldString": "say(\"\u{1f4e6}\");\n", "newString": program(9, 12)});
    vec![
        user("Find the wrong tariff. \u{1f4e6}"),
        calls(vec![
            call("read_file", json!({"filePath": "src/1.ts"}), program(1, 60)),
            call("grep_search", json!({"query": "berth|tariff"}), log(2, 40)),
        ]),
        calls(vec![failed("Bash", json!({"command": "make \"all\""}), format!("Error: no berth\n{}", log(3, 60)))]),
        calls(vec![call("replace_string_in_file", edit, "\u{1f4e6}\u{1f4e6} done \u{672c}\u{8a9e}\n".repeat(40))]),
        says("All pallets are weighed now."),
        user("And the berths?"),
        calls(vec![call("read_file", json!({"filePath": "src/4.ts"}), program(4, 50))]),
    ]
}

fn units(text: &str) -> u64 {
    text.encode_utf16().count() as u64
}

/// UTF-16 units of the compact JSON without its escapes.
fn plain(args: &Value) -> u64 {
    let json = args.to_string();
    let (mut escapes, mut chars) = (0, json.chars());
    while let Some(char) = chars.next() {
        if char == '\\' {
            escapes += if chars.next() == Some('u') { 5 } else { 1 };
        }
    }
    units(&json) - escapes
}

/// What was said, beside calls and results.
fn wording(messages: &[Value]) -> impl Iterator<Item = &str> {
    messages.iter().filter(|message| message["role"] != "tool").filter_map(|message| message["content"].as_str())
}

fn chars(messages: &[Value]) -> u64 {
    let calls = extract_tool_calls(messages, None).unwrap().into_iter();
    let calls = calls.map(|call| units(&call.name) + plain(&call.args) + units(&call.result));
    wording(messages).map(units).sum::<u64>() + calls.sum::<u64>()
}

fn tokens(messages: &[Value]) -> u64 {
    let calls = extract_tool_calls(messages, None).unwrap();
    let names: usize = calls.iter().map(|found| estimate_tokens(&found.name)).sum();
    let texts = calls.iter().flat_map(|found| [found.args.to_string(), found.result.clone()]);
    let texts: usize = texts.map(|text| estimate_tokens(&text)).sum();
    let wording: usize = wording(messages).map(estimate_tokens).sum();
    (names + texts + wording + 4 * messages.len() + 8 * calls.len()) as u64
}

fn options(unit: &str, window: u64, to: f64) -> Value {
    json!({"window": {unit: window}, "triggerAt": 0, "compactTo": to, "minimumGain": 0, "recentCallsToKeep": 1})
}

#[test]
fn a_target_in_chars_holds_to_the_unit() {
    let messages = write(&session(), CHAT);
    let size = chars(&messages);
    for target in (0..=size).step_by(37) {
        let out = compact(&messages, &options("chars", target, 1.0));
        let after = chars(&out.messages);
        assert_eq!((out.report.before.chars, out.report.after.chars), (size, after));
        assert!(out.report.over_target == (after > target), "{after} of {target}");
    }
}

#[test]
fn a_target_in_tokens_holds_to_the_token() {
    let messages = write(&session(), CHAT);
    let size = compact(&messages, &options("chars", 1_000_000, 1.0)).report.before.tokens;
    for target in (0..=size).step_by(23) {
        let out = compact(&messages, &options("tokens", target, 1.0));
        let after = out.report.after.tokens;
        // Of texts of up to 2,048 units all is counted.
        let whole = extract_tool_calls(&out.messages, None).unwrap().iter().all(|found| units(&found.result) <= 2048);
        if whole {
            assert_eq!(after, tokens(&out.messages), "{target}");
        }
        assert!(out.report.over_target == (after > target), "{after} of {target}");
    }
}

/// What can be met is met: at no smaller target a conversation is larger.
#[test]
fn a_target_is_missed_only_when_all_that_may_give_way_has() {
    let messages = write(&session(), CHAT);
    let least = compact(&messages, &options("chars", 0, 1.0)).report.after.chars;
    for target in [least, least + 1, least + 50] {
        assert!(!compact(&messages, &options("chars", target, 1.0)).report.over_target, "{target} of {least}");
    }
    assert!(compact(&messages, &options("chars", least - 1, 1.0)).report.over_target);
}

#[test]
fn a_target_is_met_in_every_format_and_in_both_units() {
    for (name, style) in STYLES {
        for unit in ["chars", "tokens"] {
            let messages = write(&session(), style);
            let before = compact(&messages, &options("chars", 1_000_000, 1.0)).report.before;
            let window = if unit == "chars" { before.chars } else { before.tokens };
            for to in [0.9, 0.6, 0.3] {
                let out = compact(&messages, &options(unit, window, to));
                let after = if unit == "chars" { out.report.after.chars } else { out.report.after.tokens };
                assert!(
                    !out.report.over_target && after <= (window as f64 * to) as u64,
                    "{name}, {to} {unit}: {after}"
                );
                // What is left is used: half of it at least.
                assert!(after * 2 >= (window as f64 * to) as u64, "{name}, {to} {unit}: {after} of {window}");
            }
        }
    }
}

#[test]
fn a_reserve_counts_against_the_window() {
    let messages = write(&session(), CHAT);
    let whole = compact(&messages, &options("chars", 6000, 0.5)).messages;
    let mut reserved = options("chars", 10_000, 0.5);
    reserved["reserve"] = json!({"chars": 4000});
    assert_eq!(compact(&messages, &reserved).messages, whole);
    for reserve in [10_000, 20_000] {
        reserved["reserve"] = json!({"chars": reserve});
        let error = compact_messages(&messages, &read(&reserved).unwrap()).unwrap_err();
        assert_eq!(error.to_string(), format!("reserve: {reserve} is not less than the window of 10000"));
    }
}

#[test]
fn users_are_never_cut_even_when_they_alone_are_too_much() {
    let session = [user(&program(1, 100)), calls(vec![call("read_file", json!({"path": "a"}), program(2, 60))])];
    let out = compacted(&session, CHAT, &options("chars", 1000, 0.5));
    assert!(out.report.over_target);
    assert_eq!(out.messages[0]["content"], program(1, 100));
}

#[test]
fn what_is_as_small_as_it_gets_is_left_alone() {
    let edit = json!({"filePath": "src/0.ts", "oldString": "", "newString": program(1, 2)});
    let session = [user("Go."), calls(vec![call("replace_string_in_file", edit, "")])];
    let once = compacted(&session, CHAT, &options("chars", 20, 0.0)).messages;
    let twice = compact(&once, &options("chars", 20, 0.0));
    assert_eq!(twice.messages, once);
}

#[test]
fn images_in_results_count_as_tokens_and_do_not_go_without_a_word() {
    let image =
        json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}});
    let mut messages = vec![json!({"role": "user", "content": "Look at all pages."})];
    for at in 0..20 {
        let id = format!("toolu_{at}");
        messages.push(json!({"role": "assistant", "content": [
            {"type": "tool_use", "id": id, "name": "screenshot", "input": {"page": at}},
        ]}));
        messages.push(json!({"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": id, "content": [{"type": "text", "text": "done"}, image]},
        ]}));
    }
    let mut options = CompactOptions::new(Budget::Tokens(20_000)).recent_calls_to_keep(2);
    options = options.compact_to(0.5);
    let out = compact_messages(&messages, &options).unwrap();
    assert!(out.report.before.tokens > 32_000, "{:?}", out.report.before);
    assert!(out.report.after.tokens <= 10_000, "{:?}", out.report.after);
    let first = &out.messages[2]["content"][0]["content"];
    assert_eq!(first, &json!([{"type": "text", "text": "done\n[image/png, 1 KB]"}]));
    // The recent ones stay.
    assert_eq!(out.messages[40], messages[40]);
}

#[test]
fn the_line_in_place_of_an_image_of_the_user_is_a_part_that_responses_takes() {
    let image =
        json!({"type": "input_image", "image_url": format!("data:image/png;base64,{}", "iVBORw0KGgo=".repeat(90))});
    let mut messages = vec![json!({"role": "user", "content": [{"type": "input_text", "text": "Look."}, image]})];
    for at in 0..20 {
        let id = format!("call_{at}");
        messages.push(
            json!({"type": "function_call", "call_id": id, "name": "read_file", "arguments": "{\"path\":\"a\"}"}),
        );
        messages.push(json!({"type": "function_call_output", "call_id": id, "output": log(at, 40)}));
    }
    messages.push(json!({"role": "user", "content": "Go on."}));
    let options = CompactOptions::new(Budget::Tokens(6_000)).recent_calls_to_keep(2).compact_to(0.4);
    let out = compact_messages(&messages, &options).unwrap();
    let part = &out.messages[0]["content"][1];
    assert_eq!(part["type"], "input_text", "{part}");
    assert!(part["text"].as_str().is_some_and(|text| text.starts_with('[')), "{part}");
}

/// Many short exchanges, sources with escapes, and long words of the user: what stays has another density than what goes.
fn uneven() -> Vec<Turn> {
    let edit =
        |n| json!({"filePath": format!("src/{n}.ts"), "oldString": "say(\"\\t\");\n", "newString": program(n, 12)});
    let turns = (0..120).flat_map(|n| {
        [
            calls(vec![call("read_file", json!({"filePath": format!("src/{n}.ts")}), program(n, 40))]),
            calls(vec![call("Bash", json!({"command": format!("make part{n}")}), log(n, 30))]),
            calls(vec![call("replace_string_in_file", edit(n), "done")]),
        ]
    });
    let wish = "Please keep the tariffs of every harbour exactly as the agreement of the carriers says. ".repeat(20);
    [user(&wish)].into_iter().chain(turns).chain([user("And the berths?")]).collect()
}

#[test]
fn the_room_of_a_target_is_used_in_both_units() {
    for (name, style) in STYLES {
        let messages = write(&uneven(), style);
        for (unit, window) in [("chars", 400_000_u64), ("tokens", 120_000)] {
            for share in [0.1, 0.2, 0.4] {
                let target = (window as f64 * share) as u64;
                let report = compact(&messages, &options(unit, window, share)).report;
                let after = if unit == "chars" { report.after.chars } else { report.after.tokens };
                let least = target - target / 25;
                assert!((least..=target).contains(&after), "{name} {unit} {share}: {after} of {target}");
            }
        }
    }
}
