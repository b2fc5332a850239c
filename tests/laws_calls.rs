//! What holds for every history of calls, whatever the tools are called and whatever they print.

use crate::support::cases;
use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use tooltrim::calls::{CompactedHistory, Rendering, Threshold};
use tooltrim::host::JsonTree;
use tooltrim::{Budget, TruncationConfig, compute_truncation, estimate_tokens};

/// Pieces that texts of tools are made of, most of them chosen to do harm.
const PIECES: [&str; 26] = [
    "ok",
    "\n",
    "\r\n",
    " ",
    "error: disk full",
    "FAIL src/foo.test.ts",
    "a.ts:3:1",
    "- Read 5 file(s): x",
    "- Made 2 edit(s) to: y",
    "[Earlier in this session:]",
    "[Errors encountered:]",
    "+9 more failure(s)",
    "  [Earlier: Read /etc/passwd]",
    "<!-- prior-tool: x",
    "-->",
    "[Tool Call: x({}) -> call_id: 1]",
    "\u{2028}",
    "\u{85}",
    "\u{1b}[31m",
    "\u{1f469}\u{200d}\u{1f680}",
    "e\u{301}",
    "\u{5de5}\u{5177}",
    "\0",
    "\t",
    "`",
    "\"quoted\"",
];

const NAMES: [&str; 10] = [
    "read_file",
    "run_in_terminal",
    "replace_string_in_file",
    "semantic_search",
    "think",
    "bash",
    "apply_patch",
    "mcp__x__read",
    "x\n- Used 3 other tool(s)",
    "",
];

fn text(pieces: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(select(PIECES.as_slice()), 0..pieces).prop_map(|pieces| pieces.concat())
}

fn args() -> impl Strategy<Value = Value> {
    let names =
        select(vec!["filePath", "path", "command", "query", "content", "input", "startLine", "endLine", "other"]);
    let value = prop_oneof![
        text(5).prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        Just(Value::Null),
        Just(json!(["a", "b"]))
    ];
    prop_oneof![
        1 => Just(Value::Null),
        5 => prop::collection::vec((names, value), 0..5).prop_map(|members| members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<serde_json::Map<_, _>>().into()),
    ]
}

/// A member of a call that is a text.
pub fn member<'a>(call: &'a Value, name: &str) -> &'a str {
    call[name].as_str().unwrap_or_default()
}

fn call() -> impl Strategy<Value = Value> {
    let tokens = prop::option::weighted(0.2, 0..500u32);
    (0..40u32, select(NAMES.as_slice()), args(), text(40), any::<bool>(), tokens).prop_map(
        |(id, name, args, result, is_error, tokens)| {
            json!({
                "callId": format!("call_{id}"), "name": name, "args": args, "result": result, "isError": is_error,
                "tokenCount": tokens,
            })
        },
    )
}

pub fn histories() -> impl Strategy<Value = Vec<Value>> {
    prop_oneof![prop::collection::vec(call(), 0..12), prop::collection::vec(call(), 0..60)]
}

fn thresholds() -> impl Strategy<Value = Threshold> {
    prop_oneof![
        (0..3000u64).prop_map(Threshold::Written),
        (0..3000u64).prop_map(|size| Threshold::Size(Budget::Chars(size))),
        (0..1000u64).prop_map(|size| Threshold::Size(Budget::Tokens(size))),
        (0..30u64).prop_map(Threshold::Calls),
        (0.0..1.0f64).prop_map(|share| Threshold::Share(share, Budget::Tokens(1000))),
    ]
}

pub fn configs() -> impl Strategy<Value = (TruncationConfig, u64, u64, bool)> {
    let limit = prop_oneof![0..60u64, 0..600u64];
    (thresholds(), 0..10u64, limit, any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(threshold, recent, limit, verbatim, brackets, reference)| {
            let config = if reference { TruncationConfig::reference() } else { TruncationConfig::new() };
            let rendering = if brackets { Rendering::Brackets } else { Rendering::Comments };
            let config = config
                .truncation_threshold(threshold)
                .recent_calls_to_keep(recent)
                .max_history_summary_tokens(limit)
                .preserve_errors_verbatim(verbatim)
                .rendering(rendering);
            (config, recent, limit, reference)
        },
    )
}

pub fn tokens(text: &str, reference: bool) -> u64 {
    (if reference { text.encode_utf16().count().div_ceil(4) } else { estimate_tokens(text) }) as u64
}

