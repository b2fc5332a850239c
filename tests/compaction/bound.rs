//! Providers that bind thinking to what stands before it, to its calls, or to the running tool loop: none of them
//! refuses what goes out.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use proptest::prelude::*;
use serde_json::{Value, json};
use tooltrim::compaction::Request;
use tooltrim::{Budget, Compactor};

use crate::compaction::laws::session;
use crate::compaction::session::{ANTHROPIC, Turn, call, calls, program, user, write};
use crate::compaction::support::{compact, read};
use crate::support::cases;

fn print(messages: &[Value]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for message in messages {
        message.to_string().hash(&mut hasher);
    }
    hasher.finish()
}

fn blocks(message: &Value) -> impl Iterator<Item = &Value> {
    message["content"].as_array().into_iter().flatten()
}

fn is_thinking(block: &Value) -> bool {
    block["type"] == "thinking" || block["type"] == "redacted_thinking"
}

/// A server that checks of each thinking block that nothing before it has changed since it wrote it, blocks before it
/// that were left out included.
#[derive(Default)]
struct Bound {
    /// The messages before each block, by its text.
    written: HashMap<String, u64>,
    kept: u64,
    requests: u64,
}

impl Bound {
    /// Answers a request: with the number of the first message whose thinking it refuses.
    fn ask(&mut self, sent: &[Value]) -> Result<(), usize> {
        self.requests += 1;
        for (at, message) in sent.iter().enumerate() {
            for block in blocks(message).filter(|block| is_thinking(block)) {
                let before = print(&sent[..at]);
                if self.written[&block.to_string()] != before {
                    return Err(at);
                }
                self.kept += 1;
            }
        }
        Ok(())
    }

    /// The model answers what was sent last.
    fn answers(&mut self, sent: &[Value], answer: &Value) {
        for block in blocks(answer).filter(|block| is_thinking(block)) {
            self.written.insert(block.to_string(), print(sent));
        }
    }
}

/// The same messages with thinking at each message of the assistant, every fifth encrypted.
fn thoughtful(messages: &[Value]) -> Vec<Value> {
    let thinks = |(at, message): (usize, &Value)| {
        let mut message = message.clone();
        if message["role"] == "assistant" {
            let thought = if at % 5 == 1 {
                json!({"type": "redacted_thinking", "data": format!("{at}-{}", "Zm9v".repeat(40))})
            } else {
                json!({"type": "thinking", "thinking": format!("{at}: {}", program(at, 4)), "signature": "c2ln"})
            };
            let said = match &message["content"] {
                Value::String(text) => vec![json!({"type": "text", "text": text})],
                content => content.as_array().unwrap().clone(),
            };
            message["content"] = [vec![thought], said].concat().into();
        }
        message
    };
    messages.iter().enumerate().map(thinks).collect()
}

/// Sends a conversation request by request; answers how many were refused.
fn run(messages: &[Value], options: &Value, server: &mut Bound, mut each: impl FnMut(usize, &mut Compactor)) -> usize {
    let mut compactor = Compactor::new(read(options).unwrap()).unwrap();
    let mut refused = 0;
    for (at, answer) in messages.iter().enumerate() {
        if answer["role"] == "assistant" {
            each(at, &mut compactor);
            let sent = compactor.next(&messages[..at], Request::new()).unwrap().messages;
            refused += usize::from(server.ask(&sent).is_err());
            server.answers(&sent, answer);
        }
    }
    refused
}

pub fn agent_loop(results: usize) -> Vec<Value> {
    let turn = |n: usize| {
        let text = program(n, 40).chars().take(results).collect::<String>();
        calls(vec![call("read_file", json!({"path": format!("src/{n}.ts")}), text)])
    };
    let turns: Vec<Turn> = [user("Go.")].into_iter().chain((0..120).map(turn)).collect();
    thoughtful(&write(&turns, ANTHROPIC))
}

