//! Decides whether a step is taken, and what it does.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::Step;
use super::scale::Scale;
use super::thoughts::without_thoughts;
use crate::call::size::estimate;
use crate::call::staleness::Staleness;
use crate::compact::inventory::{Inventory, Item, ItemKind};
use crate::compact::memory::Memory;
use crate::compact::options::{CompactOptions, Style, SummaryRole, WhenFull};
use crate::compact::plan::choices::{merged, share};
use crate::compact::plan::line::ref_line;
use crate::compact::plan::recent::recent;
use crate::compact::plan::rung::Choice;
use crate::compact::plan::{Course, Plan};
use crate::compact::report::CompactionReport;
use crate::compact::report::cost::Form;
use crate::compact::summary::{Folding, answers};
use crate::format::Thinking;
use crate::format::{MessageFormat, Quirk};
use crate::refs::Ref;
use crate::tree::Tree;

/// Above this share of the window every gain counts.
const URGENT: f64 = 0.95;
/// A step that frees less of the window gets a note.
const LITTLE: f64 = 0.1;
const FREES_LITTLE: &str = "a step would free less than minimumGain";
/// Rounds in which a target in tokens is found.
const ROUNDS: usize = 8;

/// The outcome of a request, before anything is written.
#[derive(Default)]
pub(crate) struct Decision {
    /// The text of each item; none: it stays as it came.
    pub(crate) choices: Vec<Option<Choice>>,
    /// Block or summary to send.
    pub(crate) folding: Option<Folding>,
    /// More was decided than in earlier requests.
    pub(crate) stepped: bool,
    /// Size that the step aimed at.
    pub(crate) target: u64,
    pub(crate) over_target: bool,
    /// Staleness of each call; empty unless a step was considered.
    pub(crate) staleness: Vec<Staleness>,
    pub(crate) recent: Vec<bool>,
    pub(crate) notes: Vec<&'static str>,
    pub(crate) break_even_requests: Option<u64>,
}

impl Decision {
    pub(crate) fn block(&self) -> Option<&str> {
        self.folding.as_ref().map(|folding| &*folding.text)
    }
}

/// A step that could be taken.
#[derive(Default)]
struct Planned {
    choices: Vec<Option<Choice>>,
    staleness: Vec<Staleness>,
    recent: Vec<bool>,
    folding: Option<Folding>,
    /// The text behind a ref in the folding.
    listing: Option<String>,
    /// The folding is a summary, which has a limit of its own.
    is_summary: bool,
}

impl Planned {
    fn block(&self) -> Option<&str> {
        self.folding.as_ref().map(|folding| &*folding.text)
    }
}

