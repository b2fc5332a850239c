//! Access to a trimmer for value limits: its limits as numbers, and copies with other limits.

use alloc::string::String;
use alloc::sync::Arc;

use super::options::Counter;
use super::plan::Plan;
use super::select::about::Question;
use super::{Keep, Trimmer};
use crate::clean::CleanOptions;
use crate::event::{Omitted, Unit};
use crate::facts::Sizes;
use crate::measure::{estimate_tokens, size_in};
use crate::number::{part, saturate};

impl Trimmer {
    /// A caller's counter is not asked more often than has to be.
    pub(crate) fn has_counter(&self) -> bool {
        self.rules.limits.tokens.is_some() && !matches!(self.rules.counter, Counter::Estimate)
    }

    /// The first limit, in its own unit.
    pub(crate) fn limit(&self) -> usize {
        saturate(self.rules.limit)
    }

    /// Bytes of the marker with each number ten digits wide.
    pub(crate) fn marker_bytes(&self) -> usize {
        self.rules.marker_bytes()
    }

    /// Returns the same trimmer with a limit of bytes; `None` if the marker does not fit.
    pub(crate) fn within_bytes(&self, bytes: usize) -> Option<Self> {
        Some(Self { rules: self.rules.within_bytes(bytes)? })
    }

    /// Returns the same trimmer with a limit of chars; `None` if the marker does not fit.
    pub(crate) fn within_chars(&self, chars: usize) -> Option<Self> {
        Some(Self { rules: self.rules.within_chars(chars)? })
    }

    /// True when a plan by positions is not enough: all of a text has to be read, and the result is a new text.
    pub(crate) fn needs_all(&self) -> bool {
        self.cleaning().is_some() || self.rules.json()
    }

    /// The cleaning that goes before a cut.
    pub(crate) fn cleaning(&self) -> Option<&CleanOptions> {
        self.rules.clean()
    }

    /// The size of a text in the unit of a limit, and that limit, where it is over one.
    pub(crate) fn excess(&self, text: &str, count: &dyn Fn(&str) -> usize) -> Option<(u64, u64)> {
        let rules = &self.rules;
        let limits = [
            (Unit::Chars, rules.limits.chars),
            (Unit::Utf16, rules.limits.utf16),
            (Unit::Bytes, rules.limits.bytes),
            (Unit::Lines, rules.limits.newlines),
        ];
        let sizes = limits.into_iter().filter_map(|(unit, limit)| Some((size_in(text, unit), limit? as u64)));
        let tokens = rules.limits.tokens.map(|limit| {
            let tokens = match &rules.counter {
                Counter::Estimate => estimate_tokens(text),
                Counter::Given(counter) => counter(text),
                Counter::Source => count(text),
            };
            (tokens as u64, limit as u64)
        });
        let span = rules.limits.span.map(|span| (text.len() as u64, span as u64));
        // The limit that is exceeded most.
        let over = sizes.chain(tokens).chain(span).filter(|(size, limit)| size > limit);
        over.max_by_key(|(size, limit)| size.saturating_mul(1000) / limit.max(&1))
    }

    /// About how many bytes of a text of these sizes are within all limits.
    pub(crate) fn bytes_within(&self, sizes: &Sizes, tokens: u64) -> usize {
        let rules = &self.rules;
        let limits = [
            (rules.limits.chars, sizes.chars),
            (rules.limits.utf16, sizes.utf16),
            (rules.limits.bytes, sizes.bytes),
            (rules.limits.tokens, tokens),
            (rules.limits.span, sizes.bytes),
        ];
        let share = |(limit, size): (Option<usize>, u64)| Some(part(limit?, sizes.bytes, size));
        limits.into_iter().filter_map(share).min().unwrap_or(usize::MAX)
    }

    /// Returns how close a text within all limits is to one of them, 0 to 1,000.
    pub(crate) fn fullness(&self, text: &str) -> u64 {
        let rules = &self.rules;
        let limits =
            [(Unit::Chars, rules.limits.chars), (Unit::Utf16, rules.limits.utf16), (Unit::Bytes, rules.limits.bytes)];
        let share = |(unit, limit): (Unit, Option<usize>)| Some(size_in(text, unit) * 1000 / (limit? as u64).max(1));
        limits.into_iter().filter_map(share).max().unwrap_or_default()
    }

    /// Returns `true` if a text of these sizes exceeds a limit, whatever its content.
    pub(crate) fn is_surely_over(&self, sizes: &Sizes) -> bool {
        let rules = &self.rules;
        let limits = [
            (rules.limits.chars, sizes.chars),
            (rules.limits.utf16, sizes.utf16),
            (rules.limits.bytes, sizes.bytes),
            (rules.limits.span, sizes.bytes),
        ];
        limits.into_iter().any(|(limit, size)| limit.is_some_and(|limit| size > limit as u64))
    }

    /// Returns `true` if omitted tokens are counted.
    pub(crate) fn counts_tokens(&self) -> bool {
        self.rules.count.tokens
    }

    /// Returns what a text is read for.
    pub(crate) fn about(&self) -> Option<&Arc<Question>> {
        self.rules.about.get()
    }

    /// Returns the kept ends.
    pub(crate) fn keep(&self) -> Keep {
        self.rules.keep
    }

    /// Returns the same trimmer for a text of which no part may stand alone: only the marker stays.
    pub(crate) fn marker_alone(&self) -> Self {
        Self { rules: self.rules.marker_alone() }
    }

    /// Returns the same trimmer without limits, for strings in a JSON text.
    pub(crate) fn without_limits(&self) -> Self {
        Self { rules: self.rules.for_strings() }
    }

    /// Returns the text between the two ends of a plan.
    pub(crate) fn between_of(&self, plan: &Plan) -> String {
        plan.marker_text(&self.rules)
    }

    /// Reports a cut without a plan to the listener.
    pub(crate) fn report(&self, before: &str, after: &str, omitted: Omitted) {
        let Some(listener) = &self.rules.listener.0 else { return };
        let unit = self.rules.unit;
        listener(&self.event_of(size_in(before, unit), size_in(after, unit), omitted));
    }
}
