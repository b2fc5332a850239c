//! Messages that come back as they went out: the state says what in them is ours, and what was known of it.

use alloc::string::String;
use alloc::vec::Vec;

use crate::call::effect::Kind;
use crate::compact::inventory::{Inventory, Item, ItemKind};
use crate::compact::memory::fingerprint::{fingerprint, fingerprint_of_text};
use crate::compact::memory::{Memory, Patch, What};
use crate::compact::plan::rung::{Choice, Stated};
use crate::compact::summary::{ACKNOWLEDGED, Folding};
use crate::format::conversation::{PartAt, PartKind, Role};
use crate::tree::Tree;

impl Memory {
    /// Number of leading messages that are those that went out, if any of them is not as it came.
    pub(crate) fn known_as_sent<T: Tree>(&self, inventory: &Inventory<'_, T>) -> usize {
        let came = inventory.conversation.messages.len();
        let is_sent = |(at, went): (usize, &u32)| fingerprint(inventory, at, &[]) == *went;
        let known = self.went.iter().take(came).enumerate().take_while(|(at, went)| is_sent((*at, went))).count();
        if self.went.get(..known) == self.came.get(..known) { 0 } else { known }
    }

    /// The same memory for messages of which the first `known` are those that went out: what was put into them is ours,
    /// and the block or summary is no one's text.
    pub(crate) fn rebased<T: Tree>(&self, inventory: &Inventory<'_, T>, known: usize) -> Self {
        let came: Vec<u32> = self.went.iter().take(known).copied().collect();
        let mut patches = Vec::new();
        let mut items = inventory.items.iter().take_while(|item| item.at.message < known);
        for patch in self.patches.iter().filter(|patch| patch.choice.text.is_some()) {
            let mut rest = items.clone();
            if let Some(item) = rest.find(|item| inventory.holds(item, patch)) {
                let mut patch = patch.clone();
                // Lines above stay there, wherever the result is.
                if patch.choice.names_above(patch.at) {
                    patch.choice.named.iter_mut().for_each(|named| named.0 = named.0.min(item.at));
                }
                patch.at = item.at;
                patches.push(patch);
                items = rest;
            }
        }
        let block = self.summary.as_ref().and_then(|summary| {
            let prints = [Role::User, Role::Assistant].map(|role| fingerprint_of_text(role, &summary.text));
            came.iter().position(|print| prints.contains(print))
        });
        let block = block.map(|at| at as u32);
        Self {
            went: came.clone(),
            came,
            patches,
            before: Vec::new(),
            summary: block.zip(self.summary.clone()).map(|(before, summary)| Folding { before, ..summary }),
            earlier: None,
            block,
            ..self.clone()
        }
    }
}

impl<T: Tree> Inventory<'_, T> {
    /// Lists everything again, without the block that came back at this index.
    pub(crate) fn set_block(&mut self, at: usize) {
        let answer = PartAt { message: at + 1, part: 0 };
        let is_text = self.part(answer).is_some_and(|part| part.kind == PartKind::Text);
        let is_answered = is_text && self.original_text(answer) == ACKNOWLEDGED;
        self.block = at..at + 1 + usize::from(is_answered);
        (self.items, self.fixed, self.chars) = (Vec::with_capacity(self.items.len()), 0, 0);
        self.list_items();
    }

    /// Returns the text of the block or summary that came back; a later step may have replaced it since.
    pub(crate) fn block_text(&self) -> Option<String> {
        let at = PartAt { message: self.block.start, part: 0 };
        (!self.block.is_empty()).then(|| self.original_text(at))
    }

    /// Returns `true` if an item, by its number, is what a patch put there.
    pub(crate) fn is_held(&self, item: usize, patch: &Patch) -> bool {
        self.items.get(item).is_some_and(|item| self.holds(item, patch))
    }

    /// Returns `true` if an item is what a patch put there.
    pub(crate) fn holds(&self, item: &Item, patch: &Patch) -> bool {
        let Some(text) = &patch.choice.text else { return false };
        item.text == patch.choice.units
            && What::of(item.kind) == patch.what
            && match item.kind {
                ItemKind::Result(call) => self.calls.get(call).is_some_and(|call| self.original_result(call) == *text),
                ItemKind::Args(call) => self.calls.get(call).is_some_and(|call| call.original_args() == text),
                _ => self.original_text(item.at) == *text,
            }
    }

    /// Tells the calls whose results are facts of ours what these say of them.
    pub(crate) fn know_facts(&mut self, patches: &[Patch]) {
        let mut facts: Vec<(usize, Stated, bool)> = Vec::new();
        for patch in patches.iter().filter(|patch| patch.what == What::Result) {
            let from = self.items.partition_point(|item| item.at < patch.at);
            let near = self.items.iter().skip(from).take_while(|item| item.at == patch.at);
            let own = near.into_iter().find(|item| self.holds(item, patch));
            if let (Some(ItemKind::Result(call)), false) = (own.map(|item| item.kind), patch.choice.named.is_empty())
                && let Some(held) = self.calls.get_mut(call)
            {
                (held.names, held.names_above) = (true, patch.choice.names_above(patch.at));
            }
            let Choice { text: Some(text), stated: Some(stated), .. } = &patch.choice else { continue };
            if let Some(ItemKind::Result(call)) = own.map(|item| item.kind) {
                facts.push((call, *stated, text.contains('\n')));
            }
        }
        for (call, stated, quotes) in facts {
            let Some(held) = self.calls.get_mut(call) else { continue };
            let call = &mut held.call;
            (call.failed, call.doubtful) = (stated.failed, false);
            call.suspect = !stated.failed && quotes && call.effect.kind != Kind::Fetch;
            call.result_units = stated.units;
            held.stated = Some(stated);
        }
    }
}
