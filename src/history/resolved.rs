//! Failures that the same call later did not have.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use super::calls::{Calls, Field};
use super::category::{Categories, Category};
use super::groups::{Group, category_of};

/// The failed calls after which one with the same command, path or query succeeded; calls from `recent_from` on are in no group.
pub(crate) fn resolved<C: Calls + ?Sized>(
    calls: &C,
    groups: &[Group],
    recent_from: usize,
    categories: &Categories,
) -> BTreeSet<usize> {
    let mut resolved = BTreeSet::new();
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
        let mut last = BTreeMap::new();
        let (done, failed) =
            (positions.iter().zip(&numbers).take(succeeded), positions.iter().zip(&numbers).skip(succeeded));
        for (at, number) in done.filter_map(|(at, number)| Some((at, (*number)?))) {
            last.insert(number, *at);
        }
        let later = |at: usize, number: Option<usize>| {
            number.and_then(|number| last.get(&number)).is_some_and(|&last| last > at)
        };
        for (&at, _) in failed.filter(|&(&at, &number)| later(at, number)) {
            resolved.insert(at);
        }
    }
    resolved
}
