//! Messages held against an earlier request: thinking in both is refused once something before it changed. And thinking
//! without a signature, for providers that bind it to calls.

use serde_json::{Value, json};
use tooltrim::compaction::{Request, Thinking};
use tooltrim::messages::{MessageOptions, Problem, Rule, validate_messages_after};
use tooltrim::{Compactor, Error, ErrorKind, MessageFormat, repair_messages, validate_messages};

use crate::compaction::bound::agent_loop;
use crate::compaction::support::read;
use crate::support::golden;

fn thought(n: usize) -> Value {
    // Newer models send the signature without the text.
    json!({"type": "thinking", "thinking": "", "signature": format!("c2ln{n}")})
}

/// Three steps of a loop: a question, then an answer with thinking and a call, and its result.
fn steps() -> Vec<Value> {
    let step = |n: usize| {
        let id = format!("toolu_{n}");
        [
            json!({"role": "assistant", "content": [
                thought(n), {"type": "tool_use", "id": id, "name": "read_file", "input": {"path": format!("src/{n}.ts")}},
            ]}),
            json!({"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": id, "content": "export {};\n".repeat(80)},
            ]}),
        ]
    };
    [json!({"role": "user", "content": "Which modules are there?"})].into_iter().chain((1..4).flat_map(step)).collect()
}

/// The steps after an edit.
fn edited(edit: impl Fn(&mut Vec<Value>)) -> Vec<Value> {
    let mut messages = steps();
    edit(&mut messages);
    messages
}

fn without_thinking(messages: &mut [Value], from: usize) {
    for message in messages.iter_mut().skip(from) {
        let Some(blocks) = message["content"].as_array_mut() else { continue };
        blocks.retain(|block| block["type"] != "thinking");
    }
}

struct Case {
    name: &'static str,
    now: Vec<Value>,
    before: Vec<Value>,
    thinking: Option<&'static str>,
    /// Path of the problem, and the message that changed first.
    expected: Option<(&'static str, usize)>,
}

fn case(name: &'static str, now: Vec<Value>, expected: Option<(&'static str, usize)>) -> Case {
    Case { name, now, before: steps(), thinking: None, expected }
}

const SHORT: &str = "[read_file src/1.ts]";

/// The text of a part of the AI SDK or of VS Code, in the same conversation; `signed` as Claude's.
fn library(kind: &str, text: &str, signed: bool) -> Vec<Value> {
    let own = if signed { json!({"signature": "c2ln"}) } else { json!({}) };
    let (user, assistant, part) = match kind {
        "ai-sdk" => {
            let part = json!({"type": "reasoning", "text": "Easy.", "providerOptions": {"anthropic": own}});
            (json!("user"), json!("assistant"), part)
        }
        "openai-chat" => {
            let part = json!({"type": "thinking", "thinking": "Easy.", "signature": own["signature"]});
            (json!("user"), json!("assistant"), part)
        }
        _ => (json!(1), json!(2), json!({"kind": "thinking", "value": "Easy.", "metadata": own})),
    };
    let said = |text: &str| {
        if kind == "vscode" { json!({"kind": "text", "value": text}) } else { json!({"type": "text", "text": text}) }
    };
    vec![
        json!({"role": user, "content": [said(text)]}),
        json!({"role": assistant, "content": [part, said("4")]}),
        json!({"role": user, "content": [said("And 3 + 3?")]}),
    ]
}