#[test]
fn a_loop_of_120_requests_is_never_refused() {
    let messages = agent_loop(1000);
    for style in ["mask", "summary"] {
        let mut server = Bound::default();
        let options = json!({"window": {"chars": 40_000}, "style": style});
        assert_eq!(run(&messages, &options, &mut server, |_, _| {}), 0, "{style}");
        assert_eq!(server.requests, 120);
        println!("{style}: {:.1} blocks a request", server.kept as f64 / 120.0);
        assert!(server.kept > 120 * 5, "{style}: {} blocks", server.kept);
        let old = json!({"window": {"chars": 40_000}, "style": style, "thinking": "loop"});
        assert!(run(&messages, &old, &mut Bound::default(), |_, _| {}) > 60, "{style}: the server does check");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(40), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn thinking_is_never_sent_behind_what_changed(
        sessions in prop::collection::vec(session(), 3..6), window in 3000..12_000_u64, tokens in prop::bool::ANY,
        summary in prop::bool::ANY, recent in 0..5_u64, media in prop::option::of(1..3_u64), harm in 0..5_u32, to in 0.1..0.8_f64,
    ) {
        let messages = thoughtful(&write(&sessions.concat(), ANTHROPIC));
        let unit = if tokens { "tokens" } else { "chars" };
        let mut options = json!({
            "window": {unit: if tokens { window / 4 } else { window }}, "compactTo": to, "recentCallsToKeep": recent,
            "style": if summary { "summary" } else { "mask" },
        });
        if let Some(media) = media {
            options["recentMedia"] = json!(media);
        }
        let mut server = Bound::default();
        let mut steps = 0;
        let refused = run(&messages, &options.clone(), &mut server, |at, compactor| {
            steps += 1;
            let one_in = |n: usize| steps % n == n - 1;
            match harm {
                1 if one_in(4) => *compactor = Compactor::from_state(&compactor.state(), read(&options).unwrap()).unwrap(),
                2 if one_in(5) && at > 0 => drop(compactor.undo()),
                3 if one_in(6) => {
                    let mut other = Request::new();
                    other.thinking = Some(tooltrim::compaction::Thinking::Calls);
                    compactor.next(&messages[..at], other).unwrap();
                }
                4 if one_in(3) => {
                    let mut smaller = Request::new();
                    smaller.window = Some(if tokens { Budget::Tokens(window / 5) } else { Budget::Chars(window * 2 / 3) });
                    smaller.force = true;
                    compactor.next(&messages[..at], smaller).unwrap();
                }
                _ => {}
            }
        });
        prop_assert_eq!(refused, 0, "of {}", server.requests);
    }

    #[test]
    fn what_comes_back_as_it_was_sent_keeps_what_it_has(
        sessions in prop::collection::vec(session(), 3..6), window in 3000..9000_u64, summary in prop::bool::ANY, restores in prop::bool::ANY,
    ) {
        let messages = thoughtful(&write(&sessions.concat(), ANTHROPIC));
        let options = json!({"window": {"chars": window}, "style": if summary { "summary" } else { "mask" }});
        let mut compactor = Compactor::new(read(&options).unwrap()).unwrap();
        let mut server = Bound::default();
        let mut list: Vec<Value> = Vec::new();
        for message in &messages {
            if message["role"] == "assistant" {
                if restores {
                    compactor = Compactor::from_state(&compactor.state(), read(&options).unwrap()).unwrap();
                }
                list = compactor.next(&list, Request::new()).unwrap().messages;
                prop_assert_eq!(server.ask(&list), Ok(()), "request {}", server.requests);
                server.answers(&list, message);
            }
            list.push(message.clone());
        }
    }

    #[test]
    fn after_a_fork_thinking_is_sent_only_behind_what_it_was_written_after(
        sessions in prop::collection::vec(session(), 3..6), window in 3000..9000_u64, summary in prop::bool::ANY, back in 0.2..0.9_f64,
    ) {
        let messages = thoughtful(&write(&sessions.concat(), ANTHROPIC));
        let options = json!({"window": {"chars": window}, "style": if summary { "summary" } else { "mask" }});
        let mut compactor = Compactor::new(read(&options).unwrap()).unwrap();
        let mut server = Bound::default();
        let mut go = |messages: &[Value], from: usize| {
            for at in from..messages.len() {
                if messages[at]["role"] == "assistant" {
                    let sent = compactor.next(&messages[..at], Request::new()).unwrap().messages;
                    prop_assert_eq!(server.ask(&sent), Ok(()), "request {}", server.requests);
                    server.answers(&sent, &messages[at]);
                }
            }
            Ok(())
        };
        go(&messages, 0)?;
        // The user goes back, says something else, and the rest is other thinking.
        let fork = (messages.len() as f64 * back) as usize;
        let mut other = messages[..fork].to_vec();
        other.push(json!({"role": "user", "content": "Another way."}));
        let later = messages[fork..].iter().map(|message| {
            let text = message.to_string().replace("\"thinking\":\"", "\"thinking\":\"again ").replace("\"data\":\"", "\"data\":\"again");
            serde_json::from_str::<Value>(&text).unwrap()
        });
        other.extend(later.filter(|message| message["role"] != "system"));
        go(&other, fork)?;
        // Back to where it came from.
        let whole = compactor.next(&messages, Request::new()).unwrap().messages;
        prop_assert_eq!(server.ask(&whole), Ok(()));
    }
}

#[test]
fn a_conversation_without_memory_keeps_thinking_only_before_its_first_change() {
    let messages = agent_loop(1000);
    let out = compact(&messages, &json!({"window": {"chars": 60_000}}));
    let first = out.report.first_changed_message.unwrap();
    let thinks = |message: &Value| blocks(message).any(is_thinking);
    let (before, after) = out.messages.split_at(first);
    assert!(before.iter().filter(|message| message["role"] == "assistant").all(thinks));
    assert!(!after.iter().any(thinks));
    let thinking = out.report.thinking;
    assert_eq!((thinking.removed + thinking.kept, thinking.why.is_some()), (120, true));
    assert!(out.report.notes.iter().any(|note| note.starts_with("thinking: that of the unfinished")));
}

#[test]
fn images_that_become_lines_take_the_thinking_after_them_also_when_that_is_taken_back() {
    let image =
        json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo"}});
    let turn = |n: usize| calls(vec![call("read_file", json!({"path": format!("src/{n}.ts")}), program(n, 10))]);
    let turns: Vec<Turn> = [user("Go.")].into_iter().chain((0..40).map(turn)).collect();
    let mut messages = thoughtful(&write(&turns, ANTHROPIC));
    for message in messages.iter_mut().skip(4).step_by(4) {
        message["content"].as_array_mut().unwrap().push(image.clone());
    }
    for (window, most, every) in
        [(6000, 1, 2), (6000, 2, 5), (9000, 1, 3), (9000, 2, 2), (100_000, 1, 5), (100_000, 2, 3)]
    {
        let options = json!({"window": {"chars": window}, "recentMedia": most, "mediaTokens": 10, "compactTo": 0.3});
        let (mut server, mut requests, mut undone) = (Bound::default(), 0, 0);
        let refused = run(&messages, &options, &mut server, |at, compactor| {
            requests += 1;
            if requests % every == every - 1 && at > 1 {
                undone += usize::from(compactor.undo().unwrap().notice.is_some());
            }
        });
        assert_eq!(refused, 0, "{window} {most} {every}");
        assert!(undone > 0);
    }
}
