//! The history of a conversation gets smaller, without breaking it.
//!
//! `request` is one request of a host, `step` what becomes of it: `memory` has what was decided before (`state`: as JSON, `fingerprint`:
//! which messages are known). `work` is a conversation as plans see it: `call` what each call did (`args`, `deed`), `layout` what can get
//! smaller. `fate` says what became of each call since. `plan` decides, by age (`age`): what is older may take less. `shorten` makes
//! texts that short (`arguments`, `fact`), `block` lets exchanges leave (`told`), `summary` puts a text in their place. `size` counts,
//! `choices` are what is decided, `write` makes changes of them, `tell` writes the report (`report`, `tell_json`).

mod age;
mod args;
mod arguments;
mod block;
mod call;
mod choices;
mod deed;
mod fact;
mod fate;
mod fingerprint;
mod folding;
#[cfg(feature = "serde_json")]
mod json;
mod layout;
mod memory;
mod options;
mod plan;
mod quote;
mod report;
mod request;
mod rung;
mod shell;
mod shorten;
mod size;
mod state;
mod step;
mod summary;
mod tell;
mod tell_json;
mod told;
mod work;
mod write;

#[cfg(feature = "serde_json")]
pub use json::{Compaction, Compactor, compact_messages, compact_messages_with};
pub use memory::Memory;
pub use options::{CompactOptions, Economics, KeepResult, Style, ToolPolicy};
pub use quote::redact_arguments;
pub use report::{CompactionReport, ConversationSize, ExchangeReport, FileTrail};
pub use request::{CompactionPlan, Grown, Host, Request, compact_messages_of, grown_of, is_below_of};
pub use rung::Rung;
pub use tell_json::changes_to_json;
