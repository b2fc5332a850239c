//! Plan before render: the cuts, the numbers of the marker, and proof that the result is within all limits.
//!
//! The marker's length depends on its numbers, and these on the cuts. So the plan starts from the shortest possible
//! marker, cuts, measures the real marker, and cuts again until the result fits: the smallest sufficient reserve, hence
//! the most text.

use alloc::borrow::Cow;
use alloc::string::String;

use super::Trimmer;
use super::cut::Cut;
use super::options::{Keep, Snap};
use super::rescue;
use super::rules::Rules;
use super::select::{RescueOptions, Selected, has_failed};
use super::tally::{Tally, Total};
use crate::event::{Omitted, Unit};
use crate::failure::{self, ENDS};
use crate::marker::{Placeholder, Size};
use crate::measure::{TokenEstimator, ends_open, estimate_tokens};
use crate::source::{Source, ends_of, windows};

/// Rounds after which the plan stops looking for the best and takes only the marker. Two are usual.
const ROUNDS: usize = 32;

/// The parts that a trim keeps, as positions in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The end of the kept head.
    pub head: usize,
    /// The start of the kept tail.
    pub tail: usize,
    /// An LF precedes the marker so that it begins a line.
    pub break_before: bool,
    /// An LF follows the marker so that it ends its line.
    pub break_after: bool,
    /// Sizes of the missing text.
    pub omitted: Omitted,
    pub(crate) tally: Tally,
    /// Text between the ends if it is more than a marker.
    pub(crate) between: Option<Between>,
}

/// Lines that are kept out of the middle, and the markers around them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Between {
    pub(crate) text: String,
    pub(crate) size: Size,
}

/// Returns the share of rescued lines: most of a small limit and of the output of a run that failed, as one of its lines
/// or its ends say.
fn share<S: Source + ?Sized>(source: &S, rules: &Rules, options: &RescueOptions, selected: &Selected) -> f64 {
    let kind = selected.overview.kind;
    options.share_of(kind.share(), rescue::most_bytes(rules).unwrap_or(usize::MAX), || {
        has_failed(&selected.candidates) || {
            let (head, tail) = ends_of(source, ENDS);
            failure::has_failed(&head, &tail)
        }
    })
}

impl Plan {
    /// The plan for a text that is over a limit; `rules.limits.tokens` is held by the estimate.
    ///
    /// `selected` are the lines to rescue.
    pub(crate) fn new<S: Source + ?Sized>(source: &S, rules: &Rules, selected: Option<&Selected>) -> Self {
        if let Some(options) = rules.rescue.get()
            && let Some(selected) = selected
            && let Some(plan) = rescue::plan(source, rules, share(source, rules, options, selected), selected)
        {
            return plan;
        }
        let mut plan = Self::search(source, rules);
        if rules.count.tokens {
            // The marker does not name them: once is enough.
            plan.count_tokens(source);
        }
        plan
    }

    fn search<S: Source + ?Sized>(source: &S, rules: &Rules) -> Self {
        let total = Total::of(source, rules);
        let mut reserve = least_reserve(source, rules, total);
        for _ in 0..ROUNDS {
            let Some(budget) = rules.limits.reserve(reserve) else { break };
            let plan = Self::of(source, rules, total, Cut::within(source, rules, budget));
            let over = rules.limits.tokens.map_or(0, |limit| plan.estimate(source, rules).saturating_sub(limit));
            // Only tokens do not add up: two ends may meet although the whole is over the limit.
            let over = if plan.head >= plan.tail { over.max(1) } else { over };
            if over == 0 && plan.adds_up(source, rules) {
                return plan;
            }
            // The break before the marker is paid for by the head that needs it.
            let size = plan.marker_size(rules, plan.break_after);
            let next = reserve.or(plan.taken(source, rules, size).and_tokens(reserve.tokens.saturating_add(over)));
            reserve = if next == reserve { reserve.and_one() } else { next };
        }
        Self::of(source, rules, total, Cut { head: 0, tail: source.len() })
    }

    fn of<S: Source + ?Sized>(source: &S, rules: &Rules, total: Total, cut: Cut) -> Self {
        let Cut { head, tail } = cut;
        let lines = rules.snap == Snap::Line;
        let break_before = lines && rules.marker.needs_break_before() && ends_open(source, 0, head);
        let break_after = lines && rules.marker.needs_break_after() && tail < source.len();
        let tally = Tally::new(source, rules, total, head, tail);
        Self { head, tail, break_before, break_after, omitted: tally.omitted, tally, between: None }
    }

    /// The value of a number in the marker.
    #[must_use]
    pub fn value(&self, placeholder: Placeholder) -> u64 {
        self.tally.value(placeholder)
    }

    /// The marker with its numbers, and some breaks.
    fn marker_size(&self, rules: &Rules, breaks: impl Into<usize>) -> Size {
        let breaks = breaks.into();
        if let Some(between) = &self.between {
            return between.size.plus_ascii(breaks, breaks);
        }
        rules.marker.size(|placeholder| self.value(placeholder)).plus_ascii(breaks, breaks)
    }

    /// Returns the part of the limits that a marker of this size takes.
    fn taken<S: Source + ?Sized>(&self, source: &S, rules: &Rules, marker: Size) -> Size {
        let lines = if rules.limits.newlines.is_some() { marker.newlines + self.open_end(source, rules) } else { 0 };
        Size { newlines: lines, ..marker }
    }

