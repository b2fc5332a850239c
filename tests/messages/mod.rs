//! The smallest conversations that break one rule each, by format, with what a repair makes of them.

use serde_json::Value;
use tooltrim::MessageFormat;
use tooltrim::messages::Rule;

/// What stands for a result that nobody has.
pub const NO_RESULT: &str = "[No result was recorded for this call.]";
/// What stands for messages that are gone.
pub const NO_BEGINNING: &str = "[Earlier messages are not shown.]";

/// A conversation that breaks one rule.
#[derive(Clone, Debug)]
pub struct Case {
    pub name: &'static str,
    pub format: MessageFormat,
    pub rule: Rule,
    pub messages: Vec<Value>,
    /// Where the rule is broken.
    pub paths: &'static [&'static str],
    /// The same conversation with the rule kept.
    pub valid: Vec<Value>,
    /// What a repair makes of it: the messages themselves where there is no way that loses nothing.
    pub repaired: Vec<Value>,
}

fn list(value: Value) -> Vec<Value> {
    let Value::Array(items) = value else { panic!("messages are a list") };
    items
}

/// Cases of a format: a function for each in `data`, a test of each, and a list of all.
macro_rules! cases {
    ($format:ident $(
        $name:ident: $rule:ident at $paths:tt
        messages $messages:tt
        valid $valid:tt
        repaired $repaired:tt
    )*) => {
        mod data {
            use super::*;

            $(
                pub fn $name() -> $crate::messages::Case {
                    $crate::messages::Case {
                        name: stringify!($name),
                        format: tooltrim::MessageFormat::$format,
                        rule: tooltrim::messages::Rule::$rule,
                        messages: $crate::messages::list(serde_json::json!($messages)),
                        paths: &$paths,
                        valid: $crate::messages::list(serde_json::json!($valid)),
                        repaired: $crate::messages::list(serde_json::json!($repaired)),
                    }
                }
            )*
        }

        $(
            #[test]
            fn $name() {
                $crate::messages_rules::check(&data::$name());
            }
        )*

        pub fn all() -> Vec<$crate::messages::Case> {
            vec![$(data::$name()),*]
        }
    };
}

pub mod ai_sdk;
pub mod anthropic;
pub mod anthropic_own;
pub mod gemini;
pub mod langchain;
pub mod openai_chat;
pub mod openai_responses;
pub mod openai_responses_own;
pub mod ui_messages;
pub mod vscode;

/// Every case, in the order of the formats.
pub fn cases() -> Vec<Case> {
    [
        openai_chat::all(),
        langchain::all(),
        openai_responses::all(),
        openai_responses_own::all(),
        anthropic::all(),
        anthropic_own::all(),
        gemini::all(),
        ai_sdk::all(),
        ui_messages::all(),
        vscode::all(),
    ]
    .concat()
}
