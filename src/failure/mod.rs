//! Detects failures, and the line that names the cause.
//!
//! `terms` is the one table of words and phrases; `trigger` quickly finds whether a line contains any of them.
//! `classify` rates one line by its words (`wording`, and `word` for one), its form (`role`, `place`, `shell`) and statements of success (`well`); by the
//! `signs` in it most of these need not be asked.
//! `level` finds the level that a log record states.
//! `known` remembers the classes of lines by their form.
//! `harness` recognizes what agents print around a result, `logs` what tests print, `finding` the places of linters.
//! `headline` selects the error line of a failed output, `quote` what to keep beside it, `diagnosis` says it in a line.
//! `output` holds the lines of a failed output. `ending` decides whether a call failed, by what `verdict` knows of last lines.

mod classify;
pub(crate) mod diagnosis;
mod ending;
mod finding;
mod harness;
mod headline;
mod known;
mod level;
mod logs;
mod members;
mod output;
mod place;
mod quote;
mod role;
mod said;
mod shell;
mod signs;
mod terms;
#[cfg(test)]
mod tests;
mod token;
pub(crate) mod trigger;
mod verdict;
mod well;
pub(crate) mod within;
mod word;
mod wording;

pub(crate) use classify::{LineClass, Severity, classify, plain};
pub(crate) use ending::{Call, Does, ENDS};
pub(crate) use finding::{is_position, points};
pub(crate) use headline::WINDOW;
pub(crate) use known::Known;
pub(crate) use logs::Quoted;
pub(crate) use place::is_path;
pub(crate) use quote::{Quotes, quotes, units};
pub(crate) use role::Role;
pub(crate) use token::Token;
pub(crate) use verdict::has_failed;
pub(crate) use well::is_well;
