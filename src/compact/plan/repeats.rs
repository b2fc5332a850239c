//! Runs of lines that stand twice: an older result names the newer text that holds them instead of showing them.
//!
//! Items are decided from the newest to the oldest. What is kept of each is hashed by line, so an older result finds its
//! runs in what is really sent, and names only that.

use alloc::rc::Rc;
use alloc::string::{String, ToString as _};
use alloc::vec;
use alloc::vec::Vec;

use crate::compact::inventory::ItemKind;
use crate::compact::options::Repeats;
use crate::compact::plan::rung::{Choice, Named};
use crate::compact::plan::{Plan, TINY};
use crate::compact::runs::{Begins, Found, Index, Lines, Reads, Sources, Text, UNITS, Uncut, name_of, nth, words_of};
use crate::forms;
use crate::number::{counted, grouped};
use crate::source::utf16_len;
use crate::tree::Tree;

/// The lines that are kept of the items decided so far: the newest first.
pub(super) struct Kept {
    pub(super) choices: Vec<Option<Choice>>,
    index: Index,
    /// Where a run begins, by the hash of its first lines.
    begins: Begins,
    /// The items decided so far changed.
    changes: bool,
    reads: Reads,
    /// The item of each text of the index.
    items: Vec<usize>,
    /// `true` for each item of which a run may stand in another one. Empty where that is known.
    shared: Vec<bool>,
}

impl Kept {
    pub(super) fn new(items: usize) -> Self {
        Self {
            choices: vec![None; items],
            index: Index::default(),
            begins: Begins::default(),
            changes: false,
            reads: Reads::default(),
            items: Vec::new(),
            shared: Vec::new(),
        }
    }

    /// Adds a text of an item; returns where its lines begin.
    fn add(&mut self, item: usize, text: Text, lines: &Lines) -> usize {
        let from = self.index.add(text, lines).start;
        self.items.push(item);
        let Self { index, begins, items, shared, .. } = self;
        begins.add(lines, from, |place| {
            for item in [Some(&item), items.get(index.text_at(place))].into_iter().flatten() {
                if let Some(shared) = shared.get_mut(*item) {
                    *shared = true;
                }
            }
        });
        from
    }
}

impl<T: Tree> Plan<'_, '_, T> {
    /// Sizes each result without the runs that newer results hold, as if these stayed whole. Items that share no line with
    /// another one are left alone from here on.
    pub(super) fn size_uncut(&mut self) {
        let mut kept = Kept::new(0);
        // Short results are not read here.
        kept.shared = self.inventory.items.iter().map(|item| item.text <= TINY).collect();
        let mut uncut: Vec<u64> = self.inventory.items.iter().map(|item| item.now).collect();
        for item in (0..uncut.len()).rev() {
            let found = &self.inventory.items[item];
            let ItemKind::Result(call) = found.kind else {
                self.keep_arguments(item, &mut kept);
                continue;
            };
            if found.text <= TINY {
                continue;
            }
            let lines = self.lines_in(item, call);
            let from = kept.add(item, Text::new(call, None, 0), &lines);
            if kept.shared[item] && self.may_name(item) {
                let saved = kept.index.saved(&kept.begins, &lines, from);
                uncut[item] = uncut[item].min(found.full.saturating_sub(saved));
            }
        }
        (self.uncut, self.shared) = (uncut, kept.shared);
    }

    /// Adds what is sent of an item.
    pub(super) fn keep(&self, item: usize, leaves: bool, choice: Option<Choice>, kept: &mut Kept) {
        let found = &self.inventory.items[item];
        kept.changes |= choice.is_some();
        kept.choices[item] = choice;
        let ItemKind::Result(call) = found.kind else {
            if !leaves && self.options.repeats != Repeats::Keep {
                self.keep_arguments(item, kept);
            }
            return;
        };
        if leaves || self.options.repeats == Repeats::Keep {
            return;
        }
        let place = kept.index.names.entry(self.name(call).1, 0);
        *place += 1;
        if !self.is_shared(item) {
            return;
        }
        let text = Text::new(call, None, *place);
        match self.sent(item, kept).map(|choice| choice.text.as_deref().unwrap_or_default()) {
            None if found.text > UNITS => {
                let lines = self.lines_in(item, call);
                kept.add(item, text, &lines);
            }
            Some(sent) if utf16_len(sent) as u64 > UNITS => {
                let lines = Lines::of(sent, self.inventory.is_numbered(call));
                kept.add(item, text, &lines);
            }
            _ => {}
        }
    }

