//! What gives way, and how far: first everything old as far as it goes, then what room is left is given back, best first.
//!
//! The order in which things give way is the other way round: old results, old arguments, what the assistant said before the last
//! user message, recent results from the oldest on.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::arguments;
use super::fact::{brief, fact, start, with};
use super::fate::{Fate, fates};
use super::lines::{Kept, Lines, Source};
use super::options::{CompactOptions, KeepResult};
use super::rung::{Choice, Rung};
use super::work::{ItemKind, Work};
use crate::history::{Category, neutralise};
use crate::source::utf16_len;
use crate::text::{TrimOptions, Trimmer};
use crate::tree::Tree;

/// A result of so many units or less is never rewritten.
pub(crate) const TINY: u64 = 200;
/// A change that saves less is not worth it.
const GAIN: u64 = 16;
/// What the assistant said is cut to this.
const SAID: usize = 40;
/// Recent results are not trimmed below this while others can give.
const RECENT: u64 = 1000;
/// Units that are read at most for the lines that are kept, by unit of room.
const READ: u64 = 8;
const READ_MOST: u64 = 128 * 1024;

pub(crate) struct Plan<'p, 'a, T: Tree> {
    pub(crate) work: &'p Work<'a, T>,
    options: &'p CompactOptions,
    pub(crate) fates: Vec<Fate>,
    /// Which exchanges are recent.
    pub(crate) recent: Vec<bool>,
    /// What becomes of each item; none: it stays as it is.
    pub(crate) choices: Vec<Option<Choice>>,
    pub(crate) total: u64,
    /// What was said by the failures that were looked at.
    lines: Vec<Option<String>>,
    /// By the number of an exchange, the item of its arguments.
    args_of: Vec<Option<usize>>,
    /// Texts that items have now, where they were changed before.
    current: &'p [Option<Choice>],
    /// What is kept is sent with each request until the next step.
    live: bool,
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

    fn set(&mut self, item: usize, choice: Choice) {
        let before = self.size(item);
        self.total = self.total - before + choice.units;
        self.choices[item] = Some(choice);
    }

    fn unset(&mut self, item: usize) {
        let before = self.size(item);
        self.choices[item] = None;
        self.total = self.total - before + self.size(item);
    }

    fn size(&self, item: usize) -> u64 {
        self.choices[item].as_ref().map_or(self.work.items[item].now, |choice| choice.units)
    }

    fn line(&mut self, call: usize) -> String {
        let work = self.work;
        self.lines[call].get_or_insert_with(|| work.failure_line(&work.calls[call])).clone()
    }

    fn block(&self, call: usize) -> String {
        let most = usize::try_from(self.options.error_chars).unwrap_or(usize::MAX);
        self.work.failure_block(&self.work.calls[call], most)
    }

    /// True when an exchange gives way last.
    fn is_spared(&self, call: usize) -> bool {
        self.recent[call] || self.work.calls[call].keep == KeepResult::Always || self.is_protected(call)
    }

    fn is_protected(&self, call: usize) -> bool {
        let deed = &self.work.calls[call].deed;
        let protects = |path: &str| self.options.protects(path);
        self.fates[call].newest && deed.views.iter().any(|view| protects(&view.path))
    }

