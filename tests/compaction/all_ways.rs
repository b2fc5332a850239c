//! All ways into a compactor at once: a conversation grows, forks, comes back as it was sent, steps are forced, held and
//! taken back, sizes are observed, and the compactor is restored from its state.

use proptest::prelude::*;
use serde_json::{Value, json};
use tooltrim::compaction::{Host, Request};
use tooltrim::{Compactor, OutputStore, validate_messages};

use crate::compaction::session::{STYLES, Style, Turn, call, calls, failed, log, user, write};
use crate::compaction::support::read;
use crate::support::cases;

#[derive(Clone, Debug)]
enum Way {
    /// Parallel calls are added, of these kinds.
    Add(Vec<usize>),
    Say(bool),
    Next,
    Force,
    Hold,
    Undo,
    Observe(f64),
    /// The conversation goes on from this share of its messages.
    Fork(f64),
    Restore,
    /// The messages that were sent are the conversation from now on.
    ComeBack,
}

fn ways() -> impl Strategy<Value = Vec<Way>> {
    let way = prop_oneof![
        9 => prop::collection::vec(0..12_usize, 1..4).prop_map(Way::Add),
        2 => prop::bool::ANY.prop_map(Way::Say),
        6 => Just(Way::Next),
        1 => Just(Way::Force),
        1 => Just(Way::Hold),
        1 => Just(Way::Undo),
        1 => (0.3..3.0_f64).prop_map(Way::Observe),
        1 => (0.2..1.0_f64).prop_map(Way::Fork),
        2 => Just(Way::Restore),
        2 => Just(Way::ComeBack),
    ];
    prop::collection::vec(way, 1..60)
}

fn options() -> impl Strategy<Value = Value> {
    (
        prop::sample::select(vec![900, 1500, 2500, 6000]),
        prop::bool::ANY,
        prop::sample::select(vec![(0.8, 0.5), (0.3, 0.2), (0.3, 0.1), (0.5, 0.3)]),
        0..5_u32,
        prop::sample::select(vec!["prefix", "loop", "calls"]),
        prop::bool::ANY,
    )
        .prop_map(|(window, summary, (trigger, target), recent, thinking, assistant)| {
            json!({
                "window": {"chars": window}, "style": if summary { "summary" } else { "mask" }, "triggerAt": trigger,
                "compactTo": target, "recentCallsToKeep": recent, "thinking": thinking,
                "summaryRole": if assistant { "assistant" } else { "user" },
            })
        })
}

fn turn(number: usize, kinds: &[usize]) -> Turn {
    let one = |(at, kind): (usize, &usize)| match kind % 4 {
        0 => failed(
            "bash",
            json!({"command": format!("make part{number}-{at}")}),
            format!("Error: no rule {number}\n{}", log(at, *kind)),
        ),
        1 => call(
            "write_file",
            json!({"path": format!("src/p{number}-{at}.ts"), "content": log(number, kind % 5)}),
            "written",
        ),
        _ => call("bash", json!({"command": format!("ls {number}/{at}")}), log(number, *kind)),
    };
    calls(kinds.iter().enumerate().map(one).collect())
}

/// Texts that users wrote; what we write begins with a bracket.
fn users(messages: &[Value]) -> Vec<String> {
    let all = serde_json::to_string(messages).unwrap();
    let asked = (0..60).map(|at| format!("Task number {at} of the user.")).filter(|text| all.contains(text.as_str()));
    asked.collect()
}