    /// Adds the texts of arguments that stay as they are.
    fn keep_arguments(&self, item: usize, kept: &mut Kept) {
        let ItemKind::Args(call) = self.inventory.items[item].kind else { return };
        if self.sent(item, kept).is_some() || !self.is_shared(item) {
            return;
        }
        self.inventory.argument_lines(call, |value, lines| {
            // The result of the call has counted it.
            let place = kept.index.names.get(self.name(call).1).unwrap_or(1);
            kept.add(item, Text::new(call, Some(value), place), &lines);
        });
    }

    fn is_shared(&self, item: usize) -> bool {
        self.shared.get(item).is_none_or(|shared| *shared)
    }

    /// The choice that holds for an item; none if it is sent as it came.
    fn sent<'k>(&'k self, item: usize, kept: &'k Kept) -> Option<&'k Choice> {
        kept.choices.get(item).and_then(Option::as_ref).or_else(|| self.base.get(item)?.as_ref())
    }

    /// Returns `true` for a result that may name what newer ones hold.
    fn may_name(&self, item: usize) -> bool {
        let Some(found) = self.inventory.items.get(item) else { return false };
        let ItemKind::Result(call) = found.kind else { return false };
        self.inventory.may_name(found, self.options) && !self.is_protected(call) && !self.is_unseen(call)
    }

    /// Returns `true` for a result whose text of an earlier step names what no longer stands there.
    pub(super) fn hangs(&self, item: usize, kept: &Kept) -> bool {
        // It came back, and its original did not.
        if matches!(self.inventory.items[item].kind, ItemKind::Result(call) if self.inventory.calls[call].names_above) {
            return true;
        }
        let Some(choice) = self.base.get(item).and_then(Option::as_ref) else { return false };
        let changed = |named: &Named| {
            let Some(place) = self.inventory.item_of(named) else { return true };
            kept.choices.get(place).is_none_or(|new| new.is_some() && *new != self.base[place])
        };
        !choice.named.is_empty() && (!self.freezes || choice.named.iter().any(changed))
    }

    /// Returns `true` for a result that came back with names of ours, if one of those could be wrong now.
    pub(super) fn is_outdated(&self, call: usize, kept: &Kept) -> bool {
        kept.changes && self.inventory.calls[call].names
    }

    /// A result with names in place of runs; none without any.
    pub(super) fn uncut(&self, item: usize, kept: &Kept) -> Option<Uncut> {
        let ItemKind::Result(call) = self.inventory.items[item].kind else { return None };
        if !self.is_shared(item) || !self.may_name(item) || kept.index.is_empty() {
            return None;
        }
        let runs = kept.index.runs(&kept.begins, &self.lines_in(item, call), usize::MAX);
        if runs.is_empty() {
            return None;
        }
        let sources = Sources {
            index: &kept.index,
            reads: &kept.reads,
            sent: &|text| {
                let item = self.inventory.item_of(&self.inventory.named_of(text))?;
                self.sent(item, kept).map(|choice| choice.text.clone().unwrap_or_default())
            },
            line: &|found| self.line_of(found, call, kept),
        };
        self.inventory.uncut(call, &runs, &self.quotes(call), &sources)
    }

    /// The line in place of a run: `[… 42 lines as in the read of src/a.ts below …]`.
    fn line_of(&self, Found { run, text, .. }: &Found<'_>, call: usize, kept: &Kept) -> String {
        let (name, hash) = self.name(text.call);
        let count = kept.index.names.get(*hash).unwrap_or(1);
        // Counted from the result on: whatever is said later stands behind them.
        let place = (count > 1).then(|| nth(count.saturating_sub(text.place) + 1));
        let name = words_of(text, place, name);
        let lines = counted(run.lines.len(), "line");
        let lines = lines.split_once(' ').map_or("", |(_, lines)| lines);
        let count = grouped(run.lines.len() as u64);
        match self.inventory.calls[call].kept {
            Some(kept) => forms::REPEATS_KEPT.with(&[&count, lines, &name, &kept.to_string()]),
            None => forms::REPEATS.with(&[&count, lines, &name]),
        }
    }

    /// The name of a call, and its hash.
    fn name(&self, call: usize) -> &(String, u64) {
        self.names[call].get_or_init(|| name_of(&self.inventory.calls[call]))
    }

    /// The lines of a result as it came; read once.
    fn lines_in(&self, item: usize, call: usize) -> Rc<Lines> {
        let mut known = self.lines.borrow_mut();
        let lines = known[item].get_or_insert_with(|| Rc::new(self.inventory.result_lines(call)));
        Rc::clone(lines)
    }
}
