//! Wraps tools: contracts are checked first, and results and failures become text within one limit.
//!
//! `words` holds the messages to the model, `text` converts results, `contract` checks the arguments before the tool
//! runs, `options` configures the wrapper, and `wrap` applies it.

mod contract;
mod contracts;
mod future;
mod options;
mod places;
mod text;
mod words;
mod wrap;

pub use contract::{ContractKind, Verdict, Violation};
pub use future::ToolFuture;
pub use options::ToolOptions;
pub use places::shorten_places;
pub use text::ToolText;
pub use words::{ContractFailures, NO_RESULT, contract_failure, tool_description, tool_failure, tool_words};
pub use wrap::{toolify, toolify_async};
