//! Limits the number of images: the oldest become lines, also far below the window.

use alloc::borrow::Cow;

use super::Step;
use crate::compact::inventory::{Inventory, Item, ItemKind};
use crate::compact::plan::rung::Choice;
use crate::compact::plan::{Course, Plan};
use crate::tree::Tree;

impl Step<'_> {
    /// Returns the choices with a line for the oldest images and files if there are more than [`recent_media`]. Half the
    /// limit stays, so the next images change nothing, and those of the last message that has any.
    ///
    /// [`recent_media`]: crate::compact::CompactOptions
    pub(super) fn shown<'c, T: Tree>(
        &self,
        inventory: &Inventory<'_, T>,
        choices: Cow<'c, [Option<Choice>]>,
    ) -> Cow<'c, [Option<Choice>]> {
        let Some(most) = self.options.recent_media.filter(|_| !self.request.hold) else { return choices };
        let is_shown = |(item, choice): &(&Item, &Option<Choice>)| item.media > 0 && choice.is_none();
        let shown = || inventory.items.iter().zip(&*choices).filter(is_shown).map(|(item, _)| item);
        let mut left: u64 = shown().map(|item| item.media).sum();
        if left <= most {
            return choices;
        }
        let last = shown().next_back().map(|item| item.at.message);
        let course = Course { may_leave: false, live: false, settled: 0 };
        let recent = alloc::vec![false; inventory.calls.len()];
        let plan = Plan::new(inventory, self.options, &choices, recent, None, None, course);
        let mut made = choices.to_vec();
        for (item, choice) in inventory.items.iter().zip(&mut made) {
            if left <= most.div_ceil(2) || Some(item.at.message) == last {
                break;
            }
            if item.media == 0 || choice.is_some() {
                continue;
            }
            *choice = match item.kind {
                ItemKind::Result(call) if inventory.calls.get(call).is_none_or(|call| !call.writable) => continue,
                ItemKind::Result(call) => plan.trimmed(call, u64::MAX, None),
                _ => inventory.label(item.at).map(Choice::of),
            };
            left -= if choice.is_some() { item.media } else { 0 };
        }
        let given = self.given.as_ref();
        self.take_thoughts(inventory, &choices, u64::MAX, (&mut made, given));
        Cow::Owned(made)
    }
}
