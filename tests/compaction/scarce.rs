//! What is left where room is scarce: short texts of the assistant, outputs that no read brings back, failures without a flag.

use serde_json::{Value, json};
use tooltrim::compaction::{Repeats, Style};
use tooltrim::{Budget, CompactOptions, compact_messages};

fn exchange(number: usize, said: &str, tool: &str, input: &Value, result: &str) -> [Value; 2] {
    let id = format!("toolu_{number}");
    let mut parts = Vec::new();
    if !said.is_empty() {
        parts.push(json!({"type": "text", "text": said}));
    }
    parts.push(json!({"type": "tool_use", "id": id, "name": tool, "input": input}));
    [
        json!({"role": "assistant", "content": parts}),
        json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": result}]}),
    ]
}

fn lines(range: std::ops::Range<usize>, line: impl Fn(usize) -> String) -> String {
    range.map(|at| line(at) + "\n").collect()
}

/// The given exchange, and reads after it.
fn with_reads(first: [Value; 2], reads: usize) -> Vec<Value> {
    let source: String = lines(0..120, |line| format!("    let part_{line} = read(source, {line})?;"));
    let read = |at: usize| exchange(at + 1, "", "read_file", &json!({"path": format!("src/part{at}.rs")}), &source);
    let mut messages = vec![json!({"role": "user", "content": "Make the tests pass."})];
    messages.extend(first);
    messages.extend((0..reads).flat_map(read));
    messages
}

fn compacted(messages: &[Value], room: u64, style: Style) -> String {
    let options = CompactOptions::new(Budget::Chars(room)).style(style);
    let done = compact_messages(messages, &options).unwrap();
    assert!(done.report.after.chars * 2 <= room, "{:?}", done.report.after);
    json!(done.messages).to_string()
}

/// Passing tests around a failure, and a last line that says nothing of it.
fn output() -> String {
    let passed = |from: usize| lines(from..from + 40, |n| format!("test case::number_{n} ... ok"));
    let failed = "thread 'main' panicked at src/ledger.rs:68:5:\nassertion failed: total == 42\n";
    format!("{}{failed}{}test result: FAILED. 80 passed; 1 failed\n", passed(0), passed(40))
}

#[test]
fn a_decision_beside_a_call_that_leaves_stays() {
    let decision = "Amounts are integers in cents from now on, not floats.";
    let first = exchange(0, decision, "read_file", &json!({"path": "src/money.rs"}), &"x".repeat(5000));
    let messages = with_reads(first, 40);
    let text = compacted(&messages, 8_000, Style::Summary);
    assert!(text.contains(&format!("- Said: {decision}")), "{text}");
}

#[test]
fn a_summary_quotes_a_failure_without_a_flag() {
    let first = exchange(0, "", "bash", &json!({"command": "cargo test"}), &output());
    let text = compacted(&with_reads(first, 40), 8_000, Style::Summary);
    assert!(text.contains("assertion failed: total == 42"), "{text}");
}

/// A log with one line that matters, and that line.
fn log() -> (String, &'static str) {
    let lines = lines(0..300, |n| format!("2024-05-01 10:{:02}:{:02} INFO batch {n} is loaded", n / 60, n % 60));
    let odd = "2024-05-01 10:02:30 ERROR batch 150 is lost: disk full";
    (lines.replacen("2024-05-01 10:02:30 INFO batch 150 is loaded", odd, 1), odd)
}

#[test]
fn an_old_output_keeps_what_matters_where_reads_shrink_or_leave() {
    let (log, odd) = log();
    for (command, style) in
        [("./load --all", Style::Mask), ("./load --all", Style::Summary), ("rm -rf out; ./load --all", Style::Mask)]
    {
        let first = exchange(0, "", "bash", &json!({"command": command}), &log);
        let text = compacted(&with_reads(first, 20), 40_000, style);
        assert!(text.contains(odd), "{command}: {text}");
    }
}

