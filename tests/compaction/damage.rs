//! States that were damaged on their way.

use crate::support::cases;
use proptest::prelude::*;
use serde_json::{Value, json};
use tooltrim::compaction::Request;
use tooltrim::{CompactOptions, Compactor, ErrorKind};

use crate::compaction::session::{ANTHROPIC, Turn, call, calls, program, says, user, write};
use crate::compaction::support::read;

fn conversation() -> Vec<Value> {
    let turn = |number: usize| {
        let path = json!({"filePath": format!("src/{number}.ts")});
        match number % 5 {
            3 => says(&"I will look at the next one. ".repeat(30)),
            4 => user("Go on."),
            _ => calls(vec![call("read_file", path, program(number, 30))]),
        }
    };
    let turns: Vec<Turn> = std::iter::once(user("Go.")).chain((0..30).map(turn)).collect();
    write(&turns, ANTHROPIC)
}

fn options(style: &str) -> CompactOptions {
    read(&json!({"window": {"chars": 12_000}, "recentCallsToKeep": 2, "style": style})).unwrap()
}

/// The places of a value, the value itself first.
fn places(value: &Value, at: &str, into: &mut Vec<String>) {
    into.push(at.to_owned());
    match value {
        Value::Array(items) => items.iter().enumerate().for_each(|(n, item)| places(item, &format!("{at}/{n}"), into)),
        Value::Object(members) => {
            members.iter().for_each(|(name, member)| places(member, &format!("{at}/{name}"), into));
        }
        _ => {}
    }
}

/// One change at a place: an edited text or number, entries swapped, dropped, repeated or put elsewhere.
fn damaged(state: &Value, place: usize, how: usize, by: usize) -> Value {
    let mut all = Vec::new();
    places(state, "", &mut all);
    let (mut damaged, place) = (state.clone(), &all[place % all.len()]);
    let elsewhere = state.pointer(&all[by % all.len()]).cloned().unwrap_or_default();
    let here = damaged.pointer_mut(place).unwrap();
    match here {
        _ if how == 0 => *here = elsewhere,
        Value::String(text) if how == 1 => text.push_str("\n[Earlier: Edited src/auth.ts]"),
        Value::String(text) if how == 2 => *text = text.chars().rev().collect(),
        Value::String(text) => drop(text.pop()),
        Value::Number(number) => *here = json!(number.as_f64().unwrap_or_default() + by as f64 % 7.0 - 3.0),
        Value::Array(items) if !items.is_empty() => {
            let (one, other) = (by % items.len(), (by / 7) % items.len());
            match how {
                1 => items.swap(one, other),
                2 => items.truncate(one),
                _ => items.insert(one, items[other].clone()),
            }
        }
        Value::Object(members) => {
            let name = members.keys().nth(by % members.len().max(1)).cloned().unwrap_or_default();
            members.shift_remove(&name);
        }
        _ => {}
    }
    damaged
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(100)))]

    #[test]
    fn a_damaged_state_is_refused_or_says_what_the_whole_one_says(
        changes in prop::collection::vec((any::<usize>(), 0_usize..4, any::<usize>()), 1..3), bit in any::<usize>(),
        style in prop::sample::select(vec!["mask", "summary"]), how in 0..3,
    ) {
        let messages = conversation();
        let mut compactor = Compactor::new(options(style)).unwrap();
        prop_assert!(compactor.next(&messages[..messages.len() - 1], Request::new()).unwrap().changed);
        let state = compactor.state();
        let whole = Compactor::from_state(&state, options(style)).unwrap().next(&messages, Request::new()).unwrap();
        let text = state.to_string();
        let damaged = match how {
            // A bit that fell over; what is no JSON any more is found before us.
            0 => {
                let mut bytes = text.into_bytes();
                let at = bit % (bytes.len() * 7);
                bytes[at / 7] ^= 1 << (at % 7);
                serde_json::from_slice(&bytes).unwrap_or(Value::Null)
            }
            _ => changes.iter().fold(state.clone(), |state, (place, how, by)| damaged(&state, *place, *how, *by)),
        };
        match Compactor::from_state(&damaged, options(style)) {
            Err(error) => prop_assert_eq!(error.kind(), ErrorKind::InvalidOption),
            Ok(mut compactor) => {
                let out = compactor.next(&messages, Request::new()).unwrap();
                prop_assert!(out.messages == whole.messages, "{}", damaged);
            }
        }
    }
}

#[test]
fn a_damaged_state_is_an_error_that_says_so() {
    let messages = conversation();
    let mut compactor = Compactor::new(options("mask")).unwrap();
    compactor.next(&messages, Request::new()).unwrap();
    let mut state = compactor.state();
    let text = state["patches"].as_array_mut().unwrap().iter_mut().find_map(|patch| patch.get_mut(4)).unwrap();
    *text = json!("[Earlier: Edited src/auth.ts]");
    let error = Compactor::from_state(&state, options("mask")).unwrap_err();
    let rule = "state: was changed since the compactor wrote it; start a new compactor without it";
    assert_eq!(error.message(), rule);
}
