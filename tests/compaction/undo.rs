//! A step that is taken back, and what goes out afterwards.

use crate::support::cases;
use proptest::prelude::*;
use serde_json::{Value, json};
use tooltrim::compaction::Request;
use tooltrim::{Compactor, validate_messages};

use crate::compaction::session::{STYLES, Style, Turn, call, calls, failed, log, user, write};
use crate::compaction::support::read;

/// What happens to a compactor.
#[derive(Clone, Debug)]
enum Deed {
    /// Parallel calls are added, with results of so many lines.
    Add(Vec<usize>),
    Next,
    Undo,
    /// It is restored from its state.
    Restore,
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let deed = prop_oneof![
        6 => prop::collection::vec(0..12_usize, 1..4).prop_map(Deed::Add),
        4 => Just(Deed::Next),
        2 => Just(Deed::Undo),
        1 => Just(Deed::Restore),
    ];
    prop::collection::vec(deed, 1..60)
}

fn options() -> impl Strategy<Value = Value> {
    let window = prop::sample::select(vec![900, 2000, 6000]);
    (window, prop::bool::ANY, prop::bool::ANY, 0..7_u32).prop_map(|(window, summary, assistant, recent)| {
        json!({
            "window": {"chars": window}, "style": if summary { "summary" } else { "mask" },
            "summaryRole": if assistant { "assistant" } else { "user" }, "recentCallsToKeep": recent,
        })
    })
}

fn added(number: usize, sizes: &[usize]) -> Turn {
    let one = |(at, lines): (usize, &usize)| {
        let command = json!({"command": format!("ls {number}/{at}")});
        if lines % 5 == 4 {
            failed("bash", command, format!("Error: no {number}\n{}", log(at, *lines)))
        } else {
            call("bash", command, log(number, *lines))
        }
    };
    calls(sizes.iter().enumerate().map(one).collect())
}

/// What the decisions of a compactor make of messages when no step is taken.
fn without_step(compactor: &Compactor, messages: &[Value], options: &Value) -> Vec<Value> {
    let mut wide = options.clone();
    wide["window"] = json!({"chars": 1e12});
    let mut other = Compactor::from_state(&compactor.state(), read(&wide).unwrap()).unwrap();
    other.next(messages, Request::new()).unwrap().messages
}

fn follow(style: Style, deeds: &[Deed], given: &Value) -> Result<(), TestCaseError> {
    let options = read(given).unwrap();
    let mut turns = vec![user("Go.")];
    let mut compactor = Compactor::new(options.clone()).unwrap();
    // What went out last, and what undo has to give.
    let mut last: Option<(Vec<Value>, Vec<Value>)> = None;
    for (number, deed) in deeds.iter().enumerate() {
        let messages = write(&turns, style);
        let sent = match deed {
            Deed::Add(sizes) => {
                turns.push(added(number, sizes));
                continue;
            }
            Deed::Restore => {
                compactor = Compactor::from_state(&compactor.state(), options.clone()).unwrap();
                last = None;
                continue;
            }
            Deed::Next => {
                let unchanged = without_step(&compactor, &messages, given);
                let next = compactor.next(&messages, Request::new()).unwrap();
                let stepped = next.notice.is_some() && next.messages != unchanged;
                if stepped {
                    last = Some((messages, unchanged));
                } else {
                    prop_assert_eq!(&next.messages, &unchanged);
                    last = None;
                }
                next.messages
            }
            Deed::Undo => {
                let Ok(undone) = compactor.undo() else { continue };
                if let Some((_, unchanged)) = last.take() {
                    prop_assert_eq!(&undone.messages, &unchanged);
                }
                undone.messages
            }
        };
        let said: Vec<String> = validate_messages(&sent, Some(style.format))
            .unwrap()
            .into_iter()
            .map(|problem| format!("{}: {}", problem.path, problem.message))
            .collect();
        prop_assert_eq!(said, Vec::<String>::new(), "{:#?}", sent);
        prop_assert!(!sent.iter().any(is_empty), "{:#?}", sent);
    }
    Ok(())
}

/// True of a message that holds nothing.
fn is_empty(message: &Value) -> bool {
    ["content", "parts"].iter().any(|member| message[*member].as_array().is_some_and(Vec::is_empty))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(60), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_goes_out_is_valid_and_undo_gives_what_was_before_the_step(
        style in prop::sample::select(STYLES.to_vec()), deeds in deeds(), options in options(),
    ) {
        follow(style.1, &deeds, &options)?;
    }
}

#[test]
fn a_second_undo_changes_nothing() {
    for (name, style) in STYLES {
        let options = read(&json!({"window": {"chars": 2000}, "style": "summary"})).unwrap();
        let mut compactor = Compactor::new(options).unwrap();
        let mut turns = vec![user("Go.")];
        let mut steps = 0;
        while steps < 2 {
            turns.push(added(turns.len(), &[1, 1]));
            steps += usize::from(compactor.next(&write(&turns, style), Request::new()).unwrap().notice.is_some());
        }
        let first = compactor.undo().unwrap();
        assert!(first.changed, "{name}: the first step stays");
        turns.push(added(turns.len(), &[1, 1]));
        let sent = compactor.next(&write(&turns, style), Request::new()).unwrap();
        let second = compactor.undo().unwrap();
        assert_eq!(second.messages, sent.messages, "{name}");
        assert_eq!(validate_messages(&second.messages, Some(style.format)).unwrap(), [], "{name}");
    }
}
