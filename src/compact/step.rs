//! One request: what was decided stays, and when a mark is passed a step goes down.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::compact::call::fact::{kept_in, marked_in};
use crate::compact::call::staleness;
use crate::compact::memory::{Memory, UNDONE};
use crate::compact::options::CompactOptions;
use crate::compact::plan::Plan;
use crate::compact::plan::choices::{chars, is_unanswered, merged, none, share};
use crate::compact::plan::rung::{Choice, Rung};
use crate::compact::report::fill;
use crate::compact::report::{CompactionReport, ConversationSize};
use crate::compact::request::{CompactionPlan, Host, Request};
use crate::compact::size::{Count, beside, tokens};
use crate::compact::summary::{ACKNOWLEDGED, Folding, answers, leaving};
use crate::compact::work::{ItemKind, Work};
use crate::compact::write::{changes, written};
use crate::error::{Error, ErrorKind};
use crate::format::Problem;
use crate::format::repair::problems;
use crate::format::write::Writer;
use crate::history::Budget;
use crate::number::grouped;
use crate::tree::Tree;

/// Above this share of the window every gain counts.
const URGENT: f64 = 0.95;
/// A step that frees less of the window is worth a word.
const LITTLE: f64 = 0.1;
/// Units in which a fact names its ref.
const FACT: usize = 1000;
/// Refs that an earlier store may have given beyond those that are named.
const FAR_OFF: usize = 100_000;
/// Rounds in which a target in tokens is found.
pub(crate) const ROUNDS: usize = 8;

/// A request while it is worked on.
pub(crate) struct Step<'s> {
    pub(crate) options: &'s CompactOptions,
    pub(crate) room: Budget,
    pub(crate) request: Request,
    pub(crate) count: Count<'s>,
    pub(crate) billed: f64,
    pub(crate) host: Host<'s>,
}

