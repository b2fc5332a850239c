//! Compaction: shrinks the history of a conversation without breaking it.
//!
//! A request (`request`) reads the conversation into an `inventory` of its calls and shrinkable `items`. A `step`
//! replays the decisions in `memory` and, above the trigger, asks for a `plan`; `write` turns it into changes, `report`
//! records them. `inspect` reports what takes the room of a conversation that stays as it is.
//!
//! | folder | holds |
//! | --- | --- |
//! | `call` | one call: arguments, effect, failure, staleness, and its line |
//! | `plan` | room for each item: by age, as lines, or in a block |
//! | `memory` | earlier decisions, their state as JSON, and fingerprints of messages |
//! | `summary` | a text in place of older exchanges |
//! | `report` | the report and its JSON |

mod arguments;
mod arrival;
mod buried;
mod call;
mod fact;
mod files;
mod inspect;
mod inventory;
mod items;
#[cfg(feature = "serde_json")]
mod json;
mod left;
mod mark;
mod measured;
mod memory;
mod options;
mod plan;
mod quote;
mod report;
mod request;
mod runs;
mod size;
mod step;
mod summary;
mod thinking;
mod validate;
mod write;

pub use files::FileUse;
#[cfg(feature = "serde_json")]
pub use inspect::inspect_messages;
pub use inspect::{CharsByKind, FailureGroup, InspectedCall, Inspection, inspect_messages_of};
#[cfg(feature = "serde_json")]
pub use json::{Compaction, Compactor, compact_messages, compact_messages_with};
pub use mark::{Target, Trigger};
pub use memory::Memory;
pub use options::{CompactOptions, Economics, Economy, KeepResult, Repeats, Style, SummaryRole, ToolPolicy, WhenFull};
pub use plan::rung::Rung;
pub use quote::redact_arguments;
pub use report::json::changes_to_json;
pub use report::{CompactionReport, ConversationSize, ExchangeReport, FileTrail, ThoughtReport, Unfit};
pub use request::{
    CompactionPlan, Grown, Host, Request, arrives_of, compact_messages_of, grown_of, is_below_of, message_print_of,
    message_prints_of,
};
#[cfg(feature = "serde_json")]
pub use validate::validate_messages_after;
pub use validate::validate_messages_after_of;
