//! The failures of older calls, as lines.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::History;
use super::config::TruncationConfig;
use super::finer::DIAGNOSED;
use super::groups::argument;
use super::lines::failure;
use super::weigh::tokens_of_text;
use crate::call::Field;
use crate::failure::diagnosis::{diagnosis, excerpt};
use crate::hash::{Table, hash};
use crate::measure::{quote, shorten};

/// Chars of a failure's text, and of one that had to get shorter.
const ERROR: usize = 200;
const SHORT: usize = 80;
/// Chars of the command that failed, and of a name before it.
const COMMAND: usize = 50;
const NAME: usize = 40;
/// Number of failures, newest first, that can become a short line.
const LOOKED_AT: usize = 128;

/// Failed calls, and how the summary shows them.
pub(crate) struct Errors<'a> {
    pub(crate) history: History<'a>,
    pub(crate) config: &'a TruncationConfig,
    /// Positions of the calls that failed.
    pub(crate) failed: Vec<usize>,
    /// Those of them after which the same call did not succeed.
    pub(crate) open: Vec<usize>,
}

/// One line for several equal failures.
pub(crate) struct Failures {
    pub(crate) line: String,
    pub(crate) count: usize,
    /// The position of the first.
    pub(crate) at: usize,
}

impl Errors<'_> {
    fn cost(&self, line: &str) -> u64 {
        // A line alone may cost one more than in its place.
        tokens_of_text(&format!("\n{line}"), self.config.dialect).saturating_sub(1)
    }

    /// A line per failure, in order; nothing when they alone are over the limit.
    pub(crate) fn quoted(&self) -> Option<Vec<Failures>> {
        if !self.config.preserve_errors_verbatim {
            return Some(self.counted());
        }
        let mut left = self.config.max_history_summary_tokens;
        let quote_one = |&at: &usize| {
            let line = failure(&self.name(at), &self.quote(at), 1) + self.outcome(at);
            left = left.checked_sub(self.cost(&line))?;
            Some(Failures { line, count: 1, at })
        };
        self.failed.iter().map(quote_one).collect()
    }

    /// Returns a result from the line on that names the error; in the reference dialect, its start.
    fn quote(&self, at: usize) -> String {
        if self.config.dialect.is_own() {
            return excerpt(&self.history.result(at, DIAGNOSED), ERROR);
        }
        // Room for leading white space, and for a grapheme that crosses the end.
        let most = 2 * ERROR + 256;
        let units = self.history.calls[at].result_units;
        quote(&(self.history.ends)(at, most).0, ERROR, units > most as u64)
    }

    /// Returns the name of a tool and the command that it ran; in the reference dialect, the name.
    fn name(&self, at: usize) -> String {
        let call = self.history.calls[at];
        let own = self.config.dialect.is_own();
        match argument(call, Field::Command, COMMAND, own).filter(|_| own) {
            Some(command) => format!("{} `{command}`", shorten(&call.name, NAME)),
            None => call.name.clone(),
        }
    }

    fn outcome(&self, at: usize) -> &'static str {
        if self.is_open(at) { "" } else { " (passed later)" }
    }

    fn is_open(&self, at: usize) -> bool {
        self.open.binary_search(&at).is_ok()
    }

    /// Counts failures by tool, for summaries that do not quote them.
    fn counted(&self) -> Vec<Failures> {
        let mut tools: Vec<(String, usize, usize)> = Vec::new();
        let mut known = Table::new();
        for &at in &self.failed {
            let name = shorten(&self.history.calls[at].name, SHORT);
            let index = *known.entry(hash(name.as_bytes()), tools.len() as u32);
            match tools.get_mut(index as usize) {
                Some((_, count, _)) => *count += 1,
                None => tools.push((name, 1, at)),
            }
        }
        let line = |(name, count, at): (String, usize, usize)| {
            let line = format!("- {name}: {count} failed");
            Failures { line, count, at }
        };
        tools.into_iter().map(line).collect()
    }

    /// Returns short lines of failures, equal ones merged, the most useful first: open ones, newest first, then those
    /// that passed later. Stops when no more could fit.
    pub(crate) fn shortened(&self) -> Vec<Failures> {
        if !self.config.preserve_errors_verbatim {
            return self.counted();
        }
        let open = self.open.iter().rev();
        let passed = self.failed.iter().rev().filter(|&&at| !self.is_open(at));
        let mut known: Vec<Short> = Vec::new();
        let mut left = self.config.max_history_summary_tokens;
        let mut is_full = false;
        for (number, &at) in open.chain(passed).enumerate() {
            let key = self.key(at);
            if let Some(same) = known.iter_mut().find(|same| same.key == key) {
                same.count += 1;
                same.at = at;
                continue;
            }
            // From here on equal ones are counted.
            if is_full || number >= LOOKED_AT {
                continue;
            }
            let short = Short { key, ..self.short(at) };
            if let Some(same) = known.iter_mut().find(|same| same.name == short.name && same.text == short.text) {
                same.count += 1;
                same.at = at;
                continue;
            }
            let Some(rest) = left.checked_sub(self.cost(&failure(&short.name, &short.text, 1))) else {
                is_full = true;
                continue;
            };
            left = rest;
            known.push(short);
        }
        let line = |short: Short| {
            let line = failure(&short.name, &short.text, short.count);
            Failures { line, count: short.count, at: short.at }
        };
        known.into_iter().map(line).collect()
    }

    fn short(&self, at: usize) -> Short {
        let name = shorten(&self.name(at), SHORT + COMMAND);
        let text = shorten(&diagnosis(&self.history.result(at, DIAGNOSED)), SHORT);
        Short { name, text: text + self.outcome(at), count: 1, at, key: 0 }
    }

    /// Returns a hash that equal failures share, without a diagnosis: over the call, and the size and both ends of its
    /// result.
    fn key(&self, at: usize) -> u64 {
        let (head, tail) = (self.history.ends)(at, SHORT);
        let units = self.history.calls.get(at).map_or(0, |call| call.result_units);
        hash(format!("{}\0{}\0{units}\0{head}\0{tail}", self.name(at), self.outcome(at)).as_bytes())
    }

    /// Returns how many failures fit, or a few more: lines together cost about the sum of each.
    pub(crate) fn affordable(&self, failures: &[Failures], room: u64) -> usize {
        let mut left = room;
        let pays = |failures: &&Failures| {
            let rest = left.checked_sub(self.cost(&failures.line));
            rest.inspect(|&rest| left = rest).is_some()
        };
        failures.iter().take_while(pays).count()
    }
}

/// A failure in short.
struct Short {
    name: String,
    text: String,
    count: usize,
    at: usize,
    key: u64,
}
