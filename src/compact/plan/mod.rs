//! Plans a step: how much of each item stays, so that everything fits. The older, the shorter.
//!
//! The cap of each item follows from its age and one scale (`age`). Longer texts are trimmed to their cap; below the
//! floor an item becomes one line in place, or, if these lines alone would take too much of the room, leaves for a block.
//! The scale follows from lengths alone; then each text is trimmed once.

pub(crate) mod age;
pub(crate) mod block;
mod carried;
pub(crate) mod choices;
mod curve;
mod extent;
pub(crate) mod line;
pub(crate) mod mentions;
mod reach;
pub(crate) mod recent;
mod repeats;
pub(crate) mod rung;
pub(crate) mod shorten;

use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::{OnceCell, RefCell};

use crate::call::staleness::Staleness;
use crate::compact::arguments;
use crate::compact::inventory::{Inventory, Item, ItemKind};
use crate::compact::options::{CompactOptions, Repeats};
use crate::compact::plan::age::{FLOOR, Growing, cap, largest_scale};
use crate::compact::plan::block::Block;
use crate::compact::plan::extent::Extent;
use crate::compact::plan::mentions::Mentions;
use crate::compact::plan::reach::Reach;
use crate::compact::plan::repeats::Kept;
use crate::compact::plan::rung::{Choice, Rung};
use crate::compact::runs::{Lines, Uncut};
use crate::compact::summary::Folding;
use crate::tree::Tree;

/// Results of up to this many units are rewritten only if nothing else is left.
pub(crate) const TINY: u64 = 200;
/// A change that saves less is not worth it.
const GAIN: u64 = 16;
/// Factor on the cap of arguments once recent results shrink, too.
const AT_MOST: f64 = 8.0;
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
    /// The stage of the last attempt.
    stage: Stage,
    /// `true` for each call whose result no later read can restore: the output of a command, a report.
    once: Vec<bool>,
    /// Largest scale of texts. Where exchanges may leave, texts get no more than before any did, so that a smaller room
    /// never keeps more of a text than a larger one.
    widest: f64,
    /// Largest scale by which exchanges leave. Where the next one to stay would not fit, texts take the room instead.
    left: f64,
    /// The smallest form of the arguments of each call.
    bare: Vec<Option<String>>,
    /// Earlier choices.
    base: &'p [Option<Choice>],
    /// UTF-16 units of each item before it is cut: without the runs that newer items hold.
    uncut: Vec<u64>,
    /// `true` for each item of which a run may stand in another one; empty until that is known.
    shared: Vec<bool>,
    /// The name of each call, and its hash, as far as they were asked for.
    names: Vec<OnceCell<(String, u64)>>,
    /// The lines of each result, as far as they were read.
    lines: RefCell<Vec<Option<Rc<Lines>>>>,
    /// The names in texts, as far as they were read.
    mentions: RefCell<Mentions>,
}

/// Weighs choices with their block as the window counts, converted to UTF-16 units.
pub(crate) type Weigh<'w> = &'w dyn Fn(&[Option<Choice>], Option<&str>) -> u64;

/// Choices that were tried, with their block and total size.
struct Tried {
    scale: f64,
    total: u64,
    choices: Vec<Option<Choice>>,
    block: Block,
    uncut: Vec<u64>,
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

impl<'p, 'a, T: Tree> Plan<'p, 'a, T> {
    pub(crate) fn new(
        inventory: &'p Inventory<'a, T>,
        options: &'p CompactOptions,
        base: &'p [Option<Choice>],
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
            stage: Stage::Old,
            once: Vec::new(),
            widest: f64::INFINITY,
            left: f64::INFINITY,
            bare: inventory.calls.iter().map(arguments::bare).collect(),
            base,
            uncut: inventory.items.iter().map(|item| item.now).collect(),
            shared: Vec::new(),
            names: vec![OnceCell::new(); inventory.calls.len()],
            lines: RefCell::new(vec![None; inventory.items.len()]),
            mentions: RefCell::default(),
        };
        plan.once = (0..inventory.calls.len()).map(|call| plan.is_once(call)).collect();
        let is_protected = |call: usize| plan.is_protected(call);
        let known = (&*plan.recent, &*plan.once);
        plan.block = Block::new(inventory, options, base, known, is_protected, may_leave).carrying(carried);
        plan.extents = (0..inventory.items.len()).map(|item| plan.extent(item)).collect();
        plan
    }

