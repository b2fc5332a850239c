//! The memory of a compactor: which messages it has seen, and what it put in the place of what.
//!
//! Messages are known by a fingerprint of 32 bits each: who speaks, which parts, ids, names, lengths, and both ends of
//! each text.

pub(crate) mod fingerprint;
mod returned;
pub(crate) mod state;

use alloc::string::String;
use alloc::vec::Vec;

use crate::call::path::identity;
use crate::compact::arrival::Sent;
use crate::compact::inventory::{Inventory, ItemKind};
use crate::compact::memory::fingerprint::{fingerprint, fingerprint_of_draft};
use crate::compact::plan::rung::{Choice, Rung};
#[cfg(feature = "serde_json")]
use crate::compact::request::message_prints_of;
use crate::compact::step::Decision;
use crate::compact::summary::Folding;
use crate::format::MessageFormat;
use crate::format::Thinking;
use crate::format::conversation::{Message, PartAt};
use crate::history::Budget;
#[cfg(feature = "serde_json")]
use crate::tree::JsonTree;
use crate::tree::Tree;

/// A step was taken back, and the size after that is not known yet.
pub(crate) const UNDONE: u64 = u64::MAX;

/// Something that was put in the place of something else.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Patch {
    pub(crate) at: PartAt,
    pub(crate) what: What,
    pub(crate) choice: Choice,
}

/// Item of a part that a patch replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum What {
    Result,
    Args,
    Other,
}

impl What {
    pub(crate) fn of(kind: ItemKind) -> Self {
        match kind {
            ItemKind::Result(_) => Self::Result,
            ItemKind::Args(_) => Self::Args,
            _ => Self::Other,
        }
    }
}

/// The memory of a conversation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory {
    /// Fingerprint of each message of the last step, as received.
    pub(crate) came: Vec<u32>,
    /// Fingerprint of each message that went out.
    pub(crate) went: Vec<u32>,
    pub(crate) patches: Vec<Patch>,
    /// Results that name what stands above, in messages after those of the last step, or in the place of what it left.
    pub(crate) arrived: Vec<Patch>,
    pub(crate) sent: Sent,
    /// Choices before the last step, for undo.
    pub(crate) before: Vec<(PartAt, What, Option<Choice>)>,
    /// After an undo: nothing is tried below this size.
    pub(crate) wait: u64,
    /// Tokens that the provider billed, by token that was estimated.
    pub(crate) billed: f64,
    /// Paths that were read again after they had been compacted.
    pub(crate) wanted: Vec<String>,
    pub(crate) steps: u32,
    /// Block or summary in place of exchanges that left.
    pub(crate) summary: Option<Folding>,
    /// The same before the last step; after an undo, that which holds.
    pub(crate) earlier: Option<Folding>,
    /// The messages of the last step came with a block of an earlier one: its index among them.
    pub(crate) block: Option<u32>,
    /// Target that the last step missed, and the size that it came to.
    pub(crate) missed: Option<u64>,
    pub(crate) floor: Option<u64>,
    /// Binding of thinking in the last step, if the caller set it. A default that changes with a new signature is no step.
    pub(crate) thinking: Option<Thinking>,
    /// From this message on thinking is invalid: it was written behind other messages.
    pub(crate) unbound: Option<u32>,
    /// The format of the last request.
    pub(crate) format: LastFormat,
    /// Set when an undo found no step: the next request takes none. Not part of the state.
    pub(crate) holds: Transient,
}

/// Flag for the next request only; not part of the state.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Transient(pub(crate) bool);

impl PartialEq for Transient {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The format of the last request; no part of the state, as messages show theirs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LastFormat(pub(crate) Option<MessageFormat>);

impl PartialEq for LastFormat {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Memory {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self { billed: 1.0, ..Self::default() }
    }

    /// Number of leading messages of `inventory` that are known: as they came, or as they went out.
    pub(crate) fn known<T: Tree>(&self, inventory: &Inventory<'_, T>) -> usize {
        let went = if self.keeps_places() { &*self.went } else { &[] };
        let messages = inventory.conversation.messages.len();
        let mut known = 0;
        for (at, came) in self.came.iter().enumerate().take(messages) {
            let print = fingerprint(inventory, at, &[]);
            if print != *came && Some(&print) != went.get(at) {
                break;
            }
            known = at + 1;
        }
        known
    }

