//! Golden answers of a store that Rust and JavaScript must both give: what is kept, under which ref, and what is read
//! back.
//!
//! `TOOLTRIM_BLESS=1 cargo test golden_store` writes them anew; read the diff before committing it.

use serde_json::{Map, Value, json};
use tooltrim::host::NamedOption;
use tooltrim::{Error, OutputStore, Ref, Retrieve, TrimOptions};

use crate::support::golden as golden_file;
use golden_file::{check, option_value};

fn texts() -> Vec<(&'static str, String)> {
    let log = |count: usize| (1..=count).map(|n| format!("step {n} ok\n")).collect::<Vec<_>>().concat();
    let issue = |n: usize| json!({"id": n, "title": format!("Crash no. {n}"), "body": "It crashes.\n".repeat(20)});
    let family = "\u{1f469}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}";
    vec![
        ("empty", String::new()),
        ("short", "as it is\n".to_owned()),
        ("log", log(150)),
        ("failing", format!("{}error: disk full\n{}", log(60), log(60))),
        ("noisy", format!("\u{1b}[31m{}\u{1b}[0m", log(60))),
        ("crlf", log(80).replace('\n', "\r\n")),
        ("no last newline", log(60) + "the end"),
        ("one line", (0..300).map(|n| format!("word{n} ")).collect::<Vec<_>>().concat()),
        ("hits in a line", format!("{0}NEEDLE{0}needle{0}\nno\nNEEDLE\n", "x".repeat(700))),
        ("families", family.repeat(60)),
        (
            "small letters",
            "\u{130}stanbul\nstra\u{df}e\nSTRASSE\n\u{dc}ber\n\u{fc}BER\n\u{3a3}\u{3c3}\u{3c2}\n".repeat(3),
        ),
        ("nul and bom", "\u{feff}bin\0ary\r\n".repeat(60)),
        ("only newlines", "\n".repeat(300)),
        ("json", json!({"items": (0..6).map(issue).collect::<Value>()}).to_string()),
        (
            "names a ref",
            "... [truncated 9 chars; full text: #k3f9a2bx] ...\n[Earlier: 1,000 chars, #ara2r80j]\n".repeat(20),
        ),
        ("one of two", colliding(1_353_447)),
        ("other of two", colliding(1_427_216)),
    ]
}

/// Two of 1.4 million such texts have the same first 40 bits of SHA-256.
fn colliding(number: u32) -> String {
    format!("{number} {}", "line of output\n".repeat(20))
}

fn trims() -> Vec<Value> {
    let mut all = vec![
        json!({}),
        json!({"maxBytes": 200}),
        json!({"maxUtf16": 200, "count": ["bytes", "lines", "tokens"]}),
        json!({"maxLines": 5}),
        json!({"maxTokens": 60}),
        json!({"maxChars": 200, "rescue": true}),
        json!({"maxChars": 150, "clean": true}),
        json!({"maxChars": 200, "format": "json"}),
        json!({"maxChars": 200, "marker": "<{ref}: {count} of {totalChars}>"}),
        json!({"maxChars": 200, "marker": "{ref}{{ref}}{ref}", "rescue": true}),
        json!({"maxChars": 200, "marker": "<cut>"}),
        json!({"maxChars": 200, "headShare": 0.9, "trimEnd": true}),
        json!({"maxChars": 45}),
        json!({"maxChars": 60}),
        json!({"maxChars": 5, "marker": "<{ref}>"}),
        json!({"maxChars": 0}),
    ];
    for keep in ["head", "tail", "ends", "none"] {
        for snap in ["char", "grapheme", "line"] {
            all.push(json!({"maxChars": 120, "keep": keep, "snap": snap}));
        }
    }
    all
}