    /// Makes everything fit `target` units, as far as that can be; returns `false` if nothing is left to shorten.
    ///
    /// `room` is what the window has: if what may not be cut takes more than the target, dropping calls would not reach it, so
    /// each keeps its line as long as the window holds them.
    pub(crate) fn fit(&mut self, target: u64, room: u64, weigh: Weigh<'_>) -> bool {
        self.block.budget(target);
        if self.sum(&self.choices).saturating_add_signed(self.block.units()) <= target {
            self.block.close(self.inventory, self.options, self.given, (f64::INFINITY, None));
            return true;
        }
        if self.options.repeats != Repeats::Keep {
            self.size_uncut();
        }
        if self.options.recent_calls_to_keep.is_none() {
            self.bound_recent(target);
        }
        let mut is_met = self.attempt((target, room), weigh);
        if self.freezes && !is_met {
            (self.settled, self.freezes) = (0, false);
            is_met = self.attempt((target, room), weigh);
        }
        if self.options.repeats != Repeats::Keep && !is_met {
            // Lines that newer results were expected to hold were cut there.
            self.uncut = (0..self.inventory.items.len()).map(|item| self.most(item)).collect();
            self.attempt((target, room), weigh);
        }
        self.stage != Stage::Never
    }

    /// Plans what shrinks, and how far; returns `true` if everything is within `most`.
    fn attempt(&mut self, (most, room): (u64, u64), weigh: Weigh<'_>) -> bool {
        self.left = f64::INFINITY;
        let Reach { stage, aim: target, mut scale } = self.reach(most);
        self.stage = stage;
        let is_spare = |total: u64| target.saturating_sub(total) * SPARE > target;
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
        for rounds in [ROUNDS, ROUNDS / 2] {
            let mut aim = target;
            for round in 0..rounds {
                if round > 0 || rounds < ROUNDS {
                    scale = largest_scale(aim, self.curve(stage));
                }
                let tried = self.tried(stage, scale, (target, room), weigh);
                let total = tried.total;
                // Texts get the room that names leave unused.
                let unused = self.block.set_aside.saturating_sub(tried.block.set_aside);
                self.block.set_aside -= unused;
                self.uncut.clone_from(&tried.uncut);
                keep(&mut best, tried);
                // A text may come to the same size at a slightly smaller cap: the aim falls by enough to end a near miss.
                let next = match total.checked_sub(target) {
                    Some(over) if over > 0 => aim.saturating_sub(over.max(target / SPARE)),
                    _ => aim + (target - total).saturating_sub(unused),
                };
                if (total <= target && !is_spare(total)) || next == 0 || stage == Stage::Never {
                    break;
                }
                aim = next;
            }
            match &best {
                Some(best) if stage != Stage::Never && is_spare(best.total) => self.left = best.scale,
                _ => break,
            }
        }
        // Texts that no cut fits become lines, which may be longer than their cap.
        if stage != Stage::Never && best.as_ref().is_some_and(|best| best.total > target) {
            let tried = self.tried(stage, 0.0, (target, room), weigh);
            keep(&mut best, tried);
        }
        let total = best.as_ref().map_or(0, |best| best.total);
        if let Some(Tried { choices, block, .. }) = best {
            (self.choices, self.block) = (choices, block);
        }
        total <= most
    }

