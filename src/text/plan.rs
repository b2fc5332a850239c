//! Plan before render: where the cuts fall, what the marker says, and proof that the result is within all limits.
//!
//! The marker's length depends on the numbers in it, and these on the cuts. So the plan starts from the least that
//! a marker can take, cuts, looks at what the real marker takes, and cuts again with that until the result fits: the
//! least reserve that works, hence the most kept.

use alloc::string::String;

use super::budget::{Budget, Reserve};
use super::cut::Cut;
use super::options::{Keep, Snap};
use super::rules::Rules;
use super::tally::{Gap, Tally};
use crate::marker::{Placeholder, Size};
use crate::measure::{TokenEstimator, ends_open};
use crate::source::{Source, windows};

/// Rounds after which the plan stops looking for the best and takes only the marker. Two are usual.
const ROUNDS: usize = 32;

/// What a trim keeps, as positions in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The end of the kept head.
    pub head: usize,
    /// The start of the kept tail.
    pub tail: usize,
    /// An LF stands before the marker so that it begins a line.
    pub break_before: bool,
    /// An LF stands after the marker so that it ends its line.
    pub break_after: bool,
    /// What is missing.
    pub omitted: Omitted,
    pub(crate) tally: Tally,
}

/// How much is missing. UTF-16 units and chars always; the rest when a limit, the marker or the caller names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Omitted {
    /// UTF-16 units.
    pub utf16: usize,
    /// Unicode code points.
    pub chars: usize,
    /// UTF-8 bytes.
    pub bytes: Option<usize>,
    /// Lines.
    pub lines: Option<usize>,
    /// Estimated tokens.
    pub tokens: Option<usize>,
}

impl Plan {
    /// The plan for a text that is over a limit; `rules.tokens` is held by the estimate.
    pub(crate) fn new<S: Source + ?Sized>(source: &S, rules: &Rules) -> Self {
        let mut plan = Self::search(source, rules);
        if rules.count.tokens {
            // The marker does not name them: once is enough.
            plan.tally.count_tokens(source, plan.head, plan.tail);
            plan.omitted = plan.tally.omitted;
        }
        plan
    }

    fn search<S: Source + ?Sized>(source: &S, rules: &Rules) -> Self {
        let mut reserve = least_reserve(source, rules);
        let mut gap = Gap::default();
        for _ in 0..ROUNDS {
            let Some(budget) = Budget::new(rules, reserve) else { break };
            let plan = Self::of(source, rules, &mut gap, Cut::within(source, rules, budget));
            let taken = plan.taken(source, rules);
            let mut over = Reserve { tokens: reserve.tokens, ..taken };
            if let Some(limit) = rules.tokens {
                over.tokens += plan.estimate(source, rules).saturating_sub(limit);
            }
            if plan.head >= plan.tail {
                // Only tokens do not add up: two ends may meet although the whole is over the limit.
                over.tokens = over.tokens.saturating_add(1);
            }
            let next = reserve.or(over);
            if next == reserve {
                return plan;
            }
            reserve = next;
        }
        Self::of(source, rules, &mut gap, Cut { head: 0, tail: source.len() })
    }

    fn of<S: Source + ?Sized>(source: &S, rules: &Rules, gap: &mut Gap, cut: Cut) -> Self {
        let Cut { head, tail } = cut;
        let lines = rules.snap == Snap::Line;
        let break_before = lines && rules.marker.needs_break_before() && ends_open(source, 0, head);
        let break_after = lines && rules.marker.needs_break_after() && tail < source.len();
        let tally = Tally::new(source, rules, gap.at(source, rules, head, tail), head, tail);
        Self { head, tail, break_before, break_after, omitted: tally.omitted, tally }
    }

    /// The value of a number in the marker.
    #[must_use]
    pub fn value(&self, placeholder: Placeholder) -> u64 {
        self.tally.value(placeholder)
    }

    fn marker_size(&self, rules: &Rules) -> Size {
        let breaks = usize::from(self.break_before) + usize::from(self.break_after);
        rules.marker.size(|placeholder| self.value(placeholder)).plus_ascii(breaks, breaks)
    }

    /// What the marker and its breaks really take.
    fn taken<S: Source + ?Sized>(&self, source: &S, rules: &Rules) -> Reserve {
        let size = self.marker_size(rules);
        let lines = if rules.lines.is_some() { size.newlines + self.open_end(source, rules) } else { 0 };
        Reserve { chars: size.chars, utf16: size.utf16, bytes: size.bytes, lines, tokens: 0 }
    }

    /// 1 when the result ends with a line without LF, which counts as a line of its own.
    fn open_end<S: Source + ?Sized>(&self, source: &S, rules: &Rules) -> usize {
        let len = source.len();
        usize::from(if self.tail < len {
            ends_open(source, self.tail, len)
        } else if rules.marker.is_empty() {
            ends_open(source, 0, self.head)
        } else {
            rules.marker.needs_break_after()
        })
    }

    /// The estimate for the result.
    fn estimate<S: Source + ?Sized>(&self, source: &S, rules: &Rules) -> usize {
        let mut estimator = TokenEstimator::new();
        let mut push = |window: &str| {
            estimator.push(window);
            true
        };
        windows(source, 0, self.head, &mut push);
        push(&self.marker_text(rules));
        windows(source, self.tail, source.len(), &mut push);
        estimator.tokens()
    }

    /// The marker with its numbers and breaks.
    pub(crate) fn marker_text(&self, rules: &Rules) -> String {
        let marker = rules.marker.render(|placeholder| self.value(placeholder));
        let mut text = String::with_capacity(marker.len() + 2);
        if self.break_before {
            text.push('\n');
        }
        text.push_str(&marker);
        if self.break_after {
            text.push('\n');
        }
        text
    }
}

/// The least that a marker can take: the plan's first guess, and nearly always the right one.
fn least_reserve<S: Source + ?Sized>(source: &S, rules: &Rules) -> Reserve {
    let bounds = source.bounds();
    let (marker, lines) = (&rules.marker, rules.snap == Snap::Line);
    // At least so many chars go; how many exactly need not be known yet.
    let omitted = rules.chars.map_or(1, |limit| bounds.chars.0.saturating_sub(limit).max(1));
    let size = marker.size(|placeholder| match placeholder {
        Placeholder::OmittedChars => omitted as u64,
        Placeholder::Limit => rules.limit,
        _ => 0,
    });
    let after = lines && marker.needs_break_after() && matches!(rules.keep, Keep::Tail | Keep::Ends);
    let size = size.plus_ascii(usize::from(after), usize::from(after));
    let open_end = match rules.keep {
        _ if rules.lines.is_none() => false,
        Keep::Head | Keep::None => marker.needs_break_after(),
        Keep::Tail | Keep::Ends => ends_open(source, 0, source.len()),
    };
    Reserve {
        chars: size.chars,
        utf16: size.utf16,
        bytes: size.bytes,
        lines: size.newlines + usize::from(open_end),
        tokens: 0,
    }
}
