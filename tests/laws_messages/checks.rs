//! The laws as checks of one repair: for messages that are drawn, and for the fuzz target.

use proptest::prelude::*;
use serde_json::Value;
use tooltrim::messages::{RepairedMessages, Rule, apply_edits, to_json_patch};
use tooltrim::{MessageFormat, extract_tool_calls, repair_messages, validate_messages};

use super::harm::patched;

/// The rules that messages break, sorted.
pub fn rules(messages: &[Value], format: MessageFormat) -> Vec<Rule> {
    let mut rules: Vec<Rule> =
        validate_messages(messages, Some(format)).unwrap().iter().map(|problem| problem.rule).collect();
    rules.sort_unstable();
    rules
}

/// The texts of users, where the format has them.
pub fn asked(messages: &[Value], format: MessageFormat) -> Vec<String> {
    let text = if format == MessageFormat::VsCode { "value" } else { "text" };
    let kind = if format == MessageFormat::VsCode { "kind" } else { "type" };
    let by_user = |message: &&Value| message["role"] == "user" || message["role"] == 1 || message["type"] == "human";
    let own =
        |part: &&Value| format == MessageFormat::Gemini || matches!(part[kind].as_str(), Some("text" | "input_text"));
    let texts = messages.iter().filter(by_user).flat_map(|message| {
        let in_parts =
            format == MessageFormat::Gemini || (format == MessageFormat::AiSdk && message["parts"].is_array());
        match &message[if in_parts { "parts" } else { "content" }] {
            Value::String(assistant) => vec![assistant.clone()],
            Value::Array(parts) => {
                parts.iter().filter(own).filter_map(|part| part[text].as_str().map(String::from)).collect()
            }
            _ => Vec::new(),
        }
    });
    texts.filter(|assistant| !assistant.trim().is_empty()).collect()
}

/// What a repair answers is what it says, and repairing again changes nothing.
pub fn check_repair(
    messages: &[Value],
    format: MessageFormat,
    repaired: &RepairedMessages,
) -> Result<(), TestCaseError> {
    prop_assert_eq!(&apply_edits(messages, &repaired.edits).unwrap(), &repaired.messages);
    prop_assert_eq!(&patched(messages, &to_json_patch(&repaired.edits)), &repaired.messages);
    prop_assert_eq!(&repair_messages(messages, Some(format)).unwrap(), repaired, "the same each time");
    prop_assert_eq!(repaired.edits.is_empty(), repaired.messages == messages);

    let mut known: Vec<Rule> = repaired.problems.iter().map(|problem| problem.rule).collect();
    known.sort_unstable();
    prop_assert_eq!(rules(&repaired.messages, format), known, "{:#?}", repaired);

    let twice = repair_messages(&repaired.messages, Some(format)).unwrap();
    prop_assert_eq!(&twice.messages, &repaired.messages, "{:#?}", twice.edits);
    prop_assert_eq!(twice.repairs, vec![]);
    Ok(())
}

/// The results of calls that have one, in the order of the calls.
fn answers(messages: &[Value], format: MessageFormat) -> Vec<String> {
    let calls = extract_tool_calls(messages, Some(format)).unwrap();
    let result_of = calls.into_iter().filter(|one| one.is_answered && one.result.contains("of c"));
    result_of.map(|one| one.result).collect()
}

/// No result comes to be that of another call.
pub fn check_answers(
    messages: &[Value],
    format: MessageFormat,
    repaired: &RepairedMessages,
) -> Result<(), TestCaseError> {
    // Who speaks tells what a call is and which are parallel, names tell pairs without ids, and what is wrapped reads
    // anew.
    let other = |rule| {
        matches!(
            rule,
            Rule::UnknownRole | Rule::MisplacedCall | Rule::MissingToolName | Rule::InvalidToolName | Rule::ResultType
        )
    };
    if !repaired.repairs.iter().any(|repair| other(repair.rule)) {
        let (before, after) = (answers(messages, format), answers(&repaired.messages, format));
        let mut later = after.iter();
        prop_assert!(
            before.iter().all(|assistant| later.any(|one| assistant == one)),
            "{:?} became {:?}",
            before,
            after
        );
    }
    Ok(())
}

/// All that users said is there still.
pub fn check_asked(messages: &[Value], format: MessageFormat, repaired: &[Value]) -> Result<(), TestCaseError> {
    let (before, after) = (asked(messages, format), asked(repaired, format));
    let mut later = after.iter();
    prop_assert!(
        before.iter().all(|assistant| later.any(|other| assistant == other)),
        "{:?} became {:?}",
        before,
        after
    );
    Ok(())
}
