//! Detection of failures, and of the line that tells the cause.
//!
//! `terms` is the one table of words and phrases; `trigger` finds at full speed whether a line holds any of them.
//! `class` judges one line, from its words (`wording`), its form (`role`, `place`) and whether it says that all is well
//! (`well`). `harness` knows what agents print around a result, `headline` the line of a failed output that says what
//! went wrong, `diagnosis` its place and message, `ending` whether a call failed.

mod classify;
pub(crate) mod diagnosis;
mod ending;
mod harness;
mod headline;
mod place;
mod role;
mod terms;
#[cfg(test)]
mod tests;
mod token;
pub(crate) mod trigger;
mod well;
pub(crate) mod within;
mod wording;

pub(crate) use classify::{LineClass, Severity, classify, plain};
pub(crate) use ending::{Call, Does, ENDS};
pub(crate) use harness::exit_code;
pub(crate) use headline::{WINDOW, block, line, telling_line, units};
pub(crate) use role::Role;
pub(crate) use token::Token;
