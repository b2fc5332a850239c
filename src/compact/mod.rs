//! Compaction: the history of a conversation gets smaller, without breaking it.
//!
//! A request (`request`) reads the conversation into an `inventory` of its calls and shrinkable `items`. A `step` replays
//! the decisions in `memory` and, above the trigger, asks for a `plan`; `write` turns it into changes, `report` records
//! them.
//!
//! | folder | holds |
//! | --- | --- |
//! | `call` | one call: arguments, effect, failure, staleness, and the line that tells it |
//! | `plan` | who gets how much room: by age, as lines, or in a block |
//! | `memory` | what was decided before, its state as JSON, and which messages are known |
//! | `summary` | a text in place of older exchanges |
//! | `report` | the report, how it is filled, and its JSON |

mod arguments;
mod call;
mod fact;
mod inventory;
mod items;
#[cfg(feature = "serde_json")]
mod json;
mod memory;
mod options;
mod plan;
mod quote;
mod report;
mod request;
mod size;
mod step;
mod summary;
mod write;

#[cfg(feature = "serde_json")]
pub use json::{Compaction, Compactor, compact_messages, compact_messages_with};
pub use memory::Memory;
pub use options::{CompactOptions, Economics, KeepResult, Style, SummaryRole, ToolPolicy};
pub use plan::rung::Rung;
pub use quote::redact_arguments;
pub use report::json::changes_to_json;
pub use report::{CompactionReport, ConversationSize, ExchangeReport, FileTrail};
pub use request::{CompactionPlan, Grown, Host, Request, compact_messages_of, grown_of, is_below_of, message_print_of};
