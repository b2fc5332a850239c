//! Selects the thinking to resend: providers bind it to the messages before it, or to the calls that it led to.

use alloc::vec::Vec;
use core::ops::Range;

use crate::compact::inventory::{Inventory, ItemKind};
use crate::compact::memory::{Memory, Patch, What};
use crate::compact::plan::rung::{Choice, Rung};
use crate::compact::summary::Folding;
use crate::format::Thinking;
use crate::format::conversation::{Message, Part, PartAt, PartKind, Role};
use crate::tree::Tree;

impl Thinking {
    /// Reason for a removal, as reports have it.
    pub(crate) const fn why(self) -> &'static str {
        match self {
            Self::Prefix => "prefix: it is bound to messages before it that changed",
            Self::Loop => "loop: it is older than the last",
            Self::Calls => "calls: it left with its calls, or led to none",
        }
    }
}

pub(crate) const GONE: Choice = Choice::gone(Rung::Fact);

impl<T: Tree> Inventory<'_, T> {
    /// Returns `true` for thinking that may leave by itself.
    pub(crate) fn may_leave(&self, at: PartAt) -> bool {
        let messages = &self.conversation.messages;
        let Some(held) = messages.get(at.message) else { return false };
        let has_items = self.conversation.format.has_items();
        let speaks = |at: usize| messages.get(at).is_some_and(|message| message.role == Role::Assistant);
        // A reasoning item of its own counts with its neighbours if they are the assistant's.
        let others = held.parts.iter().any(|part| part.kind != PartKind::Thinking);
        let alone = held.parts.len() == 1 && (speaks(at.message + 1) || (at.message > 0 && speaks(at.message - 1)));
        let is_free = if has_items { self.is_loose(at.message) } else { others || alone };
        let is_old = at.message < self.last_thought.start;
        let calls = |message: &Message| message.parts.iter().any(Part::is_call);
        match self.thinking {
            Thinking::Prefix => !has_items || is_free,
            Thinking::Loop => is_old && is_free,
            Thinking::Calls if has_items => is_old && is_free && !self.led(at.message).any(calls),
            Thinking::Calls => is_old && is_free && !calls(held),
        }
    }

    /// The assistant's items after one of reasoning, up to the next.
    pub(crate) fn led(&self, message: usize) -> impl Iterator<Item = &Message> {
        let rest = self.conversation.messages.get(message + 1..).unwrap_or_default().iter();
        let thinks = |message: &Message| message.parts.first().is_some_and(|part| part.kind == PartKind::Thinking);
        rest.take_while(move |next| next.role == Role::Assistant && !thinks(next))
    }

    /// Returns `false` for an item of a reasoning run that also holds other items with ids: the provider refuses the run
    /// without it.
    pub(crate) fn is_free_of_reasoning(&self, message: usize) -> bool {
        let messages = &self.conversation.messages;
        if !self.conversation.format.has_items() {
            return true;
        }
        let thinks = |message: &Message| message.parts.first().is_some_and(|part| part.kind == PartKind::Thinking);
        let run = messages.get(..message).unwrap_or_default().iter().rev();
        let run = run.take_while(|before| before.role == Role::Assistant && !thinks(before)).count();
        let Some(reasoning) = message.checked_sub(run + 1).filter(|at| messages.get(*at).is_some_and(thinks)) else {
            return true;
        };
        let calls =
            |message: &Message| message.parts.iter().any(|part| part.is_call() || part.kind == PartKind::Exchange);
        self.is_loose(reasoning) || self.led(reasoning).all(calls)
    }

    /// Returns `true` for reasoning that may be removed alone: no item of its run has an id, by which the provider would
    /// miss it.
    pub(crate) fn is_loose(&self, message: usize) -> bool {
        let next = self.conversation.messages.get(message + 1);
        let at = |from: Option<u32>| self.root.item(crate::tree::Key::This, from? as usize);
        next.is_some_and(|next| next.role == Role::Assistant)
            && self.led(message).all(|next| at(next.from).is_some_and(|node| !node.has(crate::tree::Key::Id)))
    }

    /// Returns the items of the thinking that these choices keep.
    pub(crate) fn thoughts_left(&self, choices: &[Option<Choice>]) -> Vec<usize> {
        let is_left = |item: &usize| {
            self.items.get(*item).is_some_and(|found| found.kind == ItemKind::Thinking)
                && choices.get(*item).is_some_and(Option::is_none)
        };
        (0..self.items.len()).filter(is_left).collect()
    }

    /// Binding in the last step.
    pub(crate) fn was(&self, memory: &Memory) -> Thinking {
        memory.thinking.unwrap_or(self.usual)
    }

    /// Returns the messages with invalid thinking: it was written behind other messages than those sent now, after an undo
    /// or a fork, or for a model with another binding.
    pub(crate) fn unbound(&self, memory: &Memory, base: &[Option<Choice>]) -> Range<usize> {
        if self.thinking != Thinking::Prefix {
            return 0..0;
        }
        let all = memory.unbound.map(|from| from as usize..self.conversation.messages.len());
        let switched = self.was(memory) != Thinking::Prefix;
        let none = alloc::vec![None; base.len()];
        let first = || self.first_changed((&none, None), (base, memory.summary.as_ref()));
        let old = switched.then(first).flatten().map(|from| from..memory.came.len());
        match (all, old) {
            (Some(all), Some(old)) => all.start.min(old.start)..all.end,
            (all, old) => all.or(old).unwrap_or(0..0),
        }
    }

    /// Returns thinking that an earlier step took out and that is sent again, as another binding does not take it out.
    pub(crate) fn thoughts_again(&self, memory: &Memory) -> Vec<PartAt> {
        let is_again = |patch: &&Patch| {
            let is_thought = self.part(patch.at).is_some_and(|part| part.kind == PartKind::Thinking);
            let is_out = patch.what == What::Other && patch.choice.text.is_none();
            is_thought && is_out && self.item_of(&(patch.at, patch.what)).is_none()
        };
        let stands = |patch: &&Patch| !memory.is_patched(self, patch.at.message);
        memory.patches.iter().filter(is_again).filter(stands).map(|patch| patch.at).collect()
    }

    /// Returns the first message that differs between two forms of the conversation.
    pub(crate) fn first_changed(
        &self,
        (was, given): (&[Option<Choice>], Option<&Folding>),
        (now, folding): (&[Option<Choice>], Option<&Folding>),
    ) -> Option<usize> {
        let mut choices = self.items.iter().zip(was.iter().zip(now));
        let item = choices.find(|(_, (was, now))| was != now).map(|(item, _)| item.at.message);
        let texts = [given, folding].into_iter().flatten().map(|folding| folding.before as usize);
        let text = texts.min().filter(|_| given != folding);
        item.into_iter().chain(text).min()
    }
}
