//! Choices of many items together.

use alloc::vec;
use alloc::vec::Vec;

use crate::compact::inventory::Inventory;
use crate::compact::plan::rung::Choice;
use crate::format::Conversation;
use crate::format::pair::Pairs;
use crate::tree::Tree;

/// Merges new choices into earlier ones.
pub(crate) fn merged(new: Vec<Option<Choice>>, base: &[Option<Choice>]) -> Vec<Option<Choice>> {
    new.into_iter().zip(base).map(|(new, old)| new.or_else(|| old.clone())).collect()
}

pub(crate) fn none<T: Tree>(inventory: &Inventory<'_, T>) -> Vec<Option<Choice>> {
    vec![None; inventory.items.len()]
}

pub(crate) fn is_unanswered<T: Tree>(conversation: &Conversation<T>, pairs: &Pairs) -> bool {
    let last = conversation.messages.len();
    pairs.exchanges.iter().any(|exchange| {
        let call = crate::format::pair::part_at(&conversation.messages, exchange.call);
        exchange.result.is_none()
            && exchange.call.message + 1 < last
            && call.is_some_and(crate::format::conversation::Part::is_call)
    })
}

pub(crate) fn share(of: u64, share: f64) -> u64 {
    (of as f64 * share) as u64
}
