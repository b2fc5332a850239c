//! Older calls in a few lines, within a limit of tokens.
//!
//! A line per category and a line per failure; while there is room, a line per call below its category. Where the
//! limit is too small for that, texts get shorter, then failures are counted, then only the number of calls is left.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::History;
use super::config::TruncationConfig;
use super::errors::{Errors, Failures};
use super::finer::{Finer, in_order};
use super::groups::{Group, group};
use super::lines::{HEAD, join, line};
use super::weigh::tokens_of_text;
use crate::call::Category;
use crate::call::staleness::staleness_of;
use crate::forms;

/// Summarizes the calls at `positions`; empty if not even their number fits. Other calls only contribute what came of
/// these.
pub(crate) fn summarize(history: History<'_>, positions: &[usize], config: &TruncationConfig) -> String {
    if positions.is_empty() {
        return String::new();
    }
    let groups = group(history, positions, config.dialect.is_own());
    let fails = |at: &usize| history.calls[*at].failed || history.calls[*at].suspect;
    let failed: Vec<usize> = positions.iter().copied().filter(fails).collect();
    let mut open = failed.clone();
    if config.dialect.is_own() && !failed.is_empty() {
        let staleness = staleness_of(history.calls, history.base);
        open.retain(|&at| staleness[at].resolved.is_none());
    }
    let errors = Errors { history, config, failed, open };
    let writer = Writer { history, config, groups, errors, calls: positions.len() };
    let whole = writer.whole();
    match whole {
        Some(summary) if summary.names_edits => summary.text,
        whole => {
            let failures = writer.errors.shortened();
            let named = writer.naming_edits(&failures);
            named.or(whole.map(|summary| summary.text)).unwrap_or_else(|| writer.shorter(&failures))
        }
    }
}

/// A summary, whether it names all files that were edited, and its tokens without finer lines of other calls.
struct Summary {
    text: String,
    names_edits: bool,
    edits: u64,
}

struct Writer<'a> {
    history: History<'a>,
    config: &'a TruncationConfig,
    groups: Vec<Group>,
    errors: Errors<'a>,
    /// Number of calls that are summarized.
    calls: usize,
}

