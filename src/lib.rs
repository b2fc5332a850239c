//! `tooltrim` keeps what tools return from flooding a model's context.
//!
//! A tool prints 300 KB of log; the model can use 4,000 chars of it. [`trim`] keeps both ends by whole lines, says in
//! a counted marker what is missing, and holds every limit exactly, the marker included:
//!
//! ```
//! let log = (1..=5000).map(|n| format!("step {n} ok\n")).collect::<String>() + "error: disk full\n";
//! let trimmed = tooltrim::trim(&log, 4000)?;
//!
//! assert!(trimmed.truncated);
//! assert!(trimmed.text.chars().count() <= 4000);
//! assert!(trimmed.text.starts_with("step 1 ok\n") && trimmed.text.ends_with("error: disk full\n"));
//! assert!(trimmed.text.contains(&format!("... [truncated {} chars] ...", trimmed.omitted.chars)));
//! # Ok::<(), tooltrim::Error>(())
//! ```
//!
//! # Which unit?
//! Providers bill tokens, people think in chars (Unicode code points), files in bytes, JavaScript in UTF-16 units.
//! [`TrimOptions`] takes a limit in each, and lines; all that are given hold at once. A unit is in the name of
//! everything that counts. Token counts are an **estimate** unless a tokenizer is given.
//!
//! # What it does not do
//! No clock, no randomness, no model inside: the same input gives the same bytes everywhere. Compaction, too, is rules. It is `no_std` and has
//! no unsafe code. Trimming never fails and never panics; only options and decoding can be wrong.
//!
//! # Map
//! - [`trim`], [`Trimmer`], [`TrimOptions`], [`presets`]: one text
//! - [`TrimStream`]: one text that comes in pieces and is never held whole
//! - [`clean`], [`Cleaner`], [`CleanOptions`]: noise out of a text before it is trimmed
//! - [`compute_truncation`], [`TruncationConfig`], [`categorize_tool_call`]: a history of tool calls
//! - [`validate_messages`], [`repair_messages`], [`extract_tool_calls`], [`render_as_text`], [`MessageFormat`]: conversations in
//!   the formats of providers; [`Edit`], [`apply_edits`], [`to_json_patch`]: changes to them
//! - [`compact_messages`], [`Compactor`], [`CompactOptions`]: a conversation that fits its window, and what it took, as a
//!   [`CompactionReport`]; [`compact_messages_of`], [`Memory`]: the same for values of your own
//! - [`trim_value`], [`ValueTrimmer`], [`ValueOptions`], [`cap_to_schema`]: a JSON-like value; [`plan_value`], [`ValueSource`]: the same
//!   for values of your own
//! - [`toolify`], [`toolify_async`], [`ToolOptions`], [`ToolText`]: a tool whose answers, errors and contracts' messages are bounded
//! - [`OutputStore`], [`Ref`], [`Retrieve`]: what was cut is kept, and read back by lines, pattern and page; [`Shelf`]: the book of a store of your own
//! - [`redact_secrets`]: secrets out of a text that is about to be quoted
//! - [`measure`], [`estimate_tokens`], [`TokenEstimator`]: sizes
//! - [`Source`], [`Plan`]: the same for a text that lives elsewhere, such as a JavaScript string

#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

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
mod marker;
mod measure;
mod named;
mod number;
mod order;
mod redact;
mod signals;
mod source;
mod store;
mod text;
mod tool;
mod tree;
mod value;

pub use clean::{CleanCounts, CleanOptions, Cleaned, Cleaner, clean};
pub use compact::{
    CompactOptions, CompactionPlan, CompactionReport, ConversationSize, Economics, ExchangeReport, FileTrail, Grown,
    Host, KeepResult, Memory, Request, Rung, Style, ToolPolicy, changes_to_json, compact_messages_of, grown_of,
    is_below_of, redact_arguments,
};
#[cfg(feature = "serde_json")]
pub use compact::{Compaction, Compactor, compact_messages, compact_messages_with};
pub use error::{Error, ErrorKind};
pub use event::{Noise, Omitted, TruncationEvent, Unit};
pub use format::{
    Action, Change, Extracted, MessageFormat, New, NewObject, Piece, PieceKind, Pointer, Problem, Repair, RepairPlan,
    Rule, detect_format_of, extract_tool_calls_of, media_label, render_as_text_of, repair_messages_of,
    validate_messages_of, verify_of,
};
#[cfg(feature = "serde_json")]
pub use format::{
    Edit, ExtractedCall, RepairedMessages, apply_edits, detect_format, extract_tool_calls, render_as_text,
    repair_messages, to_json_patch, validate_messages,
};
pub use forms::{media_type, own_form};
#[cfg(feature = "serde_json")]
pub use history::ToolCall;
pub use history::{
    Budget, Calls, Categories, Category, CompactedHistory, Field, Place, RecentCall, Rendering, Threshold, Truncation,
    TruncationConfig, TruncationPlan, call_text, categorize_tool_call, compute_truncation, result_text,
};
pub use marker::Placeholder;
pub use measure::{Measures, TokenEstimator, estimate_tokens, measure, measure_source};
pub use named::{NamedOption, OptionValue};
pub use redact::redact_secrets;
#[cfg(feature = "serde_json")]
pub use signals::disclaimer_for;
pub use signals::{
    CutSizes, CutUnit, DISCLAIMER, Dataset, Datasets, Histogram, Metrics, SESSION_WARN_BYTES, TRUNCATION_FLAG,
    TRUNCATION_SIGNS, format_truncation_log, mentions_truncation,
};
pub use source::{Bounds, Source, StrSource};
pub use store::{
    ConversationStore, Fingerprint, GivenRefs, OutputStore, Placed, Ref, Retrieve, Retrieved, Shelf, TOO_LARGE_MARKER,
    not_given,
};
pub use text::{
    Count, DEFAULT_MARKER, Decode, Format, Keep, Plan, RescueOptions, Snap, TokenCounter, TrimOptions, TrimStream,
    Trimmed, Trimmer, not_utf8, presets, trim,
};
pub use tool::{
    NO_RESULT, ToolFuture, ToolOptions, ToolText, Verdict, contract_failure, tool_failure, tool_words, toolify,
    toolify_async,
};

pub use tree::{Base64Look, EasyLimits, Form, Key, Member, Shape, Tag, Tree, ValueSource, Word, Words};
#[cfg(feature = "serde_json")]
pub use tree::{JsonTree, JsonWords};
pub use value::{
    ByteLimit, CutKind, Limit, NewText, Strings, TrimmedJson, ValueCut, ValueEdit, ValueOptions, ValuePlan,
    ValueTrimmer, plan_value, truncate_string_to_bytes,
};
#[cfg(feature = "serde_json")]
pub use value::{TrimmedValue, cap_to_schema, trim_value};

// The examples of the README and of the guide are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
#[cfg(doctest)]
#[doc = include_str!("../docs/strategies.md")]
mod strategies {}
#[cfg(doctest)]
#[doc = include_str!("../docs/messages.md")]
mod messages {}
#[cfg(doctest)]
#[doc = include_str!("../docs/compaction.md")]
mod compaction {}
#[cfg(doctest)]
#[doc = include_str!("../docs/values.md")]
mod values {}
#[cfg(doctest)]
#[doc = include_str!("../docs/signals.md")]
mod signals_guide {}