impl Step<'_> {
    /// Decides about a conversation of this size, in which `base` holds the earlier decisions.
    pub(super) fn decide<T: Tree>(
        &self,
        inventory: &mut Inventory<'_, T>,
        memory: &Memory,
        base: &[Option<Choice>],
        size: u64,
    ) -> Decision {
        let given = self.given.clone();
        let mut decision = Decision { choices: base.to_vec(), folding: given.clone(), ..Decision::default() };
        if self.request.hold {
            return decision;
        }
        let (room, force) = (self.room(), self.request.force);
        let over = self.is_due(inventory, memory, (base, decision.block()), size);
        if inventory.calls.is_empty() && size <= room || !(over || force) {
            if self.request.swap {
                self.swap(inventory, memory, base, &mut decision);
            }
            return decision;
        }
        let other = self.options.trigger_needs(self.room).then(|| self.other_size(inventory, base, decision.block()));
        let mut target = self.options.target_at(self.request.compact_to, self.target, (size, other));
        decision.target = target;
        // These very messages are what the last step came to.
        if self.again && !force && (size <= target || memory.missed == Some(target)) {
            decision.over_target = size > target;
            return decision;
        }
        if over && !force && size <= target {
            decision.notes.push("triggerAt is passed, but the messages are smaller than compactTo");
        }
        // The last step left nothing that could shrink, so another one can free newer messages only.
        let least = share(room, self.options.minimum_gain);
        let floor = memory.floor.filter(|_| !force && memory.missed == Some(target));
        if floor.is_some_and(|floor| size <= room && size < floor + least) {
            decision.notes.push(FREES_LITTLE);
            decision.over_target = true;
            return decision;
        }
        self.keep(inventory, base);
        // More exchanges leave for a summary with each step.
        let masks = self.options.style == Style::Mask;
        let above = first_above(inventory, base).unwrap_or(usize::MAX);
        let settled = if masks { memory.settled(inventory, self.options.recent()).min(above) } else { 0 };
        let course = Course { may_leave: true, live: self.request.goes_on, settled };
        let mut planned = self.plan_that_shrinks(inventory, (base, decision.block()), target, course);
        // A target has to hold in the unit of the mark, too: the remaining texts may have more tokens per char.
        let wanted = other.and_then(|_| self.options.target_of_mark(self.request.compact_to));
        for _ in 0..ROUNDS {
            let Some(over) = self.over(inventory, &planned, wanted).filter(|_| target > 0) else { break };
            target = (target as f64 / over * 0.99) as u64;
            planned = self.plan_that_shrinks(inventory, (base, decision.block()), target, course);
        }
        let mut after = self.size(inventory, &planned.choices, planned.block());
        if after > room && self.options.when_full == WhenFull::Summary && self.options.style == Style::Mask {
            let options = CompactOptions { style: Style::Summary, ..self.options.clone() };
            let step = Step { options: &options, given: self.given.clone(), ..*self };
            let summary = step.plan(inventory, base, target, Course { settled: 0, ..course });
            let size = self.size(inventory, &summary.choices, summary.block());
            if size < after {
                (planned, after) = (summary, size);
            }
        }
        let gain = size.saturating_sub(after);
        let urgent = size as f64 > URGENT * room as f64 || force;
        let stays = planned.choices == *base;
        decision.over_target = after > decision.target || self.over(inventory, &planned, wanted).is_some();
        (decision.staleness, decision.recent) = (planned.staleness, planned.recent);
        // A plan counts escapes and begins from originals, so it may find more than was sent.
        if !stays && (size <= target && !force || above < usize::MAX && after >= size) {
            return Decision { over_target: size > target, ..decision };
        }
        let is_little = match floor {
            // Messages that do not fit either way stay as they were sent.
            Some(_) => gain < least && (size <= room || after > room),
            None => gain < share(room.min(size), self.options.minimum_gain) && !urgent,
        };
        if is_little && !stays {
            decision.notes.push(FREES_LITTLE);
            return decision;
        }
        let forms = ((base, given.as_ref()), (planned.choices.as_slice(), planned.folding.as_ref()));
        if !self.pays(inventory, forms, &mut decision.break_even_requests) && !urgent {
            decision.notes.push("a step would not pay within the requests that are expected");
            return decision;
        }
        if stays && force && size <= target {
            decision.notes.push("force: the messages are already smaller than compactTo");
        }
        if !stays {
            decision.stepped = true;
            decision.folding = planned.folding.map(|folding| self.with_listing(folding, planned.listing.as_deref()));
            let format = inventory.conversation.format;
            decision.notes.extend(summary_notes(self.options, format, decision.folding.is_some()));
            let most = self.options.max_history_summary_tokens.filter(|_| planned.is_summary);
            if most.is_some_and(|most| decision.block().is_some_and(|text| estimate(text) > most)) {
                decision
                    .notes
                    .push("maxHistorySummaryTokens: a summary says at least how many calls left, which takes more");
            }
            if gain < share(if target < self.target { room.min(size) } else { room }, LITTLE) {
                let note = "the step freed little: nearly all that is left is recent, or may not be touched";
                decision.notes.push(note);
            }
        }
        decision.choices = planned.choices;
        decision
    }

    /// How often the size that a step leaves in the unit that is not the window's is `most`, if that is more than once.
    fn over<T: Tree>(&self, inventory: &Inventory<'_, T>, planned: &Planned, most: Option<u64>) -> Option<f64> {
        let most = most?;
        let left = self.other_size(inventory, &planned.choices, planned.block());
        (left > most).then(|| left as f64 / most.max(1) as f64)
    }

    /// Returns `true` if a conversation of this size passes a mark.
    pub(super) fn is_due<T: Tree>(
        &self,
        inventory: &Inventory<'_, T>,
        memory: &Memory,
        (choices, block): (&[Option<Choice>], Option<&str>),
        size: u64,
    ) -> bool {
        let other = self.options.trigger_needs(self.room).then(|| self.other_size(inventory, choices, block));
        let sizes = if self.in_tokens() { (other, Some(size)) } else { (Some(size), other) };
        self.options.is_passed(self.room, sizes, memory.new_calls(inventory)) && size > memory.wait
    }

    /// Stores the list of refs that a summary names; one that could not be stored is not named.
    pub(super) fn with_listing(&self, mut folding: Folding, listing: Option<&str>) -> Folding {
        let Some((keep, listing)) = self.host.keep.zip(listing) else { return folding };
        let line = Ref::of(listing).map(ref_line).unwrap_or_default();
        if folding.text.contains(&line) && keep(listing).is_none() {
            folding.text = folding.text.replace(&line, "");
        }
        folding
    }

    /// Plans a step in which exchanges leave only if that makes the messages shorter.
    fn plan_that_shrinks<T: Tree>(
        &self,
        inventory: &mut Inventory<'_, T>,
        (base, block): (&[Option<Choice>], Option<&str>),
        target: u64,
        course: Course,
    ) -> Planned {
        let planned = self.plan(inventory, base, target, course);
        match planned.block() {
            Some(text) if !self.shrinks(inventory, (base, block), (&planned.choices, Some(text))) => {
                self.plan(inventory, base, target, Course { may_leave: false, ..course })
            }
            _ => planned,
        }
    }

    /// Plans a step.
    #[inline(never)]
    fn plan<T: Tree>(
        &self,
        inventory: &mut Inventory<'_, T>,
        base: &[Option<Choice>],
        target: u64,
        course: Course,
    ) -> Planned {
        let recent = recent(inventory, self.options, self.count);
        let (sent, base) = (base, &*from_originals(inventory, base));
        // Of exchanges that left from messages that came back as they were sent, nothing but the text is there.
        let carried = self.given.as_ref().filter(|_| !inventory.block.is_empty());
        for (item, choice) in inventory.items.iter_mut().zip(base) {
            if let Some(choice) = choice {
                item.now = choice.units;
            }
        }
        let scale = Scale::of(self, inventory, base);
        let (mut units, room) = (scale.units(target), scale.units(self.room()));
        // Planned as if all of it were removed; `take_thoughts` keeps what can stay.
        let leaves = inventory.thinking == Thinking::Prefix;
        for item in inventory.items.iter_mut().filter(|item| leaves && item.kind == ItemKind::Thinking) {
            item.now = 0;
        }
        let (mut made, mut smallest) = (Planned::default(), u64::MAX);
        for _ in 0..ROUNDS {
            // A text that comes late is about earlier exchanges only.
            let summary = self.host.summary.filter(|_| !self.request.swap);
            let weigh = |choices: &[Option<Choice>], block: Option<&str>| {
                let after = self.size(inventory, &without_thoughts(inventory, &merged(choices.to_vec(), base)), block);
                let most = (units as f64 * after as f64 / target.max(1) as f64) as u64;
                if after > target { most.max(units + 1) } else { most.min(units) }
            };
            let mut plan = Plan::new(inventory, self.options, base, recent.clone(), summary, carried, course);
            plan.block.name(self.options.names, units, self.given.as_ref());
            let goes_on = plan.fit(units, room, &weigh);
            made = Planned {
                folding: plan.block.folding(inventory),
                listing: plan.block.listing.take(),
                choices: merged(plan.choices, base),
                staleness: plan.staleness,
                recent: recent.clone(),
                is_summary: self.options.style == Style::Summary,
            };
            let choices = without_thoughts(inventory, &made.choices);
            let after = self.size(inventory, &choices, made.block());
            if after <= target || units == 0 || !(goes_on || after < smallest) {
                break;
            }
            smallest = after;
            units = (units as f64 * (target as f64 / after as f64) * 0.99) as u64;
        }
        inventory.media_units(0);
        for item in &mut inventory.items {
            item.now = item.full;
        }
        self.take_thoughts(inventory, sent, target, (&mut made.choices, made.folding.as_ref()));
        made
    }

    /// True unless steps have to pay, and this one does not.
    fn pays<T: Tree>(
        &self,
        inventory: &Inventory<'_, T>,
        (was, now): (Form<'_>, Form<'_>),
        break_even_requests: &mut Option<u64>,
    ) -> bool {
        let (true, Some(expected)) =
            (self.options.economics.only_if_worthwhile, self.options.economics.expected_requests)
        else {
            return true;
        };
        let mut trial = CompactionReport::default();
        let [was, now] =
            [was, now].map(|form| (form, self.sizes(inventory, form.0, form.1.map(|folding| &*folding.text))));
        self.cost(inventory, was, now, &mut trial);
        *break_even_requests = trial.break_even_requests;
        trial.break_even_requests.is_some_and(|requests| requests as f64 <= expected)
    }
}

