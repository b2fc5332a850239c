//! Converts sizes of the window into UTF-16 units of a plan.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::Step;
use crate::compact::inventory::Inventory;
use crate::compact::plan::rung::Choice;
use crate::tree::Tree;

/// A straight line through two sizes: with all items empty, and as they are now.
///
/// The parts that cannot shrink have a density of their own, such as prose of the user beside code.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// The size with an empty text for each item, in the unit of the window and in UTF-16 units.
    least: u64,
    fixed: u64,
    /// UTF-16 units for one more unit of the window.
    density: f64,
}

impl Scale {
    /// Measures a conversation; sets the units that images, calls and messages take in a plan.
    pub(super) fn of<T: Tree>(step: &Step<'_>, inventory: &mut Inventory<'_, T>, base: &[Option<Choice>]) -> Self {
        let [now, left, least] = [None, Some(false), Some(true)].map(|all| {
            let choices = all.map_or(Cow::Borrowed(base), |all| Cow::Owned(emptied(base, all)));
            step.size(inventory, &choices, None)
        });
        let image = if step.in_tokens() { step.bill(step.options.media_tokens) } else { inventory.media_chars };
        let shown = inventory.items.iter().zip(base).filter(|(_, choice)| choice.is_none());
        let images = image * shown.map(|(item, _)| item.media).sum::<u64>();
        inventory.media_units(0);
        let texts = now.saturating_sub(left + images).max(1);
        let density = (inventory.total() - inventory.fixed).max(1) as f64 / texts as f64;
        inventory.media_units((image as f64 * density) as u64);
        inventory.token_units = if step.in_tokens() { density * step.billed } else { 0.0 };
        Self { least, fixed: inventory.fixed, density }
    }

    pub(super) fn units(self, size: u64) -> u64 {
        match size.checked_sub(self.least) {
            Some(more) => self.fixed + (more as f64 * self.density) as u64,
            None => (self.fixed as f64 * size as f64 / self.least as f64) as u64,
        }
    }
}

/// Choices with an empty text for each item; without `all`, items that left stay away.
fn emptied(choices: &[Option<Choice>], all: bool) -> Vec<Option<Choice>> {
    let gone = |choice: &Option<Choice>| choice.as_ref().is_some_and(|choice| choice.text.is_none());
    let empty = |choice| if !all && gone(choice) { choice.clone() } else { Some(Choice::of(String::new())) };
    choices.iter().map(empty).collect()
}
