//! `tooltrim` keeps what tools return from flooding a model's context.
//!
//! A tool prints 300 KB of log; the model can use 4,000 chars of it. [`trim`] keeps both ends by whole lines and what
//! matters between them, counts the omissions in markers, and holds every limit exactly, markers included:
//!
//! ```
//! let log = (1..=5000).map(|n| format!("step {n} ok\n")).collect::<String>() + "error: disk full\n";
//! let trimmed = tooltrim::trim(&log, 4000)?;
//!
//! assert!(trimmed.truncated);
//! assert!(trimmed.text.chars().count() <= 4000);
//! assert!(trimmed.text.starts_with("step 1 ok\n") && trimmed.text.ends_with("error: disk full\n"));
//! assert!(trimmed.text.contains("... [truncated 59,950 chars] ..."));
//! # Ok::<(), tooltrim::Error>(())
//! ```
//!
//! # Which unit?
//! Providers bill tokens, people think in chars (Unicode code points), files in bytes, JavaScript in UTF-16 units.
//! [`TrimOptions`] takes a limit in each, and lines; all that are given hold at once. A unit is in the name of
//! everything that counts. Token counts are an **estimate** unless a tokenizer is given.
//!
//! # What it does not do
//! No clock, no randomness, no model inside: the same input gives the same bytes everywhere. Compaction, too, is rules.
//! It is `no_std` and has no unsafe code. Trimming never fails and never panics; only options and decoding can be
//! wrong.
//!
//! # Map
//! | job | start here | more |
//! | --- | --- | --- |
//! | trim one text | [`trim`], [`Trimmer`], [`TrimOptions`], [`presets`]; [`TrimStream`] for a text in pieces | [`trimming`] |
//! | remove noise before trimming | [`clean`], [`CleanOptions`] | [`cleaning`] |
//! | fit a conversation into its window | [`compact_messages`], [`Compactor`], [`CompactOptions`] | [`compaction`] |
//! | check, repair and read conversations of providers | [`validate_messages`], [`repair_messages`], [`extract_tool_calls`], [`render_as_text`], [`MessageFormat`] | [`messages`] |
//! | read the session logs of coding agents | [`read_session_log`], [`SessionLogReader`] | [`messages`] |
//! | find out what takes the room of a conversation | [`inspect_messages`] | [`messages::Inspection`] |
//! | summarise a history of tool calls | [`compute_truncation`], [`TruncationConfig`] | [`calls`] |
//! | cut a JSON-like value | [`trim_value`], [`ValueOptions`] | [`values`] |
//! | bound what a tool answers | [`toolify`], [`ToolOptions`] | [`tools`] |
//! | keep what was cut, and read it back | [`OutputStore`], [`Ref`], [`Retrieve`] | [`outputs`] |
//! | measure | [`measure`], [`estimate_tokens`] | [`measuring`] |
//! | count tokens exactly | [`tokens::Tokenizer`] | [`tokens`] |
//! | take secrets out | [`redact_secrets`] | |
//! | tell people and monitors | | [`signals`] |
//! | write a binding for another language | | [`host`] |

#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

#[macro_use]
mod options;

mod call;
mod clean;
mod compact;
mod error;
mod event;
mod facts;
mod failure;
mod format;
mod forms;
mod hash;
mod history;
mod log;
mod marker;
mod measure;
mod number;
mod order;
mod plain;
mod quick;
mod redact;
mod refs;
pub mod signals;
mod sorted;
mod source;
mod store;
mod text;
#[cfg(feature = "tokens")]
pub mod tokens;
mod tool;
mod tree;
mod value;

pub use clean::{CleanOptions, clean};
pub use compact::CompactOptions;
#[cfg(feature = "serde_json")]
pub use compact::{Compactor, compact_messages, inspect_messages};
pub use error::{Error, ErrorKind};
pub use format::MessageFormat;
#[cfg(feature = "serde_json")]
pub use format::{extract_tool_calls, render_as_text, repair_messages, validate_messages};
#[cfg(feature = "serde_json")]
pub use history::compute_truncation;
pub use history::{Budget, TruncationConfig};
#[cfg(feature = "serde_json")]
pub use log::{SessionLog, SessionLogReader, read_session_log};
pub use measure::{estimate_tokens, measure};
pub use redact::redact_secrets;
pub use store::{OutputStore, Ref, Retrieve};
pub use text::{Keep, Snap, TrimOptions, TrimStream, Trimmed, Trimmer, presets};
pub use tool::{ToolOptions, toolify};
#[cfg(feature = "serde_json")]
pub use value::trim_value;
pub use value::{ValueOptions, trim};

/// Options and results of trimming one text.
pub mod trimming {
    pub use crate::event::{Noise, Omitted, TruncationEvent, Unit};
    pub use crate::marker::Placeholder;
    pub use crate::text::{Count, DEFAULT_MARKER, Decode, Format, RescueOptions, TokenCounter, not_utf8, not_utf16};
}

