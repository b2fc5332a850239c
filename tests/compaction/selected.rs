//! What of a longer result stays: the lines that matter between its ends, whether or not a flag says that it failed.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::compaction::session::{ANTHROPIC, CHAT, Call, Style, Turn, call, calls, program, user};
use crate::compaction::support::compacted;

const ERROR: &str = "error[E0382]: borrow of moved value: `queue`";

/// A build whose error stands in the middle, and whose end says nothing of it.
fn build() -> String {
    let mut text = String::new();
    for n in 0..400 {
        if n == 200 {
            let _ = writeln!(text, "{ERROR}\n   --> src/cart.rs:240:5");
        }
        let _ = writeln!(text, "   Compiling part{} v0.1.{n}", n % 7);
    }
    text
}

fn kept_of(first: Call, format: Style) -> String {
    let mut session: Vec<Turn> = vec![user("Go."), calls(vec![first])];
    session.extend((0..8).map(|n| {
        let path = json!({"filePath": format!("src/part{n}.rs")});
        calls(vec![call("read_file", path, program(n, 60))])
    }));
    let options = json!({"window": {"chars": 16_000}, "triggerAt": 0, "compactTo": 0.9, "recentCallsToKeep": 2,
        "repeats": "keep"});
    let compaction = compacted(&session, format, &options);
    let written = |value: &Value| value.to_string();
    compaction.messages.iter().take(3).map(written).collect()
}

#[test]
fn what_failed_in_the_middle_stays_without_any_flag() {
    for format in [ANTHROPIC, CHAT] {
        let kept = kept_of(call("bash", json!({"command": "cargo build"}), build()), format);
        assert!(kept.contains(ERROR) && kept.contains("src/cart.rs:240:5"), "{kept}");
        let kept = kept_of(call("get_log", json!({"id": 7}), build()), format);
        assert!(kept.contains(ERROR), "{kept}");
    }
}

#[test]
fn a_source_keeps_its_ends_alone() {
    let source = program(3, 400);
    let kept = kept_of(call("read_file", json!({"filePath": "src/long.rs"}), source.clone()), CHAT);
    let lines: Vec<&str> = source.lines().collect();
    let shown = |line: &&str| kept.contains(&json!(line).to_string().trim_matches('"').to_owned());
    assert!(shown(&lines[0]), "{kept}");
    assert!(kept.matches("[truncated ").count() + kept.matches("[\u{2026} ").count() <= 1, "{kept}");
}
