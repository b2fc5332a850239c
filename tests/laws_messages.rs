//! What holds for all messages, whatever was done to them.
#![allow(missing_docs, reason = "tests")]

use proptest::prelude::*;
use serde_json::Value;
use tooltrim::{
    MessageFormat, Rendering, RepairedMessages, Rule, apply_edits, detect_format, extract_tool_calls, render_as_text,
    repair_messages, to_json_patch, validate_messages,
};

#[path = "messages_laws/harm.rs"]
mod harm;
#[path = "messages_laws/neutral.rs"]
mod neutral;
use harm::{done, harm, hostile, patched};
use neutral::{conversation, style, write};

fn rules(messages: &[Value], format: MessageFormat) -> Vec<Rule> {
    let mut rules: Vec<Rule> =
        validate_messages(messages, Some(format)).unwrap().iter().map(|problem| problem.rule).collect();
    rules.sort_unstable();
    rules
}

/// The texts of users, as far as the format's own members hold them.
fn asked(messages: &[Value], format: MessageFormat) -> Vec<String> {
    let member = if messages.iter().any(|message| message["parts"].is_array()) { "parts" } else { "content" };
    let text = if format == MessageFormat::VsCode { "value" } else { "text" };
    let by_user = |message: &&Value| message["role"] == "user" || message["role"] == 1 || message["type"] == "human";
    let texts = messages.iter().filter(by_user).flat_map(|message| match &message[member] {
        Value::String(said) => vec![said.clone()],
        Value::Array(parts) => {
            let own = |part: &&Value| {
                let kind = if format == MessageFormat::VsCode { &part["kind"] } else { &part["type"] };
                matches!(kind.as_str(), Some("text" | "input_text")) || (format == MessageFormat::Gemini)
            };
            parts.iter().filter(own).filter_map(|part| part[text].as_str().map(String::from)).collect()
        }
        _ => Vec::new(),
    });
    texts.filter(|said| !said.trim().is_empty()).collect()
}

fn check_repair(messages: &[Value], format: MessageFormat, repaired: &RepairedMessages) -> Result<(), TestCaseError> {
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

fn check_asked(messages: &[Value], format: MessageFormat, repaired: &[Value]) -> Result<(), TestCaseError> {
    let (before, after) = (asked(messages, format), asked(repaired, format));
    let mut later = after.iter();
    prop_assert!(before.iter().all(|said| later.any(|other| said == other)), "{:?} became {:?}", before, after);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6000, ..ProptestConfig::default() })]

    #[test]
    fn what_is_in_order_stays_as_it_is(conversation in conversation(), style in style()) {
        let messages = write(&conversation, style);
        prop_assert_eq!(validate_messages(&messages, Some(style.format)).unwrap(), vec![]);
        let repaired = repair_messages(&messages, Some(style.format)).unwrap();
        prop_assert_eq!(repaired.edits, vec![]);
        prop_assert_eq!(repaired.repairs, vec![]);
        prop_assert_eq!(repaired.messages, messages.clone());
        let calls = extract_tool_calls(&messages, Some(style.format)).unwrap();
        prop_assert!(calls.iter().all(|call| call.is_answered && !call.is_hosted), "{:?}", calls);
        if !calls.is_empty() {
            prop_assert_eq!(detect_format(&messages), Some(style.format));
        }
    }

    #[test]
    fn what_is_broken_is_mended_once(conversation in conversation(), style in style(), harms in harm()) {
        let messages = done(&write(&conversation, style), &harms);
        let Ok(repaired) = repair_messages(&messages, Some(style.format)) else { return Ok(()) };
        check_repair(&messages, style.format, &repaired)?;
        // Of a request with nothing in it no API knows what to make.
        prop_assert!(matches!(repaired.reason, None | Some("no message would be left")), "{:?}", repaired.reason);
        check_asked(&messages, style.format, &repaired.messages)?;
    }

    #[test]
    fn hostile_values_do_no_harm(messages in hostile()) {
        let _ = (detect_format(&messages), validate_messages(&messages, None));
        for format in MessageFormat::ALL {
            let Ok(repaired) = repair_messages(&messages, Some(format)) else { continue };
            check_repair(&messages, format, &repaired)?;
            extract_tool_calls(&messages, Some(format)).unwrap();
            for rendering in [Rendering::Comments, Rendering::Brackets] {
                render_as_text(&messages, Some(format), rendering).unwrap();
            }
        }
    }

    #[test]
    fn values_that_are_no_objects_do_no_harm(messages in prop::collection::vec(prop_oneof![
        Just(Value::Null), Just(Value::from(7)), Just(Value::from("user")), Just(serde_json::json!([])),
        Just(serde_json::json!({"role": "user", "content": "Go."})),
    ], 0..4)) {
        for format in MessageFormat::ALL {
            let objects = messages.iter().all(Value::is_object);
            prop_assert_eq!(validate_messages(&messages, Some(format)).is_ok(), objects);
            prop_assert_eq!(repair_messages(&messages, Some(format)).is_ok(), objects);
        }
    }

    #[test]
    fn no_call_and_no_result_is_left_as_text(conversation in conversation(), style in style()) {
        let messages = write(&conversation, style);
        let rendered = render_as_text(&messages, Some(style.format), Rendering::Comments).unwrap();
        prop_assert_eq!(extract_tool_calls(&rendered, Some(style.format)).unwrap(), vec![]);
        prop_assert_eq!(validate_messages(&rendered, Some(style.format)).unwrap(), vec![], "{:?}", rendered);
        check_asked(&messages, style.format, &rendered)?;
    }
}
