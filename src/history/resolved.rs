//! Failures that the same call later did not have.

use alloc::vec;
use alloc::vec::Vec;

use super::calls::{Calls, Field};
use super::category::{Categories, Category};
use super::groups::{Group, category_of};

/// The failed calls after which one with the same command, path or query succeeded, in no order; calls from `recent_from` on are in no
/// group.
pub(crate) fn resolved<C: Calls + ?Sized>(
    calls: &C,
    groups: &[Group],
    recent_from: usize,
    categories: &Categories,
) -> Vec<usize> {
    let mut resolved = Vec::new();
    for group in groups.iter().filter(|group| !group.failed.is_empty()) {
        let field = match group.category {
            Category::Terminal => Field::Command,
            Category::Read | Category::Write => Field::Path,
            Category::Search => Field::Query,
            Category::Other => continue,
        };
        let mut positions: Vec<usize> = group.done.iter().map(|call| call.at).collect();
        let like = |&at: &usize| !calls.is_error(at) && category_of(calls, at, categories) == group.category;
        positions.extend((recent_from..calls.len()).filter(like));
        let succeeded = positions.len();
        positions.extend(&group.failed);
        let numbers = calls.numbered(&positions, field);
        // By number: where a call last succeeded.
        let mut last = vec![None; positions.len()];
        for (index, (&at, &number)) in positions.iter().zip(&numbers).enumerate() {
            let Some(place) = number.and_then(|number| last.get_mut(number)) else { continue };
            if index < succeeded {
                *place = Some(at);
            } else if *place > Some(at) {
                resolved.push(at);
            }
        }
    }
    resolved
}