#[test]
fn a_log_that_was_read_keeps_what_matters() {
    let (log, odd) = log();
    let first = exchange(0, "", "bash", &json!({"command": "cat load.log"}), &log);
    let text = compacted(&with_reads(first, 8), 40_000, Style::Mask);
    assert!(text.contains(odd), "{text}");
}

/// From a room in which nearly all exchanges leave to one in which none does.
#[test]
fn a_new_result_stays_whole_where_lines_of_others_would_take_its_room() {
    let ran = |at: usize| {
        exchange(
            at,
            "",
            "bash",
            &json!({"command": format!("npm test -- part{at}")}),
            &lines(0..40, |n| format!("ok {n} of part {at}")),
        )
    };
    let new = lines(0..150, |line| format!("    let part_{line} = read(source, {line})?;"));
    let mut messages = vec![json!({"role": "user", "content": "Make the tests pass."})];
    messages.extend((0..90).flat_map(ran));
    messages.extend(exchange(90, "", "read_file", &json!({"path": "src/new.rs"}), &new));
    for room in [18_000, 24_000, 30_000] {
        let options = CompactOptions::new(Budget::Chars(room)).recent_calls_to_keep(1);
        let done = compact_messages(&messages, &options).unwrap();
        assert!(done.report.after.chars * 2 <= room, "{:?}", done.report.after);
        assert_eq!(done.messages.last(), messages.last(), "{room}");
    }
}

#[test]
fn texts_take_the_room_in_which_a_large_exchange_does_not_fit() {
    let read = |at: usize, count: usize| {
        let text = lines(0..count, |line| format!("    let part_{at}_{line} = read(source, {})?;", at * line));
        exchange(at, "", "read_file", &json!({"path": format!("src/{at}.rs")}), &text)
    };
    let mut messages = vec![json!({"role": "user", "content": "Make the tests pass."})];
    messages.extend((0..120).flat_map(|at| read(at, 40)));
    let content = lines(0..250, |line| format!("    let big_{line} = write({line});"));
    messages.extend(exchange(120, "", "write_file", &json!({"path": "src/big.rs", "content": content}), "ok"));
    messages.extend((121..136).flat_map(|at| read(at, 9)));
    for target in [7_500, 8_500] {
        let options = CompactOptions::new(Budget::Chars(20_000)).compact_to(target as f64 / 20_000.0);
        let done = compact_messages(&messages, &options).unwrap();
        assert!(!serde_json::to_string(&done.messages).unwrap().contains("big_249"), "{target}");
        assert!(done.report.after.chars * 10 > target * 9, "{target}: {:?}", done.report.after);
    }
}

#[test]
fn no_result_gets_less_in_a_larger_room() {
    let mut messages = with_reads(exchange(0, "", "bash", &json!({"command": "make"}), "ok"), 39);
    let edit =
        |at: usize| json!({"path": format!("src/part{at}.rs"), "old_string": "a".repeat(300), "new_string": "b"});
    messages.extend((40..60).flat_map(|at| exchange(at, "", "edit_file", &edit(at), "The file was updated.")));
    let mut last = vec![0; 60];
    for room in (0..60).map(|step| (8_000.0 * 1.05_f64.powi(step)) as u64) {
        // A larger room can hold a newer text that an older one then names.
        let options = CompactOptions::new(Budget::Chars(room)).recent_calls_to_keep(0).repeats(Repeats::Keep);
        let done = compact_messages(&messages, &options).unwrap();
        let units = |id: usize| {
            let id = json!(format!("toolu_{id}"));
            let parts = done.messages.iter().filter_map(|message| message["content"].as_array()).flatten();
            let result = parts.filter(|part| part["tool_use_id"] == id).find_map(|part| part["content"].as_str());
            result.map_or(0, str::len)
        };
        let now: Vec<usize> = (0..60).map(units).collect();
        // A cap may end within a line.
        let falls = |(now, last): (&usize, &usize)| now + 100 < *last;
        assert!(!now.iter().zip(&last).any(falls), "{room}: {now:?} after {last:?}");
        last = now;
    }
}
