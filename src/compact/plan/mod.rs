//! Plans a step: how much of each item stays, so that everything fits. The older, the shorter.
//!
//! The cap of each item follows from its age and one scale (`age`). Longer texts are trimmed to their cap; below the
//! floor an item becomes one line in place, or, if these lines alone would take half of the room, leaves for a block.
//! The scale follows from lengths alone; then each text is trimmed once.

pub(crate) mod age;
pub(crate) mod block;
mod carried;
pub(crate) mod choices;
mod curve;
mod reach;
pub(crate) mod recent;
pub(crate) mod rung;
pub(crate) mod shorten;

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::call::effect::Effect;
use crate::call::path::identity;
use crate::call::staleness::Staleness;
use crate::compact::arguments;
use crate::compact::call::ArgsKind;
use crate::compact::inventory::{Inventory, Item, ItemKind};
use crate::compact::options::{CompactOptions, KeepResult};
use crate::compact::plan::age::{FLOOR, Growing, cap, largest_scale};
use crate::compact::plan::block::Block;
use crate::compact::plan::reach::Reach;
use crate::compact::plan::rung::{Choice, Rung};
use crate::compact::summary::Folding;
use crate::format::conversation::Role;
use crate::source::utf16_len;
use crate::tree::Tree;

/// Results of up to this many units are rewritten only if nothing else is left.
pub(crate) const TINY: u64 = 200;
/// A change that saves less is not worth it.
const GAIN: u64 = 16;
/// Factor on the cap of arguments, which give way last: the model wrote them itself.
const ARGUMENTS: f64 = 1000.0;
/// The same once recent results shrink, too.
const AT_MOST: f64 = 8.0;
/// Factor on the cap of a result that a later call replaced.
const STALE: f64 = 0.3;
/// Units that the selection of an output needs: of 145 facts in real outputs it keeps 38 in 400 units, 85 in 1,200, 96 in 2,000.
const SELECTION: u64 = 1200;
/// Scale above which recent results may take more than others of their age.
const RECENT: f64 = 4.0 * SELECTION as f64;
/// Rounds in which the scale is corrected by what texts came to.
const ROUNDS: usize = 4;
/// Another round is not worth it if less than 1/50 of the target is left.
const SPARE: u64 = 50;

/// Order in which items shrink: all old ones; then their lines become brief; then recent and protected items and texts
/// since the last user message; then tiny results and all others; then texts of the user, if asked to. `Never`: even that is not enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    Old,
    Brief,
    Spared,
    Tiny,
    User,
    Never,
}

pub(crate) struct Plan<'p, 'a, T: Tree> {
    pub(crate) inventory: &'p Inventory<'a, T>,
    pub(crate) options: &'p CompactOptions,
    pub(crate) staleness: Vec<Staleness>,
    pub(crate) recent: Vec<bool>,
    /// The choice for each item; none: it stays as it is.
    pub(crate) choices: Vec<Option<Choice>>,
    /// The block that replaces exchanges that leave.
    pub(crate) block: Block,
    /// Text of a summariser.
    given: Option<&'p str>,
    /// More requests follow.
    live: bool,
    /// Results that the model has not seen yet stay whole.
    whole: bool,
    /// Items of messages before this one have the form that an earlier step gave them.
    settled: usize,
    /// They keep it.
    freezes: bool,
    extents: Vec<Extent>,
    /// `true` for each call whose result no later read can restore: the output of a command, a report.
    once: Vec<bool>,
    /// Largest scale of texts. Where exchanges may leave, texts get no more than before any did, so that a smaller room
    /// never keeps more of a text than a larger one.
    widest: f64,
    /// The smallest form of the arguments of each call.
    bare: Vec<Option<String>>,
}

/// Choices that were tried, with their block and total size.
struct Tried {
    total: u64,
    choices: Vec<Option<Choice>>,
    block: Block,
}

/// The circumstances of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course {
    /// Exchanges may leave for a block.
    pub(crate) may_leave: bool,
    /// More requests follow.
    pub(crate) live: bool,
    /// The message before which all has the form that an earlier step gave it.
    pub(crate) settled: usize,
}

/// The range in which an item can get smaller.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "facts about an item, each of its own")]
struct Extent {
    /// Calls after it.
    age: f64,
    /// Factor on the cap of a result.
    factor: f64,
    stage: Stage,
    /// The model is about to see it for the first time.
    unseen: bool,
    /// Units that it may take whatever the scale, unless nothing else can shrink.
    floor: u64,
    /// An earlier step gave it its form.
    settled: bool,
    /// A recent result that the model has seen: it shrinks slowly.
    is_recent: bool,
    /// It is a fact of ours.
    is_fact: bool,
    /// No later read brings it back.
    is_once: bool,
    /// The choice below the floor, and the last resort; none where it cannot get smaller.
    line: Option<Choice>,
    least: Option<Choice>,
    /// Lengths of the argument texts that can be cut.
    long: Vec<u64>,
    /// The call with which it leaves.
    call: Option<usize>,
}