fn cases() -> Vec<Case> {
    let result = |messages: &mut Vec<Value>, at: usize, text: &str| messages[at]["content"][0]["content"] = text.into();
    let long = |text: &str| format!("{}{text}{}", "a".repeat(1_000), "b".repeat(3_000));
    let in_library = |kind: &'static str, signed: bool, expected| Case {
        before: library(kind, "What is 2 + 2?", signed),
        ..case(kind, library(kind, "2 + 2?", signed), expected)
    };
    let mut all = vec![
        case("the same", steps(), None),
        case("it grew", edited(|all| all.push(json!({"role": "assistant", "content": "Three."}))), None),
        case("it was cut short", edited(|all| all.truncate(3)), None),
        case("a result before thinking was shortened", edited(|all| result(all, 2, SHORT)), Some(("/3/content/0", 2))),
        case("the last result was shortened", edited(|all| result(all, 6, SHORT)), None),
        case("the first messages left", edited(|all| drop(all.drain(1..3))), Some(("/1/content/0", 1))),
        case("one block of thinking left", edited(|all| without_thinking(&mut all[..4], 3)), Some(("/5/content/0", 3))),
        case("all thinking left", edited(|all| without_thinking(all, 0)), None),
        case(
            "a message came between",
            edited(|all| all.insert(1, json!({"role": "user", "content": "Hm."}))),
            Some(("/2/content/0", 1)),
        ),
        case(
            "the thinking from the first change on left",
            edited(|all| {
                result(all, 4, SHORT);
                without_thinking(all, 5);
            }),
            None,
        ),
        case(
            "the thinking after the change is new",
            edited(|all| {
                result(all, 4, SHORT);
                all[5]["content"][0] = thought(9);
            }),
            None,
        ),
        case(
            "a call behind its thinking was shortened",
            edited(|all| all[3]["content"][1]["input"] = json!({})),
            Some(("/5/content/0", 3)),
        ),
        case(
            "marks of the prompt cache moved",
            edited(|all| {
                all[2]["content"][0]["cache_control"] = json!({"type": "ephemeral"});
                all[0]["content"] = json!([{"type": "text", "text": "Which modules are there?", "cache_control": {"type": "ephemeral"}}]);
            }),
            None,
        ),
        Case { thinking: Some("loop"), ..case("a binding to the loop", edited(|all| result(all, 2, SHORT)), None) },
        Case { thinking: Some("calls"), ..case("a binding to calls", edited(|all| result(all, 2, SHORT)), None) },
        Case {
            before: edited(|all| result(all, 2, &long("x"))),
            ..case(
                "a char in the middle of a long result",
                edited(|all| result(all, 2, &long("y"))),
                Some(("/3/content/0", 2)),
            )
        },
        in_library("ai-sdk", true, Some(("/1/content/0", 0))),
        in_library("vscode", true, Some(("/1/content/0", 0))),
        in_library("openai-chat", true, Some(("/1/content/0", 0))),
    ];
    all.extend(
        ["ai-sdk", "vscode"].map(|kind| Case { name: "reasoning of another model", ..in_library(kind, false, None) }),
    );
    all.push(Case {
        name: "reasoning of another model, bound by the caller",
        thinking: Some("prefix"),
        ..in_library("ai-sdk", false, Some(("/1/content/0", 0)))
    });
    let picture = |data: &str| {
        edited(|all| {
            let source = json!({"type": "base64", "media_type": "image/png", "data": data});
            all[2]["content"][0]["content"] = json!([{"type": "image", "source": source}]);
        })
    };
    all.push(Case { before: picture("aGk="), ..case("another picture", picture("aG8="), Some(("/3/content/0", 2))) });
    // The server ignores messages before its summary.
    let summary = |text: &str| json!({"role": "assistant", "content": [{"type": "compaction", "content": text}]});
    let behind = |text: &str| edited(|all| drop(all.splice(1..3, [summary(text)])));
    let trimmed =
        edited(|all| drop(all.splice(0..3, [summary("One module."), json!({"role": "user", "content": "Go on."})])));
    all.push(case("a new summary of the server", trimmed, None));
    let without_start = edited(|all| drop(all.splice(0..3, [summary("One module.")])));
    all.push(Case { before: behind("One module."), ..case("before a summary of the server", without_start, None) });
    let changed = edited(|all| {
        drop(all.splice(0..3, [summary("One module.")]));
        result(all, 2, SHORT);
    });
    all.push(Case {
        before: behind("One module."),
        ..case("behind a summary of the server", changed, Some(("/3/content/0", 2)))
    });
    all
}

fn options(case: &Case) -> MessageOptions {
    let mut options = MessageOptions::new();
    options.thinking = Thinking::given(case.thinking).unwrap();
    options
}

fn of_rule(problems: Vec<Problem>) -> Vec<(String, String)> {
    let own = problems.into_iter().filter(|problem| problem.rule == Rule::ThinkingAfterChange);
    own.map(|problem| (problem.path, problem.message)).collect()
}

#[test]
fn thinking_behind_a_change_is_a_problem_only_if_it_stood_there_before() {
    for case in cases() {
        let problems = validate_messages_after(&case.now, &case.before, options(&case)).unwrap();
        assert!(
            problems.iter().all(|one| one.rule != Rule::ThinkingAfterChange || one.providers.contains(&"anthropic"))
        );
        let message = |at| format!("messages before this thinking changed since the earlier request, first /{at}");
        let expected: Vec<_> = case.expected.into_iter().map(|(path, at)| (path.to_owned(), message(at))).collect();
        assert_eq!(of_rule(problems), expected, "{} {:?}", case.name, case.thinking);
    }
}

