//! Stores full results before a step, so that whatever replaces them names a ref.

use alloc::vec::Vec;

use super::Step;
use crate::compact::call::CallAt;
use crate::compact::inventory::{Inventory, ItemKind};
use crate::compact::plan::rung::Choice;
use crate::marker::REF;
use crate::tree::Tree;

/// Units in which a fact names its ref.
const FACT: usize = 1000;
/// Refs that an earlier store may have given beyond those that are named.
const FAR_OFF: usize = 100_000;

impl Step<'_> {
    /// Puts each result into the store of the host, if there is one.
    pub(super) fn keep<T: Tree>(&self, inventory: &mut Inventory<'_, T>, base: &[Option<Choice>]) {
        let Some(keep) = self.host.keep else { return };
        // Facts of an earlier compaction whose state is lost. A tool may have printed one: no number that is far
        // off counts.
        let numbers = |call: &CallAt| {
            kept_in(&inventory.original_ends(call.result, FACT).0)
                .or_else(|| marked_in(&inventory.original_result(call)))
        };
        let named: Vec<u64> = inventory.calls.iter().filter_map(numbers).collect();
        let most = (named.len() + FAR_OFF) as u64;
        if let (Some(report), Some(highest)) =
            (self.host.named, named.into_iter().filter(|number| *number <= most).max())
        {
            report(highest);
        }
        for item in 0..inventory.items.len() {
            let Some((ItemKind::Result(call), units)) = inventory.items.get(item).map(|found| (found.kind, found.text))
            else {
                continue;
            };
            let named = base.get(item).and_then(Option::as_ref).and_then(|choice| choice.stated?.kept);
            let number = named.or_else(|| {
                // Short results may leave as well, and an image leaves with the text beside it.
                let held = inventory.calls.get(call).filter(|_| units > 0)?;
                Some(keep(&inventory.quote(&inventory.original_result(held))))
            });
            if let Some(held) = inventory.calls.get_mut(call) {
                held.kept = number;
            }
        }
    }
}

/// The number of the ref that a fact names.
fn kept_in(fact: &str) -> Option<u64> {
    let (line, _) = fact.split_once('\n').unwrap_or((fact, ""));
    let (_, after) = line.strip_prefix("[Earlier: ")?.rsplit_once(&[", ", REF].concat())?;
    let (number, _) = after.split_once([')', ']'])?;
    number.parse().ok()
}

/// The highest number of a ref that a marker of ours names in a text.
fn marked_in(text: &str) -> Option<u64> {
    let begins = [MARKED, REF].concat();
    let named = text.split(&begins).skip(1);
    named.filter_map(|after| after.split_once(']')?.0.parse().ok()).max()
}

/// Begins the reference of a marker to the full text.
const MARKED: &str = "full text: ";
