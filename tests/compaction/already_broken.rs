//! Messages that were invalid before: compaction adds no problem to those that are there.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};
use tooltrim::{compact_messages, validate_messages};

use crate::compaction::session::{STYLES, Style, Turn, call, calls, failed, log, program, says, user, write};
use crate::compaction::support::read;
use crate::support::cases;

#[derive(Clone, Copy, Debug)]
enum Break {
    Drop,
    Repeat,
    Move,
    DropPart,
    RepeatPart,
    MovePart,
}

fn session(kinds: &[usize]) -> Vec<Turn> {
    let one = |number: usize, kind: usize| match kind % 4 {
        0 => failed("bash", json!({"command": format!("make {number}")}), log(number, kind)),
        1 => call("write_file", json!({"path": format!("{number}.ts"), "content": program(number, kind)}), "written"),
        _ => call("read_file", json!({"filePath": format!("{}.ts", kind % 5)}), program(number, 2 * kind)),
    };
    let turn = |(number, kind): (usize, &usize)| match kind % 9 {
        7 => user("And then?"),
        8 => says("Let me see what is there."),
        more => calls((0..=more % 3).map(|at| one(number * 10 + at, kind + at)).collect()),
    };
    std::iter::once(user("Go.")).chain(kinds.iter().enumerate().map(turn)).collect()
}

/// The list of parts of a message, if it has one.
fn parts(message: &mut Value) -> Option<&mut Vec<Value>> {
    let name = ["content", "parts", "tool_calls"].into_iter().find(|name| message[*name].is_array())?;
    message[name].as_array_mut()
}

fn broken(messages: &mut Vec<Value>, (how, at, to): (Break, usize, usize)) {
    let (at, to) = (at % messages.len(), to % messages.len());
    // No call is repeated: the pairing of two calls with one id depends on the messages between them.
    let written = messages[at].to_string();
    let calls = ["\"args\":", "\"arguments\":", "\"input\":"].iter().any(|name| written.contains(name));
    if calls && matches!(how, Break::Repeat | Break::RepeatPart) {
        return;
    }
    let taken = |messages: &mut Vec<Value>, from: usize, removes: bool| {
        let list = parts(messages.get_mut(from)?).filter(|list| !list.is_empty())?;
        let part = to % list.len();
        Some(if removes { list.remove(part) } else { list[part].clone() })
    };
    match how {
        Break::Drop => drop(messages.remove(at)),
        Break::Repeat => messages.insert(to, messages[at].clone()),
        Break::Move => {
            let message = messages.remove(at);
            messages.insert(to.min(messages.len()), message);
        }
        Break::DropPart => drop(taken(messages, at, true)),
        Break::RepeatPart | Break::MovePart => {
            if let Some(part) = taken(messages, at, matches!(how, Break::MovePart))
                && let Some(list) = parts(&mut messages[to])
            {
                list.push(part);
            }
        }
    }
}

/// Counts the problems of each rule.
fn counted(messages: &[Value], style: Style) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for problem in validate_messages(messages, Some(style.format)).unwrap_or_default() {
        *counts.entry(problem.rule.name()).or_default() += 1;
    }
    counts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300)))]

    #[test]
    fn no_problem_is_added(
        kinds in prop::collection::vec(0_usize..40, 3..30),
        breaks in prop::collection::vec((prop::sample::select(vec![
            Break::Drop, Break::Repeat, Break::Move, Break::DropPart, Break::RepeatPart, Break::MovePart,
        ]), any::<usize>(), any::<usize>()), 1..5),
        (at, window, recent) in (0..STYLES.len(), 600_usize..20_000, 0..5_u32), summary in any::<bool>(),
    ) {
        let (name, style) = STYLES[at];
        let mut messages = write(&session(&kinds), style);
        for one in breaks {
            broken(&mut messages, one);
            prop_assume!(messages.len() > 1);
        }
        let given = json!({
            "window": {"chars": window}, "compactTo": 0.4, "recentCallsToKeep": recent, "format": style.format.name(),
            "style": if summary { "summary" } else { "mask" },
        });
        let Ok(out) = compact_messages(&messages, &read(&given).unwrap()) else { return Ok(()) };
        let (before, after) = (counted(&messages, style), counted(&out.messages, style));
        // A result without a call may become one out of its place once the messages between have left.
        let sum = |counts: &BTreeMap<&str, usize>| counts.values().sum::<usize>();
        prop_assert!(
            sum(&after) <= sum(&before),
            "{name}: {before:?} -> {after:?}\n{}\n{}", json!(messages), json!(out.messages)
        );
    }
}