impl<'p, 'a, T: Tree> Plan<'p, 'a, T> {
    pub(crate) fn new(
        inventory: &'p Inventory<'a, T>,
        options: &'p CompactOptions,
        base: &[Option<Choice>],
        recent: Vec<bool>,
        given: Option<&'p str>,
        carried: Option<&Folding>,
        Course { may_leave, live, settled }: Course,
    ) -> Self {
        let mut plan = Self {
            inventory,
            options,
            staleness: inventory.staleness(),
            recent,
            choices: vec![None; inventory.items.len()],
            block: Block::default(),
            given,
            live,
            whole: true,
            settled,
            freezes: false,
            extents: Vec::new(),
            once: Vec::new(),
            widest: f64::INFINITY,
            bare: inventory.calls.iter().map(arguments::bare).collect(),
        };
        plan.once = (0..inventory.calls.len()).map(|call| plan.is_once(call)).collect();
        let is_protected = |call: usize| plan.is_protected(call);
        let known = (&*plan.recent, &*plan.once);
        plan.block = Block::new(inventory, options, base, known, is_protected, may_leave).carrying(carried);
        plan.extents = (0..inventory.items.len()).map(|item| plan.extent(item)).collect();
        plan
    }

    /// Makes everything fit `target` units, as far as that can be.
    ///
    /// `room` is what the window has: if what may not be cut takes more than the target, dropping calls would not reach it, so
    /// each keeps its line as long as the window holds them.
    pub(crate) fn fit(&mut self, target: u64, room: u64) {
        self.block.budget(target);
        if self.sum(&self.choices).saturating_add_signed(self.block.units()) <= target {
            self.block.close(self.inventory, self.options, self.given, (f64::INFINITY, None));
            return;
        }
        if self.options.recent_calls_to_keep.is_none() {
            self.bound_recent(target);
        }
        let is_met = self.attempt(target, room);
        if self.freezes && !is_met {
            (self.settled, self.freezes) = (0, false);
            self.attempt(target, room);
        }
    }

    /// Plans what shrinks, and how far; returns `true` if everything is within `most`.
    fn attempt(&mut self, most: u64, room: u64) -> bool {
        let Reach { stage, aim: target, mut scale } = self.reach(most);
        let mut aim = target;
        let mut best: Option<Tried> = None;
        let keep = |best: &mut Option<Tried>, tried: Tried| {
            let is_better = best.as_ref().is_none_or(|old| {
                if old.total > target {
                    tried.total < old.total
                } else {
                    tried.total <= target && tried.total > old.total
                }
            });
            if is_better {
                *best = Some(tried);
            }
        };
        for round in 0..ROUNDS {
            if round > 0 {
                scale = largest_scale(aim, self.curve(stage));
            }
            let tried = self.tried(stage, scale, (target, room));
            let total = tried.total;
            keep(&mut best, tried);
            // A text may come to the same size at a slightly smaller cap: the aim falls by enough to end a near miss.
            let next = match total.checked_sub(target) {
                Some(over) if over > 0 => aim.saturating_sub(over.max(target / SPARE)),
                _ => aim + (target - total),
            };
            if (total <= target && (target - total) * SPARE <= target) || next == 0 || stage == Stage::Never {
                break;
            }
            aim = next;
        }
        // Texts that no cut fits become lines, which may be longer than their cap.
        if stage != Stage::Never && best.as_ref().is_some_and(|best| best.total > target) {
            let tried = self.tried(stage, 0.0, (target, room));
            keep(&mut best, tried);
        }
        let total = best.as_ref().map_or(0, |best| best.total);
        if let Some(Tried { choices, block, .. }) = best {
            (self.choices, self.block) = (choices, block);
        }
        total <= most
    }

    /// The choices at a scale, and what they come to.
    fn tried(&self, stage: Stage, scale: f64, (target, room): (u64, u64)) -> Tried {
        let choices: Vec<Option<Choice>> =
            (0..self.inventory.items.len()).map(|item| self.choice(item, stage, scale)).collect();
        let leaving = self.leaving(scale);
        let others = self.sum(&choices).saturating_sub(self.block.names(leaving));
        // Where even without any line the target is missed, lines are worth more than a smaller miss.
        let limit = if others >= target { room } else { target };
        let left = (stage == Stage::Never).then(|| limit.saturating_sub(others));
        let mut block = self.block.clone();
        block.close(self.inventory, self.options, self.given, (leaving, left));
        Tried { total: self.sum(&choices).saturating_add_signed(block.units()), choices, block }
    }

