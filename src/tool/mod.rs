//! Wraps tools: contracts are checked first, and results and failures become text within one limit.
//!
//! `words` holds the messages to the model, `text` converts results, `contract` checks the arguments before the tool
//! runs, `options` configures the wrapper, and `wrap` applies it.

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
