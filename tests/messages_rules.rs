//! Every rule on messages, in each format that has it: the smallest conversation that breaks it, and its repair.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tooltrim::messages::{MessageOptions, Rule, apply_edits, detect_format};
use tooltrim::{MessageFormat, extract_tool_calls, repair_messages, validate_messages};

use crate::messages::{Case, cases};

/// Problems as paths and names of rules.
fn problems(messages: &[Value], format: MessageFormat) -> Vec<(String, &'static str)> {
    let problems = validate_messages(messages, Some(format)).unwrap();
    problems.into_iter().map(|problem| (problem.path, problem.rule.name())).collect()
}

pub fn check(case: &Case) {
    let Case { format, rule, messages, .. } = case;
    let expected: Vec<(String, &str)> = case.paths.iter().map(|path| ((*path).to_owned(), rule.name())).collect();
    assert_eq!(problems(messages, *format), expected);
    for problem in validate_messages(messages, Some(*format)).unwrap() {
        assert_eq!(problem.providers, rule.providers(*format));
        assert!(!problem.providers.is_empty());
        assert!(!problem.message.is_empty());
    }
    assert_eq!(problems(&case.valid, *format), [], "the valid twin");

    let repaired = repair_messages(messages, Some(*format)).unwrap();
    assert_eq!(repaired.messages, case.repaired, "{:#?}", repaired.edits);
    assert_eq!(repaired.reason, None);
    assert_eq!(apply_edits(messages, &repaired.edits).unwrap(), case.repaired);
    let left: Vec<(String, &str)> =
        repaired.problems.iter().map(|problem| (problem.path.clone(), problem.rule.name())).collect();
    if messages == &case.repaired {
        assert_eq!((repaired.edits, repaired.repairs.len()), (vec![], 0));
        assert_eq!(left, expected);
    } else {
        let mended: Vec<Rule> = repaired.repairs.iter().map(|repair| repair.rule).collect();
        assert!(!mended.is_empty() && mended.iter().all(|one| one == rule), "{:?}", repaired.repairs);
        assert_eq!(left, []);
    }
    assert_eq!(problems(&case.repaired, *format), left);
    let twice = repair_messages(&case.repaired, Some(*format)).unwrap();
    assert_eq!((twice.messages, twice.edits, twice.repairs), (case.repaired.clone(), vec![], vec![]));
    let valid = repair_messages(&case.valid, Some(*format)).unwrap();
    assert_eq!((valid.messages, valid.edits, valid.repairs), (case.valid.clone(), vec![], vec![]));
}

/// The formats that a rule is looked at in.
fn formats_with(rule: Rule) -> &'static [MessageFormat] {
    use MessageFormat::{AiSdk, Anthropic, Gemini, OpenAiChat, OpenAiResponses, VsCode};
    match rule {
        Rule::ResultsNotFirst => &[Anthropic, VsCode],
        // Elsewhere calls stand where only the assistant's can.
        Rule::MisplacedCall => &[Anthropic, Gemini, AiSdk, VsCode],
        // Gemini has calls without ids.
        Rule::MissingCallId => &[OpenAiChat, OpenAiResponses, Anthropic, AiSdk, VsCode],
        Rule::InvalidToolName => &[OpenAiChat, OpenAiResponses, Anthropic, Gemini],
        // VS Code takes results as they are.
        Rule::ResultType | Rule::EmptyMessage => &[OpenAiChat, OpenAiResponses, Anthropic, Gemini, AiSdk],
        Rule::EmptyText => &[Anthropic, Gemini, AiSdk],
        // Only JavaScript has such texts; in JSON there are escapes.
        Rule::LoneSurrogate => &[OpenAiChat, OpenAiResponses],
        Rule::RequestWithoutCall => &[AiSdk],
        Rule::ErrorWithoutText => &[Anthropic, AiSdk],
        Rule::EmptyToolCalls => &[OpenAiChat],
        // They need an option, or an earlier request: `messages_before`.
        Rule::AssistantLast | Rule::ThinkingAfterChange => &[],
        Rule::CallTurnOrder | Rule::MissingThoughtSignature => &[Gemini],
        Rule::ReasoningWithoutItem | Rule::DuplicateItemId | Rule::InvalidItemId => &[OpenAiResponses],
        Rule::ApprovalWithoutRequest => &[OpenAiResponses, AiSdk],
        Rule::CallsNotLast
        | Rule::ErrorWithMedia
        | Rule::BlankText
        | Rule::TrailingWhiteSpace
        | Rule::ThinkingWithoutSignature
        | Rule::ThinkingLast
        | Rule::TooManyCacheBreakpoints
        | Rule::MisplacedCacheControl
        | Rule::ServerCallWithoutResult
        | Rule::ServerResultWithoutCall
        | Rule::FirstMessageRole => &[Anthropic],
        _ => &MessageFormat::ALL,
    }
}

