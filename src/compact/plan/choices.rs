//! Choices of many items together.

use alloc::vec;
use alloc::vec::Vec;

use crate::compact::inventory::Inventory;
use crate::compact::plan::rung::{Choice, Rung};
use crate::format::Conversation;
use crate::format::pair::Pairs;
use crate::tree::Tree;

/// Merges new choices into earlier ones. One that takes an earlier one back leaves none: the text stands there as it came.
pub(crate) fn merged(new: Vec<Option<Choice>>, base: &[Option<Choice>]) -> Vec<Option<Choice>> {
    let merge = |(new, old): (Option<Choice>, &Option<Choice>)| {
        new.or_else(|| old.clone()).filter(|choice| choice.rung != Rung::Full)
    };
    new.into_iter().zip(base).map(merge).collect()
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
