//! Requests after messages came back with their state: between steps messages are only added.

use serde_json::json;
use tooltrim::Compactor;
use tooltrim::compaction::Request;

use crate::compaction::session::{ANTHROPIC, Turn, call, calls, user, write};
use crate::compaction::support::read;

fn writes(from: usize, to: usize) -> Vec<Turn> {
    let content = |at: usize| format!("export const part{at:02} = {at:02};\n");
    (from..to)
        .map(|at| {
            let args = json!({"path": format!("src/part{at}.ts"), "content": content(at)});
            calls(vec![call("write_file", args, format!("wrote part {at:02} ok."))])
        })
        .collect()
}

#[test]
fn what_a_second_step_folded_stays_in_the_next_request() {
    for (style, trigger, to) in
        [("summary", 0.3_f64, 0.5_f64), ("mask", 0.3, 0.1), ("mask", 0.3, 0.5), ("summary", 0.8, 0.5)]
    {
        let options = json!({
            "window": {"chars": 1500}, "style": style, "triggerAt": trigger, "compactTo": to.min(trigger * 0.9), "recentCallsToKeep": 2,
        });
        let options = || read(&options).unwrap();
        let mut messages =
            write(&std::iter::once(user("Write them.")).chain(writes(0, 12)).collect::<Vec<_>>(), ANTHROPIC);
        let mut compactor = Compactor::new(options()).unwrap();
        for round in 2..8 {
            let sent = compactor.next(&messages, Request::new()).unwrap();
            messages = sent.messages;
            compactor = Compactor::from_state(&compactor.state(), options()).unwrap();
            messages.extend(write(&writes(6 * round, 6 * round + 6), ANTHROPIC));
            let second = compactor.next(&messages, Request::new()).unwrap();
            let third = compactor.next(&messages, Request::new()).unwrap();
            assert_eq!(third.messages, second.messages, "{style} {trigger} {to} round {round}");
            let mut restored = Compactor::from_state(&compactor.state(), options()).unwrap();
            assert_eq!(restored.next(&messages, Request::new()).unwrap().messages, second.messages, "{style} restored");
        }
    }
}
