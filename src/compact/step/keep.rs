//! Stores full results before a step, so that whatever replaces them names a ref.

use super::Step;
use crate::compact::inventory::{Inventory, ItemKind};
use crate::compact::plan::rung::Choice;
use crate::tree::Tree;

impl Step<'_> {
    /// Puts each result into the store of the host, if there is one.
    pub(super) fn keep<T: Tree>(&self, inventory: &mut Inventory<'_, T>, base: &[Option<Choice>]) {
        let Some(keep) = self.host.keep else { return };
        for item in 0..inventory.items.len() {
            let Some((ItemKind::Result(call), units)) = inventory.items.get(item).map(|found| (found.kind, found.text))
            else {
                continue;
            };
            let named = base.get(item).and_then(Option::as_ref).and_then(|choice| choice.stated?.kept);
            let reference = named.or_else(|| {
                // Short results may leave as well, and an image leaves with the text beside it.
                let held = inventory.calls.get(call).filter(|_| units > 0)?;
                keep(&inventory.quote(&inventory.original_result(held)))
            });
            if let Some(held) = inventory.calls.get_mut(call) {
                held.kept = reference;
            }
        }
    }
}
