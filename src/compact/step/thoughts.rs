//! Removes thinking together with the step that changes a message before it.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::{Decision, Step};
use crate::compact::inventory::Inventory;
use crate::compact::memory::Memory;
use crate::compact::plan::rung::Choice;
use crate::compact::summary::Folding;
use crate::compact::thinking::GONE;
use crate::format::Thinking;
use crate::format::conversation::{Part, PartKind, Role};
use crate::tree::Tree;

const UNFINISHED: &str = "thinking: that of the unfinished tool loop was taken out, since a message before it changed";

impl Step<'_> {
    /// Returns earlier decisions without invalid thinking.
    pub(super) fn bound<'c, T: Tree>(
        &self,
        inventory: &Inventory<'_, T>,
        memory: &Memory,
        base: &'c [Option<Choice>],
    ) -> Cow<'c, [Option<Choice>]> {
        let unbound = inventory.unbound(memory, base);
        let is_in = |item: &usize| inventory.items.get(*item).is_some_and(|item| unbound.contains(&item.at.message));
        let gone: Vec<usize> = inventory.thoughts_left(base).into_iter().filter(is_in).collect();
        if self.request.hold || gone.is_empty() { Cow::Borrowed(base) } else { Cow::Owned(without(base, &gone)) }
    }

    /// Removes the thinking from the first changed message on. Of the thinking before it, the newest is removed as far as
    /// the target requires.
    pub(super) fn take_thoughts<T: Tree>(
        &self,
        inventory: &Inventory<'_, T>,
        base: &[Option<Choice>],
        target: u64,
        (choices, folding): (&mut Vec<Option<Choice>>, Option<&Folding>),
    ) {
        if inventory.thinking != Thinking::Prefix {
            return;
        }
        let thoughts = inventory.thoughts_left(choices);
        let first = inventory.first_changed((base, self.given.as_ref()), (choices, folding));
        let is_before = |item: &usize| inventory.items.get(*item).map(|item| item.at.message) < first;
        let before = first.map_or(thoughts.len(), |_| thoughts.partition_point(is_before));
        let fits = |kept: usize| {
            let choices = without(choices, thoughts.get(kept..).unwrap_or_default());
            self.size(inventory, &choices, folding.map(|folding| &*folding.text)) <= target
        };
        // Largest number of the oldest blocks that fit.
        let (mut least, mut most) = (0, before);
        if fits(before) {
            least = before;
        }
        while least < most && least != before {
            let middle = least + (most - least).div_ceil(2);
            if fits(middle) { least = middle } else { most = middle - 1 }
        }
        *choices = without(choices, thoughts.get(least..).unwrap_or_default());
    }

    /// Adds a note if the thinking of an unfinished tool loop was removed.
    pub(super) fn note_thoughts<T: Tree>(
        inventory: &Inventory<'_, T>,
        base: &[Option<Choice>],
        decision: &mut Decision,
    ) {
        let messages = &inventory.conversation.messages;
        let answers = |part: &Part| part.kind == PartKind::Result;
        let runs = messages.last().is_some_and(|last| last.role == Role::Tool || last.parts.iter().any(answers));
        if !runs || inventory.thinking != Thinking::Prefix || !decision.stepped {
            return;
        }
        let (was, now) = (inventory.thoughts_left(base), inventory.thoughts_left(&decision.choices));
        let is_late = |item: &usize| {
            inventory.items.get(*item).is_some_and(|item| item.at.message > inventory.last_user)
                && now.binary_search(item).is_err()
        };
        if was.iter().any(is_late) {
            decision.notes.push(UNFINISHED);
        }
    }
}

/// Choices without any thinking that changes before it make invalid.
pub(super) fn without_thoughts<'c, T: Tree>(
    inventory: &Inventory<'_, T>,
    choices: &'c [Option<Choice>],
) -> Cow<'c, [Option<Choice>]> {
    if inventory.thinking != Thinking::Prefix {
        return Cow::Borrowed(choices);
    }
    Cow::Owned(without(choices, &inventory.thoughts_left(choices)))
}

fn without(choices: &[Option<Choice>], items: &[usize]) -> Vec<Option<Choice>> {
    let mut choices = choices.to_vec();
    for item in items {
        if let Some(choice) = choices.get_mut(*item) {
            *choice = Some(GONE);
        }
    }
    choices
}
