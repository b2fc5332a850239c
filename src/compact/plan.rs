//! What gives way, and how far: first everything old as far as it goes, then what room is left is given back, best first.
//!
//! The order in which things give way is the other way round: old results, old arguments, what the assistant said before the last
//! user message, recent results from the oldest on.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::arguments;
use super::fact::{brief, fact, start, with};
use super::fate::{Fate, fates};
use super::options::{CompactOptions, KeepResult};
use super::rung::{Choice, Rung};
use super::work::{ItemKind, Work};
use crate::source::utf16_len;
use crate::tree::Tree;

/// A result of so many units or less is never rewritten.
pub(crate) const TINY: u64 = 200;
/// A change that saves less is not worth it.
pub(super) const GAIN: u64 = 16;
/// What the assistant said is cut to this.
pub(super) const SAID: usize = 40;
/// Recent results are not trimmed below this while others can give.
const RECENT: u64 = 1000;

pub(crate) struct Plan<'p, 'a, T: Tree> {
    pub(crate) work: &'p Work<'a, T>,
    pub(super) options: &'p CompactOptions,
    pub(crate) fates: Vec<Fate>,
    /// Which exchanges are recent.
    pub(crate) recent: Vec<bool>,
    /// What becomes of each item; none: it stays as it is.
    pub(crate) choices: Vec<Option<Choice>>,
    pub(crate) total: u64,
    /// What was said by the failures that were looked at.
    pub(super) lines: Vec<Option<String>>,
    /// By the number of an exchange, the item of its arguments.
    pub(super) args_of: Vec<Option<usize>>,
    /// Texts that items have now, where they were changed before.
    pub(super) current: &'p [Option<Choice>],
    /// What is kept is sent with each request until the next step.
    pub(super) live: bool,
}

impl<'p, 'a, T: Tree> Plan<'p, 'a, T> {
    pub(crate) fn new(
        work: &'p Work<'a, T>,
        options: &'p CompactOptions,
        current: &'p [Option<Choice>],
        recent: Vec<bool>,
        live: bool,
    ) -> Self {
        Self {
            work,
            options,
            fates: fates(&work.calls),
            recent,
            choices: vec![None; work.items.len()],
            total: work.total(),
            lines: vec![None; work.calls.len()],
            args_of: items_of(work, true),
            current,
            live,
        }
    }

    /// Makes everything fit `target` units, as far as that can be.
    pub(crate) fn fit(&mut self, target: u64) {
        if self.total <= target {
            return;
        }
        // What is small already stays as it was decided, so that what was sent before is sent again.
        for hard in [false, true] {
            for item in 0..self.work.items.len() {
                let settled = self.current.get(item).is_some_and(Option::is_some) && self.size(item) <= SETTLED;
                if (hard || !settled)
                    && self.choices[item].is_none()
                    && let Some(choice) = self.least(item)
                {
                    self.set(item, choice);
                }
            }
            if self.total <= target {
                break;
            }
        }
        if self.total > target {
            self.shrink_recent(target, RECENT);
            self.shrink_arguments(target);
            self.shrink_recent(target, 0);
            self.drop_arguments(target);
            return;
        }
        let room = target - self.total;
        let spent = if self.live { (room as f64 * LIVE) as u64 } else { room };
        self.give_back(self.total + spent);
    }

    pub(super) fn set(&mut self, item: usize, choice: Choice) {
        let before = self.size(item);
        self.total = self.total - before + choice.units;
        self.choices[item] = Some(choice);
    }

    pub(super) fn unset(&mut self, item: usize) {
        let before = self.size(item);
        self.choices[item] = None;
        self.total = self.total - before + self.size(item);
    }

    pub(super) fn size(&self, item: usize) -> u64 {
        self.choices[item].as_ref().map_or(self.work.items[item].now, |choice| choice.units)
    }

    pub(super) fn line(&mut self, call: usize) -> String {
        let work = self.work;
        self.lines[call].get_or_insert_with(|| work.failure_line(&work.calls[call])).clone()
    }

    pub(super) fn block(&self, call: usize) -> String {
        let most = usize::try_from(self.options.error_chars).unwrap_or(usize::MAX);
        self.work.failure_block(&self.work.calls[call], most)
    }

    /// True when an exchange gives way last.
    pub(super) fn is_spared(&self, call: usize) -> bool {
        self.recent[call] || self.work.calls[call].keep == KeepResult::Always || self.is_protected(call)
    }

    pub(super) fn is_protected(&self, call: usize) -> bool {
        let deed = &self.work.calls[call].deed;
        let protects = |path: &str| self.options.protects(path);
        self.fates[call].newest && deed.views.iter().any(|view| protects(&view.path))
    }

