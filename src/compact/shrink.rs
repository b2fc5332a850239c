//! What gives way last: recent results, their arguments, what was said since the last user message.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::arguments;
use super::fact::{fact, start};
use super::lines::{Lines, Source};
use super::options::KeepResult;
use super::plan::{GAIN, Plan, SAID, TINY, written};
use super::rung::{Choice, Rung};
use super::work::ItemKind;
use crate::history::{Category, neutralise};
use crate::marker::REF;
use crate::source::utf16_len;
use crate::text::{TrimOptions, Trimmer};
use crate::tree::Tree;

/// A text of fewer lines, or of wider ones, is trimmed to its ends.
const FEW: usize = 12;
const WIDE: usize = 200;

/// What is left of a text, its lines safe where they look like ours; our own markers are no lines of it.
fn safe(text: &str, cut: &str) -> String {
    if neutralise(cut) == cut {
        return String::from(cut);
    }
    let line = |line: &str| match neutralise(line) {
        Cow::Owned(safe) if text.split('\n').any(|own| own == line) => safe,
        _ => String::from(line),
    };
    cut.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

impl<T: Tree> Plan<'_, '_, T> {
    /// Recent results, and what else is spared, from the oldest on.
    pub(super) fn shrink_recent(&mut self, target: u64, least: u64) {
        let work = self.work;
        for (item, found) in work.items.iter().enumerate() {
            if self.total <= target {
                return;
            }
            let ItemKind::Result(call) = found.kind else { continue };
            let size = self.size(item);
            if !self.is_spared(call) || size <= TINY.max(least) || work.calls[call].keep == KeepResult::Always {
                continue;
            }
            let most = size.saturating_sub(self.total - target).max(least);
            let trimmed = self.trimmed(call, most);
            let choice = match trimmed {
                Some(choice) if choice.units <= most.max(TINY) || least > 0 => choice,
                _ => self.brief(call, found.text),
            };
            if choice.units < size {
                self.set(item, choice);
            }
        }
    }

    /// Recent arguments, from the oldest on, and what was said since the last user message.
    pub(super) fn shrink_arguments(&mut self, target: u64) {
        for item in 0..self.work.items.len() {
            if self.total <= target {
                return;
            }
            let ItemKind::Args(call) = self.work.items[item].kind else { continue };
            if self.recent[call]
                && let Some(choice) = self.bare(call)
                && choice.units + GAIN <= self.size(item)
            {
                self.set(item, choice);
            }
        }
        // All but the last word.
        let texts: Vec<usize> =
            (0..self.work.items.len()).filter(|item| self.work.items[*item].kind == ItemKind::Text).collect();
        for item in texts.into_iter().rev().skip(1).rev() {
            let found = &self.work.items[item];
            if self.total > target && self.choices[item].is_none() && found.now > SAID as u64 + 20 {
                let choice = written(start(&self.work.text(found.at), SAID));
                self.set(item, choice);
            }
        }
    }

    /// Arguments of calls that changed nothing, from the oldest on: when nothing else is left.
    pub(super) fn drop_arguments(&mut self, target: u64) {
        for item in 0..self.work.items.len() {
            if self.total <= target {
                return;
            }
            let ItemKind::Args(call) = self.work.items[item].kind else { continue };
            let held = &self.work.calls[call];
            if held.deed.writes.is_empty()
                && let Some(choice) = arguments::gone(held).map(written)
                && choice.units + GAIN <= self.size(item)
            {
                self.set(item, choice);
            }
        }
    }

    /// Both ends of a result, and what went wrong between them, in so many units.
    pub(super) fn trimmed(&self, call: usize, most: u64) -> Option<Choice> {
        let held = &self.work.calls[call];
        let own = self.options.policy(&held.name).and_then(|policy| policy.result.clone());
        if own.is_none()
            && !held.failed
            && held.deed.category() != Category::Terminal
            && let Some(choice) = self.needed(call, most)
        {
            return Some(choice);
        }
        let mut options = own.unwrap_or_else(|| TrimOptions::new().rescue(true));
        options.keeping = held.kept.is_some();
        let own_marker = options.marker.is_some();
        let text = self.work.result_text(held);
        let mut room = most;
        // Backslashes before lines that look like ours add to it: then again, with as much less.
        for _ in 0..4 {
            let trimmer = Trimmer::new(options.clone().max_utf16(usize::try_from(room).unwrap_or(usize::MAX))).ok()?;
            let trimmer = trimmer.kept_under(held.kept.unwrap_or_default());
            let cut = safe(&text, &trimmer.trim(&text).text);
            // No room to say where the rest is: a fact says it in less.
            if !own_marker && held.kept.is_some_and(|number| !cut.contains(&*format!("{REF}{number}]"))) {
                return None;
            }
            let units = utf16_len(&cut) as u64;
            if units <= most {
                return Some(Choice { rung: Rung::Trimmed, units, text: Some(cut) });
            }
            room = room.saturating_sub(units - most);
        }
        None
    }

    /// Of a file or a list the lines that are likely needed, in so many units.
    pub(super) fn needed(&self, call: usize, most: u64) -> Option<Choice> {
        let held = &self.work.calls[call];
        let text = self.work.result_text(held);
        let count = text.split('\n').count();
        if count < FEW || text.len() / count > WIDE {
            return None;
        }
        let fact = fact(held, self.fates[call], held.result_units, self.work.hits(held));
        let mut lines = self.new_lines();
        let path = held.deed.views.first().map(|view| view.path.clone());
        lines.add(Source { text, age: 0, worth: 1.0, path, overhead: 0, escaped: false, foreign: true });
        let room = most.checked_sub(utf16_len(&fact) as u64 + 1)?;
        let kept = lines.choose(room).pop()??;
        let text = fact + "\n" + &kept.text();
        let units = utf16_len(&text) as u64;
        (units <= most).then_some(Choice { rung: Rung::Outline, units, text: Some(text) })
    }

    /// What is known before any line is looked at: what the assistant wrote, and what is being worked on.
    pub(super) fn new_lines(&self) -> Lines {
        let mut lines = Lines::new();
        for (call, recent) in self.work.calls.iter().zip(&self.recent) {
            lines.wrote(&call.args_text);
            if *recent {
                lines.speaks_of(&call.args_text);
            }
        }
        for text in self.work.last_words() {
            lines.speaks_of(&text);
        }
        lines
    }
}
