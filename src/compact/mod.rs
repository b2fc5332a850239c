//! The history of a conversation gets smaller, without breaking it.
//!
//! `work` lays a conversation out: what can get smaller, and what each call did (`args`, `deed`, `failure`). `fate` says what became of
//! each call since. `plan` decides: everything old goes down as far as it can (`arguments`, `fact`), and what room is left goes to
//! what is likely needed next (`lines`). `step` is one request: `memory` has what was decided before, `size` counts, `tell` writes the
//! report, `write` makes changes of choices.

mod args;
mod arguments;
mod deed;
mod fact;
mod failure;
mod fate;
mod hash;
#[cfg(feature = "serde_json")]
mod json;
mod lines;
mod memory;
mod options;
mod plan;
mod report;
mod rung;
mod size;
mod step;
mod summary;
mod tell;
mod tell_json;
mod told;
mod work;
mod write;

#[cfg(feature = "serde_json")]
pub use json::{Compaction, Compactor, compact_messages};
pub use memory::Memory;
pub use options::{CompactOptions, Economics, KeepResult, Style, ToolPolicy};
pub use report::{CompactionReport, ConversationSize, ExchangeReport, FileTrail};
pub use rung::Rung;
pub use step::{CompactionPlan, Grown, Host, Request, compact_messages_of, grown_of, is_below_of};
pub use tell_json::changes_to_json;