fn retrievals() -> Vec<Value> {
    vec![
        json!({}),
        json!({"maxChars": 200}),
        json!({"maxChars": 200, "page": 2}),
        json!({"maxChars": 1000, "page": 3}),
        json!({"page": 0}),
        json!({"maxChars": 199}),
        json!({"lines": 2}),
        json!({"lines": "3-5"}),
        json!({"lines": [3, 5]}),
        json!({"lines": "140-"}),
        json!({"lines": " 1 : 9,999 "}),
        json!({"lines": "5-3"}),
        json!({"lines": "x"}),
        json!({"pattern": "step 4"}),
        json!({"pattern": "step 4", "lines": "40-50", "context": 1}),
        json!({"pattern": "STEP 49", "ignoreCase": true, "context": 3}),
        json!({"pattern": "ok", "maxChars": 300, "page": 2}),
        json!({"pattern": "needle"}),
        json!({"pattern": "needle", "ignoreCase": true}),
        json!({"pattern": "stra\u{df}e", "ignoreCase": true}),
        json!({"pattern": "\u{fc}ber", "ignoreCase": true}),
        json!({"pattern": "\u{3c3}\u{3c3}", "ignoreCase": true}),
        json!({"pattern": "i\u{307}STAN", "ignoreCase": true}),
        json!({"pattern": "\u{1f469}", "maxChars": 250}),
        json!({"pattern": "\r"}),
        json!({"pattern": ""}),
        json!({"pattern": "a\nb"}),
        json!({"ptatern": "a"}),
    ]
}

/// What is done in turn, each time to one store.
fn sequences() -> Vec<(String, Option<u64>, Vec<Value>)> {
    let mut all = Vec::new();
    for (name, _) in texts() {
        let trims = trims().into_iter().map(|options| json!({"trim": name, "options": options}));
        let steps = [json!({"put": "short"})].into_iter().chain(trims).chain([json!({"get": reference(name)})]);
        all.push((format!("trim {name}"), None, steps.collect()));
        let part = |options| json!({"retrieve": reference(name), "options": options});
        let parts = retrievals().into_iter().map(part);
        all.push((format!("retrieve {name}"), None, [json!({"put": name})].into_iter().chain(parts).collect()));
    }
    let refs =
        ["", "x", "#", "#R1", "#00000000", "#k3f9a2bx", "#ara2r80", "#ara2r80jj", "#ara2r80j #ara2r80j", "#ara2r80u"];
    let unknown = refs.iter().map(|text| json!({"get": text}));
    let known = ["#ara2r80j", "ara2r80j", "ARA2R8OJ", "[#ara2r80j].", " `#ara2r80j` ", "'# ara2r80j'"];
    let known = known.iter().map(|text| json!({"get": text}));
    let steps = [json!({"get": "#ara2r80j"}), json!({"put": "short"})].into_iter().chain(unknown).chain(known);
    all.push(("refs".to_owned(), None, steps.collect()));

    let named = json!({"maxChars": 120, "marker": "<{ref}>"});
    let plain = json!({"maxChars": 120});
    let of_other =
        [json!({"trim": "other of two", "options": named}), json!({"trim": "other of two", "options": plain})];
    let [one, get] = [json!({"put": "one of two"}), json!({"get": reference("other of two")})];
    let steps = [one, json!({"put": "other of two"})].into_iter().chain(of_other).chain([get]);
    all.push(("another text with the same ref".to_owned(), None, steps.collect()));

    for max_bytes in [1000, 2500, 5000] {
        all.push((format!("{max_bytes} bytes"), Some(max_bytes), random(max_bytes)));
    }
    all
}

/// The same for each machine.
fn random(seed: u64) -> Vec<Value> {
    let mut state = seed;
    let mut roll = |of: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % of
    };
    let names: Vec<&str> = texts().iter().map(|(name, _)| *name).filter(|name| !name.ends_with("of two")).collect();
    let step = |_| match roll(10) {
        0..=3 => json!({"put": names[roll(names.len())]}),
        4..=5 => json!({"trim": names[roll(names.len())], "options": {"maxChars": 100 + roll(200)}}),
        6..=7 => json!({"get": reference(names[roll(names.len())])}),
        _ => json!({"retrieve": reference(names[roll(names.len())]), "options": {"lines": 1}}),
    };
    (0..120).map(step).collect()
}

fn reference(name: &str) -> String {
    let text = texts().into_iter().find(|(known, _)| *known == name).expect("a text").1;
    Ref::of(&text).expect("a ref").to_string()
}

