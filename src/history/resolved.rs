//! Failures that the same call later did not have.

use alloc::vec;
use alloc::vec::Vec;

use super::calls::{Calls, Field};
use super::category::{Categories, Category};
use super::groups::{Group, category_of};

/// The failed calls after which one with the same command or query succeeded, in no order; calls from `recent_from` on are in no
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
            Category::Search => Field::Query,
            // The same file may have been read or edited elsewhere in it.
            Category::Read | Category::Write | Category::Other => continue,
        };
        let mut positions: Vec<usize> = group.done.iter().map(|call| call.at).collect();
        let like = |&at: &usize| !calls.is_error(at) && category_of(calls, at, categories) == group.category;
        positions.extend((recent_from..calls.len()).filter(like));
        let succeeded = positions.len();
        positions.extend(&group.failed);
        let numbers = calls.numbered(&positions, field);
        let folders = calls.numbered(&positions, Field::Folder);
        // By number: where a call last succeeded, and in which folder.
        let mut last = vec![None; positions.len()];
        for (index, ((&at, &number), &folder)) in positions.iter().zip(&numbers).zip(&folders).enumerate() {
            let Some(place) = number.and_then(|number| last.get_mut(number)) else { continue };
            if index < succeeded {
                *place = Some((at, folder));
            } else if place.is_some_and(|(later, same)| later > at && same == folder) {
                resolved.push(at);
            }
        }
    }
    resolved
}
