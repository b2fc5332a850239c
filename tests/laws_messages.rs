//! What holds for all messages, whatever was done to them.

use proptest::prelude::*;
use serde_json::Value;
use tooltrim::calls::Rendering;
use tooltrim::compaction::Style;
use tooltrim::messages::detect_format;
use tooltrim::{
    Budget, CompactOptions, MessageFormat, compact_messages, extract_tool_calls, render_as_text, repair_messages,
    validate_messages,
};

pub mod checks;
mod harm;
mod neutral;
use crate::support::cases;
use checks::{check_answers, check_asked, check_repair};
use harm::{done, harm, hostile};
use neutral::{conversation, style, write};

// The same cases each time: very odd ones, of which a repair says that it cannot mend them, are one in ten thousand.
proptest! {
    #![proptest_config(ProptestConfig { cases: cases(200), ..ProptestConfig::default() })]

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
        // Results are numbered.
        let text = Value::from(messages.clone()).to_string();
        let next = text.contains(&format!("of c{}", calls.len()));
        prop_assert!(!next, "{:?}", calls);
        if !calls.is_empty() {
            prop_assert_eq!(detect_format(&messages), Some(style.format));
        }
    }

    #[test]
    fn what_is_broken_is_mended_once(conversation in conversation(), style in style(), harms in harm()) {
        let messages = done(&write(&conversation, style), &harms);
        let repaired = repair_messages(&messages, Some(style.format)).unwrap();
        check_repair(&messages, style.format, &repaired)?;
        // Of a request with nothing in it no API knows what to make.
        prop_assert!(matches!(repaired.reason, None | Some("no message would be left")), "{:?}", repaired.reason);
        check_asked(&messages, style.format, &repaired.messages)?;
        check_answers(&messages, style.format, &repaired)?;
    }

    #[test]
    fn a_wrong_format_loses_nothing_that_was_said(
        conversation in conversation(), style in style(), harms in prop::option::of(harm()),
    ) {
        let whole = write(&conversation, style);
        let messages = harms.map_or(whole.clone(), |harms| done(&whole, &harms));
        let answered = |messages: &[Value]| {
            let calls = extract_tool_calls(messages, Some(style.format)).unwrap();
            calls.iter().filter(|call| call.is_answered).count()
        };
        for format in MessageFormat::ALL {
            let repaired = repair_messages(&messages, Some(format)).unwrap();
            check_asked(&messages, style.format, &repaired.messages)?;
            prop_assert!(repaired.reason.is_none() || repaired.messages == messages);
            prop_assert!(messages != whole || answered(&repaired.messages) == answered(&messages), "{:?}", format);
            for rendering in [Rendering::Comments, Rendering::Brackets] {
                check_asked(&messages, style.format, &render_as_text(&messages, Some(format), rendering).unwrap())?;
            }
            for summary in [false, true] {
                let options = CompactOptions::new(Budget::Chars(50)).format(format).recent_calls_to_keep(0);
                let options = if summary { options.style(Style::Summary) } else { options };
                check_asked(&messages, style.format, &compact_messages(&messages, &options).unwrap().messages)?;
            }
        }
    }

    #[test]
    fn hostile_values_do_no_harm(messages in hostile()) {
        let _ = (detect_format(&messages), validate_messages(&messages, None));
        for format in MessageFormat::ALL {
            let repaired = repair_messages(&messages, Some(format)).unwrap();
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