impl Step<'_> {
    pub(crate) fn in_tokens(&self) -> bool {
        matches!(self.room, Budget::Tokens(_))
    }

    fn room(&self) -> u64 {
        match self.room {
            Budget::Chars(size) | Budget::Tokens(size) => size,
        }
    }

    /// Tokens of the conversation with these choices, as the provider bills them.
    pub(crate) fn tokens<T: Tree>(&self, work: &Work<'_, T>, choices: &[Option<Choice>]) -> u64 {
        self.bill(self.estimated_tokens(work, choices))
    }

    /// What the provider bills for so many estimated tokens.
    fn bill(&self, estimated: u64) -> u64 {
        (estimated as f64 * self.billed) as u64
    }

    fn estimated_tokens<T: Tree>(&self, work: &Work<'_, T>, choices: &[Option<Choice>]) -> u64 {
        let mut counts = work.counts;
        for (choice, item) in choices.iter().zip(&work.items) {
            let media = match item.kind {
                ItemKind::Media => 1,
                ItemKind::Result(call) => work.calls.get(call).map_or(0, |call| call.media),
                _ => 0,
            };
            counts.media -= if choice.is_some() { media.min(counts.media) } else { 0 };
        }
        let (calls, messages, _) = leaving(work, choices);
        counts.calls -= calls.min(counts.calls);
        counts.messages -= messages.min(counts.messages);
        tokens(work, choices, self.count, self.in_tokens()) + beside(counts, self.options.media_tokens)
    }

    /// The size in the window's unit, with a block or summary: in tokens as estimated, which sums up exactly over requests. Arguments
    /// that were cut count with their escapes: a little more than they need.
    pub(crate) fn estimated<T: Tree>(
        &self,
        work: &Work<'_, T>,
        choices: &[Option<Choice>],
        block: Option<&str>,
    ) -> u64 {
        let size = if self.in_tokens() { self.estimated_tokens(work, choices) } else { chars_left(work, choices) };
        size + block.map_or(0, |text| self.weigh(text, work.conversation.format))
    }

    /// The same as the provider bills it.
    fn size<T: Tree>(&self, work: &Work<'_, T>, choices: &[Option<Choice>], block: Option<&str>) -> u64 {
        let estimated = self.estimated(work, choices, block);
        if self.in_tokens() { self.bill(estimated) } else { estimated }
    }

    #[allow(clippy::too_many_lines, reason = "one request from its beginning to its end")]
    pub(crate) fn run<T: Tree>(
        &mut self,
        work: &mut Work<'_, T>,
        memory: &mut Memory,
        base: &[Option<Choice>],
        mut report: CompactionReport,
    ) -> Result<CompactionPlan, Error> {
        report.problems = self.problems(work)?;
        let size = self.size(work, base, memory.summary.as_ref().map(|(_, text)| &**text));
        let room = self.room();
        if memory.wait == UNDONE {
            memory.wait = size + share(room, self.options.minimum_gain);
        }
        let mark = share(room, self.options.trigger_at);
        let over = size > mark && size > memory.wait && !work.calls.is_empty();
        let go = over || (self.request.force && !work.calls.is_empty());
        let mut choices = base.to_vec();
        let mut stepped = false;
        let mut staleness = Vec::new();
        let given = memory.summary.clone().map(|(before, text)| Folding { before, text });
        let mut folding = given.clone();
        if go {
            let target = share(room, self.request.compact_to.unwrap_or(self.options.compact_to));
            self.keep(work, base);
            let told = memory.summary.as_ref().map(|(_, text)| &**text);
            let mut made = self.plan(work, base, target, true);
            if let Some(block) = &made.folding
                && !self.shrinks(work, (base, told), (&made.choices, Some(&*block.text)))
            {
                made = self.plan(work, base, target, false);
            }
            let Planned { choices: planned, staleness: found, recent, folding: new_folding } = made;
            let after = self.size(work, &planned, new_folding.as_ref().map(|folding| &*folding.text));
            report.over_target = after > target;
            let gain = size.saturating_sub(after);
            let urgent = size as f64 > URGENT * room as f64;
            let worth = gain >= share(room, self.options.minimum_gain) || urgent || self.request.force;
            let stays = planned == *base;
            if !worth && !stays {
                report.notes.push("a step would free less than minimumGain");
            } else if self.pays(work, (base, &planned, moved(given.as_ref(), new_folding.as_ref())), &mut report)
                || urgent
                || self.request.force
            {
                if !stays {
                    memory.step(work, &planned, base);
                    memory.kept = work.calls.iter().filter_map(|call| call.kept).fold(memory.kept, u64::max);
                    for path in &report.re_reads {
                        if !memory.wanted.contains(path) {
                            memory.wanted.push(path.clone());
                        }
                    }
                    memory.earlier = memory.summary.take();
                    memory.summary = new_folding.as_ref().map(|folding| (folding.before, folding.text.clone()));
                    stepped = true;
                }
                if !stays {
                    folding = new_folding;
                }
                choices = planned;
                if gain < share(room, LITTLE) && !stays {
                    report
                        .notes
                        .push("the step freed little: nearly all that is left is recent, or may not be touched");
                }
            } else {
                report.notes.push("a step would not pay within the requests that are expected");
            }
            staleness = found;
            fill::exchanges(work, &choices, &staleness, &recent, &mut report);
        } else {
            fill::exchanges(work, &choices, &[], &[], &mut report);
        }
        report.before = ConversationSize { chars: work.chars, tokens: self.tokens(work, &none(work)) };
        report.after = ConversationSize { chars: chars_left(work, &choices), tokens: self.tokens(work, &choices) };
        if let Some(folding) = &folding {
            let answered = answers(self.options, work.conversation.format);
            for text in [&*folding.text].into_iter().chain(answered.then_some(ACKNOWLEDGED)) {
                report.after.chars += crate::source::utf16_len(text) as u64;
                report.after.tokens += (self.count)(text) + 4;
            }
        }
        if !over && !self.request.force {
            report.over_target = false;
        }
        let moved = moved(given.as_ref(), folding.as_ref());
        fill::economics(work, (base, &choices, moved), self.options, self.tokens(work, base), &mut report);
        let staleness = if staleness.is_empty() { staleness::staleness_of(&work.calls) } else { staleness };
        fill::trails(work, &staleness, &mut report);
        let writer =
            Writer::new(work.root, work.conversation.format, &work.conversation.messages, self.request.creates);
        let made = written(work, &writer, &choices, folding.is_some());
        let made = match &folding {
            Some(folding) => crate::compact::summary::insert(work, &writer, self.options, &choices, folding, made),
            None => changes(made),
        };
        let notice = stepped.then(|| notice(&report));
        let size = self.estimated(work, &choices, folding.as_ref().map(|folding| &*folding.text));
        let format = Some(work.conversation.format);
        Ok(CompactionPlan { changes: made, report, notice, stepped, format, size })
    }

    /// Puts results where they can be read again: whatever becomes of them, what stands in their place names the ref.
    fn keep<T: Tree>(&self, work: &mut Work<'_, T>, base: &[Option<Choice>]) {
        let Some(keep) = self.host.keep else { return };
        // Facts of an earlier compaction whose state nobody kept. A tool may have printed one: no number that is far off counts.
        let numbers =
            |call| kept_in(&work.original_ends(call, FACT).0).or_else(|| marked_in(&work.original_result(call)));
        let named: Vec<u64> = work.calls.iter().filter_map(numbers).collect();
        let most = (named.len() + FAR_OFF) as u64;
        if let (Some(tell), Some(highest)) = (self.host.named, named.into_iter().filter(|number| *number <= most).max())
        {
            tell(highest);
        }
        for item in 0..work.items.len() {
            let Some((ItemKind::Result(call), units)) = work.items.get(item).map(|found| (found.kind, found.text))
            else {
                continue;
            };
            let named = base.get(item).and_then(Option::as_ref).and_then(|choice| kept_in(choice.text.as_deref()?));
            let number = named.or_else(|| {
                // What is short may go as well, and an image leaves with what was said beside it.
                let held = work.calls.get(call).filter(|_| units > 0)?;
                Some(keep(&work.quote(&work.original_result(held))))
            });
            if let Some(held) = work.calls.get_mut(call) {
                held.kept = number;
            }
        }
    }

    fn problems<T: Tree>(&self, work: &Work<'_, T>) -> Result<Vec<Problem>, Error> {
        let broken = !work.pairs.orphans.is_empty()
            || !work.pairs.duplicates.is_empty()
            || is_unanswered(work.conversation, work.pairs);
        if !broken && !self.options.throws {
            return Ok(Vec::new());
        }
        let mut found = problems(work.root, work.conversation);
        for problem in &mut found {
            problem.message = work.quote(&problem.message);
        }
        match found.first() {
            Some(first) if self.options.throws => {
                let message = format!("messages{}: {}", first.path, first.message);
                Err(Error::new(ErrorKind::InvalidMessages, message))
            }
            _ => Ok(found),
        }
    }

    /// What becomes of each item; with `may_leave` exchanges may leave for a block.
    fn plan<T: Tree>(&self, work: &mut Work<'_, T>, base: &[Option<Choice>], target: u64, may_leave: bool) -> Planned {
        let recent = fill::recent(work, self.options, self.count);
        for (item, choice) in work.items.iter_mut().zip(base) {
            if let Some(choice) = choice {
                item.now = choice.units;
            }
        }
        let mut units = target;
        if self.in_tokens() {
            let now = self.tokens(work, base).max(1);
            let besides = (beside(work.counts, self.options.media_tokens) as f64 * self.billed) as u64;
            let texts = now.saturating_sub(besides).max(1);
            let density = work.total() as f64 / texts as f64;
            work.media_units((self.options.media_tokens as f64 * density) as u64);
            let media = self.options.media_tokens * work.counts.media;
            let structure = besides.saturating_sub((media as f64 * self.billed) as u64);
            units = (target.saturating_sub(structure) as f64 * density) as u64;
        }
        let mut made = Planned::default();
        for _ in 0..ROUNDS {
            let how = (self.host.summary, may_leave, self.request.goes_on);
            let mut plan = Plan::new(work, self.options, base, recent.clone(), how);
            plan.fit(units);
            made = Planned {
                folding: plan.block.folding(work),
                choices: merged(plan.choices, base),
                staleness: plan.staleness,
                recent: recent.clone(),
            };
            if !self.in_tokens() {
                break;
            }
            let after = self.size(work, &made.choices, made.folding.as_ref().map(|block| &*block.text));
            if after <= target || units == 0 {
                break;
            }
            units = (units as f64 * (target as f64 / after as f64) * 0.99) as u64;
        }
        work.media_units(0);
        for item in &mut work.items {
            item.now = item.full;
        }
        made
    }

    /// False when a step is only wanted if it pays, and does not.
    fn pays<T: Tree>(
        &self,
        work: &Work<'_, T>,
        (base, planned, moved): fill::Changed<'_>,
        report: &mut CompactionReport,
    ) -> bool {
        let (true, Some(expected)) =
            (self.options.economics.only_if_worthwhile, self.options.economics.expected_requests)
        else {
            return true;
        };
        let mut trial = CompactionReport::default();
        trial.after.tokens = self.tokens(work, planned);
        fill::economics(work, (base, planned, moved), self.options, self.tokens(work, base), &mut trial);
        report.break_even_requests = trial.break_even_requests;
        trial.break_even_requests.is_some_and(|requests| requests <= expected)
    }
}

/// In front of which message a block stands that was not there, or says something else.
fn moved(old: Option<&Folding>, new: Option<&Folding>) -> Option<usize> {
    let places = [old, new].into_iter().flatten().map(|folding| folding.before as usize);
    if old == new { None } else { places.min() }
}

/// What was decided.
#[derive(Default)]
struct Planned {
    choices: Vec<Option<Choice>>,
    staleness: Vec<staleness::Staleness>,
    recent: Vec<bool>,
    folding: Option<Folding>,
}

fn notice(report: &CompactionReport) -> String {
    let changed = report.exchanges.iter().filter(|exchange| exchange.rung != Rung::Full).count();
    format!(
        "\u{26a0}\u{fe0f} Context compacted to save tokens: {} of {} tool results shortened, {} -> {} tokens",
        changed,
        report.exchanges.len(),
        grouped(report.before.tokens),
        grouped(report.after.tokens),
    )
}

/// UTF-16 units as budgets count them, without what goes with messages that leave.
pub(crate) fn chars_left<T: Tree>(work: &Work<'_, T>, choices: &[Option<Choice>]) -> u64 {
    chars(work, choices).saturating_sub(leaving(work, choices).2)
}