    fn sum(&self, choices: &[Option<Choice>]) -> u64 {
        let size = |(item, choice): (&Item, &Option<Choice>)| choice.as_ref().map_or(item.now, |choice| choice.units);
        self.inventory.fixed + self.inventory.items.iter().zip(choices).map(size).sum::<u64>()
    }

    /// The size of everything, by lengths alone.
    fn total(&self, stage: Stage, scale: f64) -> u64 {
        self.curve(stage).at(scale)
    }

    /// The size of all items that can get smaller, as lines.
    fn lines(&self) -> u64 {
        let gives =
            |item: &usize| self.extents.get(*item).is_some_and(|extent| extent.least.is_some() || extent.is_fact);
        (0..self.extents.len()).filter(gives).map(|item| self.estimate(item, Stage::Tiny, 0.0)).sum()
    }

    /// The units that an item may take; none when it does not give way yet.
    fn cap(&self, extent: &Extent, stage: Stage, scale: f64) -> Option<u64> {
        let scale = scale.min(self.widest);
        let gives = extent.stage <= stage && !(extent.unseen && self.whole) && !(self.freezes && extent.settled);
        let factor = if stage >= Stage::Spared { extent.factor.min(AT_MOST) } else { extent.factor };
        let slow = if extent.is_recent { (scale / RECENT).max(1.0) } else { 1.0 };
        let floor = if stage < Stage::User { extent.floor } else { 0 };
        gives.then(|| {
            // Rises evenly: a jump would leave room unused.
            let even = 2 * (scale as u64).saturating_sub(shorten::SELECTED);
            let most = if extent.is_once { even.min(SELECTION) } else { 0 };
            cap(extent.age, factor * slow * scale).max(most).max(floor)
        })
    }

    /// The scale by which exchanges leave: none while an earlier step's form stays, since the block stands before it.
    fn leaving(&self, scale: f64) -> f64 {
        if self.freezes { f64::INFINITY } else { scale }
    }

    fn leaves(&self, extent: &Extent, scale: f64) -> bool {
        extent.call.is_some_and(|call| self.block.leaves(call, self.leaving(scale)))
    }

    fn estimate(&self, item: usize, stage: Stage, scale: f64) -> u64 {
        let (Some(found), Some(extent)) = (self.inventory.items.get(item), self.extents.get(item)) else { return 0 };
        if self.leaves(extent, scale) {
            return 0;
        }
        let line = if stage > Stage::Old { &extent.least } else { &extent.line };
        let (Some(cap), Some(line)) = (self.cap(extent, stage, scale), line) else { return found.now };
        match found.kind {
            ItemKind::Args(_) if cap >= FLOOR => {
                found.now.saturating_sub(extent.long.iter().map(|long| long.saturating_sub(cap)).sum())
            }
            ItemKind::Args(_) => line.units,
            _ if found.now <= cap => found.now,
            ItemKind::Result(_) | ItemKind::Text if cap >= FLOOR && !extent.is_fact => cap,
            _ => line.units,
        }
    }

    /// The choice for an item at this scale.
    fn choice(&self, item: usize, stage: Stage, scale: f64) -> Option<Choice> {
        let (inventory, found, extent) = (self.inventory, self.inventory.items.get(item)?, self.extents.get(item)?);
        if self.leaves(extent, scale) {
            return Some(Choice::gone(Rung::Folded));
        }
        let line = if stage > Stage::Old { &extent.least } else { &extent.line };
        let (cap, line) = (self.cap(extent, stage, scale)?, line.clone()?);
        let choice = match found.kind {
            ItemKind::Args(call) if cap >= FLOOR => {
                let call = inventory.calls.get(call)?;
                // Written anew, escapes that need not be there would go.
                let is_same = || extent.long.iter().all(|long| *long <= cap) && !arguments::has_long_escapes(call);
                Choice::of(Some(call).filter(|_| !is_same()).and_then(|call| arguments::within(call, cap))?)
            }
            ItemKind::Args(_) => line,
            _ if found.now <= cap => return None,
            ItemKind::Result(call) if cap >= FLOOR && !extent.is_fact => self.trimmed(call, cap).unwrap_or(line),
            ItemKind::Text if cap >= FLOOR => {
                Choice::of(crate::compact::plan::shorten::ends(&inventory.text(found.at), cap))
            }
            _ => line,
        };
        (choice.units + GAIN <= found.now).then_some(choice)
    }