impl Writer<'_> {
    fn tokens(&self, text: &str) -> u64 {
        tokens_of_text(text, self.config.dialect)
    }

    fn fits(&self, text: &str) -> bool {
        self.tokens(text) <= self.config.max_history_summary_tokens
    }

    /// Returns the lines per category: subjects of up to `most` chars, of writes up to `writes`.
    fn top(&self, most: usize, writes: usize) -> Vec<String> {
        let most = |group: &Group| if group.category == Category::Write { writes } else { most };
        let own = self.config.dialect.is_own();
        self.groups.iter().map(|group| line(group, most(group), own)).collect()
    }

    /// Every failure, and finer lines while there is room. Nothing when that is over the limit.
    fn whole(&self) -> Option<Summary> {
        let failures = self.errors.quoted()?;
        self.with_finer(&self.top(usize::MAX, usize::MAX), &failures)
    }

    /// All files that were edited, and as many failures as leave room for them; nothing when there is no room for the
    /// files.
    fn naming_edits(&self, failures: &[Failures]) -> Option<String> {
        if !self.config.dialect.is_own() {
            return None;
        }
        let top = self.top(usize::MAX, usize::MAX);
        let summary =
            |shown: usize| self.with_finer(&top, failures.get(..shown)?).filter(|summary| summary.names_edits);
        // The fewer failures, the more room for files. The lines of files say how many failures that may be.
        let least = usize::from(!failures.is_empty());
        let best = summary(least)?;
        let room = self.config.max_history_summary_tokens.saturating_sub(best.edits);
        let more = failures.get(least..failures.len().min(SHARE)).unwrap_or_default();
        // A line costs up to one more alone than among others.
        let most = least + more.len().min(self.errors.affordable(more, room) + 2);
        let better = (least + 1..=most).rev().take(TRIES).find_map(summary);
        Some(better.map_or(best.text, |better| better.text))
    }

    /// The lines with finer ones while there is room; nothing when they are over the limit without.
    fn with_finer(&self, top: &[String], failures: &[Failures]) -> Option<Summary> {
        let text = self.join(top, &[], failures);
        let room = self.config.max_history_summary_tokens.checked_sub(self.tokens(&text))?;
        if !self.config.dialect.is_own() {
            return Some(Summary { text, names_edits: true, edits: 0 });
        }
        let cost = |line: &str| self.tokens(&format!("\n  {line}"));
        let mut finer = Finer::choose(
            self.history,
            &self.groups,
            &self.errors.open,
            self.config.preserve_errors_verbatim,
            room,
            cost,
        );
        loop {
            let text = self.join(top, &finer.by_group(&self.groups), failures);
            // The sum of the lines may have been a little low: half of that in lines goes, and the rest is looked at again.
            let over = self.tokens(&text).saturating_sub(self.config.max_history_summary_tokens);
            if over == 0 || !finer.drop_last(over / 2, cost) {
                let edits = self.tokens(&self.join(top, &finer.only(Category::Write, &self.groups), failures));
                let names_edits = finer.names_all(Category::Write, &self.groups);
                return Some(Summary { text, names_edits, edits });
            }
        }
    }

    /// The most that fits, from rich to poor. What was edited and the newest failure go last.
    fn shorter(&self, failures: &[Failures]) -> String {
        let least = usize::from(!failures.is_empty());
        let full = self.top(usize::MAX, usize::MAX);
        if self.config.dialect.is_own() {
            let all = failures.iter().map(|failures| failures.count).sum::<usize>() == self.errors.failed.len();
            if all && let Some(summary) = self.with_finer(&full, failures) {
                return summary.text;
            }
            // Failures do not take all room while there is something else to report; the rest goes to them.
            let share = |shown: &usize| {
                let text = self.join(&full, &[], &failures[..*shown]);
                self.tokens(&text) <= self.config.max_history_summary_tokens / 2
            };
            if let Some(shown) = (least..=failures.len().min(SHARE)).rev().find(share)
                && let Some(summary) = self.with_finer(&full, &failures[..shown])
                && summary.text.contains(FINER)
            {
                return summary.text;
            }
        }
        // Edited files are dropped last: before that, other subjects, then failures, then other lines.
        let named = |(most, writes, least)| (self.top(most, writes), least);
        let fitting = |(top, least): (Vec<String>, usize)| self.with_most_failures(&top, failures, least);
        let mut rich = core::iter::once((full, least)).chain([(60, 60, least), (0, 60, least)].map(named));
        if let Some(text) = rich.find_map(fitting) {
            return text;
        }
        for writes in [60, 0] {
            let mut top = self.top(0, writes);
            for dropped in
                [None, Some(Category::Other), Some(Category::Search), Some(Category::Read), Some(Category::Terminal)]
            {
                for (line, _) in top.iter_mut().zip(&self.groups).filter(|(_, group)| Some(group.category) == dropped) {
                    line.clear();
                }
                if let Some(text) = self.with_most_failures(&top, failures, 0).filter(|text| text != HEAD) {
                    return text;
                }
            }
        }
        // The head line alone would say nothing.
        let counted = self.join(&[], &[], &[]);
        let how_many = forms::FACT.with(&[&crate::number::counted(self.calls, "tool call")]);
        let mut poorest = [counted, how_many].into_iter().filter(|text| *text != HEAD);
        poorest.find(|text| self.fits(text)).unwrap_or_default()
    }

    /// The lines with as many failures as fit, if that are enough.
    fn with_most_failures(&self, top: &[String], failures: &[Failures], least: usize) -> Option<String> {
        let room = self.config.max_history_summary_tokens.saturating_sub(self.tokens(&join(top, &[], &[], 0)));
        let shown = (least..=self.errors.affordable(failures, room)).rev();
        shown.map(|shown| self.join(top, &[], &failures[..shown])).find(|text| self.fits(text))
    }

    fn join(&self, top: &[String], finer: &[Vec<&str>], failures: &[Failures]) -> String {
        // Chosen newest first, listed oldest first.
        let lines = in_order(failures.iter().map(|failures| (failures.at, &*failures.line)));
        let counted: usize = failures.iter().map(|failures| failures.count).sum();
        join(top, finer, &lines, self.errors.failed.len() - counted)
    }
}

/// Numbers of failures that are tried beside the files that were edited.
const TRIES: usize = 4;
/// Failures among which the best share is looked for.
const SHARE: usize = 40;
/// The start of a finer line.
const FINER: &str = "\n  [Earlier: ";
