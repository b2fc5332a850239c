//! What holds for all conversations that go on, are edited and branch.

use proptest::prelude::*;
use serde_json::{Value, json};
use tooltrim::compaction::{Request, Rung};
use tooltrim::{Compactor, inspect_messages};

use crate::compaction::laws::{options, session, sized, style};
use crate::compaction::session::{CHAT, user, write};
use crate::compaction::support::read;
use crate::support::cases;

fn compactor(messages: &[Value], options: &Value) -> Compactor {
    Compactor::new(read(&sized(messages, options)).unwrap()).unwrap()
}

fn forced() -> Request {
    let mut request = Request::new();
    request.force = true;
    request
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(100), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_went_out_stays_until_a_step_and_the_report_says_where_that_begins(
        session in session(), style in style(), options in options(), ends in prop::collection::vec(0.1..1.0_f64, 1..5),
    ) {
        let messages = write(&session, style);
        let mut compactor = compactor(&messages, &options);
        let mut ends: Vec<usize> = ends.iter().map(|part| (messages.len() as f64 * part) as usize + 1).collect();
        ends.sort_unstable();
        let mut last: Option<(Vec<Value>, usize)> = None;
        // A later result may name lines above it.
        let names = options["repeats"] == "reference";
        for end in ends {
            let out = compactor.next(&messages[..end], Request::new()).unwrap();
            if let Some((before, came)) = last {
                let sent = [&before[..], &messages[came..end]].concat();
                if let Some(first) = out.report.first_changed_message {
                    let same = if names { first.min(before.len()) } else { first };
                    prop_assert_eq!(&out.messages[..same], &sent[..same]);
                    prop_assert!(same < first || names && same == before.len() || out.messages.get(first) != sent.get(first));
                    let kept = inspect_messages(&out.messages[..first], Some(style.format)).unwrap().size.chars;
                    prop_assert_eq!(out.report.stable_prefix, kept);
                } else if names {
                    prop_assert_eq!((&out.messages[..before.len()], out.report.rebilled_tokens), (&before[..], 0));
                } else {
                    prop_assert_eq!((&out.messages, out.report.rebilled_tokens), (&sent, 0));
                }
                prop_assert!(out.notice.is_some() || out.report.first_changed_message.is_none());
            }
            last = Some((out.messages, end));
        }
    }

    #[test]
    fn a_branch_goes_out_as_it_did_before_it(session in session(), style in style(), options in options(), part in 0.0..1.0_f64) {
        let messages = write(&session, style);
        let mut options = options;
        options["style"] = json!("mask");
        let mut compactor = compactor(&messages, &options);
        let whole = compactor.next(&messages, forced()).unwrap();
        let at = ((messages.len() as f64 * part) as usize).max(1);
        let branch = compactor.next(&messages[..at], Request::new()).unwrap();
        // A result that arrives changes without a step.
        let stepped = options["repeats"] != "reference" || whole.report.first_changed_message.is_some();
        if at < messages.len() && whole.changed && stepped {
            prop_assert_eq!(branch.report.forked_at, Some(at));
        }
        let folded = whole.report.exchanges.iter().any(|exchange| exchange.rung == Rung::Folded);
        // What is named may stand behind the branch.
        if branch.notice.is_none() && !folded && whole.report.repeats == 0 {
            prop_assert_eq!(&branch.messages, &whole.messages[..at]);
        }
    }

    #[test]
    fn what_an_abandoned_branch_said_shows_nowhere(session in session(), options in options()) {
        let mut messages = write(&session, CHAT);
        let mut compactor = compactor(&messages, &options);
        messages.extend(write(&[user("the-first-branch")], CHAT));
        compactor.next(&messages, forced()).unwrap();
        messages.pop();
        messages.extend(write(&[user("the-second-branch")], CHAT));
        let branch = compactor.next(&messages, forced()).unwrap();
        let shown = format!("{:?} {} {:?}", branch.messages, branch.state, branch.report);
        prop_assert!(!shown.contains("the-first-branch"), "{shown}");
    }
}