    /// The choices at a scale, and what they come to.
    fn tried(&self, stage: Stage, scale: f64, (target, room): (u64, u64), weigh: Weigh<'_>) -> Tried {
        let mut kept = Kept::new(self.inventory.items.len());
        let mut uncut = self.uncut.clone();
        for item in (0..self.inventory.items.len()).rev() {
            let (choice, units) = self.choice(item, stage, scale, &kept);
            uncut[item] = units;
            let leaves = self.extents.get(item).is_some_and(|extent| self.leaves(extent, scale));
            self.keep(item, leaves, choice, &mut kept);
        }
        let choices = kept.choices;
        let leaving = self.leaving(scale);
        let sum = self.sum(&choices);
        let others = sum.saturating_sub(self.block.names(leaving));
        // Where even without any line the target is missed, lines are worth more than a smaller miss.
        let limit = if others >= target { room } else { target };
        let left = (stage == Stage::Never).then(|| limit.saturating_sub(others));
        let mut block = self.block.clone();
        block.close(self.inventory, self.options, self.given, (leaving, left));
        let left = target.saturating_sub(sum.saturating_add_signed(block.units())).min(block.most_names);
        if left > 0 && !self.freezes && block.folded(leaving).contains(&true) {
            let line = self.names_line(&choices, block.text(), left);
            // Their full size is only known if all the room set aside was there.
            if left >= block.set_aside {
                block.set_aside = block.set_aside.min(line.len() as u64);
            }
            block.add_names(&line);
        }
        let total = weigh(&choices, block.text.as_deref());
        Tried { scale, total, choices, block, uncut }
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
    fn cap(&self, extent: &Extent, stage: Stage, scale: f64, hangs: bool) -> Option<u64> {
        let scale = scale.min(self.widest);
        let gives =
            extent.stage <= stage && !(extent.unseen && self.whole) && !(self.freezes && extent.settled && !hangs);
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
        if self.freezes { f64::INFINITY } else { scale.min(self.left) }
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
        let (Some(cap), Some(line)) = (self.cap(extent, stage, scale, false), line) else { return self.uncut[item] };
        match found.kind {
            ItemKind::Args(_) if cap >= FLOOR => {
                found.now.saturating_sub(extent.long.iter().map(|long| long.saturating_sub(cap)).sum())
            }
            ItemKind::Args(_) => line.units,
            _ if self.uncut[item] <= cap => self.uncut[item],
            ItemKind::Result(_) | ItemKind::Text if cap >= FLOOR && !extent.is_fact => cap,
            _ => line.units,
        }
    }

    /// The choice for an item at this scale, and its units before a cut. `kept` is what is sent of all after it.
    fn choice(&self, item: usize, stage: Stage, scale: f64, kept: &Kept) -> (Option<Choice>, u64) {
        let (inventory, extent) = (self.inventory, &self.extents[item]);
        let found = &inventory.items[item];
        if self.leaves(extent, scale) {
            return (Some(Choice::gone(Rung::Folded)), self.uncut[item]);
        }
        let hangs = self.hangs(item, kept);
        let line = if stage > Stage::Old { &extent.least } else { &extent.line };
        let cap = self.cap(extent, stage, scale, hangs).filter(|_| line.is_some());
        // What an earlier step wrote stays, unless it has to be cut further, or names what is no longer there.
        let is_frozen = self.freezes && extent.settled;
        let is_new = hangs || !is_frozen && (self.base[item].is_none() || cap.is_some_and(|cap| cap < found.now));
        let is_line = cap.is_some_and(|cap| cap < FLOOR && cap < self.uncut[item]);
        let now = if hangs { found.full } else { found.now };
        let (uncut, units) = if is_line {
            (None, self.uncut[item])
        } else {
            let uncut = Some(item).filter(|_| is_new).and_then(|item| self.uncut(item, kept));
            let units = uncut.as_ref().map_or(now, |uncut| uncut.units);
            (uncut, units)
        };
        let choice = match (found.kind, cap) {
            (ItemKind::Result(call), _) if inventory.calls[call].names_above => self.least(item, false),
            (ItemKind::Result(call), _) if self.is_outdated(call, kept) => line.clone(),
            (ItemKind::Args(call), Some(cap)) if cap >= FLOOR => {
                let call = &inventory.calls[call];
                // Written anew, escapes that need not be there would go.
                let is_same = || extent.long.iter().all(|long| *long <= cap) && !arguments::has_long_escapes(call);
                Some(call).filter(|_| !is_same()).and_then(|call| arguments::within(call, cap)).map(Choice::of)
            }
            (ItemKind::Args(_), Some(_)) => line.clone(),
            (_, None) => uncut.map(Uncut::whole),
            (_, Some(cap)) if units <= cap => uncut.map(Uncut::whole),
            (ItemKind::Result(call), Some(cap)) if cap >= FLOOR && !extent.is_fact => {
                self.trimmed(call, cap, uncut.as_ref()).or_else(|| line.clone())
            }
            (ItemKind::Text, Some(cap)) if cap >= FLOOR => {
                Some(Choice::of(crate::compact::plan::shorten::ends(&inventory.text(found.at), cap)))
            }
            _ => line.clone(),
        };
        let whole =
            |call: usize| Choice { rung: Rung::Full, ..Choice::of(inventory.safe_text(&inventory.calls[call])) };
        let choice = match (found.kind, choice) {
            // Nothing else takes back what an earlier step wrote.
            (ItemKind::Result(call), None) if hangs => Some(whole(call)),
            (_, choice) => choice.filter(|choice| hangs || choice.units + GAIN <= found.now),
        };
        (choice, units)
    }
}