    /// True when what is kept and what the marker takes are within all limits but tokens.
    fn adds_up<S: Source + ?Sized>(&self, source: &S, rules: &Rules) -> bool {
        let len = source.len();
        let breaks = usize::from(self.break_before) + usize::from(self.break_after);
        let taken = self.taken(source, rules, self.marker_size(rules, breaks));
        let within = |limit: Option<usize>, taken: usize, kept: &dyn Fn(usize, usize) -> usize| {
            limit.is_none_or(|limit| kept(0, self.head) + kept(self.tail, len) + taken <= limit)
        };
        within(rules.limits.chars, taken.chars, &|from, to| source.chars(from, to))
            && within(rules.limits.utf16, taken.utf16, &|from, to| source.utf16(from, to))
            && within(rules.limits.bytes, taken.bytes, &|from, to| source.bytes(from, to))
            && within(rules.limits.span, taken.bytes, &|from, to| source.bytes(from, to))
            && within(rules.limits.newlines, taken.newlines, &|from, to| source.newlines(from, to))
    }

    /// 1 when the result ends with a line without LF, which counts as a line of its own.
    fn open_end<S: Source + ?Sized>(&self, source: &S, rules: &Rules) -> usize {
        let len = source.len();
        usize::from(if self.tail < len {
            ends_open(source, self.tail, len)
        } else if let Some(between) = &self.between {
            !between.text.ends_with('\n')
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

    /// The size of the input and of the result in the unit of the first limit.
    pub(crate) fn sizes<S: Source + ?Sized>(&self, source: &S, rules: &Rules) -> (u64, u64) {
        let len = source.len();
        let breaks = usize::from(self.break_before) + usize::from(self.break_after);
        let marker = self.taken(source, rules, self.marker_size(rules, breaks));
        let size =
            |size: &dyn Fn(usize, usize) -> usize, marker: usize| size(0, self.head) + marker + size(self.tail, len);
        let after = match rules.unit {
            Unit::Chars => size(&|from, to| source.chars(from, to), marker.chars),
            Unit::Utf16 => size(&|from, to| source.utf16(from, to), marker.utf16),
            Unit::Bytes => size(&|from, to| source.bytes(from, to), marker.bytes),
            Unit::Lines => size(&|from, to| source.newlines(from, to), marker.newlines),
            Unit::Tokens => self.estimate(source, rules),
        };
        (self.tally.size_before(source, rules.unit), after as u64)
    }

    /// True when the result is within all limits, tokens by the estimate.
    pub(crate) fn is_within<S: Source + ?Sized>(&self, source: &S, rules: &Rules) -> bool {
        rules.limits.tokens.is_none_or(|limit| self.estimate(source, rules) <= limit) && self.adds_up(source, rules)
    }

    /// Returns the part of the limits that the text between the ends takes.
    pub(crate) fn reserve<S: Source + ?Sized>(&self, source: &S, rules: &Rules) -> Size {
        let taken = self.taken(source, rules, self.marker_size(rules, self.break_before));
        let tokens = if rules.limits.tokens.is_some() { estimate_tokens(&self.marker_text(rules)) } else { 0 };
        taken.and_tokens(tokens)
    }

    /// Estimates the omitted tokens, unless that is done.
    pub(crate) fn count_tokens<S: Source + ?Sized>(&mut self, source: &S) {
        self.tally.count_tokens(source, self.head, self.tail);
        self.omitted = self.tally.omitted;
    }

    /// Returns the text between head and tail if it is more than the marker: rescued lines and a marker for each gap,
    /// each with its line end.
    #[must_use]
    pub fn between(&self) -> Option<&str> {
        self.between.as_ref().map(|between| &*between.text)
    }

    /// Returns [`Plan::between`], or a marker of ours with a singular noun or a large number: [`Trimmer::marker_pieces`] have
    /// plurals, and go between digits.
    #[must_use]
    pub fn replaces_pieces(&self, trimmer: &Trimmer) -> Option<Cow<'_, str>> {
        let marker = &trimmer.rules.marker;
        let value = |placeholder| self.value(placeholder);
        let singular = || marker.is_more_than_pieces(value).then(|| Cow::Owned(marker.render(value)));
        self.between().map(Cow::Borrowed).or_else(singular)
    }

    /// Returns the marker with its numbers and breaks, or the text in its place.
    pub(crate) fn marker_text(&self, rules: &Rules) -> String {
        let marker = match &self.between {
            Some(between) => between.text.clone(),
            None => rules.marker.render(|placeholder| self.value(placeholder)),
        };
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
///
/// It depends on exact sizes only, never on what one owner's units happen to say: all hosts plan alike.
fn least_reserve<S: Source + ?Sized>(source: &S, rules: &Rules, total: Total) -> Size {
    let (marker, lines) = (&rules.marker, rules.snap == Snap::Line);
    // At least this many chars are omitted.
    let omitted = rules.limits.chars.map_or(1, |limit| total.sizes.chars.saturating_sub(limit as u64).max(1));
    let value = |placeholder| match placeholder {
        Placeholder::OmittedChars => omitted,
        Placeholder::Limit => rules.limit,
        Placeholder::Ref => rules.reference,
        // As short as 0, and in our own words with a shorter noun.
        _ => 1,
    };
    let size = marker.size(value);
    let after = lines && marker.needs_break_after() && matches!(rules.keep, Keep::Tail | Keep::Ends);
    let size = size.plus_ascii(usize::from(after), usize::from(after));
    let open_end = match rules.keep {
        _ if rules.limits.newlines.is_none() => false,
        Keep::Head | Keep::None => marker.needs_break_after(),
        Keep::Tail | Keep::Ends => ends_open(source, 0, source.len()),
    };
    Size {
        newlines: size.newlines + usize::from(open_end),
        tokens: if rules.limits.tokens.is_some() { estimate_tokens(&marker.render(value)) } else { 0 },
        ..size
    }
}
