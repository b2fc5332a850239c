//! Positions of the two cuts for a given budget.

use alloc::vec::Vec;

use super::budget::Budget;
use super::guard;
use super::options::{Keep, Snap};
use super::rules::Rules;
use crate::marker::Size;
use crate::measure::grapheme;
use crate::source::{Source, units_of};

/// The kept parts: all before `head` and all from `tail` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    pub(crate) head: usize,
    pub(crate) tail: usize,
}

impl Cut {
    /// The cut that spends the budget.
    pub(crate) fn within<S: Source + ?Sized>(source: &S, rules: &Rules, budget: Budget) -> Self {
        let cut = Self::of_budget(source, rules, budget);
        if rules.guards { guard::guarded(source, cut) } else { cut }
    }

    fn of_budget<S: Source + ?Sized>(source: &S, rules: &Rules, budget: Budget) -> Self {
        let len = source.len();
        match rules.keep {
            Keep::None => Self { head: 0, tail: len },
            Keep::Head => Self { head: Head::within(source, rules, budget.at_most(rules.head_chars)).end, tail: len },
            Keep::Tail => Self { head: 0, tail: tail_start(source, rules, 0, budget.at_most(rules.tail_chars)) },
            Keep::Ends => {
                let share = budget.and_open_line(source).share(rules.head_share).at_most(rules.head_chars);
                let head = Head::within(source, rules, share);
                let rest = budget.less(source, 0, head.end);
                let tail = tail_start(source, rules, head.end, rest.at_most(rules.tail_chars));
                // Room unused by the tail returns to the head, if a line that was omitted there fits now.
                let left = rest.less(source, tail, len);
                let more = left.reach(source, head.end, head.next) >= head.next;
                let end = if more {
                    let most = budget.less(source, tail, len).at_most(rules.head_chars);
                    Head::within(source, rules, most).end.max(head.end)
                } else {
                    head.end
                };
                Self { head: end.min(tail), tail }
            }
        }
    }
}

/// A head that a budget pays for, and the position that a larger budget must reach for a longer one.
struct Head {
    end: usize,
    next: usize,
}

impl Head {
    /// The longest head that the budget pays for and the snap allows.
    fn within<S: Source + ?Sized>(source: &S, rules: &Rules, budget: Budget) -> Self {
        let reach = budget.reach(source, 0, source.len());
        let mut head = match rules.snap {
            Snap::Char => Self { end: reach, next: reach },
            Snap::Grapheme => Self { end: grapheme::floor(source, 0, reach), next: reach },
            Snap::Line => Self::of_lines(source, rules, budget, reach),
        };
        if rules.trim_end {
            head.end = before_white_space(source, head.end);
            if rules.snap != Snap::Char {
                // A blank may belong to the cluster of the char before it.
                head.end = grapheme::floor(source, 0, head.end);
            }
        }
        head
    }

    fn of_lines<S: Source + ?Sized>(source: &S, rules: &Rules, budget: Budget, reach: usize) -> Self {
        let line = source.newline_before(0, reach).unwrap_or(0);
        if line == reach {
            return Self { end: line, next: reach };
        }
        if line > 0 {
            // A cut line that alone fits the share is omitted whole.
            let len = source.len();
            let most = budget.but_tokens().reach(source, line, len);
            let next = source.newline_after(reach, most).or((most == len).then_some(len));
            if let Some(next) = next
                && budget.pays_tokens(source, line, next)
            {
                return Self { end: line, next };
            }
        }
        // The line is too long for the whole share: it is cut, and the break that then ends it is paid for.
        let paid = budget.reserve(Size::of(rules.line_end(rules.marks)));
        let end = paid.map_or(0, |budget| budget.reach(source, 0, reach));
        Self { end: grapheme::floor(source, line.min(end), end).max(line), next: reach }
    }
}

/// The start of the longest tail after `from` that the budget pays for and the snap allows.
fn tail_start<S: Source + ?Sized>(source: &S, rules: &Rules, from: usize, budget: Budget) -> usize {
    let len = source.len();
    let reach = budget.reach_back(source, from, len);
    match rules.snap {
        Snap::Char => reach,
        Snap::Grapheme => grapheme::ceil(source, reach, len),
        Snap::Line if reach == 0 => reach,
        Snap::Line => match source.newline_after(source.align(reach - 1), len) {
            None => grapheme::ceil(source, reach, len),
            Some(next) => {
                let least = budget.but_tokens().reach_back(source, 0, next);
                let line = if least == 0 {
                    Some(source.newline_before(0, reach).unwrap_or(0))
                } else {
                    source.newline_before(source.align(least - 1), reach)
                };
                let whole = line.is_some_and(|line| budget.pays_tokens(source, line, next));
                if whole { next } else { grapheme::ceil(source, reach, next) }
            }
        },
    }
}

/// The end of a text without the white space there.
pub(crate) fn before_white_space<S: Source + ?Sized>(source: &S, end: usize) -> usize {
    let mut buffer = Vec::new();
    let mut at = end;
    while at > 0 {
        let from = source.align(at.saturating_sub(64));
        let window = source.read(from, at, &mut buffer);
        let blanks = window.get(window.trim_end().len()..).unwrap_or_default();
        at -= units_of(source, blanks).min(at);
        if blanks.len() < window.len() {
            return at;
        }
    }
    at
}