#[test]
fn an_earlier_request_that_is_no_list_of_messages_is_refused() {
    for (before, message) in [
        (vec![json!(7)], "before/0: a number is not a message"),
        (vec![json!({"role": "user", "content": "hi"}), json!([])], "before/1: a list is not a message"),
    ] {
        for now in [steps(), Vec::new()] {
            let error: Error = validate_messages_after(&now, &before, None).unwrap_err();
            assert_eq!((error.kind(), error.message()), (ErrorKind::InvalidOption, message));
        }
    }
    assert_eq!(validate_messages_after(&steps(), &[], None).unwrap().len(), 0);
}

/// Each request of a loop is held against the one before it, as a program would that checks what it is about to send.
#[test]
fn what_a_compactor_sends_keeps_what_thinking_is_bound_to() {
    let messages = agent_loop(1000);
    let broken = |thinking: &str| {
        let given = json!({"window": {"chars": 40_000}, "thinking": thinking});
        let mut compactor = Compactor::new(read(&given).unwrap()).unwrap();
        let (mut before, mut broken) = (Vec::new(), 0);
        for at in (0..messages.len()).filter(|at| messages[*at]["role"] == "assistant") {
            let sent = compactor.next(&messages[..at], Request::new()).unwrap().messages;
            broken += of_rule(validate_messages_after(&sent, &before, None).unwrap()).len();
            before = sent;
        }
        broken
    };
    assert_eq!(broken("prefix"), 0);
    assert!(broken("loop") > 2, "{}", broken("loop"));
}

/// An answer of `DeepSeek`, Kimi, GLM or `MiniMax` through an endpoint of Anthropic's form.
fn unsigned() -> Vec<Value> {
    vec![
        json!({"role": "user", "content": "Which files are there?"}),
        json!({"role": "assistant", "content": [
            {"type": "thinking", "thinking": "I list them."}, {"type": "tool_use", "id": "toolu_1", "name": "ls", "input": {}},
        ]}),
        json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "lib.rs"}]}),
    ]
}

#[test]
fn thinking_without_a_signature_stays_where_it_is_bound_to_calls() {
    let messages = unsigned();
    let calls = MessageOptions::new().thinking(Thinking::Calls);
    assert_eq!(validate_messages(&messages, calls).unwrap(), []);
    let repaired = repair_messages(&messages, calls).unwrap();
    assert_eq!((repaired.messages, repaired.repairs.len()), (messages.clone(), 0));
    // Other problems are repaired, and the final check reports none.
    let open = repair_messages(&messages[..2], calls.format(MessageFormat::Anthropic)).unwrap();
    assert_eq!((open.messages.len(), open.problems.len(), open.reason), (3, 0, None));
    assert_eq!(open.messages[1], messages[1]);
    for thinking in [None, Some("prefix"), Some("loop")] {
        let mut options = MessageOptions::new();
        options.thinking = Thinking::given(thinking).unwrap();
        assert_eq!(validate_messages(&messages, options).unwrap()[0].rule, Rule::ThinkingWithoutSignature);
        assert_eq!(repair_messages(&messages, options).unwrap().messages[1]["content"].as_array().unwrap().len(), 1);
    }
}

#[test]
fn options_give_the_golden_results() {
    let problems = |problems: &[Problem]| serde_json::to_value(problems).unwrap();
    let mut written: Vec<Value> = Vec::new();
    for case in cases() {
        let mut given = json!({"before": case.before});
        if let Some(thinking) = case.thinking {
            given["thinking"] = thinking.into();
        }
        let found = validate_messages_after(&case.now, &case.before, options(&case)).unwrap();
        written.push(json!({"name": case.name, "messages": case.now, "options": given, "problems": problems(&found)}));
    }
    for thinking in ["prefix", "loop", "calls"] {
        let options = MessageOptions::new().thinking(Thinking::given(Some(thinking)).unwrap().unwrap());
        let (messages, given) = (unsigned(), json!({"thinking": thinking}));
        let found = validate_messages(&messages, options).unwrap();
        let repaired = repair_messages(&messages, options).unwrap();
        written.push(json!({
            "name": format!("no signature, {thinking}"), "messages": messages, "options": given,
            "problems": problems(&found), "repaired": repaired.messages,
        }));
    }
    let error = |name: &str, given: Value, error: Error| {
        let error = json!({"code": error.kind().code(), "message": error.message()});
        json!({"name": name, "messages": unsigned(), "options": given, "error": error})
    };
    let wrong = validate_messages_after(&unsigned(), &[json!(7)], None).unwrap_err();
    written.push(error("a request that is none", json!({"before": [7]}), wrong));
    written.push(error("no binding", json!({"thinking": "all"}), Thinking::given(Some("all")).unwrap_err()));
    golden::check("validated.json", "rules", &json!({"rules": [Rule::ThinkingAfterChange.name()], "cases": written}));
}