fn named(options: &Value, mut set: impl FnMut(&NamedOption<'_>) -> Result<(), Error>) -> Result<(), Error> {
    for (name, value) in options.as_object().into_iter().flatten() {
        set(&NamedOption { name, value: option_value(value), shown: &value.to_string() })?;
    }
    Ok(())
}

/// As JavaScript has it.
fn trimmed(store: &mut OutputStore, text: &str, options: &Value) -> Result<Value, Error> {
    let mut read = TrimOptions::new();
    named(options, |option| read.set(option))?;
    let trimmed = store.trim(text, read)?;
    let mut omitted = json!({"utf16": trimmed.omitted.utf16, "chars": trimmed.omitted.chars});
    let others =
        [("bytes", trimmed.omitted.bytes), ("lines", trimmed.omitted.lines), ("tokens", trimmed.omitted.tokens)];
    for (name, size) in others {
        if let Some(size) = size {
            omitted[name] = json!(size);
        }
    }
    let mut answer = json!({"text": trimmed.text, "truncated": trimmed.truncated, "omitted": omitted});
    if let Some(cleaned) = trimmed.cleaned {
        answer["cleaned"] = json!({"chars": cleaned.chars, "lines": cleaned.lines});
    }
    if let Some(reference) = trimmed.reference {
        answer["ref"] = json!(reference.to_string());
    }
    Ok(answer)
}

fn retrieved(store: &mut OutputStore, reference: &str, options: &Value) -> Result<Value, Error> {
    let reference: Ref = reference.parse()?;
    // It was used, whatever becomes of the options.
    store.get(reference)?;
    let mut part = Retrieve::new();
    named(options, |option| part.set(option))?;
    let found = store.retrieve(reference, &part)?;
    let omitted = json!({"utf16": found.omitted.utf16, "chars": found.omitted.chars});
    let place = json!({"about": found.about, "page": found.page, "pages": found.pages, "ref": reference.to_string()});
    let mut answer = json!({"text": found.text, "truncated": found.truncated, "omitted": omitted});
    for (name, value) in place.as_object().into_iter().flatten() {
        answer[name] = value.clone();
    }
    Ok(answer)
}

fn answer(store: &mut OutputStore, texts: &[(&str, String)], step: &Value) -> Result<Value, Error> {
    let text = |name: &Value| texts.iter().find(|(known, _)| name == known).map(|(_, text)| &**text).expect("a text");
    let (what, of) = step.as_object().and_then(|step| step.iter().next()).expect("a step");
    let word = of.as_str().unwrap_or_default();
    Ok(match &**what {
        "put" => json!(store.put(text(of))),
        "trim" => trimmed(store, text(of), &step["options"])?,
        "get" => json!(store.get(word.parse()?)?),
        "retrieve" => retrieved(store, word, &step["options"])?,
        _ => panic!("{what}"),
    })
}

#[test]
fn stores_answer_as_written_down() {
    let texts = texts();
    let mut cases = Vec::new();
    for (name, max_bytes, steps) in sequences() {
        let mut store = max_bytes.map_or_else(OutputStore::new, OutputStore::with_max_bytes);
        let answers: Vec<Value> = steps
            .iter()
            .map(|step| match answer(&mut store, &texts, step) {
                Ok(result) => json!({"result": result}),
                Err(error) => json!({"error": {"code": error.kind().code(), "message": error.message()}}),
            })
            .collect();
        let steps: Vec<Value> = steps.into_iter().zip(answers).map(|(step, answer)| merged(step, &answer)).collect();
        cases.push(json!({"name": name, "maxBytes": max_bytes, "steps": steps}));
    }
    let texts: Map<String, Value> = texts.into_iter().map(|(name, text)| (name.to_owned(), json!(text))).collect();
    check("store.json", "texts", &json!({"texts": texts, "cases": cases}));
}

fn merged(mut step: Value, answer: &Value) -> Value {
    for (name, value) in answer.as_object().into_iter().flatten() {
        step[name] = value.clone();
    }
    step
}
