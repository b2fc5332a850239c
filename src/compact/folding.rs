//! A step in which exchanges leave: how many, and whether it pays.

use alloc::vec::Vec;

use super::rung::Choice;
use super::step::{ROUNDS, Step, chars_left};
use super::summary::{ACKNOWLEDGED, Folding, answers, fold};
use super::work::{Item, Work};
use crate::format::MessageFormat;
use crate::source::utf16_len;
use crate::tree::Tree;

impl Step<'_> {
    /// Exchanges leave until what is left fits; what then is still too large gets smaller as it does in place.
    pub(super) fn fold<T: Tree>(
        &self,
        work: &mut Work<'_, T>,
        base: &[Option<Choice>],
        recent: &[bool],
        target: u64,
    ) -> Option<(Vec<Option<Choice>>, Folding)> {
        // As many units as now stand for a token.
        let density =
            if self.in_tokens() { units_left(work, base) as f64 / self.tokens(work, base).max(1) as f64 } else { 1.0 };
        let mut units = (target as f64 * density) as u64;
        let mut found = None;
        for _ in 0..ROUNDS {
            let (choices, folding) = fold(work, self.options, base, recent, units, self.host.summary)?;
            let after = self.size(work, &choices) + self.weigh(&folding.text, work.conversation.format);
            found = Some((choices, folding));
            if after <= target || units == 0 {
                break;
            }
            units = units.saturating_sub(((after - target) as f64 * density) as u64 + 1);
        }
        let (choices, folding) = found?;
        let after = self.size(work, &choices) + self.weigh(&folding.text, work.conversation.format);
        if after <= target {
            return Some((choices, folding));
        }
        let left = target.saturating_sub(self.weigh(&folding.text, work.conversation.format));
        if !self.options.summary_by_assistant {
            // What the assistant said before it is from now on before a word of the user.
            work.last_user = work.last_user.max(folding.before as usize);
        }
        let (choices, ..) = self.plan(work, &choices, left);
        Some((choices, folding))
    }

    /// True when choices with a summary are smaller than others, and longer in no unit.
    pub(super) fn shrinks<T: Tree>(
        &self,
        work: &Work<'_, T>,
        before: (&[Option<Choice>], Option<&str>),
        after: (&[Option<Choice>], Option<&str>),
    ) -> bool {
        let format = work.conversation.format;
        let chars = |(choices, summary): (&[Option<Choice>], Option<&str>)| {
            let units = |text: &str| utf16_len(text) as u64;
            let answer = if answers(self.options, format) { units(ACKNOWLEDGED) } else { 0 };
            chars_left(work, choices) + summary.map_or(0, |text| units(text) + answer)
        };
        let tokens = |(choices, summary): (&[Option<Choice>], Option<&str>)| {
            self.tokens(work, choices) + summary.map_or(0, |text| (self.count)(text) + 4)
        };
        let (more, fewer) = (chars(before), chars(after));
        fewer <= more && tokens(after) <= tokens(before) && (fewer < more || tokens(after) < tokens(before))
    }

    /// The size of a summary, and of the answer to it.
    pub(super) fn weigh(&self, text: &str, format: MessageFormat) -> u64 {
        let size = |text: &str| {
            if self.in_tokens() { (self.count)(text) + 4 } else { utf16_len(text) as u64 }
        };
        size(text) + if answers(self.options, format) { size(ACKNOWLEDGED) } else { 0 }
    }
}

/// UTF-16 units with these choices, as those of an exchange that leaves are counted.
pub(super) fn units_left<T: Tree>(work: &Work<'_, T>, choices: &[Option<Choice>]) -> u64 {
    let size = |(item, choice): (&Item, &Option<Choice>)| choice.as_ref().map_or(item.full, |choice| choice.units);
    work.fixed + work.items.iter().zip(choices).map(size).sum::<u64>()
}
