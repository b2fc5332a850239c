//! A step in which exchanges leave: whether it pays.

use crate::compact::inventory::Inventory;
use crate::compact::plan::rung::Choice;
use crate::compact::step::{Step, chars_left};
use crate::compact::summary::{ACKNOWLEDGED, answers};
use crate::format::MessageFormat;
use crate::source::utf16_len;
use crate::tree::Tree;

impl Step<'_> {
    /// True when choices with a summary are smaller than others, and longer in no unit.
    pub(crate) fn shrinks<T: Tree>(
        &self,
        inventory: &Inventory<'_, T>,
        before: (&[Option<Choice>], Option<&str>),
        after: (&[Option<Choice>], Option<&str>),
    ) -> bool {
        let format = inventory.conversation.format;
        let chars = |(choices, summary): (&[Option<Choice>], Option<&str>)| {
            let units = |text: &str| utf16_len(text) as u64;
            let answer = if answers(self.options, format) { units(ACKNOWLEDGED) } else { 0 };
            chars_left(inventory, choices) + summary.map_or(0, |text| units(text) + answer)
        };
        let tokens = |(choices, summary): (&[Option<Choice>], Option<&str>)| {
            self.tokens(inventory, choices) + summary.map_or(0, |text| (self.count)(text) + 4)
        };
        let (more, fewer) = (chars(before), chars(after));
        fewer <= more && tokens(after) <= tokens(before) && (fewer < more || tokens(after) < tokens(before))
    }

    /// The size of a summary, and of the answer to it.
    pub(crate) fn weigh(&self, text: &str, format: MessageFormat) -> u64 {
        let size = |text: &str| {
            if self.in_tokens() { (self.count)(text) + 4 } else { utf16_len(text) as u64 }
        };
        size(text) + if answers(self.options, format) { size(ACKNOWLEDGED) } else { 0 }
    }
}
