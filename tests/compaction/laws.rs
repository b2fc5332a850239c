//! What holds for all conversations and options.

use proptest::prelude::*;
use serde_json::{Value, json};
use tooltrim::compaction::Request;
use tooltrim::messages::apply_edits;
use tooltrim::{Compactor, MessageFormat, extract_tool_calls, validate_messages};

use crate::compaction::session::{Call, STYLES, Style, Turn, log, program, write};
use crate::compaction::support::{compact, read, undone};
use crate::laws_messages::checks::asked;
use crate::support::cases;

/// The answer to a summary.
const ACKNOWLEDGED: &str = "Acknowledged previous context.";

fn one() -> impl Strategy<Value = Call> {
    let file = || (0..4_usize).prop_map(|number| format!("src/{number}.ts"));
    let asks = prop_oneof![
        file().prop_map(|path| ("read_file", json!({"filePath": path}))),
        (file(), 1..90_u32, 0..60_u32).prop_map(|(path, from, more)| (
            "read_file",
            json!({"path": path, "startLine": from, "endLine": from + more})
        )),
        (file(), 0..40_usize, 0..40_usize).prop_map(|(path, old, new)| {
            (
                "replace_string_in_file",
                json!({"filePath": path, "oldString": program(old, old), "newString": program(new, new)}),
            )
        }),
        prop::sample::select(vec!["npm test", "cat src/1.ts", "ls -la", "sed -i s/a/b/ src/2.ts && make \"all\""])
            .prop_map(|command| ("Bash", json!({"command": command}))),
        Just(("grep_search", json!({"query": "tariff|berth"}))),
        Just(("weigh", json!({"depot": [1, 2], "\u{1f4e6}": "\u{672c}\u{8a9e}"}))),
    ];
    let result = prop_oneof![
        2 => (0..9_usize, 0..120_usize).prop_map(|(number, lines)| program(number, lines)),
        2 => (0..9_usize, 0..90_usize).prop_map(|(number, lines)| log(number, lines)),
        1 => (0..400_usize).prop_map(|times| "\u{1f4e6}\u{1f469}\u{200d}\u{1f680}\r\n\t".repeat(times / 8)),
        1 => (0..60_usize).prop_map(|times| format!("Error: no such file\n{}\nexit code: 1", "[Earlier: x]\n".repeat(times))),
        1 => Just(String::new()),
    ];
    (asks, result, prop::bool::weighted(0.2)).prop_map(|((name, args), result, failed)| Call {
        name: name.into(),
        args,
        result,
        failed,
    })
}

fn wording() -> impl Strategy<Value = String> {
    let texts = vec!["Go.".to_owned(), "Look\nagain \u{1f4e6}".to_owned(), "[Earlier: x]".to_owned(), program(1, 12)];
    prop::sample::select(texts)
}

pub fn session() -> impl Strategy<Value = Vec<Turn>> {
    let turn = prop_oneof![
        1 => wording().prop_map(Turn::User),
        1 => wording().prop_map(Turn::Says),
        5 => (prop::option::of(wording()), prop::collection::vec(one(), 1..4)).prop_map(|(wording, calls)| Turn::Calls(wording, calls)),
    ];
    prop::collection::vec(turn, 1..14).prop_map(|mut turns| {
        turns.insert(0, Turn::User("Settle the tariffs.".into()));
        // Nothing is said twice in a row, and the user has the last word.
        turns.dedup_by(|one, two| !matches!(one, Turn::Calls(..)) && !matches!(two, Turn::Calls(..)));
        turns
    })
}

pub fn style() -> impl Strategy<Value = Style> {
    prop::sample::select(&STYLES[..]).prop_map(|(_, style)| style)
}

