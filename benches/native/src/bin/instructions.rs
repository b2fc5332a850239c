//! One operation on inputs of its own, for callgrind: `instructions NAME`; without a name it prints the names.
//!
//! Only what happens within `measured` is counted: see scripts/lib/instructions.mjs.

use std::hint::black_box;

use serde_json::{Value, json};
use tooltrim::trimming::RescueOptions;
use tooltrim::{
    Budget, CleanOptions, CompactOptions, TrimOptions, TruncationConfig, ValueOptions, clean, compact_messages,
    compute_truncation, estimate_tokens, measure, redact_secrets, repair_messages, trim, trim_value, validate_messages,
};

/// The function that callgrind looks for. It has to stay a call.
#[inline(never)]
fn measured<T>(operation: impl FnOnce() -> T) {
    black_box(operation());
}

/// About 1 MB of a build, with a failure in the middle.
fn log() -> String {
    let line = |n: usize| match n {
        9_000 => "error[E0308]: mismatched types --> src/main.rs:12:5\n".to_owned(),
        _ => format!("[{n:05}] compiled module_{} in {} ms, {} warnings\n", n * 7919 % 1009, n * 31 % 97, n % 3),
    };
    (0..20_000).map(line).collect()
}

/// The same with colours and bars of progress.
fn terminal() -> String {
    let line = |n: usize| format!("\u{1b}[32m✓\u{1b}[0m module_{n}\r\u{1b}[2Kdone {}%\n", n % 100);
    (0..20_000).map(line).collect()
}

/// Calls of three tools, some of which fail, in the format of OpenAI's chat completions.
fn messages(count: usize) -> Vec<Value> {
    let exchange = |n: usize| {
        let (name, arguments, result) = match n % 3 {
            0 => ("read_file", json!({"path": format!("src/part_{}.ts", n % 60)}), "export const a = 1;\n".repeat(30)),
            1 => (
                "bash",
                json!({"command": format!("npm test -- {n}")}),
                "ok - a test\n".repeat(20)
                    + if n.is_multiple_of(7) { "Error: it fails\nexit code 1" } else { "exit code 0" },
            ),
            _ => (
                "edit_file",
                json!({"path": format!("src/part_{}.ts", n % 60), "new": "b"}),
                "It was edited.".to_owned(),
            ),
        };
        let id = format!("call_{n}");
        let call =
            json!({"id": id, "type": "function", "function": {"name": name, "arguments": arguments.to_string()}});
        [
            json!({"role": "assistant", "content": null, "tool_calls": [call]}),
            json!({"role": "tool", "tool_call_id": id, "content": result}),
        ]
    };
    let task = json!({"role": "user", "content": "Rename the parts and make the tests pass."});
    std::iter::once(task).chain((0..count / 2).flat_map(exchange)).collect()
}

fn called(n: usize, name: &str, args: &Value, result: &str) -> Value {
    json!({"callId": format!("call_{n}"), "name": name, "args": args, "result": result, "isError": false})
}

fn calls(count: usize) -> Vec<Value> {
    let result = "ok - a test\n".repeat(50);
    (0..count).map(|n| called(n, "bash", &json!({"command": "npm test"}), &result)).collect()
}

/// Calls of about 2 KB with edits, of which one in `every` fails, each with an error of its own.
fn calls_with_failures(count: usize, every: usize) -> Vec<Value> {
    let call = |n: usize| {
        let (path, line) = (format!("src/part{n}.ts"), "const part = load(table);\n".repeat(75));
        match n % 7 {
            0 | 3 => called(n, "edit_file", &json!({"path": path, "text": line}), "The file was edited."),
            5 if n % every == 5 => {
                let error = format!("{path}:{n}:5 - error TS{}: Property 'x{n}' does not exist.", 2300 + n % 90);
                let result = format!("> tsc -b\n\n{error}\n\n{line}\nFound 1 error.\n");
                let mut call = called(n, "bash", &json!({"command": format!("npm run build {n}")}), &result);
                call["isError"] = json!(true);
                call
            }
            _ => called(n, "read_file", &json!({"path": path}), &line),
        }
    };
    (0..count).map(call).collect()
}

type Operation = fn();

const OPERATIONS: [(&str, Operation); 14] = [
    ("trim to both ends, 1 MB", || {
        let (log, options) = (log(), TrimOptions::new().max_chars(4000).rescue(false));
        measured(|| trim(&log, &options));
    }),
    ("trim with rescue, 1 MB", || {
        let (log, options) = (log(), TrimOptions::new().max_chars(4000).rescue(RescueOptions::new()));
        measured(|| trim(&log, &options));
    }),
    ("trim to tokens, 1 MB", || {
        let (log, options) = (log(), TrimOptions::new().max_tokens(1000).rescue(false));
        measured(|| trim(&log, &options));
    }),
    ("clean, 1 MB", || {
        let (text, options) = (terminal(), CleanOptions::all());
        measured(|| clean(&text, &options));
    }),
    ("redact, 1 MB", || {
        let log = log();
        measured(|| redact_secrets(&log));
    }),
    ("measure, 1 MB", || {
        let text = terminal();
        measured(|| measure(&text));
    }),
    ("estimate tokens, 1 MB", || {
        let log = log();
        measured(|| estimate_tokens(&log));
    }),
    ("trim a value, 1,000 messages", || {
        let (value, options) =
            (Value::from(messages(1000)), ValueOptions::new().max_total_bytes(50_000).unwrap_or_default());
        measured(|| trim_value(&value, &options));
    }),
    ("validate, 1,000 messages", || {
        let messages = messages(1000);
        measured(|| validate_messages(&messages, None));
    }),
    ("repair, 1,000 messages without a result", || {
        let mut messages = messages(1000);
        messages.pop();
        measured(|| repair_messages(&messages, None));
    }),
    ("compact, 1,000 messages", || {
        let (messages, options) = (messages(1000), CompactOptions::new(Budget::Chars(100_000)));
        measured(|| compact_messages(&messages, &options));
    }),
    ("compute a truncation, 1,000 calls", || {
        let (calls, config) = (calls(1000), TruncationConfig::new());
        measured(|| compute_truncation(&calls, &config));
    }),
    ("compute a truncation, 300 calls, 3 failed", || {
        let (calls, config) = (calls_with_failures(300, 105), TruncationConfig::new());
        measured(|| compute_truncation(&calls, &config));
    }),
    ("compute a truncation, 300 calls, 43 failed", || {
        let (calls, config) = (calls_with_failures(300, 7), TruncationConfig::new());
        measured(|| compute_truncation(&calls, &config));
    }),
];

fn main() {
    let asked = std::env::args().nth(1);
    for (name, operation) in OPERATIONS {
        match &asked {
            None => println!("{name}"),
            Some(asked) if asked == name => operation(),
            Some(_) => {}
        }
    }
}