    /// Returns `true` if each message went out at the index at which it came.
    fn keeps_places(&self) -> bool {
        self.summary.is_none() && self.came.len() == self.went.len()
    }

    /// The message before which the last step decided about everything; the `recent` calls that it left whole come after.
    pub(crate) fn settled<T: Tree>(&self, inventory: &Inventory<'_, T>, recent: u64) -> usize {
        let calls = inventory.calls.partition_point(|call| call.at.message < self.came.len());
        let first = calls.saturating_sub(usize::try_from(recent).unwrap_or(usize::MAX));
        if first == calls {
            self.came.len()
        } else {
            inventory.calls.get(first).filter(|_| first > 0).map_or(0, |call| call.at.message)
        }
    }

    /// Number of calls that the last step has not seen.
    pub(crate) fn new_calls<T: Tree>(&self, inventory: &Inventory<'_, T>) -> u64 {
        let seen = inventory.calls.partition_point(|call| call.at.message < self.came.len());
        let seen = if self.is_empty() { 0 } else { seen as u64 };
        inventory.counts.calls.min(inventory.calls.len() as u64 - seen)
    }

    /// True when a message is there as it went out, and not as it came.
    pub(crate) fn is_patched<T: Tree>(&self, inventory: &Inventory<'_, T>, at: usize) -> bool {
        let (came, went) = (self.came.get(at), self.went.get(at));
        self.keeps_places() && came != went && Some(&fingerprint(inventory, at, &[])) == went
    }

    /// Earlier choices for the items of messages before `end`.
    pub(crate) fn replay<T: Tree>(&self, inventory: &Inventory<'_, T>, end: usize) -> Vec<Option<Choice>> {
        let mut choices: Vec<Option<Choice>> = alloc::vec![None; inventory.items.len()];
        let mut patches = self.patches.iter().peekable();
        for (item, choice) in inventory.items.iter().zip(&mut choices) {
            while patches.next_if(|patch| patch.at < item.at).is_some() {}
            let near = patches.clone().take_while(|patch| patch.at == item.at);
            let own = near.into_iter().find(|patch| patch.what == What::of(item.kind));
            // After a fork an older thinking can be the last one again.
            let may = |patch: &Patch| patch.choice.rung != Rung::Folded || !inventory.is_of_last_thought(item);
            if let Some(patch) = own.filter(|patch| may(patch))
                && patch.at.message < end
                && !self.is_patched(inventory, patch.at.message)
                && !inventory.holds(item, patch)
            {
                *choice = Some(patch.choice.clone());
            }
        }
        choices
    }

    /// Takes on a decision; from now on it is replayed. `draft` are the messages that go out, if some leave. `re_reads` are
    /// files that were read again, which are spared.
    pub(crate) fn accept<T: Tree>(
        &mut self,
        inventory: &Inventory<'_, T>,
        decision: &Decision,
        base: &[Option<Choice>],
        re_reads: &[String],
        draft: Option<&[Message]>,
    ) {
        self.step(inventory, &decision.choices, base);
        self.sent(inventory, draft);
        for path in re_reads {
            if !self.wanted.iter().any(|known| identity(known) == identity(path)) {
                self.wanted.push(path.clone());
            }
        }
        (self.thinking, self.unbound) = (inventory.asked, None);
        self.earlier = self.summary.take();
        self.summary.clone_from(&decision.folding);
    }

    /// Takes note of the choices of a step.
    fn step<T: Tree>(&mut self, inventory: &Inventory<'_, T>, choices: &[Option<Choice>], old: &[Option<Choice>]) {
        self.before.clear();
        // Messages that came back as sent keep their patches.
        let mut patches: Vec<Patch> = Vec::new();
        let mut kept = core::mem::take(&mut self.patches).into_iter().peekable();
        for ((item, choice), old) in inventory.items.iter().zip(choices).zip(old) {
            let what = What::of(item.kind);
            let mut held = None;
            while let Some(patch) =
                kept.next_if(|patch| patch.at < item.at || (patch.at == item.at && patch.what == what))
            {
                let same = patch.at == item.at && patch.what == what;
                if same && choice.is_none() && old.is_none() && self.came.len() > item.at.message {
                    patches.push(patch);
                } else if same {
                    held = Some(patch.choice);
                }
            }
            if choice != old {
                // After an undo, the memory again recognizes messages that came as they were sent.
                self.before.push((item.at, what, old.clone().or(held)));
            }
            if let Some(choice) = choice {
                patches.push(Patch { at: item.at, what, choice: choice.clone() });
            }
        }
        self.patches = patches;
        // A step decides about all of it, but for texts that came back.
        self.arrived.retain(|patch| {
            inventory.item_of(&(patch.at, patch.what)).is_some_and(|item| inventory.is_held(item, patch))
        });
        self.sent = Sent::default();
        self.steps += 1;
        self.wait = 0;
        self.came = (0..inventory.conversation.messages.len()).map(|at| fingerprint(inventory, at, &[])).collect();
    }

