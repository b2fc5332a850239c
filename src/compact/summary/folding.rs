//! A step in which exchanges leave: whether it pays.

use crate::call::size::tokens_of;
use crate::compact::inventory::Inventory;
use crate::compact::plan::rung::Choice;
use crate::compact::step::Step;
use crate::compact::summary::{ACKNOWLEDGED, answers};
use crate::format::MessageFormat;
use crate::source::{StrSource, utf16_len};
use crate::tree::Tree;

impl Step<'_> {
    /// True when choices with a summary are smaller than others, and longer in no unit.
    pub(crate) fn shrinks<T: Tree>(
        &self,
        inventory: &Inventory<'_, T>,
        before: (&[Option<Choice>], Option<&str>),
        after: (&[Option<Choice>], Option<&str>),
    ) -> bool {
        let [before, after] = [before, after].map(|(choices, summary)| self.sizes(inventory, choices, summary));
        let fits = after.chars <= before.chars && after.tokens <= before.tokens;
        fits && after != before
    }

    /// The size of a summary, and of the answer to it.
    pub(crate) fn weigh(&self, text: &str, format: MessageFormat, in_tokens: bool) -> u64 {
        let size = |text: &str| {
            if in_tokens { tokens_of(&StrSource(text), self.count) + 4 } else { utf16_len(text) as u64 }
        };
        size(text) + if answers(self.options, format) { size(ACKNOWLEDGED) } else { 0 }
    }
}
