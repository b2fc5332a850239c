//! What room is left goes to what is likely needed next, best first.

use alloc::string::String;
use alloc::vec::Vec;

use super::arguments;
use super::fact::{brief, fact};
use super::lines::{Kept, Source};
use super::options::KeepResult;
use super::plan::{Plan, items_of};
use super::rung::{Choice, Rung};
use super::work::ItemKind;
use crate::history::{Category, neutralise};
use crate::source::utf16_len;
use crate::tree::Tree;

/// Units that are read at most for the lines that are kept, by unit of room.
const READ: u64 = 8;
const READ_MOST: u64 = 128 * 1024;
/// Units of the least that stands for a result.
const LINE_BRIEF: usize = 22;
/// The part of the room that goes to what the assistant said, in percent.
const TEXTS: u64 = 30;
/// What lines are worth of what was changed since, of what was looked at again, of arguments, of what was said.
const CHANGED: f64 = 0.6;
const AGAIN: f64 = 0.3;
const ARGS: f64 = 1.0;
const TEXT: f64 = 1.0;
const SHORTS: u64 = 10;
const FACTS: u64 = 5;

impl<T: Tree> Plan<'_, '_, T> {
    /// The room that is left goes to what is likely needed next.
    pub(super) fn give_back(&mut self, target: u64) {
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
                    let choice = self.fact(call, work.items[item].text);
                    self.try_set(item, choice, most);
                }
            }
        }
        self.give_back_texts(target);
        self.give_back_lines(target);
        self.give_back_whole(target);
    }

    pub(super) fn try_set(&mut self, item: usize, choice: Choice, target: u64) -> bool {
        let fits = self.total - self.size(item) + choice.units <= target && choice.units < self.work.items[item].now;
        if fits {
            self.set(item, choice);
        }
        fits
    }

    pub(super) fn try_unset(&mut self, item: usize, target: u64) {
        if self.total - self.size(item) + self.work.items[item].now <= target {
            self.unset(item);
        }
    }

    /// What the assistant said, from the newest on, in at most a part of the room.
    pub(super) fn give_back_texts(&mut self, target: u64) {
        let most = self.total + (target - self.total) * TEXTS / 100;
        for item in (0..self.work.items.len()).rev() {
            if self.choices[item].is_some() && self.work.items[item].kind == ItemKind::Text {
                self.try_unset(item, most);
            }
        }
    }

    pub(super) fn give_back_lines(&mut self, target: u64) {
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
                    let overhead = self.header(call, found.text).len().saturating_sub(LINE_BRIEF) as u64;
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
    pub(super) fn header(&self, call: usize, units: u64) -> String {
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
            fact(held, self.fates[call], units, self.work.hits(held))
        }
    }

    pub(super) fn keep_lines(&mut self, owners: &[(usize, usize)], kept: &[Option<Kept>], target: u64) {
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
                        let of_call = owners.get(of_item.clone())?;
                        let owner = of_call.binary_search_by(|(_, own)| own.cmp(&number)).ok()?;
                        let kept = kept.get(of_item.start + owner)?.as_ref()?;
                        Some(arguments::kept(&self.work.calls[call], number, kept.text()))
                    });
                    Choice { rung: Rung::Trimmed, units: utf16_len(&text) as u64, text: Some(text) }
                }
                ItemKind::Result(call) => {
                    let Some(Some(kept)) = kept.get(of_item.start) else { continue };
                    let units = self.work.items[item].text;
                    let fact = self.header(call, units);
                    let mut lines = kept.text();
                    let call = (call, &self.work.calls[call]);
                    if (call.1.failed || call.1.suspect) && self.options.verbatim_errors {
                        let call = call.0;
                        // What a fact would keep is kept, too.
                        let said = if self.fates[call].mended { self.line(call) } else { self.block(call) };
                        let lost: Vec<&str> = said.split('\n').filter(|line| !lines.contains(*line)).collect();
                        if !lost.is_empty() {
                            lines = neutralise(&lost.join("\n")).into_owned() + "\n" + &lines;
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
    pub(super) fn give_back_whole(&mut self, target: u64) {
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
    pub(super) fn text_now(&self, item: usize) -> String {
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