    /// Takes note of how the messages of the last step go out: as this draft, or each at its place.
    pub(crate) fn sent<T: Tree>(&mut self, inventory: &Inventory<'_, T>, draft: Option<&[Message]>) {
        if let Some(draft) = draft {
            let is_new = |message: &Message| message.from.is_some_and(|from| from as usize >= self.came.len());
            let print = |message: &Message| fingerprint_of_draft(inventory, message, &self.patches);
            self.went = draft.iter().take_while(|message| !is_new(message)).map(print).collect();
            return;
        }
        let mut from = 0;
        self.went = (0..self.came.len())
            .map(|at| {
                let start = from
                    + self
                        .patches
                        .get(from..)
                        .unwrap_or_default()
                        .iter()
                        .take_while(|patch| patch.at.message < at)
                        .count();
                let end = start
                    + self
                        .patches
                        .get(start..)
                        .unwrap_or_default()
                        .iter()
                        .take_while(|patch| patch.at.message == at)
                        .count();
                from = end;
                if start == end { self.came[at] } else { fingerprint(inventory, at, &self.patches[start..end]) }
            })
            .collect();
    }

    /// True when nothing was decided yet, or all of it was taken back.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.patches.is_empty() && self.summary.is_none() && self.unbound.is_none()
    }

    /// Records that the provider billed `billed` tokens for an estimate of `estimated`.
    pub fn observe(&mut self, billed: f64, estimated: f64) {
        if billed > 0.0 && estimated > 0.0 && billed.is_finite() {
            // Rounded as a state writes it.
            let billed = (billed / estimated).clamp(0.2, 5.0);
            self.billed = (billed * 1e6) as u64 as f64 / 1e6;
        }
    }

    /// Tokens that were billed, by token that was estimated.
    #[must_use]
    pub fn billed(&self) -> f64 {
        self.billed
    }

    /// Number of steps.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// True when a conversation of this size, in the window's unit and as estimated, may stay as it is.
    #[must_use]
    pub fn is_below(&self, size: u64, options: &crate::compact::CompactOptions) -> bool {
        let Ok(room) = options.room() else { return false };
        let (size, sizes) = match room {
            Budget::Chars(_) => (size, (Some(size), None)),
            Budget::Tokens(_) => {
                let billed = (size as f64 * self.billed) as u64;
                (billed, (None, Some(billed)))
            }
        };
        let (Budget::Chars(most) | Budget::Tokens(most)) = room;
        // The numbers of calls and of images are not known here. What does not fit is said with each request.
        let knows = self.unbound.is_none() && options.recent_media.is_none();
        size <= most && knows && (!options.is_passed(room, sizes, u64::MAX) || size <= self.wait)
    }

    /// Takes the last step back. Returns `false` if there is none, or it was taken back already; the next request then takes none.
    /// A step is not tried again before the conversation has grown by what a step frees at least.
    pub fn undo(&mut self) -> bool {
        // Each step changes a choice, or puts the text of a summariser in place of a block.
        if self.before.is_empty() && self.earlier == self.summary {
            self.holds = Transient(true);
            return false;
        }
        self.sent = Sent::default();
        // Thinking from before the step is valid again, with the messages that it was written behind.
        self.unbind(Some(self.came.len() as u32));
        for (at, what, choice) in core::mem::take(&mut self.before) {
            let place = self.patches.iter().position(|patch| patch.at == at && patch.what == what);
            match (place, choice) {
                (Some(place), Some(choice)) => self.patches[place].choice = choice,
                (Some(place), None) => {
                    self.patches.remove(place);
                }
                (None, Some(choice)) => {
                    let place = self.patches.partition_point(|patch| patch.at <= at);
                    self.patches.insert(place, Patch { at, what, choice });
                }
                (None, None) => {}
            }
        }
        self.summary.clone_from(&self.earlier);
        if self.summary.is_none() && self.went.len() != self.came.len() {
            // The next request says what goes out.
            self.went.clone_from(&self.came);
        }
        self.wait = UNDONE;
        true
    }