#[test]
fn every_rule_has_a_case_in_each_format_that_has_it() {
    let of_rule = |rule: &Rule| {
        let formats = formats_with(*rule).iter().map(|format| (rule.name(), format.name()));
        formats.collect::<Vec<_>>()
    };
    let expected: BTreeSet<_> = Rule::ALL.iter().flat_map(of_rule).collect();
    let covered: BTreeSet<_> = cases().iter().map(|case| (case.rule.name(), case.format.name())).collect();
    assert_eq!(covered, expected);
}

#[test]
fn a_case_is_named_after_its_rule() {
    let all = cases();
    let names: BTreeSet<&str> = all.iter().map(|case| case.name).collect();
    assert_eq!(names.len(), all.len());
    for case in all {
        assert!(case.name.starts_with(&format!("{}_of_", case.rule.name().replace('-', "_"))), "{}", case.name);
    }
}

/// Messages without calls may be those of several formats, and are taken for OpenAI's chat then.
#[test]
fn the_format_of_a_case_is_found() {
    for case in cases() {
        let found = detect_format(&case.messages);
        let has_calls = !extract_tool_calls(&case.messages, Some(case.format)).unwrap().is_empty();
        let unclear = found == Some(MessageFormat::OpenAiChat) && !has_calls;
        assert!(found == Some(case.format) || unclear, "{}: {found:?}", case.name);
    }
}

#[test]
fn names_of_rules_are_theirs_alone() {
    let names: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.name()).collect();
    assert_eq!(names.len(), Rule::ALL.len());
}

/// A call without an id may be taken for that of a result that is left over, and must not take the result of another
/// call.
#[test]
fn a_result_stays_with_its_call_when_ids_are_mended() {
    let call =
        |id: &str, name: &str| json!({"id": id, "type": "function", "function": {"name": name, "arguments": "{}"}});
    let tool = |assistant: &str| json!({"role": "tool", "tool_call_id": "c1", "content": assistant});
    let messages = [
        json!({"role": "user", "content": "Go."}),
        json!({"role": "assistant", "content": null, "tool_calls": [call("", "ls"), call("c1", "cat")]}),
        tool("of cat"),
        tool("of cat, again"),
    ];
    let repaired = repair_messages(&messages, None).unwrap();
    let calls = extract_tool_calls(&repaired.messages, None).unwrap();
    let cat = calls.iter().find(|found| found.name == "cat").unwrap();
    assert_eq!(cat.result, "of cat", "{:#?}", repaired.messages);
}

/// What stands behind a hole still tells of its format.
#[test]
fn a_hole_hides_no_format() {
    let call = json!({"type": "tool_use", "id": "t1", "name": "ls", "input": {}});
    for (block, format) in [
        (json!({"type": "input_text", "text": "Go."}), MessageFormat::OpenAiResponses),
        (call, MessageFormat::Anthropic),
        (json!({"kind": "text", "value": "Go."}), MessageFormat::VsCode),
    ] {
        assert_eq!(detect_format(&[json!({"role": "user", "content": [null, block]})]), Some(format));
    }
}

#[test]
fn without_prefill_the_user_speaks_last() {
    let cases = [
        (
            json!([{"role": "user", "content": "Go."}, {"role": "assistant", "content": "Done"}]),
            MessageFormat::Anthropic,
        ),
        (
            json!([{"role": "user", "content": "Go."}, {"role": "assistant", "content": "Done"}]),
            MessageFormat::OpenAiChat,
        ),
        (
            json!([{"role": "user", "parts": [{"text": "Go."}]}, {"role": "model", "parts": [{"text": "Done"}]}]),
            MessageFormat::Gemini,
        ),
    ];
    for (messages, format) in cases {
        let messages = messages.as_array().unwrap();
        assert_eq!(problems(messages, format), []);
        let options = MessageOptions::from(format).no_prefill(true);
        let found = validate_messages(messages, options).unwrap();
        assert_eq!((found[0].rule, &*found[0].path), (Rule::AssistantLast, "/1"));
        let repaired = repair_messages(messages, options).unwrap();
        assert_eq!(repaired.messages.len(), 3);
        assert_eq!((&repaired.messages[..2], repaired.reason), (&messages[..], None));
        assert!(repaired.messages[2].to_string().contains("Continue."));
        assert_eq!(validate_messages(&repaired.messages, options).unwrap(), []);
    }
    // The provider goes on from a turn that it paused.
    let search = json!({"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}});
    let paused = [json!({"role": "user", "content": "Go."}), json!({"role": "assistant", "content": [search]})];
    let options = MessageOptions::from(MessageFormat::Anthropic).no_prefill(true);
    assert_eq!(validate_messages(&paused, options).unwrap(), []);
}
