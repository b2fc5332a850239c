//! Plan before render: the cuts, the numbers of the marker, and proof that the result is within all limits.
//!
//! The marker's length depends on its numbers, and these on the cuts. So the plan starts from the shortest possible
//! marker, cuts, measures the real marker, and cuts again until the result fits: the smallest sufficient reserve, hence
//! the most text.

use alloc::string::String;
use alloc::vec::Vec;

use super::Trimmer;
use super::cut::Cut;
use super::earlier::Earlier;
use super::kept::Piece;
use super::options::{Keep, Snap};
use super::rescue;
use super::rules::Rules;
use super::select::{RescueOptions, Selected, has_failed};
use super::tally::{Tally, Total};
use crate::event::{Omitted, Unit};
use crate::failure::{self, ENDS};
use crate::marker::{Marker, Placeholder, Size};
use crate::measure::{TokenEstimator, ends_open, estimate_tokens};
use crate::source::{Source, ends_of, next, windows};

/// Rounds after which the plan stops looking for the best and takes only the marker. Two are usual.
const ROUNDS: usize = 32;

/// The parts that a trim keeps, as positions in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The end of the kept head.
    pub head: usize,
    /// The start of the kept tail.
    pub tail: usize,
    /// Text between the head and the marker: the end of a line that is cut.
    pub before: &'static str,
    /// Text between the marker and the tail: the end of the marker's line, and the start of a line that is cut.
    pub after: &'static str,
    /// The omitted part contains an earlier cut, so its sizes are lower bounds.
    pub(crate) at_least: bool,
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
    pub(crate) pieces: Vec<Piece>,
    pub(crate) size: Size,
}