/// The message of the first result that names what stands above it.
fn first_above<T: Tree>(inventory: &Inventory<'_, T>, choices: &[Option<Choice>]) -> Option<usize> {
    let mut all = inventory.items.iter().zip(choices);
    all.find_map(|(item, choice)| choice.as_ref()?.names_above(item.at).then_some(item.at.message))
}

/// The choices without results that name what stands above: a step may change that.
fn from_originals<'c, T: Tree>(
    inventory: &Inventory<'_, T>,
    choices: &'c [Option<Choice>],
) -> Cow<'c, [Option<Choice>]> {
    if first_above(inventory, choices).is_none() {
        return Cow::Borrowed(choices);
    }
    let stays = |(item, choice): (&Item, &Option<Choice>)| choice.clone().filter(|choice| !choice.names_above(item.at));
    Cow::Owned(inventory.items.iter().zip(choices).map(stays).collect())
}

/// Options of a summary that this step could not follow.
fn summary_notes(options: &CompactOptions, format: MessageFormat, folded: bool) -> Vec<&'static str> {
    let mut notes = Vec::new();
    if !folded {
        if options.style == Style::Summary {
            notes.push("style: no exchange could leave for a summary, so results were shortened in place");
        }
        return notes;
    }
    let by_assistant = options.summary_role == SummaryRole::Assistant;
    if by_assistant && format.has(Quirk::CallsFollowUser) {
        notes.push("summaryRole: in this format the summary is the user's, since calls must follow a user turn");
    }
    if options.acknowledge && !answers(options, format) {
        notes.push("acknowledge: in this format no answer may stand in front of calls");
    }
    notes
}
