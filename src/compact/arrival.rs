//! Results that arrive: lines that stand in what was sent before are named instead of shown.
//!
//! Decided once, from the top down, by what stands above alone: so it is decided in the same way when all of it is read again,
//! after a restart or a branch. A step plans from the originals.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::mem::take;

use crate::call::path::base_of;
use crate::compact::inventory::{Inventory, Item, ItemKind};
use crate::compact::measured::Measured;
use crate::compact::memory::fingerprint::fingerprint;
use crate::compact::memory::{Memory, Patch, What};
use crate::compact::options::{CompactOptions, Repeats};
use crate::compact::plan::rung::Choice;
use crate::compact::request::Host;
use crate::compact::runs::{Begins, Found, Index, Lines, Reads, Sources, Text, UNITS, Uncut, name_of, nth, words_of};
use crate::format::conversation::{PartAt, PartKind};
use crate::forms;
use crate::hash::mix;
use crate::source::utf16_len;
use crate::tree::Tree;

/// The lines of what was sent. Not part of a state, since they follow from the messages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sent {
    /// Number of messages that the last step decided about, and the first part that the provider reads.
    from: usize,
    live: PartAt,
    /// Fingerprints of the messages after those.
    prints: Vec<u32>,
    index: Index,
    /// Number of calls in the index.
    calls: usize,
    /// A redaction has to see each text that is compared.
    is_redacted: bool,
}

impl PartialEq for Sent {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Sent {
    /// Where runs of these texts begin in what was sent.
    fn begins<'l>(&self, own: impl Iterator<Item = &'l Lines>) -> Begins {
        let mut begins = Begins::default();
        for lines in own {
            begins.want(lines);
        }
        self.index.note(&mut begins, self.index.all());
        begins
    }

    /// Adds an item of an inventory of messages after `calls`, as it is sent: as this text, or as it came.
    fn add<T: Tree>(
        &mut self,
        inventory: &Inventory<'_, T>,
        (found, calls): (&Item, usize),
        text: Option<&str>,
        begins: &mut Begins,
    ) {
        let (ItemKind::Args(call) | ItemKind::Result(call)) = found.kind else { return };
        let is_args = matches!(found.kind, ItemKind::Args(_));
        let place = self.index.names.entry(key_of(name_of(&inventory.calls[call]).1, is_args), 0);
        *place += 1;
        let place = *place;
        let mut add = |value, lines: &Lines| {
            let added = self.index.add(Text::new(calls + call, value, place), lines);
            self.index.note(begins, added);
        };
        match text {
            _ if found.media > 0 => {}
            None if is_args => inventory.argument_lines(call, |value, lines| add(Some(value), &lines)),
            None if found.text > UNITS => {
                let text = inventory.original_result(&inventory.calls[call]);
                add(None, &Lines::of(&text, inventory.is_numbered(call)));
            }
            Some(text) if !is_args && utf16_len(text) as u64 > UNITS => {
                add(None, &Lines::of(text, inventory.is_numbered(call)));
            }
            _ => {}
        }
    }
}

