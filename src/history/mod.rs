//! Tool calls of a conversation: which stay, and what stands for the others.
//!
//! `config` says when and how much, `weigh` how large calls are, `truncate` which go; `summary` writes what stands for them, from
//! `groups` (by category), `lines`, `finer` (`fact`: one line about one call, `failure`: what went wrong, `resolved`: and
//! whether it still does), `errors` and `shorten`. `render` and `compacted` write calls that stay as text.

mod calls;
mod category;
mod compacted;
mod config;
pub(crate) mod conversation;
#[cfg(feature = "serde_json")]
mod entry;
mod errors;
mod fact;
mod failure;
mod finer;
mod groups;
mod lines;
pub(crate) mod pair;
mod render;
mod resolved;
mod shorten;
mod summary;
mod truncate;
mod weigh;

pub use calls::{Calls, Field};
pub(crate) use category::has_word;
pub use category::{Categories, Category, categorize_tool_call};
pub use compacted::{CompactedHistory, RecentCall};
pub use config::{Budget, Threshold, TruncationConfig};
pub(crate) use config::{read_budget, read_category};
pub use conversation::Place;
#[cfg(feature = "serde_json")]
pub use entry::ToolCall;
pub(crate) use fact::hits;
pub(crate) use groups::file_of;
pub(crate) use lines::HEAD;
pub(crate) use render::below;
pub use render::{Rendering, call_text, result_text};
pub(crate) use shorten::shorten;
pub(crate) use summary::summarize;
pub use truncate::{Truncation, TruncationPlan, compute_truncation};