    fn extent(&self, item: usize) -> Extent {
        let (inventory, found) = (self.inventory, &self.inventory.items[item]);
        let next = inventory.calls.partition_point(|call| call.at < found.at);
        let (number, call) = match found.kind {
            ItemKind::Args(call) | ItemKind::Result(call) => (call, Some(call)),
            ItemKind::Thinking => (next, Some(next)),
            // Text beside a call leaves with it.
            ItemKind::Text if inventory.calls.get(next).is_some_and(|call| call.at.message == found.at.message) => {
                (next, Some(next))
            }
            _ => (next, None),
        };
        let mut long = Vec::new();
        if let ItemKind::Args(call) = found.kind {
            long.extend(arguments::long(&inventory.calls[call]).map(|(_, text)| utf16_len(text) as u64));
        }
        let gains = |choice: &Choice| choice.units + GAIN <= found.now;
        let (stage, factor) = (self.stage(item), self.factor(found));
        let line = stage.and_then(|_| self.least(item, false)).filter(gains);
        // A short quote of a failure can be longer than a limited one.
        let is_result = matches!(found.kind, ItemKind::Result(_));
        let brief = stage.filter(|_| is_result).and_then(|_| self.least(item, true)).filter(gains);
        let least = brief.into_iter().chain(line.clone()).min_by_key(|choice| choice.units);
        Extent {
            age: inventory.calls.len().saturating_sub(number + 1) as f64,
            factor,
            stage: stage.unwrap_or(Stage::Never),
            unseen: matches!(found.kind, ItemKind::Result(call) if self.is_unseen(call)),
            floor: 0,
            settled: found.at.message < self.settled,
            is_recent: false,
            is_fact: matches!(found.kind, ItemKind::Result(call) if inventory.calls[call].stated.is_some()),
            is_once: matches!(found.kind, ItemKind::Result(call) if self.once[call]),
            line: line.or_else(|| least.clone()),
            least,
            long,
            call,
        }
    }

    /// Factor of an item on the cap of a result.
    fn factor(&self, found: &Item) -> f64 {
        match found.kind {
            ItemKind::Args(_) => ARGUMENTS,
            ItemKind::Result(call) if self.inventory.calls[call].keep == KeepResult::Never && !self.recent[call] => 0.0,
            ItemKind::Result(call) if self.staleness[call].is_stale() => STALE,
            _ => 1.0,
        }
    }

    /// Stage at which an item shrinks; `None` if it never does.
    fn stage(&self, item: usize) -> Option<Stage> {
        let (found, calls) = (&self.inventory.items[item], &self.inventory.calls);
        Some(match found.kind {
            // Nothing can stand in their place, so they leave with their exchange or stay.
            ItemKind::Args(call) if calls[call].args_kind == ArgsKind::Fixed => return None,
            ItemKind::Result(call) if !calls[call].writable || calls[call].keep == KeepResult::Always => return None,
            ItemKind::Result(call) if found.now <= TINY && self.is_lost_fact(call) => return None,
            ItemKind::Result(call) if self.recent[call] || self.is_protected(call) => Stage::Spared,
            ItemKind::Args(call) if self.recent[call] => Stage::Spared,
            ItemKind::Result(call) if found.now <= TINY && calls[call].stated.is_none() => Stage::Tiny,
            ItemKind::Text if !self.is_spoken(found) => Stage::User,
            // Its last word stays, but for one before the last user message where nothing else can shrink.
            ItemKind::Text if !self.inventory.items[item + 1..].iter().any(|next| self.is_spoken(next)) => {
                let gives = found.at.message < self.inventory.last_user && !calls.is_empty();
                return gives.then_some(Stage::Tiny);
            }
            ItemKind::Text if found.at.message >= self.inventory.last_user => Stage::Spared,
            ItemKind::Media if self.is_late(found.at.message) => return None,
            _ => Stage::Old,
        })
    }

    /// Returns `true` for a text of the assistant.
    fn is_spoken(&self, item: &Item) -> bool {
        let message = self.inventory.conversation.messages.get(item.at.message);
        item.kind == ItemKind::Text && message.is_some_and(|message| message.role == Role::Assistant)
    }

    fn is_protected(&self, call: usize) -> bool {
        // Files that were read again are known by their redacted path.
        let held = &self.inventory.calls[call];
        let base = self.inventory.base.as_deref();
        let protects = |effect: &Effect| {
            let mut paths = effect.views.iter().map(|view| &view.path);
            paths.any(|path| [identity(path), effect.file(path, base)].iter().any(|path| self.options.protects(path)))
        };
        let may_be = self.staleness[call].newest && !self.options.protected_paths.is_empty();
        may_be && [held.original_effect(), &held.effect].into_iter().any(protects)
    }
}
