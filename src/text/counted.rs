//! A token limit held by a caller's own counter, in a fixed number of calls.

use alloc::string::String;

use super::budget::Budget;
use super::fits::{estimate_within, fits};
use super::options::Counter;
use super::plan::Plan;
use super::rules::Rules;
use super::select::Selected;
use super::tokens;
use crate::measure::tokens_between;
use crate::source::{Source, windows};

/// Calls of the counter that one cut may take, with the one that counts the marker when options are checked: 8.
const CALLS: usize = 7;

/// Longer beginnings that are counted before a text is taken for one that is over its limit.
const LOOKS: usize = 3;

/// Times as many tokens a unit as the whole that a beginning may have, and the text is still counted rightly.
const DENSER: usize = 4;

/// Asks the counter, and counts how often.
struct Ask<'a, S: ?Sized> {
    source: &'a S,
    counter: &'a Counter,
    calls_left: usize,
}

impl<S: Source + ?Sized> Ask<'_, S> {
    /// The tokens of `head + marker + tail`.
    fn count(&mut self, head: usize, marker: &str, tail: usize) -> usize {
        self.calls_left = self.calls_left.saturating_sub(1);
        match self.counter {
            Counter::Given(counter) => {
                let mut text = String::new();
                let mut push = |window: &str| {
                    text.push_str(window);
                    true
                };
                windows(self.source, 0, head, &mut push);
                push(marker);
                windows(self.source, tail, self.source.len(), &mut push);
                counter(&text)
            }
            Counter::Source => self.source.count_tokens(head, marker, tail),
            Counter::Estimate => usize::MAX,
        }
    }

    /// Returns the counted tokens per estimated token; `None` if the text fits.
    fn ratio_over(&mut self, rules: &Rules, limit: usize) -> Option<f64> {
        let (source, len) = (self.source, self.source.len());
        // Learned from a window that is well within the limit. No larger than what can be kept: a stream holds no more.
        let window = tokens::skip(source, 0, len, limit / 4, rules.most_bytes());
        let known = if window > 0 { self.count(window, "", len) } else { 0 };
        let mut ratio = if window > 0 { share(known, tokens_between(source, 0, window)) } else { 1.0 };
        if !fits(source, rules) {
            return Some(ratio);
        }
        for _ in 0..LOOKS {
            let most = (limit as f64 * 1.5 / ratio) as usize;
            if estimate_within(source, rules, most) {
                let count = if window == len { known } else { self.count(0, "", 0) };
                return (count > limit).then(|| share(count, tokens_between(source, 0, len)));
            }
            // A beginning of more tokens than the rest: more of the text says so. Texts far over the limit cost no call.
            if !estimate_within(source, rules, most.saturating_mul(DENSER)) {
                break;
            }
            let beginning = tokens::skip(source, 0, len, most, rules.most_bytes());
            let count = self.count(beginning, "", len);
            let next = share(count, tokens_between(source, 0, beginning));
            if count > limit || next >= ratio {
                break;
            }
            ratio = next;
        }
        Some(ratio)
    }
}

/// True when a text does not fit a counter's limit, or another one; asked at most twice.
pub(crate) fn is_over<S: Source + ?Sized>(source: &S, rules: &Rules, limit: usize) -> bool {
    let mut ask = Ask { source, counter: &rules.counter, calls_left: CALLS };
    ask.ratio_over(rules, limit).is_some()
}

/// Plans a cut within a counter's limit; `None` if the text fits.
///
/// The counter never receives a text much longer than the limit: the estimate, corrected by the count of a window that
/// certainly fits, decides what to count.
///
/// `selected` is requested only if the text does not fit.
pub(crate) fn plan<S: Source + ?Sized>(
    source: &S,
    rules: &Rules,
    limit: usize,
    selected: &dyn Fn() -> Option<Selected>,
) -> Option<Plan> {
    let mut ask = Ask { source, counter: &rules.counter, calls_left: CALLS };
    let ratio = ask.ratio_over(rules, limit)?;
    let selected = selected();
    let within = |tokens| Rules { limits: Budget { tokens: Some(tokens), ..rules.limits }, ..rules.clone() };
    let mut budget = (limit as f64 / ratio) as usize;
    // However little a candidate came to, the next is not asked for much more than the limit.
    let most = budget.saturating_add(budget / 2);
    let (mut least_over, mut most_within) = (usize::MAX, 0);
    let mut best: Option<Plan> = None;
    while ask.calls_left > 0 {
        let plan = Plan::new(source, &within(budget), selected.as_ref());
        if best
            .as_ref()
            .is_some_and(|best| (best.head, best.tail) == (plan.head, plan.tail) && best.between == plan.between)
        {
            break;
        }
        let count = ask.count(plan.head, &plan.marker_text(rules), plan.tail);
        if count <= limit {
            most_within = budget;
            best = Some(plan);
            if count >= limit - limit / 50 {
                break;
            }
        } else {
            least_over = budget;
        }
        // Aim a little below the limit, and between what is known to be within and over it.
        let aim = (budget as f64 * 0.99 * limit as f64 / count.max(1) as f64) as usize;
        let (low, high) = (most_within.saturating_add(1), least_over.saturating_sub(1).min(most));
        if low > high {
            break;
        }
        budget = if aim < low || aim > high { low + (high.min(low.saturating_mul(4)) - low) / 2 } else { aim };
    }
    // The marker alone was counted when the options were checked.
    Some(best.unwrap_or_else(|| Plan::new(source, &within(0), None)))
}

fn share(count: usize, estimate: usize) -> f64 {
    (count as f64 / estimate.max(1) as f64).max(0.01)
}
