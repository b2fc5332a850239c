//! Recent exchanges: the last ones, within a budget.

use alloc::vec;
use alloc::vec::Vec;

use crate::call::size::{Count, tokens_of};
use crate::compact::inventory::{Inventory, Item, ItemKind};
use crate::compact::options::CompactOptions;
use crate::compact::plan::age::FLOOR;
use crate::compact::plan::{Plan, SELECTION, Stage};
use crate::compact::size::part_tokens;
use crate::format::conversation::Role;
use crate::history::Budget;
use crate::source::StrSource;
use crate::source::utf16_len;
use crate::tree::Tree;

/// Share of the target up to which a recent result stays whole: beside all that has its smallest form, or, if the model has
/// not seen it, beside what is never cut. An eighth and a half keep less.
const LARGE: f64 = 0.25;
/// Divides that for what is left at least of a larger one that the model has not seen: of a line alone it would learn nothing.
const FRESH: u64 = 16;

/// Marks the calls of the last exchanges, up to the number and the budget of the options. Parallel calls are never
/// split.
pub(crate) fn recent<T: Tree>(inventory: &Inventory<'_, T>, options: &CompactOptions, count: Count<'_>) -> Vec<bool> {
    let calls = &inventory.calls;
    let mut recent = vec![false; calls.len()];
    let mut left = options.recent();
    let mut spent = 0;
    let mut end = calls.len();
    while end > 0 && left > 0 {
        let group = calls[end - 1].group;
        let from = calls[..end].iter().rposition(|call| call.group != group).map_or(0, |at| at + 1);
        let size: u64 = calls[from..end]
            .iter()
            .map(|call| match options.recent_budget {
                Some(Budget::Tokens(_)) => {
                    let result = call.result.map_or(0, |at| part_tokens(inventory, at, count));
                    tokens_of(&StrSource(call.original_args()), count) + result
                }
                _ => utf16_len(call.original_args()) as u64 + call.result_units,
            })
            .sum();
        spent += size;
        if let Some(Budget::Chars(most) | Budget::Tokens(most)) = options.recent_budget
            && spent > most
        {
            break;
        }
        recent[from..end].fill(true);
        left = left.saturating_sub((end - from) as u64);
        end = from;
    }
    recent
}

impl<T: Tree> Plan<'_, '_, T> {
    /// Lets recent results of more than [`LARGE`] of the target shrink like others. Others that the model has seen shrink
    /// slowly, provided that this leaves [`SELECTION`] to older ones.
    pub(super) fn bound_recent(&mut self, target: u64) {
        let recents = self.inventory.items.iter().filter(|item| self.is_recent_result(item));
        let recents: u64 = recents.map(|item| item.now).sum();
        let fixed = self.total(Stage::Brief, 0.0).saturating_sub(recents);
        let cut_last = self.inventory.items.iter().zip(&self.extents).filter(|(_, extent)| extent.stage >= Stage::User);
        let texts = self.inventory.fixed + cut_last.map(|(item, _)| item.now).sum::<u64>();
        let [seen, new] =
            [fixed, texts].map(|taken| ((target.saturating_sub(taken) as f64 * LARGE) as u64).max(SELECTION));
        self.bound(seen, Some(new));
        let bounded = self.bound(SELECTION, None);
        let is_short = self.total(Stage::Old, SELECTION as f64) > target;
        for item in bounded {
            let extent = &mut self.extents[item];
            (extent.stage, extent.is_recent) = if is_short { (Stage::Spared, false) } else { (Stage::Old, true) };
        }
    }

    fn is_recent_result(&self, item: &Item) -> bool {
        matches!(item.kind, ItemKind::Result(call) if self.recent[call])
    }

    /// Recent results of more than `seen` units, or `new` if the model has not seen them, shrink with age like others: whole,
    /// they would leave nothing of those. Returns these items.
    fn bound(&mut self, seen: u64, new: Option<u64>) -> Vec<usize> {
        let mut bounded = Vec::new();
        for item in 0..self.extents.len() {
            let Item { kind: ItemKind::Result(call), now, .. } = self.inventory.items[item] else { continue };
            let extent = &self.extents[item];
            let most = if extent.unseen { new } else { Some(seen) };
            let Some(most) = most.filter(|most| now > *most) else { continue };
            if extent.stage == Stage::Spared && !self.is_protected(call) {
                let extent = &mut self.extents[item];
                extent.floor = if extent.unseen { (most / FRESH).max(FLOOR) } else { 0 };
                (extent.stage, extent.unseen) = (Stage::Old, false);
                bounded.push(item);
            }
        }
        bounded
    }

    /// Returns `true` for a result that the model is about to see for the first time.
    pub(super) fn is_unseen(&self, call: usize) -> bool {
        let messages = &self.inventory.conversation.messages;
        let last_answer = messages.iter().rposition(|message| message.role == Role::Assistant);
        self.inventory.calls[call].result.is_some_and(|result| Some(result.message) > last_answer)
    }

    /// Returns `true` for messages from the first recent call on, and for the last user message.
    pub(super) fn is_late(&self, message: usize) -> bool {
        let first = self.recent.iter().position(|recent| *recent).and_then(|call| self.inventory.calls.get(call));
        message >= self.inventory.last_user || first.is_some_and(|call| message >= call.at.message)
    }
}