/// Names the runs of results that arrive, beside the earlier choices in `base`; returns all choices.
pub(crate) fn arrived<T: Tree>(
    inventory: &mut Inventory<'_, T>,
    memory: &mut Memory,
    base: &[Option<Choice>],
    (options, goes_on): (&CompactOptions, bool),
    host: Host<'_>,
) -> Vec<Option<Choice>> {
    let mut choices = base.to_vec();
    // A call of its own has sent nothing before.
    let is_one_of_many = goes_on || !memory.arrived.is_empty();
    if options.repeats != Repeats::Reference || !is_one_of_many {
        return choices;
    }
    let from = memory.came.len();
    let prints = (from..inventory.conversation.messages.len()).map(|at| fingerprint(inventory, at, &[]));
    let prints: Vec<u32> = prints.collect();
    let mut sent = take(&mut memory.sent);
    let is_known = (sent.from, sent.live) == (from, inventory.live.from) && prints.starts_with(&sent.prints);
    if !is_known {
        sent = Sent { from, live: inventory.live.from, ..Sent::default() };
    }
    // All before this message is in the index.
    let known = if is_known { from + sent.prints.len() } else { 0 };
    let before = &mut memory.arrived;
    let came_back = before.split_off(before.partition_point(|patch| patch.at.message < known));
    let first = inventory.items.partition_point(|item| item.at.message < known);
    for patch in before.iter().filter(|patch| patch.at.message >= from) {
        let item = inventory.item_of(&(patch.at, patch.what)).filter(|item| !inventory.is_held(*item, patch));
        if let Some(choice) = item.and_then(|item| choices.get_mut(item)) {
            *choice = Some(patch.choice.clone());
        }
    }
    let is_back = |item: &Item| came_back.iter().find(|patch| inventory.holds(item, patch)).map(|patch| &patch.choice);
    let back: Vec<Option<&Choice>> = inventory.items.iter().skip(first).map(is_back).collect();
    let own: Vec<Option<Lines>> = (first..inventory.items.len())
        .zip(&back)
        .map(|(item, back)| {
            let found = inventory.items.get(item).filter(|_| back.is_none())?;
            let ItemKind::Result(call) = found.kind else { return None };
            let may = found.at.message >= from && choices.get(item)?.is_none() && inventory.may_name(found, options);
            (may && !is_protected(inventory, call, options)).then(|| inventory.result_lines(call))
        })
        .collect();
    let mut begins = sent.begins(own.iter().flatten());
    let reads = Reads::default();
    for (item, (own, back)) in (first..inventory.items.len()).zip(own.iter().zip(back)) {
        let Some(found) = inventory.items.get(item).cloned() else { continue };
        let (ItemKind::Args(call) | ItemKind::Result(call)) = found.kind else { continue };
        // It left.
        if matches!(choices.get(item), Some(Some(Choice { text: None, .. }))) {
            continue;
        }
        if let Some(own) = own
            && let Some(choice) =
                named_above(inventory, call, own, (&sent.index, &begins, &reads), (&choices, options, host))
        {
            memory.arrived.push(Patch { at: found.at, what: What::Result, choice: choice.clone() });
            choices.get_mut(item).into_iter().for_each(|place| *place = Some(choice.clone()));
        }
        memory.arrived.extend(back.map(|choice| Patch { at: found.at, what: What::Result, choice: choice.clone() }));
        let choice = choices.get(item).and_then(Option::as_ref).and_then(|choice| choice.text.as_deref());
        sent.add(inventory, (&found, 0), choice, &mut begins);
    }
    for patch in &memory.arrived {
        if let Some(item) = inventory.item_of(&(patch.at, patch.what))
            && let (true, ItemKind::Result(call)) = (inventory.is_held(item, patch), inventory.items[item].kind)
        {
            inventory.calls[call].names_above = true;
        }
    }
    (sent.prints, sent.calls) = (prints, inventory.calls.len());
    sent.is_redacted = inventory.redact.is_some();
    memory.sent = sent;
    choices
}

