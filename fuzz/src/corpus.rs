//! Seeds: what the project has of example data and golden inputs, cut to what a target can use.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::Target;
use crate::input::HEAD;

/// Seeds of one file, so that a large one is not all there is.
const OF_A_FILE: usize = 60;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn json(path: &str) -> Value {
    serde_json::from_str(&read(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Texts as golden files write them: pieces, and how often each stands.
fn repeated(pieces: &Value) -> String {
    let pieces = pieces.as_array().into_iter().flatten();
    pieces.map(|piece| piece[0].as_str().unwrap_or_default().repeat(piece[1].as_u64().unwrap_or(1) as usize)).collect()
}

fn texts() -> Vec<String> {
    let mut texts = Vec::new();
    for file in ["build.log", "failing-tests.txt", "terminal.txt", "api-report.json"] {
        let text = read(&format!("examples/data/{file}"));
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        texts.extend(lines.chunks(40).step_by((lines.len() / 40 / 8).max(1)).map(<[&str]>::concat));
    }
    for file in ["trim", "rescue", "clean"] {
        let golden = json(&format!("tests/golden/{file}.json"));
        texts.extend(golden["texts"].as_object().into_iter().flat_map(|texts| texts.values()).map(repeated));
    }
    texts.push(crate::support::NASTY.concat());
    texts
}

/// A value, and what it holds: all parts that are small enough.
fn parts(value: &Value, longest: usize, into: &mut Vec<String>, left: &mut usize) {
    if *left == 0 {
        return;
    }
    let text = value.to_string();
    if text.len() <= longest {
        into.push(text);
        *left -= 1;
        return;
    }
    match value {
        Value::Array(items) => items.iter().for_each(|item| parts(item, longest, into, left)),
        Value::Object(members) => members.values().for_each(|member| parts(member, longest, into, left)),
        _ => {}
    }
}

fn values(longest: usize) -> Vec<String> {
    let mut values = Vec::new();
    for file in ["api-issues", "api-report", "api-response", "api-search"] {
        parts(&json(&format!("examples/data/{file}.json")), longest, &mut values, &mut OF_A_FILE.clone());
    }
    let golden = json("tests/golden/values.json");
    parts(&golden["values"], longest, &mut values, &mut OF_A_FILE.clone());
    for case in golden["cases"].as_array().into_iter().flatten().filter(|case| case["schema"].is_object()) {
        values.push(format!("[{},{}]", golden["values"][case["name"].as_str().unwrap_or_default()], case["schema"]));
    }
    values
}

fn conversations(longest: usize) -> Vec<String> {
    let golden = json("tests/golden/messages.json");
    let cases = golden["cases"].as_array().into_iter().flatten().map(|case| case["messages"].to_string());
    let mut found: Vec<String> = cases.collect();
    let compaction = json("tests/golden/compaction.json");
    let session = json("examples/data/coding-session.json");
    let session = if session.is_array() { session } else { session["messages"].clone() };
    let whole = compaction["conversations"].as_object().into_iter().flat_map(|all| all.values()).chain([&session]);
    for messages in whole.filter_map(Value::as_array) {
        // As many messages as there is room for, from several places on.
        for start in [0, messages.len() / 2] {
            let mut taken: Vec<&Value> = Vec::new();
            for message in &messages[start..] {
                taken.push(message);
                if serde_json::to_string(&taken).map_or(0, |text| text.len()) > longest {
                    taken.pop();
                    break;
                }
            }
            found.extend(serde_json::to_string(&taken));
        }
    }
    found
}

/// Words that a mutation puts into an input; for libFuzzer and for the plain runner.
#[must_use]
pub fn dictionary(target: &str) -> Vec<String> {
    let of_texts = crate::support::NASTY.iter().chain(crate::support::MARKERS).map(|word| (*word).to_owned());
    let noise = [
        "\x1b[31m",
        "\x1b[2K",
        "\x1b[1A",
        "\r",
        "\x08",
        "same line\n",
        "took 3 ms\n",
        ";base64,",
        "Error: ",
        "FAILED ",
    ];
    let of_json =
        ["{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "null", "true", "0", "-", "1e9", "\"\":", "[]", "{}"];
    let of_schemas =
        ["maxLength", "maxItems", "maxProperties", "properties", "items", "anyOf", "allOf", "$ref", "prefixItems"];
    let words: Vec<String> = match target {
        "messages" => crate::harm::WORDS.iter().map(|word| format!("\"{word}\"")).collect(),
        "values" => of_schemas.iter().map(|word| format!("\"{word}\":")).collect(),
        "json" => Vec::new(),
        _ => of_texts.chain(noise.map(String::from)).collect(),
    };
    let json =
        of_json.iter().filter(|_| matches!(target, "messages" | "values" | "json")).map(|word| (*word).to_owned());
    words.into_iter().chain(json).filter(|word| !word.is_empty()).collect()
}

/// The seeds of a target: bodies from files, each with several heads.
#[must_use]
pub fn seeds(target: &Target) -> Vec<Vec<u8>> {
    let room = target.longest - HEAD;
    let bodies = match target.name {
        "values" | "json" => values(room),
        "messages" => conversations(room),
        _ => texts(),
    };
    let mut seeds = Vec::new();
    for (number, body) in bodies.iter().enumerate() {
        let body = &body.as_bytes()[..body.len().min(room)];
        // Heads that choose differently: the first bytes pick what is done.
        for head in 0..3_usize {
            let mut seed: Vec<u8> =
                (0..HEAD).map(|at| (((number * 7 + head * 85 + 1) * (at * head + 3)) >> 1) as u8).collect();
            seed[0] = (number + head) as u8;
            seed.extend_from_slice(body);
            seeds.push(seed);
        }
    }
    seeds
}