fn follow(style: Style, ways: &[Way], given: &Value) -> Result<(), TestCaseError> {
    let options = || read(given).unwrap();
    let redact = |text: &str| text.replace("part", "p4rt");
    let store = std::cell::RefCell::new(OutputStore::new());
    let keep = |text: &str| store.borrow_mut().put(text);
    let mut host = Host::new();
    host.redact = Some(&redact);
    host.keep = Some(&keep);
    let mut compactor = Compactor::new(options()).unwrap();
    // Ids are drawn anew by each call of `write`: the whole is written once, and cut.
    let mut turns = vec![user("Task number 0 of the user.")];
    for (number, way) in ways.iter().enumerate() {
        match way {
            Way::Add(kinds) => turns.push(turn(number, kinds)),
            Way::Say(true) => turns.push(user(&format!("Task number {number} of the user."))),
            Way::Say(false) => turns.push(match turn(number, &[number]) {
                Turn::Calls(_, calls) => Turn::Calls(Some(format!("Decision {number}: go on.")), calls),
                other => other,
            }),
            _ => {}
        }
    }
    let whole = write(&turns, style);
    let sizes: Vec<usize> = (0..=turns.len()).map(|count| write(&turns[..count], style).len()).collect();
    let (mut taken, mut messages) = (1, whole[..sizes[1]].to_vec());
    // What was sent last, where no fork and no undo came since.
    let mut sent: Option<Vec<Value>> = None;
    for way in ways {
        let mut request = Request::new();
        let next = match way {
            Way::Add(_) | Way::Say(_) => {
                messages.extend_from_slice(&whole[sizes[taken]..sizes[taken + 1]]);
                taken += 1;
                continue;
            }
            Way::Observe(factor) => {
                compactor.observe((1000.0 * factor) as u64);
                continue;
            }
            Way::Restore => {
                let state = compactor.state();
                let restored = Compactor::from_state(&state, options());
                prop_assert!(restored.is_ok(), "{:?} of {state}", restored.err());
                compactor = restored.unwrap();
                prop_assert_eq!(compactor.state(), state);
                continue;
            }
            Way::ComeBack => {
                if let Some(sent) = &sent {
                    messages.clone_from(sent);
                }
                continue;
            }
            Way::Fork(share) => {
                let users: Vec<usize> = (1..messages.len()).filter(|at| is_cut(&messages, *at, style)).collect();
                let Some(at) = users.get((users.len() as f64 * share) as usize) else { continue };
                messages.truncate(*at);
                sent = None;
                continue;
            }
            Way::Undo => {
                sent = None;
                let Ok(undone) = compactor.undo_with(host) else { continue };
                undone
            }
            Way::Next | Way::Force | Way::Hold => {
                (request.force, request.hold) = (matches!(way, Way::Force), matches!(way, Way::Hold));
                compactor.next_with(&messages, request, host).unwrap()
            }
        };
        let problems = validate_messages(&next.messages, Some(style.format)).unwrap();
        let came = validate_messages(&messages, Some(style.format)).unwrap();
        prop_assert!(problems.is_empty() || !came.is_empty(), "{problems:#?} in {:#?}", next.messages);
        if matches!(way, Way::Undo) {
            continue;
        }
        prop_assert_eq!(users(&next.messages), users(&messages));
        if let Some(sent) = &sent
            && next.notice.is_none()
        {
            let known = next.messages.get(..sent.len());
            prop_assert_eq!(known, Some(&sent[..]), "{:?} of {:?} without a notice", way, ways);
        }
        // The same request again, by the same compactor and by one that is restored.
        request.force = false;
        let again = compactor.clone().next_with(&messages, request, host).unwrap();
        // Where the target was missed it may be another step.
        prop_assert!(
            again.notice.is_some() || again.messages == next.messages,
            "again: {:#?} {:#?}",
            again.messages,
            next.messages
        );
        let state = compactor.state();
        let restored = Compactor::from_state(&state, options());
        prop_assert!(restored.is_ok(), "{:?} of {state}", restored.err());
        let restored = restored.unwrap().next_with(&messages, request, host).unwrap();
        prop_assert_eq!(&restored.messages, &again.messages, "restored: {:?}", restored.notice);
        sent = Some(next.messages);
    }
    Ok(())
}

/// Returns `true` where a conversation may be cut: before a message of the user that answers no call.
fn is_cut(messages: &[Value], at: usize, style: Style) -> bool {
    validate_messages(&messages[..at], Some(style.format)).is_ok_and(|problems| problems.is_empty())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(100), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn between_steps_messages_are_only_added(
        style in prop::sample::select(STYLES.to_vec()), ways in ways(), options in options(),
    ) {
        follow(style.1, &ways, &options)?;
    }
}
