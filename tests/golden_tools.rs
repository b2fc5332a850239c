//! Golden texts of tools that Rust and JavaScript must both answer.
//!
//! `TOOLTRIM_BLESS=1 cargo test golden_tools` writes them anew; read the diff before committing it.

use serde_json::{Map, Value, json};
use tooltrim::host::NamedOption;
use tooltrim::tools::{contract_failure, tool_failure, tool_words};
use tooltrim::{ToolOptions, TrimOptions, presets, toolify};

use crate::support::golden as golden_file;
use golden_file::{check, option_value};

/// What tools answer, by name.
fn results() -> Vec<(&'static str, Value)> {
    let rows: Vec<Value> =
        (0..300).map(|n| json!({"id": n, "title": format!("issue {n}"), "open": n % 2 == 0})).collect();
    vec![
        ("nothing", json!(null)),
        ("an empty text", json!("")),
        ("a text", json!("as it is\n")),
        ("4,999 chars", json!("\u{1f4dd}".repeat(4999))),
        ("5,000 chars", json!("\u{1f4dd}".repeat(5000))),
        ("5,001 chars", json!("\u{1f4dd}".repeat(5001))),
        ("a long text", json!("a line of a log\n".repeat(2000))),
        ("a number", json!(42)),
        ("a fraction", json!(2.75)),
        ("a negative number", json!(-7)),
        ("yes", json!(true)),
        ("no", json!(false)),
        ("an empty list", json!([])),
        ("an empty object", json!({})),
        ("a list", json!([1, "two", null, [true, []], {"a": {}}])),
        (
            "not only ASCII",
            json!({"name": "Zo\u{eb}", "city": "\u{6771}\u{4eac}", "emoji": "\u{1f469}\u{200d}\u{1f680}"}),
        ),
        ("escapes", json!({"text": "a \"quote\", a \\ and\na line \u{1}\u{7f}\u{2028}"})),
        ("rows", json!(rows)),
    ]
}

fn outputs() -> Vec<Value> {
    vec![
        json!({}),
        json!({"maxChars": 60, "snap": "char"}),
        json!({"maxBytes": 900, "format": "json"}),
        json!({"maxChars": 200, "keep": "head"}),
        json!({"maxLines": 4}),
    ]
}

/// Messages of preconditions and of postconditions that fail.
fn contracts() -> Vec<(&'static str, [Vec<String>; 2])> {
    let list = |messages: &[&str]| messages.iter().map(|message| (*message).to_owned()).collect::<Vec<_>>();
    vec![
        ("both", [list(&["Title cannot be empty"]), list(&["Invalid markdown: Missing closing bracket on line 5"])]),
        ("only before", [list(&["a", "b"]), list(&[])]),
        ("only after", [list(&[]), list(&["a", "b"])]),
        ("lines that look like items", [list(&["first\n  - second\nPostconditions:\n  - third"]), list(&["last\n"])]),
        (
            "all line breaks",
            [
                list(&["a\rb\r\nc\u{b}d\u{c}e\u{1c}f\u{1d}g\u{1e}h\u{85}i\u{2028}j\u{2029}k\n\r\nl"]),
                list(&["\n\na \t\n "]),
            ],
        ),
        ("a long one", [list(&[&"it does not hold\n".repeat(1000)]), list(&["nor does this"])]),
        ("many", [(0..500).map(|n| format!("rule {n} does not hold")).collect(), list(&["nor does this"])]),
    ]
}

/// A message, and where it came from.
fn failures() -> Vec<(&'static str, &'static str, Vec<String>)> {
    let stack = "Error: disk full\n    at write (/src/disk.js:12:7)\n    at main (/src/main.js:3:1)";
    vec![
        ("a message", "disk full", vec![]),
        ("a stack", "disk full", vec![stack.to_owned()]),
        ("a cause", "cannot save", vec![format!("Error: cannot save\n{stack}"), stack.to_owned()]),
        (
            "a cause of a thing without a stack",
            "cannot save",
            vec![String::new(), stack.to_owned(), "ENOSPC".to_owned()],
        ),
        ("no stack at all", "cannot save", vec![String::new()]),
        (
            "a deep stack",
            "too deep",
            vec![format!("Error: too deep\n{}", "    at walk (/src/walk.js:1:2)\n".repeat(900))],
        ),
    ]
}

fn read(options: &Value) -> TrimOptions {
    let members = options.as_object().expect("an object");
    let mut read = if members.is_empty() { presets::toolify() } else { TrimOptions::new() };
    for (name, value) in members {
        let option = NamedOption { name, value: option_value(value), shown: &value.to_string() };
        read.set(&option).expect("an option");
    }
    read
}

/// What a wrapped tool makes of a text that is made elsewhere.
fn bounded(text: &str, output: &Value) -> String {
    let tool = toolify(|text: String| text, ToolOptions::new().output(read(output))).expect("options");
    tool(text.to_owned())
}

#[test]
fn tools_answer_as_written_down() {
    let mut cases = Vec::new();
    for output in outputs() {
        for (name, result) in results() {
            let tool = toolify(|result: Value| result, ToolOptions::new().output(read(&output))).expect("options");
            cases.push(json!({"result": name, "output": output, "text": tool(result)}));
        }
        for (name, [before, after]) in contracts() {
            let text = contract_failure(&before, &after);
            // The same as contracts of a tool.
            let mut options = ToolOptions::new().output(read(&output));
            for message in before.clone() {
                options = options.precondition(move |(): &()| (false, message.clone()));
            }
            for message in after.clone() {
                options = options.postcondition(move |(): &()| (false, message.clone()));
            }
            let tool = toolify(|()| "it ran", options).expect("options");
            let answer = tool(());
            assert_eq!(answer, bounded(&text, &output), "{name} {output}");
            cases.push(json!({"contracts": name, "output": output, "text": answer}));
        }
        for (name, message, traces) in failures() {
            let text = bounded(&tool_failure(message, &traces), &output);
            cases.push(json!({"failure": name, "output": output, "text": text}));
        }
    }
    let results: Map<String, Value> = results().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let contracts: Map<String, Value> =
        contracts().into_iter().map(|(name, lists)| (name.to_owned(), json!(lists))).collect();
    let failures: Map<String, Value> = failures()
        .into_iter()
        .map(|(name, message, traces)| (name.to_owned(), json!({"message": message, "traces": traces})))
        .collect();
    let words: Map<String, Value> = tool_words().iter().map(|(name, word)| ((*name).to_owned(), json!(word))).collect();
    let inputs = json!({"results": results, "contracts": contracts, "failures": failures, "words": words});
    check("tools.json", "inputs", &json!({"inputs": inputs, "cases": cases}));
}