    /// As small as an item gets.
    pub(super) fn least(&mut self, item: usize) -> Option<Choice> {
        let work = self.work;
        let found = work.items.get(item)?;
        if self.current.get(item).and_then(Option::as_ref).is_some_and(|choice| choice.rung == Rung::Folded) {
            return None;
        }
        let choice = match found.kind {
            ItemKind::Result(call) if !self.is_spared(call) && found.now > TINY => self.brief(call, found.text),
            ItemKind::Args(call) if !self.recent[call] => self.bare(call)?,
            ItemKind::Text if found.now > SAID as u64 && found.at.message < work.last_user => {
                written(start(&work.text(found.at), 0))
            }
            ItemKind::Media if !self.is_late(found.at.message) => self.label(item)?,
            ItemKind::Thinking => Choice { rung: Rung::Counted, text: None, units: 0 },
            _ => return None,
        };
        (choice.units + GAIN <= found.now).then_some(choice)
    }

    /// True of messages from the first recent call on, and of what the user said last.
    fn is_late(&self, message: usize) -> bool {
        let first = self.recent.iter().position(|recent| *recent).and_then(|call| self.work.calls.get(call));
        message >= self.work.last_user || first.is_some_and(|call| message >= call.at.message)
    }

    /// An image or a file as a line with its type and size.
    fn label(&self, item: usize) -> Option<Choice> {
        self.work.label(self.work.items.get(item)?.at).map(written)
    }

    /// The arguments as small as they get; files that later calls name go, too.
    pub(super) fn bare(&self, call: usize) -> Option<Choice> {
        let held = &self.work.calls[call];
        let fate = self.fates[call];
        let named = fate.named_later && (!held.deed.writes.is_empty() || !held.deed.views.is_empty());
        arguments::bare(held, named).map(written)
    }

    /// A step above that: what was asked, without long texts.
    pub(super) fn larger(&self, item: usize) -> Option<Choice> {
        let found = self.work.items.get(item)?;
        match found.kind {
            ItemKind::Args(call) => arguments::short(&self.work.calls[call]).map(written),
            ItemKind::Text => Some(written(start(&self.work.text(found.at), SAID))),
            _ => None,
        }
    }

    /// That there was a result; of a failure its first line, of an edit whose arguments went the files.
    pub(super) fn brief(&mut self, call: usize, units: u64) -> Choice {
        let work = self.work;
        let held = &work.calls[call];
        // What the arguments say as they are at least need not be said again.
        let loses_files = !held.deed.writes.is_empty() && {
            let left = self.bare(call).and_then(|choice| choice.text);
            let left = left.as_deref().unwrap_or(&held.args_text);
            !self.fates[call].named_later && held.deed.writes.iter().any(|path| !left.contains(path.as_str()))
        };
        let mut text = brief(held, units, loses_files);
        if (held.failed || held.suspect) && self.options.verbatim_errors {
            let line = self.line(call);
            text = with(&text, &line);
        }
        Choice { rung: Rung::Counted, units: utf16_len(&text) as u64, text: Some(text) }
    }

    /// What was done, and of a failure what it said.
    pub(super) fn fact(&mut self, call: usize, units: u64) -> Choice {
        let held = &self.work.calls[call];
        let mut text = fact(held, self.fates[call], units, self.work.hits(held));
        if let Some(title) = self.work.title(held) {
            text = with(&text, &title);
        }
        if (held.failed || held.suspect) && self.options.verbatim_errors {
            let fate = self.fates[call];
            let said = if fate.mended { self.line(call) } else { self.block(call) };
            text = with(&text, &said);
        }
        Choice { rung: Rung::Fact, units: utf16_len(&text) as u64, text: Some(text) }
    }
}

/// Units up to which what was decided before is not worth a change.
const SETTLED: u64 = 200;

pub(super) fn written(text: String) -> Choice {
    Choice { rung: Rung::Trimmed, units: utf16_len(&text) as u64, text: Some(text) }
}

const LIVE: f64 = 0.1;

/// By the number of an exchange, the item of its arguments or of its result.
pub(super) fn items_of<T: Tree>(work: &Work<'_, T>, arguments: bool) -> Vec<Option<usize>> {
    let mut found = vec![None; work.calls.len()];
    for (item, held) in work.items.iter().enumerate() {
        match held.kind {
            ItemKind::Args(call) if arguments => found[call] = Some(item),
            ItemKind::Result(call) if !arguments => found[call] = Some(item),
            _ => {}
        }
    }
    found
}
