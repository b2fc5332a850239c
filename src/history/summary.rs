//! Older calls in a few lines, within a limit of tokens.
//!
//! A line per category and a line per failure; while there is room, a line per call below its category. Where the
//! limit is too small for that, texts get shorter, then failures are counted, then only the head line is left.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::calls::Calls;
use super::category::Category;
use super::config::{Dialect, TruncationConfig};
use super::failure::diagnosis;
use super::finer::Finer;
use super::groups::{Group, group};
use super::lines::{HEAD, failure, join, line};
use super::shorten::{quote, shorten};
use super::weigh::tokens_of_text;

/// Chars of a failure's text, and of one that had to get shorter.
const ERROR: usize = 200;
const SHORT: usize = 80;
/// Failures that are looked at for a short line: the newest.
const LOOKED_AT: usize = 128;

/// The summary of the calls at some positions; empty when not even its head line is within the limit.
pub(crate) fn summarize<C: Calls + ?Sized>(calls: &C, positions: &[usize], config: &TruncationConfig) -> String {
    if positions.is_empty() {
        return String::new();
    }
    let groups = group(calls, positions, &config.categories);
    let mut failed: Vec<usize> = groups.iter().flat_map(|group| group.failed.iter().copied()).collect();
    failed.sort_unstable();
    let writer = Writer { calls, config, groups, failed };
    writer.whole().unwrap_or_else(|| writer.shorter())
}

struct Writer<'a, C: ?Sized> {
    calls: &'a C,
    config: &'a TruncationConfig,
    groups: Vec<Group>,
    failed: Vec<usize>,
}

/// A line that stands for some failures.
struct Failures {
    line: String,
    count: usize,
}

impl<C: Calls + ?Sized> Writer<'_, C> {
    fn tokens(&self, text: &str) -> u64 {
        tokens_of_text(text, self.config.dialect)
    }

    /// What a line adds to a text that ends before it.
    fn cost(&self, line: &str) -> u64 {
        self.tokens(&format!("\n{line}"))
    }

    fn fits(&self, text: &str) -> bool {
        self.tokens(text) <= self.config.summary_tokens
    }

    /// The lines per category: of each subject at most so many chars, of those about writes so many.
    fn top(&self, most: usize, writes: usize) -> Vec<String> {
        let most = |group: &Group| if group.category == Category::Write { writes } else { most };
        self.groups.iter().map(|group| line(group, most(group))).collect()
    }

    /// Every failure, and finer lines while there is room. Nothing when that is over the limit.
    fn whole(&self) -> Option<String> {
        let top = self.top(usize::MAX, usize::MAX);
        let failures = self.quoted()?;
        let failures: Vec<&str> = failures.iter().map(|failures| &*failures.line).collect();
        let text = join(&top, &[], &failures, 0);
        let room = self.config.summary_tokens.checked_sub(self.tokens(&text))?;
        if self.config.dialect == Dialect::Reference {
            return Some(text);
        }
        let mut finer = Finer::choose(self.calls, &self.groups, room, |line| self.cost(&format!("  {line}")));
        loop {
            let text = join(&top, &finer.by_group(&self.groups), &failures, 0);
            // The sum of the lines may have been a little low.
            if self.fits(&text) || !finer.drop_last() {
                return Some(text);
            }
        }
    }

    /// A line per failure, in order; nothing when they alone are over the limit.
    fn quoted(&self) -> Option<Vec<Failures>> {
        if !self.config.verbatim_errors {
            return Some(self.counted());
        }
        let mut left = self.config.summary_tokens;
        let quote_one = |&at: &usize| {
            let line = failure(&self.calls.name(at), &quote(&self.calls.result(at), ERROR), 1);
            // A line alone may cost one more than in its place.
            left = left.checked_sub(self.cost(&line).saturating_sub(1))?;
            Some(Failures { line, count: 1 })
        };
        self.failed.iter().map(quote_one).collect()
    }

    /// Failures by tool, when they are not to be quoted: that they happened is still said.
    fn counted(&self) -> Vec<Failures> {
        let mut tools: Vec<(String, usize)> = Vec::new();
        for &at in &self.failed {
            let name = shorten(&self.calls.name(at), SHORT);
            match tools.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => tools.push((name, 1)),
            }
        }
        let line = |(name, count): (String, usize)| Failures { line: format!("- {name}: {count} failed"), count };
        tools.into_iter().map(line).collect()
    }

    /// The newest failures in short, equal ones as one, newest first, and as many as could fit.
    fn shortened(&self) -> Vec<Failures> {
        if !self.config.verbatim_errors {
            return self.counted();
        }
        let mut known: Vec<(String, String, usize)> = Vec::new();
        let mut left = self.config.summary_tokens;
        for &at in self.failed.iter().rev().take(LOOKED_AT) {
            let (name, text) = (self.calls.name(at), shorten(&diagnosis(&self.calls.result(at)), SHORT));
            if let Some((.., times)) = known.iter_mut().find(|(tool, said, _)| *tool == *name && *said == text) {
                *times += 1;
                continue;
            }
            let Some(rest) = left.checked_sub(self.cost(&failure(&name, &text, 1)).saturating_sub(1)) else {
                break;
            };
            left = rest;
            known.push((name.into_owned(), text, 1));
        }
        let line =
            |(name, text, count): (String, String, usize)| Failures { line: failure(&name, &text, count), count };
        known.into_iter().map(line).collect()
    }

    /// The most that fits, from rich to poor. What was edited and the newest failure go last.
    fn shorter(&self) -> String {
        let failures = self.shortened();
        let least = usize::from(!failures.is_empty());
        let named = [(usize::MAX, usize::MAX), (60, 60), (0, 60), (0, 0)].map(|(most, writes)| self.top(most, writes));
        if let Some(text) = named.iter().find_map(|top| self.with_most_failures(top, &failures, least)) {
            return text;
        }
        let mut top = self.top(0, 60);
        for dropped in
            [None, Some(Category::Other), Some(Category::Search), Some(Category::Read), Some(Category::Terminal)]
        {
            for (line, _) in top.iter_mut().zip(&self.groups).filter(|(_, group)| Some(group.category) == dropped) {
                line.clear();
            }
            if let Some(text) = self.with_most_failures(&top, &failures, 0) {
                return text;
            }
        }
        let poorest = [self.with_failures(&[], &[]), String::from(HEAD)];
        poorest.into_iter().find(|text| self.fits(text)).unwrap_or_default()
    }

    /// The lines with as many failures as fit, if that are enough.
    fn with_most_failures(&self, top: &[String], failures: &[Failures], least: usize) -> Option<String> {
        let shown = (least..=self.affordable(top, failures)).rev();
        shown.map(|shown| self.with_failures(top, &failures[..shown])).find(|text| self.fits(text))
    }

    /// How many failures fit below the other lines, or a few more: lines cost nearly the same together as each by itself.
    fn affordable(&self, top: &[String], failures: &[Failures]) -> usize {
        let mut left = self.config.summary_tokens.saturating_sub(self.tokens(&join(top, &[], &[], 0)));
        let pays = |failures: &&Failures| {
            let rest = left.checked_sub(self.cost(&failures.line).saturating_sub(1));
            rest.inspect(|&rest| left = rest).is_some()
        };
        failures.iter().take_while(pays).count()
    }

    fn with_failures(&self, top: &[String], newest_first: &[Failures]) -> String {
        let lines: Vec<&str> = newest_first.iter().rev().map(|failures| &*failures.line).collect();
        let said: usize = newest_first.iter().map(|failures| failures.count).sum();
        join(top, &[], &lines, self.failed.len() - said)
    }
}
