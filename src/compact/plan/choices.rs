//! Choices of many items together.

use alloc::vec;
use alloc::vec::Vec;

use crate::compact::call::{ArgsKind, CallAt, escapes};
use crate::compact::inventory::{Inventory, ItemKind};
use crate::compact::plan::rung::{Choice, Rung};
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

/// UTF-16 units as budgets count them; of what was cut, with all escapes.
pub(crate) fn chars<T: Tree>(inventory: &Inventory<'_, T>, choices: &[Option<Choice>]) -> u64 {
    let mut chars = inventory.chars;
    for (item, choice) in inventory.items.iter().zip(choices) {
        let Some(choice) = choice else { continue };
        let before = match item.kind {
            ItemKind::Args(call) => inventory.calls.get(call).map_or(0, CallAt::plain_units),
            _ => item.text,
        };
        let text = choice.text.as_deref().unwrap_or_default();
        let after = match item.kind {
            ItemKind::Args(call) => {
                let free = inventory.calls.get(call).is_some_and(|call| call.args_kind == ArgsKind::Free);
                choice.units - if free { 0 } else { escapes(text).min(choice.units) }
            }
            _ => choice.units,
        };
        chars = (chars + after).saturating_sub(before);
        if let (ItemKind::Result(call), Rung::Folded) = (item.kind, choice.rung) {
            let name =
                inventory.calls.get(call).map_or(0, |call| crate::source::utf16_len(call.original_name()) as u64);
            chars = chars.saturating_sub(name);
        }
    }
    chars
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
