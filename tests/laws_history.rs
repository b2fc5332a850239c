//! What a history of calls says of itself: what its summary counts and saves, and how recent calls look as text.

use proptest::prelude::*;
use serde_json::Value;
use tooltrim::calls::{Category, Rendering, TruncationDecision, categorize_tool_call};
use tooltrim::compute_truncation;

use crate::laws_calls::{compacted, configs, histories, member, tokens};
use crate::support::cases;

/// The calls that a summary stands for. The reference goes by position, also where an id is used again.
fn older<'a>(calls: &'a [Value], made: &TruncationDecision, recent: u64, reference: bool) -> Vec<&'a Value> {
    let older = calls.iter().take(calls.len().saturating_sub(recent as usize));
    older.filter(|call| reference || !made.recent_call_ids.contains(member(call, "callId"))).collect()
}

/// The categories that a summary has a line for, in its order, with how many calls each counts.
fn counted(summary: &str) -> Vec<(Category, usize)> {
    let starts = [
        ("- Read ", " file(s)", Category::Read),
        ("- Made ", " edit(s)", Category::Write),
        ("- Ran ", " terminal command(s)", Category::Terminal),
        ("- Performed ", " search(es)", Category::Search),
        ("- Used ", " other tool(s)", Category::Other),
    ];
    let lines = summary.lines().take_while(|line| !line.is_empty());
    let read = |line: &str| {
        starts.iter().find_map(|(start, noun, category)| {
            let (count, _) = line.strip_prefix(start)?.split_once(noun)?;
            Some((*category, count.parse().ok()?))
        })
    };
    lines.filter_map(read).collect()
}

/// The lines of a text with what ends each, as any reader may split it.
fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive(['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}']).collect()
}

/// Whether a text holds this JSON between two others.
fn holds_json(text: &str, start: &str, end: &str, expected: &Value) -> bool {
    text.match_indices(start).any(|(from, _)| {
        let rest = &text[from + start.len()..];
        rest.match_indices(end)
            .any(|(to, _)| serde_json::from_str::<Value>(&rest[..to]).is_ok_and(|one| one == *expected))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(200), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_saved_is_what_left_less_the_summary((config, recent, _, reference) in configs(), calls in histories()) {
        let mut calls = calls;
        for (at, call) in calls.iter_mut().enumerate() {
            call["tokenCount"] = (7.0 * at as f64).into();
        }
        let made = compute_truncation(&calls, &config);
        if made.should_truncate {
            let left: f64 = older(&calls, &made, recent, reference).iter().filter_map(|call| call["tokenCount"].as_f64()).sum();
            let saved = (left - tokens(made.summary.as_deref().unwrap_or_default(), reference) as f64).max(0.0);
            prop_assert!((made.tokens_saved - saved).abs() < 1e-6, "{} and not {saved}", made.tokens_saved);
        }
    }

    #[test]
    fn lines_count_the_calls_of_their_categories_in_order((config, recent, _, reference) in configs(), calls in histories()) {
        let config = config.max_history_summary_tokens(100_000).preserve_errors_verbatim(true);
        let made = compute_truncation(&calls, &config);
        let Some(summary) = &made.summary else { return Ok(()) };
        let older = older(&calls, &made, recent, reference);
        let mut expected: Vec<(Category, usize)> = Vec::new();
        for call in &older {
            let category = categorize_tool_call(member(call, "name"));
            let worked = usize::from(call["isError"] == false);
            match expected.iter_mut().find(|(known, _)| *known == category) {
                Some((_, count)) => *count += worked,
                None => expected.push((category, worked)),
            }
        }
        expected.retain(|(_, count)| *count > 0);
        prop_assert_eq!(counted(summary), expected, "{}", summary);
        // With room for all, each failure has a line of its own.
        let errors = summary.split_once("\n[Errors encountered:]\n").map_or("", |(_, errors)| errors);
        prop_assert_eq!(errors.lines().count(), older.iter().filter(|call| call["isError"] == true).count(), "{}", summary);
    }

    #[test]
    fn a_history_below_its_threshold_or_too_short_is_left_alone((config, ..) in configs(), calls in histories()) {
        let below = config.clone().truncation_threshold(1_000_000_000_u64);
        for config in [below, config.recent_calls_to_keep(calls.len() as u64)] {
            let made = compute_truncation(&calls, &config);
            prop_assert!(!made.should_truncate && made.summary.is_none() && made.tokens_saved == 0.0);
        }
    }

    #[test]
    fn arguments_are_the_same_json_and_results_the_same_lines((config, ..) in configs(), calls in histories()) {
        let (comments, brackets) = (config.clone().rendering(Rendering::Comments), config.rendering(Rendering::Brackets));
        for (config, start, end) in [(comments, " | args: ", " -->"), (brackets, "(", ") -> call_id: ")] {
            let history = compacted(&config, &calls, None);
            for (call, entry) in calls[history.truncated_count..].iter().zip(&history.recent_calls) {
                prop_assert_eq!(entry.is_error, call["isError"] == true);
                prop_assert!(holds_json(&entry.call_text, start, end, &call["args"]), "{}", entry.call_text);
                let Some((_, result)) = entry.result_text.split_once(" -->\n").filter(|_| end == " -->") else { continue };
                let (shown, given) = (lines(result), lines(member(call, "result")));
                prop_assert_eq!(shown.len(), given.len());
                // What looks like a line of ours has a backslash before it.
                let same = |(shown, given): (&&str, &&str)| shown == given || shown.strip_prefix('\\') == Some(given);
                prop_assert!(shown.iter().zip(&given).all(same), "{:?} became {:?}", given, shown);
            }
        }
    }
}
