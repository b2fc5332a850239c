//! Wraps tools: results and failures as text within one limit, contracts checked first.
//!
//! `words` holds what a model reads, `text` how a result becomes text, `contract` what is asked before the tool runs,
//! `options` how to wrap, and `wrap` does it.

mod contract;
mod future;
mod options;
mod text;
mod words;
mod wrap;

pub use contract::Verdict;
pub use future::ToolFuture;
pub use options::ToolOptions;
pub use text::ToolText;
pub use words::{NO_RESULT, contract_failure, tool_failure, tool_words};
pub use wrap::{toolify, toolify_async};