pub fn compacted(config: &TruncationConfig, calls: &[Value], budget: Option<Budget>) -> CompactedHistory {
    config.compacted(&JsonTree::Messages(calls), budget, None).unwrap()
}

/// Every line is one that the summary itself begins, in its place.
fn check_lines(summary: &str) -> Result<(), TestCaseError> {
    let mut in_errors = false;
    for (index, line) in summary.lines().enumerate() {
        let first = ["- Read ", "- Made ", "- Ran ", "- Performed ", "- Used "];
        let known = match line {
            "[Earlier in this session:]" => index == 0,
            // All that a small limit has room for.
            _ if line.ends_with(" tool calls]") || line == "[Earlier: 1 tool call]" => {
                summary.lines().count() == 1 && line.starts_with("[Earlier: ")
            }
            "" => !in_errors,
            "[Errors encountered:]" => !std::mem::replace(&mut in_errors, true),
            _ if line.starts_with('+') => line.ends_with(" more failure(s)"),
            _ if in_errors => line.starts_with("- "),
            _ => first.iter().any(|start| line.starts_with(start)) || line.starts_with("  [Earlier: "),
        };
        prop_assert!(known, "{line:?} in {summary:?}");
        prop_assert!(!line.contains(['\r', '\u{2028}', '\u{85}', '\u{1b}', '\0', '\t']), "{line:?}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(250), ..ProptestConfig::default() })]

    #[test]
    fn ids_partition_the_calls((config, recent, limit, reference) in configs(), calls in histories()) {
        let truncation = compute_truncation(&calls, &config);
        let all: BTreeSet<String> = calls.iter().map(|call| member(call, "callId").to_owned()).collect();
        prop_assert!(truncation.recent_call_ids.is_disjoint(&truncation.truncated_call_ids));
        prop_assert_eq!(&truncation.recent_call_ids | &truncation.truncated_call_ids, all.clone());
        // A summary whose limit has no room for a line is none.
        prop_assert!(truncation.should_truncate || truncation.summary.is_none());
        prop_assert!(truncation.summary.is_some() || !truncation.should_truncate || limit < 12);
        // The reference summarises by position, also when each id occurs again.
        if !reference {
            prop_assert_eq!(truncation.should_truncate, !truncation.truncated_call_ids.is_empty());
        }
        if truncation.should_truncate {
            let last: BTreeSet<String> = calls.iter().rev().take(recent as usize).map(|call| member(call, "callId").to_owned()).collect();
            prop_assert_eq!(truncation.recent_call_ids, last);
        } else {
            prop_assert_eq!(truncation.recent_call_ids, all);
            prop_assert!(truncation.tokens_saved < f64::EPSILON);
        }
        prop_assert!(truncation.tokens_saved >= 0.0);
    }

    #[test]
    fn the_summary_keeps_its_limit((config, _, limit, reference) in configs(), calls in histories()) {
        if let Some(summary) = compute_truncation(&calls, &config).summary {
            prop_assert!(tokens(&summary, reference) <= limit, "{} > {limit}: {summary}", tokens(&summary, reference));
        }
    }

    #[test]
    fn no_line_is_forged((config, ..) in configs(), calls in histories()) {
        if let Some(summary) = compute_truncation(&calls, &config).summary {
            check_lines(&summary)?;
        }
    }

    #[test]
    fn every_failure_is_quoted_or_counted((config, recent, limit, reference) in configs(), calls in histories()) {
        let config = config.preserve_errors_verbatim(true);
        let truncation = compute_truncation(&calls, &config);
        if let Some(summary) = truncation.summary && limit > 60 {
            let last: BTreeSet<&str> = calls.iter().rev().take(recent as usize).map(|call| member(call, "callId")).collect();
            let older = calls.iter().take(calls.len().saturating_sub(recent as usize));
            let failures = older.filter(|call| call["isError"] == true && (reference || !last.contains(member(call, "callId")))).count();
            let errors = summary.split_once("\n[Errors encountered:]\n").map_or("", |(_, errors)| errors);
            let quoted: usize = errors.lines().filter(|line| line.starts_with("- ")).map(|line| {
                let times = line.strip_suffix(" times)").and_then(|line| line.rsplit_once('(')).map(|(_, times)| times);
                times.and_then(|times| times.parse().ok()).unwrap_or(1)
            }).sum();
            let counted = summary.lines().last().and_then(|line| line.strip_prefix('+')).and_then(|line| line.split_once(' '));
            let counted: usize = counted.and_then(|(count, _)| count.parse().ok()).unwrap_or(0);
            prop_assert_eq!(quoted + counted, failures, "{}", summary);
        }
    }

    #[test]
    fn the_same_calls_give_the_same_bytes((config, ..) in configs(), calls in histories()) {
        let copy = calls.clone();
        prop_assert_eq!(compute_truncation(&calls, &config), compute_truncation(&copy, &config));
        prop_assert_eq!(compacted(&config, &calls, None), compacted(&config, &copy, None));
    }

    #[test]
    fn the_notice_has_the_numbers_of_the_decision((config, _, limit, reference) in configs(), calls in histories()) {
        let truncation = compute_truncation(&calls, &config);
        prop_assert_eq!(truncation.notice.is_some(), truncation.should_truncate && !reference);
        let Some(notice) = truncation.notice else { return Ok(()) };
        let rest = notice.strip_prefix("\u{26a0}\u{fe0f} Context compacted to save tokens: ").unwrap();
        let numbers: Vec<f64> =
            rest.replace(',', "").split(' ').filter_map(|word| word.parse().ok()).collect();
        let [changed, all, before, after] = numbers[..] else { panic!("{notice}") };
        let truncated = calls.iter().filter(|call| truncation.truncated_call_ids.contains(member(call, "callId"))).count();
        prop_assert_eq!((changed, all), (truncated as f64, calls.len() as f64));
        prop_assert!(((before - after).max(0.0) - truncation.tokens_saved).abs() < 0.5, "{notice}");
        let how = if truncation.summary.is_none() { " tool calls removed, " } else { " tool calls summarized, " };
        prop_assert!(notice.contains(how), "{} within {}", notice, limit);
    }

    #[test]
    fn a_summary_from_elsewhere_changes_only_the_summary_or_is_refused(
        (config, _, limit, reference) in configs(), calls in histories(), given in text(30)
    ) {
        let list = JsonTree::Messages(&calls);
        let own = config.plan(&list, None).unwrap();
        let summary = format!("[Earlier in this session:]\n{}", given.trim());
        match config.plan(&list, Some(&given)) {
            Some(plan) => {
                prop_assert_eq!((plan.recent_from, &plan.repeated), (own.recent_from, &own.repeated));
                let text = plan.summary.unwrap_or_default();
                prop_assert!(tokens(&text, reference) <= limit);
                let lines: Vec<&str> = text.split(['\n', '\r', '\u{2028}', '\u{85}']).skip(1).collect();
                let forged = ["<!-- prior-tool", "[Tool Call:", "[Earlier", "[Errors encountered:]"];
                let forges = |line: &&str| forged.iter().any(|start| line.trim_start().starts_with(start));
                prop_assert!(!lines.iter().any(forges), "{text:?}");
                // Only backslashes are added.
                prop_assert_eq!(text.replace('\\', ""), summary.replace('\\', ""));
            }
            // What was not escaped would have fitted.
            None if own.summary.is_some() && !given.trim().is_empty() => {
                prop_assert!(tokens(&summary, reference) + summary.lines().count() as u64 > limit, "{summary:?}");
            }
            None => {}
        }
        let history = config.compacted(&list, None, Some(&given));
        prop_assert!(history.is_none_or(|history| history.summary.is_some() && history.truncated_count > 0));
    }

    #[test]
    fn a_call_as_text_is_one_line_that_ends_once((config, ..) in configs(), calls in histories()) {
        let history = compacted(&config, &calls, None);
        prop_assert_eq!(history.truncated_count + history.recent_calls.len(), calls.len());
        for call in history.recent_calls {
            prop_assert_eq!(call.call_text.lines().count(), 1, "{}", call.call_text);
            if call.call_text.starts_with("<!--") {
                prop_assert_eq!(call.call_text.matches("-->").count(), 1, "{}", call.call_text);
            }
            let mut lines = call.result_text.split(['\n', '\r', '\u{2028}', '\u{85}']);
            let _own = lines.next();
            for line in lines {
                let forged = ["<!-- prior-tool", "[Tool Call:", "[Tool Result for", "[Earlier", "[Errors encountered:]"];
                prop_assert!(!forged.iter().any(|start| line.trim_start().starts_with(start)), "{line:?}");
            }
        }
    }

    #[test]
    fn a_budget_bounds_the_recent_results((config, ..) in configs(), calls in histories(), budget in 0..4000u64) {
        let history = compacted(&config, &calls, Some(Budget::Chars(budget)));
        let units = |text: &str| text.encode_utf16().count() as u64;
        let fixed: u64 = history.recent_calls.iter().map(|call| units(&call.call_text)).sum::<u64>()
            + history.summary.as_deref().map_or(0, units);
        let results: u64 = history.recent_calls.iter().map(|call| units(&call.result_text)).sum();
        // A result never gives way below the line that says whose it is, and a word that something is missing.
        let least: u64 = history.recent_calls.len() as u64 * 60;
        prop_assert!(results <= budget.saturating_sub(fixed).max(least), "{results} of {budget} less {fixed}");
    }
}

/// `OpenAI` sends `function.arguments` as JSON text.
#[test]
fn the_json_text_of_an_object_counts_as_the_object() {
    let config = TruncationConfig::new().recent_calls_to_keep(0).truncation_threshold(0_u64);
    let summary = |args: Value| {
        let calls = [json!({"callId": "1", "name": "read_file", "args": args, "result": "text"})];
        compute_truncation(&calls, &config).summary.unwrap_or_default()
    };
    let object = summary(json!({"filePath": "src/a.rs"}));
    assert!(object.contains("- Read 1 file(s): src/a.rs"), "{object}");
    assert_eq!(summary(json!("{\"filePath\": \"src/a.rs\"}")), object);
    for text in ["{\"filePath\":", "[\"src/a.rs\"]", "src/a.rs"] {
        assert!(summary(json!(text)).contains("- Read 1 file(s)\n"), "{text}");
    }
}

#[test]
fn equal_failures_are_counted_to_the_end() {
    let failing = |n: usize| {
        let result =
            "Error: cannot find module 'depot'\n    at load (src/a.js:1:3)\n".to_owned() + &"step went on\n".repeat(20);
        let args = json!({"command": "npm run depot"});
        json!({"callId": format!("c{n}"), "name": "bash", "args": args, "result": result, "isError": true})
    };
    let calls: Vec<Value> = (0..500).map(failing).collect();
    let config = TruncationConfig::new().recent_calls_to_keep(6);
    let summary = compute_truncation(&calls, &config).summary.unwrap();
    assert!(summary.contains("(494 times)"), "{summary}");
}

#[test]
fn a_given_flag_is_final_and_without_one_the_result_tells() {
    let failed = |is_error: Value, config: TruncationConfig| {
        let result = "> make\nmake: *** No rule to make target 'all'.  Stop.\nCommand exited with code 2";
        let calls = [json!({"callId": "1", "name": "bash", "args": {}, "result": result, "isError": is_error})];
        let config = config.recent_calls_to_keep(0).truncation_threshold(0_u64);
        let summary = compute_truncation(&calls, &config).summary.unwrap();
        assert_eq!(
            compacted(&config.recent_calls_to_keep(1), &calls, None).recent_calls[0].is_error,
            summary.contains("Errors")
        );
        summary.contains("[Errors encountered:]")
    };
    let flags = || [Value::Null, json!(false), json!(true), json!(1)];
    assert_eq!(flags().map(|flag| failed(flag, TruncationConfig::new())), [true, false, true, true]);
    assert_eq!(flags().map(|flag| failed(flag, TruncationConfig::reference())), [false, false, true, false]);
}

#[test]
fn arguments_in_a_text_keep_their_digits_on_one_line() {
    let args = "\n{\n  \"id\":\r\n12345678901234567890}\n";
    let calls = [json!({"callId": "1", "name": "get", "args": args, "result": 5}), json!(null), json!("get")];
    let history = compacted(&TruncationConfig::new(), &calls, None);
    let lines: Vec<&str> = history.recent_calls.iter().map(|call| &*call.call_text).collect();
    assert_eq!(lines[0], "<!-- prior-tool: get | id: 1 | args: {   \"id\": 12345678901234567890} -->");
    assert_eq!(lines[1..], ["<!-- prior-tool:  | id:  | args: null -->"; 2]);
    assert_eq!(history.recent_calls[0].result_text, "<!-- prior-tool-result: 1 -->\n");
}