/// Options for a conversation of that size.
pub fn options() -> impl Strategy<Value = Value> {
    let share = || prop::sample::select(vec![0.0, 0.1, 0.3, 0.5, 0.8, 1.0]);
    let policies = vec![
        json!({}),
        json!({"read_file": {"keep": "always"}}),
        json!({"*": {"keep": "never"}}),
        json!({"Bash": {"result": {"maxLines": 5, "keep": "head"}}, "weigh": {"category": "read"}}),
    ];
    let more = vec![
        json!({}),
        json!({"protectedPaths": ["src/1.ts"]}),
        json!({"economics": {"onlyIfWorthwhile": true, "expectedRequests": 10}, "repeats": "keep"}),
        json!({"acknowledge": true, "maxHistorySummaryTokens": 100}),
        json!({"protectedPaths": ["src/2.ts"], "repeats": "reference"}),
    ];
    (
        (prop::bool::ANY, prop::sample::select(vec![0.2, 0.6, 0.9, 1.1, 1.3])),
        (share(), share(), share(), 0..8_u32),
        (prop::bool::weighted(0.3), prop::bool::ANY, prop::sample::select(policies)),
        (prop::option::of(share()), prop::sample::select(vec![0_u32, 60, 400]), prop::sample::select(more)),
        prop::sample::select(vec![0.0, 0.05, 0.3, 1.0]),
    )
        .prop_map(
            |(
                (tokens, window),
                (trigger, to, gain, recent),
                (summary, assistant, tools),
                (budget, error, more),
                names,
            )| {
                let mut options = json!({
                    "window": [tokens, window], "triggerAt": trigger, "compactTo": to, "minimumGain": gain,
                    "recentCallsToKeep": recent, "tools": tools, "maxErrorChars": error, "names": names,
                    "style": if summary { "summary" } else { "mask" },
                    "summaryRole": if assistant { "assistant" } else { "user" },
                });
                if let Some(budget) = budget {
                    options["recentBudget"] = json!({"chars": (budget * 4000.0) as u64});
                }
                options.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
                options
            },
        )
}

/// The options, with the window as a share of the conversation.
pub fn sized(messages: &[Value], options: &Value) -> Value {
    let before = compact(messages, &json!({"window": {"chars": 1e12}})).report.before;
    let mut options = options.clone();
    let share = options["window"][1].as_f64().unwrap();
    options["window"] = if options["window"][0] == true {
        json!({"tokens": (before.tokens as f64 * share) as u64})
    } else {
        json!({"chars": (before.chars as f64 * share) as u64})
    };
    options
}

/// How a summary begins.
const HEAD: &str = "[Earlier in this session:]";

/// UTF-16 units of all texts.
fn weight(value: &Value) -> usize {
    match value {
        Value::String(text) => text.encode_utf16().count(),
        Value::Array(items) => items.iter().map(weight).sum(),
        Value::Object(members) => members.values().map(weight).sum(),
        _ => 0,
    }
}