/// Returns `true` if a request has to look at messages that are added to `count` others: a result may name what stands above. Else
/// they are remembered as sent.
pub(crate) fn arrives<T: Tree>(
    inventory: &Inventory<'_, T>,
    memory: &mut Memory,
    count: usize,
    options: &CompactOptions,
) -> bool {
    let sent = &mut memory.sent;
    let is_up_to_date = sent.from == memory.came.len() && sent.from + sent.prints.len() == count;
    // Its call is among the others, though the next one may look like it.
    let is_late = |found: &Measured| {
        found.kind == PartKind::Result
            && inventory.pairs.exchange_of(found.at).is_none_or(|exchange| exchange.call > found.at)
    };
    let goes_on = inventory.pairs.duplicates.is_empty() && !inventory.measured.iter().any(is_late);
    if !is_up_to_date || !goes_on || inventory.live.is_some() || sent.is_redacted {
        return true;
    }
    let own = |item: &Item| match item.kind {
        ItemKind::Result(call) => inventory.may_name(item, options).then(|| inventory.result_lines(call)),
        _ => None,
    };
    let own: Vec<Option<Lines>> = inventory.items.iter().map(own).collect();
    let mut begins = sent.begins(own.iter().flatten());
    let before = (sent.index.mark(), sent.calls);
    for (item, own) in inventory.items.iter().zip(&own) {
        if own.as_ref().is_some_and(|own| !sent.index.runs(&begins, own, usize::MAX).is_empty()) {
            sent.index.back_to(before.0);
            return true;
        }
        sent.add(inventory, (item, before.1), None, &mut begins);
    }
    sent.prints.extend((0..inventory.conversation.messages.len()).map(|at| fingerprint(inventory, at, &[])));
    sent.calls += inventory.calls.len();
    false
}

/// Returns `true` for a result about a file that the caller protects, as far as the calls up to it say where that is.
fn is_protected<T: Tree>(inventory: &Inventory<'_, T>, call: usize, options: &CompactOptions) -> bool {
    if options.protected_paths.is_empty() {
        return false;
    }
    let calls = inventory.calls.iter().take(call + 1);
    let base = inventory.base.as_ref().and_then(|_| base_of(calls.map(|call| call.original_effect())));
    let mut options = options.clone();
    options.protect(core::iter::empty(), base.as_deref());
    inventory.is_protected(call, &options, base.as_deref())
}

/// The key of a name among those of arguments or of results: each is counted by itself, since parallel calls come first and
/// their results after them.
fn key_of(hash: u64, is_args: bool) -> u64 {
    if is_args { mix(hash) } else { hash }
}

/// A result with names in place of the runs that stand above it; none without any.
fn named_above<T: Tree>(
    inventory: &mut Inventory<'_, T>,
    call: usize,
    own: &Lines,
    (index, begins, reads): (&Index, &Begins, &Reads),
    (choices, options, host): (&[Option<Choice>], &CompactOptions, Host<'_>),
) -> Option<Choice> {
    let runs = index.runs(begins, own, usize::MAX);
    if runs.is_empty() {
        return None;
    }
    if let Some(keep) = host.keep {
        let reference = keep(&inventory.quote(&inventory.original_result(&inventory.calls[call])));
        inventory.calls[call].kept = reference;
    }
    let inventory = &*inventory;
    let kept = inventory.calls[call].kept;
    let sources = Sources {
        index,
        reads,
        sent: &|text| {
            let item = inventory.item_of(&inventory.named_of(text))?;
            choices.get(item)?.as_ref().map(|choice| choice.text.clone().unwrap_or_default())
        },
        line: &|Found { text, read, lines, .. }: &Found<'_>| {
            let (name, hash) = name_of(&inventory.calls[text.call]);
            let count = index.names.get(key_of(hash, text.value.is_some())).unwrap_or(1);
            let last = || if text.place == count { String::from("last") } else { nth(text.place) };
            let end = kept.map_or_else(|| String::from(" \u{2026}"), |kept| format!("; full text: {kept}"));
            let text = words_of(text, (count > 1).then(last), &name);
            match read.numbers(lines) {
                (first, last) if first == last => forms::LINE_ABOVE.with(&[&first.to_string(), &text, &end]),
                (first, last) => forms::LINES_ABOVE.with(&[&first.to_string(), &last.to_string(), &text, &end]),
            }
        },
    };
    let held = &inventory.calls[call];
    let fails = (held.failed || held.suspect) && options.preserve_errors_verbatim;
    let quoted = if fails { inventory.error_lines(held, false) } else { String::new() };
    inventory.uncut(call, &runs, &quoted, &sources).map(Uncut::whole)
}