    /// As small as an item gets.
    fn least(&mut self, item: usize) -> Option<Choice> {
        let work = self.work;
        let found = work.items.get(item)?;
        if self.current.get(item).and_then(Option::as_ref).is_some_and(|choice| choice.rung == Rung::Folded) {
            return None;
        }
        let choice = match found.kind {
            ItemKind::Result(call) if !self.is_spared(call) && found.now > TINY => self.brief(call, found.full),
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
    fn bare(&self, call: usize) -> Option<Choice> {
        let held = &self.work.calls[call];
        let fate = self.fates[call];
        let named = fate.named_later && (!held.deed.writes.is_empty() || !held.deed.views.is_empty());
        arguments::bare(held, named).map(written)
    }

    /// A step above that: what was asked, without long texts.
    fn larger(&self, item: usize) -> Option<Choice> {
        let found = self.work.items.get(item)?;
        match found.kind {
            ItemKind::Args(call) => arguments::short(&self.work.calls[call]).map(written),
            ItemKind::Text => Some(written(start(&self.work.text(found.at), SAID))),
            _ => None,
        }
    }

    /// That there was a result; of a failure its first line, of an edit whose arguments went the files.
    fn brief(&mut self, call: usize, units: u64) -> Choice {
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
    fn fact(&mut self, call: usize, units: u64) -> Choice {
        let held = &self.work.calls[call];
        let mut text = fact(held, self.fates[call], units);
        if (held.failed || held.suspect) && self.options.verbatim_errors {
            let fate = self.fates[call];
            let said = if fate.mended { self.line(call) } else { self.block(call) };
            text = with(&text, &said);
        }
        Choice { rung: Rung::Fact, units: utf16_len(&text) as u64, text: Some(text) }
    }

    /// Recent results, and what else is spared, from the oldest on.
    fn shrink_recent(&mut self, target: u64, least: u64) {
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
                _ => self.brief(call, found.full),
            };
            if choice.units < size {
                self.set(item, choice);
            }
        }
    }

    /// Recent arguments, from the oldest on, and what was said since the last user message.
    fn shrink_arguments(&mut self, target: u64) {
        for item in 0..self.work.items.len() {
            if self.total <= target {
                return;
            }
            let ItemKind::Args(call) = self.work.items[item].kind else { continue };
            if self.recent[call]
                && let Some(choice) = self.bare(call)
                && choice.units < self.size(item)
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
    fn drop_arguments(&mut self, target: u64) {
        for item in 0..self.work.items.len() {
            if self.total <= target {
                return;
            }
            let ItemKind::Args(call) = self.work.items[item].kind else { continue };
            let held = &self.work.calls[call];
            if held.deed.writes.is_empty()
                && let Some(choice) = arguments::gone(held).map(written)
                && choice.units < self.size(item)
            {
                self.set(item, choice);
            }
        }
    }

    /// Both ends of a result, and what went wrong between them, in so many units.
    fn trimmed(&self, call: usize, most: u64) -> Option<Choice> {
        let held = &self.work.calls[call];
        let own = self.options.policy(&held.name).and_then(|policy| policy.result.clone());
        if own.is_none()
            && !held.failed
            && held.deed.category() != Category::Terminal
            && let Some(choice) = self.needed(call, most)
        {
            return Some(choice);
        }
        let options = own.unwrap_or_else(|| TrimOptions::new().rescue(true));
        let options = options.max_utf16(usize::try_from(most).unwrap_or(usize::MAX));
        let trimmer = Trimmer::new(options).ok()?;
        let text = self.work.result_text(held);
        let cut = trimmer.trim(&text);
        let units = utf16_len(&cut.text) as u64;
        (units <= most).then(|| Choice { rung: Rung::Trimmed, units, text: Some(cut.text.to_string()) })
    }

    /// What is known before any line is looked at: what the assistant wrote, and what is being worked on.
    fn new_lines(&self) -> Lines {
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

    /// Of a file or a list the lines that are likely needed, in so many units.
    fn needed(&self, call: usize, most: u64) -> Option<Choice> {
        let held = &self.work.calls[call];
        let text = self.work.result_text(held);
        let count = text.split('\n').count();
        if count < FEW || text.len() / count > WIDE {
            return None;
        }
        let fact = fact(held, self.fates[call], held.result_units);
        let mut lines = self.new_lines();
        let path = held.deed.views.first().map(|view| view.path.clone());
        lines.add(Source { text, age: 0, worth: 1.0, path, overhead: 0, escaped: false, foreign: true });
        let room = most.checked_sub(utf16_len(&fact) as u64 + 1)?;
        let kept = lines.choose(room).pop()??;
        let text = fact + "\n" + &kept.text();
        let units = utf16_len(&text) as u64;
        (units <= most).then_some(Choice { rung: Rung::Outline, units, text: Some(text) })
    }

    /// The room that is left goes to what is likely needed next.
    fn give_back(&mut self, target: u64) {
        let work = self.work;
        let calls = work.calls.len();
        let by_call = items_of(work, false);
        // What was asked, and how it was said.
        let most = self.total + (target - self.total) * SHORTS / 100;
        for item in (0..work.items.len()).rev() {
            if self.choices[item].is_some()
                && let Some(choice) = self.larger(item)
            {
                self.try_set(item, choice, most);
            }
        }
        // What went wrong and is not mended, then what was done.
        let some = self.total + (target - self.total) * FACTS / 100;
        for (open, most) in [(true, target), (false, some)] {
            for call in (0..calls).rev() {
                let Some(item) = by_call[call] else { continue };
                let is_open = work.calls[call].failed && !self.fates[call].mended;
                if is_open == open && self.choices[item].as_ref().is_some_and(|choice| choice.rung == Rung::Counted) {
                    let choice = self.fact(call, work.items[item].full);
                    self.try_set(item, choice, most);
                }
            }
        }
        self.give_back_texts(target);
        self.give_back_lines(target);
        self.give_back_whole(target);
    }

    fn try_set(&mut self, item: usize, choice: Choice, target: u64) -> bool {
        let fits = self.total - self.size(item) + choice.units <= target && choice.units < self.work.items[item].now;
        if fits {
            self.set(item, choice);
        }
        fits
    }

    fn try_unset(&mut self, item: usize, target: u64) {
        if self.total - self.size(item) + self.work.items[item].now <= target {
            self.unset(item);
        }
    }

    /// What the assistant said, from the newest on, in at most a part of the room.
    fn give_back_texts(&mut self, target: u64) {
        let most = self.total + (target - self.total) * TEXTS / 100;
        for item in (0..self.work.items.len()).rev() {
            if self.choices[item].is_some() && self.work.items[item].kind == ItemKind::Text {
                self.try_unset(item, most);
            }
        }
    }

    fn give_back_lines(&mut self, target: u64) {
        let work = self.work;
        let room = target - self.total;
        let most = (room * READ).min(READ_MOST);
        let mut lines = self.new_lines();
        let mut read = 0;
        // Which item, which of its texts, what stands before the lines.
        let mut owners: Vec<(usize, usize)> = Vec::new();
        let mut age = 0;
        for item in (0..work.items.len()).rev() {
            let found = &work.items[item];
            if read > most {
                break;
            }
            if matches!(found.kind, ItemKind::Args(_)) {
                age += 1;
            }
            if self.choices[item].is_none() {
                // It stays as it is.
                let text = self.text_now(item);
                read += text.len() as u64;
                lines.stays(&text);
                continue;
            }
            match found.kind {
                ItemKind::Result(call) => {
                    let held = &work.calls[call];
                    if held.keep == KeepResult::Never {
                        continue;
                    }
                    let text = self.text_now(item);
                    read += text.len() as u64;
                    let fate = self.fates[call];
                    let worth = if fate.changed {
                        CHANGED
                    } else if fate.again || fate.mended {
                        AGAIN
                    } else {
                        1.0
                    };
                    let path = held.deed.views.first().map(|view| view.path.clone());
                    let is_read = held.deed.category() == Category::Read;
                    let overhead = self.header(call, found.full).len().saturating_sub(LINE_BRIEF) as u64;
                    lines.add(Source {
                        text,
                        age,
                        worth,
                        path: path.filter(|_| is_read),
                        overhead,
                        escaped: false,
                        foreign: true,
                    });
                    owners.push((item, usize::MAX));
                }
                ItemKind::Args(call) => {
                    for (number, text) in arguments::long(&work.calls[call]) {
                        read += text.len() as u64;
                        let path = work.calls[call].deed.writes.first().cloned();
                        let text = String::from(text);
                        lines.add(Source { text, age, worth: ARGS, path, overhead: 0, escaped: true, foreign: false });
                        owners.push((item, number));
                    }
                }
                ItemKind::Text => {
                    let text = self.text_now(item);
                    read += text.len() as u64;
                    lines.add(Source {
                        text,
                        age,
                        worth: TEXT,
                        path: None,
                        overhead: 0,
                        escaped: false,
                        foreign: false,
                    });
                    owners.push((item, usize::MAX));
                }
                ItemKind::Thinking | ItemKind::Media => {}
            }
        }
        let kept = lines.choose(room);
        self.keep_lines(&owners, &kept, target);
    }

    /// What stands above lines: what was done, where the arguments as they are now do not say it.
    fn header(&self, call: usize, units: u64) -> String {
        let held = &self.work.calls[call];
        let item = self.args_of.get(call).copied().flatten();
        let args = item.and_then(|item| self.choices[item].as_ref()).and_then(|choice| choice.text.as_deref());
        let args = args.unwrap_or(&held.args_text);
        let says = match (held.deed.views.first(), &held.deed.query) {
            (_, Some(query)) => args.contains(query.as_str()),
            (Some(view), None) => args.contains(view.path.as_str()),
            (None, None) => true,
        };
        if says && !self.fates[call].is_stale() {
            brief(held, units, false)
        } else {
            fact(held, self.fates[call], units)
        }
    }

    fn keep_lines(&mut self, owners: &[(usize, usize)], kept: &[Option<Kept>], target: u64) {
        let mut at = 0;
        while let Some((item, _)) = owners.get(at).copied() {
            let end = at + owners.get(at..).unwrap_or_default().iter().take_while(|(other, _)| *other == item).count();
            let of_item = at..end;
            at = end;
            if kept.get(of_item.clone()).unwrap_or_default().iter().all(Option::is_none) {
                continue;
            }
            let whole = |kept: &Option<Kept>| kept.as_ref().is_some_and(Kept::is_whole);
            if kept.get(of_item.clone()).unwrap_or_default().iter().all(whole) {
                self.try_unset(item, target);
                continue;
            }
            let choice = match self.work.items[item].kind {
                ItemKind::Args(call) => {
                    let text = arguments::with(&self.work.calls[call], |number| {
                        let owner = owners.get(of_item.clone())?.iter().position(|(_, own)| *own == number)?;
                        kept.get(of_item.start + owner)?.as_ref().map(Kept::text)
                    });
                    Choice { rung: Rung::Trimmed, units: utf16_len(&text) as u64, text: Some(text) }
                }
                ItemKind::Result(call) => {
                    let Some(Some(kept)) = kept.get(of_item.start) else { continue };
                    let units = self.work.items[item].full;
                    let fact = self.header(call, units);
                    let mut lines = kept.text();
                    let call = (call, &self.work.calls[call]);
                    if (call.1.failed || call.1.suspect) && self.options.verbatim_errors {
                        let call = call.0;
                        let line = self.line(call);
                        if !lines.contains(&line) {
                            lines = neutralise(&line).into_owned() + "\n" + &lines;
                        }
                    }
                    let text = fact + "\n" + &lines;
                    Choice { rung: Rung::Outline, units: utf16_len(&text) as u64, text: Some(text) }
                }
                _ => {
                    let Some(Some(kept)) = kept.get(of_item.start) else { continue };
                    let text = kept.text();
                    Choice { rung: Rung::Trimmed, units: utf16_len(&text) as u64, text: Some(text) }
                }
            };
            self.try_set(item, choice, target);
        }
    }

    /// What is left over: as much as fits in full, from the newest on.
    fn give_back_whole(&mut self, target: u64) {
        for item in (0..self.work.items.len()).rev() {
            let never = match self.work.items[item].kind {
                ItemKind::Result(call) => self.work.calls[call].keep == KeepResult::Never,
                _ => false,
            };
            if self.choices[item].is_some() && !never {
                self.try_unset(item, target);
            }
        }
    }

    /// The text that an item has now.
    fn text_now(&self, item: usize) -> String {
        if let Some(text) = self.current.get(item).and_then(Option::as_ref).and_then(|choice| choice.text.clone()) {
            return text;
        }
        let found = &self.work.items[item];
        match found.kind {
            ItemKind::Result(call) => self.work.result_text(&self.work.calls[call]),
            ItemKind::Args(call) => self.work.calls[call].args_text.clone(),
            ItemKind::Text => self.work.text(found.at),
            ItemKind::Thinking | ItemKind::Media => String::new(),
        }
    }
}

/// By the number of an exchange, the item of its arguments or of its result.
fn items_of<T: Tree>(work: &Work<'_, T>, arguments: bool) -> Vec<Option<usize>> {
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

/// Units up to which what was decided before is not worth a change.
const SETTLED: u64 = 200;

/// Units of the least that stands for a result.
const LINE_BRIEF: usize = 22;

/// A text of fewer lines, or of wider ones, is trimmed to its ends.
const FEW: usize = 12;
const WIDE: usize = 200;

fn written(text: String) -> Choice {
    Choice { rung: Rung::Trimmed, units: utf16_len(&text) as u64, text: Some(text) }
}

/// The part of the room that goes to what the assistant said, in percent.
const TEXTS: u64 = 30;
/// What lines are worth of what was changed since, of what was looked at again, of arguments, of what was said.
const CHANGED: f64 = 0.6;
const AGAIN: f64 = 0.3;
const ARGS: f64 = 1.0;
const TEXT: f64 = 1.0;

const SHORTS: u64 = 10;
const FACTS: u64 = 5;

const LIVE: f64 = 0.1;
