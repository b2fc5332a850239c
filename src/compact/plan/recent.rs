//! Recent exchanges: the last ones, within a budget.

use alloc::vec;
use alloc::vec::Vec;

use crate::call::size::{Count, tokens_of};
use crate::compact::inventory::Inventory;
use crate::compact::options::CompactOptions;
use crate::compact::size::part_tokens;
use crate::history::Budget;
use crate::source::StrSource;
use crate::source::utf16_len;
use crate::tree::Tree;

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