    /// Compares the messages from `from` on with those that the last request had there, by their
    /// [`crate::host::message_prints_of`]: a branch that comes back may hold thinking that was written after others.
    pub fn compare(&mut self, from: usize, (last, now): (&[u32], &[u32])) {
        let differs = last.iter().zip(now).position(|(last, now)| last != now);
        if let Some(at) = differs.filter(|_| !self.is_empty()) {
            self.unbind(u32::try_from(from + at).ok());
        }
    }

    /// The same of lists, from the message at `from` on.
    #[cfg(feature = "serde_json")]
    pub fn compare_lists(&mut self, from: usize, last: &[serde_json::Value], now: &[serde_json::Value]) {
        let common = last.len().min(now.len());
        let same = last.iter().zip(now).take_while(|(one, other)| one == other).count();
        let Some(format) = self.format.0.filter(|_| same < common && !self.is_empty()) else { return };
        let rest = |list: &[serde_json::Value]| {
            let rest = list.get(same..common).unwrap_or_default();
            message_prints_of(&JsonTree::Messages(rest), format).unwrap_or_default()
        };
        self.compare(from + same, (&rest(last), &rest(now)));
    }

    /// Marks thinking from this message on as invalid.
    fn unbind(&mut self, from: Option<u32>) {
        self.unbound = self.unbound.into_iter().chain(from).min();
    }

    /// Forgets all decisions, which could not be carried out.
    pub(crate) fn reset(&mut self) {
        let (billed, steps, format) = (self.billed, self.steps, self.format);
        let first = self.patches.iter().map(|patch| patch.at.message as u32).min();
        self.unbind(first.into_iter().chain(self.summary.iter().map(|summary| summary.before)).min());
        let (thinking, unbound) = (self.thinking, self.unbound);
        *self = Self {
            billed,
            steps,
            format,
            thinking,
            unbound,
            wanted: core::mem::take(&mut self.wanted),
            ..Self::default()
        };
    }

    /// Forgets what was decided about messages from `end` on.
    pub(crate) fn forget(&mut self, end: usize) {
        self.sent = Sent::default();
        let folded = |patch: &Patch| patch.choice.rung == Rung::Folded && patch.at.message >= end;
        let before = self.summary.as_ref().is_some_and(|summary| summary.before as usize >= end);
        let has_notice = before || self.patches.iter().any(folded);
        let loses_summary = self.summary.is_some() && has_notice;
        // The named text is gone, or calls that had left are back in between.
        let hangs = |choice: &Choice| choice.named.iter().any(|(at, _)| loses_summary || at.message >= end);
        let first_hanging = self.patches.iter().find(|patch| hangs(&patch.choice)).map(|patch| patch.at.message as u32);
        if !self.is_empty() {
            let folded = self.patches.iter().filter(|patch| patch.choice.rung == Rung::Folded);
            let texts = self.summary.iter().map(|summary| summary.before);
            let first = folded.map(|patch| patch.at.message as u32).chain(texts).min();
            self.unbind(first.filter(|_| has_notice).into_iter().chain(first_hanging).chain([end as u32]).min());
        }
        self.came.truncate(end);
        self.went.truncate(end);
        self.patches.retain(|patch| patch.at.message < end && !hangs(&patch.choice));
        self.before.retain(|(at, ..)| at.message < end);
        for (.., choice) in &mut self.before {
            *choice = choice.take().filter(|choice| !hangs(choice));
        }
        // A summary may speak of what is gone.
        if loses_summary {
            self.patches.retain(|patch| patch.choice.rung != Rung::Folded);
            self.before.retain(|(.., choice)| choice.as_ref().is_none_or(|choice| choice.rung != Rung::Folded));
            (self.summary, self.earlier) = (None, None);
            self.block = self.block.filter(|at| (*at as usize) < end);
        }
    }
}
