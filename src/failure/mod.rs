//! Detection of failures, and of the line that tells the cause.
//!
//! `terms` is the one table of words and phrases; `trigger` finds at full speed whether a line holds any of them.
//! `look` judges one line, from its words (`said`), its form (`role`, `place`) and whether it says that all is well
//! (`well`). `harness` knows what agents print around a result, `telling` the line of a failed output that says what
//! went wrong, `diagnosis` its place and message, `ending` whether a call failed.

pub(crate) mod diagnosis;
mod ending;
mod harness;
mod look;
mod place;
mod role;
mod said;
mod telling;
mod terms;
#[cfg(test)]
mod tests;
mod token;
pub(crate) mod trigger;
mod well;
pub(crate) mod within;

pub(crate) use ending::{Call, Does, ENDS};
pub(crate) use harness::exit_code;
pub(crate) use look::{Look, Severity, look, plain};
pub(crate) use role::Role;
pub(crate) use telling::{WINDOW, block, line, telling_line, units};
pub(crate) use token::Token;