fn target(options: &Value) -> u64 {
    let window = options["window"].as_object().unwrap().values().next().unwrap().as_u64().unwrap();
    (window as f64 * options["compactTo"].as_f64().unwrap()) as u64
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(100), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_users_said_stays(session in session(), style in style(), options in options()) {
        let messages = write(&session, style);
        let out = compact(&messages, &sized(&messages, &options));
        let (before, after) = (asked(&messages, style.format), asked(&out.messages, style.format));
        let mut later = after.iter();
        prop_assert!(before.iter().all(|wording| later.any(|one| one == wording)), "{:#?}", out.messages);
        // Nothing else is said for them but what stands for exchanges that left.
        let is_block = |wording: &str| wording.starts_with("[Earlier: ") && wording.contains(" tool calls]");
        let is_ours = |wording: &&String| wording.starts_with(HEAD) || is_block(wording) || **wording == ACKNOWLEDGED;
        let ours = after.iter().filter(is_ours).count();
        prop_assert_eq!(after.len(), before.len() + ours, "{:#?}", out.messages);
        // That is one text, of whom the options name.
        let folded = out.report.exchanges.iter().filter(|one| one.rung.name() == "folded").count();
        if options["style"] == "summary" {
            let texts = Value::from(out.messages.clone()).to_string();
            prop_assert_eq!(texts.matches(HEAD).count(), usize::from(folded > 0), "{}", texts);
            // In Gemini no answer of the model may stand in front of a turn of calls.
            let is_gemini = style.format == MessageFormat::Gemini;
            // The user answers a summary by the assistant.
            let by_user = options["summaryRole"] == "user" || is_gemini || options["acknowledge"] == true;
            prop_assert_eq!(ours, usize::from(folded > 0 && by_user));
            let calls = |messages: &[Value]| extract_tool_calls(messages, Some(style.format)).unwrap().len();
            prop_assert_eq!(calls(&out.messages), calls(&messages) - folded);
        }
    }

    #[test]
    fn what_is_valid_stays_valid(session in session(), style in style(), options in options()) {
        let messages = write(&session, style);
        prop_assume!(validate_messages(&messages, Some(style.format)).unwrap().is_empty());
        let out = compact(&messages, &sized(&messages, &options));
        prop_assert_eq!(validate_messages(&out.messages, Some(style.format)).unwrap(), vec![]);
        prop_assert_eq!(out.report.problems, vec![]);
    }

    #[test]
    fn never_longer(session in session(), style in style(), options in options()) {
        let messages = write(&session, style);
        let out = compact(&messages, &sized(&messages, &options));
        prop_assert!(out.report.after.chars <= out.report.before.chars, "{:?}", out.report);
        prop_assert!(out.report.after.tokens <= out.report.before.tokens, "{:?}", out.report);
        let (before, after) = (weight(&messages.into()), weight(&out.messages.into()));
        prop_assert!(after <= before, "{} of {}", after, before);
    }

    #[test]
    fn within_the_target_or_said_to_be_over(session in session(), style in style(), options in options()) {
        let messages = write(&session, style);
        let options = sized(&messages, &options);
        let out = compact(&messages, &options);
        if out.notice.is_some() {
            let after = out.report.after;
            let size = if options["window"]["tokens"].is_null() { after.chars } else { after.tokens };
            prop_assert_eq!(out.report.over_target, size > target(&options), "{} of {}", size, target(&options));
        }
    }

    #[test]
    fn twice_is_once(session in session(), style in style(), options in options()) {
        let messages = write(&session, style);
        let options = sized(&messages, &options);
        let once = compact(&messages, &options);
        prop_assert_eq!(&compact(&messages, &options).messages, &once.messages, "the same each time");
        // Without its state a summary by the assistant is a text of the assistant like others, which may give way.
        if options["summaryRole"] != "assistant" {
            let twice = compact(&once.messages, &options);
            prop_assert_eq!(twice.edits, vec![]);
        }
    }

    #[test]
    fn what_is_reported_is_what_went_out(session in session(), style in style(), options in options()) {
        let messages = write(&session, style);
        let out = compact(&messages, &sized(&messages, &options));
        prop_assert_eq!(&apply_edits(&messages, &out.edits).unwrap(), &out.messages);
        let is_said = out.changed || !out.report.fits;
        prop_assert_eq!((out.changed, out.notice.is_some()), (!out.edits.is_empty(), is_said));
        let again = compact(&out.messages, &json!({"window": {"chars": 1e12}, "format": style.format.name()}));
        prop_assert_eq!(again.report.before.chars, out.report.after.chars);
    }

    #[test]
    fn one_that_was_restored_goes_on_as_the_one_that_was_not(
        session in session(), style in style(), options in options(), ends in prop::collection::vec(0.1..1.0_f64, 1..4),
    ) {
        let messages = write(&session, style);
        let options = read(&sized(&messages, &options)).unwrap();
        let mut ends: Vec<usize> = ends.iter().map(|part| (messages.len() as f64 * part) as usize + 1).collect();
        ends.sort_unstable();
        let mut compactor = Compactor::new(options.clone()).unwrap();
        let mut before: Vec<Value> = Vec::new();
        for end in ends {
            let mut restored = Compactor::from_state(&compactor.state(), options.clone()).unwrap();
            let given = &messages[..end.min(messages.len())];
            let one = compactor.next(given, Request::new()).unwrap();
            let two = restored.next(given, Request::new()).unwrap();
            if one.notice.is_none() {
                prop_assert_eq!(&one.messages[..before.len()], &before[..]);
            }
            prop_assert_eq!((&one.messages, &one.report, &one.state), (&two.messages, &two.report, &two.state));
            before = one.messages;
        }
    }

    #[test]
    fn what_was_taken_back_is_as_it_came(session in session(), style in style(), options in options()) {
        let messages = write(&session, style);
        let options = read(&sized(&messages, &options)).unwrap();
        let mut compactor = Compactor::new(options.clone()).unwrap();
        let mut force = Request::new();
        force.force = true;
        let mut hold = Request::new();
        hold.hold = true;
        let held = Compactor::new(options.clone()).unwrap().next(&messages, hold).unwrap();
        if compactor.next(&messages, force).unwrap().changed {
            let mut back = Compactor::from_state(&undone(&compactor.state()), options).unwrap();
            prop_assert_eq!(&back.next(&messages, Request::new()).unwrap().messages, &held.messages);
        }
    }
}