/// Returns the share of rescued lines: most of a small limit and of the output of a run that failed, as one of its lines
/// or its ends say.
fn share<S: Source + ?Sized>(source: &S, rules: &Rules, options: &RescueOptions, selected: &Selected) -> f64 {
    if selected.answers {
        return 1.0;
    }
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
        // The text is read anyway where lines are rescued.
        let earlier = if selected.is_some() { Earlier::of(source) } else { Earlier::default() };
        if let Some(options) = rules.rescue.get()
            && let Some(selected) = selected
            && let Some(plan) = rescue::plan(source, rules, share(source, rules, options, selected), selected, &earlier)
        {
            return plan;
        }
        let mut plan = Self::search(source, rules, &earlier);
        if rules.count.tokens {
            // The marker does not name them: once is enough.
            plan.count_tokens(source);
        }
        plan
    }

    fn search<S: Source + ?Sized>(source: &S, rules: &Rules, earlier: &Earlier) -> Self {
        let total = Total::of(source, rules);
        let of = |cut| Self::of(source, rules, total, cut, earlier);
        let mut reserve = least_reserve(source, rules, total);
        for _ in 0..ROUNDS {
            let Some(budget) = rules.limits.reserve(reserve) else { break };
            let plan = of(Cut::within(source, rules, budget));
            let over = rules.limits.tokens.map_or(0, |limit| plan.estimate(source, rules).saturating_sub(limit));
            // Only tokens do not add up: two ends may meet although the whole is over the limit.
            let over = if plan.head >= plan.tail { over.max(1) } else { over };
            if over == 0 && plan.adds_up(source, rules) {
                return plan;
            }
            // The text before the marker is paid for by the head that needs it.
            let size = plan.middle_size(rules, "");
            let next = reserve.or(plan.taken(source, rules, size).and_tokens(reserve.tokens.saturating_add(over)));
            reserve = if next == reserve { reserve.and_one() } else { next };
        }
        of(Cut { head: 0, tail: source.len() })
    }

    fn of<S: Source + ?Sized>(source: &S, rules: &Rules, total: Total, cut: Cut, earlier: &Earlier) -> Self {
        let Cut { head, tail } = cut;
        let lines = rules.snap == Snap::Line;
        let breaks = lines && rules.marker.needs_break_after() && tail < source.len();
        let tally = Tally::new(source, rules, total, head, tail);
        let from = source.utf16(0, head) as u64;
        Self {
            head,
            tail,
            before: if lines { ending(source, rules, head, rules.marks) } else { "" },
            after: match (breaks, beginning(source, tail, rules.marks)) {
                (false, start) => start,
                (true, "") => "\n",
                (true, _) => "\n\u{2026}",
            },
            at_least: earlier.is_in(from, from + tally.omitted.utf16),
            omitted: tally.omitted,
            tally,
            between: None,
        }
    }

    /// The value of a number in the marker.
    #[must_use]
    pub fn value(&self, placeholder: Placeholder) -> u64 {
        self.tally.value(placeholder)
    }

    /// Returns the marker for the whole gap.
    fn marker<'a>(&self, rules: &'a Rules) -> &'a Marker {
        rules.gaps.as_ref().map_or(&rules.marker, |gaps| gaps.marker(self.at_least, true, 0))
    }

    /// Returns the size of all between head and tail, with this text before the marker.
    fn middle_size(&self, rules: &Rules, before: &str) -> Size {
        let marker = match &self.between {
            Some(between) => between.size,
            None => self.marker(rules).size(|placeholder| self.value(placeholder)),
        };
        marker.plus(Size::of(before)).plus(Size::of(self.after))
    }

    /// Returns the part of the limits that a marker of this size takes.
    fn taken<S: Source + ?Sized>(&self, source: &S, rules: &Rules, marker: Size) -> Size {
        let lines = if rules.limits.newlines.is_some() { marker.newlines + self.open_end(source, rules) } else { 0 };
        Size { newlines: lines, ..marker }
    }

    /// True when what is kept and what the marker takes are within all limits but tokens.
    fn adds_up<S: Source + ?Sized>(&self, source: &S, rules: &Rules) -> bool {
        let len = source.len();
        let taken = self.taken(source, rules, self.middle_size(rules, self.before));
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
        let marker = self.taken(source, rules, self.middle_size(rules, self.before));
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
        let taken = self.taken(source, rules, self.middle_size(rules, self.before));
        let tokens = if rules.limits.tokens.is_some() { estimate_tokens(&self.marker_text(rules)) } else { 0 };
        taken.and_tokens(tokens)
    }

    /// Estimates the omitted tokens, unless that is done.
    pub(crate) fn count_tokens<S: Source + ?Sized>(&mut self, source: &S) {
        self.tally.count_tokens(source, self.head, self.tail);
        self.omitted = self.tally.omitted;
    }

    /// Returns all between head and tail where it is more than [`Plan::before`], a marker of [`Trimmer::marker_pieces`] with
    /// digits between them, and [`Plan::after`].
    #[must_use]
    pub fn replaces_pieces(&self, trimmer: &Trimmer) -> Option<String> {
        let rules = &trimmer.rules;
        let is_more = self.between.is_some()
            || self.at_least
            || rules.marker.is_more_than_pieces(|placeholder| self.value(placeholder))
            || !(self.before.is_ascii() && self.after.is_ascii());
        is_more.then(|| self.marker_text(rules))
    }

    /// Returns the marker with its numbers and breaks, or the text in its place.
    pub(crate) fn marker_text(&self, rules: &Rules) -> String {
        let marker = match &self.between {
            Some(between) => between.text.clone(),
            None => self.marker(rules).render(|placeholder| self.value(placeholder)),
        };
        [self.before, &marker, self.after].concat()
    }
}

/// Returns the text between a head that ends here and the marker: an ellipsis if `marks` and the line is cut, and a
/// break.
pub(crate) fn ending<S: Source + ?Sized>(source: &S, rules: &Rules, head: usize, marks: bool) -> &'static str {
    let is_open = ends_open(source, 0, head);
    match rules.line_end(marks) {
        _ if !is_open => "",
        // Only the break is missing.
        end if marks && source.follows_newline(next(source, head)) => end.get('\u{2026}'.len_utf8()..).unwrap_or(end),
        end => end,
    }
}

/// Returns the ellipsis before a tail that begins within a line, if `marks`.
pub(crate) fn beginning<S: Source + ?Sized>(source: &S, tail: usize, marks: bool) -> &'static str {
    let is_cut = marks && tail < source.len() && ends_open(source, 0, tail);
    if is_cut { "\u{2026}" } else { "" }
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