/// Cleaning alone, and what it counts.
pub mod cleaning {
    pub use crate::clean::{CleanCounts, Cleaned, Cleaner};
}

/// Sizes of a text in each unit, and an estimate of tokens.
pub mod measuring {
    pub use crate::measure::{Measures, TokenEstimator};
}

/// Options, reports and sizes of compaction.
pub mod compaction {
    #[cfg(feature = "serde_json")]
    pub use crate::compact::{Compaction, compact_messages_with};
    pub use crate::compact::{
        CompactionReport, ConversationSize, Economics, Economy, ExchangeReport, FileTrail, Host, KeepResult, Repeats,
        Request, Rung, Style, SummaryRole, Target, ThoughtReport, ToolPolicy, Trigger, Unfit, WhenFull,
    };
    pub use crate::format::Thinking;
}

/// Problems, repairs, edits and inspections of conversations in the formats of providers.
pub mod messages {
    pub use crate::call::Stale;
    #[cfg(feature = "serde_json")]
    pub use crate::compact::validate_messages_after;
    pub use crate::compact::{CharsByKind, FailureGroup, FileUse, InspectedCall, Inspection};
    pub use crate::format::{Action, Extracted, MessageOptions, Pointer, Problem, Rule};
    #[cfg(feature = "serde_json")]
    pub use crate::format::{Edit, ExtractedToolCall, RepairedMessages, apply_edits, detect_format, to_json_patch};
    pub use crate::log::{LeftOut, LogAgent};
}

/// Options and results of truncating a history of tool calls.
pub mod calls {
    pub use crate::call::{Categories, Category, Rendering, call_text, categorize_tool_call, result_text};
    pub use crate::history::{CompactedHistory, FormattedToolEntry, Threshold, TruncationDecision, TruncationPlan};
}

/// Limits, cuts and results of trimming JSON-like values.
pub mod values {
    pub use crate::value::{
        ByteLimit, Cut, CutKind, Limit, Strings, TrimmedJson, ValueTrimmer, truncate_string_to_bytes,
    };
    #[cfg(feature = "serde_json")]
    pub use crate::value::{TrimmedValue, cap_to_schema};
}

/// Words and results of bounded tools.
pub mod tools {
    pub use crate::tool::{
        ContractFailures, ContractKind, NO_RESULT, ToolFuture, ToolText, Verdict, Violation, contract_failure,
        shorten_places, tool_description, tool_failure, tool_words, toolify_async,
    };
}

/// Results that a store keeps, and views of it.
pub mod outputs {
    pub use crate::store::{
        Asked, ConversationStore, GivenRefs, Placed, RETRIEVE_TOOL, Retrieved, TOO_LARGE_MARKER, not_given,
    };
}

/// For bindings: traits that read values of another language, plans of changes to them, and options by name.
pub mod host {
    pub use crate::compact::{
        CompactionPlan, Grown, Memory, arrives_of, changes_to_json, compact_messages_of, grown_of, inspect_messages_of,
        is_below_of, message_print_of, message_prints_of, redact_arguments, validate_messages_after_of,
    };
    #[cfg(feature = "serde_json")]
    pub use crate::format::build::edits as json_edits;
    pub use crate::format::{
        Change, New, NewObject, Piece, PieceKind, Place, Repair, RepairPlan, detect_format_of, extract_tool_calls_of,
        media_label, render_as_text_of, repair_messages_of, validate_messages_of, verify_of,
    };
    pub use crate::forms::{media_type, own_form};
    pub use crate::log::{LogEnd, LogReader};
    pub use crate::measure::measure_source;
    pub use crate::options::{NamedOption, OptionValue};
    pub use crate::source::{Bounds, Source, StrSource};
    pub use crate::store::{Fingerprint, Print, StoreIndex};
    pub use crate::text::Plan;
    pub use crate::tree::{
        Base64Hint, EasyLimits, Form, Key, Member, Shape, Tag, Tree, ValueSource, View, Word, Words,
    };
    #[cfg(feature = "serde_json")]
    pub use crate::tree::{JsonTree, JsonWords};
    pub use crate::tree::{Reach, Unread, Weight, weights, well_formed};
    pub use crate::value::{NewText, ValueEdit, ValuePlan, fair_share, plan_value};
}

// The examples of the guides are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../docs/rust.md")]
mod rust_guide {}
#[cfg(doctest)]
#[doc = include_str!("../docs/strategies.md")]
mod strategies_guide {}
#[cfg(doctest)]
#[doc = include_str!("../docs/messages.md")]
mod messages_guide {}
#[cfg(doctest)]
#[doc = include_str!("../docs/compaction.md")]
mod compaction_guide {}
#[cfg(doctest)]
#[doc = include_str!("../docs/values.md")]
mod values_guide {}
#[cfg(doctest)]
#[doc = include_str!("../docs/signals.md")]
mod signals_guide {}
